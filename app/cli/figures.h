// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the figures that a job file asks for. A program built without the window draws none and says so.
#pragma once

#include "core/jobs/job_runner.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace bam::cli {

#ifdef BAMSCOPE_GUI
/// The application object that figures need, without a screen. One at a time; `arguments` of a program that has none.
class FigureApplication {
public:
    FigureApplication();
    ~FigureApplication();

private:
    struct Private;
    std::unique_ptr<Private> d;
};
#endif

/// Writes <out>.pdf, <out>.png and <out>.json. Needs a QApplication (the offscreen platform will do).
/// @returns the files written; empty when the program was built without the window
/// @throws Error (Failed) naming the file that could not be written
std::vector<std::filesystem::path> drawFigure(const jobs::FigureRequest& request, const jobs::Outcomes& outcomes);

}  // namespace bam::cli
