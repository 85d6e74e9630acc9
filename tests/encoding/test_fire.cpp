// SPDX-License-Identifier: GPL-3.0-or-later
// FIRE's attention, its rows beyond the threshold and every gradient, against a dense composition in float64 by autograd (tests/data/encodings).
#include "core/attention/attend.h"
#include "tests/encoding/bias_support.h"

using namespace bam;
using namespace bam::test;

namespace {

spec::ModelSpec withThreshold(double threshold)
{
    auto spec = withHeads(4);
    spec.prior.fireThreshold = threshold;
    return spec;
}

/// A module with the parameters of a reference.
std::unique_ptr<encoding::BiasModule> moduleOf(const interop::SafetensorsFile& file)
{
    auto module = makeBias("fire", withThreshold(24));
    for (const auto& [name, tensor] : module->parameters())
        setParameter(*module, name, file.tensor("in." + name));
    return module;
}

/// The inputs of a reference as leaves; the content factor of Scalable-Softmax follows from the last.
struct Leaves {
    at::Tensor q, k, v, seqScale;

    explicit Leaves(const interop::SafetensorsFile& file)
    {
        const auto leaf = [&](const char* name) { return file.contains(name) ? file.tensor(name).clone().requires_grad_(true) : at::Tensor(); };
        q = leaf("in.q"), k = leaf("in.k"), v = leaf("in.v"), seqScale = leaf("in.seq_scale");
    }

    attention::AttendInputs inputs(const interop::SafetensorsFile& file, const encoding::BiasModule& module) const
    {
        const auto first = file.tensor("first_visible").to(at::kLong);
        attention::AttendInputs in{q, k, v, module.table(q.size(2)), {}, {}, first.any().item<bool>() ? first : at::Tensor(), 0, module.rowBias()};
        if (seqScale.defined())
            in.contentFactor = seqScale * (at::arange(1, q.size(2) + 1) - first).to(at::kFloat).log().view({q.size(0), 1, -1, 1});
        return in;
    }
};

}  // namespace

class FireTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void attentionAndEveryGradientAreThoseOfTheDenseFormula_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("backend");
        for (const auto* name : {"fire", "fire_at_threshold", "fire_packed_ssmax"})
            for (const auto& [title, backend] : {std::pair{"automatic", attention::Backend::Automatic}, {"fused", attention::Backend::Fused},
                     {"chunked", attention::Backend::Chunked}, {"composite", attention::Backend::Composite}})
                QTest::newRow((QByteArray(name) + ", " + title).constData()) << QString::fromLatin1(name) << int(backend);
    }
    void attentionAndEveryGradientAreThoseOfTheDenseFormula()
    {
        QFETCH(QString, name);
        QFETCH(int, backend);
        const auto file = formula(name.toStdString());
        const auto module = moduleOf(file);
        const Leaves leaves(file);
        const auto out = attention::attend(leaves.inputs(file, *module), attention::Backend(backend));
        QVERIFY(relativeError(out, file.tensor("out")) <= 1e-5);
        (out * file.tensor("weights")).sum().backward();
        auto named = module->parameters();
        named.insert(named.end(), {{"q", leaves.q}, {"k", leaves.k}, {"v", leaves.v}});
        if (leaves.seqScale.defined())
            named.emplace_back("seq_scale", leaves.seqScale);
        for (const auto& [parameter, tensor] : named) {
            const auto error = relativeError(tensor.grad(), file.tensor("grad." + parameter));
            QVERIFY2(error <= 1e-5, qPrintable(QString::fromStdString(parameter) + QStringLiteral(" differs by %1").arg(error)));
        }
    }

    void rowsBelowTheThresholdShareTheTable()
    {
        const auto module = makeBias("fire", withThreshold(24));
        const auto rows = module->rowBias();
        QCOMPARE(rows->tableRows(), 24);
        const auto distances = at::arange(24, at::kFloat).expand({3, 24});
        const auto bias = rows->rows(distances, at::tensor({0.0f, 11.0f, 23.0f}).view({1, 3})).detach();       // [1, H, 3, 24]
        for (int row = 0; row < 3; ++row)
            QVERIFY(relativeError(bias[0].select(1, row), module->table(24).detach()) <= 1e-6);
        // Of 2·L's row every distance looks as half of it does, up to the logarithm's 1.
        QVERIFY(!at::equal(rows->rows(distances, at::full({1, 3}, 48.0))[0].select(1, 0), bias[0].select(1, 0)));
        for (std::int64_t head = 0; head < bias.size(1); ++head)
            QVERIFY(at::allclose(rows->rowsOfHead(distances, at::tensor({0.0f, 11.0f, 23.0f}).view({1, 3}), head).detach()[0][0], bias[0][head], 1e-6, 1e-6));
    }

    void theThresholdIsTheLearnedMultipleOfItsStart()
    {
        const auto module = makeBias("fire", withThreshold(24));
        setParameter(*module, "L_multiplier", at::tensor(-1.25f));
        QCOMPARE(module->rowBias()->tableRows(), 30);
        setParameter(*module, "L_multiplier", at::tensor(1.26f));
        QCOMPARE(module->rowBias()->tableRows(), 31);       // positions 0 … 30 are below 30.24
    }

    void chunksOfRowsGiveTheGradientsOfTheWhole()
    {
        constexpr std::int64_t kLength = 700;   // the operator's limit of 64 MiB makes three chunks of it
        const auto module = makeBias("fire", withThreshold(64));
        auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(3));
        const auto random = [&](std::int64_t heads) { return at::randn({1, heads, kLength, 4}, generator, at::kFloat).requires_grad_(true); };
        const auto q = random(4), k = random(2), v = random(2), weights = random(4).detach();
        std::vector<at::Tensor> leaves{q, k, v};
        for (const auto& [name, tensor] : module->parameters())
            leaves.push_back(tensor);
        const auto resultsOf = [&](attention::Backend backend) {
            for (const auto& leaf : leaves)
                leaf.mutable_grad().reset();
            const auto out = attention::attend({q, k, v, module->table(kLength), {}, {}, {}, 0, module->rowBias()}, backend);
            (out * weights).sum().backward();
            std::vector<at::Tensor> results{out.detach()};
            for (const auto& leaf : leaves)
                results.push_back(leaf.grad().clone());
            return results;
        };
        const auto whole = resultsOf(attention::Backend::Composite);
        for (const auto backend : {attention::Backend::Chunked, attention::Backend::Fused}) {
            const auto results = resultsOf(backend);
            for (std::size_t n = 0; n < whole.size(); ++n)
                QVERIFY2((results[n] - whole[n]).abs().max().item<double>() <= 1e-5 * std::max(1.0, whole[n].abs().max().item<double>()), qPrintable(QString::number(n)));
        }
    }

    void aRowBiasWithoutATableIsRefused()
    {
        const auto module = makeBias("fire", withThreshold(24));
        const auto x = at::zeros({1, 4, 3, 8});
        EXPECT_ERROR(attention::attend({x, x, x, {}, {}, {}, {}, 0, module->rowBias()}), ErrorCode::Failed, "a row bias without a table");
    }

    void allParametersAreTrained()
    {
        const auto parameters = makeBias("fire", withThreshold(24))->parameters();
        QCOMPARE(parameters.size(), 6u);
        for (const auto& [name, tensor] : parameters)
            QVERIFY2(tensor.requires_grad(), name.c_str());
    }
};

BAMSCOPE_TEST(FireTest)
#include "test_fire.moc"
