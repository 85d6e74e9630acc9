// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey.h"
#include "tests/eval/asked.h"

#include "core/base/text.h"
#include "core/eval/sentences.h"

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

}  // namespace

class PasskeyTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyLengthIsMetByWholeFillersAsInTheReference()
    {
        const auto reference = passkeyReference();
        eval::PasskeyTask task(mistral(), {});
        for (const auto& [length, expected] : reference.at("lengths").items()) {
            const auto prompt = task.prompts({.length = std::stoll(length)}).at(0);
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
        eval::PasskeyTask task(tokenizer, spec);
        for (const auto& prompt : task.prompts({.length = 256})) {
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
        const auto prompt = eval::PasskeyTask(mistral(), spec).prompts({.length = 0, .sampling = "end", .digits = spec.digits.front()}).at(0);
        QCOMPARE(prompt.tokens.at(std::size_t(prompt.promptTokens)), 1027);
        QCOMPARE(prompt.answer.size(), 5u);
    }

    void prefixDigitsAreGivenAndNotScored()
    {
        spec::PasskeySpec spec;
        spec.digits = {4};
        spec.prefixDigits = 2;
        const auto prompt = eval::PasskeyTask(mistral(), spec).prompts({.length = 0, .sampling = "end", .digits = spec.digits.front()}).at(0);
        QCOMPARE(prompt.key.size(), 6u);
        QCOMPARE(prompt.answer.size(), 4u);
        QCOMPARE(prompt.tokens.size(), std::size_t(prompt.promptTokens + 1 + 2 + 3));
    }

    void depthsFollowTheSampling()
    {
        spec::PasskeySpec spec;
        spec.samples = 11;
        eval::PasskeyTask task(mistral(), spec);
        const auto depths = [&](const char* sampling) {
            std::vector<std::int64_t> all;
            for (const auto& prompt : task.prompts({.length = 66 + 24 * 20, .sampling = sampling}))
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
            std::vector<std::string> all;
            for (const auto& prompt : eval::PasskeyTask(tokenizer, spec).prompts({.length = 128, .sampling = "random", .seed = seed}))
                all.push_back(prompt.key);
            return all;
        };
        QCOMPARE(keys(1), keys(1));
        QVERIFY(keys(1) != keys(2));
    }

    void theScoreIsTheModelsArgmaxWhateverTheChunk()
    {
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        spec::PasskeySpec spec;
        spec.samples = 6;
        spec.digits = {1};   // an untrained model has a chance at one digit
        // Point the output rows at the answer, so that some prompts are right: the score must follow the whole forward's argmax.
        eval::PasskeyTask task(tokenizer, spec);
        const auto parameters = model.parameters();
        std::int64_t expected = 0;
        QByteArray outcomes;
        at::Tensor output;
        for (const auto& [name, tensor] : parameters)
            if (name == "output.weight")
                output = tensor.detach();
        output.index_fill_(0, at::arange(29508, at::kLong), 0);
        output.slice(0, 29560).zero_();
        for (const auto& prompt : task.prompts({.length = 200, .digits = 1})) {
            const auto tokens = at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).unsqueeze(0);
            const bool found = model.forward(tokens).select(1, -1).argmax().item<std::int64_t>() == prompt.answer[0];
            expected += found;
            outcomes += found ? '1' : '0';
        }
        spec.lengths = {200};
        for (const std::int64_t chunk : {1, 16, 512}) {
            const test::Asked asked(model, tokenizer, chunk);
            eval::PasskeyEvaluation evaluation(asked.subject(), spec);
            asked.run(evaluation);
            const auto cells = evaluation.finished();
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
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        eval::PasskeyEvaluation evaluation(asked.subject(), spec);
        EXPECT_ERROR(asked.run(evaluation, {}, [&](std::size_t) { stop.request_stop(); }, stop.get_token()), ErrorCode::Stopped, "128 tokens");
        QCOMPARE(evaluation.finished().size(), 1u);
        QCOMPARE(asked.results()["passkey_details"]["('equidistant', 2, 5, 0)"].size(), 1u);
    }

    void patienceEndsAfterLengthsWithoutAHit()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0, 128, 256, 512};
        spec.samples = 1;
        spec.patience = 2;
        spec.seeds = {1, 2};
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        eval::PasskeyEvaluation evaluation(asked.subject(), spec);
        asked.run(evaluation);
        const auto cells = evaluation.finished();
        QCOMPARE(cells.size(), 4u);     // two lengths of each seed
        QCOMPARE(cells[2].seed, 2);
        QCOMPARE(cells[2].length, 0);
    }

    void patienceGoesByLengthInWhicheverOrderLengthsAreNamedAndTellsWhatItLeavesOut()
    {
        spec::PasskeySpec spec;
        spec.lengths = {512, 0, 256, 128};
        spec.samples = 1;
        spec.patience = 2;
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        eval::PasskeyEvaluation evaluation(asked.subject(), spec);
        std::vector<std::string> told;
        distributed::Group alone;
        eval::runEvaluation(evaluation, asked.subject(), {alone, nullptr, false, {}, {}, {}, [&](const std::string& line) { told.push_back(line); }});
        const auto cells = evaluation.finished();
        QCOMPARE(cells.size(), 2u);
        QCOMPARE(cells[0].length, 0);
        QCOMPARE(cells[1].length, 128);
        const std::string reason = " tokens is left out: no key was found at 2 shorter lengths in a row (--passkey_patience 2)";
        QCOMPARE(told, (std::vector<std::string>{"pass key, equidistant, 256" + reason, "pass key, equidistant, 512" + reason}));
        spec.patience = 0;
        QCOMPARE(eval::PasskeyEvaluation(asked.subject(), spec).cells()[0].tokens, 512);     // all are asked, in the order they were named
    }

    void aKeyWithAFurtherDigitIsNotFound()
    {
        for (const auto* written : {"48213", " 48213", "48213.", "48213 7", "48213\n", "48213th"})
            QVERIFY2(eval::writesKey(written, "48213"), written);
        for (const auto* written : {"482137", " 482130 is", "4821", "", "148213", "the 48213"})
            QVERIFY2(!eval::writesKey(written, "48213"), written);
    }

    void answersOfBeforeCountForTheOfficialScoreAlone()
    {
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        spec::PasskeySpec spec;
        spec.lengths = {100};
        spec.samples = 1;
        const auto prompt = eval::PasskeyTask(tokenizer, spec).prompts({.length = 100}).at(0);
        for (const auto* scoring : {"teacher_forced", "generated", "both"}) {
            spec.scoring = scoring;
            const auto before = eval::questionHash(str("passkey ", scoring, " after ", prompt.promptTokens), prompt.tokens, prompt.answer);
            QCOMPARE(eval::PasskeyEvaluation(asked.subject(), spec).question(0, 0).hash == before, spec.scoring == "teacher_forced");
        }
    }

    void theKeyOfACellSaysAllThatDecidesItsPrompts()
    {
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        QTemporaryDir folder;
        const auto essay = folder.filePath(QStringLiteral("essay.txt")).toStdString();
        std::set<std::string> keys;
        const auto add = [&](const std::function<void(spec::PasskeySpec&)>& change) {
            spec::PasskeySpec spec;
            spec.lengths = {100};
            change(spec);
            keys.insert(eval::PasskeyEvaluation(asked.subject(), spec).cellKey(0));
        };
        add([](auto&) {});
        add([](auto& spec) { spec.patience = 3; });     // decides no prompt
        QCOMPARE(keys.size(), 1u);
        add([](auto& spec) { spec.lengths = {101}; });
        add([](auto& spec) { spec.samplings = {"random"}; });
        add([](auto& spec) { spec.samples = 21; });
        add([](auto& spec) { spec.digits = {6}; });
        add([](auto& spec) { spec.prefixDigits = 1; });
        add([](auto& spec) { spec.officialSpace = true; });
        add([](auto& spec) { spec.seeds = {1}; });
        add([](auto& spec) { spec.scoring = "both"; });
        for (const auto* text : {"One is here.", "Two is here."}) {
            std::ofstream(essay) << text;
            add([&](auto& spec) { spec.filler = essay; });
        }
        QCOMPARE(keys.size(), 11u);
    }

    void aTokenizerLargerThanTheModelsVocabularyIsRefused()
    {
        spec::ModelSpec spec;
        spec.dim = 8;
        spec.layers = 1;
        spec.heads = spec.kvHeads = 1;
        spec.vocabulary = 100;
        const model::Transformer model(spec, 1);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        EXPECT_ERROR(eval::PasskeyEvaluation(asked.subject(), {}), ErrorCode::Usage, "32768 pieces, the model's vocabulary is 100");
    }

    void severalDigitsSeedsAndSamplingsAreCellsOfTheirOwn()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0};
        spec.samples = 1;
        spec.digits = {2, 7};
        spec.seeds = {3, 4, 5};
        spec.samplings = {"end", "random"};
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        const test::Asked asked(model, tokenizer);
        eval::PasskeyEvaluation evaluation(asked.subject(), spec);
        asked.run(evaluation);
        QCOMPARE(evaluation.finished().size(), 12u);
        QCOMPARE(evaluation.cells()[1].name, std::string("end, 0 tokens, 2 digits, seed 4"));
        const auto results = asked.results();
        QCOMPARE(results["passkey_details"].size(), 4u);
        const auto& seeds = results["passkey_details"]["('random', 1, 7, 0)"];
        QCOMPARE(seeds.size(), 3u);
        QCOMPARE(seeds[2]["seed"].get<int>(), 5);
        QVERIFY(seeds[0]["prompts"] != seeds[1]["prompts"]);
        // The official shape has one number per length.
        QCOMPARE(results["passkey"]["('random', 1, 7, 0)"]["accs"].size(), 1u);
        QCOMPARE(eval::pooledOverSeeds(evaluation.finished()).size(), 4u);
    }

    void whatWasMeasuredLastStandsLast()
    {
        eval::Json results;
        const auto measure = [&](std::int64_t samples) {
            spec::PasskeySpec spec;
            spec.samples = samples;
            eval::PasskeyCell cell;
            cell.sampling = "equidistant";
            cell.length = 512;
            cell.digits = 5;
            cell.samples = samples;
            eval::mergePasskey(results, spec, cell, "noise", eval::Json());
        };
        for (const auto samples : {6, 4, 6})
            measure(samples);
        QCOMPARE(results["passkey_details"].size(), 2u);
        QCOMPARE(results["passkey_details"].items().begin().key(), std::string("('equidistant', 4, 5, 0)"));
    }

    void aTextsSentencesHideTheKeyInTheirOrder()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("essay.txt")).toStdString();
        std::ofstream(file) << "One is here. Two (it said)\nfollows! Does three? Yes.\n\nA heading\n\nSix.";
        QCOMPARE(eval::sentencesOfFile(file, "a test"), (std::vector<std::string>{"One is here.", "Two (it said) follows!", "Does three?", "Yes.", "A heading", "Six."}));
        spec::PasskeySpec spec;
        spec.filler = file;
        spec.samples = 3;
        const auto tokenizer = mistral();
        eval::PasskeyTask task(tokenizer, spec);
        QVERIFY(task.fillerName().starts_with("essay.txt "));
        for (const auto& prompt : task.prompts({.length = 200})) {
            QVERIFY(prompt.promptTokens <= 200 && prompt.promptTokens > 180);
            const auto text = tokenizer.decode(prompt.tokens);
            QVERIFY2(text.find("One is here. Two (it said) follows! Does three? Yes. A heading Six.") != std::string::npos || prompt.depthFillers % 6 != 0, text.c_str());
        }
        spec.filler = folder.filePath(QStringLiteral("none.txt")).toStdString();
        EXPECT_ERROR(eval::PasskeyTask(tokenizer, spec), ErrorCode::Usage, "none.txt");
    }

    void aKeyThatTheModelWritesItselfIsWhatGreedyDecodingGives()
    {
        const auto model = test::smallModel(32768);
        const auto tokenizer = mistral();
        spec::PasskeySpec spec;
        spec.lengths = {100};
        spec.samples = 4;
        spec.scoring = "both";
        const test::Asked asked(model, tokenizer, 64);
        eval::PasskeyEvaluation evaluation(asked.subject(), spec);
        asked.run(evaluation);
        eval::PasskeyTask task(tokenizer, spec);
        const auto answers = readFile(asked.folder() / "evaluation" / "answers.jsonl");
        for (const auto& prompt : task.prompts({.length = 100})) {
            // One token at a time, each from a whole forward.
            std::vector<std::int64_t> tokens(prompt.tokens.begin(), prompt.tokens.begin() + prompt.promptTokens);
            std::vector<std::int32_t> written;
            for (int n = 0; n < 8; ++n) {
                const auto next = model.forward(at::tensor(tokens, at::kLong).unsqueeze(0)).select(1, -1).argmax().item<std::int64_t>();
                written.push_back(std::int32_t(next));
                tokens.push_back(next);
            }
            const auto line = nlohmann::json(prompt.key).dump() + ",\"found\":false,\"written\":" + nlohmann::json(tokenizer.decode(written)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            QVERIFY2(answers.find(line) != std::string::npos, line.c_str());
        }
        QCOMPARE(asked.results()["passkey_details"]["('equidistant', 4, 5, 0)"][0]["generated"]["correct"].get<int>(), 0);

        // The score of given digits alone is among these answers: nothing is asked, and what the model wrote stays.
        spec.scoring = "teacher_forced";
        eval::PasskeyEvaluation given(asked.subject(), spec);
        asked.run(given);
        QCOMPARE(QByteArray::fromStdString(readFile(asked.folder() / "evaluation" / "answers.jsonl")).count("\"found\""), 4);
        const auto entry = asked.results()["passkey_details"]["('equidistant', 4, 5, 0)"][0];
        QCOMPARE(entry["scoring"].get<std::string>(), std::string("teacher_forced"));
        QCOMPARE(entry["generated"]["correct"].get<int>(), 0);
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
        for (const auto& one : {cell(512, 10), cell(128, 20)})
            eval::mergePasskey(results, spec, one, "noise", {{"checkpoint", "step_00000010"}});
        auto known = cell(512, 5);
        known.outcomes = "11111000000000000000";
        for (const auto& one : {cell(256, 15), known})
            eval::mergePasskey(results, spec, one, "noise", {{"checkpoint", "step_00000010"}, {"tokenizer", "5e1f"}});
        const auto& official = results["passkey"]["('equidistant', 20, 5, 0)"];
        QCOMPARE(official["seq_lens"].dump(), "[118,246,502]");
        QCOMPARE(official["accs"].dump(), "[1.0,0.75,0.25]");
        const auto& details = results["passkey_details"]["('equidistant', 20, 5, 0)"];
        QCOMPARE(details[2]["outcomes"].get<std::string>(), "11111000000000000000");
        QCOMPARE(details[2]["tokenizer"].get<std::string>(), "5e1f");
        QVERIFY(!details[0].contains("outcomes"));
        QCOMPARE(official.size(), 2u);      // the official shape and nothing else
        QVERIFY(std::abs(details[2]["wilson_95"][0].get<double>() - 0.1118617) < 1e-6);
        auto other = cell(512, 20);
        other.seed = 1;
        eval::mergePasskey(results, spec, other, "noise", {});
        QCOMPARE(results["passkey_details"]["('equidistant', 20, 5, 0)"].size(), 4u);
        QCOMPARE(results["passkey"]["('equidistant', 20, 5, 0)"]["accs"].dump(), "[1.0,0.75,0.625]");

        // With RoPE scaling it is another result, which the official shape has no word for.
        eval::mergePasskey(results, spec, cell(512, 19), "noise", {{"rope_scaling", {{"method", "yarn"}, {"factor", 8}, {"original_length", 160}}}});
        QCOMPARE(results["passkey_details"]["('equidistant', 20, 5, 0)"].size(), 4u);
        QCOMPARE(results["passkey_details"]["('equidistant', 20, 5, 0, 'yarn', 8)"][0]["accuracy"].get<double>(), 0.95);
        QCOMPARE(results["passkey"].size(), 1u);
        eval::mergePasskey(results, spec, cell(512, 18), "noise", {{"rope_scaling", {{"method", "yarn"}, {"factor", 8}, {"original_length", 1024}, {"trained_length", 160}}}});
        QCOMPARE(results["passkey_details"]["('equidistant', 20, 5, 0, 'yarn', 8, 1024)"][0]["accuracy"].get<double>(), 0.9);
    }

    void resultsOfOtherWeightsAreNeverToldTogether()
    {
        nlohmann::ordered_json results;
        spec::PasskeySpec spec;
        const auto merge = [&](std::int64_t length, std::int64_t seed, std::int64_t correct, const char* hash, const char* cache = "float32") {
            eval::PasskeyCell cell;
            cell.sampling = "equidistant";
            cell.length = length;
            cell.promptTokens = length - 10;
            cell.seed = seed;
            cell.correct = correct;
            cell.samples = 20;
            cell.accuracy = double(correct) / 20;
            cell.wilson = wilsonInterval(correct, 20);
            eval::mergePasskey(results, spec, cell, "noise", {{"checkpoint", hash}, {"checkpoint_hash", hash}, {"tokenizer", "t"}, {"cache_dtype", cache}});
        };
        const auto* key = "('equidistant', 20, 5, 0)";
        // The official code measured a length that we did not.
        results["passkey"][key] = {{"seq_lens", {80, 900}}, {"accs", {1.0, 0.05}}};
        for (const std::int64_t seed : {0, 1, 2})
            merge(512, seed, 10, "old");
        merge(128, 0, 20, "old");
        QCOMPARE(results["passkey"][key]["seq_lens"].dump(), "[80,118,502,900]");
        QCOMPARE(results["passkey"][key]["accs"].dump(), "[1.0,1.0,0.5,0.05]");
        merge(512, 0, 4, "new");
        QCOMPARE(results["passkey_details"][key].size(), 1u);
        QCOMPARE(results["passkey"][key]["seq_lens"].dump(), "[80,502,900]");
        QCOMPARE(results["passkey"][key]["accs"].dump(), "[1.0,0.2,0.05]");
        merge(512, 1, 8, "new", "bfloat16");
        QCOMPARE(results["passkey_details"][key].size(), 1u);
        QCOMPARE(results["passkey"][key]["accs"].dump(), "[1.0,0.4,0.05]");
    }
};

BAMSCOPE_TEST(PasskeyTest)
#include "test_passkey.moc"
