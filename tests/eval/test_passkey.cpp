// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <fstream>
#include <set>

using namespace bam;

namespace {

tokenizer::Tokenizer mistral() { return tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3")); }

nlohmann::json passkeyReference()
{
    std::ifstream file(test::dataFile("passkey.json"));
    return nlohmann::json::parse(file);
}

std::vector<std::int32_t> ids(const nlohmann::json& reference, const char* part) { return reference.at(part).at("ids").get<std::vector<std::int32_t>>(); }

model::Transformer smallModel()
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.dim = 16;
    spec.layers = 2;
    spec.heads = spec.kvHeads = 2;
    spec.vocabulary = 32768;
    spec.ssmax = true;
    return {spec, 3};
}

}  // namespace

class PasskeyTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyLengthIsMetByWholeFillersAsInTheReference()
    {
        const auto reference = passkeyReference();
        const eval::PasskeyTask task(mistral(), {});
        for (const auto& [length, expected] : reference.at("lengths").items()) {
            const auto prompt = task.prompts(std::stoll(length), "equidistant").at(0);
            QCOMPARE(prompt.fillers, expected.at("fillers").get<std::int64_t>());
            QCOMPARE(prompt.promptTokens, expected.at("prompt_tokens").get<std::int64_t>());
        }
    }

    void aPromptIsItsPartsInOrderAndThenTheKeyDigits()
    {
        const auto reference = passkeyReference();
        spec::PasskeySpec spec;
        spec.samples = 3;
        const auto tokenizer = mistral();
        const eval::PasskeyTask task(tokenizer, spec);
        for (const auto& prompt : task.prompts(256, "equidistant")) {
            const auto key = tokenizer.encode(prompt.key);
            auto expected = ids(reference, "description");
            const auto add = [&](const std::vector<std::int32_t>& part) { expected.insert(expected.end(), part.begin(), part.end()); };
            for (int n = 0; n < prompt.depthFillers; ++n)
                add(ids(reference, "filler"));
            add(tokenizer.encode("The pass key is " + prompt.key + ". Remember it. " + prompt.key + " is the pass key."));
            for (auto n = prompt.depthFillers; n < prompt.fillers; ++n)
                add(ids(reference, "filler"));
            add(ids(reference, "question"));
            QCOMPARE(std::int64_t(expected.size()), prompt.promptTokens);
            add({key.begin(), key.end() - 1});
            QCOMPARE(prompt.tokens, expected);
            QCOMPARE(key[0], 29473);
            QCOMPARE(prompt.answer, (std::vector<std::int32_t>{key.begin() + 1, key.end()}));
        }
    }

    void theOfficialSpaceGivesTheDoubleMark()
    {
        spec::PasskeySpec spec;
        spec.officialSpace = true;
        const auto prompt = eval::PasskeyTask(mistral(), spec).prompts(0, "end").at(0);
        QCOMPARE(prompt.tokens.at(std::size_t(prompt.promptTokens)), 1027);
        QCOMPARE(prompt.answer.size(), 5u);
    }

    void prefixDigitsAreGivenAndNotScored()
    {
        spec::PasskeySpec spec;
        spec.digits = 4;
        spec.prefixDigits = 2;
        const auto prompt = eval::PasskeyTask(mistral(), spec).prompts(0, "end").at(0);
        QCOMPARE(prompt.key.size(), 6u);
        QCOMPARE(prompt.answer.size(), 4u);
        QCOMPARE(prompt.tokens.size(), std::size_t(prompt.promptTokens + 1 + 2 + 3));
    }

    void depthsFollowTheSampling()
    {
        spec::PasskeySpec spec;
        spec.samples = 11;
        const eval::PasskeyTask task(mistral(), spec);
        const auto depths = [&](const char* sampling) {
            std::vector<std::int64_t> all;
            for (const auto& prompt : task.prompts(66 + 24 * 20, sampling))
                all.push_back(prompt.depthFillers);
            return all;
        };
        QCOMPARE(depths("equidistant"), (std::vector<std::int64_t>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20}));
        QCOMPARE(depths("beginning"), std::vector<std::int64_t>(11, 0));
        QCOMPARE(depths("end"), std::vector<std::int64_t>(11, 20));
        const auto random = depths("random");
        QVERIFY(std::set<std::int64_t>(random.begin(), random.end()).size() > 4);
        EXPECT_ERROR(depths("middle"), ErrorCode::Usage, "\"middle\"");
    }

    void equalSeedsGiveEqualPromptsAndOthersDiffer()
    {
        spec::PasskeySpec spec;
        const auto tokenizer = mistral();
        const auto keys = [&](std::int64_t seed) {
            spec.seed = seed;
            std::vector<std::string> all;
            for (const auto& prompt : eval::PasskeyTask(tokenizer, spec).prompts(128, "random"))
                all.push_back(prompt.key);
            return all;
        };
        QCOMPARE(keys(1), keys(1));
        QVERIFY(keys(1) != keys(2));
    }

    void theScoreIsTheModelsArgmaxWhateverTheChunk()
    {
        const auto model = smallModel();
        const auto tokenizer = mistral();
        spec::PasskeySpec spec;
        spec.samples = 6;
        spec.digits = 1;    // an untrained model has a chance at one digit
        // Point the output rows at the answer, so that some prompts are right: the score must follow the whole forward's argmax.
        const eval::PasskeyTask task(tokenizer, spec);
        const auto parameters = model.parameters();
        std::int64_t expected = 0;
        QByteArray outcomes;
        at::Tensor output;
        for (const auto& [name, tensor] : parameters)
            if (name == "output.weight")
                output = tensor.detach();
        output.index_fill_(0, at::arange(29508, at::kLong), 0);
        output.slice(0, 29560).zero_();
        for (const auto& prompt : task.prompts(200, "equidistant")) {
            const auto tokens = at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).unsqueeze(0);
            const bool found = model.forward(tokens).select(1, -1).argmax().item<std::int64_t>() == prompt.answer[0];
            expected += found;
            outcomes += found ? '1' : '0';
        }
        spec.lengths = {200};
        for (const std::int64_t chunk : {1, 16, 512}) {
            eval::PasskeyOptions options;
            options.chunk = chunk;
            const auto cells = eval::evaluatePasskey(model, tokenizer, spec, options);
            QCOMPARE(cells.size(), 1u);
            QCOMPARE(cells[0].correct, expected);
            QCOMPARE(cells[0].samples, 6);
            QCOMPARE(cells[0].promptTokens, 178);
            QCOMPARE(QByteArray::fromStdString(cells[0].outcomes), outcomes);
        }
    }

    void stoppingEndsBetweenPromptsAndKeepsFinishedCells()
    {
        std::stop_source stop;
        spec::PasskeySpec spec;
        spec.lengths = {0, 128, 256};
        spec.samples = 2;
        eval::PasskeyOptions options;
        std::vector<eval::PasskeyCell> finished;
        options.onCell = [&](const eval::PasskeyCell& cell) {
            finished.push_back(cell);
            stop.request_stop();
        };
        EXPECT_ERROR(eval::evaluatePasskey(smallModel(), mistral(), spec, options, stop.get_token()), ErrorCode::Stopped, "128 tokens");
        QCOMPARE(finished.size(), 1u);
    }

    void patienceEndsAfterLengthsWithoutAHit()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0, 128, 256, 512};
        spec.samples = 1;
        spec.patience = 2;
        QCOMPARE(eval::evaluatePasskey(smallModel(), mistral(), spec, {}).size(), 2u);
    }

    void aTokenizerLargerThanTheModelsVocabularyIsRefused()
    {
        spec::ModelSpec model;
        model.dim = 8;
        model.layers = 1;
        model.heads = model.kvHeads = 1;
        model.vocabulary = 100;
        EXPECT_ERROR(eval::evaluatePasskey(model::Transformer(model, 1), mistral(), {}, {}), ErrorCode::Usage, "32768 pieces, the model's vocabulary is 100");
    }

    void resultsKeepTheOfficialShapeAndMergeByLength()
    {
        nlohmann::ordered_json results;
        spec::PasskeySpec spec;
        const auto cell = [](std::int64_t length, std::int64_t correct) {
            eval::PasskeyCell cell;
            cell.sampling = "equidistant";
            cell.length = length;
            cell.promptTokens = length - 10;
            cell.correct = correct;
            cell.samples = 20;
            cell.accuracy = double(correct) / 20;
            cell.wilson = wilsonInterval(correct, 20);
            return cell;
        };
        eval::mergePasskey(results, spec, {cell(512, 10), cell(128, 20)}, {"step_00000010"});
        auto known = cell(512, 5);
        known.outcomes = "11111000000000000000";
        eval::mergePasskey(results, spec, {cell(256, 15), known}, {"step_00000020", "bfloat16", "5e1f"});
        const auto& official = results["passkey"]["('equidistant', 20, 5, 0)"];
        QCOMPARE(official["seq_lens"].dump(), "[118,246,502]");
        QCOMPARE(official["accs"].dump(), "[1.0,0.75,0.25]");
        const auto& details = results["passkey_details"]["('equidistant', 20, 5, 0)"];
        QCOMPARE(details[2]["checkpoint"].get<std::string>(), "step_00000020");
        QCOMPARE(details[2]["outcomes"].get<std::string>(), "11111000000000000000");
        QCOMPARE(details[2]["tokenizer"].get<std::string>(), "5e1f");
        QVERIFY(!details[0].contains("outcomes"));
        QCOMPARE(official.size(), 2u);      // the official shape and nothing else
        QVERIFY(std::abs(details[2]["wilson_95"][0].get<double>() - 0.1118617) < 1e-6);

        // With RoPE scaling it is another result, which the official shape has no word for.
        eval::mergePasskey(results, spec, {cell(512, 19)}, {"step_00000020", "float32", "5e1f", {"yarn", 8, 160}});
        QCOMPARE(results["passkey_details"]["('equidistant', 20, 5, 0)"].size(), 3u);
        const auto& scaled = results["passkey_details"]["('equidistant', 20, 5, 0, 'yarn', 8)"];
        QCOMPARE(scaled[0]["accuracy"].get<double>(), 0.95);
        QCOMPARE(scaled[0]["rope_scaling"].dump(), R"({"method":"yarn","factor":8.0,"original_length":160})");
        QCOMPARE(results["passkey"].size(), 1u);
    }
};

BAMSCOPE_TEST(PasskeyTest)
#include "test_passkey.moc"
