// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lens_part.h"

#include "core/spec/spec_io.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/models/run_model.h"
#include "widgets/views/attention/lens_view.h"

#include <algorithm>

namespace bam::window {
namespace {

constexpr qint64 kLargestText = 1 << 20;        // bytes: some hundred thousand tokens

}  // namespace

LensPart::LensPart(views::LensView& view, const models::RunModel& model, work::LensOpener opener, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_worker(std::move(opener))
{
    connectView();
    connectWorker();
    connectReader();
}

void LensPart::connectView()
{
    connect(&m_view, &views::LensView::checkpointsWanted, this, [this](const QString& run) {
        if (!run.isEmpty())
            m_checkpoints.list(run);
    });
    connect(&m_checkpoints, &work::CheckpointLister::listed, &m_view, &views::LensView::setCheckpoints);
    connect(&m_view, &views::LensView::previewWanted, this, &LensPart::look);
    connect(&m_view, &views::LensView::captureWanted, this, &LensPart::capture);
    connect(&m_view, &views::LensView::captureCancelled, this, [this] {
        m_worker.cancel(m_capture);
        captureEnded();
    });
    connect(&m_view, &views::LensView::matrixWanted, this, &LensPart::askMatrix);
    connect(&m_view, &views::LensView::decompositionWanted, this,
        [this](inspect::HeadId head, qint64 query) { replace(Parts, m_worker.decompose(m_view.shownWish().source, m_view.capture(), head, query)); });
    connect(&m_view, &views::LensView::regionWanted, this, [this](const inspect::RegionRequest& request) {
        replace(request.parts ? PartsRegion : Region, m_worker.region(m_view.shownWish().source, m_view.capture(), request));
    });
    connect(&m_view, &views::LensView::activityCancelled, this, &LensPart::dropParts);
}

void LensPart::connectWorker()
{
    connect(&m_worker, &work::LensWorker::progress, this, &LensPart::progress);
    connect(&m_worker, &work::LensWorker::failed, this, &LensPart::failed);
    connect(&m_worker, &work::LensWorker::looked, this, [this](int, const std::shared_ptr<const views::LensPreview>& preview) { m_view.showPreview(*preview); });
    connect(&m_worker, &work::LensWorker::captured, this, [this](int id, const std::shared_ptr<const inspect::Capture>& capture) {
        if (id == m_capture) {
            m_view.showCapture(capture);
            return captureEnded();
        }
        m_view.endActivity();
        m_view.setMatrix(m_matrixHead, capture->matrices.empty() ? nullptr : capture->matrices[capture->indexOf(m_matrixHead)]);
    });
    connect(&m_worker, &work::LensWorker::decomposed, this, [this](int, const std::shared_ptr<const inspect::Decomposition>& parts) {
        m_view.endActivity();
        m_view.setDecomposition(parts);
    });
    connect(&m_worker, &work::LensWorker::regionMade, this, [this](int, const std::shared_ptr<const inspect::Region>& region) {
        m_view.endActivity();
        m_view.setRegion(region);
    });
}

void LensPart::setRuns(const QStringList& runs)
{
    m_selected = runs;
    showRuns();
}

void LensPart::showRuns()
{
    QVector<views::LensRun> shown;
    auto paths = m_selected;
    if (!m_extra.isEmpty() && !paths.contains(m_extra) && m_model.record(m_extra))
        paths.append(m_extra);
    for (const auto& path : std::as_const(paths))
        if (const auto* record = m_model.record(path))
            shown.append({path, m_model.title(path), QString::fromStdString(record->encoding), record->sequenceLength, spec::rotates(record->encoding)});
    m_view.setRuns(shown);
}

void LensPart::lookInto(const QString& run)
{
    m_extra = run;
    showRuns();
    m_view.selectRun(run);
}

void LensPart::tryPrior(const QString& run, int layer, int head, const inspect::PriorValues& values)
{
    lookInto(run);
    m_view.setHeadPrior(run, layer, head, values);
}

void LensPart::replace(Ask ask, int id)
{
    m_worker.cancel(m_asked[ask]);
    m_asked[ask] = id;
}

void LensPart::dropParts()
{
    for (const auto ask : {Matrix, Parts, Region, PartsRegion})
        m_worker.cancel(m_asked[ask]);
    m_reader.cancel();
    m_view.dropRegion(false);
    m_view.dropRegion(true);
}

void LensPart::look(const views::LensWish& wish)
{
    m_lookLater.reset();
    m_lookWish = wish;
    if (m_worker.isPending(m_capture))
        m_lookLater = wish;     // what the capture takes would not count as free
    else
        replace(Look, m_worker.look(wish));
}

void LensPart::captureEnded()
{
    if (m_lookLater)
        look(views::LensWish(*m_lookLater));
}

void LensPart::capture(const views::LensWish& wish)
{
    if (m_worker.isPending(m_asked[Look]))
        m_lookLater = m_lookWish;       // the preview that gives way is made after it
    m_worker.cancel(m_asked[Look]);
    dropParts();
    m_view.endActivity();
    m_worker.cancel(m_capture);
    m_capture = m_worker.capture(wish);
}

void LensPart::askMatrix(inspect::HeadId head)
{
    auto wish = m_view.shownWish();
    wish.changes = m_view.capture()->changes;
    wish.matrices = true;
    wish.matrixHeads = {head};
    m_matrixHead = head;
    replace(Matrix, m_worker.capture(wish));
    m_view.showActivity(tr("Making the matrix"), -1);
}

void LensPart::progress(int id, const Progress& progress)
{
    if (id == m_capture)
        return m_view.showProgress(progress);
    if (id == m_asked[Look])
        return;
    m_view.showActivity(ui::progressText(progress), ui::progressFraction(progress));
}

void LensPart::failed(int id, const Error& error)
{
    auto message = ui::errorMessage(error);
    if (id == m_capture) {
        m_view.endCapture(message);
        return captureEnded();
    }
    if (id == m_asked[Look]) {
        m_view.showNoPreview();
        message.severity = ui::Severity::Warning;
        message.key = QStringLiteral("preview");
        return m_view.showMessage(message);
    }
    m_view.endActivity();
    for (const auto ask : {Region, PartsRegion})
        if (id == m_asked[ask])
            m_view.dropRegion(ask == PartsRegion);
    message.key = QStringLiteral("parts");
    m_view.showMessage(message);
}

void LensPart::connectReader()
{
    connect(&m_view, &views::LensView::fileWanted, this, [this](const QString& path) {
        m_view.showActivity(tr("Reading %1").arg(ui::shortPath(path)), -1);
        m_reader.read(path, kLargestText);
    });
    connect(&m_reader, &work::TextReader::done, this, [this](const QString&, const QString& text) {
        m_view.endActivity();
        m_view.setText(text);
    });
    const auto refuse = [this](const QString& cause, const QString& hint) {
        m_view.endActivity();
        auto message = ui::errorMessage(cause, hint);
        message.key = QStringLiteral("text");
        m_view.showMessage(message);
    };
    connect(&m_reader, &work::TextReader::tooLarge, this,
        [refuse](const QString& path) { refuse(tr("%1 is larger than %2.").arg(ui::shortPath(path), ui::bytes(double(kLargestText))), tr("Cut out the part that is to be looked at.")); });
    connect(&m_reader, &work::TextReader::failed, this, [refuse](const QString& path, const QString& reason) {
        refuse(tr("%1 cannot be read: %2.").arg(ui::shortPath(path), reason), tr("Check the path and the permissions of the file."));
    });
}

}  // namespace bam::window
