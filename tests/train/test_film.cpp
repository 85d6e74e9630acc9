// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a training: attention captured while a model learns, on request and every few steps, at no cost to the training.
#include "core/base/files.h"
#include "core/data/shard.h"
#include "core/eval/passkey_texts.h"
#include "core/inspect/film.h"
#include "core/inspect/lens.h"
#include "core/interop/safetensors.h"
#include "core/runs/control.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/trainer.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include <sys/stat.h>

using namespace bam;
using inspect::Film;

namespace {

/// A tiny model on the pass-key mixture, for 12 steps.
class Bench {
public:
    Bench() : m_tokenizer(root() / "passkey.model")
    {
        std::vector<std::string> sentences;
        for (int key = 10000; key < 10050; ++key)
            sentences.insert(sentences.end(), {eval::kPasskeyDescription, eval::kPasskeyFiller, eval::kPasskeyQuestion, eval::informationLine(std::to_string(key))});
        tokenizer::trainBpe({.texts = {test::dataFile("text/documents.txt")}, .extraSentences = sentences, .pieces = 220, .output = m_tokenizer});
    }

    std::filesystem::path root() const { return m_folder.path().toStdString(); }

    spec::RunSpec spec() const
    {
        spec::RunSpec spec;
        spec.logDir = (root() / "logs").string();
        spec.model.size = "custom";
        spec.model.dim = 16;
        spec.model.layers = spec.model.heads = spec.model.kvHeads = 2;
        spec.model.vocabulary = 512;
        spec.model.ssmax = true;
        spec.data.kind = "passkey_mixture";
        spec.data.dataset = test::dataFile("text/documents.txt").string();
        spec.data.tokenizer = m_tokenizer.string();
        spec.data.valTokens = 400;
        spec.training.batchSize = 1;
        spec.training.sequenceLength = 200;
        spec.training.numIterations = 12;
        spec.training.learningRate = 0.01;
        spec.training.checkpointEvery = 5;
        spec.training.device = "cpu";
        spec.training.threads = 1;
        spec.training.captureEvery = 4;
        spec.training.captureLength = 600;
        return spec;
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_tokenizer;
};

std::vector<std::int64_t> stepsOf(const Film& film)
{
    std::vector<std::int64_t> steps;
    for (const auto& frame : film.frames)
        steps.push_back(frame->step);
    return steps;
}

std::string weightsOf(const std::filesystem::path& run) { return readFile(runs::listCheckpoints(run).back().second / "model.safetensors"); }

std::string logOf(const std::filesystem::path& run) { return readFile(run / "log.txt"); }

using Steps = std::vector<std::int64_t>;

}  // namespace

class FilmTest : public test::Suite {
    Q_OBJECT
    std::unique_ptr<Bench> m_bench;

private Q_SLOTS:
    void initTestCase() { m_bench = std::make_unique<Bench>(); }

    void everyFewStepsAFrameOfTheSamePromptIsTaken()
    {
        const auto run = train::trainNew(m_bench->spec(), {}).run;
        const auto film = inspect::readFilm(run);
        QVERIFY(film);
        QVERIFY(film->problems.empty());
        QVERIFY(stepsOf(*film) == (Steps{0, 4, 8, 12}));
        QVERIFY(film->prompt.length() > 500 && film->prompt.length() <= 600);
        QVERIFY(film->prompt.hasNeedle());
        QCOMPARE(film->layers * film->heads, 4);
        for (const auto& frame : film->frames) {
            QCOMPARE(frame->answer.size(), std::size_t(5));
            for (const auto& head : frame->heads)
                QVERIFY(head.needleMass >= 0 && head.needleMass <= 1 && std::isfinite(head.prior.thetaBeta));
        }
        QVERIFY(film->frames.front()->heads[0].needleMass != film->frames.back()->heads[0].needleMass);
        QVERIFY(logOf(run).find("attention captured at step 0") != std::string::npos);
    }

