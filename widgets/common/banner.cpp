// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/banner.h"

#include "widgets/common/colors.h"
#include "widgets/common/icons.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace bam::ui {
namespace {

constexpr int kMostBanners = 3;

QString keyOf(const Message& message) { return message.key.isEmpty() ? message.text : message.key; }

QString iconName(Severity severity)
{
    switch (severity) {
    case Severity::Success: return QStringLiteral("done");
    case Severity::Warning: return QStringLiteral("warning");
    case Severity::Error: return QStringLiteral("error");
    case Severity::Information: break;
    }
    return QStringLiteral("info");
}

/// Hues told apart with any kind of colour vision; the icon says the same.
QColor hue(Severity severity)
{
    switch (severity) {
    case Severity::Success: return QColor(0x00, 0x9E, 0x73);
    case Severity::Warning: return QColor(0xE6, 0x9F, 0x00);
    case Severity::Error: return QColor(0xD5, 0x5E, 0x00);
    case Severity::Information: break;
    }
    return QColor(0x00, 0x72, 0xB2);
}

}  // namespace

Banner::Banner(const Message& message, QWidget* parent)
    : QFrame(parent)
    , m_message(message)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setAccessibleName(message.text);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    m_text->setTextFormat(Qt::RichText);
    m_text->setText(message.hint.isEmpty() ? QStringLiteral("<b>%1</b>").arg(message.text.toHtmlEscaped())
                                           : QStringLiteral("<b>%1</b><br>%2").arg(message.text.toHtmlEscaped(), message.hint.toHtmlEscaped()));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(m_text, 1);
    if (!message.action.isEmpty()) {
        auto* button = new QPushButton(message.action, this);
        button->setObjectName(QStringLiteral("bannerAction"));
        connect(button, &QPushButton::clicked, this, [this] {
            const auto action = m_message.onAction;
            Q_EMIT dismissed();
            if (action)
                action();
        });
        layout->addWidget(button, 0, Qt::AlignVCenter);
    }
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("bannerClose"));
    close->setAutoRaise(true);
    close->setIcon(icon(QStringLiteral("close")));
    close->setToolTip(tr("Dismiss this message"));
    close->setAccessibleName(tr("Dismiss this message"));
    connect(close, &QToolButton::clicked, this, &Banner::dismissed);
    layout->addWidget(close, 0, Qt::AlignTop);
    if (message.fadeAfterMs > 0)
        QTimer::singleShot(message.fadeAfterMs, this, &Banner::dismissed);
    applyColors();
}

void Banner::applyColors()
{
    auto colors = parentWidget() ? parentWidget()->palette() : QPalette();
    colors.setColor(QPalette::Window, mixed(colors.color(QPalette::Base), hue(m_message.severity), 0.18));
    if (palette().color(QPalette::Window) != colors.color(QPalette::Window))
        setPalette(colors);
    m_icon->setPixmap(icon(iconName(m_message.severity)).pixmap(QSize(20, 20), devicePixelRatioF()));
}

void Banner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
}

BannerArea::BannerArea(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void BannerArea::show(const Message& message)
{
    dismiss(keyOf(message));
    auto* banner = new Banner(message, this);
    connect(banner, &Banner::dismissed, this, [this, banner] { dismiss(keyOf(banner->message())); });
    m_layout->insertWidget(0, banner);
    while (m_layout->count() > kMostBanners) {
        auto* last = m_layout->itemAt(m_layout->count() - 1)->widget();
        m_layout->removeWidget(last);
        last->deleteLater();
    }
    setVisible(true);
    QAccessibleEvent event(banner, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void BannerArea::dismiss(const QString& key)
{
    for (int i = m_layout->count() - 1; i >= 0; --i) {
        auto* banner = qobject_cast<Banner*>(m_layout->itemAt(i)->widget());
        if (banner && keyOf(banner->message()) == key) {
            m_layout->removeWidget(banner);
            banner->hide();
            banner->deleteLater();
        }
    }
    setVisible(m_layout->count() > 0);
}

void BannerArea::clear()
{
    while (auto* item = m_layout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    setVisible(false);
}

int BannerArea::count() const { return m_layout->count(); }

}  // namespace bam::ui
