// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/setup_view.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/spec/spec_io.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/launch_dialog.h"
#include "widgets/views/setup/paste_dialog.h"
#include "widgets/views/setup/setup_view_private.h"
#include "widgets/views/setup/sweep_dialog.h"
#include "widgets/views/setup/time_estimate.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QToolButton>

namespace bam::views {
namespace {

constexpr int kWideInCharacters = 130;
constexpr int kNamedFields = 3;     // so many that differ are named, more are counted

bool isSameData(const spec::DataSpec& a, const spec::DataSpec& b) { return a.kind == b.kind && a.dataset == b.dataset && a.tokenizer == b.tokenizer; }

/// Problems that keep a run from starting here, though its spec is valid: what the command line would refuse as well.
std::vector<spec::Problem> hereProblems(const spec::RunSpec& spec, const QVector<DeviceRow>& devices)
{
    std::vector<spec::Problem> problems;
    const bool mixture = spec.data.kind == "passkey_mixture";
    if (spec.data.dataset.empty())
        problems.push_back({"data.dataset", "\"\"", mixture ? QT_TRANSLATE_NOOP("core", "a text file, such as a book") : QT_TRANSLATE_NOOP("core", "a folder of token shards; build one from text with the button below")});
    if (mixture && spec.data.tokenizer.empty())
        problems.push_back({"data.tokenizer", "\"\"", QT_TRANSLATE_NOOP("core", "a sentencepiece model that splits digits")});
    const auto& device = spec.training.device;
    const bool known = std::any_of(devices.begin(), devices.end(), [&](const DeviceRow& row) { return row.id.toStdString() == device; });
    const bool anyGpu = devices.size() > 1;
    if (!devices.isEmpty() && device != "auto" && !known && !(device == "cuda" && anyGpu) && spec::findField("training.device")->field->accepts(device == "cuda" ? "cuda:0" : device))
        problems.push_back({"training.device", device, anyGpu ? QT_TRANSLATE_NOOP("core", "a GPU that is here, or auto") : QT_TRANSLATE_NOOP("core", "auto or cpu, because no GPU is visible here")});
    return problems;
}

}  // namespace

SetupView::SetupView(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    setObjectName(QStringLiteral("setupView"));
    d->build();
    d->history.begin({spec::preset("laptop"), spec::preset("laptop"), tr("the preset %1").arg(QStringLiteral("laptop"))});
}

SetupView::~SetupView()
{
    d->closing = true;
}

void SetupView::setSpec(const spec::RunSpec& spec, const QString& origin)
{
    d->form->forgetRejected();
    d->vocabularyFollows = false;
    d->history.change({spec, spec, origin.isEmpty() ? tr("the set-up that was opened") : origin}, origin.isEmpty() ? tr("Open a set-up") : tr("Take over %1").arg(origin));
    d->refresh();
}

void SetupView::begin(const spec::RunSpec& spec, const QString& origin) { begin(spec, spec, origin); }

void SetupView::begin(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin)
{
    d->form->forgetRejected();
    d->history.begin({spec, reference, origin});
}

void SetupView::useDataset(const QString& folder)
{
    auto state = d->history.state();
    state.spec.data.kind = "shards";
    state.spec.data.dataset = folder.toStdString();
    state.spec.data.tokenizer.clear();
    d->vocabularyFollows = true;
    d->form->forgetRejected();
    d->history.change(state, tr("Train on %1").arg(ui::shortPath(folder)));
    d->refresh();
}

void SetupView::readDataAgain() { d->previewDelay.start(); }

spec::RunSpec SetupView::spec() const { return d->history.state().spec; }

void SetupView::setDevices(const QVector<DeviceRow>& devices)
{
    d->devices->setDevices(devices);
    d->hereDevices = devices;
    d->check();
    d->refreshEstimate();
}

void SetupView::setSpeeds(const QVector<MeasuredSpeed>& speeds)
{
    d->speeds = speeds;
    d->refreshEstimate();
}

void SetupView::setProgram(const QString& program) { d->program = program; }

void SetupView::setPreview(int id, const data::Preview& preview)
{
    if (id != d->previewId)
        return;
    if (d->previewButton->isChecked())
        d->tokens->showPreview(preview);
    const auto error = preview.error.empty() ? QString() : tr("%1 %2", "cause and hint").arg(withTitles(ui::coreText(preview.error)), withTitles(ui::coreText(preview.hint)));
    d->facts = {d->askedData, error, preview.pieces, preview.tokens, preview.exact};
    d->adoptVocabulary();
    d->check();
    d->refreshEstimate();
}

QList<QAction*> SetupView::setupActions() const { return d->actions; }

QByteArray SetupView::saveSettings() const
{
    const auto& state = d->history.state();
    const spec::Json json{{"spec", spec::toJson(state.spec)}, {"reference", spec::toJson(state.reference)}, {"origin", state.origin.toStdString()}};
    return QByteArray::fromStdString(json.dump());
}

void SetupView::restoreSettings(const QByteArray& settings)
{
    const auto json = jsonOrDiscarded<spec::Json>(settings.toStdString());
    if (!json.is_object() || !json.contains("spec") || !json.contains("reference") || !json.contains("origin") || !json["origin"].is_string())
        return;
    try {
        std::vector<spec::Problem> problems;
        const auto spec = spec::overlay(spec::RunSpec{}, json["spec"], problems), reference = spec::overlay(spec::RunSpec{}, json["reference"], problems);
        if (problems.empty())
            begin(spec, reference, QString::fromStdString(json["origin"].get<std::string>()));
    } catch (const Error&) {
        // Of another version: the form begins as for the first time.
    }
}

void SetupView::showField(const QString& path)
{
    d->search->clear();
    d->form->showField(path.toStdString());
}

void SetupView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QTimer::singleShot(0, this, [this] { d->showOrigin(); });      // its line has its width only after this
    d->arrange(event->size().width() > fontMetrics().averageCharWidth() * kWideInCharacters);
}

