// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/core_text.h"

#include "widgets/common/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace bam::ui {
namespace {

constexpr double kLeastSeconds = 0.5;       // of work, before its end can be told

}  // namespace

QString coreText(const std::string& text) { return text.empty() ? QString() : QCoreApplication::translate("core", text.c_str()); }

double progressFraction(const Progress& progress) { return progress.total > 0 ? std::clamp(progress.done / progress.total, 0.0, 1.0) : -1; }

QString progressText(const Progress& progress)
{
    const auto task = coreText(progress.task);
    const double fraction = progressFraction(progress);
    if (fraction <= 0)
        return task;
    if (progress.seconds <= kLeastSeconds)
        return QCoreApplication::translate("format", "%1, %2", "1: what is being done, 2: percent").arg(task, percent(fraction));
    return QCoreApplication::translate("format", "%1, %2, %3 to go", "1: what is being done, 2: percent, 3: time")
        .arg(task, percent(fraction), duration(progress.seconds * (1 - fraction) / fraction));
}

Message errorMessage(const Error& error) { return errorMessage(coreText(error.cause()), coreText(error.hint())); }

Message errorMessage(const QString& text, const QString& hint)
{
    Message message{Severity::Error};
    message.text = text;
    message.hint = hint;
    return message;
}

}  // namespace bam::ui
