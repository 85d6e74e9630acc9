// SPDX-License-Identifier: GPL-3.0-or-later
// A small trained model (tests/data/retrieval: 4 layers of 8 heads) whose retrieval heads the lens must show: they hold the needle, their priors hand attention to
// far tokens, and without the first two of them the key is lost, without two others it is mostly found.
#include "core/inspect/ablation_study.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace bam;
using inspect::Ablation;
using inspect::HeadId;

namespace {

constexpr std::size_t kSilenced = 2;
constexpr int kDraws = 6;       // random choices of other heads per prompt

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
    std::vector<inspect::Capture> m_captures;   // of them, with all heads
    std::vector<inspect::RankedHead> m_ranking; // over all of them

    std::vector<HeadId> theFirst() const
    {
        std::vector<HeadId> heads;
        for (std::size_t n = 0; n < kSilenced; ++n)
            heads.push_back(m_ranking[n].id);
        return heads;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_lens = inspect::Lens::open({.run = test::dataFile("retrieval"), .threads = 1});
        int found = 0;
        for (const std::int64_t length : {512, 1024})
            for (std::int64_t seed = 0; seed < 8; ++seed) {
                const auto prompt = m_lens->prompt({.length = length, .depth = double(seed) / 7, .seed = seed});
                auto capture = m_lens->capture({.prompt = prompt});
                if (capture.retrieved()) {
                    m_prompts.push_back(prompt);
                    m_captures.push_back(std::move(capture));
                    ++found;
                }
            }
        QVERIFY2(found >= 13, qPrintable(QStringLiteral("%1 of 16 keys were found").arg(found)));
        m_ranking = inspect::rankHeads(m_captures);
    }

    void retrievalHeadsHoldTheNeedleFarBeyondTheTrainingLength()
    {
        for (const auto& capture : m_captures) {
            QVERIFY(capture.prompt.length() > 3 * m_lens->info().trainedLength);
            for (const auto id : theFirst()) {
                const auto& head = capture.summary[capture.indexOf(id)];
                QVERIFY2(head.needleMass >= 10 * head.uniformMass && head.needleMass > 0.5, qPrintable(QString::number(head.needleMass)));
            }
        }
        QVERIFY(m_ranking[0].needleMass > 0.9);
        for (const auto id : theFirst()) {
            QCOMPARE(id.layer, m_captures.front().layers - 1);
            QVERIFY(m_captures.front().summary[m_captures.front().indexOf(id)].prior.thetaBeta < 0);    // suppresses the neighbourhood
        }
        QVERIFY(std::count_if(m_ranking.begin(), m_ranking.end(), [](const auto& head) { return head.timesUniform >= 10; }) <= 6);     // of 32
    }

    void withoutTheFirstTwoEveryKeyIsLost()
    {
        for (const auto& prompt : m_prompts)
            QVERIFY2(!m_lens->capture({.prompt = prompt, .changes = silencing(theFirst())}).retrieved(), prompt.title.c_str());
    }

    /// Two of all the others, also of those that look at the token before and tell the retrieval heads what stands before a key: 72 of 84 when this was written.
    void withoutTwoRandomOthersMostAreFound()
    {
        int kept = 0, all = 0;
        std::set<HeadId> silenced;
        for (const auto& prompt : m_prompts)
            for (int draw = 0; draw < kDraws; ++draw, ++all) {
                const auto others = inspect::drawOthers(m_ranking, kSilenced, kSilenced, std::uint64_t(all));
                silenced.insert(others.begin(), others.end());
                kept += m_lens->capture({.prompt = prompt, .changes = silencing(others)}).retrieved();
            }
        const auto counts = QStringLiteral("%1 of %2 kept").arg(kept).arg(all);
        QCOMPARE(silenced.size(), m_ranking.size() - kSilenced);        // every other head was among them
        QVERIFY2(4 * kept >= 3 * all, qPrintable(counts));
    }

    void aPriorThatForgetsTheFarTokensLosesTheKeyToo()
    {
        const auto& prompt = m_prompts.front();
        std::vector<inspect::HeadChange> changes;
        for (const auto head : theFirst())
            changes.push_back({head, Ablation::None, inspect::PriorValues{.thetaAlpha = 1, .thetaBeta = 1}});
        const auto capture = m_lens->capture({.prompt = prompt, .changes = changes});
        QVERIFY(!capture.retrieved());
        for (const auto& change : changes)
            QVERIFY(capture.summary[capture.indexOf(change.head)].needleMass < 1e-3);
    }
};

BAMSCOPE_TEST(RetrievalTest)
#include "test_retrieval.moc"
