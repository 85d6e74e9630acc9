// SPDX-License-Identifier: GPL-3.0-or-later
// Captured attention against the model written plainly in double precision: rows, pyramids, answers, ablations, priors tried in the model.
#include "core/encoding/encoding.h"
#include "core/model/layerwise.h"
#include "tests/inspect/lens_support.h"
#include "tests/support/peak_memory.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

using namespace bam;
using inspect::Ablation;
using inspect::Capture;
using inspect::HeadId;

namespace {

void addReferenceRows()
{
    QTest::addColumn<QString>("name");
    const auto manifest = test::referenceManifest();
    for (const auto& [name, entry] : manifest.items())
        if (!entry.contains("kind"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

std::vector<std::int32_t> tokensOf(const at::Tensor& tokens)
{
    const auto plain = tokens.to(at::kInt).contiguous();
    return {plain.const_data_ptr<std::int32_t>(), plain.const_data_ptr<std::int32_t>() + plain.numel()};
}

/// Captured rows of a prompt that asks for every position. [H, T, T]
at::Tensor rowsOf(const Capture& capture, std::int64_t layer)
{
    const auto length = capture.prompt.length();
    return at::from_blob(const_cast<float*>(capture.row({layer, 0}, 0)), {capture.heads, length, length}, at::kFloat).to(at::kDouble);
}

double difference(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

/// Max and mean of the tiles of a full matrix, as AttentionPyramid describes them.
std::pair<at::Tensor, at::Tensor> pooled(const at::Tensor& matrix, std::int64_t tile)
{
    const auto length = matrix.size(0), side = (length + tile - 1) / tile;
    const auto max = at::zeros({side, side}, at::kDouble), mean = at::zeros({side, side}, at::kDouble);
    for (std::int64_t r = 0; r < side; ++r)
        for (std::int64_t c = 0; c <= r; ++c) {
            const auto part = matrix.slice(0, r * tile, (r + 1) * tile).slice(1, c * tile, (c + 1) * tile);
            max[r][c].copy_(part.max());
            mean[r][c].copy_(part.mean());
        }
    return {max, mean};
}

std::pair<at::Tensor, at::Tensor> levelOf(const inspect::PyramidLevel& level)
{
    const auto max = at::zeros({level.side, level.side}, at::kDouble), mean = at::zeros({level.side, level.side}, at::kDouble);
    for (std::int64_t r = 0; r < level.side; ++r)
        for (std::int64_t c = 0; c <= r; ++c) {
            max[r][c] = double(level.max[inspect::PyramidLevel::at(r, c)]);
            mean[r][c] = double(level.mean[inspect::PyramidLevel::at(r, c)]);
        }
    return {max, mean};
}

}  // namespace

class CaptureTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aPassLayerByLayerGivesTheReferenceLogits_data() { addReferenceRows(); }
    void aPassLayerByLayerGivesTheReferenceLogits()
    {
        QFETCH(QString, name);
        const auto entry = test::referenceManifest().at(name.toStdString());
        const auto file = test::reference(name.toStdString());
        const auto model = test::referenceModel(entry, file);
        const auto check = [&](const at::Tensor& tokens, const at::Tensor& expected) {
            const model::LayerwisePass pass(model, tokens.to(at::kLong));
            auto hidden = pass.embed();
            for (std::int64_t layer = 0; layer + 1 < model.spec().layers; ++layer)
                pass.advance(pass.layer(layer, hidden));
            const auto last = pass.layer(model.spec().layers - 1, hidden);
            const std::vector<std::int64_t> some{0, 3, 4, 5, tokens.size(0) - 1};
            const auto rows = pass.logits(pass.advanceRows(last, some));
            QVERIFY(difference(rows, expected.index_select(0, at::tensor(some, at::kLong))) <= 2e-5);
            pass.advance(last);
            QVERIFY(difference(pass.logits(hidden), expected) <= 2e-5);
        };
        check(file.tensor("long.tokens")[0], file.tensor("long.logits")[0]);
        if (!file.contains("input.document_ids"))
            check(file.tensor("input.tokens")[0], file.tensor("output.logits")[0]);
    }

    void rowsMatricesAndAnswersAreThoseOfTheReferenceModel_data() { addReferenceRows(); }
    void rowsMatricesAndAnswersAreThoseOfTheReferenceModel()
    {
        QFETCH(QString, name);
        const auto file = test::reference(name.toStdString());
        const auto spec = test::referenceSpec(test::referenceManifest().at(name.toStdString()));
        const auto parameters = test::section(file, "param.");
        const auto tokens = tokensOf(file.tensor("long.tokens")[0]);
        const auto expected = test::PlainModel(spec, parameters).run(tokens);
        QVERIFY(difference(expected.logits, file.tensor("long.logits")[0]) <= 2e-5);     // the plain model is the reference

        auto prompt = test::promptOf(tokens);
        prompt.answer = {tokens.begin() + 1, tokens.end()};
        prompt.answer.push_back(tokens.front());
        const auto lens = test::LensRun(spec, parameters).open();
        const auto capture = lens->capture({.prompt = prompt, .matrices = true});
        const auto probabilities = at::softmax(expected.logits, -1);
        for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
            const auto& attention = expected.attention[std::size_t(layer)];
            QVERIFY(difference(rowsOf(capture, layer), attention) <= 1e-5);
            for (std::int64_t head = 0; head < spec.heads; ++head) {
                const auto& pyramid = *capture.matrices[capture.indexOf({layer, head})];
                QCOMPARE(pyramid.levels().front().tile, 1);
                const auto [max, mean] = levelOf(pyramid.levels().front());
                QVERIFY(difference(max, attention[head]) <= 1e-5);
                QVERIFY(difference(mean, attention[head]) <= 1e-5);
            }
        }
        for (std::size_t n = 0; n < tokens.size(); ++n) {
            const auto& step = capture.answer[n];
            const auto row = probabilities[std::int64_t(n)];
            QVERIFY(std::abs(step.expectedProbability - row[prompt.answer[n]].item<double>()) <= 1e-5);
            QVERIFY(std::abs(step.top.front().probability - row.max().item<double>()) <= 1e-5);
            QCOMPARE(step.top.size(), 5u);
            QCOMPARE(step.correct, row.argmax().item<std::int64_t>() == prompt.answer[n]);
        }
    }

    void summariesFollowFromTheRows()
    {
        const auto spec = test::smallSpec("bam", true);
        const auto parameters = test::randomParameters(spec);
        auto prompt = test::promptOf(test::randomTokens(50, spec.vocabulary));
        prompt.queryRows = {30, 49};
        prompt.needleBegin = 10;
        prompt.needleEnd = 14;
        const auto capture = test::LensRun(spec, parameters).open()->capture({.prompt = prompt});
        const auto expected = test::PlainModel(spec, parameters).run(prompt.tokens);
        for (const auto& summary : capture.summary) {
            const auto rows = expected.attention[std::size_t(summary.id.layer)][summary.id.head].index_select(0, at::tensor({30, 49}, at::kLong));
            const auto distance = at::tensor({30, 49}, at::kDouble).unsqueeze(1) - at::arange(50, at::kDouble);
            QVERIFY(std::abs(summary.needleMass - rows.slice(1, 10, 14).sum().item<double>() / 2) <= 1e-5);
            QVERIFY(std::abs(summary.uniformMass - (4.0 / 31 + 4.0 / 50) / 2) <= 1e-12);
            QVERIFY(std::abs(summary.entropy + at::xlogy(rows, rows).sum().item<double>() / 2) <= 1e-4);
            QVERIFY(std::abs(summary.meanDistance - (rows * distance).sum().item<double>() / 2) <= 1e-3);
            QVERIFY(std::abs(summary.largestWeight - rows.amax({1}).mean().item<double>()) <= 1e-5);
        }
        QCOMPARE(capture.layers * capture.heads, std::int64_t(capture.summary.size()));
        QCOMPARE(capture.checkpoint, std::string("step_00000040"));
        QCOMPARE(capture.step, 40);
    }

    void pooledMatricesArePoolingsOfTheFullMatrix()
    {
        const auto spec = test::smallSpec("bam", true);
        const auto parameters = test::randomParameters(spec);
        for (const std::int64_t length : {2048, 333}) {
            const auto tokens = test::randomTokens(length, spec.vocabulary);
            auto prompt = test::promptOf(tokens);
            prompt.queryRows = {length - 1};
            const auto capture = test::LensRun(spec, parameters).open()->capture({.prompt = prompt, .matrices = true, .matrixHeads = {{0, 1}, {1, 3}}, .tiles = 64});
            const auto expected = test::PlainModel(spec, parameters).run(tokens);
            QCOMPARE(capture.matrices.size(), 8u);
            QVERIFY(!capture.matrices[0]);
            for (const HeadId head : {HeadId{0, 1}, HeadId{1, 3}}) {
                const auto& pyramid = *capture.matrices[capture.indexOf(head)];
                QCOMPARE(pyramid.bytes(), inspect::AttentionPyramid::bytesFor(length, 64));
                for (const auto& level : pyramid.levels()) {
                    const auto [max, mean] = levelOf(level);
                    const auto [trueMax, trueMean] = pooled(expected.attention[std::size_t(head.layer)][head.head], level.tile);
                    QVERIFY(difference(max, trueMax) <= 1e-5);
                    QVERIFY(difference(mean, trueMean) <= 1e-6);
                }
            }
        }
    }

    void ablationsAreWhatTheirNamesSay_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("ssmax");
        QTest::addColumn<int>("ablation");
        const std::vector<std::pair<const char*, Ablation>> ablations{{"zero", Ablation::Zero}, {"uniform", Ablation::Uniform}, {"prior only", Ablation::PriorOnly}, {"content only", Ablation::ContentOnly}};
        for (const auto* encoding : {"bam", "alibi", "nope", "rotary", "sinusoidal", "kerple_log", "fire"})
            for (const bool ssmax : {false, true})
                for (const auto& [name, ablation] : ablations)
                    QTest::newRow(qPrintable(QStringLiteral("%1%2 %3").arg(encoding, ssmax ? "_ssmax" : "", name))) << encoding << ssmax << int(ablation);
    }
    void ablationsAreWhatTheirNamesSay()
    {
        QFETCH(QString, encoding);
        QFETCH(bool, ssmax);
        QFETCH(int, ablation);
        const auto spec = test::smallSpec(encoding.toStdString(), ssmax);
        const auto parameters = test::randomParameters(spec);
        const auto tokens = test::randomTokens(70, spec.vocabulary);
        const auto kind = Ablation(ablation);
        const test::PlainChange change{kind != Ablation::Uniform && kind != Ablation::PriorOnly, kind != Ablation::Uniform && kind != Ablation::ContentOnly, kind != Ablation::Zero};
        const auto expected = test::PlainModel(spec, parameters).run(tokens, {{{0, 2}, change}, {{1, 0}, change}});
        auto prompt = test::promptOf(tokens);
        prompt.answer.assign(tokens.size(), 7);
        const test::LensRun run(spec, parameters);
        const auto lens = run.open();
        const auto whole = lens->capture({.prompt = prompt});
        const auto capture = lens->capture({.prompt = prompt, .changes = {{{0, 2}, kind, {}}, {{1, 0}, kind, {}}}, .matrices = true});
        for (std::int64_t layer = 0; layer < 2; ++layer) {
            QVERIFY(difference(rowsOf(capture, layer), expected.attention[std::size_t(layer)]) <= 1e-5);
            const auto [max, mean] = levelOf(capture.matrices[capture.indexOf({layer, 2})]->levels().front());
            QVERIFY(difference(max, expected.attention[std::size_t(layer)][2]) <= 1e-5);
        }
        const auto probabilities = at::softmax(expected.logits, -1);
        double moved = 0;
        for (std::size_t n = 0; n < tokens.size(); ++n) {
            QVERIFY(std::abs(capture.answer[n].expectedProbability - probabilities[std::int64_t(n)][7].item<double>()) <= 1e-5);
            moved = std::max(moved, std::abs(capture.answer[n].expectedProbability - whole.answer[n].expectedProbability));
        }
        const bool nothingToDrop = kind == Ablation::ContentOnly && !encoding::kind(encoding.toStdString()).makeBias;
        QCOMPARE(moved > (encoding == QStringLiteral("fire") ? 1e-6 : 1e-4), !nothingToDrop);      // FIRE's bias is faint with random parameters
        QCOMPARE(lens->capture({.prompt = prompt}).rows, whole.rows);      // the model is as it was
    }

    void aPriorTriedInTheModelEqualsAModelWithIt_data()
    {
        QTest::addColumn<bool>("global");
        QTest::newRow("per layer") << false;
        QTest::newRow("global") << true;
    }
    void aPriorTriedInTheModelEqualsAModelWithIt()
    {
        QFETCH(bool, global);
        auto spec = test::smallSpec("bam", true);
        spec.prior.global = global;
        auto parameters = test::randomParameters(spec);
        auto prompt = test::promptOf(test::randomTokens(90, spec.vocabulary));
        prompt.answer.assign(90, 3);
        const inspect::PriorValues tried{.thetaAlpha = 0.25, .thetaBeta = 0.5, .thetaMu = -0.75, .seqScale = 0.9};
        const test::LensRun before(spec, parameters);
        const auto lens = before.open();
        const auto capture = lens->capture({.prompt = prompt, .changes = {{{1, 2}, Ablation::None, tried}}});
        for (auto& [name, tensor] : parameters) {
            const auto set = [&, n = name, t = tensor](const char* suffix, double value) {
                if (n.ends_with(suffix) && (n.starts_with("layers.1.") || n.starts_with("prior.")))
                    t.view({-1})[2].fill_(value);
            };
            set("theta_alpha", tried.thetaAlpha);
            set("theta_beta", tried.thetaBeta);
            set("theta_mu", tried.thetaMu);
            set("seq_scale", tried.seqScale);
        }
        const auto changed = test::LensRun(spec, parameters).open()->capture({.prompt = prompt});
        QVERIFY(capture.rows != lens->capture({.prompt = prompt}).rows);
        QVERIFY(difference(rowsOf(capture, 0), rowsOf(changed, 0)) <= 1e-7);
        QVERIFY(difference(rowsOf(capture, 1), rowsOf(changed, 1)) <= 1e-6);
        for (std::size_t n = 0; n < capture.answer.size(); ++n)
            QVERIFY(std::abs(capture.answer[n].expectedProbability - changed.answer[n].expectedProbability) <= 1e-6);
        for (std::size_t n = 0; n < capture.summary.size(); ++n) {
            const auto &a = capture.summary[n].prior, &b = changed.summary[n].prior;
            QVERIFY(std::abs(a.thetaAlpha - b.thetaAlpha) + std::abs(a.thetaBeta - b.thetaBeta) + std::abs(a.thetaMu - b.thetaMu) + std::abs(a.seqScale - b.seqScale) <= 1e-6);
        }
    }

    void fieldsOfATriedPriorThatAreNotGivenStay()
    {
        const auto spec = test::smallSpec("bam", false);
        const auto lens = test::LensRun(spec, test::randomParameters(spec)).open();
        const auto prompt = test::promptOf(test::randomTokens(20, spec.vocabulary));
        const auto capture = lens->capture({.prompt = prompt, .changes = {{{0, 1}, Ablation::None, inspect::PriorValues{.thetaBeta = 1}}}});
        const auto& learned = lens->info().priors[1];
        QCOMPARE(capture.summary[1].prior.thetaAlpha, learned.thetaAlpha);
        QCOMPARE(capture.summary[1].prior.thetaBeta, 1.0);
        QCOMPARE(capture.summary[2].prior.thetaBeta, lens->info().priors[2].thetaBeta);
    }

    void memoryGrowsLinearlyWithTheLength()
    {
        const auto spec = test::smallSpec("bam", true);
        const test::LensRun run(spec, test::randomParameters(spec));
        const auto lens = run.open();
        const auto peak = [&](std::int64_t length, bool matrices) {
            auto prompt = test::promptOf(test::randomTokens(length, spec.vocabulary));
            prompt.queryRows = {length - 1};
            return test::peakBytesOf([&] { lens->capture({.prompt = prompt, .matrices = matrices, .tiles = 64}); });
        };
        peak(1024, true);       // what is made once
        const auto matrix = 8192.0 * 8192.0 * 4.0;
        QVERIFY2(double(peak(8192, false)) < 0.25 * matrix, "rows");
        QVERIFY2(double(peak(8192, true)) < 0.6 * matrix, "matrices");
    }
};

BAMSCOPE_TEST(CaptureTest)
#include "test_capture.moc"
