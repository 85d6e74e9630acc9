// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_window.h"

#include "app/window/main_window.h"
#include "app/window/settings.h"
#include "app/window/translations.h"
#include "core/base/error.h"
#include "core/base/version.h"

#include <QApplication>
#include <QDir>

#include <clocale>
#include <cstdio>
#include <cstdlib>

namespace bam::window {
namespace {

void requireDisplay()
{
    if (qEnvironmentVariable("QT_QPA_PLATFORM").isEmpty() && qEnvironmentVariable("DISPLAY").isEmpty() && qEnvironmentVariable("WAYLAND_DISPLAY").isEmpty())
        throw Error(ErrorCode::Environment, "there is no display for a window (DISPLAY and WAYLAND_DISPLAY are not set)",
            "Work without a window: `bamscope --help` lists the commands of `bamscope --batch`. Over ssh, -X brings the window here.");
}

/// Qt ends the program when the display does not answer; it must do so with a message and a status that mean something.
void handleMessage(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtFatalMsg) {
        std::fprintf(stderr, "bamscope: the window cannot be opened: %s\n  Check DISPLAY, or work without a window: bamscope --help lists the commands.\n", qUtf8Printable(text));
        std::_Exit(int(ErrorCode::Environment));
    }
    if (type != QtDebugMsg && type != QtInfoMsg && !text.startsWith(QLatin1String("QStandardPaths:")) && !text.contains(QLatin1String("propagateSizeHints")))
        std::fprintf(stderr, "note: %s\n", qUtf8Printable(text));
}

QStringList foldersOf(const WindowRequest& request, const Settings& settings)
{
    QStringList folders;
    for (const auto& folder : request.folders)
        folders.append(QString::fromStdString(folder.string()));
    if (!folders.isEmpty())
        return folders;
    for (const auto& folder : settings.logFolders())
        if (QDir(folder).exists())
            folders.append(folder);
    if (folders.isEmpty() && QDir(QStringLiteral("logs")).exists())
        folders.append(QStringLiteral("logs"));
    return folders;
}

}  // namespace

int runWindow(const WindowRequest& request)
{
    requireDisplay();
    qInstallMessageHandler(handleMessage);
    QApplication::setApplicationName(QStringLiteral("bamscope"));
    QApplication::setApplicationVersion(QString::fromStdString(programVersion()));
    QApplication::setDesktopFileName(QStringLiteral("bamscope"));
    int count = 1;
    char name[] = "bamscope";
    char* names[] = {name, nullptr};
    QApplication application(count, names);
    QApplication::setApplicationDisplayName(QStringLiteral("Bamscope"));
    std::setlocale(LC_NUMERIC, "C");    // numbers in files keep their decimal point; people's numbers go through QLocale

    Settings settings;
    const auto folders = foldersOf(request, settings);
    const Translations translations(request.language.empty() ? settings.language() : QString::fromStdString(request.language));
    applyTheme(application, request.theme.empty() ? settings.theme() : themeFromName(QString::fromStdString(request.theme)));
    MainWindow window(settings, folders);
    window.show();
    if (request.onReady)
        request.onReady([&window] { QMetaObject::invokeMethod(&window, &QWidget::close, Qt::QueuedConnection); });
    return QApplication::exec();
}

}  // namespace bam::window
