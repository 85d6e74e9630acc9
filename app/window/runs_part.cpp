// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/runs_part.h"

#include "core/base/error.h"
#include "core/spec/official_args.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/runs/runs_view.h"

#include <QDateTime>
#include <QClipboard>
#include <QDataStream>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QProgressDialog>
#include <QUrl>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bam::window {
namespace {

constexpr qsizetype kRememberedSelections = 8;
constexpr int kFirstSelection = 6;      // runs shown when nobody has chosen any: as many as a legend holds at a glance

const QString kGoneKey = QStringLiteral("runs gone");

QStringList keyOf(QStringList folders)
{
    folders.sort();
    return folders;
}

bool looksTheSame(const views::CurveRun& a, const views::CurveRun& b)
{
    return a.title == b.title && a.group == b.group && a.groupTitle == b.groupTitle && a.seed == b.seed && a.style == b.style && a.running == b.running
        && runs::sameNumber(a.tokensPerStep, b.tokensPerStep) && runs::sameNumber(a.flopsPerToken, b.flopsPerToken);
}

}  // namespace

RunsPart::RunsPart(views::RunsView& runs, views::LossView& curves, models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_runs(runs)
    , m_curves(curves)
    , m_model(model)
    , m_trash(runs, model)
{
    connect(&m_watcher, &work::RunWatcher::runsChanged, this, &RunsPart::take);
    connect(&m_watcher, &work::RunWatcher::scanned, this, [this] {
        m_scanning = false;
        m_runs.setScanning(false);
        for (const auto& run : std::exchange(m_recalled, {}))
            m_wanted.removeAll(run);        // is not there any more
        chooseFirstSelection();
        Q_EMIT runCountChanged(m_model.runCount(), false);
    });
    connect(&m_watcher, &work::RunWatcher::curvesRead, this, [this](const std::shared_ptr<runs::CurvePiece>& piece) {
        if (!piece->problem.empty())
            m_toldByCurves.insert(QString::fromStdString(piece->run.string()) + QString::fromStdString(piece->problem));
        m_curves.append(std::move(*piece));
    });
    connect(&m_watcher, &work::RunWatcher::notesNotSaved, this, [this](const QString& run, const runs::RunNotes& notes, const QString& cause, const QString& hint) {
        auto message = ui::errorMessage(ui::coreText(cause.toStdString()), ui::coreText(hint.toStdString()));
        message.key = QStringLiteral("notes ") + run;
        message.action = tr("&Try again");
        message.onAction = [this, run, notes] { saveNotes(run, notes); };
        Q_EMIT this->message(message);
    });
    connect(&m_watcher, &work::RunWatcher::problemOver, this, [this](const QString& path) {
        for (const auto& key : m_told.take(path))
            Q_EMIT messageOver(key);
    });
    connect(&m_watcher, &work::RunWatcher::problem, this, [this](const QString& path, const QString& text) {
        ui::Message message{ui::Severity::Warning};
        message.text = text;
        message.key = path + text;
        if (m_toldByCurves.contains(message.key))       // above the curves already
            return;
        if (!m_watcher.roots().contains(path))      // of a folder that people opened and that shows nothing, as long as it is so
            message.fadeAfterMs = 15000;
        m_told[path].append(message.key);
        Q_EMIT this->message(message);
    });
    connect(&m_runs, &views::RunsView::selectionChanged, this, [this] {
        m_chosen = true;
        showSelection();
    });
    connect(&m_runs, &views::RunsView::notesChanged, this, &RunsPart::saveNotes);
    connect(&m_runs, &views::RunsView::trashRequested, &m_trash, &TrashPart::trash);
    connect(&m_trash, &TrashPart::message, this, &RunsPart::message);
    connect(&m_trash, &TrashPart::messageOver, this, &RunsPart::messageOver);
    connect(&m_trash, &TrashPart::moved, this, [this] { m_watcher.rescan(); });
    connect(&m_trash, &TrashPart::broughtBack, this, [this](const QStringList& runs) { m_wanted += runs; });
    connect(&m_runs, &views::RunsView::exportRequested, this, &RunsPart::exportRuns);
    connect(&m_runs, &views::RunsView::rescanRequested, this, [this] { m_watcher.rescan(); });
    connect(&m_runs, &views::RunsView::openFolderRequested, this, &RunsPart::openFolder);
    connect(&m_curves, &views::LossView::runClicked, this, [this](const QString& run) { m_runs.selectRuns({run}); });
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &RunsPart::showChanges);
    m_speedTimer.setSingleShot(true);
    m_speedTimer.setInterval(1000);
    connect(&m_speedTimer, &QTimer::timeout, this, &RunsPart::speedsChanged);
}

