// SPDX-License-Identifier: GPL-3.0-or-later
// Partial rotation, and rotation stretched to longer contexts, against tests/data/encodings.
#include "tests/encoding/bias_support.h"

#include <cmath>

using namespace bam;
using namespace bam::test;

namespace {

encoding::RopeScaling scaled(const std::string& method, double factor = 8, std::int64_t length = 512) { return {method, factor, length}; }

std::pair<at::Tensor, at::Tensor> table(const spec::ModelSpec& spec, const encoding::RopeScaling& scaling, std::int64_t start, std::int64_t length)
{
    return encoding::kind("rotary").rotationTable(spec, scaling, start, length);
}

double distance(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

}  // namespace

class RotationTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void aScalingIsToldInOneLine()
    {
        QCOMPARE(encoding::ropeScalingText({}), std::string("none"));
        QCOMPARE(encoding::ropeScalingText({"yarn", 8, 0}), std::string("yarn × 8"));
        QCOMPARE(encoding::ropeScalingText({"linear", 2.5, 2048}), std::string("linear × 2.5 of 2,048 tokens"));
    }

    void scaledRotationsFollowTheirFormulas_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("width");
        for (const auto& method : encoding::ropeScalingMethods())
            for (const int width : {16, 64})
                QTest::addRow("%s, %d dimensions", method.name.c_str(), width) << QString::fromStdString(method.name) << width;
    }
    void scaledRotationsFollowTheirFormulas()
    {
        QFETCH(QString, method);
        QFETCH(int, width);
        const auto file = formula("rotation");
        const auto name = method.toStdString() + "_" + std::to_string(width);
        const auto cosine = file.tensor(name + ".cos"), sine = file.tensor(name + ".sin"), position = file.tensor("position");
        for (const auto& [begin, count] : {std::pair<std::int64_t, std::int64_t>{0, 64}, {64, 16}, {80, 4}}) {
            const auto got = table(withHeads(2, 2 * width), scaled(method.toStdString()), position[begin].item<std::int64_t>(), count);
            QVERIFY(distance(got.first, cosine.narrow(0, begin, count)) <= 1e-6);
            QVERIFY(distance(got.second, sine.narrow(0, begin, count)) <= 1e-6);
        }
    }

    void aFractionOfTheDimensionsTurnsAndTheOthersStay()
    {
        auto spec = withHeads(2, 128);
        spec.rotaryFraction = 0.25;
        const auto file = formula("rotation");
        const auto [cosine, sine] = table(spec, {}, 0, 64);
        QVERIFY(cosine.sizes() == at::IntArrayRef({64, 32}));
        for (const auto& [positions, tolerance] : {std::pair{8, 1e-6}, {64, 1e-5}}) {       // angles in float32, as models are trained: their rounding grows
            QVERIFY(distance(cosine.narrow(0, 0, positions), file.tensor("partial.cos").narrow(0, 0, positions)) <= tolerance);
            QVERIFY(distance(sine.narrow(0, 0, positions), file.tensor("partial.sin").narrow(0, 0, positions)) <= tolerance);
        }
    }

    void dimensionsThatStayKeepTheirSizeWhenYarnSharpensAttention()
    {
        auto spec = withHeads(2, 128);
        spec.rotaryFraction = 0.25;
        const auto [cosine, sine] = table(spec, scaled("yarn"), 0, 10);
        QVERIFY(at::equal(cosine.narrow(1, 8, 24), at::ones({10, 24})) && at::equal(sine.narrow(1, 8, 24), at::zeros({10, 24})));
        const auto length = (cosine.square() + sine.square()).sqrt().narrow(1, 0, 8);
        QVERIFY(distance(length, at::full_like(length, 0.1 * std::log(8.0) + 1)) <= 1e-6);
    }

    void aFractionThatGivesNoPairsIsRefusedWithTheNearest()
    {
        const auto problemOf = [](double fraction) {
            auto spec = withHeads(2, 32);
            spec.rotaryFraction = fraction;
            const auto problems = encoding::kind("rotary").check(spec);
            return problems.empty() ? std::string() : problems.front();
        };
        for (const double fraction : {1.0, 0.5, 0.25, 0.125})
            QCOMPARE(problemOf(fraction), std::string());
        QVERIFY(problemOf(0.3).find("must be an even number of at least 2 (found 4.8); nearest: 0.25") != std::string::npos);
        QVERIFY(problemOf(0.01).find("nearest: 0.125") != std::string::npos);
    }

    void whatAMethodCannotUseIsRefused()
    {
        EXPECT_ERROR(table(withHeads(2, 128), scaled("dynamic"), 0, 1), ErrorCode::Usage, "Known: none, linear, ntk and yarn.");
        EXPECT_ERROR(table(withHeads(2, 128), scaled("linear", 0.5), 0, 1), ErrorCode::Usage, "factor is 0.5; expected a number of at least 1");
        EXPECT_ERROR(table(withHeads(2, 128), scaled("yarn", 8, 0), 0, 1), ErrorCode::Usage, "YaRN needs the length");
        EXPECT_ERROR(table(withHeads(2, 4), scaled("ntk"), 0, 1), ErrorCode::Usage, "2 rotated dimensions; expected at least 4");
    }

    void everyMethodNamesItsSource()
    {
        for (const auto& method : encoding::ropeScalingMethods())
            QVERIFY(!method.title.empty() && !method.source.empty());
    }
};

BAMSCOPE_TEST(RotationTest)
#include "test_rotation.moc"
