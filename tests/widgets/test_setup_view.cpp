// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/estimate.h"
#include "core/spec/spec_values.h"
#include "tests/support/test_main.h"
#include "widgets/views/setup/device_picker.h"
#include "widgets/views/setup/estimate_panel.h"
#include "widgets/views/setup/field_row.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/launch_dialog.h"
#include "widgets/views/setup/number_box.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/setup/spec_form.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>

using namespace bam;
using views::SetupView;

namespace {

views::DeviceRow cpu(double freeBytes = 8e9)
{
    views::DeviceRow row;
    row.cores = 2;
    row.totalBytes = 1.6e10;
    row.freeBytes = freeBytes;
    return row;
}

views::DeviceRow gpu(double freeBytes)
{
    views::DeviceRow row;
    row.id = QStringLiteral("cuda:0");
    row.name = QStringLiteral("Test GPU");
    row.totalBytes = 8e10;
    row.freeBytes = freeBytes;
    return row;
}

/// A view with a spec that could start at once.
struct Shown {
    Shown()
    {
        auto spec = spec::preset("laptop");
        spec.data.dataset = "book.txt";
        spec.data.tokenizer = "book.model";
        view.setSpec(spec, QStringLiteral("the test"));
        view.setDevices({cpu()});
        view.resize(560, 760);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    template <class Widget>
    Widget* find(const QString& name)
    {
        auto* widget = view.findChild<Widget*>(name);
        return widget ? widget : (qWarning("no widget %s", qPrintable(name)), nullptr);
    }
    void type(const QString& path, const QString& text)
    {
        view.showField(path);
        auto* field = find<QWidget>(path);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
    }
    QString problem(const QString& path)
    {
        auto* label = find<QWidget>(QStringLiteral("row:") + path)->findChild<QLabel*>(QStringLiteral("problem"));
        return label->isVisibleTo(&view) ? label->text() : QString();
    }
    SetupView view;
};

/// Runs while the next modal dialog is open.
template <class Function>
void whenDialogOpens(Function function)
{
    QTimer::singleShot(50, qApp, [function] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        function(dialog);
    });
}

}  // namespace

