// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks tell each other: real groups over Gloo, one thread a rank.
#include "core/distributed/gradient_reducer.h"
#include "core/distributed/group.h"
#include "core/distributed/rank_device.h"
#include "core/model/transformer.h"
#include "tests/support/rank_places.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>

using namespace bam;
using distributed::Group;
using test::freePort;
using test::place;

namespace {

/// Runs `work` on each rank of a group. @returns the first error; rethrown on the calling thread
void onRanks(int ranks, const std::function<void(Group&)>& work, std::chrono::seconds timeout = std::chrono::seconds(20))
{
    const int port = freePort();
    std::vector<std::thread> threads;
    std::exception_ptr failure;
    std::mutex mutex;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            try {
                Group group(place(rank, ranks, port), at::kCPU, timeout);
                work(group);
                group.barrier();
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure)
                    failure = std::current_exception();
            }
        });
    for (auto& thread : threads)
        thread.join();
    if (failure)
        std::rethrow_exception(failure);
}

}  // namespace

class GroupOfRanks : public test::Suite {
    Q_OBJECT

private Q_SLOTS:
    void aProcessAloneIsAGroup()
    {
        Group group;
        std::vector<double> values{1, 2};
        group.sum(values);
        QCOMPARE(values, (std::vector<double>{1, 2}));
        QCOMPARE(group.fromFirst("x"), std::string("x"));
        QCOMPARE(group.fromAll("y"), std::vector<std::string>{"y"});
        QVERIFY(group.isFirst() && !group.several());
    }

