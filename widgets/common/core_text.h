// SPDX-License-Identifier: GPL-3.0-or-later
// What core says, in the language of the window where there is a translation, and as it stands where there is none.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "widgets/common/banner.h"

#include <QString>

#include <string>

namespace bam::ui {

QString coreText(const std::string& text);

/// "capturing attention, 40 %, 12 s to go": as far as it is known.
QString progressText(const Progress& progress);
/// 0 … 1; −1: not known.
double progressFraction(const Progress& progress);

/// Cause and hint of an error as a message.
Message errorMessage(const Error& error);
/// An error that the window itself found.
Message errorMessage(const QString& text, const QString& hint);

}  // namespace bam::ui
