// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda_graph.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/cuda_module.h"

namespace bam::device {
namespace {

class CudaGraph : public WorkGraph {
public:
    CudaGraph(const CudaTable& table, int index)
        : m_table(table), m_index(index)
    {
        check(table.graphCreate(index, &m_graph), "Making");
    }
    ~CudaGraph() override { m_table.graphDestroy(m_graph); }
    CudaGraph(const CudaGraph&) = delete;
    CudaGraph& operator=(const CudaGraph&) = delete;

    void warmUp(const std::function<void()>& work) override
    {
        const Inside inside(*this);
        work();
    }

    void record(const std::function<void()>& work) override
    {
        const Inside inside(*this);
        check(m_table.graphBegin(m_graph), "Beginning");
        try {
            work();
        } catch (...) {
            m_table.graphEnd(m_graph);      // its message would be a consequence of this exception
            throw;
        }
        check(m_table.graphEnd(m_graph), "Recording");
    }

    void replay() override { check(m_table.graphReplay(m_graph), "Replaying"); }

private:
    /// The graph's stream is the current one for the life of the object.
    class Inside {
    public:
        explicit Inside(const CudaGraph& graph)
            : m_graph(graph)
        {
            graph.check(graph.m_table.graphEnter(graph.m_graph), "Entering the stream of");
        }
        ~Inside() { m_graph.m_table.graphLeave(m_graph.m_graph); }     // a device that cannot do this fails at the next call, too
        Inside(const Inside&) = delete;
        Inside& operator=(const Inside&) = delete;

    private:
        const CudaGraph& m_graph;
    };

    void check(const char* message, const char* what) const
    {
        if (message != nullptr)
            throw Error(ErrorCode::Failed, str(what, " a CUDA graph on cuda:", m_index, " failed: ", message, "."), "Train with cuda_graphs=off.");
    }

    const CudaTable& m_table;
    int m_index;
    void* m_graph = nullptr;
};

}  // namespace

std::unique_ptr<WorkGraph> makeWorkGraph(const at::Device& device)
{
    if (!device.is_cuda())
        return nullptr;
    const CudaTable* table = cudaTable();
    if (table == nullptr)
        throw Error(ErrorCode::Environment, loadCuda().cause, loadCuda().hint);
    return makeWorkGraph(*table, device.index());
}

std::unique_ptr<WorkGraph> makeWorkGraph(const CudaTable& table, int index) { return std::make_unique<CudaGraph>(table, index); }

}  // namespace bam::device
