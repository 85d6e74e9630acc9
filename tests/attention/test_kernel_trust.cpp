// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels the self-check trusts, and what happens when it does not.
#include "core/attention/fused_cuda.h"
#include "core/attention/trust.h"
#include "core/device/cuda_module.h"
#include "tests/attention/host_kernels.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace bam;
using namespace bam::attention;

namespace {

/// The emulated kernels with something done to the results of each.
Kernels tampered(std::function<void(const ForwardArgs&)> afterForward, std::function<void(const BackwardArgs&)> afterBackward = {})
{
    const auto good = test::hostKernels();
    return {[=](const ForwardArgs& args) {
                const char* message = good.forward(args);
                afterForward(args);
                return message;
            },
        [=](const BackwardArgs& args) {
            const char* message = good.backward(args);
            if (afterBackward)
                afterBackward(args);
            return message;
        }};
}

std::string verdictOn(const Kernels& kernels, Element element = Element::Float32)
{
    return checkKernels(kernels, at::kCPU, element, 32);
}

void nothing(const ForwardArgs&) {}

}  // namespace

class KernelTrustTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { setKernelWarning([](const std::string&) {}); }

    void rightKernelsPassWithRoomToSpare()
    {
        for (const auto element : {Element::Float32, Element::BFloat16, Element::Float16})
            for (const int width : {32, 64, 128}) {
                const auto clause = checkKernels(test::hostKernels(), at::kCPU, element, width);
                QVERIFY2(clause.empty(), clause.c_str());
                ProblemShape shape;
                shape.element = element;
                shape.width = width;
                const auto problem = makeProblem(shape);
                const auto tight = difference(compute(test::hostKernels(), problem, at::kCPU), computeReference(problem), toleranceOf(element) / 1.5);
                QVERIFY2(tight.empty(), tight.c_str());
            }
    }

    void oneWrongElementOfAnyResultIsFound()
    {
        const auto verdict = verdictOn(tampered([](const ForwardArgs& args) { static_cast<float*>(args.out.data)[7] += 0.01f; }));
        QVERIFY2(verdict.find("off by") != std::string::npos, verdict.c_str());
        QVERIFY(!verdictOn(tampered([](const ForwardArgs& args) { args.logSumExp[3] += 0.01f; })).empty());
        using Change = std::function<void(const BackwardArgs&)>;
        for (const Change& change : std::vector<Change>{[](const auto& args) { static_cast<float*>(args.qGradient.data)[40] += 0.05f; },
                 [](const auto& args) { static_cast<float*>(args.kGradient.data)[40] += 0.05f; },
                 [](const auto& args) { static_cast<float*>(args.vGradient.data)[40] += 0.05f; },
                 [](const auto& args) { args.biasGradient[69] += 0.05f; }, [](const auto& args) { args.contentFactorGradient[5] += 0.05f; },
                 [](const auto& args) { args.biasFactorGradient[5] += 0.05f; },
                 [](const auto& args) { static_cast<float*>(args.kGradient.data)[0] = std::numeric_limits<float>::quiet_NaN(); }})
            QVERIFY(!verdictOn(tampered(nothing, change)).empty());
    }

    void anElementThatIsNeverWrittenIsFound()
    {
        // Outputs hold NaN before the kernels run.
        Kernels lazy = test::hostKernels();
        lazy.backward = [](const BackwardArgs&) { return nullptr; };
        QVERIFY(!verdictOn(lazy, Element::BFloat16).empty());
    }

    void aKernelThatCannotBeLaunchedIsNotTrusted()
    {
        Kernels broken = test::hostKernels();
        broken.forward = [](const ForwardArgs&) { return "too many resources requested"; };
        const auto verdict = verdictOn(broken);
        QVERIFY2(verdict.find("too many resources requested") != std::string::npos, verdict.c_str());
    }

    void verdictsAreRememberedAndWarnedAboutOnce()
    {
        std::vector<std::string> warnings;
        setKernelWarning([&](const std::string& text) { warnings.push_back(text); });
        Trust trust;
        int checks = 0;
        const auto bad = [&] {
            ++checks;
            return std::string("the output is wrong");
        };
        const auto good = [&] {
            ++checks;
            return std::string();
        };
        for (int n = 0; n < 3; ++n) {
            QVERIFY(!trust.in({0, Element::BFloat16, 64}, "on cuda:0", bad));
            QVERIFY(!trust.in({0, Element::BFloat16, 128}, "on cuda:0", bad));
            QVERIFY(trust.in({0, Element::Float32, 64}, "on cuda:0", good));
        }
        QCOMPARE(checks, 3);
        QCOMPARE(warnings.size(), std::size_t(1));
        QVERIFY(warnings[0].find("on cuda:0 for bfloat16") != std::string::npos && warnings[0].find("the output is wrong") != std::string::npos);
        QVERIFY(!trust.in({1, Element::BFloat16, 64}, "on cuda:1", []() -> std::string { throw std::runtime_error("no memory"); }));
        QCOMPARE(warnings.size(), std::size_t(2));
        QVERIFY(warnings[1].find("no memory") != std::string::npos);
    }

    void threadsThatAskTogetherShareOneCheck()
    {
        Trust trust;
        std::atomic<int> checks = 0, trusted = 0;
        std::vector<std::thread> threads;
        for (int n = 0; n < 8; ++n)
            threads.emplace_back([&] {
                trusted += trust.in({0, Element::Float32, 32}, "here", [&] {
                    ++checks;
                    return verdictOn(test::hostKernels());
                });
            });
        for (auto& thread : threads)
            thread.join();
        QCOMPARE(checks.load(), 1);
        QCOMPARE(trusted.load(), 8);
    }

    void theCheckWorksWithoutGradientModeAndLeavesItAlone()
    {
        const at::NoGradGuard noGradients;
        QVERIFY(verdictOn(test::hostKernels()).empty());
        QVERIFY(!at::GradMode::is_enabled());
    }

    void withoutADeviceFusedCudaIsNotUsable()
    {
        const AttendShape shape{1, 2, 1, 8, 8, 64, 0, 0.125f, Element::BFloat16};
        if (device::cudaTable() == nullptr) {
            QVERIFY(!fusedCuda::usable(shape, 0));
            EXPECT_ERROR(fusedCuda::forward({}, 0), ErrorCode::Failed, "CUDA cannot be used");
        } else {
            AttendShape wide = shape;
            wide.width = 256;
            QVERIFY(!fusedCuda::usable(wide, 0));
        }
    }
};

BAMSCOPE_TEST(KernelTrustTest)
#include "test_kernel_trust.moc"
