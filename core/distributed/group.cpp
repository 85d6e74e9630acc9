// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/group.h"

#include "core/base/text.h"
#include "core/base/version.h"
#include "core/distributed/c10d.h"
#include "core/distributed/local_address.h"
#include "core/distributed/rank_device.h"
#include "core/device/cuda_module.h"

#include <ATen/ATen.h>
#include <c10/util/Logging.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <future>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bam::distributed {
namespace {

using StorePointer = c10::intrusive_ptr<c10d::Store>;
using BackendPointer = c10::intrusive_ptr<c10d::Backend>;

constexpr std::chrono::seconds kLongestMeeting{600};
constexpr std::chrono::milliseconds kLook{50};      // between two looks for another rank or a stop

/// LibTorch prints traces of what it throws as well; what matters of them is in our messages. TORCH_CPP_LOG_LEVEL brings them back.
void quietLibTorch()
{
    constexpr int kFatal = 3;
    if (!std::getenv("TORCH_CPP_LOG_LEVEL"))
        FLAGS_caffe2_log_level = kFatal;
}

/// The first line, without the trace that LibTorch adds.
std::string shortly(const std::exception& failure)
{
    std::string text = failure.what();
    if (const auto* torch = dynamic_cast<const c10::Error*>(&failure))
        text = torch->what_without_backtrace();
    return text.substr(0, text.find('\n'));
}

void requireNoStop(const std::stop_token& stop, const std::string& awaited)
{
    if (stop.stop_requested())
        throw Error(ErrorCode::Stopped, str("stopped on request while waiting for ", awaited), "Nothing was begun yet.");
}

/// What LibTorch makes only when other ranks answer. It waits for them beside this thread, which looks at `stop`; what comes too late is dropped.
template <class Make>
auto beside(Make make, const std::stop_token& stop, const std::string& awaited)
{
    std::promise<decltype(make())> promise;
    auto made = promise.get_future();
    std::thread([promise = std::move(promise), make = std::move(make)]() mutable {
        try {
            promise.set_value(make());
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    }).detach();
    while (made.wait_for(kLook) != std::future_status::ready)
        requireNoStop(stop, awaited);
    return made.get();
}

StorePointer reachStore(const RankEnvironment& environment, std::chrono::seconds timeout, const std::stop_token& stop)
{
    c10d::TCPStoreOptions options;
    options.port = std::uint16_t(environment.port);
    options.isServer = !environment.storeIsThere && environment.rank == 0;
    options.waitWorkers = false;
    options.timeout = timeout;
    options.numWorkers = std::size_t(environment.ranks);
    try {
        const auto make = [address = environment.address, options] { return StorePointer(c10::make_intrusive<c10d::TCPStore>(address, options)); };
        const auto store = beside(make, stop, str("the store of the ranks at ", environment.address, " port ", environment.port));
        store->setTimeout(timeout);
        return environment.prefix.empty() ? store : StorePointer(c10::make_intrusive<c10d::PrefixStore>(environment.prefix, store));
    } catch (const Error&) {
        throw;
    } catch (const std::exception& failure) {
        throw Error(ErrorCode::Environment, str("rank ", environment.rank, " of ", environment.ranks, " did not reach the store at ", environment.address, " port ", environment.port, " within ",
            timeout.count(), " s: ", shortly(failure)),
            options.isServer ? "Another program may hold the port: set another MASTER_PORT for all ranks." : "Rank 0 must run and be reachable from here: check MASTER_ADDR, MASTER_PORT and the firewall between the machines.");
    }
}

/// What a rank has left under `key` of the store. @throws std::exception when the time is over or the store is gone
std::string awaitRank(c10d::Store& store, const std::string& key, std::chrono::steady_clock::time_point until, const std::stop_token& stop, const std::string& awaited)
{
    for (; !store.check({key}); std::this_thread::sleep_for(kLook)) {
        requireNoStop(stop, awaited);
        if (std::chrono::steady_clock::now() > until)
            throw std::runtime_error("the time is over");
    }
    const auto text = store.get(key);
    return {text.begin(), text.end()};
}

/// All ranks are there, and run the same program.
void meet(c10d::Store& store, const RankEnvironment& environment, std::chrono::seconds timeout, const std::stop_token& stop)
{
    const auto mine = str(programVersion(), " ", environment.ranks, " ranks");
    const auto until = std::chrono::steady_clock::now() + timeout;
    const auto key = [](int rank) { return str("bamscope/rank_", rank); };
    store.set(key(environment.rank), std::vector<std::uint8_t>(mine.begin(), mine.end()));
    for (int rank = 0; rank < environment.ranks; ++rank) {
        std::string theirs;
        try {
            theirs = awaitRank(store, key(rank), until, stop, str("rank ", rank, " of ", environment.ranks));
        } catch (const Error&) {
            throw;
        } catch (const std::exception& failure) {
            // Who holds the store may end because of a stop that reaches this process a moment later.
            std::this_thread::sleep_for(4 * kLook);
            requireNoStop(stop, str("rank ", rank, " of ", environment.ranks));
            if (std::chrono::steady_clock::now() < until)
                throw Error(ErrorCode::Environment, str("the store of the ranks at ", environment.address, " port ", environment.port, " went away while rank ", rank, " of ", environment.ranks, " was waited for: ", shortly(failure)),
                    "Whoever holds it, rank 0 or the launcher, has ended; its own log says why.");
            throw Error(ErrorCode::Environment, str("rank ", rank, " of ", environment.ranks, " did not come to ", environment.address, " port ", environment.port, " within ", timeout.count(), " s"),
                "See that rank's own log; start all ranks at about the same time, or raise dist_timeout.");
        }
        if (theirs != mine)
            throw Error(ErrorCode::Usage, str("rank ", rank, " is bamscope ", theirs, ", rank ", environment.rank, " is bamscope ", mine), "Start the same program with the same number of ranks everywhere.");
    }
}

BackendPointer makeGloo(const StorePointer& store, const RankEnvironment& environment, std::chrono::seconds timeout)
{
    auto options = c10d::ProcessGroupGloo::Options::create_default(timeout);
    if (const auto* interface = std::getenv("GLOO_SOCKET_IFNAME"); interface && *interface)
        options->devices = {c10d::ProcessGroupGloo::createDeviceForInterface(interface, /*lazyInit=*/false)};
    else if (const auto address = localAddressFor(environment); !address.empty())
        options->devices = {c10d::ProcessGroupGloo::createDeviceForHostname(address, /*lazyInit=*/false)};
    return c10::make_intrusive<c10d::ProcessGroupGloo>(c10::make_intrusive<c10d::PrefixStore>("gloo", store), environment.rank, environment.ranks, options);
}

BackendPointer makeNccl(const StorePointer& store, const RankEnvironment& environment, const at::Device& device, std::chrono::seconds timeout)
{
    const auto* table = device::cudaTable();
    if (!table)
        throw Error(ErrorCode::Environment, "several ranks on CUDA need the CUDA module, which is not there", "See `bamscope --batch info`.");
    const StorePointer prefixed = c10::make_intrusive<c10d::PrefixStore>("nccl", store);
    void* backend = nullptr;
    const device::NcclRequest request{prefixed.get(), environment.rank, environment.ranks, device.index(), std::int64_t(timeout.count()) * 1000};
    if (const auto* problem = table->makeNccl(&request, &backend))
        throw Error(ErrorCode::Environment, str("NCCL could not be started on ", device.str(), ": ", problem), "NCCL_DEBUG=INFO makes it tell more.");
    return BackendPointer::reclaim(static_cast<c10d::Backend*>(backend));
}

}  // namespace

struct Group::Impl {
    std::chrono::seconds timeout{};
    StorePointer store;
    BackendPointer gloo;
    c10::intrusive_ptr<c10d::ProcessGroup> all;
};

Group::Group() = default;

Group::Group(const RankEnvironment& environment, const at::Device& device, std::chrono::seconds timeout, const LogFn& log, const std::stop_token& stop)
    : m_environment(environment)
{
    if (!environment.several())
        return;
    quietLibTorch();
    if (log)
        log(str("waiting for the other ranks at ", environment.address, " port ", environment.port));
    m_impl = std::make_unique<Impl>();
    m_impl->timeout = timeout;
    const auto meeting = std::min(timeout, kLongestMeeting);
    m_impl->store = reachStore(environment, meeting, stop);
    meet(*m_impl->store, environment, meeting, stop);
    try {
        m_impl->gloo = beside([store = m_impl->store, environment, timeout] { return makeGloo(store, environment, timeout); }, stop, "the connection to the other ranks");
        m_impl->all = c10::make_intrusive<c10d::ProcessGroup>(m_impl->store, environment.rank, environment.ranks);
        m_impl->all->setBackend(at::kCPU, c10d::ProcessGroup::BackendType::GLOO, m_impl->gloo);
        m_impl->all->setDefaultBackend(c10d::ProcessGroup::BackendType::GLOO);
        if (device.is_cuda()) {
            requireOwnDevices(fromAll(identityOf(device)));
            m_impl->all->setBackend(at::kCUDA, c10d::ProcessGroup::BackendType::NCCL, makeNccl(m_impl->store, environment, device, timeout));
            m_impl->all->setDefaultBackend(c10d::ProcessGroup::BackendType::NCCL);
        }
    } catch (const Error&) {
        throw;
    } catch (const std::exception& failure) {
        throw Error(ErrorCode::Environment, str("rank ", environment.rank, " could not connect to the other ranks: ", shortly(failure)),
            "The ranks must reach each other's network addresses; GLOO_SOCKET_IFNAME names the interface to use.");
    }
}

Group::~Group() = default;

bool isContactLost(const std::exception& failure)
{
    if (dynamic_cast<const c10::DistError*>(&failure))
        return true;
    const std::string_view text = failure.what();
    return std::ranges::any_of(std::array{"gloo", "NCCL", "Connection closed by peer", "Connection reset by peer"}, [&](const char* word) { return text.find(word) != std::string_view::npos; });
}

c10d::ProcessGroup* Group::processGroup() const { return m_impl ? m_impl->all.get() : nullptr; }

void Group::rethrow(const std::string& what, const std::exception& failure) const
{
    throw ContactLost(ErrorCode::Failed, str("rank ", rank(), " lost contact with the other ranks at ", what, ": ", shortly(failure)),
        "Another rank ended or was cut off; its own log says why. Continue from the newest checkpoint with --resume.");
}

void Group::sum(std::span<double> values)
{
    if (!m_impl)
        return;
    during("a sum", [&] {
        std::vector<at::Tensor> tensors{at::from_blob(values.data(), {std::int64_t(values.size())}, at::kDouble)};
        m_impl->gloo->allreduce(tensors)->wait();
    });
}

void Group::broadcast(at::Tensor& tensor, int from)
{
    if (!m_impl)
        return;
    during("a broadcast", [&] {
        std::vector<at::Tensor> tensors{tensor};
        c10d::BroadcastOptions options;
        options.rootRank = from;
        m_impl->all->broadcast(tensors, options)->wait();
    });
}

std::string Group::fromFirst(std::string text)
{
    if (!m_impl)
        return text;
    auto size = at::full({1}, std::int64_t(text.size()), at::kLong);
    broadcast(size);
    auto bytes = at::empty({std::max<std::int64_t>(1, size[0].item<std::int64_t>())}, at::kByte);
    if (isFirst())
        std::memcpy(bytes.mutable_data_ptr(), text.data(), text.size());
    broadcast(bytes);
    return {static_cast<const char*>(bytes.const_data_ptr()), std::size_t(size[0].item<std::int64_t>())};
}

nlohmann::ordered_json Group::madeByFirst(const std::function<nlohmann::ordered_json()>& make)
{
    using Json = nlohmann::ordered_json;
    if (!m_impl)
        return make();
    Json told;
    std::exception_ptr problem;
    whileFirst([&] {
        const auto fail = [&](ErrorCode code, const std::string& cause, const std::string& hint) {
            problem = std::current_exception();
            told = {{"error", {{"code", int(code)}, {"cause", cause}, {"hint", hint}}}};
        };
        try {
            told = {{"made", make()}};
        } catch (const Error& error) {
            fail(error.code(), error.cause(), error.hint());
        } catch (const std::exception& failure) {
            fail(ErrorCode::Failed, shortly(failure), {});
        }
    });
    // Paths need not be text.
    const auto text = fromFirst(isFirst() ? told.dump(-1, ' ', false, Json::error_handler_t::replace) : std::string());
    if (problem)
        std::rethrow_exception(problem);
    if (!isFirst())
        told = Json::parse(text);
    if (const auto error = told.find("error"); error != told.end())
        throw Error(ErrorCode(error->at("code").get<int>()), error->at("cause").get<std::string>(), error->at("hint").get<std::string>());
    return told.at("made");
}

void Group::whileFirst(const std::function<void()>& work)
{
    if (!m_impl)
        return work();
    const std::string busy = "busy", done = "done";
    if (!isFirst()) {
        while (fromFirst({}) == busy) {
        }
        return;
    }
    // Until the work is done this thread alone speaks with the others, more often than they would wait.
    std::exception_ptr lost;
    std::jthread sign([&](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any over;
        std::unique_lock lock(mutex);
        try {
            while (!over.wait_for(lock, stop, std::max(std::chrono::milliseconds(m_impl->timeout) / 4, std::chrono::milliseconds(250)), [&] { return stop.stop_requested(); }))
                fromFirst(busy);
        } catch (...) {
            lost = std::current_exception();
        }
    });
    const auto end = [&] {
        sign.request_stop();
        sign.join();
        if (lost)
            std::rethrow_exception(lost);
        fromFirst(done);
    };
    try {
        work();
    } catch (...) {
        end();
        throw;
    }
    end();
}

std::vector<std::string> Group::fromAll(const std::string& text)
{
    if (!m_impl)
        return {text};
    std::vector<double> sizes(std::size_t(ranks()), 0.0);
    sizes[std::size_t(rank())] = double(text.size());
    sum(sizes);
    const auto longest = std::int64_t(std::max(1.0, *std::max_element(sizes.begin(), sizes.end())));
    auto mine = at::zeros({longest}, at::kByte);
    std::memcpy(mine.mutable_data_ptr(), text.data(), text.size());
    std::vector<at::Tensor> inputs{mine};
    std::vector<std::vector<at::Tensor>> outputs(1);
    for (int n = 0; n < ranks(); ++n)
        outputs.front().push_back(at::empty({longest}, at::kByte));
    during("a gathering", [&] { m_impl->gloo->allgather(outputs, inputs)->wait(); });
    std::vector<std::string> texts;
    for (int n = 0; n < ranks(); ++n)
        texts.emplace_back(static_cast<const char*>(outputs.front()[std::size_t(n)].const_data_ptr()), std::size_t(sizes[std::size_t(n)]));
    return texts;
}

void Group::barrier()
{
    double nothing = 0;
    sum(std::span(&nothing, 1));
}

void Group::note(const std::string& key, const std::string& text)
{
    if (m_impl)
        during("a note", [&] { m_impl->store->set(key, std::vector<std::uint8_t>(text.begin(), text.end())); });
}

bool Group::isNoted(const std::string& key)
{
    return m_impl && during("a look for a note", [&] { return m_impl->store->check({key}); });
}

}  // namespace bam::distributed