class TestSetupView : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void dataThatEndBeforeTheStepsAreToldBesideTheTime()
    {
        views::EstimatePanel panel;
        auto spec = spec::preset("laptop");
        spec.training.numIterations = 30;
        spec.data.valTokens = 0;
        const double perStep = spec::tokensPerStep(spec.training, 1);
        const auto time = [&](double tokens) {
            panel.show(spec, true, {cpu()}, {}, tokens);
            return panel.findChild<QLabel*>(QStringLiteral("estimateTime"))->text();
        };
        QVERIFY2(time(8.5 * perStep).startsWith(QStringLiteral("The data end at step 8 of 30.")), qPrintable(time(8.5 * perStep)));
        QVERIFY(!time(31 * perStep).contains(QStringLiteral("30")));
        QVERIFY(!time(-1).contains(QStringLiteral("30")));
    }

    void everyFieldOfASpecHasAnEditor()
    {
        Shown shown;
        for (const auto& entry : spec::allFields()) {
            auto* row = shown.find<views::SpecForm>(QStringLiteral("specForm"))->row(entry.path);
            QVERIFY2(row, entry.path.c_str());
            QVERIFY2(row->toolTip().contains(QStringLiteral("--")), entry.path.c_str());
            QVERIFY2(!row->findChildren<QLabel*>().isEmpty(), entry.path.c_str());
        }
    }

    void typedNumbersReachTheSpec()
    {
        Shown shown;
        shown.type(QStringLiteral("training.learning_rate"), QStringLiteral("1e-3"));
        QCOMPARE(shown.view.spec().training.learningRate, 1e-3);
        QCOMPARE(shown.find<QWidget>(QStringLiteral("training.learning_rate"))->findChild<QLineEdit*>()->text(), QStringLiteral("1e-3"));
        shown.type(QStringLiteral("training.batch_size"), QStringLiteral("1,024"));
        QCOMPARE(shown.view.spec().training.batchSize, 1024);
    }

    void arrowKeysCountByTheLeadingDigit()
    {
        Shown shown;
        shown.type(QStringLiteral("training.learning_rate"), QStringLiteral("0.009"));
        auto* box = shown.find<QWidget>(QStringLiteral("training.learning_rate"));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(shown.view.spec().training.learningRate, 0.01);
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(shown.view.spec().training.learningRate, 0.009);
    }

    void aTextThatIsNoNumberIsToldBelowTheFieldAndKeepsTheRunFromStarting()
    {
        Shown shown;
        auto* start = shown.find<QPushButton>(QStringLiteral("setupStartButton"));
        QVERIFY(start->isEnabled());
        shown.type(QStringLiteral("training.batch_size"), QStringLiteral("many"));
        QVERIFY(shown.problem(QStringLiteral("training.batch_size")).contains(QStringLiteral("whole number")));
        QCOMPARE(shown.view.spec().training.batchSize, 32);
        QVERIFY(!start->isEnabled());
        QVERIFY(start->toolTip().contains(QStringLiteral("Batch size")));
        QTest::keyClick(shown.find<QWidget>(QStringLiteral("training.batch_size")), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(start->isEnabled());
        QVERIFY(shown.problem(QStringLiteral("training.batch_size")).isEmpty());
    }

    void relationsBetweenFieldsAreCheckedWhileTyping()
    {
        Shown shown;
        shown.type(QStringLiteral("training.tokens_per_step"), QStringLiteral("5000"));
        QVERIFY2(shown.problem(QStringLiteral("training.tokens_per_step")).contains(QStringLiteral("5,120")), qPrintable(shown.problem(QStringLiteral("training.tokens_per_step"))));
        QVERIFY(shown.find<QToolButton>(QStringLiteral("problems"))->text().startsWith(QLatin1Char('1')));
        shown.type(QStringLiteral("training.tokens_per_step"), QStringLiteral("10240"));
        QVERIFY(shown.problem(QStringLiteral("training.tokens_per_step")).isEmpty());
    }

    void aClickOnTheProblemsGoesToTheField()
    {
        Shown shown;
        shown.type(QStringLiteral("evaluation.passkey.digits"), QStringLiteral("99"));
        shown.find<QWidget>(QStringLiteral("fieldSearch"))->setFocus();
        QTest::mouseClick(shown.find<QToolButton>(QStringLiteral("problems")), Qt::LeftButton);
        auto* field = shown.find<QWidget>(QStringLiteral("evaluation.passkey.digits"));
        QVERIFY(field->hasFocus());
        QCoreApplication::processEvents();
        auto* form = shown.find<views::SpecForm>(QStringLiteral("specForm"));
        QVERIFY(form->viewport()->rect().contains(field->mapTo(form->viewport(), field->rect().center())));
    }

    void aMissingDatasetIsAProblemOfStartingOnly()
    {
        Shown shown;
        shown.view.setSpec(spec::preset("l12"), QStringLiteral("l12"));
        QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
        QVERIFY(shown.problem(QStringLiteral("data.dataset")).contains(QStringLiteral("shards")));
        QVERIFY(shown.find<QPushButton>(QStringLiteral("copyCommand"))->isEnabled());
    }

    void oneTokenRuleReplacesTheOthers()
    {
        Shown shown;
        shown.type(QStringLiteral("training.tokens_per_step"), QStringLiteral("10240"));
        QCOMPARE(shown.view.spec().training.tokensPerStep, 10240);
        auto* rule = shown.find<QComboBox>(QStringLiteral("training.tokens_per_step.rule"));
        rule->setFocus();
        QTest::keyClick(rule, Qt::Key_Down);
        QCOMPARE(shown.view.spec().training.tokensPerStep, -1);
        QCOMPARE(shown.view.spec().training.minTokensPerStep, 10240);
        shown.type(QStringLiteral("training.tokens_per_step"), QString());
        QTest::keyClick(shown.find<QWidget>(QStringLiteral("training.tokens_per_step")), Qt::Key_Delete);
        QCOMPARE(shown.view.spec().training.minTokensPerStep, -1);
        QVERIFY(shown.find<QWidget>(QStringLiteral("training.tokens_per_step"))->findChild<QLineEdit*>()->placeholderText().contains(QStringLiteral("one forward pass")));
    }

    void aSizeBringsItsFieldsAndAFieldRenamesTheSize()
    {
        Shown shown;
        shown.view.showField(QStringLiteral("model.model_size"));
        auto* size = shown.find<QComboBox>(QStringLiteral("model.model_size"));
        size->setFocus();
        QTest::keyClicks(size, QStringLiteral("l12"));
        QTest::keyClick(size, Qt::Key_Return);
        QCOMPARE(shown.view.spec().model.dim, 768);
        QCOMPARE(shown.view.spec().model.layers, 12);
        shown.type(QStringLiteral("model.n_layers"), QStringLiteral("11"));
        QCOMPARE(shown.view.spec().model.size, std::string("custom"));
        QCOMPARE(size->currentText(), QStringLiteral("custom"));
    }

    void theSwitchOfScalableSoftmaxIsClicked()
    {
        Shown shown;
        shown.view.showField(QStringLiteral("model.ssmax"));
        QVERIFY(!shown.view.spec().model.ssmax);
        QTest::mouseClick(shown.find<QAbstractButton>(QStringLiteral("model.ssmax")), Qt::LeftButton);
        QVERIFY(shown.view.spec().model.ssmax);
        QTest::keyClick(shown.find<QAbstractButton>(QStringLiteral("model.ssmax")), Qt::Key_Space);
        QVERIFY(!shown.view.spec().model.ssmax);
    }

    void fieldsWithoutEffectAreSetAside()
    {
        Shown shown;
        auto spec = shown.view.spec();
        spec.model.encoding = "rotary";
        shown.view.setSpec(spec, QStringLiteral("RoPE"));
        QVERIFY(!shown.find<QWidget>(QStringLiteral("model.prior.theta_mu_init"))->isEnabled());
        QVERIFY(shown.find<QWidget>(QStringLiteral("model.rotary_fraction"))->isEnabled());
        spec.model.encoding = "t5";
        shown.view.setSpec(spec, QStringLiteral("T5"));
        QVERIFY(shown.find<QWidget>(QStringLiteral("model.prior.t5_buckets"))->isEnabled());
        QVERIFY(!shown.find<QWidget>(QStringLiteral("model.prior.fire_threshold"))->isEnabled() && !shown.find<QWidget>(QStringLiteral("model.rotary_fraction"))->isEnabled());
        shown.view.setSpec(spec::preset("laptop"), QStringLiteral("laptop"));
        QVERIFY(shown.find<QWidget>(QStringLiteral("model.prior.theta_mu_init"))->isEnabled());
    }

    void changedFieldsAreMarkedAndCanBeReset()
    {
        Shown shown;
        shown.type(QStringLiteral("training.learning_rate"), QStringLiteral("0.5"));
        auto* row = shown.find<views::FieldRow>(QStringLiteral("row:training.learning_rate"));
        QVERIFY(row->isModified());
        QVERIFY(shown.find<QLabel>(QStringLiteral("origin"))->text().contains(QStringLiteral("the test")));
        auto* reset = row->findChild<QToolButton*>(QStringLiteral("reset"));
        QVERIFY(reset->toolTip().contains(QStringLiteral("0.004")));
        QTest::mouseClick(reset, Qt::LeftButton);
        QCOMPARE(shown.view.spec().training.learningRate, 0.004);
        QVERIFY(!row->isModified());
    }

    void changesAreUndoneAndRedoneWithTheKeyboard()
    {
        Shown shown;
        const auto before = shown.view.spec();
        shown.type(QStringLiteral("training.num_iterations"), QStringLiteral("77"));
        const auto after = shown.view.spec();
        QCOMPARE(after.training.numIterations, 77);
        auto* box = shown.find<QWidget>(QStringLiteral("training.num_iterations"));
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(shown.view.spec() == before);
        QCOMPARE(box->findChild<QLineEdit*>()->text(), QStringLiteral("1,000"));
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(shown.view.spec() == after);
    }

    void aPresetKeepsWhereThingsAre()
    {
        Shown shown;
        auto spec = shown.view.spec();
        spec.logDir = "elsewhere";
        shown.view.setSpec(spec, QStringLiteral("x"));
        auto* menu = shown.find<QMenu>(QStringLiteral("presetMenu"));
        menu->findChild<QAction*>(QStringLiteral("preset:laptop"));
        for (auto* action : menu->actions())
            if (action->objectName() == QLatin1String("preset:l6"))
                action->trigger();
        QCOMPARE(shown.view.spec().model.size, std::string("l6"));
        QCOMPARE(shown.view.spec().logDir, std::string("elsewhere"));
        QVERIFY(shown.view.spec().data.dataset.empty());        // a text is no folder of shards
    }

    void searchFindsOfficialFlagsAndAdvancedFields()
    {
        Shown shown;
        auto* row = shown.find<QWidget>(QStringLiteral("row:training.beta2"));
        QVERIFY(!row->isVisibleTo(&shown.view));
        QTest::keyClicks(shown.find<QLineEdit>(QStringLiteral("fieldSearch")), QStringLiteral("--beta2"));
        QVERIFY(row->isVisibleTo(&shown.view));
        QVERIFY(!shown.find<QWidget>(QStringLiteral("row:training.batch_size"))->isVisibleTo(&shown.view));
        shown.find<QLineEdit>(QStringLiteral("fieldSearch"))->clear();
        QVERIFY(!row->isVisibleTo(&shown.view));
        QTest::mouseClick(shown.find<QToolButton>(QStringLiteral("advanced")), Qt::LeftButton);
        QVERIFY(row->isVisibleTo(&shown.view));
    }

    void startAndQueueHandOverWhatIsShown()
    {
        Shown shown;
        QSignalSpy started(&shown.view, &SetupView::startRequested);
        QSignalSpy queued(&shown.view, &SetupView::queueRequested);
        shown.type(QStringLiteral("training.seed"), QStringLiteral("7"));
        QTest::mouseClick(shown.find<QPushButton>(QStringLiteral("setupStartButton")), Qt::LeftButton);
        QCOMPARE(started.count(), 1);
        QCOMPARE(started[0][0].value<spec::RunSpec>().training.seed, 7);
        QCOMPARE(started[0][1].toString(), QStringLiteral("auto"));
        QTest::mouseClick(shown.find<QPushButton>(QStringLiteral("setupQueueButton")), Qt::LeftButton);
        QCOMPARE(queued.count(), 1);
        QCOMPARE(queued[0][0].value<QVector<spec::RunSpec>>().size(), 1);
    }

    void memoryIsComparedWithWhatTheDeviceHasFree()
    {
        Shown shown;
        auto* bar = shown.view.findChild<views::MemoryBar*>();
        QVERIFY(bar->share() > 0 && bar->share() < 0.5);
        shown.view.setDevices({cpu(), gpu(1e8)});
        QVERIFY(bar->share() > 1);
        QVERIFY(shown.find<QLabel>(QStringLiteral("estimateMemory"))->text().contains(QStringLiteral("smaller batch")));
        QTest::mouseClick(shown.find<QPushButton>(QStringLiteral("useBatchSize")), Qt::LeftButton);
        QVERIFY(shown.view.spec().training.batchSize < 32);
        QVERIFY(bar->share() <= 1);
    }

    void timeIsTakenFromTheNearestRunOnTheSameDevice()
    {
        Shown shown;
        auto* time = shown.find<QLabel>(QStringLiteral("estimateTime"));
        QVERIFY(time->text().contains(QStringLiteral("no measurement")));
        const auto flops = spec::estimate(shown.view.spec()).flopsPerToken;
        shown.view.setSpeeds({{QStringLiteral("run A"), QStringLiteral("cpu"), {}, QStringLiteral("float32"), 2560, flops * 2},
            {QStringLiteral("run B"), QStringLiteral("cuda:0"), {}, QStringLiteral("float32"), 1e9, flops}});
        // 1,000 steps of 5,120 tokens at twice 2,560 tokens per second.
        QVERIFY2(time->text().contains(QStringLiteral("16 min 40 s")) && time->text().contains(QStringLiteral("run A")), qPrintable(time->text()));
    }

    void timeIsTakenFromWhatTheDeviceCanDoAndNotFromBusyHours()
    {
        Shown shown;
        auto* time = shown.find<QLabel>(QStringLiteral("estimateTime"));
        const auto flops = spec::estimate(shown.view.spec()).flopsPerToken;
        const auto run = [&](const char* name, double speed, qint64 started, qint64 ended) {
            return views::MeasuredSpeed{QString::fromLatin1(name), QStringLiteral("cpu"), {}, QStringLiteral("float32"), speed, flops, started, ended, QStringLiteral("here")};
        };
        // Two that ran at the same time, faster by mistake than any could be alone; one on busy cores; one that had them to itself.
        shown.view.setSpeeds({run("together 1", 9000, 1000, 2000), run("together 2", 9000, 1100, 2000), run("busy", 1280, 5000, 6000), run("free", 5120, 3000, 4000)});
        QVERIFY2(time->text().contains(QStringLiteral("16 min 40 s")) && time->text().contains(QStringLiteral("free")), qPrintable(time->text()));
        QVERIFY2(time->toolTip().contains(QStringLiteral("2 latest")) && time->toolTip().contains(QStringLiteral("left out")), qPrintable(time->toolTip()));
        // What was measured long ago, perhaps on other cores, gives way to the five latest.
        QVector<views::MeasuredSpeed> later{run("old", 5120, 3000, 4000)};
        for (int n = 0; n < 5; ++n)
            later.append(run("new", 2560, 10000 + n * 1000, 10900 + n * 1000));
        shown.view.setSpeeds(later);
        QVERIFY2(time->text().contains(QStringLiteral("33 min 20 s")) && time->toolTip().contains(QStringLiteral("5 latest")), qPrintable(time->text()));
        // Better shared ones than none.
        shown.view.setSpeeds({run("together 1", 5120, 1000, 2000), run("together 2", 2560, 1100, 2000)});
        QVERIFY(time->text().contains(QStringLiteral("together 1")));
        QVERIFY(time->toolTip().contains(QStringLiteral("alone it may be faster")));
    }

    void aFreshFormHasNothingToUndo()
    {
        views::SetupView view;
        view.begin(spec::preset("laptop"), QStringLiteral("the test"));
        const auto actions = view.setupActions();
        const auto undo = std::find_if(actions.begin(), actions.end(), [](const QAction* action) { return action->objectName() == QLatin1String("setupUndo"); });
        QVERIFY(undo != actions.end());
        QVERIFY(!(*undo)->isEnabled());
    }

    void aNewDatasetIsNamedAsAChangeAndCanBeUndone()
    {
        Shown shown;
        const auto before = shown.view.spec();
        shown.view.useDataset(QStringLiteral("some/shards"));
        QCOMPARE(shown.view.spec().data.dataset, std::string("some/shards"));
        QCOMPARE(shown.view.spec().data.kind, std::string("shards"));
        QVERIFY(shown.view.spec().data.tokenizer.empty());
        const auto line = shown.find<QLabel>(QStringLiteral("origin"))->text();
        QVERIFY2(line.contains(QStringLiteral("the test")) && line.contains(QStringLiteral("Dataset")) && !line.contains(QStringLiteral("opened")), qPrintable(line));
        const auto actions = shown.view.setupActions();
        (*std::find_if(actions.begin(), actions.end(), [](const QAction* action) { return action->objectName() == QLatin1String("setupUndo"); }))->trigger();
        QVERIFY(shown.view.spec() == before);
    }

    void theDeviceListKeepsTheChoiceWhenReadingsChange()
    {
        Shown shown;
        shown.view.setDevices({cpu(), gpu(2e10)});
        auto* devices = shown.view.findChild<views::DevicePicker*>();
        devices->setFocus();
        QTest::keyClick(devices, Qt::Key_End);
        QCOMPARE(shown.view.spec().training.device, std::string("cuda:0"));
        shown.view.setDevices({cpu(4e9), gpu(1e10)});
        QCOMPARE(devices->device(), QStringLiteral("cuda:0"));
        QVERIFY(devices->currentText().contains(QStringLiteral("9.31")));
        shown.view.setDevices({cpu()});
        QVERIFY(devices->currentText().contains(QStringLiteral("not here")));
        QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
    }

    void aSweepQueuesEveryCombination()
    {
        Shown shown;
        QSignalSpy queued(&shown.view, &SetupView::queueRequested);
        whenDialogOpens([](QDialog* dialog) {
            QTest::mouseClick(dialog->findChild<QAbstractButton*>(QStringLiteral("sweep:rotary")), Qt::LeftButton, {}, QPoint(8, 8));
            QTest::mouseClick(dialog->findChild<QAbstractButton*>(QStringLiteral("sweep:bam_ssmax")), Qt::LeftButton, {}, QPoint(8, 8));
            auto* seeds = dialog->findChild<QLineEdit*>(QStringLiteral("sweepSeeds"));
            seeds->selectAll();
            QTest::keyClicks(seeds, QStringLiteral("0-2"));
            QCOMPARE(dialog->findChild<QTableWidget*>(QStringLiteral("sweepTable"))->rowCount(), 9);
            auto* button = dialog->findChild<QPushButton*>(QStringLiteral("sweepQueue"));
            QVERIFY(button->text().contains(QLatin1Char('9')));
            QTest::mouseClick(button, Qt::LeftButton);
        });
        QTest::mouseClick(shown.find<QPushButton>(QStringLiteral("setupSweepButton")), Qt::LeftButton);
        QCOMPARE(queued.count(), 1);
        const auto runs = queued[0][0].value<QVector<spec::RunSpec>>();
        QCOMPARE(runs.size(), 9);
        QCOMPARE(officialEncodingName(runs.first().model), std::string("rotary"));
        QCOMPARE(runs.last().training.seed, 2);
    }

    void aSweepOverAFieldRefusesValuesOutOfRange()
    {
        Shown shown;
        QSignalSpy queued(&shown.view, &SetupView::queueRequested);
        whenDialogOpens([](QDialog* dialog) {
            auto* field = dialog->findChild<QComboBox*>(QStringLiteral("sweepField"));
            field->setCurrentIndex(field->findData(QStringLiteral("training.learning_rate")));
            auto* values = dialog->findChild<QLineEdit*>(QStringLiteral("sweepValues"));
            QTest::keyClicks(values, QStringLiteral("1e-3, fast"));
            QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("sweepQueue"))->isEnabled());
            QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("sweepNote"))->text().contains(QStringLiteral("fast")));
            values->selectAll();
            QTest::keyClicks(values, QStringLiteral("1e-3, 5e-4"));
            QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("sweepQueue")), Qt::LeftButton);
        });
        QTest::mouseClick(shown.find<QPushButton>(QStringLiteral("setupSweepButton")), Qt::LeftButton);
        const auto runs = queued.value(0).value(0).value<QVector<spec::RunSpec>>();
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[1].training.learningRate, 5e-4);
    }

    void theCommandIsCopiedWhenItIsShown()
    {
        Shown shown;
        QApplication::clipboard()->clear();
        whenDialogOpens([](QDialog* dialog) {
            const auto shownText = dialog->findChild<QPlainTextEdit*>(QStringLiteral("launchText"))->toPlainText();
            QVERIFY2(shownText.startsWith(QStringLiteral("bamscope --batch train --preset laptop")), qPrintable(shownText));
            QCOMPARE(QApplication::clipboard()->text(), shownText);
            dialog->reject();
        });
        shown.view.findChild<QAction*>(QStringLiteral("setupCopyBatch"))->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("--tokenizer book.model")));
    }

    void theCommandNamesTheProgramThatAShellFinds()
    {
        Shown shown;
        shown.view.setDevices({cpu(), gpu(2e10)});
        shown.view.setProgram(QStringLiteral("/opt/a program/bamscope"));
        whenDialogOpens([&](QDialog* dialog) {
            auto* text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("launchText"));
            QVERIFY2(text->toPlainText().startsWith(QStringLiteral("'/opt/a program/bamscope' --batch train ")), qPrintable(text->toPlainText()));
            dialog->findChild<QComboBox*>(QStringLiteral("launchKind"))->setCurrentIndex(2);
            QVERIFY(text->toPlainText().contains(QStringLiteral("srun --kill-on-bad-exit=1 '/opt/a program/bamscope' ")) && text->toPlainText().contains(QStringLiteral("--gpus-per-node=1")));
            dialog->reject();
        });
        shown.view.findChild<QAction*>(QStringLiteral("setupCopyBatch"))->trigger();
    }

    void aPressedSwitchOfTheFormIsSeenInTheDark()
    {
        Shown shown;
        auto dark = shown.view.palette();
        dark.setColor(QPalette::Highlight, QColor(0x30, 0x70, 0xd0));
        shown.view.setPalette(dark);
        auto* advanced = shown.find<QToolButton>(QStringLiteral("advanced"));
        QTest::mouseClick(advanced, Qt::LeftButton);
        QCOMPARE(advanced->palette().color(QPalette::Button), QColor(0x30, 0x70, 0xd0));
        QTest::mouseClick(advanced, Qt::LeftButton);
        QCOMPARE(advanced->palette().color(QPalette::Button), dark.color(QPalette::Button));
    }

    void severalProcessesAreSaidToBeRefusedBesideTheCommand()
    {
        Shown shown;
        QString one, two, slurm;
        whenDialogOpens([&](QDialog* dialog) {
            auto* note = dialog->findChild<QLabel*>(QStringLiteral("launchNote"));
            one = note->text();
            QVERIFY(dialog->findChild<QPlainTextEdit*>(QStringLiteral("launchText"))->toPlainText().startsWith(QStringLiteral("torchrun --no-python --nproc-per-node 1 ")));
            auto* processes = dialog->findChild<QSpinBox*>(QStringLiteral("launchProcesses"));
            processes->setFocus();
            QTest::keyClick(processes, Qt::Key_Up);
            two = note->text();
            dialog->findChild<QComboBox*>(QStringLiteral("launchKind"))->setCurrentIndex(2);
            slurm = note->text();
            QVERIFY(!dialog->findChild<QPlainTextEdit*>(QStringLiteral("launchText"))->toPlainText().contains(QStringLiteral("--gpus-per-node")));     // "auto" is the CPU here
            dialog->reject();
        });
        shown.view.findChild<QAction*>(QStringLiteral("setupCopyTorchrun"))->trigger();
        QVERIFY2(!one.contains(QStringLiteral("together")), qPrintable(one));
        QVERIFY2(two.contains(QStringLiteral("train one run together")) && two.contains(QStringLiteral("must be a multiple")), qPrintable(two));
        QCOMPARE(slurm, two);
    }

    void pastedNumbersAreUnderstoodOrRefusedInPlace()
    {
        Shown shown;
        const auto paste = [&](const QString& path, const QString& text) {
            shown.view.showField(path);
            auto* field = shown.find<QWidget>(path);
            field->setFocus();
            QApplication::clipboard()->setText(text);
            QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClick(field, Qt::Key_V, Qt::ControlModifier);
        };
        const auto iterations = QStringLiteral("training.num_iterations"), rate = QStringLiteral("training.learning_rate");
        const auto& training = [&]() -> spec::TrainSpec { return shown.view.spec().training; };
        for (const auto& [text, value] : {std::pair{"1e4", 10000}, {"10 000", 10000}, {"20_000", 20000}, {" 30,000 ", 30000}, {"40000\n", 40000}}) {
            paste(iterations, QString::fromLatin1(text));
            QCOMPARE(training().numIterations, value);
            QVERIFY(shown.problem(iterations).isEmpty());
        }
        for (const char* text : {"1.5", "1.000", "1 2", "1e999", "-1e999", "many", "NaN"}) {
            paste(iterations, QString::fromLatin1(text));
            QCOMPARE(training().numIterations, 40000);
            QVERIFY2(!shown.problem(iterations).isEmpty(), text);
            QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
        }
        QVERIFY(shown.problem(iterations).contains(QStringLiteral("no number")));
        paste(rate, QStringLiteral("0,001"));
        QCOMPARE(training().learningRate, 0.001);
        paste(rate, QStringLiteral("-0.1"));
        QVERIFY(!shown.problem(rate).isEmpty());
        paste(rate, QString());
        QTest::keyClick(shown.find<QWidget>(rate), Qt::Key_Delete);
        QVERIFY2(shown.problem(rate).contains(QStringLiteral("Expected")), qPrintable(shown.problem(rate)));
        paste(rate, QString(5000, QLatin1Char('9')));
        QVERIFY2(shown.problem(rate).contains(QStringLiteral("too large")), qPrintable(shown.problem(rate)));
        const auto lengths = QStringLiteral("evaluation.passkey.lengths");
        const auto before = shown.view.spec().evaluation.passkey.lengths;
        paste(lengths, QStringLiteral("160 512"));
        QVERIFY(shown.view.spec().evaluation.passkey.lengths == before);
        QVERIFY(!shown.problem(lengths).isEmpty());
        paste(lengths, QStringLiteral("160, 1e3, 2_048"));
        QVERIFY(shown.view.spec().evaluation.passkey.lengths == (std::vector<std::int64_t>{160, 1000, 2048}));
    }

    void anOfficialCommandLineIsPasted()
    {
        Shown shown;
        whenDialogOpens([](QDialog* dialog) {
            auto* text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("pasteText"));
            QTest::keyClicks(text, QStringLiteral("python train.py --model_size=l12 --position_encoding rotary_ssmax --nonsense 3"));
            QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("pasteUse"))->isEnabled());
            QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("pasteNote"))->text().contains(QStringLiteral("nonsense")));
            for (int n = 0; n < 13; ++n)
                QTest::keyClick(text, Qt::Key_Backspace);
            QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("pasteUse")), Qt::LeftButton);
        });
        shown.view.findChild<QAction*>(QStringLiteral("setupPaste"))->trigger();
        QCOMPARE(shown.view.spec().model.size, std::string("l12"));
        QCOMPARE(officialEncodingName(shown.view.spec().model), std::string("rotary_ssmax"));
    }

    void aPreviewIsAskedForAndOnlyTheLastAnswerIsShown()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &SetupView::previewRequested);
        shown.view.showField(QStringLiteral("data.dataset"));
        QTest::mouseClick(shown.find<QToolButton>(QStringLiteral("previewData")), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        const auto request = asked[0][0].value<views::PreviewRequest>();
        QCOMPARE(request.spec.inputs.front(), std::filesystem::path("book.txt"));
        QCOMPARE(request.spec.tokenizer, std::filesystem::path("book.model"));
        data::Preview preview;
        preview.files = 1;
        preview.bytes = 100;
        preview.documents.push_back({"book.txt, line 1", {{"In", 5, {}}, {" the", 6, {}}}, "In the", 6, 2, false});
        shown.view.setPreview(request.id - 1, preview);
        QVERIFY(shown.find<QTextEdit>(QStringLiteral("previewText"))->toPlainText().isEmpty());
        shown.view.setPreview(request.id, preview);
        QVERIFY(shown.find<QTextEdit>(QStringLiteral("previewText"))->toPlainText().contains(QStringLiteral("In\u00B7the")));
    }

    void aBuiltDatasetBringsItsVocabularyAndIsCheckedForItsSize()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &SetupView::previewRequested);
        shown.view.useDataset(QStringLiteral("new/shards"));
        QTRY_COMPARE(asked.count(), 1);
        data::Preview notYet;
        notYet.error = "there is no such folder";
        shown.view.setPreview(asked[0][0].value<views::PreviewRequest>().id, notYet);
        QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
        QVERIFY(shown.find<QPushButton>(QStringLiteral("setupQueueButton"))->isEnabled());
        QVERIFY(shown.problem(QStringLiteral("data.dataset")).contains(QStringLiteral("no such folder")));

        shown.view.readDataAgain();
        QTRY_COMPARE(asked.count(), 2);
        data::Preview shards;
        shards.pieces = 32768;
        shards.tokens = 16914;
        shards.exact = true;
        shown.view.setPreview(asked[1][0].value<views::PreviewRequest>().id, shards);
        QCOMPARE(shown.view.spec().model.vocabulary, std::int64_t(32768));
        QVERIFY(shown.find<QLabel>(QStringLiteral("origin"))->text().contains(QStringLiteral("32,768 pieces")));
        const auto size = shown.problem(QStringLiteral("data.val_tokens"));
        QVERIFY2(size.contains(QStringLiteral("16,914")) && size.contains(QStringLiteral("20,480")), qPrintable(size));
        QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());

        shown.type(QStringLiteral("training.batch_size"), QStringLiteral("16"));
        shown.type(QStringLiteral("data.val_tokens"), QStringLiteral("5120"));
        QVERIFY2(shown.problem(QStringLiteral("data.val_tokens")).isEmpty(), qPrintable(shown.problem(QStringLiteral("data.val_tokens"))));
        QVERIFY(shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
        shown.type(QStringLiteral("model.vocab_size"), QStringLiteral("512"));
        const auto vocabulary = shown.problem(QStringLiteral("model.vocab_size"));
        QVERIFY2(vocabulary.contains(QStringLiteral("32,768")) && vocabulary.contains(QStringLiteral("512")), qPrintable(vocabulary));
        QVERIFY(!shown.find<QPushButton>(QStringLiteral("setupStartButton"))->isEnabled());
    }

    void aVocabularyOfASetUpThatIsOpenedIsKept()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &SetupView::previewRequested);
        auto spec = shown.view.spec();
        shown.view.useDataset(QStringLiteral("shards/that/were/never/read"));
        spec.data.dataset = "another.txt";
        shown.view.setSpec(spec, QStringLiteral("a run"));
        QTRY_COMPARE(asked.count(), 1);
        data::Preview preview;
        preview.pieces = spec.model.vocabulary - 100;
        shown.view.setPreview(asked[0][0].value<views::PreviewRequest>().id, preview);
        QCOMPARE(shown.view.spec().model.vocabulary, spec.model.vocabulary);
    }

    void namesOfFieldsInMessagesAreThoseOfTheForm()
    {
        QCOMPARE(views::withTitles(QStringLiteral("Set model.vocab_size to at least 9; or model.vocabulary. Lower val_tokens. See --val_tokens and a/val_tokens.json")),
            QStringLiteral("Set Vocabulary to at least 9; or Vocabulary. Lower Validation tokens. See --val_tokens and a/val_tokens.json"));
    }

    void everyNumberIsReadableAtEverySizeOfText()
    {
        const auto before = QApplication::font();
        for (const double size : {1.0, 1.2, 1.4, 1.7, 2.0}) {
            auto font = before;
            font.setPointSizeF(before.pointSizeF() * size);
            QApplication::setFont(font);
            Shown shown;
            auto spec = shown.view.spec();
            spec.data.valTokens = 20480;
            spec.training.tokensPerStep = 3932160;
            spec.training.numIterations = 1234567;
            spec.training.seed = 2147483647;
            shown.view.setSpec(spec, QStringLiteral("the test"));
            shown.view.findChild<QToolButton*>(QStringLiteral("advanced"))->setChecked(true);
            shown.view.resize(shown.view.minimumSizeHint().width(), 900);
            QTest::qWait(1);
            int seen = 0;
            for (auto* box : shown.view.findChildren<views::NumberBox*>()) {
                auto* line = box->findChild<QLineEdit*>();
                const auto text = line->text().isEmpty() ? line->placeholderText() : line->text();
                ++seen;
                line->setText(text);
                line->end(false);
                line->grab();       // scrolls to the end, where it must
                QVERIFY2(line->cursorPositionAt(QPoint(0, line->height() / 2)) == 0, qPrintable(QStringLiteral("%1 at %2: “%3” in %4 pixels").arg(box->objectName()).arg(size).arg(text).arg(line->width())));
            }
            QVERIFY(seen > 30);
        }
        QApplication::setFont(before);
    }

    void aNumberWithoutRoomEndsInAnEllipsis()
    {
        views::NumberBox box(true, true, 0, 1e15);
        box.setNumber(123456789012345.0);
        box.resize(90, box.sizeHint().height());
        auto* line = box.findChild<QLineEdit*>();
        line->end(false);
        const auto cut = line->grab().toImage();
        QCOMPARE(line->toolTip(), line->text());
        line->home(false);
        QCOMPARE(line->grab().toImage(), cut);      // the beginning, wherever the cursor is
        box.setNumber(12.0);
        QVERIFY(line->grab().toImage() != cut);
        QVERIFY(line->toolTip().isEmpty());
    }

    void nothingMovesWhenAFieldIsEdited()
    {
        Shown shown;
        shown.view.resize(shown.view.minimumSizeHint().width(), 760);
        auto* start = shown.find<QPushButton>(QStringLiteral("setupStartButton"));
        shown.view.showField(QStringLiteral("training.batch_size"));
        QTest::qWait(20);
        auto* form = shown.find<views::SpecForm>(QStringLiteral("specForm"));
        const auto place = [&] { return QRect(start->mapTo(&shown.view, QPoint()), start->size()); };
        const auto least = shown.view.minimumSizeHint().width();
        const auto before = place();
        const auto top = form->mapTo(&shown.view, QPoint());
        for (const auto& [path, text] : {std::pair{"training.batch_size", "7"}, {"training.batch_size", "x"}, {"training.batch_size", "100000"}, {"training.seed", "2147483647"}, {"training.learning_rate", "0.0123456"}, {"model.n_layers", "3"}, {"model.dim", "100"}}) {
            shown.type(QLatin1String(path), QLatin1String(text));
            QTest::qWait(20);
            QCOMPARE(shown.view.minimumSizeHint().width(), least);
            QCOMPARE(place(), before);
            QCOMPARE(form->mapTo(&shown.view, QPoint()), top);
        }
    }

    void aSetUpComesBackWithWhereItCameFrom()
    {
        Shown shown;
        shown.type(QStringLiteral("training.batch_size"), QStringLiteral("12"));
        SetupView again;
        again.restoreSettings(shown.view.saveSettings());
        QVERIFY(again.spec() == shown.view.spec());
        QCOMPARE(again.findChild<QLabel*>(QStringLiteral("origin"))->toolTip(), QStringLiteral("As in the test, but for: Batch size."));
        for (const auto* broken : {"", "{}", "[1]", "{\"spec\": 3, \"reference\": [], \"origin\": \"x\"}", "{\"spec\": {\"model\": {\"dim\": \"x\"}}, \"reference\": {}, \"origin\": \"x\"}"})
            again.restoreSettings(broken);
        QVERIFY(again.spec() == shown.view.spec());
    }

    void aDoubleClickStartsOneRun()
    {
        Shown shown;
        QSignalSpy started(&shown.view, &SetupView::startRequested);
        auto* button = shown.find<QPushButton>(QStringLiteral("setupStartButton"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(started.count(), 1);
    }

    void filesAreDroppedOnAPath()
    {
        Shown shown;
        shown.view.showField(QStringLiteral("data.tokenizer"));
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(QStringLiteral("/some/other.model"))});
        auto* line = shown.find<QLineEdit>(QStringLiteral("data.tokenizer"));
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(line, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(line, &drop);
        QCOMPARE(shown.view.spec().data.tokenizer, std::string("/some/other.model"));
    }
};

BAMSCOPE_TEST(TestSetupView)
#include "test_setup_view.moc"
