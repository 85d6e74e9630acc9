// SPDX-License-Identifier: GPL-3.0-or-later
// Colours that a run's curves can be given.
#pragma once

#include <QColor>
#include <QMenu>

#include <functional>
#include <optional>

namespace bam::views {

class RunColorMenu : public QMenu {
    Q_OBJECT
public:
    explicit RunColorMenu(QWidget* parent);

    /// What the dialog for other colours begins with; nothing: there is no run to be coloured.
    std::function<std::optional<QColor>()> present;

Q_SIGNALS:
    /// "#rrggbb"; empty: the encoding's own.
    void chosen(const QString& color);

private:
    void chooseOther();
};

}  // namespace bam::views
