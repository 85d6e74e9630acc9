// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/unpickler.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

namespace bam::interop {
namespace {

constexpr std::size_t kMaxPickle = std::size_t(4) << 20;    // a state dict of 10,000 tensors needs about 1.5 MiB
constexpr std::size_t kMaxText = std::size_t(64) << 20;
constexpr std::size_t kMaxNesting = 64;
constexpr const char* kPlainOnly = "Only dictionaries, lists, tuples, numbers, text and tensors are read; save these alone.";

struct OpcodeName {
    unsigned char code;
    const char* name;
};
/// Known to pickle and refused here; named so that the message says what the file tried.
constexpr std::array<OpcodeName, 22> kRefusedOpcodes = {{{'i', "INST"}, {'o', "OBJ"}, {0x81, "NEWOBJ"}, {0x92, "NEWOBJ_EX"},
    {0x93, "STACK_GLOBAL"}, {0x82, "EXT1"}, {0x83, "EXT2"}, {0x84, "EXT4"}, {'P', "PERSID"}, {0x95, "FRAME"}, {'0', "POP"},
    {'1', "POP_MARK"}, {'2', "DUP"}, {'d', "DICT"}, {'l', "LIST"}, {'U', "SHORT_BINSTRING"}, {'T', "BINSTRING"}, {'B', "BINBYTES"},
    {'C', "SHORT_BINBYTES"}, {0x8b, "LONG4"}, {0x8f, "EMPTY_SET"}, {0x97, "NEXT_BUFFER"}}};

}  // namespace

Unpickler::~Unpickler()
{
    // What is not part of the result may hold loops (never freed otherwise), or chains so deep that their destructors would exhaust
    // the stack. requireTree knows all that belongs to the result.
    for (const auto& list : m_lists)
        if (!m_done || !m_heights.contains(list.get()))
            list->clear();
    for (const auto& dict : m_dicts)
        if (!m_done || !m_heights.contains(dict.get()))
            dict->clear();
}

PickleValue Unpickler::load()
{
    if (m_pickle.size() > kMaxPickle)
        refuse(str("data.pkl has ", humanBytes(double(m_pickle.size())), ", at most ", humanBytes(double(kMaxPickle)), " are read"),
            "Save tensors and plain values only.");
    if (littleEndian(1) != 0x80 || littleEndian(1) != 2)
        refuse("its pickle does not have protocol 2", "Save it with torch.save and its default pickle_protocol.");
    for (;;) {
        const auto code = static_cast<unsigned char>(littleEndian(1));
        if (code == '.')
            break;
        if (!runValue(code) && !runTuple(code) && !runContainer(code) && !runMemo(code) && !runObject(code))
            refuseOpcode(code);
    }
    if (m_stack.size() != 1 || !m_marks.empty() || m_position != m_pickle.size())
        refuse("its pickle does not end with one value");
    PickleValue result = popPlain();
    requireTree(result, 0);
    m_done = true;
    return result;
}

void Unpickler::refuse(const std::string& found, const std::string& hint) const
{
    m_archive.refuse(str(found, " (byte ", m_position, " of data.pkl)"), hint);
}

void Unpickler::refuseOpcode(unsigned char code) const
{
    std::string name = str("unknown opcode ", int(code));
    for (const auto& opcode : kRefusedOpcodes)
        if (opcode.code == code)
            name = str("opcode ", opcode.name);
    refuse(str("its pickle uses the ", name, ", which is not needed for tensors and plain values"), kPlainOnly);
}

// ---- Reading and the stack

std::span<const std::byte> Unpickler::take(std::size_t size)
{
    if (size > m_pickle.size() - m_position)
        refuse("its pickle ends in the middle");
    const auto bytes = m_pickle.subspan(m_position, size);
    m_position += size;
    return bytes;
}

std::uint64_t Unpickler::littleEndian(std::size_t size)
{
    std::uint64_t value = 0;
    const auto bytes = take(size);
    for (std::size_t i = 0; i < size; ++i)
        value |= std::uint64_t(bytes[i]) << (8 * i);
    return value;
}

std::string Unpickler::line()
{
    const auto rest = m_pickle.subspan(m_position);
    const auto end = std::find(rest.begin(), rest.end(), std::byte('\n'));
    if (end == rest.end())
        refuse("its pickle ends in the middle of a name");
    const auto bytes = take(static_cast<std::size_t>(end - rest.begin()) + 1);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size() - 1};
}

Item Unpickler::pop()
{
    if (m_stack.size() <= floor())
        refuse("its pickle takes a value from an empty stack");
    Item item = std::move(m_stack.back());
    m_stack.pop_back();
    return item;
}

Item& Unpickler::top()
{
    if (m_stack.size() <= floor())
        refuse("its pickle uses a value of an empty stack");
    return m_stack.back();
}

