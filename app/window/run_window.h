// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a window: application object, settings, theme, language, main window, event loop.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::window {

struct WindowRequest {
    std::vector<std::filesystem::path> folders;     ///< log folders; none: those open last time, else ./logs where it exists
    std::string theme;                              ///< "light", "dark", "system"; empty: as remembered
    std::string language;                           ///< "en", "pt_BR", "zh_CN"; empty: as remembered, else as the system says
    /// Called once with a function that closes the window from any thread, for Ctrl-C and SIGTERM.
    std::function<void(std::function<void()>)> onReady;
};

/// @returns exit status. @throws Error (Environment) when there is no display
int runWindow(const WindowRequest& request);

/// Pictures of every view from real runs, in a folder: light and dark at 1280×800 and at 2560×1440, and everything or the text alone at 200 %.
struct ScreenshotRequest {
    std::filesystem::path out;
    std::vector<std::filesystem::path> folders;     ///< log folders with runs
    std::string variant;                            ///< one of variantNames(): only that, in this process
    std::string language;
    std::stop_token stop = {};                      ///< ends the training that the pictures show before anything else
};
struct ScreenshotVariant {
    std::string name;       ///< "light-1280x800"
    int width = 0, height = 0;  ///< logical pixels
    double scale = 1;
    int textSize = 100;         ///< percent of the system's
    std::string theme;
};
const std::vector<ScreenshotVariant>& screenshotVariants();
/// Takes the pictures of one variant; the scale must already be in the environment (QT_SCALE_FACTOR), before any application object exists.
/// @returns the files written. @throws Error (Usage) no runs there; (Failed) a file cannot be written
std::vector<std::filesystem::path> takeScreenshots(const ScreenshotRequest& request);

}  // namespace bam::window
