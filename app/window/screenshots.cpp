// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every view for the README and for people who check layouts. Everything shown is real: the window itself, on the runs it was given; only the
// settings and the job list are fresh ones in a folder of their own.
#include "app/window/jobs_part.h"
#include "app/window/main_window.h"
#include "app/window/preferences_dialog.h"
#include "app/window/run_window.h"
#include "app/window/runs_part.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/translations.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "widgets/models/run_model.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/setup/dataset_builder.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>

#include <clocale>

namespace bam::window {
namespace {

constexpr int kPatienceMs = 30000;

/// Runs the event loop until `done`, or until patience ends.
void waitFor(const std::function<bool()>& done)
{
    QElapsedTimer timer;
    for (timer.start(); !done() && timer.elapsed() < kPatienceMs;)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
}

void settle(int ms)
{
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < ms;)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

class Photographer {
public:
    Photographer(const ScreenshotRequest& request, const ScreenshotVariant& variant)
        : m_variant(variant)
        , m_folder(request.out)
    {
        std::error_code error;
        std::filesystem::create_directories(m_folder, error);
        if (error)
            throw Error(ErrorCode::Failed, str(m_folder.string(), " cannot be made: ", error.message()), "Choose another folder for the pictures.");
    }

    void take(QWidget& widget, const std::string& name)
    {
        settle(150);
        const auto file = m_folder / str(name, "-", m_variant.name, ".png");
        if (!widget.grab().save(QString::fromStdString(file.string())))
            throw Error(ErrorCode::Failed, str(file.string(), " cannot be written"), "Check the folder's permissions and the space on its disk.");
        m_files.push_back(file);
    }
    const std::vector<std::filesystem::path>& files() const { return m_files; }

private:
    const ScreenshotVariant& m_variant;
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

void takeDatasetBuilder(MainWindow& window, Photographer& photographer)
{
    window.jobs().buildDataset();
    auto* builder = window.findChild<views::DatasetBuilder*>();
    for (const auto& run : window.runs().selection()) {
        const auto spec = window.runs().specOf(run);
        const QString text = QString::fromStdString(spec.data.dataset);
        if (spec.data.kind == "passkey_mixture" && QFileInfo(text).isFile()) {
            builder->setTokenizers({{run + QStringLiteral("/tokenizer.model"), QStringLiteral("tokenizer.model")}});
            builder->addInputs({text});
            break;
        }
    }
    settle(1500);
    photographer.take(*builder, "dataset");
    builder->close();
}

}  // namespace

const std::vector<ScreenshotVariant>& screenshotVariants()
{
    static const std::vector<ScreenshotVariant> variants{
        {"light-1280x800", 1280, 800, 1, "light"},
        {"dark-2560x1440", 2560, 1440, 1, "dark"},
        {"light-200", 1280, 800, 2, "light"},
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
    const Translations translations(request.language.empty() ? QStringLiteral("en") : QString::fromStdString(request.language));
    applyTheme(application, settings.theme());
    Photographer photographer(request, *variant);

    {
        MainWindow empty(settings, {});
        empty.resize(variant->width, variant->height);
        empty.show();
        photographer.take(empty, "start");
    }
    QStringList folders;
    for (const auto& folder : request.folders)
        folders.append(QString::fromStdString(std::filesystem::absolute(folder).string()));
    MainWindow window(settings, folders);
    window.resize(variant->width, variant->height);
    window.show();
    auto* list = window.findChild<views::RunsView*>();
    auto* curves = window.findChild<views::LossView*>();
    waitFor([&] { return !window.runs().selection().isEmpty(); });
    if (window.runs().model().runCount() == 0)
        throw Error(ErrorCode::Usage, str("no runs were found below ", folders.join(QStringLiteral(", ")).toStdString()), "Name log folders with runs, e.g. build/quickstart/runs.");
    list->selectRuns(window.runs().model().paths());
    settle(2500);
    photographer.take(window, "curves");
    const auto actions = curves->viewActions();
    for (const auto* pane : {"showGradientNorm", "showLearningRate", "showTokensPerSecond"})
        check(actions, QString::fromLatin1(pane), true);
    settle(500);
    photographer.take(window, "curves-all-panes");
    for (const auto* pane : {"showGradientNorm", "showLearningRate", "showTokensPerSecond"})
        check(actions, QString::fromLatin1(pane), false);
    list->setGrouping(models::Grouping::Encoding);
    window.setUpNewRun();
    window.jobs().setUpFrom(window.runs().selection().constFirst());
    settle(500);
    photographer.take(window, "setup");
    check(window.findChild<QDockWidget*>(QStringLiteral("setupPane"))->widget()->findChildren<QAction*>(), QStringLiteral("advanced"), true);
    photographer.take(window, "setup-advanced");
    window.findChild<QDockWidget*>(QStringLiteral("setupPane"))->hide();
    window.findChild<QDockWidget*>(QStringLiteral("logPane"))->raise();
    photographer.take(window, "log");
    takeDatasetBuilder(window, photographer);
    takeDialogs(window, settings, photographer);
    return photographer.files();
}

}  // namespace bam::window
