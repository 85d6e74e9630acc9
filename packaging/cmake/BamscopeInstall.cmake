# SPDX-License-Identifier: GPL-3.0-or-later
# Install rules. The program finds everything relative to itself: ../lib/bamscope holds the libraries that no distribution ships (LibTorch, the CUDA
# runtime it needs even without a GPU, Arrow) and the CUDA module, ../share/bamscope the presets and the tokenizer. Qt, QCustomPlot, sentencepiece and
# the CUDA toolkit stay the system's. The wheels' libraries carry RPATHs that end in $ORIGIN, so side by side they resolve each other.
set(BAMSCOPE_LIBRARY_DESTINATION "lib/bamscope")
set_target_properties(bamscope_app PROPERTIES INSTALL_RPATH "\$ORIGIN/../${BAMSCOPE_LIBRARY_DESTINATION}")
install(TARGETS bamscope_app RUNTIME DESTINATION bin COMPONENT program)

set(_site "${BAMSCOPE_DEPS_DIR}/site")
set(_libraries "${BAMSCOPE_TORCH_CPU}" "${BAMSCOPE_TORCH_C10}")
file(GLOB _found "${BAMSCOPE_TORCH_LIB_DIR}/libgomp*.so*" "${_site}/nvidia/cu13/lib/libcudart.so.*" "${_site}/nvidia/cu13/lib/libcupti.so.*")
list(APPEND _libraries ${_found})
if(BAMSCOPE_HAVE_ARROW)
    list(APPEND _libraries ${BAMSCOPE_ARROW_LIBRARIES})
endif()
if(BAMSCOPE_HAVE_CUDA)
    set_target_properties(bamscope_cuda PROPERTIES INSTALL_RPATH "\$ORIGIN;${CUDAToolkit_LIBRARY_DIR}")
    install(TARGETS bamscope_cuda LIBRARY DESTINATION "${BAMSCOPE_LIBRARY_DESTINATION}" COMPONENT program)
    file(GLOB _found "${BAMSCOPE_TORCH_LIB_DIR}/libtorch_nvshmem.so" "${BAMSCOPE_TORCH_LIB_DIR}/libtorch_cuda_linalg.so"
        "${BAMSCOPE_TORCH_LIB_DIR}/libcaffe2_nvrtc.so" "${_site}/nvidia/cu13/lib/libcufile.so.*" "${_site}/nvidia/nvshmem/lib/*.so.*"
        "${_site}/nvidia/cusparselt/lib/*.so.*" "${_site}/nvidia/cudnn/lib/*.so.*" "${_site}/nvidia/nccl/lib/*.so.*")
    list(APPEND _libraries "${BAMSCOPE_TORCH_CUDA}" "${BAMSCOPE_C10_CUDA}" ${_found})
endif()
install(FILES ${_libraries} DESTINATION "${BAMSCOPE_LIBRARY_DESTINATION}")

if(BAMSCOPE_GUI)
    install(FILES resources/desktop/bamscope.desktop DESTINATION share/applications)
    install(FILES resources/icons/bamscope.svg DESTINATION share/icons/hicolor/scalable/apps)
endif()
install(DIRECTORY resources/presets DESTINATION share/bamscope FILES_MATCHING PATTERN "*.json")
install(DIRECTORY packaging/slurm DESTINATION share/bamscope FILES_MATCHING PATTERN "*.sbatch")
file(GLOB _found "${_site}/mistral_common/data/mistral_instruct_tokenizer_240323.model.v3")
install(FILES ${_found} DESTINATION share/bamscope/tokenizers)

install(FILES LICENSE packaging/THIRD-PARTY-NOTICES.md DESTINATION share/doc/bamscope)
file(GLOB _found RELATIVE "${_site}" "${_site}/*.dist-info/licenses")
list(FILTER _found EXCLUDE REGEX "^(absl_py|mpmath|numpy|protobuf|sympy|tensorboard|typing_extensions)-")   # of the tests, not of the program
foreach(folder IN LISTS _found)
    string(REGEX REPLACE "\\.dist-info/.*" "" work "${folder}")
    install(DIRECTORY "${_site}/${folder}/" DESTINATION "share/doc/bamscope/licences/${work}")
endforeach()
if(BAMSCOPE_HAVE_CUDA AND EXISTS "${_site}/nvidia/cusparselt/LICENSE.txt")
    install(FILES "${_site}/nvidia/cusparselt/LICENSE.txt" DESTINATION share/doc/bamscope/licences/nvidia_cusparselt)
endif()
