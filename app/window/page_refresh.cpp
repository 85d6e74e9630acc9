// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/page_refresh.h"

#include <QEvent>
#include <QWidget>

#include <utility>

namespace bam::window {
namespace {

constexpr int kSoonMs = 50;

}  // namespace

PageRefresh::PageRefresh(QWidget& page, const models::RunModel& model, std::function<void()> refresh)
    : m_refresh(std::move(refresh))
{
    page.installEventFilter(this);
    connect(&model, &QAbstractItemModel::dataChanged, this, &PageRefresh::soon);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &PageRefresh::soon);
    connect(&model, &QAbstractItemModel::modelReset, this, &PageRefresh::soon);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSoonMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_refresh(); });
}

/// What is under way is not put off.
void PageRefresh::soon()
{
    if (!m_timer.isActive())
        m_timer.start();
}

bool PageRefresh::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        soon();
    return QObject::eventFilter(watched, event);
}

}  // namespace bam::window
