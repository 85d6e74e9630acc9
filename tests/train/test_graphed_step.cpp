// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded steps against ordinary ones, with stand-ins for the device's recorder: what a recording does is given, what is done with it is tested.
#include "core/encoding/encoding.h"
#include "core/selftest/training_check.h"
#include "core/train/training_step.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

#include <map>
#include <mutex>

using namespace bam;

namespace {

/// Replays by doing the work again. As on a device, recording calls the work but does nothing of it, and addresses stay: results are where they were.
class Rerun : public device::WorkGraph {
public:
    explicit Rerun(int* replays = nullptr)
        : m_replays(replays)
    {
    }
    void warmUp(const std::function<void()>& work) override { work(); }
    void record(const std::function<void()>& work) override { m_work = work; }
    void replay() override
    {
        m_work();
        if (m_replays)
            ++*m_replays;
    }

protected:
    int* m_replays;
    std::function<void()> m_work;
};

/// Cannot record.
class Refusing : public Rerun {
public:
    void record(const std::function<void()>& work) override
    {
        work();
        throw Error(ErrorCode::Failed, "operation not permitted when stream is capturing", "hint");
    }
};

/// Replays for a while.
class Wearing : public Rerun {
public:
    explicit Wearing(int good)
        : m_good(good)
    {
    }
    void replay() override
    {
        Rerun::replay();
        if (m_good-- == 0)
            throw Error(ErrorCode::Failed, "the device was lost");
    }

private:
    int m_good;
};

/// Its replays do nothing: results are those of no batch at all.
class Idle : public Rerun {
public:
    void replay() override { }
};

/// Its replays compute with what the weights were while recording.
class Stale : public Rerun {
public:
    explicit Stale(const model::NamedParameters& parameters)
        : m_parameters(parameters)
    {
    }
    void record(const std::function<void()>& work) override
    {
        for (const auto& [name, tensor] : m_parameters)
            m_values.push_back(tensor.detach().clone());
        Rerun::record(work);
    }
    void replay() override
    {
        const auto swap = [&] {
            for (std::size_t n = 0; n < m_values.size(); ++n) {
                const auto now = m_parameters[n].second.detach().clone();
                m_parameters[n].second.detach().copy_(m_values[n]);
                m_values[n] = now;
            }
        };
        swap();
        Rerun::replay();
        swap();
    }

private:
    model::NamedParameters m_parameters;
    std::vector<at::Tensor> m_values;
};

spec::ModelSpec tinyModel()
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.dim = 16;
    spec.layers = 2;
    spec.heads = spec.kvHeads = 2;
    spec.vocabulary = 50;
    spec.ssmax = true;
    return spec;
}

data::Batch batchOf(std::int64_t seed, std::int64_t length = 12)
{
    const auto tokens = (at::arange(2 * (length + 1)).view({2, -1}) * 37 + seed * 11).remainder(50);
    return {tokens.narrow(1, 0, length).contiguous(), tokens.narrow(1, 1, length).contiguous(), (at::arange(length) / 5).to(at::kLong).expand({2, length}).contiguous()};
}

/// A model in training.
struct Bench {
    explicit Bench(train::GraphedStep::MakeGraph makeGraph)
        : model(tinyModel(), 3), optimizer(training(), model.parameters()),
          step(training(), model, optimizer, std::move(makeGraph), [this](const std::string& line) { said.push_back(line); })
    {
    }

    static spec::TrainSpec training()
    {
        spec::TrainSpec spec;
        spec.learningRate = 0.01;
        spec.weightDecay = 0.1;
        return spec;
    }

    train::StepNumbers train(const std::vector<data::Batch>& batches)
    {
        const auto numbers = step.run(batches);
        optimizer.step(1.0);
        return numbers;
    }

    model::Transformer model;
    train::Optimizer optimizer;
    std::vector<std::string> said;
    train::TrainingStep step;
};

/// Trains both over the same steps and compares all they compute, bit for bit.
void compare(Bench& graphed, Bench& plain, const std::vector<std::vector<data::Batch>>& steps)
{
    for (const auto& batches : steps) {
        const auto a = graphed.train(batches), b = plain.train(batches);
        QCOMPARE(a.loss, b.loss);
        QCOMPARE(a.norm, b.norm);
    }
    const auto found = graphed.model.parameters(), expected = plain.model.parameters();
    for (std::size_t n = 0; n < found.size(); ++n)
        QVERIFY2(at::equal(found[n].second, expected[n].second), found[n].first.c_str());
}

