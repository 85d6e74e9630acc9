// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen optimiser steps against the official training loop: losses, gradient norms, rates and final weights.
#include "core/train/optimizer.h"
#include "core/train/schedule.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

using namespace bam;

class TrajectoryTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void trainingFollowsTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("bam_ssmax") << QStringLiteral("trajectory_bam_ssmax");
        QTest::newRow("rotary") << QStringLiteral("trajectory_rotary");
    }
    void trainingFollowsTheReference()
    {
        QFETCH(QString, name);
        const auto entry = test::referenceManifest().at(name.toStdString());
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(entry, file, "initial.");
        spec::TrainSpec training;
        training.learningRate = entry.at("lr");
        training.priorLr = entry.at("prior_lr");
        training.weightDecay = entry.at("weight_decay");
        train::Optimizer optimizer(training, model.parameters());
        const auto data = file.tensor("data.tokens").to(at::kLong);        // [steps, accumulation, batch, T + 1]
        const auto accumulation = data.size(1), length = data.size(3) - 1;
        for (std::int64_t step = 0; step < data.size(0); ++step) {
            optimizer.zeroGradients();
            double loss = 0;
            for (std::int64_t micro = 0; micro < accumulation; ++micro) {
                const auto tokens = data[step][micro];
                const auto part = model.loss(tokens.narrow(1, 0, length), tokens.narrow(1, 1, length)) / double(accumulation);
                part.backward();
                loss += part.item<double>();
            }
            const auto norm = optimizer.clipGradients(entry.at("grad_clip"));
            const auto factor = train::learningRateFactor(step, entry.at("warmup"), data.size(0), entry.at("lr_decay_frac"));
            optimizer.step(factor);
            QVERIFY(std::abs(loss - file.tensor("curve.loss")[step].item<double>()) <= 1e-4);
            QVERIFY(std::abs(double(norm) - file.tensor("curve.grad_norm")[step].item<double>()) <= 1e-4);
            QVERIFY(std::abs(training.learningRate * factor - file.tensor("curve.lr")[step].item<double>()) <= 1e-9);
        }
        for (const auto& [parameter, tensor] : model.parameters()) {
            const auto error = (tensor.detach() - file.tensor("final." + parameter)).abs().max().item<double>();
            QVERIFY2(error <= 1e-4, (parameter + " differs by " + std::to_string(error)).c_str());
        }
    }

    void frozenParametersAreLeftAlone()
    {
        const auto file = test::reference("bam");
        const auto model = test::referenceModel(test::referenceManifest().at("bam"), file);
        train::Optimizer optimizer({}, model.parameters());
        for (const auto& group : optimizer.groups())
            for (const auto& name : group.names)
                QVERIFY2(name.find("theta_mu") == std::string::npos, name.c_str());
        QCOMPARE(optimizer.groups()[2].names.size(), 4u);       // θα and θβ of two layers
    }

    void onlyMatricesDecay()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("bam_ssmax"), test::reference("bam_ssmax"));
        spec::TrainSpec training;
        training.weightDecay = 0.1;
        const train::Optimizer optimizer(training, model.parameters());
        QCOMPARE(optimizer.groups()[0].weightDecay, 0.1);
        QCOMPARE(optimizer.groups()[1].weightDecay, 0.0);
        QCOMPARE(optimizer.groups()[2].weightDecay, 0.0);
        for (const auto& name : optimizer.groups()[1].names)
            QVERIFY2(name.find("norm") != std::string::npos || name.ends_with("seq_scale"), name.c_str());
    }

    void adamwMovesByTheRateAtTheFirstStep()
    {
        auto weight = at::ones({2, 2}).requires_grad_(true);
        spec::TrainSpec training;
        training.optimizer = "adamw";
        training.learningRate = 0.5;
        train::Optimizer optimizer(training, {{"w", weight}});
        (weight * 3).sum().backward();
        optimizer.step(1.0);
        QVERIFY((weight.detach() - 0.5).abs().max().item<double>() < 1e-6);
    }

    void theFusedUpdateIsTheComposedOne_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("radam") << QStringLiteral("radam");
        QTest::newRow("adamw") << QStringLiteral("adamw");
    }
    void theFusedUpdateIsTheComposedOne()
    {
        QFETCH(QString, name);
        at::manual_seed(1);
        const auto start = at::randn({37, 1001});                          // more than one stretch, no multiple of a vector
        auto fused = start.clone().requires_grad_(true), composed = start.to(at::kDouble).requires_grad_(true);
        spec::TrainSpec training;
        training.optimizer = name.toStdString();
        training.learningRate = 0.01;
        training.weightDecay = 0.1;
        train::Optimizer a(training, {{"w", fused}}), b(training, {{"w", composed}});
        for (int step = 0; step < 12; ++step) {                            // RAdam's variance becomes tractable at the sixth
            const auto gradient = at::randn({37, 1001});
            fused.mutable_grad() = gradient.clone();
            composed.mutable_grad() = gradient.to(at::kDouble);
            const double norm = gradient.to(at::kDouble).norm().item<double>();
            QVERIFY(std::abs(double(a.clipGradients(step % 2 ? 1.0 : 0.0)) - norm) < 1e-6 * norm);
            b.clipGradients(step % 2 ? 1.0 : 0.0);
            a.step(1.0);
            b.step(1.0);
            const auto error = (fused.detach() - composed.detach()).abs().max().item<double>();
            QVERIFY2(error < 4e-6, std::to_string(error).c_str());         // weights reach 4.5: twelve roundings of up to 2.4e-7
        }
    }

    void clippingActsOnOneStepOnly()
    {
        auto weight = at::zeros({4}).requires_grad_(true), other = at::zeros({4}).requires_grad_(true);
        spec::TrainSpec training;
        train::Optimizer a(training, {{"w", weight}}), b(training, {{"w", other}});
        for (const float size : {100.0f, 1.0f}) {
            weight.mutable_grad() = at::full({4}, size);
            other.mutable_grad() = at::full({4}, size == 100.0f ? 0.5f : 1.0f);
            QCOMPARE(size == 100.0f ? a.clipGradients(1.0) : 200.0f, 200.0f);
            a.step(1.0);
            b.step(1.0);
            QVERIFY((weight - other).abs().max().item<double>() < 1e-6);
        }
    }

    void warmUpRisesAndTheCosineEndsAtItsFraction()
    {
        QCOMPARE(train::learningRateFactor(0, 4, 100, 0.1), 0.25);
        QCOMPARE(train::learningRateFactor(3, 4, 100, 0.1), 1.0);
        QCOMPARE(train::learningRateFactor(4, 4, 100, 0.1), 1.0);
        QVERIFY(std::abs(train::learningRateFactor(52, 4, 100, 0.1) - 0.55) < 1e-12);
        QCOMPARE(train::learningRateFactor(100, 4, 100, 0.1), 0.1);
        QCOMPARE(train::learningRateFactor(50, 0, 100, 1.0), 1.0);
    }
};

BAMSCOPE_TEST(TrajectoryTest)
#include "test_trajectory.moc"
