// SPDX-License-Identifier: GPL-3.0-or-later
// How runs are tested: which prompts, how many, from which checkpoint. Every field is handed on, so that several runs are tested alike.
#pragma once

#include "core/spec/spec.h"
#include "widgets/views/setup/field_row.h"

#include <QDialog>
#include <QStringList>
#include <QVector>

#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace bam::views {

class EvaluateDialog : public QDialog {
    Q_OBJECT
public:
    /// @param runs titles of the runs that are tested, at least one @param start the run whose settings are shown at first
    EvaluateDialog(const QStringList& runs, const spec::RunSpec& start, QWidget* parent = nullptr);

    spec::EvalSpec settings() const { return m_spec.evaluation; }
    /// For `bamscope --batch evaluate`: {"--passkey_lengths", "512,4096", …}
    std::vector<std::string> flags() const;

private:
    QWidget* form();
    void setAdvanced(bool shown);
    void update();
    QString summary() const;
    int m_runs;
    spec::RunSpec m_spec;
    const spec::RunSpec m_start;
    QVector<FieldRow*> m_rows;
    QToolButton* m_more;
    QLabel* m_note;
    QPushButton* m_test;
};

}  // namespace bam::views
