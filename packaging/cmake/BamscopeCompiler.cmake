# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler settings shared by every target: warnings, sanitizers, fast linker, ccache.
add_library(bamscope_flags INTERFACE)
# -Wrestrict: GCC 12 sees overlaps in std::string that are not there (its bug 105651).
target_compile_options(bamscope_flags INTERFACE -Wall -Wextra -Wno-unused-parameter -Wno-restrict)
target_compile_definitions(bamscope_flags INTERFACE QT_NO_KEYWORDS QT_NO_CAST_TO_ASCII)
if(BAMSCOPE_WERROR)
    target_compile_options(bamscope_flags INTERFACE -Werror)
endif()
if(BAMSCOPE_SANITIZE)
    target_compile_options(bamscope_flags INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined
        -Wno-maybe-uninitialized)  # false alarms through the instrumentation (GCC manual, -fsanitize)
    target_link_options(bamscope_flags INTERFACE -fsanitize=address,undefined)
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    # Without separate pages for code, mold 1 lets the pages that are made read-only begin in a gap before them when thread-local variables come first: such a program does not start.
    add_link_options(-fuse-ld=mold LINKER:-z,separate-code)
endif()
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # A precompiled header is cached only with these settings (ccache manual, "Precompiled headers").
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;${CCACHE_PROGRAM}")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
