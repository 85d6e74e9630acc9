// SPDX-License-Identifier: GPL-3.0-or-later
// Above the list of curves: how the lines of training and of validation look, each a button that shows or hides all of them.
#pragma once

#include <QAbstractButton>
#include <QBoxLayout>
#include <QWidget>

class QAction;

namespace bam::views {

/// One kind of line.
class LegendKeyButton : public QAbstractButton {
    Q_OBJECT
public:
    /// @param marker of the sample; −1: none
    LegendKeyButton(const QString& text, int marker, QWidget* parent);
    /// Shows and switches what the action does.
    void follow(QAction* action);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_marker;
};

class LegendKey : public QWidget {
    Q_OBJECT
public:
    explicit LegendKey(QWidget* parent);
    void setActions(QAction* train, QAction* validation);
    /// Side by side, or one below the other.
    void setFlat(bool flat);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QBoxLayout* m_layout;
    LegendKeyButton *m_train, *m_validation;
};

}  // namespace bam::views
