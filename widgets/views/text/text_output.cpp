// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/text/text_output.h"

#include <QMimeData>
#include <QTextBlock>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>

namespace bam::views {
namespace {

// Characters: a paragraph is broken at the first space after kLong, and anywhere after kLongest.
constexpr qsizetype kLong = 2000, kLongest = 4000;
constexpr int kGoesOn = 1;      // state of a block that continues the one before

/// What QTextCursor::insertText() begins a block for.
bool endsParagraph(QChar c) { return c == u'\n' || c == u'\r' || c == QChar::ParagraphSeparator || c == QChar(0xfdd0) || c == QChar(0xfdd1); }

bool mayBreakAfter(const QString& text, qsizetype at, qsizetype length)
{
    if (at + 1 < text.size() && (endsParagraph(text[at + 1]) || text[at + 1].isLowSurrogate()))
        return false;
    return length >= kLongest ? !text[at].isHighSurrogate() : length >= kLong && text[at].isSpace();
}

}  // namespace

TextOutput::TextOutput(QWidget* parent) : QTextEdit(parent)
{
    setReadOnly(true);
    setAcceptRichText(false);
    setUndoRedoEnabled(false);      // else every piece is kept a second time
}

void TextOutput::clearText()
{
    m_text.clear();
    clear();
}

void TextOutput::add(const QString& text, const QTextCharFormat& format)
{
    m_text += text;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    qsizetype begin = 0, length = cursor.block().length() - 1;
    for (qsizetype at = 0; at < text.size(); ++at) {
        length = endsParagraph(text[at]) ? 0 : length + 1;
        if (length == 0 || !mayBreakAfter(text, at, length))
            continue;
        cursor.insertText(text.mid(begin, at + 1 - begin), format);
        cursor.insertBlock();
        cursor.block().setUserState(kGoesOn);
        begin = at + 1;
        length = 0;
    }
    cursor.insertText(text.mid(begin), format);
    cursor.endEditBlock();
}

QMimeData* TextOutput::createMimeDataFromSelection() const
{
    const auto first = textCursor().selectionStart(), last = textCursor().selectionEnd();
    QString text;
    for (auto block = document()->findBlock(first); block.isValid() && block.position() <= last; block = block.next()) {
        if (block.position() > first && block.userState() != kGoesOn)
            text += u'\n';
        const auto begin = std::max(0, first - block.position());
        text += block.text().mid(begin, last - block.position() - begin);
    }
    auto* data = new QMimeData;
    data->setText(text);
    return data;
}

}  // namespace bam::views
