// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the pane in which a model writes: runs of the list, their checkpoints, the process that writes.
#pragma once

#include "app/window/page_refresh.h"
#include "app/work/checkpoint_lister.h"
#include "app/work/generation_process.h"
#include "widgets/models/run_model.h"

#include <QObject>
#include <QStringList>

namespace bam::views {
class TextView;
}

namespace bam::window {

class TextPart : public QObject {
    Q_OBJECT
public:
    /// @param program the executable that takes --batch
    TextPart(views::TextView& view, const models::RunModel& model, const QString& program, QObject* parent = nullptr);

    void setSelection(const QStringList& runs);

private:
    void showRuns();

    views::TextView& m_view;
    const models::RunModel& m_model;
    work::CheckpointLister m_checkpoints;
    work::GenerationProcess m_process;
    QStringList m_selection;
    PageRefresh m_refresh;
};

}  // namespace bam::window