void RunsPart::openFolder(const QString& run)
{
    if (QDesktopServices::openUrl(QUrl::fromLocalFile(run)))
        return;
    ui::Message message{ui::Severity::Warning};
    message.text = tr("No file manager could be started to show %1.").arg(run);
    message.hint = tr("Copy the path, and go there in a terminal or in a file manager of your own.");
    message.key = QStringLiteral("open folder");
    message.action = tr("&Copy path");
    message.onAction = [run] { QGuiApplication::clipboard()->setText(run); };
    Q_EMIT this->message(message);
}

QWidget* RunsPart::window() const { return m_runs.window(); }

void RunsPart::setFolders(const QStringList& folders)
{
    rememberSelection();
    m_scanning = !folders.isEmpty();
    m_runs.setScanning(m_scanning);
    Q_EMIT runCountChanged(m_model.runCount(), m_scanning);
    m_watcher.setRoots(folders);
    const auto known = std::find_if(m_remembered.cbegin(), m_remembered.cend(), [&](const auto& entry) { return entry.first == keyOf(m_watcher.roots()); });
    m_recalled = known != m_remembered.cend() ? known->second : QStringList();
    if (!selection().isEmpty() || !m_wanted.isEmpty())
        m_recalled.clear();     // a choice was made already
    m_wanted += m_recalled;
    m_chosen = m_chosen && !selection().isEmpty();
}

void RunsPart::rememberSelection()
{
    const auto folders = keyOf(m_watcher.roots());
    if (folders.isEmpty() || m_scanning)
        return;
    m_remembered.removeIf([&](const auto& entry) { return entry.first == folders; });
    m_remembered.prepend({folders, selection()});
    m_remembered.resize(std::min(m_remembered.size(), kRememberedSelections));
}

QByteArray RunsPart::saveSelection()
{
    rememberSelection();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << m_remembered;
    return qCompress(bytes);
}

void RunsPart::restoreSelection(const QByteArray& saved)
{
    if (saved.isEmpty())
        return;
    QDataStream stream(qUncompress(saved));
    QVector<std::pair<QStringList, QStringList>> remembered;
    stream >> remembered;
    if (stream.status() == QDataStream::Ok)
        m_remembered = std::move(remembered);
}

void RunsPart::take(const QVector<runs::RunRecord>& changed, const QStringList& removed)
{
    const auto before = m_model.runCount();
    const bool noneSelected = selection().isEmpty();
    tellGone(removed);
    if (!removed.isEmpty())
        m_model.remove(removed);
    for (const auto& run : changed)
        warnOfShortage(run);
    m_model.set(changed);
    QStringList arrived;
    for (const auto& run : std::as_const(m_wanted))
        if (m_model.record(run))
            arrived.append(run);
    if (!arrived.isEmpty()) {
        m_chosen = true;
        for (const auto& run : arrived)
            m_wanted.removeOne(run);
        m_runs.selectRuns(selection() + arrived);
    }
    for (const auto& run : changed)
        m_changed.insert(QString::fromStdString(run.path.string()));
    if (!m_gone.isEmpty() && m_gone.removeIf([this](const QString& run) { return m_model.record(run); }) > 0 && m_gone.isEmpty())
        Q_EMIT messageOver(kGoneKey);
    showChanges();
    if (m_model.runCount() != before)
        Q_EMIT runCountChanged(m_model.runCount(), m_scanning);
    if (!m_scanning && noneSelected)
        chooseFirstSelection();
    if (!m_speedTimer.isActive())
        m_speedTimer.start();
}

