// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants: parameters are never written after open(); between two captures only token ids, changes, RoPE scaling and a bounded number of layer inputs are kept.
#include "core/inspect/lens.h"

#include "core/attention/attend.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/eval/load_subject.h"
#include "core/inspect/capture_memory.h"
#include "core/inspect/changes.h"
#include "core/inspect/exact_rows.h"
#include "core/inspect/layer_inputs.h"
#include "core/inspect/pooling.h"
#include "core/inspect/prompt_rows.h"
#include "core/inspect/prompts.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_tokenizer.h"
#include "core/spec/official_args.h"
#include "core/train/checkpoint.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bam::inspect {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kScoreWork = 600;              // operations that one pooled score is worth, for the ETA
constexpr std::int64_t kKeptBytes = 384ll << 20;    // of layer inputs, for regions and decompositions

/// Counts work, reports it and ends it when stopping is asked for.
class Meter {
public:
    Meter(std::string task, double total, const ProgressFn& progress, const std::stop_token& stop)
        : m_progress(progress), m_stop(stop), m_start(Clock::now()), m_now{std::move(task), 0, total, "work", 0, {}}
    {
        requireRunning();
    }

    void requireRunning() const
    {
        if (m_stop.stop_requested())
            throw Error(ErrorCode::Stopped, str("stopped on request: ", m_now.task), "Nothing was changed.");
    }
    void say(std::string detail) { m_now.detail = std::move(detail); }
    void add(double work)
    {
        requireRunning();
        m_now.done = std::min(m_now.done + work, m_now.total);
        m_now.seconds = seconds();
        if (m_progress)
            m_progress(m_now);
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

private:
    const ProgressFn& m_progress;
    const std::stop_token& m_stop;
    Clock::time_point m_start;
    Progress m_now;
};

/// Fused kernels multiply values by weights of 0 as well, so that what a later position brings in may show some rows too early.
void throwFirstNotFinite(const model::LayerAttention& attention, const at::Tensor& heads, std::int64_t begin)
{
    const auto bad = heads[0].isfinite().all(2).logical_not().t().nonzero();    // of [rows, H]
    if (bad.size(0) == 0)
        return;         // large, and their sum overflowed
    const auto query = begin + bad[0][0].item<std::int64_t>();
    const auto entering = attention.hidden[0].slice(0, query).isfinite().all(1).logical_not().nonzero();
    throwNotFinite({attention.layer, bad[0][1].item<std::int64_t>()}, entering.size(0) > 0 ? query + entering[0][0].item<std::int64_t>() : query);
}

/// The watch of a forward pass: counts its work, and ends it where attention is not finite.
model::PassWatch watchOf(Meter& meter)
{
    return {[&meter](double work) { meter.add(work); },
        [](const model::LayerAttention& attention, const at::Tensor& heads, std::int64_t begin) {
            if (!std::isfinite(heads.sum().item<double>()))
                throwFirstNotFinite(attention, heads, begin);
        }};
}

std::int64_t trainedLengthOf(const spec::Json& args)
{
    const auto section = args.value("args", spec::Json::object());
    return section.is_object() && section.contains("sequence_length") && section["sequence_length"].is_number_integer() ? section["sequence_length"].get<std::int64_t>() : -1;
}

/// Heads of one layer whose pyramids are wanted.
std::vector<std::int64_t> matrixHeadsOf(const CaptureRequest& request, std::int64_t layer, std::int64_t heads)
{
    if (!request.matrices)
        return {};
    if (request.matrixHeads.empty())
        return allHeads(heads);
    std::vector<std::int64_t> wanted;
    for (const auto& id : request.matrixHeads)
        if (id.layer == layer && std::find(wanted.begin(), wanted.end(), id.head) == wanted.end())
            wanted.push_back(id.head);
    return wanted;
}

void requireHead(HeadId head, const spec::ModelSpec& model)
{
    if (head.layer < 0 || head.layer >= model.layers || head.head < 0 || head.head >= model.heads)
        throw Error(ErrorCode::Usage, str("there is no layer ", head.layer, ", head ", head.head, ": the model has ", model.layers, " layers of ", model.heads, " heads"),
            "Layers and heads are counted from 0.");
}

void requirePrompt(const Prompt& prompt, const spec::ModelSpec& model)
{
    const auto outside = std::find_if(prompt.tokens.begin(), prompt.tokens.end(), [&](auto token) { return token < 0 || token >= model.vocabulary; });
    if (prompt.tokens.empty())
        throw Error(ErrorCode::Usage, "the prompt has no token", "Make one with a text in it.");
    if (outside != prompt.tokens.end())
        throw Error(ErrorCode::Usage, str("the prompt holds token ", *outside, ", the model's vocabulary is ", withThousands(model.vocabulary)), "Use the tokenizer that the model was trained with.");
    if (prompt.queryRows.empty() || !std::is_sorted(prompt.queryRows.begin(), prompt.queryRows.end()) || prompt.queryRows.front() < 0 || prompt.queryRows.back() >= prompt.length())
        throw Error(ErrorCode::Usage, str("the prompt of ", prompt.length(), " tokens asks for rows that it does not have"), "Query rows are ascending positions of the prompt.");
    if (!prompt.answer.empty() && prompt.answer.size() != prompt.queryRows.size())
        throw Error(ErrorCode::Usage, str("the prompt expects ", prompt.answer.size(), " tokens at ", prompt.queryRows.size(), " rows"), "Expect one token per query row, or none.");
}

}  // namespace

