// SPDX-License-Identifier: GPL-3.0-or-later
// Logits, losses and gradients of every encoding against the official implementation.
#include "tests/support/reference.h"

#include <ATen/ATen.h>

using namespace bam;

namespace {

double distance(const at::Tensor& a, const at::Tensor& b) { return (a.detach() - b).abs().max().item<double>(); }

void addReferenceRows()
{
    QTest::addColumn<QString>("name");
    const auto manifest = test::referenceManifest();
    for (const auto& [name, entry] : manifest.items())
        if (!entry.contains("kind"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

}  // namespace

class ReferenceTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void logitsAndLossAgree_data() { addReferenceRows(); }
    void logitsAndLossAgree()
    {
        QFETCH(QString, name);
        const auto entry = test::referenceManifest().at(name.toStdString());
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(entry, file);
        const auto tokens = file.tensor("input.tokens").to(at::kLong), targets = file.tensor("input.targets").to(at::kLong);
        const auto documents = file.contains("input.document_ids") ? file.tensor("input.document_ids").to(at::kLong) : at::Tensor();
        QVERIFY(distance(model.forward(tokens, documents), file.tensor("output.logits")) <= 2e-5);
        QVERIFY(std::abs(model.loss(tokens, targets, documents).item<double>() - file.tensor("output.loss").item<double>()) <= 2e-5);
    }

    void everyGradientAgrees_data() { addReferenceRows(); }
    void everyGradientAgrees()
    {
        QFETCH(QString, name);
        const auto entry = test::referenceManifest().at(name.toStdString());
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(entry, file);
        const auto documents = file.contains("input.document_ids") ? file.tensor("input.document_ids").to(at::kLong) : at::Tensor();
        model.loss(file.tensor("input.tokens").to(at::kLong), file.tensor("input.targets").to(at::kLong), documents).backward();
        std::size_t compared = 0;
        for (const auto& [parameter, tensor] : model.parameters()) {
            QCOMPARE(tensor.requires_grad(), file.contains("grad." + parameter));
            if (!tensor.requires_grad())
                continue;
            const auto error = distance(tensor.grad(), file.tensor("grad." + parameter));
            QVERIFY2(error <= 2e-5, (parameter + " differs by " + std::to_string(error)).c_str());
            ++compared;
        }
        QCOMPARE(compared, test::section(file, "grad.").size());
    }

    void logitsBeyondTheTrainingLengthAgree_data() { addReferenceRows(); }
    void logitsBeyondTheTrainingLengthAgree()
    {
        QFETCH(QString, name);
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(test::referenceManifest().at(name.toStdString()), file);
        QVERIFY(distance(model.forward(file.tensor("long.tokens").to(at::kLong)), file.tensor("long.logits")) <= 2e-5);
    }

    void chunkedForwardWithACacheEqualsTheWholeForward_data() { addReferenceRows(); }
    void chunkedForwardWithACacheEqualsTheWholeForward()
    {
        QFETCH(QString, name);
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(test::referenceManifest().at(name.toStdString()), file);
        const auto tokens = file.tensor("long.tokens").to(at::kLong);
        for (const std::int64_t chunk : {1, 7, 64, 131}) {
            auto cache = model.makeCache(1, tokens.size(1));
            std::vector<at::Tensor> parts;
            for (std::int64_t begin = 0; begin < tokens.size(1); begin += chunk)
                parts.push_back(model.forwardCached(tokens.narrow(1, begin, std::min(chunk, tokens.size(1) - begin)), cache, 0));
            QVERIFY(distance(at::cat(parts, 1), file.tensor("long.logits")) <= 2e-5);
        }
    }

    void onlyTheAskedForPositionsGetLogits_data() { addReferenceRows(); }
    void onlyTheAskedForPositionsGetLogits()
    {
        QFETCH(QString, name);
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(test::referenceManifest().at(name.toStdString()), file);
        const auto tokens = file.tensor("long.tokens").to(at::kLong);
        auto cache = model.makeCache(1, 131);
        QCOMPARE(model.forwardCached(tokens.narrow(1, 0, 100), cache, 100).size(1), 0);
        const auto tail = model.forwardCached(tokens.narrow(1, 100, 31), cache, 26);
        QCOMPARE(tail.size(1), 5);
        QVERIFY(distance(tail, file.tensor("long.logits").narrow(1, 126, 5)) <= 2e-5);
    }

    void thePriorTableIsTheReferenceBias()
    {
        const auto manifest = test::referenceManifest();
        for (const auto& [name, entry] : manifest.items()) {
            if (entry.contains("kind") || !test::reference(name).contains("prior.bias"))
                continue;
            const auto file = test::reference(name);
            const auto bias = file.tensor("prior.bias");                    // [1, H, T, T] of the first layer
            const auto spec = test::referenceSpec(entry);
            auto generator = at::Generator();
            const auto module = encoding::kind("bam").makeBias({spec, generator});
            const std::string prefix = spec.prior.global ? "param.prior." : "param.layers.0.attention.prior.";
            {
                for (const auto& [parameter, tensor] : module->parameters())
                    tensor.detach().copy_(file.tensor(prefix + parameter));
            }
            const auto table = module->table(bias.size(2)).detach();        // [H, T]
            const auto lastRow = bias[0].select(1, bias.size(2) - 1).flip(1);
            QVERIFY2(((table - lastRow).abs() / lastRow.abs().clamp_min(1)).max().item<double>() <= 1e-6, name.c_str());
        }
    }
};

BAMSCOPE_TEST(ReferenceTest)
#include "test_reference.moc"