void SetupView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        d->colorToggles();
    else if (event->type() == QEvent::FontChange)
        QTimer::singleShot(0, this, [this] { d->showOrigin(); });
}

// ---- what people do ----

void SetupView::Private::change(const FieldChanges& changes)
{
    auto state = history.state();
    // Values that are "not given" first: the one of a group that is given has the last word.
    for (const bool given : {false, true})
        for (const auto& [path, value] : changes)
            if (given == !isUnset(*spec::findField(path)->field, value))
                spec::changeField(state.spec, path, value);
    const auto& path = changes.first().first;
    if (path == "data.dataset" || path == "data.tokenizer")
        vocabularyFollows = true;
    else if (path == "model.vocab_size")
        vocabularyFollows = false;
    history.change(state, fieldTitle(*spec::findField(path)), QString::fromStdString(path));
    check();
}

void SetupView::Private::reset(const std::vector<std::string>& paths)
{
    auto state = history.state();
    for (const auto& path : paths)
        spec::setFieldValue(state.spec, path, fieldValue(state.reference, path));
    for (const auto* size : {"model.dim", "model.n_layers", "model.n_heads", "model.n_kv_heads", "model.ffn_dim_multiplier"})
        if (std::find(paths.begin(), paths.end(), size) != paths.end())
            spec::changeField(state.spec, size, fieldValue(state.spec, size));      // the size's name follows
    if (std::find(paths.begin(), paths.end(), "model.model_size") != paths.end())
        for (const auto* size : {"model.dim", "model.n_layers", "model.n_heads", "model.n_kv_heads", "model.ffn_dim_multiplier"})
            spec::setFieldValue(state.spec, size, fieldValue(state.reference, size));
    form->forgetRejected();
    history.change(state, paths.size() > 3 ? SetupView::tr("Reset all fields") : SetupView::tr("Reset %1").arg(fieldTitle(*spec::findField(paths.front()))));
    refresh();
}

void SetupView::Private::resetAll()
{
    std::vector<std::string> paths;
    for (const auto& entry : spec::allFields())
        paths.push_back(entry.path);
    reset(paths);
}

void SetupView::Private::choosePreset(const QString& name)
{
    const auto& now = history.state().spec;
    auto next = spec::preset(name.toStdString());
    next.logDir = now.logDir;       // where things are on this machine is no part of a recipe
    next.training.device = now.training.device;
    next.training.threads = now.training.threads;
    if (next.data.kind == now.data.kind) {
        next.data.dataset = now.data.dataset;
        next.data.tokenizer = now.data.tokenizer;
    }
    form->forgetRejected();
    const auto origin = SetupView::tr("the preset %1").arg(name);
    history.change({next, next, origin}, SetupView::tr("Take over %1").arg(origin));
    refresh();
}

void SetupView::Private::undo()
{
    if (form->forgetRejected())
        refresh();
    else
        history.stack().undo();
}

void SetupView::Private::start(bool queue)
{
    if (!startable || (!queue && !readable))
        return showProblem();
    // A double click is one wish.
    if (!queue && sinceStart.isValid() && sinceStart.elapsed() < 2 * QApplication::doubleClickInterval())
        return;
    sinceStart.start();
    const auto spec = history.state().spec;
    const auto device = QString::fromStdString(spec.training.device);
    if (queue)
        Q_EMIT view->queueRequested({spec}, device);
    else
        Q_EMIT view->startRequested(spec, device);
}

