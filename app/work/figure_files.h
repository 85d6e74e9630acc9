// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the files of a figure, each whole or not at all, and never over those of another figure unless told to. Shared by the window and the batch command.
#pragma once

#include "widgets/figures/write_figure.h"

#include <filesystem>
#include <vector>

namespace bam::work {

/// Which of the names in a folder belong to something else than this figure: a file without the sidecar that tells so, or with another figure in it.
std::vector<std::filesystem::path> foreignFiles(const std::filesystem::path& folder, const QString& name, const figures::FigureFile& file);

/// @param folder is made if it is not there @param overwrite also files of other figures
/// @returns what was written @throws Error (Failed) a file is there that is not of this figure, or cannot be written; nothing of it is left half
std::vector<std::filesystem::path> writeFigureFiles(const std::filesystem::path& folder, const QString& name, const figures::FigureFile& file, bool overwrite);

/// The same with contents that were made before, for another thread.
std::vector<std::filesystem::path> writeOutputFiles(const std::filesystem::path& folder, const std::vector<figures::OutputFile>& files);

/// @throws Error (Failed) no file, or no figure in it
figures::FigureFile readFigureFile(const std::filesystem::path& file);

/// Which runs numbers come from, as their folders tell: the last step of each and the SHA-256 of its spec. Never throws.
figures::Provenance provenanceOf(const std::vector<std::filesystem::path>& runs);
/// "laptop/bam/version_00" of a run's folder; one that is not called so by its number has its own name: "copy".
QString runIdOf(const std::filesystem::path& run);

/// "bamscope 0.1.0 (abc1234)"
QString programName();

}  // namespace bam::work
