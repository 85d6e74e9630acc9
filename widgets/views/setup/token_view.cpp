// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/token_view.h"

#include "widgets/common/colors.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/setup_colors.h"

#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>
#include <QVBoxLayout>

namespace bam::views {
namespace {

using data::PreviewToken;

/// Spaces as middle dots, line ends as arrows: what a token holds has to be seen.
QString visible(const PreviewToken& token)
{
    auto text = QString::fromStdString(token.text);
    if (token.kind != PreviewToken::Kind::Text)
        return text;
    text.replace(QLatin1Char(' '), QChar(0x00B7));
    text.replace(QLatin1Char('\n'), QStringLiteral("\u21B5"));
    text.replace(QLatin1Char('\t'), QStringLiteral("\u21E5"));
    return text;
}

}  // namespace

TokenView::TokenView(QWidget* parent)
    : QWidget(parent)
    , m_summary(new QLabel(this))
    , m_text(new QTextEdit(this))
    , m_busy(new QProgressBar(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_summary);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_busy);
    m_summary->setObjectName(QStringLiteral("previewSummary"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName(QStringLiteral("previewText"));
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("First documents with token boundaries"));
    m_text->setMinimumHeight(fontMetrics().height() * 8);
    m_text->setWordWrapMode(QTextOption::WrapAnywhere);
    auto policy = m_busy->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_busy->setSizePolicy(policy);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setMaximumHeight(4);
    m_busy->hide();
}

void TokenView::showWaiting()
{
    m_busy->show();
    m_summary->setText(tr("Reading the first documents…"));
}

void TokenView::showHint(const QString& text)
{
    m_busy->hide();
    m_preview = {};
    m_text->clear();
    m_summary->setText(text);
}

void TokenView::showPreview(const data::Preview& preview)
{
    m_busy->hide();
    m_preview = preview;
    m_summary->setText(summaryOf(preview));
    fill();
    m_text->verticalScrollBar()->setValue(0);
}

QString TokenView::summaryOf(const data::Preview& preview) const
{
    if (!preview.error.empty())
        return tr("%1 %2").arg(ui::coreText(preview.error), ui::coreText(preview.hint));
    QStringList lines;
    const auto files = tr("%n file(s), %1", nullptr, int(preview.files)).arg(ui::bytes(double(preview.bytes)));
    if (preview.tokens >= 0 && preview.exact)
        lines << tr("%1: %2 tokens").arg(files, ui::count(preview.tokens));
    else if (preview.tokens >= 0)
        lines << tr("%1: about %2 tokens").arg(files, ui::shortCount(preview.tokens));
    else
        lines << files;
    if (preview.charactersPerToken() > 0)
        lines << tr("%1 characters per token, tokenizer of %2 pieces").arg(ui::decimals(preview.charactersPerToken(), 2), ui::count(double(preview.pieces)));
    for (const auto& note : preview.notes)
        lines << ui::coreText(note);
    return lines.join(QLatin1Char('\n'));
}

void TokenView::fill()
{
    m_text->clear();
    QTextCursor cursor(m_text->document());
    const auto base = palette().color(QPalette::Base);
    const auto blue = ui::isDark(palette()) ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x72, 0xB2);
    QTextCharFormat plain, heading, control;
    QTextCharFormat shaded[2];
    heading.setForeground(palette().color(QPalette::PlaceholderText));
    shaded[0].setBackground(ui::mixed(base, blue, 0.14));
    shaded[1].setBackground(ui::mixed(base, blue, 0.32));
    cursor.beginEditBlock();
    bool first = true;
    for (const auto& document : m_preview.documents) {
        if (!first)
            cursor.insertBlock();
        first = false;
        auto title = document.tokenCount > 0 ? tr("%1: %2 characters, %3 tokens") : tr("%1: %2 characters");
        title = title.arg(QString::fromStdString(document.source), ui::count(double(document.characters)));
        cursor.insertText(document.tokenCount > 0 ? title.arg(ui::count(double(document.tokenCount))) : title, heading);
        cursor.insertBlock();
        if (document.tokens.empty())
            cursor.insertText(QString::fromStdString(document.text), plain);
        int n = 0;
        for (const auto& token : document.tokens) {
            auto format = shaded[n++ % 2];
            if (token.kind != PreviewToken::Kind::Text) {
                format.setForeground(problemColor(palette()));
                format.setFontItalic(true);
            }
            format.setToolTip(tr("Token %1, id %2").arg(n).arg(token.id));
            cursor.insertText(visible(token), format);
        }
        if (document.cut)
            cursor.insertText(QStringLiteral(" \u2026"), heading);
    }
    cursor.endEditBlock();
}

void TokenView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_preview.documents.empty())
        fill();
}

}  // namespace bam::views
