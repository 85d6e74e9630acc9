// SPDX-License-Identifier: GPL-3.0-or-later
// The form over all fields of a spec, by sections, in a scroll area: basic and advanced level, search, problems in place.
#pragma once

#include "core/spec/spec_io.h"
#include "widgets/views/setup/field_row.h"

#include <QScrollArea>
#include <QVector>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace bam::views {

/// What is wrong with a field, in words for people.
struct ToldProblem {
    std::string path;
    QString text;
};

class SpecForm : public QScrollArea {
    Q_OBJECT
public:
    explicit SpecForm(QWidget* parent = nullptr);

    void showSpec(const spec::RunSpec& spec);
    /// Forgets texts that mean no value; true when there were any.
    bool forgetRejected();
    /// @param origin what the reference is called, e.g. "the preset l12"
    void compare(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin);
    /// @param told more of them, in sentences that are shown as they are
    void setProblems(const std::vector<spec::Problem>& problems, const std::vector<ToldProblem>& told = {});
    /// Problems of the spec and texts that mean no value: the rows that have one, in the order of the form.
    QVector<FieldRow*> problemRows() const;
    /// Titles of the fields that differ from the reference, in the order of the form.
    QStringList modifiedTitles() const;
    FieldRow* row(const std::string& path) const;

    void setAdvanced(bool advanced);
    void setHelpVisible(bool visible);
    /// Shows the fields that match, of both levels; empty: those of the level.
    void setQuery(const QString& query);
    int shownRows() const { return m_shown; }
    /// Unfolds, scrolls and focuses. An advanced field is shown even on the basic level.
    void showField(const std::string& path);
    /// A widget below a row, e.g. a button that belongs to the field.
    void addBelow(const std::string& path, QWidget* widget);
    QWidget* sectionWidget(const std::string& section) const;

    /// As wide as its rows need: there is no scroll bar to the side.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed(const bam::views::FieldChanges& changes);
    void rejectedChanged();
    void resetRequested(const std::vector<std::string>& paths);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    struct Section {
        std::string path;
        QToolButton* heading = nullptr;
        QWidget* content = nullptr;
        QLabel* note = nullptr;
        bool open = true;
        QVector<FieldRow*> rows;
        QVector<std::pair<QLabel*, int>> groups;    ///< heading and the index of its first row
    };
    void build();
    Section& section(const std::string& path);
    void setOpen(Section& section, bool open);
    void addRow(Section& section, const spec::FieldEntry& entry, QVBoxLayout* layout);
    void updateVisibility();
    void updateIdle(const spec::RunSpec& spec);

    QVector<Section> m_sections;
    QString m_query;
    bool m_advanced = false;
    int m_shown = 0;
    std::string m_forced;       ///< path of an advanced field that is shown because someone asked for it
};

}  // namespace bam::views
