// SPDX-License-Identifier: GPL-3.0-or-later
// When a page that shows the selected runs is filled anew: it comes into sight or goes out of it, or what the list tells of runs (titles, colours, whether one still
// runs) has changed. Many changes at once are one.
#pragma once

#include "widgets/models/run_model.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace bam::window {

class PageRefresh : public QObject {
public:
    PageRefresh(QWidget& page, const models::RunModel& model, std::function<void()> refresh);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void soon();
    std::function<void()> m_refresh;
    QTimer m_timer;
};

}  // namespace bam::window
