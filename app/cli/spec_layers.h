// SPDX-License-Identifier: GPL-3.0-or-later
// A spec or sweep as commands that may get either are told it: a preset, a file over it, flags and --set over both. A file that holds a list of objects
// stands for several files, one over the other.
#pragma once

#include "app/cli/flags.h"
#include "core/spec/sweep_file.h"

#include <string>
#include <vector>

namespace bam::cli {

struct SpecLayers {
    std::vector<spec::Json> layers;     ///< for spec::readSweep()
    std::string name;                   ///< of the file, else of the preset

    /// One of them has a section `sweep`, or names a preset that has.
    bool isSweep() const;
    /// Changes the section `sweep`.
    void set(const std::string& key, const spec::Json& value) { layers.push_back({{"sweep", {{key, value}}}}); }
};

/// --preset and --set, and with them every field of a spec.
void addLayerFlags(Syntax& syntax);
void addLayerFieldFlags(Syntax& syntax);
/// @throws Error (Usage) more than one file, a preset that is none
SpecLayers specLayers(const Syntax& syntax, const Arguments& arguments);

/// This program's own file.
std::string ownProgram();

}  // namespace bam::cli