    void numbersTextsAndTensorsReachEveryRank_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::newRow("two") << 2;
        QTest::newRow("three") << 3;
    }

    void numbersTextsAndTensorsReachEveryRank()
    {
        QFETCH(int, ranks);
        std::atomic<int> right = 0;
        onRanks(ranks, [&](Group& group) {
            std::vector<double> values{1, double(group.rank()), 0.1};
            group.sum(values);
            const bool summed = values[0] == ranks && values[1] == double(ranks * (ranks - 1) / 2);
            const bool first = group.fromFirst(group.isFirst() ? std::string("größer\0zero", 13) : std::string()) == std::string("größer\0zero", 13) && group.fromFirst({}).empty();
            const auto texts = group.fromAll(std::string(std::size_t(group.rank()) * 3, 'a'));
            bool all = texts.size() == std::size_t(ranks);
            for (int rank = 0; rank < ranks; ++rank)
                all = all && texts[std::size_t(rank)] == std::string(std::size_t(rank) * 3, 'a');
            auto tensor = at::full({2, 3}, group.rank(), at::kFloat);
            group.broadcast(tensor, 1);
            const bool sent = tensor.eq(1).all().item<bool>();
            right += summed && first && all && sent;
        });
        QCOMPARE(right.load(), ranks);
    }

    void aRankThatDoesNotComeIsNamed()
    {
        const int port = freePort();
        EXPECT_ERROR(Group(place(0, 2, port), at::kCPU, std::chrono::seconds(1)), ErrorCode::Environment, "rank 1 of 2 did not come");
        EXPECT_ERROR(Group(place(1, 2, port), at::kCPU, std::chrono::seconds(1)), ErrorCode::Environment, "did not reach the store");
    }

    void aRankThatLeavesIsLostToTheOthers()
    {
        std::atomic<bool> told = false;
        try {
            onRanks(2, [&](Group& group) {
                if (group.rank() == 1)
                    throw Error(ErrorCode::Failed, "gone");
                try {
                    for (int n = 0; n < 1000; ++n) {
                        double value = 1;
                        group.sum(std::span(&value, 1));
                    }
                } catch (const distributed::ContactLost& lost) {
                    told = lost.cause().find("rank 0 lost contact") != std::string::npos;
                    throw;
                }
            });
        } catch (const Error&) {
        }
        QVERIFY(told.load());
    }

    // Over the ranks, in buckets, with gradients that were accumulated before.
    void gradientsBecomeTheSumOfAllRanks()
    {
        std::atomic<int> right = 0;
        onRanks(2, [&](Group& group) {
            std::vector<at::Tensor> parameters;
            for (const int size : {300'000, 7, 40'000})
                parameters.push_back(at::ones({size}, at::kFloat).set_requires_grad(true));
            distributed::GradientReducer reducer(group, parameters, 1 << 20);
            bool good = true;
            for (int step = 0; step < 3; ++step) {
                for (auto& parameter : parameters)
                    parameter.mutable_grad().reset();
                const auto loss = [&](double factor) {
                    at::Tensor sum = at::zeros({}, at::kFloat);
                    for (std::size_t n = 0; n < parameters.size(); ++n)
                        sum = sum + (parameters[n] * (factor * double(n + 1))).sum();
                    return sum;
                };
                loss(1).backward();                             // accumulated only
                reducer.reduceNext();
                loss(group.rank() == 0 ? 1.0 : 3.0).backward();
                for (std::size_t n = 0; n < parameters.size(); ++n)
                    good = good && parameters[n].grad().eq(6.0 * double(n + 1)).all().item<bool>();     // 1 + 1 and 1 + 3
            }
            right += good;
        });
        QCOMPARE(right.load(), 2);
    }

    // The model that is trained, with updates: each step's gradients are those of one process that has all rows.
    void gradientsOfAModelAreThoseOfOneProcess_data() { numbersTextsAndTensorsReachEveryRank_data(); }

    void gradientsOfAModelAreThoseOfOneProcess()
    {
        QFETCH(int, ranks);
        spec::ModelSpec spec;
        spec.size = "custom";
        spec.dim = 16;
        spec.layers = 2;
        spec.heads = spec.kvHeads = 2;
        spec.vocabulary = 50;
        spec.ssmax = true;
        const auto trained = [](const model::Transformer& model) {
            std::vector<at::Tensor> all;
            for (const auto& [name, parameter] : model.parameters())
                if (parameter.requires_grad())
                    all.push_back(parameter);
            return all;
        };
        const auto rows = [](int step) { return (at::arange(6 * 13, at::kLong) * 37 + step * 11).remainder(50).view({6, 13}); };
        const auto loss = [](const model::Transformer& model, const at::Tensor& tokens) { return model.loss(tokens.slice(1, 0, 12), tokens.slice(1, 1, 13)); };
        const auto update = [](std::vector<at::Tensor>& parameters) {
            const at::NoGradGuard guard;
            for (auto& parameter : parameters) {
                parameter.sub_(parameter.grad(), 0.1);
                parameter.mutable_grad().reset();
            }
        };
        std::vector<std::vector<at::Tensor>> expected;
        const model::Transformer alone(spec, 5);
        auto parameters = trained(alone);
        for (int step = 0; step < 50; ++step) {
            loss(alone, rows(step)).backward();
            auto& gradients = expected.emplace_back();
            for (const auto& parameter : parameters)
                gradients.push_back(parameter.grad().clone());
            update(parameters);
        }
        std::mutex mutex;
        double largest = 0, size = 0;
        onRanks(ranks, [&](Group& group) {
            const model::Transformer model(spec, 5);
            auto mine = trained(model);
            distributed::GradientReducer reducer(group, mine, 1 << 20);
            for (int step = 0; step < 50; ++step) {
                reducer.reduceNext();
                (loss(model, rows(step).chunk(group.ranks())[std::size_t(group.rank())]) / double(group.ranks())).backward();
                const std::lock_guard lock(mutex);
                for (std::size_t n = 0; n < mine.size(); ++n) {
                    largest = std::max(largest, (mine[n].grad() - expected[std::size_t(step)][n]).abs().max().item<double>());
                    size = std::max(size, mine[n].grad().abs().max().item<double>());
                }
                update(mine);
            }
        });
        QVERIFY(size > 0.1);
        QVERIFY2(largest > 0 && largest <= 1e-6, qPrintable(QString::number(largest)));
    }

    void whatTheFirstMakesOrCannotMakeIsEveryonesEvenWhenItTakesLongerThanRanksWait()
    {
        std::atomic<int> right = 0;
        onRanks(3, [&](Group& group) {
            int made = 0;
            const auto told = group.madeByFirst([&]() -> nlohmann::ordered_json {
                ++made;
                std::this_thread::sleep_for(std::chrono::seconds(3));
                return {{"path", "caf\xe9"}};
            });
            bool good = told.contains("path") && made == (group.isFirst() ? 1 : 0);
            for (const bool known : {true, false})
                try {
                    group.madeByFirst([&]() -> nlohmann::ordered_json {
                        if (known)
                            throw Error(ErrorCode::Environment, "no caf\xe9", "hint");
                        throw std::runtime_error("strange");
                    });
                    good = false;
                } catch (const Error& error) {
                    good = good && (known ? error.code() == ErrorCode::Environment && error.cause().starts_with("no caf") : error.cause() == "strange");
                } catch (const std::runtime_error&) {
                    good = good && group.isFirst() && !known;
                }
            right += good;
        }, std::chrono::seconds(1));
        QCOMPARE(right.load(), 3);
    }

    void devicesAndThreadsFollowTheLocalRank()
    {
        QCOMPARE(distributed::deviceFor("cuda:1", {}), std::string("cuda:1"));
        distributed::requireOwnDevices({"a GPU-1", "a GPU-2", "b GPU-1", "", ""});
        EXPECT_ERROR(distributed::requireOwnDevices({"a GPU-1", "", "a GPU-1"}), ErrorCode::Environment, "ranks 0 and 2 have the same device, a GPU-1");
        QCOMPARE(distributed::identityOf(at::kCPU), std::string());
        QCOMPARE(distributed::deviceFor("cpu", place(1, 2, 1)), std::string("cpu"));
        EXPECT_ERROR(distributed::deviceFor("cuda:1", place(1, 2, 1)), ErrorCode::Usage, "device is cuda:1");
        QCOMPARE(distributed::threadsFor(3, place(1, 2, 1)), 3);
    }
};

BAMSCOPE_TEST(GroupOfRanks)
#include "test_group.moc"
