// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "widgets/figures/figure_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

using namespace bam;
using namespace bam::figures;

namespace {

template <class W>
W& part(QWidget& dialog, const char* name)
{
    auto* found = dialog.findChild<W*>(QLatin1String(name));
    if (!found)
        qFatal("there is no %s", name);
    return *found;
}

std::unique_ptr<FigureDialog> shown()
{
    auto dialog = std::make_unique<FigureDialog>(test::curvesFigure(), QStringLiteral("figures"));
    dialog->show();
    (void)QTest::qWaitForWindowExposed(dialog.get());
    return dialog;
}

void choose(QComboBox& box, const QString& data)
{
    box.setCurrentIndex(box.findData(data));
    Q_EMIT box.activated(box.currentIndex());
}

}  // namespace

class FigureDialogTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void presetsSetTheWidthAndKeepTheProportions()
    {
        const auto dialog = shown();
        choose(part<QComboBox>(*dialog, "figurePreset"), QStringLiteral("icml-column"));
        QCOMPARE(part<QDoubleSpinBox>(*dialog, "figureWidth").value(), 82.55);
        QVERIFY(std::abs(part<QDoubleSpinBox>(*dialog, "figureHeight").value() - 82.55 * 80 / 139.7) < 0.01);
        QCOMPARE(dialog->file().style.millimetres.width(), 82.55);
        choose(part<QComboBox>(*dialog, "figurePreset"), QStringLiteral("neurips"));
        QCOMPARE(part<QComboBox>(*dialog, "figurePreset").currentData().toString(), QStringLiteral("neurips"));
    }

    void unitsAreConvertedBothWays()
    {
        const auto dialog = shown();
        auto& unit = part<QComboBox>(*dialog, "figureUnit");
        auto& width = part<QDoubleSpinBox>(*dialog, "figureWidth");
        unit.setCurrentIndex(2);
        QCOMPARE(width.value(), 5.5);
        width.setValue(3.25);
        QVERIFY(std::abs(dialog->file().style.millimetres.width() - 82.55) < 1e-6);
        QCOMPARE(part<QComboBox>(*dialog, "figurePreset").currentData().toString(), QStringLiteral("icml-column"));
        unit.setCurrentIndex(1);
        QCOMPARE(width.value(), 234.0);
        width.setValue(200);
        QCOMPARE(part<QComboBox>(*dialog, "figurePreset").currentData().toString(), QString());
        part<QCheckBox>(*dialog, "figureProportions").setChecked(false);
        part<QDoubleSpinBox>(*dialog, "figureHeight").setValue(100);
        width.setValue(234);
        QCOMPARE(part<QDoubleSpinBox>(*dialog, "figureHeight").value(), 100.0);
    }

    void everyChoiceIsInWhatIsSavedAndSeenInThePreview()
    {
        const auto dialog = shown();
        auto& picture = part<QLabel>(*dialog, "figurePicture");
        QTRY_VERIFY(!picture.pixmap().isNull());
        const auto before = picture.pixmap().toImage();
        part<QComboBox>(*dialog, "figurePalette").setCurrentIndex(1);
        part<QComboBox>(*dialog, "figureLegend").setCurrentIndex(3);
        part<QDoubleSpinBox>(*dialog, "figureFontSize").setValue(9.5);
        part<QDoubleSpinBox>(*dialog, "figureLine").setValue(2);
        part<QDoubleSpinBox>(*dialog, "figureMarker").setValue(6);
        part<QCheckBox>(*dialog, "figureTitle").setChecked(false);
        part<QCheckBox>(*dialog, "figureGrid").setChecked(false);
        part<QSpinBox>(*dialog, "figureDots").setValue(600);
        const auto style = dialog->file().style;
        QCOMPARE(style.palette, QStringLiteral("grey"));
        QCOMPARE(style.legend, LegendPlace::Below);
        QCOMPARE(style.fontPoints, 9.5);
        QCOMPARE(style.linePoints, 2.0);
        QCOMPARE(style.markerPoints, 6.0);
        QVERIFY(!style.title && !style.grid);
        QCOMPARE(style.dotsPerInch, 600);
        QTRY_VERIFY(picture.pixmap().toImage() != before);
    }

    void itSaysWhichFilesItWritesAndWhatIsMissing()
    {
        const auto dialog = shown();
        QVERIFY(part<QLabel>(*dialog, "figureFiles").text().contains(QStringLiteral("pass-key_accuracy.pdf, pass-key_accuracy.json")));
        QTest::mouseClick(&part<QCheckBox>(*dialog, "figureFormat_png"), Qt::LeftButton, {}, QPoint(8, part<QCheckBox>(*dialog, "figureFormat_png").height() / 2));
        QVERIFY(dialog->fileNames().contains(QStringLiteral("pass-key_accuracy.png")));
        part<QCheckBox>(*dialog, "figureFormat_png").setChecked(false);
        part<QCheckBox>(*dialog, "figureFormat_pdf").setChecked(false);
        QVERIFY(!part<QPushButton>(*dialog, "figureSave").isEnabled());
        QVERIFY(part<QLabel>(*dialog, "figureProblem").isVisible());
        part<QCheckBox>(*dialog, "figureFormat_svg").setChecked(true);
        part<QLineEdit>(*dialog, "figureName").setText(QStringLiteral("a/b"));
        QVERIFY(!part<QPushButton>(*dialog, "figureSave").isEnabled());
        part<QLineEdit>(*dialog, "figureName").setText(QStringLiteral("mine"));
        QSignalSpy saved(dialog.get(), &FigureDialog::saveRequested);
        QTest::mouseClick(&part<QPushButton>(*dialog, "figureSave"), Qt::LeftButton);
        QCOMPARE(saved.size(), 1);
        QCOMPARE(saved.at(0).at(1).toString(), QStringLiteral("figures"));
        QCOMPARE(saved.at(0).at(2).toString(), QStringLiteral("mine"));
    }

    void choicesAreRemembered()
    {
        const auto first = shown();
        part<QComboBox>(*first, "figureUnit").setCurrentIndex(2);
        choose(part<QComboBox>(*first, "figurePreset"), QStringLiteral("ieee-column"));
        part<QCheckBox>(*first, "figureFormat_tex").setChecked(true);
        part<QDoubleSpinBox>(*first, "figureFontSize").setValue(7);
        part<QLineEdit>(*first, "figureFolder").setText(QStringLiteral("elsewhere"));
        const auto second = shown();
        second->restoreSettings(first->saveSettings());
        QCOMPARE(second->file().style, first->file().style);
        QCOMPARE(second->file().formats, first->file().formats);
        QCOMPARE(second->folder(), QStringLiteral("elsewhere"));
        QCOMPARE(part<QComboBox>(*second, "figurePreset").currentData().toString(), QStringLiteral("ieee-column"));
        for (const auto* broken : {"", "nonsense", "{}", "{\"style\": \"[]\"}", "[1]"}) {
            const auto third = shown();
            third->restoreSettings(broken);
            QCOMPARE(third->file().style, FigureStyle());
        }
    }

    void thePictureIsCopiedWithItsDots()
    {
        const auto dialog = shown();
        QSignalSpy copied(dialog.get(), &FigureDialog::copyRequested);
        part<QSpinBox>(*dialog, "figureDots").setValue(100);
        QTest::mouseClick(&part<QPushButton>(*dialog, "figureCopy"), Qt::LeftButton);
        QCOMPARE(copied.at(0).at(0).value<QImage>().size(), QSize(550, 315));
    }

    void everyControlIsReachedByKeyAndHasANameAndATip()
    {
        const auto dialog = shown();
        dialog->resize(1280, 760);
        for (auto* widget : dialog->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QLatin1String("qt_")) || widget->objectName().isEmpty())
                continue;
            if (widget->objectName() == QLatin1String("figurePreview"))
                continue;
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
        }
        if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES")) {
            QTest::qWait(200);
            dialog->grab().save(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/dialog.png"));
        }
    }
};

BAMSCOPE_TEST(FigureDialogTest)
#include "test_figure_dialog.moc"