void SetupView::Private::sweep()
{
    if (!startable)
        return showProblem();
    SweepDialog dialog(history.state().spec, hereDevices, speeds, knownDatasetTokens(), view);
    if (dialog.exec() == QDialog::Accepted)
        Q_EMIT view->queueRequested(dialog.runs(), QString::fromStdString(history.state().spec.training.device));
}

void SetupView::Private::paste()
{
    PasteDialog dialog(history.state().spec, view);
    if (dialog.exec() != QDialog::Accepted)
        return;
    form->forgetRejected();
    auto state = history.state();
    state.spec = dialog.spec();
    history.change(state, SetupView::tr("Paste"));
    refresh();
}

void SetupView::Private::copyCommand(int kind)
{
    const auto& spec = history.state().spec;
    const bool gpu = effectiveDevice(spec.training.device, devices->devices()).id != QLatin1String("cpu");
    LaunchDialog dialog(spec, LaunchDialog::Kind(kind), {program, gpu}, view);
    dialog.exec();
}

void SetupView::Private::askPreview()
{
    const bool open = previewButton->isChecked();
    tokens->setVisible(open);
    previewDelay.stop();
    const auto& data = history.state().spec.data;
    if (data.dataset.empty()) {
        ++previewId;
        tokens->showHint(SetupView::tr("Choose a dataset first: its first documents and their token boundaries are shown here."));
        return;
    }
    PreviewRequest request;
    request.id = ++previewId;
    request.spec.source = data.kind == "shards" ? data::PreviewSource::Shards : data::PreviewSource::Texts;
    request.spec.inputs = {data.dataset};
    request.spec.tokenizer = data.tokenizer;
    askedData = data;
    if (open)
        tokens->showWaiting();
    Q_EMIT view->previewRequested(request);
}

/// The next problem after the one that was shown last, from the top again after the last.
void SetupView::Private::showProblem()
{
    const auto rows = form->problemRows();
    if (rows.isEmpty())
        return;
    shownProblem = (shownProblem + 1) % int(rows.size());
    form->showField(rows[shownProblem]->entry().path);
}

// ---- what follows ----

/// Whether the chosen data was read, and could be.
bool SetupView::Private::knowsData() const { return facts.error.isEmpty() && !facts.of.dataset.empty() && isSameData(facts.of, history.state().spec.data); }

double SetupView::Private::knownDatasetTokens() const { return knowsData() && facts.of.kind == "shards" ? facts.tokens : -1; }

/// What a training would refuse when it opens the data.
std::vector<ToldProblem> SetupView::Private::dataProblems() const
{
    std::vector<ToldProblem> problems;
    const auto& spec = history.state().spec;
    if (!facts.error.isEmpty() && facts.of.kind == "shards" && isSameData(facts.of, spec.data))
        problems.push_back({"data.dataset", facts.error});
    if (!knowsData())
        return problems;
    if (facts.pieces > spec.model.vocabulary)
        problems.push_back({"model.vocab_size", SetupView::tr("The tokenizer of the data has %1 pieces: at least so many are expected here, not %2.").arg(ui::count(double(facts.pieces)), ui::count(double(spec.model.vocabulary)))});
    if (facts.of.kind != "shards" || !facts.exact)
        return problems;
    const double heldBack = spec::heldBackTokens(spec, 1), step = spec::tokensPerStep(spec.training, 1);
    if (const double needed = heldBack + step + 1; facts.tokens < needed)
        problems.push_back({heldBack > step ? "data.val_tokens" : "data.dataset",
            SetupView::tr("The dataset has %1 tokens, at least %2 are expected: %3 for validation and the gap after it, %4 for one step and 1 for its last target. Use more text, or less for validation.")
                .arg(ui::count(facts.tokens), ui::count(needed), ui::count(heldBack), ui::count(step))});
    return problems;
}

/// As many rows as the tokenizer has pieces, once what was chosen can be read.
void SetupView::Private::adoptVocabulary()
{
    if (!vocabularyFollows || !knowsData() || facts.pieces <= 0)
        return;
    vocabularyFollows = false;
    auto state = history.state();
    if (state.spec.model.vocabulary == facts.pieces)
        return;
    spec::changeField(state.spec, "model.vocab_size", facts.pieces);
    history.change(state, SetupView::tr("Vocabulary of the data"));
}

