// SPDX-License-Identifier: GPL-3.0-or-later
// A small trained model (tests/data/retrieval) whose retrieval heads the lens must show: they hold the needle, their priors hand attention to far tokens, and
// without them the key is lost.
#include "core/base/random.h"
#include "core/inspect/lens.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace bam;
using inspect::Ablation;
using inspect::HeadId;

namespace {

struct Heads {
    std::vector<HeadId> retrieval;      // ≥ 10 × uniform on the needle
    std::vector<HeadId> others;         // neither they nor those that look at the previous token, from which retrieval heads learn what stands before a key
};

Heads headsOf(const inspect::Capture& capture)
{
    Heads heads;
    for (const auto& head : capture.summary) {
        if (head.needleMass >= 10 * head.uniformMass)
            heads.retrieval.push_back(head.id);
        else if (head.meanDistance >= 1.5)
            heads.others.push_back(head.id);
    }
    return heads;
}

std::vector<inspect::HeadChange> silencing(const std::vector<HeadId>& heads)
{
    std::vector<inspect::HeadChange> changes;
    for (const auto& head : heads)
        changes.push_back({head, Ablation::Zero, {}});
    return changes;
}

}  // namespace

class RetrievalTest : public test::Suite {
    Q_OBJECT
private:
    std::unique_ptr<inspect::Lens> m_lens;
    std::vector<inspect::Prompt> m_prompts;     // whose key is found

private Q_SLOTS:
    void initTestCase()
    {
        m_lens = inspect::Lens::open({.run = test::dataFile("retrieval"), .threads = 1});
        int found = 0;
        for (const std::int64_t length : {512, 1024})
            for (std::int64_t seed = 0; seed < 8; ++seed) {
                const auto prompt = m_lens->prompt({.length = length, .depth = double(seed) / 7, .seed = seed});
                if (m_lens->capture({.prompt = prompt}).retrieved()) {
                    m_prompts.push_back(prompt);
                    ++found;
                }
            }
        QVERIFY2(found >= 13, qPrintable(QStringLiteral("%1 of 16 keys were found").arg(found)));
    }

    void retrievalHeadsHoldTheNeedleFarBeyondTheTrainingLength()
    {
        for (const auto& prompt : m_prompts) {
            const auto capture = m_lens->capture({.prompt = prompt});
            const auto heads = headsOf(capture);
            QVERIFY(prompt.length() > 3 * m_lens->info().trainedLength);
            QVERIFY(heads.retrieval.size() >= 1 && heads.retrieval.size() <= 3);
            const auto best = std::max_element(capture.summary.begin(), capture.summary.end(), [](const auto& a, const auto& b) { return a.needleMass < b.needleMass; });
            QCOMPARE(best->id.layer, 1);
            QVERIFY(best->needleMass > 0.5);
            QVERIFY(best->prior.thetaBeta < 0);     // suppresses the neighbourhood
        }
    }

    /// A model of eight heads has no idle ones: as many random others cost it some keys (5 of 15 when this was written), the retrieval heads all of them.
    void withoutThemEveryKeyIsLostAndWithoutAsManyRandomOthersMostAreFound()
    {
        SplitMix64 random(11);
        int lost = 0, kept = 0;
        for (const auto& prompt : m_prompts) {
            auto heads = headsOf(m_lens->capture({.prompt = prompt}));
            lost += !m_lens->capture({.prompt = prompt, .changes = silencing(heads.retrieval)}).retrieved();
            QVERIFY(heads.others.size() >= heads.retrieval.size());
            while (heads.others.size() > heads.retrieval.size())
                heads.others.erase(heads.others.begin() + std::ptrdiff_t(random.below(heads.others.size())));
            kept += m_lens->capture({.prompt = prompt, .changes = silencing(heads.others)}).retrieved();
        }
        const auto counts = QStringLiteral("%1 lost and %2 kept of %3").arg(lost).arg(kept).arg(m_prompts.size());
        QVERIFY2(lost == int(m_prompts.size()), qPrintable(counts));
        QVERIFY2(2 * kept > int(m_prompts.size()), qPrintable(counts));
    }

    void aPriorThatForgetsTheFarTokensLosesTheKeyToo()
    {
        const auto& prompt = m_prompts.front();
        std::vector<inspect::HeadChange> changes;
        for (const auto& head : headsOf(m_lens->capture({.prompt = prompt})).retrieval)
            changes.push_back({head, Ablation::None, inspect::PriorValues{.thetaAlpha = 1, .thetaBeta = 1}});
        const auto capture = m_lens->capture({.prompt = prompt, .changes = changes});
        QVERIFY(!capture.retrieved());
        for (const auto& change : changes)
            QVERIFY(capture.summary[capture.indexOf(change.head)].needleMass < 1e-3);
    }
};

BAMSCOPE_TEST(RetrievalTest)
#include "test_retrieval.moc"