    /// The last frame and the last checkpoint are of the same weights: the lens must see the same in both.
    void aFrameIsWhatTheLensSeesOfTheCheckpoint()
    {
        const auto run = train::trainNew(m_bench->spec(), {}).run;
        const auto film = inspect::readFilm(run);
        const auto& last = *film->frames.back();
        const auto lens = inspect::Lens::open({.run = run, .threads = 1});
        const auto seen = lens->capture({.prompt = film->prompt});
        for (std::size_t n = 0; n < seen.summary.size(); ++n) {
            QVERIFY(std::abs(last.heads[n].needleMass - seen.summary[n].needleMass) < 1e-6);
            QVERIFY(std::abs(last.heads[n].entropy - seen.summary[n].entropy) < 1e-5);
            QVERIFY(std::abs(last.heads[n].prior.thetaBeta - seen.summary[n].prior.thetaBeta) < 1e-6);
        }
        for (std::size_t n = 0; n < seen.answer.size(); ++n) {
            QVERIFY(std::abs(last.answer[n].expectedProbability - seen.answer[n].expectedProbability) < 1e-6);
            QCOMPARE(last.answer[n].top.front().piece, seen.answer[n].top.front().piece);
        }
        // The strip is the mean over the answer's queries, in half precision.
        const auto frame = inspect::frameCapture(*film, last);
        const auto queries = film->prompt.queryRows.size();
        for (std::size_t n = 0; n < seen.summary.size(); ++n)
            for (std::int64_t key = 0; key < film->prompt.length(); ++key) {
                double mean = 0;
                for (std::size_t query = 0; query < queries; ++query)
                    mean += double(seen.row(seen.summary[n].id, query)[key]) / double(queries);
                QVERIFY(std::abs(double(frame.row(seen.summary[n].id, 0)[key]) - mean) <= 1e-7 + 1e-3 * mean);
            }
    }

    void theTrainingsNumbersAreTheSameWithAndWithoutIt()
    {
        auto without = m_bench->spec();
        without.training.captureEvery = 0;
        const auto plain = train::trainNew(without, {}).run;
        QVERIFY(!std::filesystem::exists(plain / "captures"));
        QVERIFY(!inspect::readFilm(plain));
        QVERIFY(weightsOf(train::trainNew(m_bench->spec(), {}).run) == weightsOf(plain));
    }

