// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled header of bamscope_core: LibTorch's tensor API and the standard headers that every file uses.
#pragma once
#include <ATen/ATen.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
