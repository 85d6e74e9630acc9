// SPDX-License-Identifier: GPL-3.0-or-later
// A lens of which a test decides what it does and how long it takes.
#pragma once

#include "app/work/lens_worker.h"
#include "tests/widgets/lens_support.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace bam::test {

/// Shared by all lenses of one test and the test itself.
struct FakeLenses {
    std::mutex mutex;
    std::vector<std::string> log;           ///< "open /a", "capture 1000", …
    std::atomic<bool> hold = false;         ///< captures wait until they are stopped or this is false
    std::atomic<int> alive = 0;
    std::atomic<int> holding = 0;
    std::int64_t longest = 1 << 20;

    void note(const std::string& what)
    {
        const std::lock_guard lock(mutex);
        log.push_back(what);
    }
    std::vector<std::string> noted()
    {
        const std::lock_guard lock(mutex);
        return log;
    }
};

class FakeLens : public work::LensEngine {
public:
    FakeLens(std::shared_ptr<FakeLenses> shared, const inspect::LensSource& source) : m_shared(std::move(shared))
    {
        m_info.source = source;
        m_info.model.layers = 2;
        m_info.model.heads = 4;
        m_info.trainedLength = 160;
        ++m_shared->alive;
    }
    ~FakeLens() override { --m_shared->alive; }

    const inspect::LensInfo& info() const override { return m_info; }
    inspect::Prompt prompt(const inspect::PromptSpec& spec) const override
    {
        if (spec.kind == inspect::PromptKind::Text && spec.text.empty())
            throw Error(ErrorCode::Usage, "the text gives no token", "Type a few words.");
        CaptureShape shape;
        shape.length = std::max<std::int64_t>(spec.length, 32);
        return somePrompt(shape);
    }
    std::int64_t longestPrompt(const inspect::CaptureRequest&) const override { return m_shared->longest; }
    inspect::Capture capture(const inspect::CaptureRequest& request, const ProgressFn& progress, const std::stop_token& stop) override
    {
        m_shared->note("capture " + std::to_string(request.prompt.length()) + (request.matrices ? " with matrices" : "") + (request.ropeScaling.isOn() ? " " + request.ropeScaling.method : ""));
        if (request.prompt.length() > m_shared->longest)
            throw Error(ErrorCode::Usage, "the prompt of " + std::to_string(request.prompt.length()) + " tokens is too long", "Up to " + std::to_string(m_shared->longest) + " tokens fit.");
        Progress told;
        told.task = "capturing";
        told.total = 2;
        told.done = 1;
        if (progress)
            progress(told);
        wait(stop);
        CaptureShape shape;
        shape.length = request.prompt.length();
        auto capture = *someCapture(shape, request.changes);
        capture.ropeScaling = request.ropeScaling;
        if (request.matrices) {
            capture.matrices.resize(8);
            inspect::PyramidLevel level;
            level.tile = inspect::AttentionPyramid::tileFor(shape.length, 16);
            level.side = (shape.length + level.tile - 1) / level.tile;
            level.max.assign(std::size_t(level.side * (level.side + 1) / 2), 0.25f);
            level.mean = level.max;
            for (const auto head : request.matrixHeads)
                capture.matrices[capture.indexOf(head)] = std::make_shared<const inspect::AttentionPyramid>(shape.length, level);
        }
        return capture;
    }
    inspect::Region region(const inspect::RegionRequest& request, const ProgressFn&, const std::stop_token&) override
    {
        m_shared->note("region");
        inspect::Region region;
        region.asked = request;
        return region;
    }
    inspect::Decomposition decompose(inspect::HeadId head, std::int64_t query, const ProgressFn&, const std::stop_token& stop) override
    {
        m_shared->note("decompose " + std::to_string(query));
        wait(stop);
        inspect::Decomposition parts;
        parts.head = head;
        parts.query = query;
        for (auto* values : {&parts.contentScore, &parts.scaledContent, &parts.biasTerm, &parts.content, &parts.position, &parts.joint})
            values->assign(std::size_t(query + 1), 1.0 / double(query + 1));
        return parts;
    }

private:
    void wait(const std::stop_token& stop)
    {
        ++m_shared->holding;
        while (m_shared->hold && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --m_shared->holding;
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request");
    }

    std::shared_ptr<FakeLenses> m_shared;
    inspect::LensInfo m_info;
};

/// Opens anything but sources whose folder's name says what is wrong with them.
inline work::LensOpener fakeOpener(const std::shared_ptr<FakeLenses>& shared)
{
    return [shared](const inspect::LensSource& source, const ProgressFn&, const std::stop_token&) -> std::unique_ptr<work::LensEngine> {
        const auto name = source.run.string();
        shared->note("open " + name);
        if (name.find("vocabulary") != std::string::npos)
            throw Error(ErrorCode::Usage, "the tokenizer has 300 pieces, the model 512", "Name the tokenizer that the run was trained with.");
        if (name.find("torch") != std::string::npos)
            throw std::runtime_error("[enforce fail at alloc_cpu.cpp:117] DefaultCPUAllocator: can't allocate memory: you tried to allocate 137438953472 bytes.\nException raised from alloc_cpu");
        if (name.find("strange") != std::string::npos)
            throw std::runtime_error("shapes do not match\nException raised from somewhere");
        return std::make_unique<FakeLens>(shared, source);
    };
}

}  // namespace bam::test
