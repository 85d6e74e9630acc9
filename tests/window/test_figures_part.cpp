// SPDX-License-Identifier: GPL-3.0-or-later
// From a figure on the screen to files, and from their JSON to the same files again by the program.
#include "app/window/figures_part.h"
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/work/figure_files.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "tests/window/window_home.h"
#include "widgets/figures/figure_dialog.h"
#include "widgets/views/loss/loss_view.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace bam::window {
namespace {

const QStringList kAll{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("tex")};

QByteArray contentOf(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

}  // namespace

class FiguresPartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aFolderThatCannotBeMadeIsTold()
    {
        const test::Workplace place;
        place.write("file", "text");
        EXPECT_ERROR(work::writeOutputFiles(place.path("file/folder").toStdString(), {}), ErrorCode::Failed, "Cannot make the folder \"");
    }

    void theProgramMakesTheSameBytesFromTheSidecarAsTheWindow()
    {
        const test::Workplace place;
        for (const auto& [name, figure] : {std::pair{QStringLiteral("curves"), test::curvesFigure()}, {QStringLiteral("maps"), test::heatmapFigure()}}) {
            const figures::FigureFile file{figure, {.millimetres = {84, 60}, .fontPoints = 7, .palette = QStringLiteral("grey"), .dotsPerInch = 150}, kAll};
            const auto files = figures::encodeFigure(file, name);
            work::writeOutputFiles(place.path().toStdString(), files);
            const auto outcome = place.run({QStringLiteral("--batch"), QStringLiteral("figure"), name + QStringLiteral(".json"), QStringLiteral("--out"), QStringLiteral("again/") + name});
            EXPECT_EXIT(outcome, 0);
            for (const auto& one : files)
                QVERIFY2(place.read(QStringLiteral("again/") + one.name) == one.content, qPrintable(one.name));
        }
    }

