// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/banner.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bam::ui {
namespace {

constexpr int kMostShown = 3;
constexpr int kMostKept = 20;
constexpr int kShare = 3;         // of the height of the view: a third

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
    const auto text = breakable(message.text), hint = breakable(message.hint);
    m_text->setText(hint.isEmpty() ? QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()) : QStringLiteral("<b>%1</b><br>%2").arg(text.toHtmlEscaped(), hint.toHtmlEscaped()));
    m_text->setWordWrap(true);
    if (text != message.text || hint != message.hint)
        m_text->setToolTip(QStringLiteral("<p style='white-space: pre-wrap'>%1</p>").arg((message.text + QLatin1Char('\n') + message.hint).trimmed().toHtmlEscaped()));
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
    , m_more(new QToolButton(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_more->setObjectName(QStringLiteral("bannerMore"));
    m_more->setAutoRaise(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setToolTip(tr("Shows the older messages, too, or the newest alone"));
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_expanded = !m_expanded;
        arrange();
    });
    m_layout->addWidget(m_more, 0, Qt::AlignLeft);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    if (parent)
        parent->installEventFilter(this);
    hide();
}

void BannerArea::show(const Message& message)
{
    drop(keyOf(message));
    auto* banner = new Banner(message, this);
    connect(banner, &Banner::dismissed, this, [this, banner] { dismiss(keyOf(banner->message())); });
    m_layout->insertWidget(0, banner);
    m_banners.prepend(banner);
    while (m_banners.size() > kMostKept)
        remove(m_banners.back());
    arrange();
    QAccessibleEvent event(banner, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void BannerArea::dismiss(const QString& key)
{
    drop(key);
    arrange();
}

void BannerArea::clear()
{
    while (!m_banners.isEmpty())
        remove(m_banners.back());
    arrange();
}

int BannerArea::count() const { return int(m_banners.size()); }

void BannerArea::drop(const QString& key)
{
    const auto banners = m_banners;
    for (auto* banner : banners)
        if (keyOf(banner->message()) == key)
            remove(banner);
}

void BannerArea::remove(Banner* banner)
{
    m_banners.removeOne(banner);
    m_layout->removeWidget(banner);
    banner->hide();
    banner->deleteLater();
}

/// The newest is always shown, the older ones as long as all together take no more than a third of the view.
void BannerArea::arrange()
{
    if (m_banners.size() < 2)
        m_expanded = false;
    const auto* view = parentWidget();
    const bool known = view && view->testAttribute(Qt::WA_WState_Created);     // before, its size means nothing
    const int room = known ? view->height() / kShare : QWIDGETSIZE_MAX, across = known ? std::min(width() > 100 ? width() : view->width(), view->width()) : 640;
    int used = 0, shown = 0;
    for (auto* banner : std::as_const(m_banners)) {
        const int height = banner->layout()->hasHeightForWidth() ? banner->layout()->totalHeightForWidth(across) : banner->sizeHint().height();
        const bool fits = m_expanded || (shown == int(m_banners.indexOf(banner)) && (shown == 0 || (shown < kMostShown && used + height <= room)));
        banner->setVisible(fits);
        if (!fits)
            continue;
        ++shown;
        used += height + m_layout->spacing();
    }
    const int hidden = count() - shown;
    m_more->setVisible(hidden > 0 || m_expanded);
    m_more->setIcon(icon(m_expanded ? QStringLiteral("up") : QStringLiteral("down")));
    m_more->setText(m_expanded ? tr("Show fewer") : tr("%n more message(s)", nullptr, hidden));
    setVisible(count() > 0);
}

bool BannerArea::event(QEvent* event)
{
    if (event->type() == QEvent::ParentChange && parent())
        parent()->installEventFilter(this);
    return QWidget::event(event);
}

bool BannerArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize && count() > 1)
        arrange();
    return QWidget::eventFilter(watched, event);
}

}  // namespace bam::ui
