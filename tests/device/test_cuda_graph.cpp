// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which graphs use the module, with a table that only notes what it is asked.
#include "core/device/cuda_graph.h"
#include "core/device/cuda_table.h"
#include "tests/support/test_main.h"

using namespace bam;
using namespace bam::device;

namespace {

std::string calls;          // first letters, in order
std::string refused;        // the call that fails

const char* note(const char* name)
{
    calls += name[0];
    return refused == name ? "out of memory" : nullptr;
}

const CudaTable& notingTable()
{
    static const CudaTable table = [] {
        CudaTable made{};
        made.version = kCudaTableVersion;
        made.graphCreate = [](int, void** graph) {
            *graph = &calls;
            return note("create");
        };
        made.graphEnter = [](void*) { return note("in"); };
        made.graphLeave = [](void*) { return note("out"); };
        made.graphBegin = [](void*) { return note("begin"); };
        made.graphEnd = [](void*) { return note("end"); };
        made.graphReplay = [](void*) { return note("replay"); };
        made.graphDestroy = [](void*) { note("destroy"); };
        return made;
    }();
    return table;
}

/// Forgets what earlier tests noted.
const CudaTable& freshTable()
{
    calls.clear();
    refused.clear();
    return notingTable();
}

void work() { calls += 'w'; }

}  // namespace

class CudaGraphTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void workIsDoneAndRecordedOnTheGraphsStream()
    {
        {
            const auto graph = makeWorkGraph(freshTable(), 1);
            graph->warmUp(work);
            graph->record(work);
            graph->replay();
        }
        QCOMPARE(calls, std::string("c" "iwo" "ibweo" "r" "d"));
    }

    void workThatThrowsEndsTheRecordingAndLeavesTheStream()
    {
        const auto graph = makeWorkGraph(freshTable(), 1);
        EXPECT_ERROR((graph->record([] { throw Error(ErrorCode::Failed, "no such token"); }), 0), ErrorCode::Failed, "no such token");
        EXPECT_ERROR((graph->warmUp([] { throw Error(ErrorCode::Failed, "no such token"); }), 0), ErrorCode::Failed, "no such token");
        QCOMPARE(calls, std::string("c" "ibeo" "io"));
    }

    void refusalsNameTheDeviceAndTheReason()
    {
        const auto& table = freshTable();
        refused = "create";
        EXPECT_ERROR(makeWorkGraph(table, 1), ErrorCode::Failed, "Making a CUDA graph on cuda:1 failed: out of memory.");
        refused = "begin";
        const auto graph = makeWorkGraph(table, 1);
        calls.clear();
        EXPECT_ERROR((graph->record(work), 0), ErrorCode::Failed, "out of memory");
        QCOMPARE(calls, std::string("ibo"));
        refused = "end";
        EXPECT_ERROR((graph->record(work), 0), ErrorCode::Failed, "Recording");
        QCOMPARE(calls, std::string("ibo" "ibweo"));
        refused = "in";
        EXPECT_ERROR((graph->warmUp(work), 0), ErrorCode::Failed, "Entering");
        QCOMPARE(calls, std::string("ibo" "ibweo" "i"));
        refused = "replay";
        EXPECT_ERROR((graph->replay(), 0), ErrorCode::Failed, "Replaying");
    }
};

BAMSCOPE_TEST(CudaGraphTest)
#include "test_cuda_graph.moc"
