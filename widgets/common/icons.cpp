// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace bam::ui {
namespace {

/// Renders at the size and in the colour of the moment: a change of theme needs no new icons.
class LineIcon : public QIconEngine {
public:
    explicit LineIcon(QByteArray svg)
        : m_svg(std::move(svg))
    {
    }
    QIconEngine* clone() const override { return new LineIcon(m_svg); }
    QString key() const override { return QStringLiteral("bamscope-line"); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto color = palette.color(group, mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText);
        auto svg = m_svg;
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

private:
    QByteArray m_svg;
};

}  // namespace

QIcon icon(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? QIcon(new LineIcon(file.readAll())) : QIcon();
}

}  // namespace bam::ui
