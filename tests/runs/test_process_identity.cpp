// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/process_identity.h"
#include "tests/support/test_main.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace bam;
using namespace bam::runs;

class ProcessIdentityTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aNumberThatWasUsedAgainIsAnotherProcess()
    {
        const auto own = identityOf(::getpid());
        QVERIFY(own.pid == ::getpid() && own.startTicks > 0 && !own.boot.empty());
        QVERIFY(isAlive(own));
        auto other = own;
        other.startTicks -= 1;
        QVERIFY(!isAlive(other));
        other = own;
        other.boot = "an earlier start of the machine";
        QVERIFY(!isAlive(other));
        other = own;
        other.host = "elsewhere";
        QVERIFY(!isAlive(other) && !isLocal(other));
        QVERIFY(!isAlive({}));
        QCOMPARE(identityOf(2'000'000'000).pid, 0);
    }

    void aNumberOfAnotherContainerIsNotLookedUpHere()
    {
        const auto own = identityOf(::getpid());
        QVERIFY2(own.pidNamespace.starts_with("pid:["), own.pidNamespace.c_str());
        QVERIFY(processFromJson(toJson(own)) == own);
        auto other = own;
        other.pidNamespace = "pid:[1]";
        QVERIFY(!isLocal(other) && !isAlive(other));
        other.boot = "an earlier start of the machine";     // whose container had another number
        QVERIFY(isLocal(other) && !isAlive(other));
    }

    void whatAnEarlierVersionWroteIsReadAsBefore()
    {
        auto json = toJson(identityOf(::getpid()));
        json.erase("pid_namespace");
        const auto process = processFromJson(json);
        QVERIFY(process.pidNamespace.empty() && isLocal(process) && isAlive(process));
        QVERIFY(!toJson(process).contains("pid_namespace"));
    }

    void aZombieHasEnded()
    {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(0);
        auto identity = identityOf(child);
        QTRY_VERIFY(!isAlive(identity));    // before it is waited for
        QVERIFY(identityOf(child).pid == child);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
    }
};

BAMSCOPE_TEST(ProcessIdentityTest)
#include "test_process_identity.moc"
