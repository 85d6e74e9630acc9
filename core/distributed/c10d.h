// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's c10d, which asks for a macro where Gloo is built in. Only for the .cpp files of this folder.
#pragma once

#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO
#endif

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/csrc/distributed/c10d/exception.h>
#include <torch/csrc/distributed/c10d/reducer.hpp>