struct Lens::Impl {
    LensInfo info;
    at::Device device = at::kCPU;
    int threads = 1;
    std::unique_ptr<model::Transformer> model;
    std::unique_ptr<tokenizer::Tokenizer> tokenizer;

    // Of the last capture.
    at::Tensor tokens;                      // [T] on the device
    std::vector<HeadChange> changes;
    std::vector<PriorValues> priors;        // in use
    LayerInputs inputs;

    const spec::ModelSpec& spec() const { return info.model; }
    void useThreads() const { at::set_num_threads(threads); }
    CaptureMemory freeMemory() const;
    model::LayerAttention layerOf(const model::LayerwisePass& pass, std::int64_t layer, const at::Tensor& hidden, Meter& meter) const;
    void captureMatrices(Capture& capture, const CaptureRequest& request, const model::LayerwisePass& pass, const model::LayerAttention& attention, Meter& meter) const;
    double workOf(const CaptureRequest& request, const model::LayerwisePass& pass) const;
    double workUpTo(std::int64_t layer, const model::LayerwisePass& pass) const;
    model::LayerAttention attentionOfLast(const model::LayerwisePass& pass, std::int64_t layer, Meter& meter);
    double scaleOf(HeadId head) const { return priors[std::size_t(head.layer * spec().heads + head.head)].seqScale; }
    double lambdaAt(HeadId head, std::int64_t query) const;
    void requireCaptured(HeadId head) const;
};

