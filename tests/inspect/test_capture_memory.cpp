// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/inspect/capture_memory.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace bam;
using namespace bam::inspect;

namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

CaptureRequest requestOf(std::int64_t length)
{
    CaptureRequest request;
    request.prompt.tokens.assign(std::size_t(length), 1);
    request.prompt.queryRows = {length - 1};
    return request;
}

CaptureMemory shared(double bytes) { return {0, bytes, true}; }
CaptureMemory apart(double device, double host) { return {device, host, false}; }

}  // namespace

class CaptureMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aModelOnTheHostTakesEverythingFromTheHost()
    {
        const auto request = requestOf(1000);
        const auto fits = longestIn(shared(4 * kGiB), {}, request);
        QVERIFY(fits > 1000);
        QVERIFY(memoryFor({}, fits, request).total() <= 4 * kGiB);
        QVERIFY(memoryFor({}, fits + 1, request).total() > 4 * kGiB);
    }

    void aModelOnAnotherDeviceIsBoundByItsMemoryAndByTheHosts()
    {
        const auto request = requestOf(1000);
        const auto plenty = longestIn(apart(4 * kGiB, 4 * kGiB), {}, request);
        QVERIFY(longestIn(apart(2 * kGiB, 4 * kGiB), {}, request) < plenty || longestIn(apart(4 * kGiB, 2 * kGiB), {}, request) < plenty);
        QVERIFY(longestIn(apart(0.5 * kGiB, 400 * kGiB), {}, request) < longestIn(apart(80 * kGiB, 400 * kGiB), {}, request));
        QVERIFY(longestIn(apart(400 * kGiB, 0.01 * kGiB), {}, request) < longestIn(apart(400 * kGiB, 1 * kGiB), {}, request));
        QCOMPARE(longestIn(apart(0, 400 * kGiB), {}, request), std::int64_t(0));
    }

    void matricesAreKeptOnTheHostOncePerHead()
    {
        auto request = requestOf(1000);
        const auto without = memoryFor({}, 1000, request);
        request.matrices = true;
        request.matrixHeads = {{0, 1}, {0, 1}};
        const auto one = memoryFor({}, 1000, request);
        QCOMPARE(one.device, without.device);
        QCOMPARE(one.host - without.host, double(AttentionPyramid::bytesFor(1000, request.tiles)));
        request.matrixHeads.clear();
        const spec::ModelSpec model;
        QCOMPARE(memoryFor(model, 1000, request).host - without.host, double(model.layers * model.heads * AttentionPyramid::bytesFor(1000, tilesOf(model, 1000, request))));
    }

    /// The largest paper model that is looked into whole on a laptop.
    void matricesOfAllHeadsOfL12AtALongPromptFitIntoAGigabyteAndAHalf()
    {
        const auto model = spec::preset("l12").model;
        auto request = requestOf(100);
        request.prompt.queryRows.resize(5);
        request.matrices = true;
        QVERIFY2(memoryFor(model, 32'768, request).total() < 1.5e9, qPrintable(QString::number(memoryFor(model, 32'768, request).total())));
        QVERIFY(tilesOf(model, 32'768, request) >= 512);
        request.matrixHeads = {{0, 1}};
        QCOMPARE(tilesOf(model, 32'768, request), request.tiles);      // one head is as fine as it was asked for
    }

    void tooLongAPromptNamesTheMemoryThatIsShort()
    {
        const auto request = requestOf(100'000);
        EXPECT_ERROR(requireMemory(apart(0.2 * kGiB, 64 * kGiB), {}, 100'000, request, "cuda:1"), ErrorCode::Environment, "on cuda:1");
        EXPECT_ERROR(requireMemory(apart(64 * kGiB, 0.001 * kGiB), {}, 100'000, request, "cuda:1"), ErrorCode::Environment, "of memory, ");
        EXPECT_ERROR(requireMemory(shared(0.2 * kGiB), {}, 100'000, request, "cpu"), ErrorCode::Environment, "tokens would fit now");
        requireMemory(apart(64 * kGiB, 64 * kGiB), {}, 100'000, request, "cuda:1");
    }
};

BAMSCOPE_TEST(CaptureMemoryTest)

#include "test_capture_memory.moc"
