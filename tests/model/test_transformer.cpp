// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

using namespace bam;

namespace {

spec::ModelSpec small(const std::string& encoding, bool ssmax)
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.dim = 24;
    spec.layers = 2;
    spec.heads = 4;
    spec.kvHeads = 2;
    spec.vocabulary = 40;
    spec.encoding = encoding;
    spec.ssmax = ssmax;
    spec.prior.fireThreshold = 6;       // so that there are rows beyond it
    return spec;
}

at::Tensor someTokens(std::int64_t batch, std::int64_t length) { return at::arange(batch * length, at::kLong).mul(7).remainder(40).view({batch, length}); }

}  // namespace

class TransformerTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void equalSeedsGiveEqualWeights()
    {
        const model::Transformer a(small("bam", true), 5), b(small("bam", true), 5), c(small("bam", true), 6);
        const auto pa = a.parameters(), pb = b.parameters(), pc = c.parameters();
        for (std::size_t n = 0; n < pa.size(); ++n)
            QVERIFY(at::equal(pa[n].second, pb[n].second));
        QVERIFY(!at::equal(pa[0].second, pc[0].second));
    }

    void groupedQueryAttentionEqualsRepeatedHeads_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("ssmax");
        for (const auto& name : encoding::encodingNames())
            for (const bool ssmax : {false, true})
                QTest::addRow("%s%s", name.c_str(), ssmax ? "_ssmax" : "") << QString::fromStdString(name) << ssmax;
    }
    void groupedQueryAttentionEqualsRepeatedHeads()
    {
        QFETCH(QString, encoding);
        QFETCH(bool, ssmax);
        const model::Transformer grouped(small(encoding.toStdString(), ssmax), 3);
        auto fullSpec = grouped.spec();
        fullSpec.kvHeads = 4;
        model::Transformer full(fullSpec, 3);
        auto weights = grouped.parameters();
        for (auto& [name, tensor] : weights)
            if (name.ends_with("wk.weight") || name.ends_with("wv.weight"))
                tensor = tensor.detach().view({2, 1, 6, 24}).expand({2, 2, 6, 24}).reshape({24, 24});
        full.load(weights);
        const auto tokens = someTokens(2, 19);
        QVERIFY((grouped.forward(tokens) - full.forward(tokens)).abs().max().item<double>() < 1e-5);
    }

    void packedDocumentsNeverSeeEachOther()
    {
        for (const auto& name : encoding::encodingNames()) {
            if (name == "sinusoidal")
                continue;   // absolute positions: a document's logits depend on where it is packed
            const model::Transformer model(small(name, true), 3);
            const auto first = someTokens(1, 9), second = someTokens(1, 12).flip(1);
            const auto packed = model.forward(at::cat({first, second}, 1), at::cat({at::zeros({1, 9}, at::kLong), at::ones({1, 12}, at::kLong)}, 1));
            QVERIFY2((packed.narrow(1, 0, 9) - model.forward(first)).abs().max().item<double>() < 2e-5, name.c_str());
            QVERIFY2((packed.narrow(1, 9, 12) - model.forward(second)).abs().max().item<double>() < 2e-5, name.c_str());
        }
    }

    void futureTokensDoNotChangeThePast()
    {
        for (const auto& name : encoding::encodingNames()) {
            const model::Transformer model(small(name, true), 3);
            auto tokens = someTokens(1, 20);
            const auto before = model.forward(tokens);
            tokens[0][15] = 39;
            const auto after = model.forward(tokens);
            QVERIFY2(at::equal(before.narrow(1, 0, 15), after.narrow(1, 0, 15)), name.c_str());
            QVERIFY2(!at::equal(before.narrow(1, 15, 5), after.narrow(1, 15, 5)), name.c_str());
        }
    }

    void oneBiasForAllLayersIsOneSetOfParameters()
    {
        for (const auto& kind : encoding::registry()) {
            if (!kind.hasPrior)
                continue;
            auto spec = small(kind.name, false);
            const auto count = [&] {
                std::int64_t numbers = 0;
                for (const auto& [name, tensor] : model::Transformer(spec, 1).parameters())
                    numbers += name.find("prior.") != std::string::npos ? tensor.numel() : 0;
                return numbers;
            };
            const auto ofLayers = count();
            spec.prior.global = true;
            QCOMPARE(2 * count(), ofLayers);
            QVERIFY2(model::Transformer(spec, 1).forward(someTokens(1, 20)).isfinite().all().item<bool>(), kind.name.c_str());
        }
    }

    void scaledRotationIsUsedByEveryPass()
    {
        model::Transformer model(small("rotary", false), 3);
        const auto tokens = someTokens(1, 30);
        const auto before = model.forward(tokens);
        for (const auto* method : {"linear", "ntk", "yarn"}) {
            model.setRopeScaling({method, 4, 8});
            const auto scaled = model.forward(tokens);
            QVERIFY2((scaled - before).abs().max().item<double>() > 1e-3, method);
            auto cache = model.makeCache(1, 30);
            QVERIFY2((model.forwardCached(tokens, cache, 0) - scaled).abs().max().item<double>() < 1e-5, method);
        }
        model.setRopeScaling({});
        QVERIFY(at::equal(model.forward(tokens), before));
    }

    void interpolatedPositionsAreThoseOfTheShorterContext()
    {
        // With every second position of a context stretched twofold the model is where it was trained.
        model::Transformer model(small("rotary", false), 3);
        const auto [cosine, sine] = encoding::kind("rotary").rotationTable(model.spec(), {}, 0, 10);
        const auto [longCosine, longSine] = encoding::kind("rotary").rotationTable(model.spec(), {"linear", 2, 10}, 0, 20);
        QVERIFY((longCosine.slice(0, 0, 20, 2) - cosine).abs().max().item<double>() < 1e-6);
        QVERIFY((longSine.slice(0, 0, 20, 2) - sine).abs().max().item<double>() < 1e-6);
    }

    void modelsWithoutRotationRefuseRopeScaling()
    {
        for (const auto& kind : encoding::registry()) {
            model::Transformer model(small(kind.name, false), 3);
            if (!kind.rotationTable)
                EXPECT_ERROR(model.setRopeScaling({"yarn", 4, 8}), ErrorCode::Usage, kind.title + " does not rotate them");
            model.setRopeScaling({});
        }
    }

    void heldTablesOutliveAChangeOfScaling()
    {
        model::Transformer model(small("rotary", false), 3);
        const auto held = model.holdPositionTables(12);
        model.setRopeScaling({"linear", 2, 6});
        const auto scaled = model.holdPositionTables(12);
        QVERIFY(held != scaled);
    }

    void theLargePaperModelHas384PriorScalars()
    {
        auto spec = small("bam", false);
        spec.layers = 12;
        spec.heads = spec.kvHeads = 16;
        spec.dim = 32;
        const model::Transformer model(spec, 1);
        std::int64_t trainable = 0;
        for (const auto& [name, tensor] : model.parameters())
            if (name.find(".prior.") != std::string::npos && tensor.requires_grad())
                trainable += tensor.numel();
        QCOMPARE(trainable, 384);
    }

    void olderNamesAndWrapperPrefixesAreAccepted()
    {
        const model::Transformer source(small("bam", true), 1);
        model::NamedParameters old;
        for (auto [name, tensor] : source.parameters()) {
            for (const auto& [now, before] : {std::pair<std::string, std::string>{"theta_alpha", "scale"}, {"theta_beta", "shape"}, {"theta_mu", "loc"}})
                if (name.ends_with("prior." + now))
                    name = name.substr(0, name.size() - now.size()) + before;
            old.emplace_back("module._orig_mod." + name, tensor);
        }
        model::Transformer target(small("bam", true), 2);
        target.load(old);
        QVERIFY(at::equal(target.forward(someTokens(1, 8)), source.forward(someTokens(1, 8))));
    }

    void aCheckpointOfAnotherShapeIsRefusedByName()
    {
        const model::Transformer source(small("bam", true), 1);
        auto wider = small("bam", true);
        wider.vocabulary = 41;
        model::Transformer target(wider, 2);
        EXPECT_ERROR(target.load(source.parameters()), ErrorCode::Failed, "tok_embeddings.weight has shape [40, 24], this model needs [41, 24]");
        model::Transformer plain(small("nope", false), 2);
        EXPECT_ERROR(plain.load(source.parameters()), ErrorCode::Failed, "unknown to this model");
    }

    void theCacheGrowsAndTheLogitsDoNotChange()
    {
        for (const auto& encoding : encoding::encodingNames()) {
            const model::Transformer model(small(encoding, true), 1);
            const auto tokens = someTokens(1, 23);
            auto roomy = model.makeCache(1, 23), tight = model.makeCache(1, 4);
            const auto expected = model.forwardCached(tokens, roomy, 0);
            QVERIFY2((model.forward(tokens) - expected).abs().max().item<double>() < 1e-5, encoding.c_str());
            std::vector<at::Tensor> parts;
            for (std::int64_t begin = 0; begin < 23; begin += 5)
                parts.push_back(model.forwardCached(tokens.narrow(1, begin, std::min<std::int64_t>(5, 23 - begin)), tight, 0));
            QVERIFY((at::cat(parts, 1) - expected).abs().max().item<double>() < 1e-5);
            QVERIFY(tight.kv.capacity() >= 23);
        }
    }

    void aCacheOfHalfTheMemoryGivesNearlyTheSameLogits()
    {
        const model::Transformer model(small("bam", true), 1);
        const auto tokens = someTokens(1, 40);
        auto exact = model.makeCache(1, 40), narrow = model.makeCache(1, 40, at::kBFloat16);
        QCOMPARE(narrow.kv.bytes() * 2, exact.kv.bytes());
        at::Tensor expected, got;
        for (std::int64_t begin = 0; begin < 40; begin += 10) {
            expected = model.forwardCached(tokens.narrow(1, begin, 10), exact, 0);
            got = model.forwardCached(tokens.narrow(1, begin, 10), narrow, 0);
        }
        const auto error = (got - expected).abs().max().item<double>() / expected.abs().max().item<double>();
        QVERIFY2(error > 0 && error < 2e-2, qPrintable(QString::number(error)));
    }
};

BAMSCOPE_TEST(TransformerTest)
#include "test_transformer.moc"
