// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/film.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/interop/safetensors.h"
#include "core/runs/run_directory.h"

#include <ATen/ATen.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bam::inspect {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kTiles = 1024;               // of a strip, at most
constexpr std::uintmax_t kLargestPrompt = 256 << 20;    // bytes of prompt.json; a million tokens take about 30 MB
constexpr std::int64_t kLastStep = 1'000'000'000'000;
constexpr const char *kPrompt = "prompt.json", *kEnding = ".safetensors";

/// Names of the heads' tensors and what they hold.
using Number = double HeadSummary::*;
constexpr std::array<std::pair<const char*, Number>, 5> kNumbers{{{"needle_mass", &HeadSummary::needleMass}, {"uniform_mass", &HeadSummary::uniformMass}, {"entropy", &HeadSummary::entropy},
    {"mean_distance", &HeadSummary::meanDistance}, {"largest_weight", &HeadSummary::largestWeight}}};
using Parameter = double PriorValues::*;
constexpr std::array<std::pair<const char*, Parameter>, 4> kParameters{{{"theta_alpha", &PriorValues::thetaAlpha}, {"theta_beta", &PriorValues::thetaBeta},
    {"theta_mu", &PriorValues::thetaMu}, {"seq_scale", &PriorValues::seqScale}}};
/// Kerple's, in frames of its runs alone.
constexpr std::array<std::pair<const char*, Parameter>, 2> kKernelParameters{{{"r1", &PriorValues::r1}, {"r2", &PriorValues::r2}}};

std::filesystem::path folderOf(const std::filesystem::path& run) { return run / "captures"; }

std::filesystem::path frameFile(const std::filesystem::path& run, std::int64_t step) { return folderOf(run) / (runs::stepName(step) + kEnding); }

