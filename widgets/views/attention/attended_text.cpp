// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/attended_text.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/strip_content.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr std::int64_t kMargin = 24, kOpenedMargin = 200;
constexpr std::size_t kHottest = 16, kMostOpened = 8;

}  // namespace

AttendedText::AttendedText(QWidget* parent)
    : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("attendedText"));
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setAccessibleName(tr("Prompt, coloured by attention"));
    setAccessibleDescription(tr("Left and right choose the query, with Ctrl the key. Return opens the stretch that was left out before it."));
    setToolTip(tr("The brighter a token, the more attention the query (inverted) gives to it. Click: look from this token; Ctrl and click: choose it as key; click on a stretch that was left out: show it."));
    setPlaceholderText(tr("The prompt appears here, coloured by attention, after a capture."));
    viewport()->setMouseTracking(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

void AttendedText::setCapture(std::shared_ptr<const inspect::Capture> capture)
{
    const bool same = m_capture && capture && m_capture->prompt.tokens == capture->prompt.tokens;
    m_capture = std::move(capture);
    if (!same) {
        m_weights.clear();
        m_opened.clear();
        m_query = m_key = -1;
        fill();
    }
}

void AttendedText::setAttention(qint64 query, std::vector<float> weights)
{
    m_query = query;
    m_weights = std::move(weights);
    fill();
}

void AttendedText::setKey(qint64 position)
{
    if (position == m_key)
        return;
    m_key = position;
    fill();
}

void AttendedText::fill()
{
    const int scrolled = verticalScrollBar()->value();
    clear();
    m_placed.clear();
    m_stretches.clear();
    if (!m_capture)
        return;
    const auto& prompt = m_capture->prompt;
    const auto length = prompt.length();
    std::vector<std::int64_t> keep = largestWeights(m_weights.data(), std::min<std::int64_t>(length, std::int64_t(m_weights.size())), kHottest);
    keep.push_back(m_query);
    keep.push_back(m_key);
    for (const auto at : m_opened)
        for (auto near = at - kOpenedMargin; near <= at + kOpenedMargin; near += kMargin)
            keep.push_back(near);
    if (prompt.hasNeedle())
        for (auto at = prompt.needleBegin; at < prompt.needleEnd; at += kMargin)
            keep.push_back(at);
    m_stretches = stretchesOf(length, std::move(keep), kMargin);

    double low = 0.1 / double(std::max<std::int64_t>(length, 1)), high = 20 * low;
    for (const float weight : m_weights)
        high = std::max(high, double(weight));
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    const auto base = palette().color(QPalette::Base);
    QTextCharFormat gap;
    gap.setForeground(palette().color(QPalette::Link));
    gap.setFontItalic(true);
    for (const auto& stretch : m_stretches) {
        if (stretch.leftOut) {
            const int begin = cursor.position();
            cursor.insertText(tr(" … %Ln token(s) … ", nullptr, int(stretch.end - stretch.begin)), gap);
            m_placed.push_back({begin, cursor.position(), stretch.begin, true});
            continue;
        }
        for (auto token = stretch.begin; token < stretch.end; ++token) {
            QTextCharFormat format;
            if (token < std::int64_t(m_weights.size())) {
                const double share = logShare(double(m_weights[std::size_t(token)]), low, high);
                const auto color = ui::mixed(base, weightColor(0.15 + 0.85 * share), share > 0 ? 0.15 + 0.85 * share : 0);
                format.setBackground(color);
                format.setForeground(inkOn(color));
            }
            if (token >= prompt.needleBegin && token < prompt.needleEnd) {
                format.setFontUnderline(true);
                format.setFontWeight(QFont::Bold);
            }
            if (token == m_query) {
                format.setBackground(palette().color(QPalette::Text));
                format.setForeground(base);
            } else if (token == m_key) {
                format.setBackground(palette().color(QPalette::Highlight));
                format.setForeground(palette().color(QPalette::HighlightedText));
            }
            const int begin = cursor.position();
            cursor.insertText(shownPiece(prompt.pieces[std::size_t(token)]), format);
            m_placed.push_back({begin, cursor.position(), token, false});
        }
    }
    cursor.endEditBlock();
    verticalScrollBar()->setValue(scrolled);
}

qint64 AttendedText::placedAt(qint64 character) const
{
    const auto after = std::upper_bound(m_placed.begin(), m_placed.end(), character, [](qint64 at, const Placed& placed) { return at < placed.character; });
    return after == m_placed.begin() ? -1 : qint64(std::prev(after) - m_placed.begin());
}

qint64 AttendedText::tokenAt(const QPoint& at) const
{
    const auto inDocument = QPointF(at) + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const int character = document()->documentLayout()->hitTest(inDocument, Qt::ExactHit);
    const auto index = character < 0 ? -1 : placedAt(character);
    return index < 0 || m_placed[std::size_t(index)].leftOut ? -1 : m_placed[std::size_t(index)].token;
}

QPoint AttendedText::pointOf(qint64 token) const
{
    const auto found = std::find_if(m_placed.begin(), m_placed.end(), [token](const Placed& placed) { return placed.token == token; });
    if (found == m_placed.end())
        return {-1, -1};
    QTextCursor first(document()), last(document());
    first.setPosition(found->character);
    last.setPosition(std::min(found->end, found->character + 1));
    const auto begin = cursorRect(first), end = cursorRect(last);
    return begin.top() == end.top() ? QPoint((begin.center().x() + end.center().x()) / 2, begin.center().y()) : begin.center() + QPoint(2, 0);
}

void AttendedText::open(std::int64_t position)
{
    m_opened.push_back(position);
    if (m_opened.size() > kMostOpened)
        m_opened.erase(m_opened.begin());
    fill();
}

void AttendedText::choose(qint64 token, Qt::KeyboardModifiers modifiers)
{
    if (!m_capture || token < 0 || token >= m_capture->prompt.length())
        return;
    if (modifiers & Qt::ControlModifier)
        Q_EMIT keyChosen(token);
    else if (token != m_query)
        Q_EMIT queryChosen(token);
}

QString AttendedText::readoutOf(qint64 token) const
{
    if (!m_capture || token < 0)
        return {};
    const auto name = tr("Token %1 %2", "1: position; 2: quoted token").arg(ui::count(double(token)), quotedPiece(m_capture->prompt.pieces[std::size_t(token)]));
    return token < qint64(m_weights.size()) ? tr("%1: weight %2").arg(name, ui::significant(double(m_weights[std::size_t(token)]), 3)) : tr("%1: not seen by this query").arg(name);
}

void AttendedText::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    QTextBrowser::mousePressEvent(event);
}

