// SPDX-License-Identifier: GPL-3.0-or-later
// How runs are evaluated: pass key, perplexity, RULER, multiple choice, each when its box is ticked, and from which checkpoint. Every field is handed on, so that
// several runs are evaluated alike.
#pragma once

#include "core/spec/spec.h"
#include "widgets/views/setup/field_row.h"

#include <QDialog>
#include <QStringList>
#include <QVector>

#include <string>
#include <vector>

class QGroupBox;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace bam::views {

class EvaluateDialog : public QDialog {
    Q_OBJECT
public:
    /// @param runs titles of the runs that are tested, at least one @param start the run whose settings are shown at first
    /// @param models of the runs, where they are known; none: all are as that of `start`
    EvaluateDialog(const QStringList& runs, const spec::RunSpec& start, const std::vector<spec::ModelSpec>& models = {}, QWidget* parent = nullptr);

    spec::EvalSpec settings() const { return m_spec.evaluation; }
    /// For `bamscope --batch evaluate`: {"--passkey_lengths", "512,4096", …}
    std::vector<std::string> flags() const { return flags(m_spec.model); }
    /// Those for one of the runs: RoPE scaling only where there is RoPE.
    std::vector<std::string> flags(const spec::ModelSpec& model) const;

private:
    /// One evaluation: its box and the fields in it.
    struct Group {
        QGroupBox* box = nullptr;
        QWidget* content = nullptr;
        QVector<FieldRow*> rows;
    };
    enum GroupId { Passkey, Perplexity, Ruler, Choice, General, GroupCount };
    static GroupId groupOf(const spec::FieldEntry& entry);
    bool isOn(GroupId group) const;
    void turn(GroupId group, bool on);
    QWidget* form();
    void addRow(const spec::FieldEntry& entry);
    void setAdvanced(bool shown);
    void update();
    QString missing() const;
    QString summary() const;
    bool scalesRope() const { return m_spec.evaluation.ropeScaling != "none"; }
    int m_runs;
    int m_rotating;         // runs with RoPE
    int m_known;            // runs whose model is known
    spec::RunSpec m_spec;
    const spec::RunSpec m_start;
    Group m_groups[GroupCount];
    QVector<FieldRow*> m_rows;
    QToolButton* m_more;
    QLabel* m_note;
    QPushButton* m_test;
};

}  // namespace bam::views
