// SPDX-License-Identifier: GPL-3.0-or-later
// sentencepiece and LibTorch both export a variable FLAGS_minloglevel: a flag object of 32 bytes there, an int here. The loader
// gives one name one address, so sentencepiece's constructor would overwrite the int and the flags behind it, among them the one
// that makes LibTorch abort instead of throw. A definition in the program itself comes first for both libraries; this one has room
// for either, and the program is linked so that it is never left out (see core/CMakeLists.txt).
#include <cstddef>
#include <cstring>

extern std::byte FLAGS_minloglevel[64];
alignas(16) std::byte FLAGS_minloglevel[64] = {};

namespace {

// Libraries are initialised before the program. The flag object begins with its table of virtual functions, which nothing uses
// (its only virtual function is the destructor); LibTorch reads the same bytes as its log level, where 0 logs everything.
[[maybe_unused]] const bool levelIsReset = [] {
    std::memset(FLAGS_minloglevel, 0, sizeof(int));
    return true;
}();

}  // namespace
