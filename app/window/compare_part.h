// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the comparison: runs selected in the list → reader → page; tables into files; attention of the compared runs, one after the other.
#pragma once

#include "app/work/compare_reader.h"
#include "app/work/lens_worker.h"
#include "app/work/text_files.h"
#include "widgets/common/banner.h"
#include "widgets/views/compare/compare_types.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace bam::models {
class RunModel;
}
namespace bam::views {
class CompareView;
}

namespace bam::window {

class ComparePart : public QObject {
    Q_OBJECT
public:
    /// Runs compared at once: more columns than anybody reads.
    static constexpr int kMostRuns = 32;

    ComparePart(views::CompareView& view, const models::RunModel& model, work::LensOpener opener, QObject* parent);

    /// The runs selected in the list; what they are called may have changed.
    void setRuns(const QStringList& runs);
    /// Whether the page is on the screen: only then files are read.
    void setShown(bool shown);
    work::CompareReader& reader() { return m_reader; }
    /// The table that is shown, in the format of the file's ending; a message tells how it went.
    void writeTable(const QString& file);

Q_SIGNALS:
    void message(const bam::ui::Message& message);
    void figureRequested(const bam::figures::Figure& figure);

private:
    void ask();
    void show();
    void saveTable();
    work::CompareWish wish() const;
    void capture(const QStringList& runs, const inspect::PromptSpec& prompt);
    void stopCaptures();

    views::CompareView& m_view;
    const models::RunModel& m_model;
    work::CompareReader m_reader;
    QStringList m_runs;
    QVector<views::CompareColumn> m_columns;    // of the last wish
    std::shared_ptr<const work::CompareAnswer> m_answer;
    bool m_shown = false, m_due = false;
    work::TextWriter m_writer;
    work::LensWorker m_lens;
    QHash<int, QString> m_captures;             // runs by the id of their capture
};

}  // namespace bam::window