    void flagsOfTheCommandChangeWhatIsDrawn()
    {
        const test::Workplace place;
        place.write(QStringLiteral("f.json"), figures::toJson({test::curvesFigure(), {}, {QStringLiteral("pdf")}}));
        const auto run = [&](QStringList words) { return place.run(QStringList{QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("f.json")} + words); };
        EXPECT_EXIT(run({QStringLiteral("--out"), QStringLiteral("g.png"), QStringLiteral("--format"), QStringLiteral("png"), QStringLiteral("--width"), QStringLiteral("3.25in"),
                        QStringLiteral("--dpi"), QStringLiteral("100"), QStringLiteral("--grey"), QStringLiteral("--no-title"), QStringLiteral("--legend"), QStringLiteral("below")}), 0);
        QCOMPARE(QImage(place.path(QStringLiteral("g.png"))).width(), 325);
        const auto read = figures::fromJson(place.read(QStringLiteral("g.json")), QStringLiteral("g.json"));
        QCOMPARE(read.style.palette, QStringLiteral("grey"));
        QVERIFY(!read.style.title);
        EXPECT_EXIT(run({QStringLiteral("--width"), QStringLiteral("ieee-column"), QStringLiteral("--format"), QStringLiteral("pdf")}), 0);
        QVERIFY(place.read(QStringLiteral("f.pdf")).startsWith("%PDF"));
        for (const auto& [flags, text] : {std::pair{QStringList{QStringLiteral("--width"), QStringLiteral("84")}, "--width is \"84\""}, {{QStringLiteral("--format"), QStringLiteral("doc")}, "--format has \"doc\""},
                 {{QStringLiteral("--legend"), QStringLiteral("up")}, "--legend is \"up\""}, {{QStringLiteral("--dpi"), QStringLiteral("9000")}, "--dpi is 9000"},
                 {{QStringLiteral("--font_size"), QStringLiteral("1")}, "--font_size is \"1\""}}) {
            const auto outcome = run(flags);
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, text);
        }
    }

    void anotherFigureIsNotOverwrittenUnlessAskedFor()
    {
        const test::Workplace place;
        auto other = test::curvesFigure();
        other.panels[0].series[0].y[0] = 0.25;
        place.write(QStringLiteral("a.json"), figures::toJson({test::curvesFigure(), {}, {QStringLiteral("svg")}}));
        place.write(QStringLiteral("b.json"), figures::toJson({other, {}, {QStringLiteral("svg")}}));
        const QStringList command{QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("a.json"), QStringLiteral("--out"), QStringLiteral("b")};
        const auto refused = place.run(command);
        EXPECT_EXIT(refused, 1);
        EXPECT_TEXT(refused.err, "holds another figure");
        EXPECT_EXIT(place.run(command + QStringList{QStringLiteral("--force")}), 0);
        QCOMPARE(place.read(QStringLiteral("b.json")), place.read(QStringLiteral("a.json")));
        EXPECT_EXIT(place.run(command), 0);     // the same figure is renewed without a word
    }

    void aBrokenFileIsExplained()
    {
        const test::Workplace place;
        place.write(QStringLiteral("a.json"), "{\"schema\": \"bamscope-figure\", \"version\": 1, \"figure\": {\"panels\": [{\"series\": [{\"x\": [1], \"y\": []}]}]}}");
        const auto outcome = place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("a.json")});
        EXPECT_EXIT(outcome, 1);
        EXPECT_TEXT(outcome.err, "figure.panels[0].series[0].y has 0 values, x has 1");
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("none.json")}), 1);
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure")}), 2);
    }

    void whatTheDialogSavesIsThereAndAnotherFigureIsAskedFor()
    {
        const test::WindowHome home;
        Settings settings;
        QWidget window;
        window.show();
        FiguresPart part(settings, window);
        part.showFigure(test::curvesFigure());
        part.dialog()->findChild<QLineEdit*>(QStringLiteral("figureFolder"))->setText(home.path(QStringLiteral("out")));
        auto* save = part.dialog()->findChild<QPushButton*>(QStringLiteral("figureSave"));
        QTest::mouseClick(save, Qt::LeftButton);
        const auto pdf = home.path(QStringLiteral("out/pass-key_accuracy.pdf"));
        QTRY_VERIFY(save->isEnabled() && QFile::exists(home.path(QStringLiteral("out/pass-key_accuracy.json"))));
        QTRY_COMPARE(part.dialog()->banners().count(), 1);
        const auto first = contentOf(pdf);
        QVERIFY(first.startsWith("%PDF"));
        part.dialog()->close();
        QTRY_VERIFY(!part.dialog());
        auto other = test::curvesFigure();
        other.panels[0].series.pop_back();
        part.showFigure(other);
        QCOMPARE(part.dialog()->folder(), home.path(QStringLiteral("out")));     // remembered
        QTest::mouseClick(part.dialog()->findChild<QPushButton*>(QStringLiteral("figureSave")), Qt::LeftButton);
        QPushButton* replace = nullptr;
        QTRY_VERIFY([&] {
            for (auto* button : part.dialog()->banners().findChildren<QPushButton*>())
                replace = button->text() == QStringLiteral("Replace") ? button : replace;
            return replace != nullptr;
        }());
        QCOMPARE(contentOf(pdf), first);
        QTest::mouseClick(replace, Qt::LeftButton);
        QTRY_VERIFY(contentOf(pdf) != first && contentOf(pdf).startsWith("%PDF"));
    }

    void aFolderThatCannotBeMadeIsToldInTheDialog()
    {
        const test::WindowHome home;
        test::WindowHome::write(home.path(QStringLiteral("file")), "x");
        Settings settings;
        QWidget window;
        window.show();
        FiguresPart part(settings, window);
        part.showFigure(test::curvesFigure());
        part.dialog()->findChild<QLineEdit*>(QStringLiteral("figureFolder"))->setText(home.path(QStringLiteral("file/below")));
        QTest::mouseClick(part.dialog()->findChild<QPushButton*>(QStringLiteral("figureSave")), Qt::LeftButton);
        QTRY_COMPARE(part.dialog()->banners().count(), 1);
        QVERIFY(part.dialog()->findChild<QPushButton*>(QStringLiteral("figureSave"))->isEnabled());
    }

    void curvesOnTheScreenBecomeAFigureWithTheirRuns()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 4000);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 4000);
        Settings settings;
        const auto window = std::make_unique<MainWindow>(settings, QStringList{home.path(QStringLiteral("logs"))});
        window->resize(1280, 800);
        window->show();
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE(curves->runs().size(), 2);
        QTRY_VERIFY(curves->figure().panels[0].series.size() >= 4 && curves->figure().panels[0].series[0].x.size() > 100);
        QAction* action = nullptr;
        for (auto* one : curves->viewActions())
            action = one->objectName() == QStringLiteral("saveFigure") ? one : action;
        QVERIFY(action && !action->shortcut().isEmpty());
        curves->setFocus();
        QTest::keyClick(curves, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        if (!window->figures().dialog())
            action->trigger();
        QVERIFY(window->figures().dialog());
        const auto figure = window->figures().dialog()->file().figure;
        const auto& panel = figure.panels.at(0);
        QVERIFY(panel.x.label.startsWith(QStringLiteral("Step")));
        QVERIFY(panel.y.label.contains(QStringLiteral("nats")));
        for (const auto& series : panel.series)
            QVERIFY(series.x.size() <= 2000 && series.x.size() == series.y.size());
        QCOMPARE(figure.provenance.runs.size(), std::size_t(2));
        QCOMPARE(figure.provenance.runs[0].id.section(QLatin1Char('/'), 0, 0), QStringLiteral("l6"));
        QVERIFY(figure.provenance.program.startsWith(QStringLiteral("bamscope ")));
        QVERIFY(!figures::toPdf(figure, {}).isEmpty());
        if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES")) {
            figures::FigureStyle style;
            QFile png(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/loss.png"));
            if (png.open(QIODevice::WriteOnly))
                png.write(figures::toPng(figure, style));
            QTest::qWait(200);
            window->figures().dialog()->grab().save(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/dialog_loss.png"));
        }
    }
};

BAMSCOPE_TEST(FiguresPartTest)

}  // namespace bam::window

#include "test_figures_part.moc"
