// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/control.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <iterator>

#include <sys/stat.h>

using namespace bam;
using namespace bam::runs;
using namespace std::chrono_literals;

namespace {

/// A run directory as far as requests need one, and a clock to move.
struct Place {
    Place()
    {
        writeFileAtomic(run / "run.json", "{}");
    }
    std::filesystem::path control() const { return run / "control"; }
    void put(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories(control());
        writeFileAtomic(control() / name, text);
    }
    std::ptrdiff_t files() const { return std::distance(std::filesystem::directory_iterator(control()), {}); }

    QTemporaryDir folder;
    std::filesystem::path run = folder.path().toStdString();
    ControlInbox::Clock::time_point now = ControlInbox::Clock::now();
};

}  // namespace

class ControlTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRequestIsDueOnceAndReplacedByItsAnswer()
    {
        Place place;
        ControlInbox inbox(place.run);
        QVERIFY(!inbox.due(3, place.now));
        const auto file = requestControl(place.run, {ControlKind::Checkpoint, {}});
        QVERIFY(std::filesystem::exists(file));
        QVERIFY(!controlAnswer(file));
        const auto request = inbox.due(4, place.now + 1s);
        QVERIFY(request);
        QVERIFY(request->request.kind == ControlKind::Checkpoint);
        QVERIFY(!inbox.due(4, place.now + 2s));
        inbox.answer(*request, {"checkpoint", 4, "as asked"});
        QVERIFY(!std::filesystem::exists(file));
        const auto answer = controlAnswer(file);
        QVERIFY(answer);
        QCOMPARE(answer->result, std::string("checkpoint"));
        QCOMPARE(answer->step, 4);
        QCOMPARE(answer->detail, std::string("as asked"));
        QVERIFY(!inbox.due(5, place.now + 3s));
        QCOMPARE(place.files(), 1);
    }

    void aLoggingIntervalComesWithItsValue()
    {
        Place place;
        ControlInbox inbox(place.run);
        requestControl(place.run, {ControlKind::LogEvery, {}, 10});
        const auto request = inbox.due(1, place.now);
        QVERIFY(request && request->request.kind == ControlKind::LogEvery);
        QCOMPARE(request->request.value, std::optional<std::int64_t>(10));
        const std::vector<std::string> wrong{R"({"request": "log_every"})", R"({"request": "log_every", "value": 0})", R"({"request": "log_every", "value": "often"})"};
        for (std::size_t n = 0; n < wrong.size(); ++n)
            place.put(str("wrong-", n, ".json"), wrong[n]);
        QVERIFY(!inbox.due(2, place.now + 1s));
        for (std::size_t n = 0; n < wrong.size(); ++n) {
            const auto answer = controlAnswer(place.control() / str("wrong-", n, ".json"));
            QVERIFY(answer && answer->result == "refused");
            QVERIFY(answer->detail.find("at least 1") != std::string::npos);
        }
    }

    void aRequestForAStepWaitsForIt()
    {
        Place place;
        ControlInbox inbox(place.run);
        requestControl(place.run, {ControlKind::Pause, 10});
        requestControl(place.run, {ControlKind::Stop, 8});
        QVERIFY(!inbox.due(7, place.now));
        // Known requests need no look at the folder: the step is met exactly, however fast steps are.
        const auto first = inbox.due(8, place.now + 1ms);
        QVERIFY(first && first->request.kind == ControlKind::Stop);
        QVERIFY(!inbox.due(9, place.now + 2ms));
        const auto second = inbox.due(10, place.now + 3ms);
        QVERIFY(second && second->request.kind == ControlKind::Pause);
    }

    void aLaterPauseReplacesTheOneThatWaits()
    {
        Place place;
        ControlInbox inbox(place.run);
        const auto first = requestControl(place.run, {ControlKind::Pause, 10});
        QVERIFY(!inbox.due(5, place.now));
        const auto stop = requestControl(place.run, {ControlKind::Stop, 40});
        requestControl(place.run, {ControlKind::Pause, 20});
        QVERIFY(!inbox.due(10, place.now + 1s));
        QCOMPARE(controlAnswer(first)->result, std::string("replaced"));
        QVERIFY(!controlAnswer(stop));
        const auto second = inbox.due(20, place.now + 1s);
        QVERIFY(second && second->request.kind == ControlKind::Pause);
    }

    void theFolderIsLookedAtFiveTimesASecondAtMost()
    {
        Place place;
        ControlInbox inbox(place.run);
        QVERIFY(!inbox.due(0, place.now));
        requestControl(place.run, {ControlKind::Stop, {}});
        QVERIFY(!inbox.due(1, place.now + 150ms));
        QVERIFY(inbox.due(2, place.now + 210ms));
    }

    void requestsInOneTickOfTheFileSystemsClockAreAllSeen()
    {
        Place place;
        std::filesystem::create_directory(place.control());
        const auto stamp = std::filesystem::last_write_time(place.control());
        ControlInbox inbox(place.run);
        QVERIFY(!inbox.due(0, place.now));
        requestControl(place.run, {ControlKind::Stop, {}});
        std::filesystem::last_write_time(place.control(), stamp);   // as a coarse clock would leave it
        QVERIFY(inbox.due(1, place.now + 250ms));
    }

    void requestsFromBeforeTheStartAreIgnored()
    {
        Place place;
        const auto old = requestControl(place.run, {ControlKind::Stop, {}});
        ControlInbox inbox(place.run);
        QVERIFY(!inbox.due(100, place.now));
        QVERIFY(!std::filesystem::exists(old));
        QCOMPARE(controlAnswer(old)->result, std::string("ignored"));
    }

    void brokenRequestsAreRefusedWithTheReason()
    {
        Place place;
        ControlInbox inbox(place.run);
        place.put("a.json", "{\"request\": ");
        place.put("b.json", R"({"request": "explode"})");
        place.put("c.json", R"({"request": "stop", "step": "soon"})");
        place.put("d.json", std::string(100'000, ' '));
        place.put("e.json", "\xff\xfe\x00");
        std::filesystem::create_directory(place.control() / "f.json");
        QCOMPARE(::mkfifo((place.control() / "g.json").c_str(), 0600), 0);
        place.put(".h.json", R"({"request": "stop"})");
        place.put("i.txt", R"({"request": "stop"})");
        QVERIFY(!inbox.due(5, place.now));
        const auto detail = [&](const char* name) { return controlAnswer(place.control() / name).value_or(ControlAnswer{}); };
        for (const auto* name : {"a.json", "b.json", "c.json", "d.json", "e.json", "f.json", "g.json"}) {
            QCOMPARE(detail(name).result, std::string("refused"));
            QCOMPARE(detail(name).step, 5);
            QVERIFY(!std::filesystem::exists(place.control() / name));
        }
        QVERIFY(detail("b.json").detail.find("explode") != std::string::npos);
        QVERIFY(detail("c.json").detail.find("soon") != std::string::npos);
        QVERIFY(std::filesystem::exists(place.control() / ".h.json"));
    }

    void whatIsStillOpenAtTheEndIsAnswered()
    {
        Place place;
        ControlInbox inbox(place.run);
        const auto far = requestControl(place.run, {ControlKind::Pause, 1'000'000});
        QVERIFY(!inbox.due(5, place.now));
        const auto late = requestControl(place.run, {ControlKind::Checkpoint, {}});
        inbox.close({"finished", 12, {}});
        QCOMPARE(controlAnswer(far)->result, std::string("finished"));
        QCOMPARE(controlAnswer(late)->step, 12);
    }

    void anAnswerThatCannotBeWrittenDisturbsNothingAndIsNotRepeated()
    {
        Place place;
        ControlInbox inbox(place.run);
        const auto file = requestControl(place.run, {ControlKind::Checkpoint, {}});
        const test::LimitedFileSize full(10);
        const auto request = inbox.due(1, place.now);
        QVERIFY(request);
        inbox.answer(*request, {"checkpoint", 1, {}});
        QVERIFY(std::filesystem::exists(file));
        QVERIFY(!inbox.due(2, place.now + 1s));
    }

    void onlyRunsTakeRequests()
    {
        QTemporaryDir folder;
        EXPECT_ERROR(requestControl(folder.path().toStdString(), {}), ErrorCode::Usage, "not a run directory");
    }
};

BAMSCOPE_TEST(ControlTest)
#include "test_control.moc"
