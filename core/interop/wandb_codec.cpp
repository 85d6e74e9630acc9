// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/wandb_codec.h"

#include "core/interop/wire_shape.h"

#include "wandb_codec.pb.h"

#include <limits>

namespace bam::interop {
namespace {

namespace wire = proto::wandb;

const WireShape& shapeOfRecord()
{
    static const WireShape leaf, history{{{1, &leaf}, {2, &leaf}}}, config{{{1, &leaf}}}, run{{{4, &config}, {17, &leaf}}},
        record{{{2, &history}, {5, &config}, {17, &run}, {18, &leaf}}};
    return record;
}

std::string keyOf(const wire::Item& item)
{
    if (item.nested_key_size() == 0)
        return item.key();
    std::string key;
    for (const auto& part : item.nested_key())
        key += (key.empty() ? "" : ".") + part;
    return key;
}

template <class Items>
void addItems(WandbRecord& record, const Items& items)
{
    for (const auto& item : items)
        record.items.emplace_back(keyOf(item), item.value_json());
}

void add(wire::Item& to, const WandbItem& item)
{
    to.set_key(item.first);
    to.set_value_json(item.second);
}

}  // namespace

bool decodeWandbRecord(const void* data, std::size_t size, WandbRecord& record)
{
    const auto* begin = static_cast<const std::uint8_t*>(data);
    wire::Record parsed;
    if (size > std::size_t(std::numeric_limits<int>::max()) || !lengthsFit(begin, begin + size, shapeOfRecord()) || !parsed.ParseFromArray(data, int(size)))
        return false;
    record = {};
    switch (parsed.what_case()) {
    case wire::Record::kHistory:
        record.kind = WandbRecord::Kind::History;
        addItems(record, parsed.history().item());
        if (parsed.history().has_step())
            record.step = parsed.history().step().num();
        break;
    case wire::Record::kConfig:
        record.kind = WandbRecord::Kind::Config;
        addItems(record, parsed.config().update());
        break;
    case wire::Record::kRun:
        record.kind = WandbRecord::Kind::Run;
        addItems(record, parsed.run().config().update());
        record.runId = parsed.run().run_id();
        record.project = parsed.run().project();
        record.name = parsed.run().display_name();
        record.startTime = double(parsed.run().start_time().seconds()) + 1e-9 * parsed.run().start_time().nanos();
        break;
    case wire::Record::kExit:
        record.kind = WandbRecord::Kind::Exit;
        record.exitCode = parsed.exit().exit_code();
        break;
    case wire::Record::WHAT_NOT_SET:
        break;
    }
    return true;
}

std::string encodeWandbHistory(std::int64_t step, const std::vector<WandbItem>& items)
{
    wire::Record record;
    for (const auto& item : items)
        add(*record.mutable_history()->add_item(), item);
    record.mutable_history()->mutable_step()->set_num(step);
    return record.SerializeAsString();
}

std::string encodeWandbRun(const std::string& runId, const std::string& name, const std::vector<WandbItem>& config, double startTime)
{
    wire::Record record;
    auto& run = *record.mutable_run();
    run.set_run_id(runId);
    run.set_display_name(name);
    for (const auto& item : config)
        add(*run.mutable_config()->add_update(), item);
    run.mutable_start_time()->set_seconds(std::int64_t(startTime));
    return record.SerializeAsString();
}

}  // namespace bam::interop