std::vector<Item> Unpickler::popToMark()
{
    if (m_marks.empty())
        refuse("its pickle uses a mark that was never set");
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<Item> items(std::make_move_iterator(begin), std::make_move_iterator(m_stack.end()));
    m_stack.erase(begin, m_stack.end());
    m_marks.pop_back();
    return items;
}

PickleValue Unpickler::plain(Item item) const
{
    if (auto* value = std::get_if<PickleValue>(&item.content))
        return std::move(*value);
    refuse("its pickle stores a type or a storage as a value", kPlainOnly);
}

// ---- Numbers and text

bool Unpickler::runValue(unsigned char code)
{
    switch (code) {
    case 'N':
        pushPlain({});
        return true;
    case 0x88:
    case 0x89:
        pushPlain({code == 0x88});
        return true;
    case 'K':
        pushPlain({std::int64_t(littleEndian(1))});
        return true;
    case 'M':
        pushPlain({std::int64_t(littleEndian(2))});
        return true;
    case 'J':
        pushPlain({std::int64_t(static_cast<std::int32_t>(littleEndian(4)))});
        return true;
    case 0x8a:
        pushPlain({longInteger()});
        return true;
    case 'G': {
        std::uint64_t bits = 0;
        for (const std::byte byte : take(8))
            bits = bits << 8 | std::uint64_t(byte);
        pushPlain({std::bit_cast<double>(bits)});
        return true;
    }
    case 'X':
        pushPlain({text()});
        return true;
    default:
        return false;
    }
}

std::int64_t Unpickler::longInteger()
{
    const auto size = static_cast<std::size_t>(littleEndian(1));
    if (size > 8)
        refuse(str("its pickle holds an integer of ", 8 * size, " bits, at most 64 are read"));
    std::uint64_t value = littleEndian(size);
    if (size > 0 && size < 8 && (value >> (8 * size - 1)) != 0)
        value |= ~std::uint64_t(0) << (8 * size);
    return static_cast<std::int64_t>(value);
}

