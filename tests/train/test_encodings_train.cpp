// SPDX-License-Identifier: GPL-3.0-or-later
// Every encoding learns, stops and goes on, with and without Scalable-Softmax.
#include "core/interop/safetensors.h"
#include "core/train/checkpoint.h"
#include "core/train/optimizer.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

using namespace bam;
using namespace bam::test;

namespace {

spec::RunSpec specOf(const Bench& bench, const std::string& encoding, bool ssmax)
{
    auto spec = bench.spec();
    spec.model.encoding = encoding;
    spec.model.ssmax = ssmax;
    spec.model.prior.fireThreshold = 6;     // of 16 positions
    spec.training.numIterations = 30;
    spec.training.priorLr = 0.05;
    return spec;
}

double meanLoss(const std::vector<runs::TrainRow>& rows, std::size_t begin, std::size_t end)
{
    return std::accumulate(rows.begin() + std::ptrdiff_t(begin), rows.begin() + std::ptrdiff_t(end), 0.0, [](double sum, const auto& row) { return sum + double(row.loss); })
        / double(end - begin);
}

}  // namespace

class EncodingsTrainTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void thirtyStepsLowerTheLossAndAResumeChangesNothing_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("ssmax");
        for (const auto& name : encoding::encodingNames())
            for (const bool ssmax : {false, true})
                QTest::addRow("%s%s", name.c_str(), ssmax ? "_ssmax" : "") << QString::fromStdString(name) << ssmax;
    }
    void thirtyStepsLowerTheLossAndAResumeChangesNothing()
    {
        QFETCH(QString, encoding);
        QFETCH(bool, ssmax);
        const Bench bench;
        const auto spec = specOf(bench, encoding.toStdString(), ssmax);
        const auto whole = train::trainNew(spec, {}).run;
        const auto rows = runs::readTrainLog(whole / "train.log");
        QVERIFY(meanLoss(rows, 25, 30) < meanLoss(rows, 0, 5) - 0.1);

        const auto run = interruptAt(spec, 17);
        train::resumeRun(run, {});
        QCOMPARE(numbersOf(run), numbersOf(whole));
        const interop::SafetensorsFile a(whole / "checkpoints/step_00000030/model.safetensors"), b(run / "checkpoints/step_00000030/model.safetensors");
        QCOMPARE(a.names(), b.names());
        for (const auto& name : a.names())
            QVERIFY2(at::equal(a.tensor(name), b.tensor(name)), name.c_str());
    }

    void whatABiasLearnsIsInThePriorsGroupAndMoves()
    {
        const Bench bench;
        for (const auto& kind : encoding::registry()) {
            if (!kind.hasPrior)
                continue;
            const auto spec = specOf(bench, kind.name, false);
            const model::Transformer fresh(spec.model, std::uint64_t(spec.training.seed));
            const train::Optimizer optimizer(spec.training, fresh.parameters());
            const auto& group = optimizer.groups().at(2);
            QCOMPARE(group.baseRate, 0.05);
            QCOMPARE(group.weightDecay, 0.0);
            const interop::SafetensorsFile trained(train::trainNew(spec, {}).run / "checkpoints/step_00000030/model.safetensors");
            std::size_t priors = 0;
            for (const auto& [name, tensor] : fresh.parameters()) {
                if (name.find(".prior.") == std::string::npos || !tensor.requires_grad())
                    continue;
                ++priors;
                QVERIFY2(std::find(group.names.begin(), group.names.end(), name) != group.names.end(), name.c_str());
                QVERIFY2(!at::equal(trained.tensor(name), tensor.detach()), name.c_str());
            }
            QCOMPARE(priors, group.names.size());
        }
    }

    void kerplesParametersStayInTheirRangeWhateverTheRate()
    {
        const Bench bench;
        for (const auto* encoding : {"kerple_log", "kerple_power"}) {
            auto spec = specOf(bench, encoding, false);
            spec.training.priorLr = 3;
            const interop::SafetensorsFile trained(train::trainNew(spec, {}).run / "checkpoints/step_00000030/model.safetensors");
            for (const auto& name : trained.names()) {
                if (name.find(".prior.") == std::string::npos)
                    continue;
                const auto values = trained.tensor(name);
                QVERIFY2(values.min().item<double>() >= 0.00999, name.c_str());
                QVERIFY2(std::string(encoding) == "kerple_log" || !name.ends_with("r2") || values.max().item<double>() <= 2, name.c_str());
            }
        }
    }
};

BAMSCOPE_TEST(EncodingsTrainTest)
#include "test_encodings_train.moc"
