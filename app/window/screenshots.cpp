// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every view for the README and for people who check layouts. Everything shown is real: the window itself, on the runs it was given; only the
// settings and the job list are fresh ones in a folder of their own.
#include "app/window/figures_part.h"
#include "app/window/jobs_part.h"
#include "app/window/lens_part.h"
#include "app/window/main_window.h"
#include "app/window/preferences_dialog.h"
#include "app/window/run_window.h"
#include "app/window/runs_part.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/translations.h"
#include "app/work/supervisor.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "widgets/common/time_scrubber.h"
#include "widgets/figures/figure_dialog.h"
#include "widgets/models/run_model.h"
#include "widgets/views/attention/film_view.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/evaluations/evaluations_view.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/priors/priors_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/text/text_view.h"
#include "widgets/views/setup/dataset_builder.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/setup/evaluate_dialog.h"
#include "widgets/views/setup/sweep_dialog.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QGroupBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <optional>

namespace bam::window {
namespace {

constexpr int kPatienceMs = 30000;

/// Runs the event loop. What was begun is ended by its owners when a stop unwinds them.
class Loop {
public:
    explicit Loop(std::stop_token stop) : m_stop(std::move(stop)) {}

    /// Until `done`, or until patience ends. @throws Error (Stopped) on request
    void waitFor(const std::function<bool()>& done) const
    {
        QElapsedTimer timer;
        for (timer.start(); !done() && timer.elapsed() < kPatienceMs;)
            turn(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    void settle(int ms) const
    {
        QElapsedTimer timer;
        for (timer.start(); timer.elapsed() < ms;)
            turn(QEventLoop::AllEvents);
    }

private:
    void turn(QEventLoop::ProcessEventsFlags flags) const
    {
        QCoreApplication::processEvents(flags, 20);
        if (m_stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request", "Pictures that were written stay.");
    }
    std::stop_token m_stop;
};

/// Ends the window's jobs whatever happens: nobody else knows the folder that they are kept in.
class JobsEnded {
public:
    explicit JobsEnded(work::Supervisor& supervisor) : m_supervisor(supervisor) {}
    ~JobsEnded()
    {
        for (const auto& job : m_supervisor.jobs()) {
            m_supervisor.cancelQueued(job.id);
            m_supervisor.killJob(job.id);
        }
        Loop({}).waitFor([this] {
            const auto jobs = m_supervisor.jobs();
            return std::none_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.isActive(); });
        });
    }
    JobsEnded(const JobsEnded&) = delete;
    JobsEnded& operator=(const JobsEnded&) = delete;

private:
    work::Supervisor& m_supervisor;
};

class Photographer {
public:
    Photographer(const ScreenshotRequest& request, const ScreenshotVariant& variant)
        : m_variant(variant)
        , m_loop(request.stop)
        , m_folder(request.out)
    {
        std::error_code error;
        std::filesystem::create_directories(m_folder, error);
        if (error)
            throw Error(ErrorCode::Failed, str(m_folder.string(), " cannot be made: ", error.message()), "Choose another folder for the pictures.");
    }