std::string Unpickler::text()
{
    const auto bytes = take(static_cast<std::size_t>(littleEndian(4)));
    std::string value(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (repairUtf8(value) != 0)
        refuse("its pickle holds text that is not valid UTF-8");
    return value;
}

/// Each copy of a text costs its length, so a short pickle could ask for any amount through the memo.
void Unpickler::countText(const Item& item)
{
    if (const auto* const value = item.plain(); value && value->text())
        m_textBytes += value->text()->size();
    if (m_textBytes > kMaxText)
        refuse(str("its text would take more than ", humanBytes(double(kMaxText))));
}

// ---- Lists, tuples, dictionaries

bool Unpickler::runTuple(unsigned char code)
{
    switch (code) {
    case '(':
        m_marks.push_back(m_stack.size());
        return true;
    case ')':
        push(tuple({}));
        return true;
    case 't':
        push(tuple(popToMark()));
        return true;
    case 0x85:
    case 0x86:
    case 0x87: {
        std::vector<Item> items(code - 0x84u);
        for (auto item = items.rbegin(); item != items.rend(); ++item)
            *item = pop();
        push(tuple(std::move(items)));
        return true;
    }
    default:
        return false;
    }
}

bool Unpickler::runContainer(unsigned char code)
{
    switch (code) {
    case ']':
        pushPlain({newList()});
        return true;
    case '}':
        pushPlain({newDict()});
        return true;
    case 'a': {
        PickleValue value = popPlain();
        listOnTop().push_back(std::move(value));
        return true;
    }
    case 'e': {
        std::vector<Item> items = popToMark();
        PickleList& list = listOnTop();
        for (Item& item : items)
            list.push_back(plain(std::move(item)));
        return true;
    }
    case 's': {
        PickleValue value = popPlain();
        PickleValue key = popPlain();
        setEntry(dictOnTop(), std::move(key), std::move(value));
        return true;
    }
    case 'u': {
        std::vector<Item> items = popToMark();
        if (items.size() % 2 != 0)
            refuse("its pickle holds a dictionary key without a value");
        PickleDict& dict = dictOnTop();
        for (std::size_t i = 0; i < items.size(); i += 2)
            setEntry(dict, plain(std::move(items[i])), plain(std::move(items[i + 1])));
        return true;
    }
    default:
        return false;
    }
}

Item Unpickler::tuple(std::vector<Item> items)
{
    if (std::all_of(items.begin(), items.end(), [](const Item& item) { return item.plain() != nullptr; })) {
        const auto list = newList();
        for (Item& item : items)
            list->push_back(std::move(std::get<PickleValue>(item.content)));
        return {PickleValue{list}};
    }
    for (const Item& item : items)
        if (std::holds_alternative<std::shared_ptr<Arguments>>(item.content))
            refuse("its pickle nests types or storages in tuples");
    return {std::make_shared<Arguments>(std::move(items))};
}

PickleList& Unpickler::listOnTop()
{
    const PickleValue* const value = top().plain();
    const auto* const list = value ? std::get_if<std::shared_ptr<PickleList>>(&value->value) : nullptr;
    if (!list)
        refuse("its pickle appends to something that is no list");
    return **list;
}

PickleDict& Unpickler::dictOnTop()
{
    const PickleValue* const value = top().plain();
    const auto* const dict = value ? std::get_if<std::shared_ptr<PickleDict>>(&value->value) : nullptr;
    if (!dict)
        refuse("its pickle sets an entry of something that is no dictionary");
    return **dict;
}

void Unpickler::setEntry(PickleDict& dict, PickleValue key, PickleValue value)
{
    if (const std::string* const name = key.text()) {
        const auto [known, isNew] = m_keys[&dict].try_emplace(*name, dict.size());
        if (!isNew) {
            dict[known->second].second = std::move(value);
            return;
        }
    }
    dict.emplace_back(std::move(key), std::move(value));
}

// ---- Memo

bool Unpickler::runMemo(unsigned char code)
{
    switch (code) {
    case 'q':
        memoize(littleEndian(1));
        return true;
    case 'r':
        memoize(littleEndian(4));
        return true;
    case 'h':
        recall(littleEndian(1));
        return true;
    case 'j':
        recall(littleEndian(4));
        return true;
    default:
        return false;
    }
}

void Unpickler::memoize(std::uint64_t index)
{
    const Item& item = top();
    countText(item);
    m_memo.insert_or_assign(index, item);
}

void Unpickler::recall(std::uint64_t index)
{
    const auto found = m_memo.find(index);
    if (found == m_memo.end())
        refuse(str("its pickle recalls entry ", index, " of the memo, which was never stored"));
    countText(found->second);
    push(found->second);
}

// ---- Globals, storages, tensors

bool Unpickler::runObject(unsigned char code)
{
    switch (code) {
    case 'c': {
        const std::string module = line();
        push({m_builder.findGlobal(module, line())});
        return true;
    }
    case 'Q':
        push({m_builder.storage(arguments(pop()))});
        return true;
    case 'R':
        push(call());
        return true;
    case 'b':
        // Attributes of a dictionary, e.g. the module versions that state_dict() attaches: nothing here depends on them.
        popPlain();
        dictOnTop();
        return true;
    default:
        return false;
    }
}

Item Unpickler::call()
{
    const Arguments values = arguments(pop());
    const Item function = pop();
    if (!function.global())
        refuse("its pickle calls something that is no function");
    if (function.global()->kind != Global::OrderedDict)
        return m_builder.reduce(*function.global(), values);
    if (!values.empty())
        refuse("its pickle makes an OrderedDict in a way torch.save does not");
    return {PickleValue{newDict()}};
}

Arguments Unpickler::arguments(const Item& item) const
{
    if (const auto* const mixed = std::get_if<std::shared_ptr<Arguments>>(&item.content))
        return **mixed;
    if (!item.list())
        refuse("its pickle passes arguments that are no tuple");
    Arguments items;
    for (const PickleValue& element : *item.list())
        items.push_back({element});
    return items;
}

/// Height of the value; refuses loops and nesting beyond the limit. Each container is visited once, however often it is shared.
std::size_t Unpickler::requireTree(const PickleValue& value, std::size_t depth)
{
    const auto* const list = std::get_if<std::shared_ptr<PickleList>>(&value.value);
    const auto* const dict = std::get_if<std::shared_ptr<PickleDict>>(&value.value);
    if (!list && !dict)
        return 0;
    const void* const container = list ? static_cast<const void*>(list->get()) : static_cast<const void*>(dict->get());
    if (m_path.contains(container))
        refuse("its pickle holds a container that contains itself");
    const auto known = m_heights.find(container);
    std::size_t height = known == m_heights.end() ? 0 : known->second;
    if (known == m_heights.end() && depth <= kMaxNesting) {
        m_path.insert(container);
        if (list) {
            for (const PickleValue& element : **list)
                height = std::max(height, requireTree(element, depth + 1));
        } else {
            for (const auto& [key, element] : **dict)
                height = std::max({height, requireTree(key, depth + 1), requireTree(element, depth + 1)});
        }
        ++height;
        m_path.erase(container);
        m_heights.emplace(container, height);
    }
    if (depth + height > kMaxNesting)
        refuse(str("its pickle is nested deeper than ", kMaxNesting, " levels"));
    return height;
}

}  // namespace bam::interop
