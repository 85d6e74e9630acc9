// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of a checkpoint as curves, for every encoding that has one.
#include "core/priors/learned_bias.h"
#include "core/attention/row_bias.h"
#include "core/encoding/encoding.h"
#include "core/priors/prior_history.h"
#include "tests/priors/bias_run.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::priors;

namespace {

Prior priorFrom(const LearnedBias& bias, inspect::HeadId head)
{
    Prior prior;
    prior.form = Form::Table;
    prior.table = bias.at(head);
    return prior;
}

}  // namespace

class LearnedBiasTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyBiasIsACurveOfEachHead()
    {
        for (const auto& kind : encoding::registry()) {
            if (!kind.makeBias)
                continue;
            const test::BiasRun run(kind.name);
            const auto bias = LearnedBias::read(run.path);
            QCOMPARE(bias->step(), 40);
            QCOMPARE(bias->layers(), 2);
            QCOMPARE(bias->heads(), 4);
            const auto curve = bias->at({1, 2})->samples(30);
            QVERIFY(std::all_of(curve->bias.begin(), curve->bias.end(), [](float value) { return std::isfinite(value); }));
            const auto prior = priorFrom(*bias, {1, 2});
            QCOMPARE(biasAt(prior, 7, 30), double(curve->bias[7]));
            QCOMPARE(distributionOf(prior, 30).problem, std::string());
            QVERIFY(!bias->at({1, 4}) && !bias->at({2, 0}) && !bias->at({-1, 0}));
            QVERIFY(bias->at({1, 2}) == bias->at({1, 2}));      // a prior that is loaded twice is the same one
        }
    }

    void aCurveIsTheTableAtItsDistances()
    {
        for (const auto& kind : encoding::registry()) {
            if (!kind.makeBias)
                continue;
            const test::BiasRun run(kind.name);
            auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
            const auto module = kind.makeBias({run.spec.model, generator});
            const auto places = at::tensor({0.0f, 1.0f, 2.0f, 63.0f, 64.0f, 199.0f});
            const auto table = module->table(200).detach().index_select(1, places.to(at::kLong));
            QVERIFY2(at::allclose(module->curve(places).detach(), table, 1e-6, 1e-6), kind.name.c_str());
        }
    }

    void kerplesCurvesAreItsFormula()
    {
        for (const auto* name : {"kerple_log", "kerple_power"}) {
            const test::BiasRun run(name);
            const auto rows = run.model().priors();
            const auto bias = LearnedBias::read(run.path);
            for (std::int64_t head = 0; head < 4; ++head) {
                const auto& row = rows[std::size_t(4 + head)];
                const auto prior = priorOf({.r1 = row.r1, .r2 = row.r2}, name, head, 4);
                for (const double distance : {0.0, 1.0, 50.0, 99.0})
                    QVERIFY(std::abs(biasAt(prior, distance) - biasAt(priorFrom(*bias, {1, head}), distance)) < 1e-4);
            }
        }
    }

    void aLongContextIsSampled()
    {
        const test::BiasRun run("t5");
        const auto curve = LearnedBias::read(run.path)->at({0, 0})->samples(100000);
        QVERIFY(curve->distance.size() < 17000);
        QCOMPARE(curve->distance.back(), float(kMostKeys - 1));     // one curve for queries of every length
        QCOMPARE(curve->bias.back(), curve->bias[200]);             // one bucket from 128 on
    }

    void firesCurveIsThatOfTheQuery()
    {
        const test::BiasRun run("fire");
        const auto bias = LearnedBias::read(run.path);
        const auto prior = priorFrom(*bias, {0, 0});
        QCOMPARE(biasAt(prior, 20, 30), biasAt(prior, 20, 40));     // up to the threshold
        QVERIFY(biasAt(prior, 20, 400) != biasAt(prior, 20, 40));
        const auto shortOne = distributionOf(prior, 40), longOne = distributionOf(prior, 400);
        QCOMPARE(shortOne.bias[20], biasAt(prior, 20, 40));
        QCOMPARE(longOne.bias[20], biasAt(prior, 20, 400));
        // What the model adds to the scores of the last of 400 tokens.
        const auto& kind = encoding::kind("fire");
        auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(0));
        const auto module = kind.makeBias({run.spec.model, generator});
        for (const auto& [name, value] : module->parameters())
            for (const auto& [full, trained] : run.model().parameters())
                if (full == "layers.0.attention.prior." + name)
                    value.detach().copy_(trained.detach());
        const auto row = module->rowBias()->rows(at::arange(400, at::kFloat).unsqueeze(0), at::full({1, 1}, 399.0f)).detach();
        for (const std::int64_t distance : {0, 5, 399})
            QVERIFY(std::abs(row[0][0][0][distance].item<double>() - biasAt(prior, double(distance), 400)) < 1e-5);
        const auto reach = lengthEffectOf(prior, 4096);
        QVERIFY(std::all_of(reach.reach.begin(), reach.reach.end(), [](const auto& one) { return one.valid(); }));
    }

    void aSharedBiasIsTheSameInEveryLayer()
    {
        const test::BiasRun run("t5", true);
        const auto bias = LearnedBias::read(run.path);
        QCOMPARE(bias->at({0, 3})->samples(50)->bias, bias->at({1, 3})->samples(50)->bias);
    }

    void historiesKeepTheBiasOfEachCheckpoint()
    {
        const test::BiasRun run("t5");
        run.addCheckpoint(80, 6);
        PriorHistory history;
        QVERIFY(!history.hasBiases());
        history.append(LearnedBias::read(run.path));                // the newest first, as the reader sends them
        history.append(LearnedBias::read(run.path, "40"));
        QCOMPARE(history.allSteps(), (std::vector<double>{40, 80}));
        QCOMPARE(history.layers(), 2);
        QCOMPARE(history.heads(), 4);
        QCOMPARE(history.bias(0)->step(), 40);
        QCOMPARE(history.bias(history.indexAt(100))->step(), 80);
        QVERIFY(!history.bias(2));
        QVERIFY(history.bias(0)->at({0, 0})->samples(9)->bias != history.bias(1)->at({0, 0})->samples(9)->bias);
        QVERIFY(history.hasBiases() && !history.hasParameters());
    }

    void onlyBiasesThatPriorsCsvCannotTellAreReadFromCheckpoints()
    {
        for (const auto& [encoding, wanted] : {std::pair{"t5", true}, {"fire", true}, {"sandwich", true}, {"bam", false}, {"kerple_log", false}, {"alibi", false}, {"rotary", false}})
            QCOMPARE(needsCheckpoints(test::BiasRun(encoding).path), wanted);
        QVERIFY(!needsCheckpoints("nowhere"));
    }

    void whatCannotBeReadSaysWhy()
    {
        EXPECT_ERROR(LearnedBias::read(test::BiasRun("rotary").path), ErrorCode::Usage, "RoPE adds no bias");
        const test::BiasRun run("t5");
        EXPECT_ERROR(LearnedBias::read(run.path, "77"), ErrorCode::Usage, "77");
        auto other = run.spec;
        other.model.prior.t5Buckets = 16;
        const nlohmann::ordered_json args{{"args", spec::officialArgs(other)}, {"dataset_args", nlohmann::ordered_json::object()}, {"model_args", spec::officialModelArgs(other)}};
        writeFileAtomic(run.path / "args.json", args.dump());
        EXPECT_ERROR(LearnedBias::read(run.path), ErrorCode::Failed, "relative_attention_bias.weight");
    }
};

BAMSCOPE_TEST(LearnedBiasTest)
#include "test_learned_bias.moc"
