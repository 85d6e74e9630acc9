// SPDX-License-Identifier: GPL-3.0-or-later
// The ring around the point that is read and the box that tells it, above a plot: moving it draws nothing of the plot anew.
#pragma once

#include <QWidget>

namespace bam::figures {

class ReadoutOverlay : public QWidget {
public:
    explicit ReadoutOverlay(QWidget* parent);
    /// @param text lines; empty: nothing is shown
    void show(const QPointF& at, const QString& text, const QColor& color);
    QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF boxFor(const QSizeF& size) const;
    QPointF m_at;
    QString m_text;
    QColor m_color;
};

}  // namespace bam::figures