void AttendedText::mouseReleaseEvent(QMouseEvent* event)
{
    QTextBrowser::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance())
        return;     // text was selected, to be copied
    const auto inDocument = QPointF(event->pos()) + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const int character = document()->documentLayout()->hitTest(inDocument, Qt::ExactHit);
    const auto index = character < 0 ? -1 : placedAt(character);
    if (index < 0)
        return;
    const auto placed = m_placed[std::size_t(index)];
    if (placed.leftOut)
        open(placed.token);
    else
        choose(placed.token, event->modifiers());
}

void AttendedText::mouseMoveEvent(QMouseEvent* event)
{
    QTextBrowser::mouseMoveEvent(event);
    Q_EMIT readoutChanged(readoutOf(tokenAt(event->pos())));
}

void AttendedText::keyPressEvent(QKeyEvent* event)
{
    const bool key = event->modifiers() & Qt::ControlModifier;
    const auto at = key ? std::max<qint64>(m_key, 0) : m_query;
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return choose(at + (event->key() == Qt::Key_Right ? 1 : -1), event->modifiers());
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const auto before = std::find_if(m_stretches.rbegin(), m_stretches.rend(), [at](const auto& stretch) { return stretch.leftOut && stretch.begin < at; });
        if (before != m_stretches.rend())
            open(before->end - 1);
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

void AttendedText::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_capture)
        fill();
}

}  // namespace bam::views
