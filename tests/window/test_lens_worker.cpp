// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/lens_worker.h"
#include "tests/support/test_main.h"
#include "tests/window/fake_lens.h"

#include <QElapsedTimer>
#include <QSignalSpy>

#include <map>
#include <optional>

using namespace bam;
using work::LensWorker;

namespace {

views::LensWish wishOf(const char* run, std::int64_t length = 100)
{
    views::LensWish wish;
    wish.source.run = run;
    wish.prompt.length = length;
    return wish;
}

/// A worker and everything that it told.
struct Told {
    explicit Told(work::LensOpener opener) : worker(std::move(opener))
    {
        QObject::connect(&worker, &LensWorker::captured, &worker, [this](int id, const LensWorker::SharedCapture& capture) {
            order.push_back(id);
            captures[id] = capture;
        });
        QObject::connect(&worker, &LensWorker::decomposed, &worker, [this](int id, const auto&) { order.push_back(id); });
        QObject::connect(&worker, &LensWorker::regionMade, &worker, [this](int id, const auto&) { order.push_back(id); });
        QObject::connect(&worker, &LensWorker::looked, &worker, [this](int id, const std::shared_ptr<const views::LensPreview>& preview) {
            order.push_back(id);
            previews[id] = preview;
        });
        QObject::connect(&worker, &LensWorker::failed, &worker, [this](int id, const Error& error) {
            order.push_back(id);
            errors.emplace(id, error);
        });
        QObject::connect(&worker, &LensWorker::progress, &worker, [this](int id, const Progress& progress) { progressed[id] = progress; });
    }
    std::vector<int> order;
    std::map<int, LensWorker::SharedCapture> captures;
    std::map<int, std::shared_ptr<const views::LensPreview>> previews;
    std::map<int, Error> errors;
    std::map<int, Progress> progressed;
    LensWorker worker;
};

struct Faked {
    std::shared_ptr<test::FakeLenses> lenses = std::make_shared<test::FakeLenses>();
    Told told{test::fakeOpener(lenses)};
    LensWorker& worker = told.worker;
};

}  // namespace

class LensWorkerTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void requestsAreDoneInTheirOrder()
    {
        Faked faked;
        const int first = faked.worker.capture(wishOf("/a", 100)), second = faked.worker.capture(wishOf("/a", 200)), third = faked.worker.look(wishOf("/a"));
        QTRY_COMPARE(faked.told.order, (std::vector<int>{first, second, third}));
        QCOMPARE(faked.told.captures[second]->prompt.length(), 200);
        QCOMPARE(faked.told.previews[third]->info.trainedLength, 160);
        QCOMPARE(faked.lenses->noted(), (std::vector<std::string>{"open /a", "capture 100", "capture 200"}));
        QCOMPARE(faked.told.progressed[first].task, std::string("capturing"));
    }

    void whatIsCancelledTellsNothingWhetherItRunsOrWaits()
    {
        Faked faked;
        faked.lenses->hold = true;
        const int running = faked.worker.capture(wishOf("/a", 100)), waiting = faked.worker.capture(wishOf("/a", 200)), kept = faked.worker.capture(wishOf("/a", 300));
        QTRY_COMPARE(faked.lenses->holding.load(), 1);
        faked.worker.cancel(waiting);
        faked.worker.cancel(running);
        QVERIFY(!faked.worker.isPending(running) && faked.worker.isPending(kept));
        QTRY_VERIFY(faked.lenses->noted().back() == "capture 300");
        faked.lenses->hold = false;
        QTRY_COMPARE(faked.told.order, std::vector<int>{kept});
        QVERIFY(faked.told.errors.empty());
        faked.worker.cancel(kept);      // done already
        faked.worker.cancel(12345);
    }

    void aResultThatIsCancelledOnItsWayIsDropped()
    {
        Faked faked;
        const int id = faked.worker.capture(wishOf("/a"));
        while (faked.lenses->noted().size() < 2 || faked.lenses->holding > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(30));     // the result waits for this thread's event loop
        faked.worker.cancelAll();
        QTest::qWait(30);
        QVERIFY(faked.told.order.empty());
        QVERIFY(!faked.worker.isPending(id));
    }

    void errorsComeAsCauseAndHint()
    {
        Faked faked;
        faked.lenses->longest = 500;
        const int vocabulary = faked.worker.capture(wishOf("/vocabulary")), memory = faked.worker.capture(wishOf("/torch")), other = faked.worker.look(wishOf("/strange")), length = faked.worker.capture(wishOf("/a", 1000)),
                  fine = faked.worker.capture(wishOf("/a", 400));
        QTRY_COMPARE(faked.told.order.size(), std::size_t(5));
        const auto& errors = faked.told.errors;
        QCOMPARE(int(errors.at(vocabulary).code()), int(ErrorCode::Usage));
        QVERIFY(errors.at(vocabulary).hint().find("tokenizer") != std::string::npos);
        QVERIFY(errors.at(memory).cause().find("not enough memory") != std::string::npos);
        QVERIFY(errors.at(other).cause().find("shapes do not match") != std::string::npos);
        QVERIFY(errors.at(other).cause().find("Exception raised") == std::string::npos);      // no stack trace
        QVERIFY(errors.at(length).hint().find("500") != std::string::npos);
        QVERIFY(faked.told.captures.count(fine));
    }

    void aPromptThatCannotBeMadeStillTellsOfTheRun()
    {
        Faked faked;
        auto wish = wishOf("/a");
        wish.prompt.kind = inspect::PromptKind::Text;
        const int id = faked.worker.look(wish);
        QTRY_COMPARE(faked.told.order, std::vector<int>{id});
        QVERIFY(!faked.told.previews[id]->prompt && faked.told.previews[id]->problem);
        QCOMPARE(faked.told.previews[id]->info.model.heads, 4);
    }

    void twoLensesStayOpenAndTheOneUsedLongestAgoMakesRoom()
    {
        Faked faked;
        for (const auto* run : {"/a", "/b", "/a", "/c", "/a", "/b"})
            faked.worker.capture(wishOf(run));
        QTRY_COMPARE(faked.told.order.size(), std::size_t(6));
        std::vector<std::string> opened;
        for (const auto& what : faked.lenses->noted())
            if (what.rfind("open", 0) == 0)
                opened.push_back(what);
        QCOMPARE(opened, (std::vector<std::string>{"open /a", "open /b", "open /c", "open /b"}));
        QCOMPARE(faked.lenses->alive.load(), 2);
    }

    void partsAreOfTheCaptureThatIsMeantEvenAfterAnotherOne()
    {
        Faked faked;
        const int first = faked.worker.capture(wishOf("/a", 100));
        QTRY_VERIFY(faked.told.captures.count(first));
        const auto shown = faked.told.captures[first];
        faked.worker.decompose(wishOf("/a").source, shown, {0, 1}, 7);
        faked.worker.capture(wishOf("/a", 200));
        faked.worker.region(wishOf("/a").source, shown, {});
        faked.worker.decompose(wishOf("/a").source, shown, {0, 1}, 8);
        QTRY_COMPARE(faked.told.order.size(), std::size_t(5));
        QCOMPARE(faked.lenses->noted(), (std::vector<std::string>{"open /a", "capture 100", "decompose 7", "capture 200", "capture 100", "region", "decompose 8"}));
    }

    void partsAreOfTheRopeScalingThatIsMeant()
    {
        Faked faked;
        auto scaled = wishOf("/a", 100);
        scaled.ropeScaling = {"yarn", 4, 512};
        const int plain = faked.worker.capture(wishOf("/a", 100)), other = faked.worker.capture(scaled);
        QTRY_VERIFY(faked.told.captures.count(plain) && faked.told.captures.count(other));
        faked.worker.decompose(scaled.source, faked.told.captures[other], {0, 1}, 7);
        faked.worker.decompose(scaled.source, faked.told.captures[plain], {0, 1}, 8);
        faked.worker.region(scaled.source, faked.told.captures[other], {});
        QTRY_COMPARE(faked.told.order.size(), std::size_t(5));
        QCOMPARE(faked.lenses->noted(), (std::vector<std::string>{"open /a", "capture 100", "capture 100 yarn", "decompose 7", "capture 100", "decompose 8", "capture 100 yarn", "region"}));
    }

    void aWorkerThatIsBusyEndsAtOnce()
    {
        QElapsedTimer clock;
        const auto lenses = std::make_shared<test::FakeLenses>();
        {
            LensWorker worker(test::fakeOpener(lenses));
            lenses->hold = true;
            worker.capture(wishOf("/a"));
            worker.capture(wishOf("/a"));
            while (lenses->holding == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            clock.start();
        }
        QVERIFY(clock.elapsed() < 5000);        // it would hold for ever
        QCOMPARE(lenses->alive.load(), 0);
    }
};

BAMSCOPE_TEST(LensWorkerTest)

#include "test_lens_worker.moc"