Lens::Lens(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Lens::~Lens() = default;

std::unique_ptr<Lens> Lens::open(const LensSource& source, const ProgressFn& progress, const std::stop_token& stop)
{
    if (!std::filesystem::exists(source.run / "args.json"))
        throw Error(ErrorCode::Usage, source.run.string() + " is not a run directory: it has no args.json", "Name a folder such as logs/l12/bam_ssmax/version_00.");
    attention::backendFromEnvironment();
    Meter meter("opening the checkpoint", 3, progress, stop);
    auto impl = std::make_unique<Impl>();
    impl->device = device::resolve(source.device);
    impl->threads = source.threads > 0 ? source.threads : device::defaultThreads();
    impl->useThreads();
    const auto args = spec::readOfficialArgs(source.run / "args.json");
    auto& info = impl->info;
    info.source = source;
    info.model = spec::modelFromOfficialArgs(args, (source.run / "args.json").string());
    info.encoding = spec::officialEncodingName(info.model);
    info.trainedLength = trainedLengthOf(args);
    const auto checkpoint = train::resolveCheckpoint(source.run, source.checkpoint);
    info.checkpoint = checkpoint.filename().string();
    info.step = runs::stepOf(info.checkpoint).value_or(-1);
    const auto file = runs::tokenizerOf(source.run, info.model, source.tokenizer).file;
    impl->tokenizer = std::make_unique<tokenizer::Tokenizer>(tokenizer::Tokenizer::load(file));
    if (impl->tokenizer->pieceCount() > info.model.vocabulary)
        throw Error(ErrorCode::Usage, str("the tokenizer ", file.string(), " has ", withThousands(impl->tokenizer->pieceCount()), " pieces, the model's vocabulary is ", withThousands(info.model.vocabulary)),
            "Choose the tokenizer that the model was trained with.");
    meter.add(1);
    impl->model = std::make_unique<model::Transformer>(info.model, 0);
    meter.add(1);
    train::loadWeights(checkpoint, *impl->model);
    impl->model->to(impl->device);
    info.priors = priorsOf(*impl->model);
    meter.add(1);
    return std::unique_ptr<Lens>(new Lens(std::move(impl)));
}

const LensInfo& Lens::info() const { return m_impl->info; }

Prompt Lens::prompt(const PromptSpec& spec) const
{
    if (spec.kind != PromptKind::Text)      // before a prompt is made that nothing could hold
        requireMemory(m_impl->freeMemory(), m_impl->spec(), spec.length, {}, m_impl->device.str());
    return makePrompt(*m_impl->tokenizer, spec);
}

std::int64_t Lens::longestPrompt(const CaptureRequest& request) const { return longestIn(m_impl->freeMemory(), m_impl->spec(), request); }

/// A tenth stays for others.
CaptureMemory Lens::Impl::freeMemory() const
{
    return {0.9 * double(device::freeMemory(device)), 0.9 * double(device::freeMemory(at::kCPU)), device.is_cpu()};
}

model::LayerAttention Lens::Impl::layerOf(const model::LayerwisePass& pass, std::int64_t layer, const at::Tensor& hidden, Meter& meter) const
{
    auto attention = pass.layer(layer, hidden, watchOf(meter));
    applyChanges(changes, spec(), pass, attention);
    return attention;
}

void Lens::Impl::captureMatrices(Capture& capture, const CaptureRequest& request, const model::LayerwisePass& pass, const model::LayerAttention& attention, Meter& meter) const
{
    const auto heads = matrixHeadsOf(request, attention.layer, spec().heads);
    if (heads.empty())
        return;
    auto levels = poolHeads(pass, attention, heads, AttentionPyramid::tileFor(pass.length(), tilesOf(spec(), pass.length(), request)), [&](double scores) { meter.add(kScoreWork * scores); });
    for (std::size_t n = 0; n < heads.size(); ++n)
        capture.matrices[capture.indexOf({attention.layer, heads[n]})] = std::make_shared<const AttentionPyramid>(pass.length(), std::move(levels[n]));
}

double Lens::Impl::workUpTo(std::int64_t layer, const model::LayerwisePass& pass) const
{
    return double(layer) * pass.workOfLayer() + pass.workOfKeys(pass.length());
}

double Lens::Impl::workOf(const CaptureRequest& request, const model::LayerwisePass& pass) const
{
    auto work = workUpTo(spec().layers - 1, pass) + pass.workOfKeys(pass.length());
    for (const auto row : request.prompt.queryRows)
        work += pass.workOfRows(row, 1);
    for (std::int64_t layer = 0; layer < spec().layers; ++layer)
        work += kScoreWork * scoresOfMatrix(pass.length()) * double(matrixHeadsOf(request, layer, spec().heads).size());
    return work;
}

Capture Lens::capture(const CaptureRequest& request, const ProgressFn& progress, const std::stop_token& stop)
{
    const at::NoGradGuard guard;
    auto& m = *m_impl;
    m.useThreads();
    const auto& prompt = request.prompt;
    requirePrompt(prompt, m.spec());
    requireChanges(request.changes, m.spec());
    for (const auto& head : request.matrixHeads)
        requireHead(head, m.spec());
    if (request.tiles < 1)
        throw Error(ErrorCode::Usage, str("matrices of ", request.tiles, " tiles a side were asked for"), "Ask for at least one tile.");
    m.inputs.clear();
    requireMemory(m.freeMemory(), m.spec(), prompt.length(), request, m.device.str());
    const auto scaling = eval::ropeScalingOf(m.info.source.run, request.ropeScaling);
    m.model->setRopeScaling(scaling);       // with the tokens, so that regions are of one capture

    m.tokens = at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).to(m.device);
    m.changes = request.changes;
    m.priors = priorsInUse(request.changes, m.info.priors, m.spec());
    m.inputs.setBudget(request.matrices ? 0 : kKeptBytes);
    const model::LayerwisePass pass(*m.model, m.tokens);
    Meter meter("capturing attention", m.workOf(request, pass), progress, stop);

    const auto layers = m.spec().layers, heads = m.spec().heads;
    auto capture = emptyCapture(prompt, layers, heads);
    capture.checkpoint = m.info.checkpoint;
    capture.step = m.info.step;
    capture.changes = request.changes;
    capture.ropeScaling = scaling;
    if (request.matrices)
        capture.matrices.resize(std::size_t(layers * heads));
    auto hidden = pass.embed();
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        meter.say(str("layer ", layer + 1, " of ", layers));
        m.inputs.keep(layer, hidden);
        const auto attention = m.layerOf(pass, layer, hidden, meter);
        const bool last = layer + 1 == layers;
        if (last)       // values first: they go before the last pyramids come
            capture.answer = answerOf(prompt, pass.logits(pass.advanceRows(attention, prompt.queryRows, watchOf(meter))), *m.tokenizer);
        captureRows(capture, pass, attention, m.priors);
        meter.requireRunning();
        m.captureMatrices(capture, request, pass, attention, meter);
        if (!last)
            pass.advance(attention, watchOf(meter));
    }
    capture.seconds = meter.seconds();
    return capture;
}