std::vector<std::vector<data::Batch>> stepsOf(std::int64_t count, std::int64_t parts)
{
    std::vector<std::vector<data::Batch>> steps(static_cast<std::size_t>(count));
    std::int64_t seed = 0;
    for (auto& batches : steps)
        for (std::int64_t n = 0; n < parts; ++n)
            batches.push_back(batchOf(seed++));
    return steps;
}

/// Counts the operators that ran during the life of the object, on any thread.
class OperatorNames {
public:
    OperatorNames()
    {
        names().clear();
        m_handle = at::addGlobalCallback(at::RecordFunctionCallback([](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
            const std::scoped_lock lock(mutex());
            ++names()[function.name()];
            return nullptr;
        }).scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
    }
    ~OperatorNames() { at::removeCallback(m_handle); }
    OperatorNames(const OperatorNames&) = delete;
    OperatorNames& operator=(const OperatorNames&) = delete;

    static std::map<std::string, int>& names()
    {
        static std::map<std::string, int> all;
        return all;
    }

private:
    static std::mutex& mutex()
    {
        static std::mutex one;
        return one;
    }

    at::CallbackHandle m_handle;
};

}  // namespace

class GraphedStepTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void replayedTrainingIsOrdinaryTraining_data()
    {
        QTest::addColumn<int>("parts");
        QTest::newRow("one batch") << 1;
        QTest::newRow("two micro-batches") << 2;
    }
    void replayedTrainingIsOrdinaryTraining()
    {
        QFETCH(int, parts);
        int replays = 0;
        Bench graphed([&] { return std::make_unique<Rerun>(&replays); }), plain({});
        compare(graphed, plain, stepsOf(6, parts));
        QCOMPARE(replays, 2 + 5 * parts);       // two that verify; the first step is ordinary
        QCOMPARE(graphed.said.size(), 1u);
        QVERIFY2(graphed.said[0].find("replayed") != std::string::npos, graphed.said[0].c_str());
    }

    void batchesOfAnotherShapeAreComputedTheOrdinaryWay()
    {
        int replays = 0;
        Bench graphed([&] { return std::make_unique<Rerun>(&replays); }), plain({});
        auto steps = stepsOf(6, 2);
        steps[3][0] = batchOf(90, 7);                       // one micro-batch
        steps[4] = {batchOf(91), batchOf(92), batchOf(93)}; // other parts of the loss
        compare(graphed, plain, steps);
        QCOMPARE(replays, 2 + 2 + 2 + 1 + 2);
        QCOMPARE(graphed.said.size(), 1u);
    }

    void whatCannotBeRecordedIsSaidOnceAndComputedTheOrdinaryWay()
    {
        int asked = 0;
        Bench graphed([&] {
            ++asked;
            return std::make_unique<Refusing>();
        }), plain({});
        compare(graphed, plain, stepsOf(5, 2));
        QCOMPARE(asked, 1);
        QCOMPARE(graphed.said.size(), 1u);
        QVERIFY2(graphed.said[0].find("stream is capturing") != std::string::npos, graphed.said[0].c_str());
    }

    void aDeviceWithoutGraphsIsNoFailure()
    {
        Bench graphed([]() -> std::unique_ptr<device::WorkGraph> { throw Error(ErrorCode::Environment, "no such function"); }), plain({});
        compare(graphed, plain, stepsOf(3, 1));
        QCOMPARE(graphed.said.size(), 1u);
        Bench none([]() -> std::unique_ptr<device::WorkGraph> { return nullptr; });
        none.train({batchOf(0)});
        none.train({batchOf(1)});
        QVERIFY2(none.said.at(0).find("none on cpu") != std::string::npos, none.said[0].c_str());
    }

    void aWrongRecordingIsNoticed()
    {
        Bench idle([] { return std::make_unique<Idle>(); }), plain({});
        compare(idle, plain, stepsOf(4, 2));
        QCOMPARE(idle.said.size(), 1u);
        QVERIFY2(idle.said[0].find("the recording gives loss 0 ") != std::string::npos, idle.said[0].c_str());
    }

    void aRecordingOfOldWeightsIsNoticed()
    {
        const Bench* self = nullptr;
        Bench stale([&] { return std::make_unique<Stale>(self->model.parameters()); }), plain({});
        self = &stale;
        compare(stale, plain, stepsOf(4, 1));
        QCOMPARE(stale.said.size(), 1u);
        QVERIFY2(stale.said[0].find("for one batch the recording gives") != std::string::npos, stale.said[0].c_str());
    }

    void aReplayThatFailsInMidStepIsDoneAgain()
    {
        Bench graphed([] { return std::make_unique<Wearing>(2 + 2 + 1); }), plain({});  // the second micro-batch of the third step
        compare(graphed, plain, stepsOf(6, 2));
        QCOMPARE(graphed.said.size(), 2u);
        QVERIFY2(graphed.said[1].find("the device was lost") != std::string::npos, graphed.said[1].c_str());
    }

    void theCpuAndARunThatAsksForNoneHaveNoGraphs()
    {
        spec::TrainSpec training;
        const at::Device cuda(at::kCUDA, 0);
        const auto modelOf = [](const char* encoding) {
            auto spec = tinyModel();
            spec.encoding = encoding;
            return model::Transformer(spec, 1);
        };
        const auto bam = modelOf("bam");
        QVERIFY(!train::graphsFor(training, bam, at::kCPU));
        QVERIFY(train::graphsFor(training, bam, cuda));
        QVERIFY(!train::graphsFor(training, modelOf("fire"), cuda));     // asks the device for its threshold in every forward
        training.cudaGraphs = "off";
        QVERIFY(!train::graphsFor(training, bam, cuda));
    }

    void theNormInTwoPartsIsTheNormInOne()
    {
        auto weight = at::zeros({4}, at::kDouble).requires_grad_(true), other = at::zeros({4}, at::kDouble).requires_grad_(true);
        train::Optimizer a({}, {{"w", weight}}), b({}, {{"w", other}});
        QVERIFY(!a.gradientNorm().defined());
        weight.mutable_grad() = at::full({4}, 3.0, at::kDouble);
        other.mutable_grad() = at::full({4}, 3.0, at::kDouble);
        const auto norm = a.gradientNorm().item<double>();
        QCOMPARE(norm, 6.0);
        a.clipGradients(1.0, norm);
        QCOMPARE(b.clipGradients(1.0), 6.0f);
        QVERIFY(at::equal(weight.grad(), other.grad()));
    }

    // float64 takes the operations that CUDA takes, except for its attention kernels.
    void aStepOfPlainOperationsReadsNothingBack_data()
    {
        QTest::addColumn<QString>("encoding");
        for (const auto& name : encoding::encodingNames())
            if (name != "fire")     // reads its threshold, so its steps are not recorded
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void aStepOfPlainOperationsReadsNothingBack()
    {
        QFETCH(QString, encoding);
        auto spec = tinyModel();
        spec.encoding = encoding.toStdString();
        const model::Transformer model(spec, 3);
        for (const auto& [name, tensor] : model.parameters())
            at::Tensor(tensor).set_data(tensor.detach().to(at::kDouble));
        const auto batch = batchOf(0);
        const auto pass = [&] { model.loss(batch.inputs, batch.targets, batch.documents).backward(); };
        pass();
        const auto norm = model.parameters().front().second.grad().norm().item<double>();
        QVERIFY(norm > 0);
        const OperatorNames operators;
        pass();
        QVERIFY(operators.names().count("aten::mm") != 0 && operators.names().count("aten::embedding_dense_backward") != 0);
        // On a CPU the loss' backward pass looks at the factor of both its gradients.
        QCOMPARE(operators.names()["aten::item"], 2);
        QCOMPARE(operators.names()["aten::_local_scalar_dense"], 2);
        for (const char* reads : {"aten::is_nonzero", "aten::nonzero", "aten::equal", "aten::unique", "aten::masked_select"})
            QVERIFY2(operators.names().count(reads) == 0, reads);
    }

    void theSelfTestSaysWhetherReplayingTrainsTheSame()
    {
        const auto good = selftest::checkTraining(at::kCPU, "float32", [] { return std::make_unique<Rerun>(); });
        QVERIFY2(good.passed, good.note.c_str());
        QCOMPARE(good.cases, 4);
        QCOMPARE(good.outputError, 0.0);
        const auto refused = selftest::checkTraining(at::kCPU, "float32", [] { return std::make_unique<Refusing>(); });
        QVERIFY(!refused.passed);
        QVERIFY2(refused.note.find("stream is capturing") != std::string::npos, refused.note.c_str());
    }

    void theHostIsFreeBeforeAnyNumberIsRead()
    {
        Bench plain({});
        int called = 0;
        plain.step.run({batchOf(0)}, [&] { ++called; });
        QCOMPARE(called, 1);
    }
};

BAMSCOPE_TEST(GraphedStepTest)
#include "test_graphed_step.moc"
