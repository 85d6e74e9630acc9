// SPDX-License-Identifier: GPL-3.0-or-later
// Whole evaluations of a run directory: what is told before anything is loaded, and settings that a run shares with others of its sweep.
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/eval/evaluate_run.h"
#include "core/interop/safetensors.h"
#include "core/spec/official_args.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <algorithm>

using namespace bam;

namespace {

/// An untrained model with a checkpoint, and the spec it says it was trained with.
class Run {
public:
    explicit Run(const std::string& encoding, const std::string& ropeScaling = "none")
    {
        const auto tokenizer = test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3");
        m_spec.model.size = "custom";
        m_spec.model.encoding = encoding;
        m_spec.model.dim = 16;
        m_spec.model.layers = 1;
        m_spec.model.heads = m_spec.model.kvHeads = 2;
        m_spec.model.vocabulary = tokenizer::Tokenizer::load(tokenizer).pieceCount();
        m_spec.evaluation.passkey.lengths = {0};
        m_spec.evaluation.passkey.samples = 1;
        m_spec.evaluation.ropeScaling = ropeScaling;
        m_spec.evaluation.ropeFactor = ropeScaling == "none" ? 1 : 4;
        writeFileAtomic(path() / "args.json", spec::Json{{"args", spec::officialArgs(m_spec)}, {"dataset_args", spec::Json::object()}, {"model_args", spec::officialModelArgs(m_spec)}}.dump());
        writeFileAtomic(path() / "run.json", spec::Json{{"schema", 1}, {"spec", spec::toJson(m_spec)}}.dump());
        std::filesystem::copy_file(tokenizer, path() / "tokenizer.model");
        const auto checkpoint = path() / "checkpoints/step_00000010";
        std::filesystem::create_directories(checkpoint);
        writeWeights(1);
        writeFileAtomic(checkpoint / "state.json", R"({"schema": 1, "step": 10, "seconds": 1.0, "data_position": null})");
    }

    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    /// @param scale of the last norm: with 3e38 it is finite, and what the model predicts is not
    void writeWeights(double scale) const
    {
        interop::NamedTensors tensors;
        for (const auto& [name, tensor] : model::Transformer(m_spec.model, 3).parameters())
            tensors.emplace_back(name, name == "norm.weight" ? tensor.detach() * scale : tensor.detach());
        interop::writeSafetensors(path() / "checkpoints/step_00000010/model.safetensors", tensors, {{"format", "pt"}});
    }
    const spec::EvalSpec& evaluation() const { return m_spec.evaluation; }
    /// @returns what was logged
    std::vector<std::string> evaluate(const spec::EvalSpec& evaluation) const
    {
        std::vector<std::string> lines;
        eval::EvaluateOptions options;
        options.device = "cpu";
        options.threads = 1;
        options.log = [&](const std::string& line) { lines.push_back(line); };
        eval::evaluateRun(path(), evaluation, options);
        return lines;
    }

private:
    QTemporaryDir m_folder;
    spec::RunSpec m_spec;
};

bool say(const std::vector<std::string>& lines, const std::string& fragment)
{
    return std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.find(fragment) != std::string::npos; });
}

}  // namespace

class EvaluateRunTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void damagedResultsAreToldBeforeAnythingIsLoaded()
    {
        const Run run("bam");
        writeFileAtomic(run.path() / "results.json", "");
        std::filesystem::remove_all(run.path() / "checkpoints");
        EXPECT_ERROR(run.evaluate(run.evaluation()), ErrorCode::Failed, "results.json is empty (0 bytes)");
        QVERIFY(!std::filesystem::exists(run.path() / "evaluation"));
    }

    void aTestWhoseDataAreUnsoundCostsNoOtherTest()
    {
        const Run run("bam");
        const auto text = run.path() / "rows.jsonl";
        writeFileAtomic(text, "{\"text\": \"a line of words and another one\"}\n{\"body\": \"\"}\n{\"text\": \"a last line of words\"}\n");
        auto evaluation = run.evaluation();
        evaluation.perplexity = text.string();
        evaluation.perplexityTokens = evaluation.perplexityWindow = 8;
        auto refusing = evaluation;
        refusing.perplexityBadRows = "refuse";
        refusing.perplexityTokens = refusing.perplexityWindow = 12;
        EXPECT_ERROR(run.evaluate(refusing), ErrorCode::Failed, "perplexity (");
        EXPECT_ERROR(run.evaluate(refusing), ErrorCode::Failed, "line 2 has no text: ");
        const auto results = readFile(run.path() / "results.json");
        QVERIFY(results.find("passkey_details") != std::string::npos && results.find("perplexity_all") == std::string::npos);
        // By themselves such rows are left out.
        evaluation.perplexityTokens = evaluation.perplexityWindow = 10;
        QVERIFY(say(run.evaluate(evaluation), "rows.jsonl, line 2 is left out: "));
        QVERIFY(readFile(run.path() / "results.json").find("\"rows_left_out\": 1") != std::string::npos);
        // So does a text with nothing in it, or with too little.
        const Run third("bam");
        auto hollow = third.evaluation();
        for (const auto* content : {"", "{\"text\": \"\"}\n", "{\"text\": \"short\"}\n"}) {
            writeFileAtomic(third.path() / "hollow.jsonl", content);
            hollow.perplexity = (third.path() / "hollow.jsonl").string();
            hollow.perplexityTokens = hollow.perplexityWindow = 64;
            EXPECT_ERROR(third.evaluate(hollow), ErrorCode::Failed, "perplexity (");
            QVERIFY(readFile(third.path() / "results.json").find("passkey_details") != std::string::npos);
        }
        writeFileAtomic(third.path() / "questions.jsonl", "");
        hollow.perplexity.clear();
        hollow.choice.tasks = {"arc=" + (third.path() / "questions.jsonl").string()};
        EXPECT_ERROR(third.evaluate(hollow), ErrorCode::Failed, "has no questions");
        // A test alone says itself what is wrong, and what cannot be asked ends all of them before anything is.
        refusing.runPasskey = false;
        EXPECT_ERROR(run.evaluate(refusing), ErrorCode::Failed, "Correct the text, or leave such rows out");
        const Run other("bam");
        evaluation.perplexity = "nowhere.txt";
        EXPECT_ERROR(other.evaluate(evaluation), ErrorCode::Usage, "there is no \"nowhere.txt\"");
        QVERIFY(!std::filesystem::exists(other.path() / "results.json"));
    }

    void fillerWithoutASentenceCostsNoOtherTest()
    {
        const Run run("bam");
        auto evaluation = run.evaluation();
        for (const auto* name : {"empty.txt", "text.txt"})
            writeFileAtomic(run.path() / name, name[0] == 'e' ? "" : "a line of words and another one");
        evaluation.passkey.filler = (run.path() / "empty.txt").string();
        evaluation.perplexity = (run.path() / "text.txt").string();
        evaluation.perplexityTokens = evaluation.perplexityWindow = 4;
        EXPECT_ERROR(run.evaluate(evaluation), ErrorCode::Failed, "holds no sentence for the pass key's filler (0 bytes of text)");
        QVERIFY(readFile(run.path() / "results.json").find("\"perplexity\"") != std::string::npos);
    }

    void aTestThatFailsWhileItIsAskedDoesNotEndTheNext()
    {
        const Run run("bam");
        run.writeWeights(3e38);
        auto evaluation = run.evaluation();
        EXPECT_ERROR(run.evaluate(evaluation), ErrorCode::Failed, "the model's predictions");      // alone it says so itself
        writeFileAtomic(run.path() / "text.txt", "a line of words and another one");
        evaluation.perplexity = (run.path() / "text.txt").string();
        evaluation.perplexityTokens = evaluation.perplexityWindow = 4;
        EXPECT_ERROR(run.evaluate(evaluation), ErrorCode::Failed, "pass key (the model's predictions");
        EXPECT_ERROR(run.evaluate(evaluation), ErrorCode::Failed, "not finite) and perplexity by position (the model's");
    }

    void theScalingOfASweepIsLeftOutWhereNothingIsRotated()
    {
        const Run bam("bam", "linear");
        QVERIFY(say(bam.evaluate(bam.evaluation()), "RoPE scaling (linear) is left out, because bam does not rotate queries and keys"));
        QVERIFY(std::filesystem::exists(bam.path() / "results.json"));
        const Run rotary("rotary", "linear");
        QVERIFY(say(rotary.evaluate(rotary.evaluation()), "RoPE scaling linear × 4"));
    }

    void aScalingThatTheRunDoesNotNameItselfIsRefused()
    {
        const Run plain("bam"), other("bam", "linear");
        EXPECT_ERROR(plain.evaluate(other.evaluation()), ErrorCode::Usage, "BAM does not rotate them");
        auto changed = other.evaluation();
        changed.ropeFactor = 8;
        EXPECT_ERROR(other.evaluate(changed), ErrorCode::Usage, "BAM does not rotate them");
        QVERIFY(!std::filesystem::exists(plain.path() / "results.json"));
    }
};

BAMSCOPE_TEST(EvaluateRunTest)
#include "test_evaluate_run.moc"
