// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt as text, coloured by the attention that one query gives to each token; the needle underlined, the query inverted. Long prompts leave out what matters
// least. Text of any script and direction.
//
// Invariant: what the text holds is always short enough to be laid out at once, however long the prompt is.
#pragma once

#include "widgets/views/attention/prompt_text.h"

#include <QTextBrowser>

#include <memory>
#include <vector>

namespace bam::views {

class AttendedText : public QTextBrowser {
    Q_OBJECT
public:
    explicit AttendedText(QWidget* parent = nullptr);

    /// @param capture null: nothing to show. Only its prompt is used.
    void setCapture(std::shared_ptr<const inspect::Capture> capture);
    /// @param weights over the keys from 0; shorter than the prompt where the query sees no more. Empty: not known (yet)
    void setAttention(qint64 query, std::vector<float> weights);
    void setKey(qint64 position);
    qint64 query() const { return m_query; }
    /// Tokens as they are shown now.
    const std::vector<TextStretch>& stretches() const { return m_stretches; }
    /// The token that a place in the viewport belongs to; −1: none.
    qint64 tokenAt(const QPoint& at) const;
    /// Middle of a shown token in the viewport.
    QPoint pointOf(qint64 token) const;

Q_SIGNALS:
    void queryChosen(qint64 position);
    void keyChosen(qint64 position);
    void readoutChanged(const QString& text);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void open(std::int64_t position);
    /// Index into m_placed; −1: none.
    qint64 placedAt(qint64 character) const;
    void choose(qint64 token, Qt::KeyboardModifiers modifiers);
    QString readoutOf(qint64 token) const;

    struct Placed {
        int character = 0;          ///< where it begins in the document
        int end = 0;
        std::int64_t token = 0;
        bool leftOut = false;       ///< then `token` is the first of the stretch
    };

    std::shared_ptr<const inspect::Capture> m_capture;
    std::vector<float> m_weights;
    qint64 m_query = -1, m_key = -1;
    std::vector<std::int64_t> m_opened;         // positions whose neighbourhood somebody asked to see
    std::vector<TextStretch> m_stretches;
    std::vector<Placed> m_placed;
    QPoint m_pressed;
};

}  // namespace bam::views