    void take(QWidget& widget, const std::string& name)
    {
        m_loop.settle(150);
        const auto file = m_folder / str(name, "-", m_variant.name, ".png");
        if (!widget.grab().save(QString::fromStdString(file.string())))
            throw Error(ErrorCode::Failed, str(file.string(), " cannot be written"), "Check the folder's permissions and the space on its disk.");
        m_files.push_back(file);
    }
    const std::vector<std::filesystem::path>& files() const { return m_files; }
    const Loop& loop() const { return m_loop; }

private:
    const ScreenshotVariant& m_variant;
    Loop m_loop;
    std::filesystem::path m_folder;
    std::vector<std::filesystem::path> m_files;
};

QAction* actionNamed(const QList<QAction*>& actions, const QString& name)
{
    for (auto* action : actions)
        if (action->objectName() == name)
            return action;
    return nullptr;
}

void check(const QList<QAction*>& actions, const QString& name, bool on)
{
    if (auto* action = actionNamed(actions, name); action && action->isChecked() != on)
        action->trigger();
}

void takeDialogs(MainWindow& window, Settings& settings, Photographer& photographer)
{
    CommandPalette palette(window.commands(), &window);
    palette.show();
    photographer.take(palette, "commands");
    palette.close();
    ShortcutsDialog shortcuts(window.commands(), {}, &window);
    shortcuts.show();
    photographer.take(shortcuts, "shortcuts");
    shortcuts.close();
    PreferencesDialog preferences(settings, &window);
    preferences.show();
    photographer.take(preferences, "preferences");
    preferences.close();
}

/// The spec of the first run whose text is still there, for a training of a few seconds.
std::optional<spec::RunSpec> trainableSpec(MainWindow& window)
{
    for (const auto& run : window.runs().selection()) {
        auto spec = window.runs().specOf(run);
        if (spec.data.kind == "passkey_mixture" && QFileInfo(QString::fromStdString(spec.data.dataset)).isFile())
            return spec;
    }
    return std::nullopt;
}

void takeSetup(MainWindow& window, Photographer& photographer)
{
    auto* pane = window.findChild<QDockWidget*>(QStringLiteral("setupPane"));
    window.setUpNewRun();
    window.jobs().setUpFrom(window.runs().selection().constFirst());
    photographer.loop().settle(500);
    photographer.take(window, "setup");
    if (auto* advanced = pane->findChild<QAbstractButton*>(QStringLiteral("advanced")))
        advanced->click();
    photographer.loop().settle(300);
    photographer.take(window, "setup-advanced");
    const auto* form = window.findChild<views::SetupView*>();
    views::SweepDialog sweep(form->spec(), window.jobs().devices(), window.runs().speeds(), -1, &window);
    sweep.show();
    photographer.take(sweep, "sweep");
    sweep.close();
    views::EvaluateDialog evaluate({QStringLiteral("l12 BAM 00")}, form->spec(), {}, &window);
    evaluate.show();
    photographer.take(evaluate, "evaluate");
    for (auto* box : evaluate.findChildren<QGroupBox*>())
        if (box->isCheckable())
            box->setChecked(true);
    photographer.take(evaluate, "evaluate-all");
    evaluate.close();
    pane->hide();
}

/// One training runs, two wait; their folders are temporary.
void takeRunningJobs(MainWindow& window, const QString& logDir, Photographer& photographer)
{
    auto spec = *trainableSpec(window);
    spec.logDir = logDir.toStdString();
    auto& supervisor = window.jobs().supervisor();
    const JobsEnded ended(supervisor);
    window.jobs().start(spec, QStringLiteral("cpu"));
    auto other = spec;
    other.model.ssmax = !other.model.ssmax;
    auto third = spec;
    third.model.encoding = "alibi";
    window.jobs().enqueue({other, third}, QStringLiteral("cpu"));
    photographer.loop().waitFor([&] {
        const auto jobs = supervisor.jobs();
        return !jobs.isEmpty() && jobs.constFirst().fraction() > 0.05;
    });
    photographer.loop().settle(1000);
    photographer.take(window, "jobs");
}

void takeJobs(MainWindow& window, const QString& logDir, Photographer& photographer)
{
    if (!trainableSpec(window))
        return;
    takeRunningJobs(window, logDir, photographer);
    window.closeFolder(logDir);
    window.findChild<views::RunsView*>()->selectRuns(window.runs().model().paths());
    photographer.loop().settle(300);
}

/// The attention page of the last run that has priors: the strip, then each of the pages below it.
void takeAttention(MainWindow& window, Photographer& photographer)
{
    auto* view = window.findChild<views::LensView*>();
    QString looked;
    for (const auto& path : window.runs().model().paths())
        if (const auto* record = window.runs().model().record(path); record && (looked.isEmpty() || record->encoding == "bam_ssmax"))
            looked = path;
    auto* list = window.findChild<views::RunsView*>();
    list->selectRuns({looked});
    photographer.loop().settle(300);
    if (auto* action = actionNamed(list->runActions(), QStringLiteral("lookInto")))
        action->trigger();
    photographer.loop().settle(500);
    photographer.take(window, "attention-empty");
    view->findChild<QComboBox*>(QStringLiteral("lensLength"))->setCurrentIndex(4);
    view->findChild<QPushButton*>(QStringLiteral("lensCapture"))->click();
    photographer.loop().waitFor([view] { return view->capture() != nullptr; });
    if (!view->capture())
        throw Error(ErrorCode::Failed, str(looked.toStdString(), " could not be looked into"), "Open it in the window, which says why.");
    for (const auto* button : {"lensAblateTop", "lensAblateRandom"}) {
        const auto before = view->capture();
        view->findChild<QPushButton*>(QLatin1String(button))->click();
        photographer.loop().waitFor([&] { return view->capture() != before; });
    }
    auto* tabs = view->findChild<QTabWidget*>(QStringLiteral("lensTabs"));
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        photographer.loop().settle(500);
        photographer.loop().waitFor([view] { return !view->findChild<QLabel*>(QStringLiteral("lensActivity"))->isVisible(); });
        photographer.loop().settle(500);
        photographer.take(window, "attention-" + std::to_string(tab + 1));
    }
    window.findChild<QTabWidget*>(QStringLiteral("centreTabs"))->setCurrentIndex(0);
    list->selectRuns(window.runs().model().paths());
    photographer.loop().settle(500);
}

/// The page of priors with a head of the first run beside the explorer's, then the heads of the runs.
void takePriors(MainWindow& window, Photographer& photographer)
{
    auto* view = window.findChild<views::PriorsView*>();
    window.explorePriors();
    photographer.loop().settle(1500);
    for (const auto& [action, name] : {std::pair{"showExplorer", "priors-explorer"}, {"showHeads", "priors-heads"}, {"showBoth", "priors"}}) {
        actionNamed(view->viewActions(), QLatin1String(action))->trigger();
        photographer.loop().settle(1500);
        photographer.take(window, name);
    }
}

/// The comparison of all runs: its tables, and their attention side by side.
void takeComparison(MainWindow& window, Photographer& photographer)
{
    auto* view = window.findChild<views::CompareView*>();
    auto* centre = window.findChild<QTabWidget*>(QStringLiteral("centreTabs"));
    centre->setCurrentWidget(view);
    photographer.loop().settle(2500);
    auto* tabs = view->findChild<QTabWidget*>(QStringLiteral("compareTabs"));
    tabs->setCurrentIndex(0);
    photographer.take(window, "comparison");
    tabs->setCurrentIndex(1);
    photographer.take(window, "comparison-differences");
    tabs->setCurrentIndex(2);
    auto* go = view->findChild<QPushButton*>(QStringLiteral("attentionGo"));
    const auto before = view->figures().size();
    go->click();
    photographer.loop().waitFor([&] { return view->figures().size() > before; });
    photographer.loop().settle(1500);
    photographer.take(window, "comparison-attention");
    tabs->setCurrentIndex(0);
    const auto figures = view->figures();
    if (!figures.empty()) {
        window.figures().showFigure(figures.front());
        photographer.loop().settle(500);
        photographer.take(*window.figures().dialog(), "figure");
        window.figures().dialog()->close();
    }
    centre->setCurrentIndex(0);
    photographer.loop().settle(300);
}

/// The film of the last selected run that has one: its end, and where the first retrieval head may be born.
void takeFilm(MainWindow& window, Photographer& photographer)
{
    auto* view = window.findChild<views::FilmView*>();
    auto* centre = window.findChild<QTabWidget*>(QStringLiteral("centreTabs"));
    auto* list = window.findChild<views::RunsView*>();
    QString filmed;
    for (const auto& path : window.runs().model().paths())
        if (const auto* record = window.runs().model().record(path); record && (filmed.isEmpty() || record->encoding == "bam_ssmax"))
            filmed = path;
    list->selectRuns({filmed});
    centre->setCurrentWidget(view);
    photographer.loop().settle(2500);
    photographer.take(window, "film");
    if (view->shownStep() > 0) {
        view->scrubber().setStep(double(view->shownStep()) * 0.4);
        photographer.loop().settle(500);
        photographer.take(window, "film-early");
    }
    centre->setCurrentIndex(0);
    list->selectRuns(window.runs().model().paths());
    photographer.loop().settle(500);
}

/// What was measured of all runs, and the pane in which one of them writes.
void takeEvaluations(MainWindow& window, Photographer& photographer)
{
    auto* centre = window.findChild<QTabWidget*>(QStringLiteral("centreTabs"));
    centre->setCurrentWidget(window.findChild<views::EvaluationsView*>());
    photographer.loop().settle(2500);
    photographer.take(window, "evaluations");
    auto* pane = window.findChild<QDockWidget*>(QStringLiteral("textPane"));
    pane->raise();
    auto* view = pane->findChild<views::TextView*>();
    photographer.loop().settle(500);
    view->findChild<QPlainTextEdit*>(QStringLiteral("textPrompt"))->setPlainText(QStringLiteral("In the beginning"));
    view->findChild<QPushButton*>(QStringLiteral("textWrite"))->click();
    photographer.loop().waitFor([view] { return !view->isBusy(); });
    photographer.take(window, "text");
    centre->setCurrentIndex(0);
    window.findChild<QDockWidget*>(QStringLiteral("jobsPane"))->raise();
    photographer.loop().settle(300);
}

void takeDatasetBuilder(MainWindow& window, Photographer& photographer)
{
    window.jobs().buildDataset();
    auto* builder = window.findChild<views::DatasetBuilder*>();
    if (const auto spec = trainableSpec(window)) {
        const auto tokenizer = QString::fromStdString(spec->data.tokenizer);
        builder->setTokenizers({{tokenizer, QFileInfo(tokenizer).fileName()}});
        builder->addInputs({QString::fromStdString(spec->data.dataset)});
    }
    photographer.loop().settle(1500);
    photographer.take(*builder, "dataset");
    builder->close();
}

}  // namespace

const std::vector<ScreenshotVariant>& screenshotVariants()
{
    static const std::vector<ScreenshotVariant> variants{
        {"light-1280x800", 1280, 800, 1, 100, "light"},
        {"dark-1280x800", 1280, 800, 1, 100, "dark"},
        {"light-2560x1440", 2560, 1440, 1, 100, "light"},
        {"dark-2560x1440", 2560, 1440, 1, 100, "dark"},
        {"light-200", 1280, 800, 2, 100, "light"},
        {"light-text-200", 1280, 800, 1, 200, "light"},
    };
    return variants;
}

std::vector<std::filesystem::path> takeScreenshots(const ScreenshotRequest& request)
{
    const ScreenshotVariant* variant = nullptr;
    for (const auto& known : screenshotVariants())
        if (known.name == request.variant)
            variant = &known;
    if (!variant)
        throw Error(ErrorCode::Usage, str("there is no variant \"", request.variant, "\""), "Leave --variant out to take all.");
    // The platform without a display says at every window that it passes no size hints on: nothing that people could act on.
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& text) {
        if (!text.contains(QLatin1String("propagateSizeHints")))
            std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
    });
    QTemporaryDir own;
    qputenv("XDG_DATA_HOME", own.path().toLocal8Bit());
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, own.path());
    int count = 1;
    char name[] = "bamscope";
    char* names[] = {name, nullptr};
    QApplication application(count, names);
    std::setlocale(LC_NUMERIC, "C");
    Settings settings;
    settings.setTheme(themeFromName(QString::fromStdString(variant->theme)));
    settings.setTextSize(variant->textSize);
    const Translations translations(request.language.empty() ? QStringLiteral("en") : QString::fromStdString(request.language));
    applyTheme(application, settings.theme());
    Photographer photographer(request, *variant);

    const auto font = QApplication::font();
    {
        MainWindow empty(settings, {});
        empty.resize(variant->width, variant->height);
        empty.show();
        photographer.take(empty, "start");
    }
    QApplication::setFont(font);        // as each window finds it and makes it larger
    QStringList folders;
    for (const auto& folder : request.folders)
        folders.append(QString::fromStdString(std::filesystem::absolute(folder).string()));
    MainWindow window(settings, folders);
    window.resize(variant->width, variant->height);
    window.show();
    auto* list = window.findChild<views::RunsView*>();
    auto* curves = window.findChild<views::LossView*>();
    photographer.loop().waitFor([&] { return !window.runs().selection().isEmpty(); });
    if (window.runs().model().runCount() == 0)
        throw Error(ErrorCode::Usage, str("no runs were found below ", folders.join(QStringLiteral(", ")).toStdString()), "Name log folders with runs, e.g. build/quickstart/runs.");
    list->selectRuns(window.runs().model().paths());
    photographer.loop().settle(2500);
    photographer.take(window, "curves");
    const auto actions = curves->viewActions();
    for (const auto* pane : {"normPane", "learningRatePane", "speedPane", "groupsDeviation"})
        check(actions, QString::fromLatin1(pane), true);
    photographer.loop().settle(500);
    photographer.take(window, "curves-panes");
    for (const auto* pane : {"normPane", "learningRatePane", "speedPane"})
        check(actions, QString::fromLatin1(pane), false);
    check(actions, QStringLiteral("groupsOff"), true);
    list->setGrouping(models::Grouping::Encoding);
    takePriors(window, photographer);
    takeComparison(window, photographer);
    takeAttention(window, photographer);
    takeFilm(window, photographer);
    takeEvaluations(window, photographer);
    takeSetup(window, photographer);
    takeJobs(window, own.filePath(QStringLiteral("logs")), photographer);
    window.findChild<QDockWidget*>(QStringLiteral("logPane"))->raise();
    photographer.take(window, "log");
    takeDatasetBuilder(window, photographer);
    takeDialogs(window, settings, photographer);
    return photographer.files();
}

}  // namespace bam::window
