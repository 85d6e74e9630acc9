// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_color_menu.h"

#include "widgets/common/icons.h"

#include <QColorDialog>

namespace bam::views {
namespace {

/// Okabe and Ito's, told apart with any kind of colour vision.
constexpr const char* kColors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#7f7f7f"};

QIcon swatch(const QColor& color)
{
    QPixmap pixmap(32, 32);
    pixmap.fill(color);
    return QIcon(pixmap);
}

}  // namespace

RunColorMenu::RunColorMenu(QWidget* parent)
    : QMenu(tr("&Colour"), parent)
{
    setIcon(ui::icon(QStringLiteral("palette")));
    menuAction()->setObjectName(QStringLiteral("color"));
    addAction(tr("Of its &encoding"), this, [this] { Q_EMIT chosen({}); })->setObjectName(QStringLiteral("ownColor"));
    addSeparator();
    const QString names[] = {tr("Blue"), tr("Vermilion"), tr("Green"), tr("Pink"), tr("Orange"), tr("Sky blue"), tr("Yellow"), tr("Grey")};
    for (std::size_t i = 0; i < std::size(kColors); ++i) {
        const auto color = QString::fromLatin1(kColors[i]);
        addAction(swatch(QColor(color)), names[i], this, [this, color] { Q_EMIT chosen(color); });
    }
    addSeparator();
    addAction(tr("&Other…"), this, &RunColorMenu::chooseOther);
    menuAction()->setEnabled(false);
}

void RunColorMenu::chooseOther()
{
    const auto now = present ? present() : std::nullopt;
    if (!now)
        return;
    const auto color = QColorDialog::getColor(*now, parentWidget(), tr("Colour of the curves"));
    if (color.isValid())
        Q_EMIT chosen(color.name());
}

}  // namespace bam::views