    void aResumedRunGoesOnWithTheSamePromptAndTakesLaterFramesAgain()
    {
        std::stop_source stop;
        train::TrainOptions options;
        std::filesystem::path run;
        options.onStart = [&](const std::filesystem::path& path) { run = path; };
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step + 1 == 9)
                stop.request_stop();
        };
        EXPECT_ERROR(train::trainNew(m_bench->spec(), options, stop.get_token()), ErrorCode::Stopped, "after step 9");
        const auto before = inspect::readFilm(run);
        QVERIFY(stepsOf(*before) == (Steps{0, 4, 8}));
        // As if it had been killed after step 5's checkpoint and gone further.
        for (const auto& [step, folder] : runs::listCheckpoints(run))
            if (step > 5)
                std::filesystem::remove_all(folder);
        train::TrainOptions watching;
        std::vector<Steps> seen;
        watching.onStart = [&](const std::filesystem::path&) { seen.push_back(stepsOf(*inspect::readFilm(run))); };
        train::resumeRun(run, watching);
        QVERIFY(seen.front() == (Steps{0, 4}));
        const auto after = inspect::readFilm(run, before);
        QVERIFY(stepsOf(*after) == (Steps{0, 4, 8, 12}));
        QVERIFY(after->prompt.tokens == before->prompt.tokens);
        QVERIFY(after->frames[0] == before->frames[0]);        // not read again
        QVERIFY(after->frames[2] != before->frames[2]);
        QCOMPARE(after->frames[2]->heads[0].needleMass, before->frames[2]->heads[0].needleMass);
    }

    void aFrameCanBeAskedForWhileItTrains()
    {
        auto spec = m_bench->spec();
        spec.training.captureEvery = 0;
        std::filesystem::path run, request;
        train::TrainOptions options;
        options.onStart = [&](const std::filesystem::path& path) { run = path; };
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 2)
                request = runs::requestControl(run, {runs::ControlKind::Capture, 6});
            if (report.row.step >= 2)
                std::this_thread::sleep_for(std::chrono::milliseconds(100));        // the folder is looked at five times a second
        };
        train::trainNew(spec, options);
        const auto answer = runs::controlAnswer(request);
        QVERIFY(answer);
        QCOMPARE(answer->result, std::string("captured"));
        QVERIFY(answer->step >= 6);
        QVERIFY(stepsOf(*inspect::readFilm(run)) == Steps{answer->step});
    }

    void whatCannotBeCapturedIsToldOnceAndTheTrainingGoesOn()
    {
        auto spec = m_bench->spec();
        train::TrainOptions options;
        options.onStart = [](const std::filesystem::path& run) { std::ofstream(run / "captures") << "in the way"; };
        const auto result = train::trainNew(spec, options);
        QCOMPARE(result.steps, 12);
        const auto log = logOf(result.run);
        const auto first = log.find("warning: attention could not be captured at step 0");
        QVERIFY2(first != std::string::npos, log.c_str());
        QVERIFY(log.find("could not be captured", first + 30) == std::string::npos);
    }

    void withoutTheTokenizerOfItsDataAFilmIsRefusedBeforeTheRunBegins()
    {
        const auto shards = m_bench->root() / "shards";
        std::filesystem::create_directories(shards);
        data::writeShard(shards / "shard_000000.safetensors", std::vector<std::uint32_t>(6000, 7), std::vector<std::uint32_t>(6000, 0), {"test.model", "", "", "test", 220});
        auto spec = m_bench->spec();
        spec.logDir = (m_bench->root() / "nothing").string();
        spec.data = {};
        spec.data.dataset = shards.string();
        spec.data.valTokens = 400;
        spec.data.valTokensPadding = 0;
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Usage, "the tokenizer of the data is not at hand");
        QVERIFY(!std::filesystem::exists(spec.logDir));
        spec.training.captureEvery = 0;
        QCOMPARE(train::trainNew(spec, {}).steps, 12);
    }

    void brokenFramesAreLeftOutAndTold()
    {
        const auto run = train::trainNew(m_bench->spec(), {}).run;
        std::ofstream(run / "captures" / "step_00000004.safetensors") << "no frame";
        std::filesystem::resize_file(run / "captures" / "step_00000008.safetensors", 300);
        auto film = inspect::readFilm(run);
        QVERIFY(stepsOf(*film) == (Steps{0, 12}));
        QCOMPARE(film->problems.size(), std::size_t(2));
        QVERIFY2(film->problems[0].find("step_00000004") != std::string::npos, film->problems[0].c_str());

        interop::writeSafetensors(run / "captures" / "step_00000006.safetensors", {{"strip", at::zeros({2, 2, 3})}}, {{"prompt", "another"}});
        film = inspect::readFilm(run);
        QVERIFY2(film->problems[1].find("another prompt") != std::string::npos, film->problems[1].c_str());

        ::mkfifo((run / "captures" / "step_00000007.safetensors").c_str(), 0600);      // nothing that waits for ever
        QVERIFY(stepsOf(*inspect::readFilm(run)) == (Steps{0, 12}));

        for (const auto* text : {"", "[]", "{}", R"({"title": 3})", R"({"title": "t", "layers": 99999999, "heads": 2, "tile": 1, "needle": [0, 1], "query_rows": [0], "answer": [1], "answer_pieces": ["a"], "tokens": [1], "pieces": ["a"]})",
                 R"({"title": "t", "layers": 2, "heads": 2, "tile": 1, "needle": [0, 1], "query_rows": [0], "answer": [1], "answer_pieces": ["a"], "tokens": [-1], "pieces": ["a"]})"}) {
            std::ofstream(run / "captures" / "prompt.json") << text;
            film = inspect::readFilm(run);
            QVERIFY(film->frames.empty());
            QVERIFY2(film->problems.front().find("prompt of a film") != std::string::npos, film->problems.front().c_str());
        }
    }

    void longPromptsArePooledSoThatNoHotKeyIsLost()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        inspect::Prompt prompt;
        prompt.tokens.assign(2500, 1);
        prompt.pieces.assign(2500, "a");
        prompt.queryRows = {2498, 2499};
        prompt.answer = {1, 2};
        prompt.answerPieces = {"1", "2"};
        prompt.needleBegin = 700;
        prompt.needleEnd = 705;
        const inspect::FilmWriter writer(run, prompt, 1, 1);
        inspect::Capture capture;
        capture.prompt = prompt;
        capture.layers = capture.heads = 1;
        capture.summary.resize(1);
        capture.summary[0].needleMass = 0.5;
        capture.rows.assign(5000, 0);
        capture.rows[703] = 0.5f;
        capture.rows[2500 + 703] = 0.25f;
        capture.answer = {{2498, "1", 0.5, {{"1", 0.5}}, true}, {2499, "2", 0.5, {{"2", 0.5}}, true}};
        writer.write(capture, 3, 1.5);
        const auto film = inspect::readFilm(run);
        QCOMPARE(film->tile, 4);
        QCOMPARE(film->frames.front()->seconds, 1.5);
        QCOMPARE(film->frames.front()->keyProbability(), 0.25);
        QVERIFY(film->frames.front()->retrieved());
        const auto frame = inspect::frameCapture(*film, *film->frames.front());
        for (int key = 0; key < 2500; ++key)
            QCOMPARE(frame.row({0, 0}, 0)[key], key / 4 == 703 / 4 ? 0.375f : 0.0f);
    }
};

BAMSCOPE_TEST(FilmTest)
#include "test_film.moc"
