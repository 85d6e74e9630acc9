// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/paste_dialog.h"

#include "core/base/error.h"
#include "core/jobs/launch_lines.h"
#include "core/spec/spec_values.h"
#include "widgets/common/core_text.h"
#include "widgets/views/setup/field_text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace bam::views {

PasteDialog::PasteDialog(const spec::RunSpec& base, QWidget* parent)
    : QDialog(parent)
    , m_base(base)
    , m_spec(base)
    , m_text(new QPlainTextEdit(this))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("pasteDialog"));
    setWindowTitle(tr("Paste flags or JSON"));
    auto* layout = new QVBoxLayout(this);
    auto* what = new QLabel(tr("A command line of bamscope or of the official train.py, or the JSON of a spec. It is laid over the present set-up; a preset in it replaces all."), this);
    what->setWordWrap(true);
    layout->addWidget(what);
    m_text->setObjectName(QStringLiteral("pasteText"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlaceholderText(QStringLiteral("python train.py --model_size l12 --position_encoding bam_ssmax --learning_rate 1e-3"));
    m_text->setAccessibleName(tr("Flags or JSON"));
    m_text->setTabChangesFocus(true);
    layout->addWidget(m_text, 1);
    m_note->setObjectName(QStringLiteral("pasteNote"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_use = buttons->addButton(tr("&Use"), QDialogButtonBox::AcceptRole);
    m_use->setObjectName(QStringLiteral("pasteUse"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QPlainTextEdit::textChanged, this, &PasteDialog::read);
    resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 18);
    read();
}

void PasteDialog::read()
{
    const auto text = m_text->toPlainText().trimmed().toStdString();
    m_use->setEnabled(false);
    if (text.empty()) {
        m_note->clear();
        return;
    }
    try {
        std::vector<std::string> notes;
        if (text.front() == '{') {
            std::vector<spec::Problem> problems;
            m_spec = spec::overlay(m_base, spec::parseJson(text, "the text"), problems);
            spec::requireNone(problems, "the text");
        } else {
            m_spec = jobs::specFromCommandLine(text, m_base, notes);
        }
        QStringList lines{tr("%n field(s) will change.", nullptr, int(spec::changedFields(m_base, m_spec).size()))};
        for (const auto& note : notes)
            lines << ui::coreText(note);
        m_note->setText(lines.join(QLatin1Char('\n')));
        m_use->setEnabled(true);
    } catch (const Error& error) {
        m_note->setText(ui::coreText(error.cause()));
    }
}

}  // namespace bam::views
