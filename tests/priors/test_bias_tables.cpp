// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of a checkpoint as curves, for every encoding that has one.
#include "core/base/files.h"
#include "core/encoding/encoding.h"
#include "core/interop/safetensors.h"
#include "core/model/transformer.h"
#include "core/priors/bias_tables.h"
#include "core/spec/official_args.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::priors;

namespace {

/// A run of a small model with fresh weights.
struct Run {
    QTemporaryDir folder;
    std::filesystem::path path = folder.path().toStdString();
    spec::RunSpec spec;

    explicit Run(const std::string& encoding, bool global = false)
    {
        spec.model.size = "custom";
        spec.model.dim = 16;
        spec.model.layers = 2;
        spec.model.heads = spec.model.kvHeads = 4;
        spec.model.vocabulary = 20;
        spec.model.encoding = encoding;
        spec.model.prior.global = global;
        spec.model.prior.fireThreshold = 40;
        const nlohmann::ordered_json args{{"args", spec::officialArgs(spec)}, {"dataset_args", nlohmann::ordered_json::object()}, {"model_args", spec::officialModelArgs(spec)}};
        writeFileAtomic(path / "args.json", args.dump());
        const auto checkpoint = path / "checkpoints" / "step_00000040";
        std::filesystem::create_directories(checkpoint);
        interop::NamedTensors tensors;
        for (const auto& [name, tensor] : model::Transformer(spec.model, 5).parameters())
            tensors.emplace_back(name, tensor.detach());
        interop::writeSafetensors(checkpoint / "model.safetensors", tensors, {{"format", "pt"}});
        writeFileAtomic(checkpoint / "state.json", R"({"schema": 1, "step": 40, "seconds": 1.0, "data_position": null})");
        writeFileAtomic(path / "checkpoints" / "latest", "step_00000040\n");
    }
};

}  // namespace

class BiasTablesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyBiasIsACurveOfEachHead()
    {
        for (const auto& kind : encoding::registry()) {
            if (!kind.makeBias)
                continue;
            const Run run(kind.name);
            const auto tables = readBiasTables(run.path, 30);
            QCOMPARE(tables.step, 40);
            QCOMPARE(tables.tables.size(), 8u);
            for (const auto& table : tables.tables) {
                QCOMPARE(table->distance.size(), 30u);
                QVERIFY(std::all_of(table->bias.begin(), table->bias.end(), [](float value) { return std::isfinite(value); }));
            }
            Prior prior;
            prior.form = Form::Table;
            prior.table = tables.at({1, 2});
            QCOMPARE(biasAt(prior, 7), double(tables.at({1, 2})->bias[7]));
            QCOMPARE(distributionOf(prior, 30).problem, std::string());
            QVERIFY(!tables.at({1, 4}));
        }
    }

    void kerplesCurvesAreItsFormula()
    {
        for (const auto* name : {"kerple_log", "kerple_power"}) {
            const Run run(name);
            const auto rows = model::Transformer(run.spec.model, 5).priors();
            const auto tables = readBiasTables(run.path, 100);
            for (std::int64_t head = 0; head < 4; ++head) {
                const auto& row = rows[std::size_t(4 + head)];
                const auto prior = priorOf({.r1 = row.r1, .r2 = row.r2}, name, head, 4);
                for (const std::size_t distance : {std::size_t(0), std::size_t(1), std::size_t(50), std::size_t(99)})
                    QVERIFY(std::abs(biasAt(prior, double(distance)) - double(tables.at({1, head})->bias[distance])) < 1e-4);
            }
        }
    }

    void aLongContextIsSampled()
    {
        const Run run("t5");
        const auto table = readBiasTables(run.path, 100000).at({0, 0});
        QVERIFY(table->distance.size() < 1100);
        QCOMPARE(table->distance.back(), 99999.0f);
        QCOMPARE(table->bias.back(), table->bias[200]);     // one bucket from 128 on
    }

    void firesCurveIsThatOfTheQueryAtTheEnd()
    {
        const Run run("fire");
        const auto shortOne = readBiasTables(run.path, 30).at({0, 0}), atThreshold = readBiasTables(run.path, 40).at({0, 0}), longOne = readBiasTables(run.path, 400).at({0, 0});
        QCOMPARE(shortOne->bias[20], atThreshold->bias[20]);
        QVERIFY(longOne->bias[20] != atThreshold->bias[20]);
    }

    void aSharedBiasIsTheSameInEveryLayer()
    {
        const Run run("t5", true);
        const auto tables = readBiasTables(run.path, 50);
        QCOMPARE(tables.at({0, 3})->bias, tables.at({1, 3})->bias);
    }

    void anEncodingWithoutABiasSaysSo() { EXPECT_ERROR(readBiasTables(Run("rotary").path, 10), ErrorCode::Usage, "RoPE adds no bias"); }
};

BAMSCOPE_TEST(BiasTablesTest)
#include "test_bias_tables.moc"