void Lens::Impl::requireCaptured(HeadId head) const
{
    if (!tokens.defined())
        throw Error(ErrorCode::Usage, "nothing was captured yet", "Run a prompt first.");
    requireHead(head, spec());
}

/// The attention of one layer of the last capture, from the nearest layer whose input is at hand.
model::LayerAttention Lens::Impl::attentionOfLast(const model::LayerwisePass& pass, std::int64_t layer, Meter& meter)
{
    auto [at, hidden] = inputs.nearest(layer);
    meter.add(double(at) * pass.workOfLayer());
    if (!hidden.defined())
        hidden = pass.embed();
    for (; at < layer; ++at) {
        inputs.keep(at, hidden);
        meter.say(str("layer ", at + 1, " of ", spec().layers));
        pass.advance(layerOf(pass, at, hidden, meter), watchOf(meter));
    }
    inputs.keep(layer, hidden);
    return layerOf(pass, layer, hidden, meter);
}

double Lens::Impl::lambdaAt(HeadId head, std::int64_t query) const
{
    const auto scale = scaleOf(head);
    return std::isnan(scale) ? 1.0 : scale * std::log(double(query + 1));
}

Region Lens::region(const RegionRequest& request, const ProgressFn& progress, const std::stop_token& stop)
{
    const at::NoGradGuard guard;
    auto& m = *m_impl;
    m.useThreads();
    m.requireCaptured(request.head);
    const model::LayerwisePass pass(*m.model, m.tokens);
    const auto inside = [&](std::int64_t begin, std::int64_t end) { return begin >= 0 && begin < end && end <= pass.length(); };
    if (!inside(request.queryBegin, request.queryEnd) || !inside(request.keyBegin, request.keyEnd) || request.side < 1)
        throw Error(ErrorCode::Usage, str("queries ", request.queryBegin, " to ", request.queryEnd, " and keys ", request.keyBegin, " to ", request.keyEnd, " are no rectangle of a prompt of ", pass.length(), " tokens"),
            "Ends are exclusive and positions are counted from 0.");
    m.inputs.setBudget(kKeptBytes);
    const auto weight = kScoreWork * (request.parts ? 6 : 1);
    Meter meter("computing a region", m.workUpTo(request.head.layer, pass) + weight * scoresOfRegion(request), progress, stop);
    auto region = poolRegion(pass, m.attentionOfLast(pass, request.head.layer, meter), request, [&](double scores) { meter.add(weight * scores); });
    for (std::int64_t row = 0; request.parts && row < region.rows; ++row) {
        const auto begin = request.queryBegin + row * region.queryTile, end = std::min(begin + region.queryTile, request.queryEnd);
        double sum = 0;
        for (auto query = begin; query < end; ++query)
            sum += m.lambdaAt(request.head, query);
        region.lambda.push_back(float(sum / double(end - begin)));
    }
    return region;
}

Decomposition Lens::decompose(HeadId head, std::int64_t query, const ProgressFn& progress, const std::stop_token& stop)
{
    const at::NoGradGuard guard;
    auto& m = *m_impl;
    m.useThreads();
    m.requireCaptured(head);
    const model::LayerwisePass pass(*m.model, m.tokens);
    if (query < 0 || query >= pass.length())
        throw Error(ErrorCode::Usage, str("there is no query at position ", query, " of a prompt of ", pass.length(), " tokens"), "Positions are counted from 0.");
    m.inputs.setBudget(kKeptBytes);
    Meter meter("taking a query apart", m.workUpTo(head.layer, pass), progress, stop);
    const auto attention = m.attentionOfLast(pass, head.layer, meter);
    Decomposition parts;
    forEachRow(pass, attention, {head.head}, {query}, [&](const ScoredRow& row, std::size_t, std::size_t) { parts = decomposed(row); });
    parts.scale = m.scaleOf(head);
    parts.lambda = m.lambdaAt(head, query);
    return parts;
}

}  // namespace bam::inspect
