// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of RunModel share.
#pragma once

#include "widgets/models/run_model.h"

namespace bam::models {

inline QString text(const std::string& value) { return QString::fromStdString(value); }

/// "03", or the folder's name where it has no number.
inline QString versionText(const runs::RunRecord& record)
{
    return record.version >= 0 ? QStringLiteral("%1").arg(record.version, 2, 10, QLatin1Char('0')) : text(record.path.filename().string());
}

struct RunModel::Item {
    runs::RunRecord record;
    QString path;
    Group* group = nullptr;
    int row = 0;
};

struct RunModel::Group {
    QString key;
    int row = 0;
    std::vector<Item*> runs;
};

}  // namespace bam::models
