// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/core_text.h"

#include <QCoreApplication>

namespace bam::ui {

QString coreText(const std::string& text) { return text.empty() ? QString() : QCoreApplication::translate("core", text.c_str()); }

Message errorMessage(const Error& error) { return errorMessage(coreText(error.cause()), coreText(error.hint())); }

Message errorMessage(const QString& text, const QString& hint)
{
    Message message{Severity::Error};
    message.text = text;
    message.hint = hint;
    return message;
}

}  // namespace bam::ui