/// Step and file of every frame that is there, by step.
std::vector<std::pair<std::int64_t, std::filesystem::path>> listFrames(const std::filesystem::path& run)
{
    std::vector<std::pair<std::int64_t, std::filesystem::path>> found;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folderOf(run), failure), end; !failure && entry != end; entry.increment(failure)) {
        const auto step = entry->path().extension() == kEnding ? runs::stepOf(entry->path().stem().string()) : std::nullopt;
        std::error_code unknown;        // a pipe may never end
        if (step && *step <= kLastStep && std::filesystem::is_regular_file(entry->path(), unknown))
            found.emplace_back(*step, entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::int64_t tilesOf(const Film& film) { return (film.prompt.length() + film.tile - 1) / film.tile; }

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json promptJson(const Film& film)
{
    const auto& prompt = film.prompt;
    return {{"schema", 1}, {"title", prompt.title}, {"layers", film.layers}, {"heads", film.heads}, {"tile", film.tile}, {"needle", {prompt.needleBegin, prompt.needleEnd}},
        {"query_rows", prompt.queryRows}, {"answer", prompt.answer}, {"answer_pieces", prompt.answerPieces}, {"tokens", prompt.tokens}, {"pieces", prompt.pieces}};
}

/// @throws nlohmann's exceptions for what is missing or of another type, Error for what does not fit together
Film filmOf(const Json& json)
{
    Film film;
    auto& prompt = film.prompt;
    prompt.title = json.at("title").get<std::string>();
    film.layers = json.at("layers").get<std::int64_t>();
    film.heads = json.at("heads").get<std::int64_t>();
    film.tile = json.at("tile").get<std::int64_t>();
    prompt.needleBegin = json.at("needle").at(0).get<std::int64_t>();
    prompt.needleEnd = json.at("needle").at(1).get<std::int64_t>();
    json.at("query_rows").get_to(prompt.queryRows);
    json.at("answer").get_to(prompt.answer);
    json.at("answer_pieces").get_to(prompt.answerPieces);
    json.at("tokens").get_to(prompt.tokens);
    json.at("pieces").get_to(prompt.pieces);
    const auto length = prompt.length();
    const bool needle = prompt.needleBegin >= 0 && prompt.needleBegin < prompt.needleEnd && prompt.needleEnd <= length;
    const bool tokens = std::none_of(prompt.tokens.begin(), prompt.tokens.end(), [](auto token) { return token < 0; });
    const bool rows = !prompt.queryRows.empty() && std::is_sorted(prompt.queryRows.begin(), prompt.queryRows.end()) && prompt.queryRows.front() >= 0 && prompt.queryRows.back() < length;
    if (film.layers < 1 || film.heads < 1 || film.layers > 4096 || film.heads > 4096 || film.tile < 1 || film.tile > length || !tokens || !needle || !rows || std::int64_t(prompt.pieces.size()) != length
        || prompt.answer.size() != prompt.queryRows.size() || prompt.answerPieces.size() != prompt.answer.size())
        throw Error(ErrorCode::Failed, "its numbers do not fit together");
    return film;
}

/// The film without its frames, and the digest of its prompt. @throws Error (Failed)
std::pair<Film, std::string> readPrompt(const std::filesystem::path& file)
{
    try {
        const auto text = readSmallFile(file, kLargestPrompt);
        if (!text)
            throw Error(ErrorCode::Failed, "it cannot be read");
        return {filmOf(readJsonText<Json>(*text, "it")), sha256(*text)};
    } catch (const std::exception& problem) {
        throw Error(ErrorCode::Failed, str(file.string(), " does not hold the prompt of a film: ", problem.what()), "Remove the folder captures of this run; a training begins a new film.");
    }
}

Json answerJson(const std::vector<AnswerStep>& answer)
{
    auto json = Json::array();
    for (const auto& step : answer) {
        auto top = Json::array();
        for (const auto& candidate : step.top)
            top.push_back({candidate.piece, candidate.probability});
        json.push_back({{"row", step.row}, {"expected", step.expected}, {"probability", step.expectedProbability}, {"correct", step.correct}, {"top", top}});
    }
    return json;
}

std::vector<AnswerStep> answerOf(const Json& json)
{
    std::vector<AnswerStep> answer;
    for (const auto& entry : json) {
        AnswerStep step{entry.at("row").get<std::int64_t>(), entry.at("expected").get<std::string>(), entry.at("probability").get<double>(), {}, entry.at("correct").get<bool>()};
        for (const auto& candidate : entry.at("top"))
            step.top.push_back({candidate.at(0).get<std::string>(), candidate.at(1).get<double>()});
        answer.push_back(std::move(step));
    }
    return answer;
}

/// Of the shape that is expected. @throws Error (Failed)
at::Tensor tensorOf(const interop::SafetensorsFile& file, const char* name, at::IntArrayRef shape)
{
    const auto tensor = file.tensor(name);
    if (tensor.sizes() != shape)
        throw Error(ErrorCode::Failed, str("its tensor \"", name, "\" has another shape than the film's prompt asks for"));
    return tensor.to(at::kFloat).contiguous();
}

FilmFrame readFrame(const std::filesystem::path& path, std::int64_t step, const Film& film, const std::string& digest)
{
    const interop::SafetensorsFile file(path);
    const auto& metadata = file.metadata();
    const auto text = [&](const char* key) {
        const auto found = metadata.find(key);
        if (found == metadata.end())
            throw Error(ErrorCode::Failed, str("its metadata lack \"", key, "\""));
        return found->second;
    };
    if (text("prompt") != digest)
        throw Error(ErrorCode::Failed, "it was captured with another prompt");
    FilmFrame frame;
    frame.step = step;
    frame.seconds = readJsonText<Json>(text("seconds"), "the time").get<double>();
    frame.answer = answerOf(readJsonText<Json>(text("answer"), "the answer"));
    if (frame.answer.size() != film.prompt.queryRows.size())
        throw Error(ErrorCode::Failed, "its answer has another length than the prompt's");
    frame.heads.resize(std::size_t(film.layers * film.heads));
    for (std::size_t n = 0; n < frame.heads.size(); ++n)
        frame.heads[n].id = {std::int64_t(n) / film.heads, std::int64_t(n) % film.heads};
    const auto fill = [&](const char* name, const auto& set) {
        const auto values = tensorOf(file, name, {film.layers, film.heads});
        for (std::size_t n = 0; n < frame.heads.size(); ++n)
            set(frame.heads[n], double(values.data_ptr<float>()[n]));
    };
    for (const auto& [name, number] : kNumbers)
        fill(name, [number = number](HeadSummary& head, double value) { head.*number = value; });
    for (const auto& [name, parameter] : kParameters)
        fill(name, [parameter = parameter](HeadSummary& head, double value) { head.prior.*parameter = value; });
    for (const auto& [name, parameter] : kKernelParameters)
        if (file.contains(name))
            fill(name, [parameter = parameter](HeadSummary& head, double value) { head.prior.*parameter = value; });
    return frame;
}

/// The largest weight of the mean over the queries, tile by tile. [heads · tiles]
at::Tensor stripOf(const Capture& capture, const Film& film)
{
    const auto rows = at::from_blob(const_cast<float*>(capture.rows.data()), {film.layers * film.heads, std::int64_t(film.prompt.queryRows.size()), film.prompt.length()}, at::kFloat);
    auto mean = rows.mean(1);
    const auto tiles = tilesOf(film);
    if (film.tile > 1)
        mean = at::constant_pad_nd(mean, {0, tiles * film.tile - film.prompt.length()}, 0).view({mean.size(0), tiles, film.tile}).amax(2);
    return mean.view({film.layers, film.heads, tiles}).to(at::kHalf);
}

}  // namespace

std::shared_ptr<const FilmFrame> Film::frameAt(std::int64_t step) const
{
    const auto found = std::lower_bound(frames.begin(), frames.end(), step, [](const auto& frame, std::int64_t wanted) { return frame->step < wanted; });
    return found != frames.end() && (*found)->step == step ? *found : nullptr;
}

double FilmFrame::keyProbability() const
{
    double product = answer.empty() ? kNone : 1;
    for (const auto& step : answer)
        product *= step.expectedProbability;
    return product;
}

std::shared_ptr<const Film> readFilm(const std::filesystem::path& run, const std::shared_ptr<const Film>& known)
{
    const auto files = listFrames(run);
    std::error_code error;
    if (files.empty() && !std::filesystem::exists(folderOf(run) / kPrompt, error))
        return nullptr;
    auto film = std::make_shared<Film>();
    std::string digest;
    try {
        std::tie(*film, digest) = readPrompt(folderOf(run) / kPrompt);
    } catch (const Error& problem) {
        film->problems.push_back(problem.what());
    }
    film->run = run;
    if (digest.empty())
        return film;
    const bool same = known && known->run == run && known->prompt.tokens == film->prompt.tokens && known->layers == film->layers && known->heads == film->heads;
    for (const auto& [step, path] : files) {
        const auto written = std::filesystem::last_write_time(path, error);
        if (const auto old = same ? known->frameAt(step) : nullptr; old && old->written == written) {
            film->frames.push_back(old);
            continue;
        }
        try {
            auto frame = readFrame(path, step, *film, digest);
            frame.written = written;
            film->frames.push_back(std::make_shared<const FilmFrame>(std::move(frame)));
        } catch (const std::exception& problem) {
            if (std::filesystem::exists(path, error))     // else it was trimmed meanwhile
                film->problems.push_back(str(path.filename().string(), " is left out: ", problem.what()));
        }
    }
    return film;
}

Capture frameCapture(const Film& film, const FilmFrame& frame)
{
    const interop::SafetensorsFile file(frameFile(film.run, frame.step));
    const auto tiles = tilesOf(film), length = film.prompt.length();
    const auto strip = tensorOf(file, "strip", {film.layers, film.heads, tiles});
    Capture capture;
    capture.prompt = film.prompt;
    capture.prompt.queryRows = {film.prompt.queryRows.front()};
    capture.prompt.answer = {};
    capture.prompt.answerPieces = {};
    capture.step = frame.step;
    capture.layers = film.layers;
    capture.heads = film.heads;
    capture.summary = frame.heads;
    capture.answer = frame.answer;
    capture.rows.resize(std::size_t(film.layers * film.heads * length));
    for (std::int64_t head = 0; head < film.layers * film.heads; ++head)
        for (std::int64_t key = 0; key < length; ++key)
            capture.rows[std::size_t(head * length + key)] = strip.data_ptr<float>()[head * tiles + key / film.tile];
    return capture;
}

void trimFilm(const std::filesystem::path& run, std::int64_t step)
{
    for (const auto& [at, path] : listFrames(run)) {
        std::error_code error;      // what cannot be removed is replaced when its step comes
        if (at > step)
            std::filesystem::remove(path, error);
    }
}

FilmWriter::FilmWriter(const std::filesystem::path& run, const Prompt& prompt, std::int64_t layers, std::int64_t heads)
{
    const auto file = folderOf(run) / kPrompt;
    std::error_code error;
    std::filesystem::create_directory(folderOf(run), error);
    if (error)
        throwFileError(folderOf(run), "create", error.value());
    if (!std::filesystem::exists(file, error)) {
        Film film;
        film.prompt = prompt;
        film.layers = layers;
        film.heads = heads;
        for (film.tile = 1; film.tile * kTiles < prompt.length();)
            film.tile *= 2;
        writeFileAtomic(file, dumped(promptJson(film)) + "\n");
    }
    std::tie(m_film, m_digest) = readPrompt(file);
    if (m_film.layers != layers || m_film.heads != heads)
        throw Error(ErrorCode::Failed, str(file.string(), " is of a model of ", m_film.layers, " layers of ", m_film.heads, " heads, this one has ", layers, " of ", heads), "Remove the folder captures of this run.");
    m_film.run = run;
}

void FilmWriter::write(const Capture& capture, std::int64_t step, double seconds) const
{
    interop::NamedTensors tensors{{"strip", stripOf(capture, m_film)}};
    const auto add = [&](const char* name, const auto& get) {
        auto values = at::empty({m_film.layers, m_film.heads}, at::kFloat);
        for (std::size_t n = 0; n < capture.summary.size(); ++n)
            values.data_ptr<float>()[n] = float(get(capture.summary[n]));
        tensors.emplace_back(name, values);
    };
    for (const auto& [name, number] : kNumbers)
        add(name, [number = number](const HeadSummary& head) { return head.*number; });
    for (const auto& [name, parameter] : kParameters)
        add(name, [parameter = parameter](const HeadSummary& head) { return head.prior.*parameter; });
    for (const auto& [name, parameter] : kKernelParameters)
        if (std::any_of(capture.summary.begin(), capture.summary.end(), [parameter = parameter](const auto& head) { return std::isfinite(head.prior.*parameter); }))
            add(name, [parameter = parameter](const HeadSummary& head) { return head.prior.*parameter; });
    interop::writeSafetensors(frameFile(m_film.run, step), tensors,
        {{"step", std::to_string(step)}, {"seconds", shortest(seconds)}, {"prompt", m_digest}, {"answer", dumped(answerJson(capture.answer))}});
}

}  // namespace bam::inspect