/// Of runs whose curves were shown, and whose folder somebody else removed or moved.
void RunsPart::tellGone(const QStringList& removed)
{
    QStringList gone;
    const auto folders = m_watcher.roots();
    const auto isOpen = [&](const QString& run) { return std::any_of(folders.begin(), folders.end(), [&](const QString& folder) { return run.startsWith(folder + QLatin1Char('/')); }); };
    for (const auto& run : removed)
        if (m_shownAt.contains(run) && isOpen(run))
            gone.append(run);
    if (gone.isEmpty())
        return;
    const int count = int(gone.size());
    ui::Message message{ui::Severity::Warning};
    message.text = count == 1 ? tr("The folder of %1 is not there any more.").arg(m_model.title(gone.front())) : tr("The folders of %n shown run(s) are not there any more.", nullptr, count);
    message.hint = tr("They left the list, and their curves the plot. They come back by themselves when their folders do.");
    message.key = kGoneKey;
    m_gone += gone;
    m_wanted += gone;
    Q_EMIT this->message(message);
}

/// When a run has just ended; not for those that ended before the window looked.
void RunsPart::warnOfShortage(const runs::RunRecord& run)
{
    const auto path = QString::fromStdString(run.path.string());
    const auto* before = m_model.record(path);
    if (!run.dataEnded() || (before ? before->dataEnded() : m_scanning))
        return;
    ui::Message message{ui::Severity::Warning};
    message.text = tr("The data of %1 ended at step %2 of %3.").arg(before ? m_model.title(path) : ui::shortPath(path), ui::count(double(run.step)), ui::count(double(run.totalSteps)));
    message.hint = std::isfinite(run.tokensPerStep)
        ? tr("It is read once: %1 tokens of training were there, %2 would be needed. Add data, or ask for fewer steps.").arg(ui::shortCount(run.tokensPerStep * double(run.dataSteps)), ui::shortCount(run.tokensPerStep * double(run.totalSteps)))
        : tr("It is read once. Add data, or ask for fewer steps.");
    message.key = QStringLiteral("data ended ") + path;
    Q_EMIT this->message(message);
}

void RunsPart::selectWhenThere(const QStringList& runs)
{
    m_chosen = true;
    for (const auto& run : runs) {
        if (m_model.record(run))
            m_runs.selectRuns(selection() + QStringList{run});
        else if (!m_wanted.contains(run))
            m_wanted.append(run);
    }
}

void RunsPart::show(const QString& run)
{
    m_runs.selectRuns({run});
}

QStringList RunsPart::selection() const { return m_runs.selectedRuns(); }

void RunsPart::chooseFirstSelection()
{
    if (m_chosen || m_model.runCount() == 0)
        return;
    std::vector<const runs::RunRecord*> all;
    for (const auto& path : m_model.paths())
        if (const auto* record = m_model.record(path); record->step > 0 || record->official || record->state == runs::RunState::Running)
            all.push_back(record);
    // The newest by their start; of equals always the same, in whatever order they were found.
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->started != b->started ? a->started > b->started : a->path < b->path; });
    QStringList chosen;
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), kFirstSelection); ++i)
        chosen.append(QString::fromStdString(all[i]->path.string()));
    m_runs.selectRuns(chosen);
}

views::CurveRun RunsPart::curveRun(const QString& path, const runs::RunRecord& record) const
{
    views::CurveRun run;
    run.path = path;
    run.title = m_model.title(path);
    run.group = m_model.seedGroup(path);
    run.groupTitle = m_model.seedGroupTitle(path);
    run.seed = record.seed;
    run.style = m_model.style(path);
    run.tokensPerStep = record.tokensPerStep;
    run.flopsPerToken = record.flopsPerToken;
    run.running = record.state == runs::RunState::Running;
    return run;
}

void RunsPart::showSelection()
{
    const auto selected = selection();
    m_model.setShown(selected);
    m_shown.clear();
    m_shownAt.clear();
    for (const auto& path : selected)
        if (const auto* record = m_model.record(path)) {
            m_shownAt.insert(path, m_shown.size());
            m_shown.append(curveRun(path, *record));
        }
    m_curves.setRuns(m_shown);
    m_watcher.follow(selected);
    Q_EMIT selectionChanged(selected);
}

