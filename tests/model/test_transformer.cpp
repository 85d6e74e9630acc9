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
        for (const auto* encoding : {"rotary", "bam", "alibi"}) {
            const model::Transformer model(small(encoding, true), 1);
            const auto tokens = someTokens(1, 23);
            auto roomy = model.makeCache(1, 23), tight = model.makeCache(1, 4);
            const auto expected = model.forwardCached(tokens, roomy, 0);
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
