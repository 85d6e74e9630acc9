// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/encoding/bias_support.h"

#include <cmath>

using namespace bam;
using namespace bam::test;

class KerplePowerTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBiasFollowsTheFormula()
    {
        const auto file = formula("kerple_power");
        const auto module = makeBias("kerple_power", withHeads(4));
        for (const auto* name : {"r1", "r2"})
            setParameter(*module, name, file.tensor(name));
        const auto expected = file.tensor("bias");
        QVERIFY(relativeError(module->table(expected.size(1)), expected) <= 1e-6);
    }

    void startsAreUniformInTheirRange()
    {
        const auto module = makeBias("kerple_power", withHeads(4096, 4096));
        for (const auto& [name, below] : {std::pair{"r1", 1.0}, {"r2", 2.0}}) {
            const auto values = parameter(*module, name);
            QVERIFY(values.min().item<double>() >= 0.00999 && values.max().item<double>() < below);
            QVERIFY(std::abs(values.mean().item<double>() - below / 2) < 0.05 * below);
        }
    }

    void parametersThatAStepTookTooFarComeBackToTheEdge()
    {
        const auto module = makeBias("kerple_power", withHeads(4));
        setParameter(*module, "r1", at::tensor({-1.0f, 0.0f, 0.5f, 7.0f}));
        setParameter(*module, "r2", at::tensor({-1.0f, 0.0f, 0.5f, 7.0f}));
        module->constrain();
        QVERIFY(at::equal(parameter(*module, "r1").view({-1}), at::tensor({0.01f, 0.01f, 0.5f, 7.0f})));
        QVERIFY(at::equal(parameter(*module, "r2").view({-1}), at::tensor({0.01f, 0.01f, 0.5f, 2.0f})));
    }

    void gradientsAreFiniteAtEveryDistance()
    {
        const auto module = makeBias("kerple_power", withHeads(4));
        module->table(300).sum().backward();
        for (const auto& [name, tensor] : module->parameters())
            QVERIFY2(at::isfinite(tensor.grad()).all().item<bool>() && (tensor.grad() != 0).all().item<bool>(), name.c_str());
    }
};

BAMSCOPE_TEST(KerplePowerTest)
#include "test_kerple_power.moc"
