// SPDX-License-Identifier: GPL-3.0-or-later
// A report as files: index.html (one page that needs nothing beside it and no network), report.md, tables/*.csv and .tex, figures/*.pdf, .svg, .png; .report.json names them.
//
// Invariants: the same report gives the same bytes; only the line "Made …" of index.html and report.md has its date; all files are made before the first is written.
#pragma once

#include "app/work/report.h"
#include "widgets/figures/write_figure.h"

#include <filesystem>
#include <vector>

namespace bam::work {

/// In this order: html, md, csv, tex, pdf, svg, png.
const QStringList& reportFormats();

/// @param formats some of reportFormats() @throws Error: Failed when a figure cannot be drawn, Stopped
std::vector<figures::OutputFile> encodeReport(const Report& report, const QStringList& formats, const ProgressFn& progress = {}, const std::stop_token& stop = {});

/// @param overwrite replaces an earlier report: of the files that its .report.json names those go that this one has not
/// @throws Error: Usage when one is there and `overwrite` is not said: nothing is written then; Failed, Environment when they cannot be written
/// @returns what was written, index.html last
std::vector<std::filesystem::path> writeReport(const std::filesystem::path& folder, const std::vector<figures::OutputFile>& files, bool overwrite);

}  // namespace bam::work
