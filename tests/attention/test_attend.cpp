// SPDX-License-Identifier: GPL-3.0-or-later
// The attention operator against the score formula written out element by element.
#include "core/attention/attend.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

using namespace bam;

namespace {

/// s_ij = c_i·(q_i·k_j)/√d + p_i·b(i − j), softmax, weighted sum: in plain loops, fp64.
at::Tensor byHand(const attention::AttendInputs& in)
{
    const auto q = in.q.to(at::kDouble), k = in.k.to(at::kDouble), v = in.v.to(at::kDouble);
    const auto group = q.size(1) / k.size(1);
    auto out = at::zeros_like(q);
    for (std::int64_t b = 0; b < q.size(0); ++b)
        for (std::int64_t h = 0; h < q.size(1); ++h)
            for (std::int64_t i = 0; i < q.size(2); ++i) {
                const auto position = in.queryStart + i;
                const auto first = in.firstVisible.defined() ? in.firstVisible[b][i].item<std::int64_t>() : 0;
                const auto factor = [&](const at::Tensor& t) {
                    return t.defined() ? t[std::min(b, t.size(0) - 1)][std::min(h, t.size(1) - 1)][i][0].item<double>() : 1.0;
                };
                std::vector<double> scores;
                for (auto j = first; j <= position; ++j) {
                    double score = factor(in.contentFactor) * q[b][h][i].dot(k[b][h / group][j]).item<double>() / std::sqrt(double(q.size(3)));
                    if (in.biasTable.defined())
                        score += factor(in.biasFactor) * in.biasTable[h][position - j].item<double>();
                    scores.push_back(score);
                }
                double top = scores[0], sum = 0;
                for (const auto score : scores)
                    top = std::max(top, score);
                for (const auto score : scores)
                    sum += std::exp(score - top);
                for (auto j = first; j <= position; ++j)
                    out[b][h][i] += std::exp(scores[std::size_t(j - first)] - top) / sum * v[b][h / group][j];
            }
    return out;
}

attention::AttendInputs sample(std::int64_t queries, std::int64_t keys, std::int64_t kvHeads = 2)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(11));
    const auto random = [&](at::IntArrayRef shape) { return at::randn(shape, generator, at::kDouble); };
    attention::AttendInputs in;
    in.q = random({2, 4, queries, 6});
    in.k = random({2, kvHeads, keys, 6});
    in.v = random({2, kvHeads, keys, 6});
    in.biasTable = random({4, keys + 3});
    in.contentFactor = random({2, 4, queries, 1});
    in.biasFactor = random({1, 4, queries, 1});
    in.queryStart = keys - queries;
    return in;
}

}  // namespace

class AttendTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void itComputesTheScoreFormula_data()
    {
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        for (const auto& [queries, keys] : {std::pair{1, 1}, {2, 2}, {9, 9}, {1, 9}, {4, 9}})
            QTest::addRow("%d queries, %d keys", queries, keys) << queries << keys;
    }
    void itComputesTheScoreFormula()
    {
        QFETCH(int, queries);
        QFETCH(int, keys);
        auto in = sample(queries, keys);
        QVERIFY((attention::attend(in) - byHand(in)).abs().max().item<double>() < 1e-12);
        in.biasFactor = at::Tensor();
        QVERIFY((attention::attend(in) - byHand(in)).abs().max().item<double>() < 1e-12);
        in.biasTable = at::Tensor();
        in.contentFactor = at::Tensor();
        QVERIFY((attention::attend(in) - byHand(in)).abs().max().item<double>() < 1e-12);
    }

    void documentsOfLengthOneAttendToThemselves()
    {
        auto in = sample(6, 6, 4);
        in.firstVisible = attention::firstVisible(at::tensor({5, 6, 7, 7, 8, 8, 3, 3, 3, 3, 3, 9}, at::kLong).view({2, 6}));
        QVERIFY((attention::attend(in) - byHand(in)).abs().max().item<double>() < 1e-12);
        QVERIFY(at::equal(attention::attend(in)[0].select(1, 0), in.v[0].select(1, 0)));
    }

    void firstVisibleIsTheStartOfEachDocument()
    {
        const auto documents = at::tensor({0, 0, 1, 1, 1, 0, 4, 4, 4, 4, 4, 4}, at::kLong).view({2, 6});
        QVERIFY(at::equal(attention::firstVisible(documents), at::tensor({0, 0, 2, 2, 2, 5, 0, 0, 0, 0, 0, 0}, at::kLong).view({2, 6})));
        QVERIFY(at::equal(attention::firstVisible(at::tensor({3}, at::kLong).view({1, 1})), at::zeros({1, 1}, at::kLong)));
    }

    void everyGradientAgreesWithFiniteDifferences()
    {
        auto in = sample(5, 7);
        in.firstVisible = at::tensor({0, 0, 4, 4, 4, 2, 2, 2, 5, 5}, at::kLong).view({2, 5});
        const auto weights = at::sin(at::arange(2 * 4 * 5 * 6, at::kDouble)).view({2, 4, 5, 6});
        const auto value = [&] { return (attention::attend(in) * weights).sum(); };
        for (auto* input : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor}) {
            *input = input->detach().requires_grad_(true);
            value().backward();
            const auto gradient = input->grad().view({-1});
            *input = input->detach();
            auto flat = input->view({-1});
            for (std::int64_t n = 0; n < flat.numel(); n += 3) {
                const double at = flat[n].item<double>(), step = 1e-6;
                flat[n] = at + step;
                const double up = value().item<double>();
                flat[n] = at - step;
                const double down = value().item<double>();
                flat[n] = at;
                const double expected = (up - down) / (2 * step), error = std::abs(expected - gradient[n].item<double>());
                QVERIFY2(error < 1e-6, qPrintable(QString::asprintf("gradient is %g, finite difference %g", gradient[n].item<double>(), expected)));
            }
        }
    }
};

BAMSCOPE_TEST(AttendTest)
#include "test_attend.moc"