/// Where the set-up comes from and in what it differs, as much of it as two lines take; the tool tip has all.
void SetupView::Private::showOrigin()
{
    const auto& state = history.state();
    const auto modified = form->modifiedTitles();
    const auto plain = SetupView::tr("As in %1.").arg(state.origin);
    const auto named = SetupView::tr("As in %1, but for: %2.").arg(state.origin, modified.join(SetupView::tr(", ", "between names of fields")));
    const auto counted = SetupView::tr("%n field(s) differ from %1.", nullptr, int(modified.size())).arg(state.origin);
    const bool ofData = knowsData() && facts.pieces == state.spec.model.vocabulary && facts.pieces != state.reference.model.vocabulary;
    const auto whole = [&](const QString& text) {
        return ofData ? SetupView::tr("%1 The vocabulary is that of the data: %2 pieces.").arg(text, ui::count(double(facts.pieces))) : text;
    };
    // Room for two lines always, so that the form below never moves.
    const int lines = 2 * origin->fontMetrics().lineSpacing();
    origin->setFixedHeight(lines);
    const auto fits = [&](const QString& text) { return origin->fontMetrics().boundingRect(QRect(0, 0, origin->width(), 10 * lines), Qt::TextWordWrap, text).height() <= lines; };
    QStringList texts{whole(modified.isEmpty() ? plain : named), whole(counted), counted};
    if (modified.isEmpty())
        texts = {whole(plain), plain};
    else if (modified.size() > kNamedFields)
        texts.removeFirst();
    const auto found = std::find_if(texts.begin(), texts.end(), fits);
    origin->setText(found == texts.end() ? texts.last() : *found);
    origin->setToolTip(whole(modified.isEmpty() ? plain : named));
}

/// Everything that shows the spec.
void SetupView::Private::refresh()
{
    if (closing)
        return;
    const auto& state = history.state();
    form->showSpec(state.spec);
    form->compare(state.spec, state.reference, state.origin);
    devices->setDevice(QString::fromStdString(state.spec.training.device));
    showOrigin();
    resetButton->setEnabled(!form->modifiedTitles().isEmpty());
    if (!isSameData(shownData, state.spec.data))
        previewDelay.start();
    shownData = state.spec.data;
    check();
    refreshEstimate();
    Q_EMIT view->specChanged(state.spec);
}

void SetupView::Private::check()
{
    const auto& spec = history.state().spec;
    auto problems = spec::validate(spec);
    valid = problems.empty();
    const auto here = hereProblems(spec, hereDevices);
    problems.insert(problems.end(), here.begin(), here.end());
    const auto ofData = dataProblems();
    readable = facts.error.isEmpty() || facts.of.kind != "shards" || !isSameData(facts.of, spec.data);
    form->setProblems(problems, ofData);
    const auto rows = form->problemRows();
    const bool rejected = std::any_of(rows.begin(), rows.end(), [](const FieldRow* row) { return !row->rejected().isEmpty(); });
    valid = valid && !rejected;
    // What is not there yet may be when the queue comes to it.
    startable = valid && problems.empty() && (ofData.empty() || !readable);
    showOrigin();
    shownProblem = -1;
    static_cast<QStackedWidget*>(ready->parentWidget())->setCurrentWidget(startable && readable ? static_cast<QWidget*>(ready) : problemButton);
    problemButton->setText(SetupView::tr("%n problem(s): show", nullptr, std::max(1, int(rows.size()))));
    QString reason;
    if (!rows.isEmpty())
        reason = SetupView::tr("%1: see what is expected there").arg(fieldTitle(rows.first()->entry()));
    updateUndo();
    startAction->setEnabled(startable && readable);
    queueAction->setEnabled(startable);
    sweepAction->setEnabled(startable);
    for (auto* action : copyActions)
        action->setEnabled(valid);
    startButton->setToolTip(startable && readable ? SetupView::tr("Start this run now (Ctrl+Return)") : reason);
    queueButton->setToolTip(startable ? SetupView::tr("Start this run when its device is free") : reason);
    sweepButton->setToolTip(startable ? SetupView::tr("Several runs: encodings, sizes, seeds, values of a field") : reason);
    copyButton->setToolTip(valid ? SetupView::tr("The same run as a command line, under torchrun or as a Slurm job") : reason);
    copyButton->setEnabled(valid);
}

/// A text that means no value is undone as well: it goes, and the value stays.
void SetupView::Private::updateUndo()
{
    if (closing)
        return;
    const auto rows = form->problemRows();
    undoAction->setEnabled(history.stack().canUndo() || std::any_of(rows.begin(), rows.end(), [](const FieldRow* row) { return !row->rejected().isEmpty(); }));
}

void SetupView::Private::refreshEstimate()
{
    estimate->show(history.state().spec, valid, devices->devices(), speeds, knownDatasetTokens());
    ready->setText(estimate->fits() ? SetupView::tr("Ready to start") : SetupView::tr("Ready, but memory is short"));
}

}  // namespace bam::views
