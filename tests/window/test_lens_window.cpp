// SPDX-License-Identifier: GPL-3.0-or-later
// The attention page in the window, with real checkpoints of tiny models: good ones and bad ones.
#include "app/window/figures_part.h"
#include "app/window/lens_part.h"
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "core/encoding/encoding.h"
#include "tests/inspect/lens_support.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"
#include "widgets/common/banner.h"
#include "widgets/figures/figure_dialog.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/decomposition_view.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/attention/matrix_view.h"
#include "widgets/views/attention/retrieval_strip.h"
#include "widgets/views/runs/runs_view.h"

#include <ATen/ATen.h>

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>

#include <limits>

namespace bam::window {
namespace {

spec::ModelSpec tinySpec(std::int64_t vocabulary = 48)
{
    auto spec = test::smallSpec("bam", true, vocabulary);
    spec.kvHeads = spec.heads;
    return spec;
}

/// A window on one run, which is looked into.
struct Looking {
    explicit Looking(const test::LensRun& run)
    {
        const auto folder = std::filesystem::path(home.path(QStringLiteral("logs/custom/bam_ssmax/version_00")).toStdString());
        std::filesystem::create_directories(folder.parent_path());
        std::filesystem::copy(run.path(), folder, std::filesystem::copy_options::recursive);
        window = std::make_unique<MainWindow>(settings, QStringList{home.path(QStringLiteral("logs"))});
        window->resize(1600, 1100);
        window->show();
        path = QString::fromStdString(folder.string());
        view = window->findChild<views::LensView*>();
    }
    void open()
    {
        QTRY_COMPARE(window->runs().model().runCount(), 1);
        auto* list = window->findChild<views::RunsView*>();
        list->selectRuns({path});
        for (auto* action : list->runActions())
            if (action->objectName() == QLatin1String("lookInto"))
                action->trigger();
        QTRY_VERIFY(view->isVisible());
        QTRY_COMPARE(view->run(), path);
        find<QComboBox>("lensLength")->setCurrentText(QStringLiteral("300"));
    }
    template <typename T>
    T* find(const char* name) { return view->findChild<T*>(QLatin1String(name)); }
    void press(const char* name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void ownText(const QString& text)
    {
        find<QComboBox>("lensKind")->setCurrentIndex(2);
        find<QPlainTextEdit>("lensText")->setPlainText(text);
    }
    /// A short text of one's own, run and captured.
    void captureText()
    {
        open();
        ownText(QStringLiteral("ab cd. ee da ba c. 123 aa bb. dd ee ab. what"));
        press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(view->capture(), 20000);
    }
    QString messages()
    {
        QStringList texts;
        for (const auto* banner : view->findChildren<ui::Banner*>())
            texts.append(banner->message().text + QLatin1Char(' ') + banner->message().hint);
        return texts.join(QLatin1Char('\n'));
    }
    test::WindowHome home;
    Settings settings;
    std::unique_ptr<MainWindow> window;
    views::LensView* view = nullptr;
    QString path;
};

}  // namespace

class LensWindowTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRunIsLookedIntoAHeadAblatedAndTheAnswerChanges()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.captureText();
        QVERIFY(looking.view->capture());
        const auto before = looking.view->capture();
        auto* strip = looking.find<views::RetrievalStrip>("retrievalStrip");
        QCOMPARE(strip->content().rows(), 8);
        QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, strip->pointOf(strip->content().head(2).id, 4).toPoint());
        QCOMPARE(looking.view->head(), strip->content().head(2).id);
        auto* map = looking.find<views::HeadMap>("headMap");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellOf({0, 0}).center());
        QTest::mouseClick(map, Qt::LeftButton, Qt::ShiftModifier, map->cellOf({1, 3}).center());
        for (auto* action : looking.view->viewActions())
            if (action->objectName() == QLatin1String("ablateZero"))
                action->trigger();
        QCOMPARE(looking.view->changes().changes().size(), std::size_t(8));
        looking.press("lensRunAgain");
        QTRY_VERIFY_WITH_TIMEOUT(looking.view->capture() != before, 20000);
        const auto after = looking.view->capture();
        QVERIFY(std::abs(after->answer.front().top.front().probability - before->answer.front().top.front().probability) > 1e-6);
        QCOMPARE(looking.find<QTableWidget>("lensOutcomes")->rowCount(), 2);
    }

    void aSmallScreenHoldsTheWindowWithEveryPageBelowTheStrip()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.captureText();
        QVERIFY(looking.view->capture());
        auto* tabs = looking.find<QTabWidget>("lensTabs");
        for (int page = 0; page < tabs->count(); ++page) {
            tabs->setCurrentIndex(page);
            looking.window->resize(1280, 800);
            QTest::qWait(50);
            QCOMPARE(looking.window->size(), QSize(1280, 800));
        }
    }

    void theMatrixOfAHeadAndAnotherQueryAreMadeWhenLookedAt()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.captureText();
        QVERIFY(looking.view->capture());
        auto* tabs = looking.find<QTabWidget>("lensTabs");
        auto* matrix = looking.view->findChild<views::MatrixView*>();
        tabs->setCurrentIndex(2);
        QVERIFY(matrix->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(matrix->content().matrix, 20000);
        QCOMPARE(matrix->content().matrix->length(), looking.view->capture()->prompt.length());
        tabs->setCurrentIndex(1);
        auto* text = looking.find<views::AttendedText>("attendedText");
        QTest::qWait(10);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->pointOf(6));
        QCOMPARE(looking.view->query(), 6);
        QTRY_COMPARE_WITH_TIMEOUT(looking.view->figures().size(), std::size_t(4), 20000);
    }

    void everyPictureOfThePageOpensTheFigureDialog()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.captureText();
        QVERIFY(looking.view->capture());
        auto* tabs = looking.find<QTabWidget>("lensTabs");
        tabs->setCurrentIndex(2);
        auto* matrix = looking.view->findChild<views::MatrixView*>();
        QTRY_VERIFY_WITH_TIMEOUT(matrix->content().matrix, 20000);
        tabs->setCurrentIndex(3);
        auto* parts = looking.view->findChild<views::DecompositionView*>();
        QTRY_VERIFY_WITH_TIMEOUT(!parts->curves().empty(), 20000);
        parts->setPage(views::DecompositionView::Page::Head);
        QTRY_VERIFY_WITH_TIMEOUT(!parts->maps().empty(), 20000);
        const auto kindAfter = [&](const std::function<void()>& ask) {
            ask();
            auto* dialog = looking.window->figures().dialog();
            const auto kind = dialog ? dialog->file().figure.kind : QString();
            if (dialog)
                dialog->close();
            return kind;
        };
        const auto trigger = [](QWidget* view, const char* name) { return [view, name] { view->findChild<QAction*>(QLatin1String(name))->trigger(); }; };
        const auto click = [](QWidget* view, const char* name) { return [view, name] { view->findChild<QAbstractButton*>(QLatin1String(name))->click(); }; };
        QCOMPARE(kindAfter(trigger(matrix, "saveFigure")), QStringLiteral("attention_matrix"));
        QCOMPARE(kindAfter(trigger(parts, "saveFigure")), QStringLiteral("attention_factors"));
        parts->setPage(views::DecompositionView::Page::Query);
        QCOMPARE(kindAfter(click(parts, "saveCurves")), QStringLiteral("attention_decomposition"));
        QSet<QString> kinds;
        for (const auto* name : {"stripFigure", "mapFigure", "tokensFigure", "answerFigure"})
            kinds.insert(kindAfter(click(looking.view, name)));
        QCOMPARE(kinds.size(), 4);
        QVERIFY(!kinds.contains(QString()));
    }

    void aCheckpointOfAnotherVocabularyIsToldAndTheWindowLives()
    {
        const auto spec = tinySpec(40);
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.open();
        looking.press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(looking.messages().contains(QStringLiteral("40")), 20000);
        QVERIFY2(looking.messages().contains(QStringLiteral("48")), qPrintable(looking.messages()));
        QVERIFY(!looking.view->capture() && looking.find<QPushButton>("lensCapture")->isEnabled());
    }

    void aRunWithoutATokenizerIsToldAndTheWindowLives()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec), {}));
        looking.open();
        looking.press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(looking.messages().contains(QStringLiteral("tokenizer")), 20000);
        QVERIFY(looking.find<QPushButton>("lensCapture")->isEnabled());
    }

    void attentionThatIsNotFiniteIsToldWithItsHead()
    {
        const auto spec = tinySpec();
        auto parameters = test::randomParameters(spec);
        for (auto& [name, tensor] : parameters)
            if (name == "layers.1.attention.wq.weight") {
                tensor = tensor.clone();
                tensor.fill_(std::numeric_limits<float>::quiet_NaN());
            }
        Looking looking(test::LensRun(spec, parameters));
        looking.open();
        looking.ownText(QStringLiteral("ab cd. ee"));
        looking.press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(looking.messages().contains(QStringLiteral("finite")), 20000);
        QVERIFY2(looking.messages().contains(QStringLiteral("layer 1")), qPrintable(looking.messages()));
    }

    void anEncodingWithoutPriorsIsShownWithoutThem()
    {
        auto spec = tinySpec();
        spec.encoding = "rotary";
        spec.ssmax = false;
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.open();
        looking.ownText(QStringLiteral("ab cd. ee da"));
        looking.press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(looking.view->capture(), 20000);
        QVERIFY(std::isnan(looking.view->capture()->summary.front().prior.thetaBeta));
        looking.find<QComboBox>("mapMeasure")->setCurrentIndex(5);
        looking.find<QComboBox>("stripOrder")->setCurrentIndex(2);
        looking.window->grab();
    }

    void textOfAnyScriptGoesThrough()
    {
        const auto spec = tinySpec();
        Looking looking(test::LensRun(spec, test::randomParameters(spec)));
        looking.open();
        for (const auto& text : {QStringLiteral("ab \u0645\u0631\u062D\u0628\u0627 cd"), QStringLiteral("\U0001F469\u200D\U0001F4BB ab e\u0301\u0302 dd"), QStringLiteral("a\u202Ebc")}) {
            const auto before = looking.view->capture();
            looking.ownText(text);
            looking.press("lensCapture");
            QTRY_VERIFY_WITH_TIMEOUT(looking.view->capture() != before, 20000);
            looking.find<QTabWidget>("lensTabs")->setCurrentIndex(1);
            looking.window->grab();
        }
        looking.ownText(QString());
        looking.press("lensCapture");
        QTRY_VERIFY_WITH_TIMEOUT(!looking.messages().isEmpty(), 20000);
    }
};

BAMSCOPE_TEST(LensWindowTest)

}  // namespace bam::window

#include "test_lens_window.moc"
