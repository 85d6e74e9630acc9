// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/notes_dialog.h"

#include "widgets/views/runs/word_completer.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

bool has(const std::vector<std::string>& tags, const std::string& tag) { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }

}  // namespace

NotesDialog::NotesDialog(const QString& title, const QVector<runs::RunNotes>& notes, const QStringList& knownTags, QWidget* parent)
    : QDialog(parent)
    , m_before(notes)
    , m_commonTags(notes.constFirst().tags)
    , m_tags(new QLineEdit(this))
    , m_note(new QPlainTextEdit(this))
{
    setWindowTitle(title);
    for (const auto& each : notes) {
        std::erase_if(m_commonTags, [&](const auto& tag) { return !has(each.tags, tag); });
        m_sameNote &= each.note == notes.constFirst().note;
    }
    m_tags->setObjectName(QStringLiteral("tags"));
    m_tags->setText(QString::fromStdString(runs::tagsAsText(m_commonTags)));
    m_tags->setPlaceholderText(tr("paper, long run"));
    m_tags->setClearButtonEnabled(true);
    m_tags->setToolTip(notes.size() == 1 ? tr("Words to find the run by, separated by commas") : tr("Tags that all selected runs have, separated by commas; others stay"));
    m_tags->setCompleter(new WordCompleter(knownTags, QLatin1Char(','), m_tags));
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setTabChangesFocus(true);
    m_note->setPlainText(m_sameNote ? QString::fromStdString(notes.constFirst().note) : QString());
    m_note->setPlaceholderText(m_sameNote ? tr("What this run is for, what came out of it") : tr("The selected runs have different notes. What is typed here replaces all of them."));
    m_note->setAccessibleName(tr("Note"));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Tags"), m_tags);
    form->addRow(tr("&Note"), m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 64, fontMetrics().height() * 16);
}

QVector<runs::RunNotes> NotesDialog::result() const
{
    const auto wanted = runs::tagsFromText(m_tags->text().toStdString());
    const auto note = m_note->toPlainText().trimmed().toStdString();
    auto after = m_before;
    for (auto& notes : after) {
        std::erase_if(notes.tags, [&](const auto& tag) { return has(m_commonTags, tag) && !has(wanted, tag); });
        for (const auto& tag : wanted)
            if (!has(notes.tags, tag))
                notes.tags.push_back(tag);
        if (m_sameNote || !note.empty())
            notes.note = note;
    }
    return after;
}

}  // namespace bam::views