/// A running run changes every few seconds, but seldom in what its curve shows.
void RunsPart::showChanges()
{
    const auto changed = std::exchange(m_changed, {});
    bool different = false;
    for (auto& shown : m_shown)
        if (auto title = m_model.title(shown.path); m_model.record(shown.path) && (title != shown.title || m_model.style(shown.path) != shown.style)) {
            shown.title = std::move(title);
            shown.style = m_model.style(shown.path);
            different = true;
        }
    for (const auto& path : changed) {
        const auto at = m_shownAt.constFind(path);
        const auto* record = m_model.record(path);
        if (at == m_shownAt.constEnd() || !record)
            continue;
        auto run = curveRun(path, *record);
        different = different || !looksTheSame(run, m_shown[*at]);
        m_shown[*at] = std::move(run);
    }
    if (different)
        m_curves.setRuns(m_shown);
}

void RunsPart::saveNotes(const QString& run, const runs::RunNotes& notes)
{
    m_model.setNotes(run, notes);
    m_watcher.saveNotes(run, notes);
    m_changed.insert(run);
    m_later.start();        // notes of many runs change at once
}

void RunsPart::exportRuns(const QStringList& runs)
{
    if (runs.isEmpty() || m_export.isRunning())
        return;
    auto file = QFileDialog::getSaveFileName(window(), tr("Export the curves of %n run(s)", nullptr, int(runs.size())), QStringLiteral("curves.csv"), tr("Comma-separated values (*.csv)"));
    if (file.isEmpty())
        return;
    auto* progress = new QProgressDialog(tr("Writing %1").arg(ui::shortPath(file)), tr("&Cancel"), 0, 1000, window());
    progress->setAttribute(Qt::WA_DeleteOnClose);
    progress->setMinimumDuration(500);
    progress->setWindowTitle(tr("Export"));
    connect(progress, &QProgressDialog::canceled, &m_export, &work::RunExport::cancel);
    connect(&m_export, &work::RunExport::progress, progress, [progress](double fraction) { progress->setValue(int(fraction * 999)); });
    connect(&m_export, &work::RunExport::finished, progress, [this, progress](const QString& csv, qint64 rows) {
        ui::Message done{ui::Severity::Success};
        done.text = tr("%1 rows written to %2.").arg(ui::count(double(rows)), ui::shortPath(csv));
        done.fadeAfterMs = 10000;
        Q_EMIT message(done);
        progress->close();
    });
    connect(&m_export, &work::RunExport::failed, progress, [this, progress](const QString& cause, const QString& hint) {
        Q_EMIT message(ui::errorMessage(cause, hint));
        progress->close();
    });
    connect(&m_export, &work::RunExport::cancelled, progress, &QProgressDialog::close);
    QVector<work::ExportedRun> exported;
    for (const auto& run : runs)
        if (const auto* record = m_model.record(run))
            exported.append({run, record->tokensPerStep, record->flopsPerToken});
    m_export.start(exported, file);
}

QVector<views::MeasuredSpeed> RunsPart::speeds() const
{
    QVector<views::MeasuredSpeed> speeds;
    for (const auto& path : m_model.paths()) {
        const auto* record = m_model.record(path);
        if (!(record->tokensPerSecond > 0) || record->device.empty())
            continue;
        views::MeasuredSpeed speed;
        speed.run = m_model.title(path);
        speed.device = QString::fromStdString(record->device);
        // Over the whole run, with its validations and checkpoints; its last step may have been a fast or slow one.
        const bool whole = record->step > 0 && record->seconds > 0 && record->tokensPerStep > 0;
        speed.tokensPerSecond = whole ? double(record->step) * record->tokensPerStep / record->seconds : record->tokensPerSecond;
        speed.started = QDateTime::fromString(QString::fromStdString(record->started), Qt::ISODate).toSecsSinceEpoch();
        speed.ended = record->heartbeat;
        speed.host = QString::fromStdString(record->host);
        speed.flopsPerToken = record->flopsPerToken;
        speeds.append(speed);
    }
    return speeds;
}

spec::RunSpec RunsPart::specOf(const QString& run) const
{
    std::vector<std::string> notes;
    return spec::specOfRun(run.toStdString(), notes);
}

}  // namespace bam::window
