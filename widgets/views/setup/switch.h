// SPDX-License-Identifier: GPL-3.0-or-later
// An on/off switch: a check box drawn so that its state is read at a glance, by position as well as by colour.
#pragma once

#include <QAbstractButton>

namespace bam::views {

class Switch : public QAbstractButton {
    Q_OBJECT
public:
    explicit Switch(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace bam::views
