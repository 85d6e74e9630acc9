// SPDX-License-Identifier: GPL-3.0-or-later
// The archive is LibTorch's, the pickle our own: protocol 2, the few opcodes that a dictionary of tensors needs, no memo.
#include "core/interop/torch_writer.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>
#include <caffe2/serialize/inline_container.h>

#include <array>
#include <bit>
#include <exception>
#include <limits>
#include <set>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "records are written as they lie in memory and declared little-endian");

struct StorageName {
    at::ScalarType type;
    const char* name;       ///< of the class in the module torch
};
constexpr std::array<StorageName, 10> kStorages = {{{at::kDouble, "DoubleStorage"}, {at::kFloat, "FloatStorage"}, {at::kHalf, "HalfStorage"},
    {at::kBFloat16, "BFloat16Storage"}, {at::kLong, "LongStorage"}, {at::kInt, "IntStorage"}, {at::kShort, "ShortStorage"}, {at::kChar, "CharStorage"},
    {at::kByte, "ByteStorage"}, {at::kBool, "BoolStorage"}}};

const char* storageName(at::ScalarType type)
{
    for (const auto& storage : kStorages)
        if (storage.type == type)
            return storage.name;
    return nullptr;
}

std::string recordName(std::size_t index) { return str("data/", index); }

/// The opcodes, each as the pickle module of Python names it.
class Pickle {
public:
    Pickle() { m_bytes = {'\x80', '\x02'}; }

    void global(const char* module, const char* name) { m_bytes += str('c', module, '\n', name, '\n'); }
    void mark() { m_bytes += '('; }
    void tuple() { m_bytes += 't'; }        ///< of what lies above the mark
    void reduce() { m_bytes += 'R'; }
    void persistentId() { m_bytes += 'Q'; }
    void setItems() { m_bytes += 'u'; }
    void no() { m_bytes += '\x89'; }
    void emptyOrderedDict()
    {
        global("collections", "OrderedDict");
        m_bytes += ')';
        reduce();
    }
    void text(const std::string& value)
    {
        m_bytes += 'X';
        littleEndian(value.size(), 4);
        m_bytes += value;
    }
    void integer(std::int64_t value)
    {
        if (value >= 0 && value < 256) {
            m_bytes += 'K';
            littleEndian(std::uint64_t(value), 1);
        } else if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()) {
            m_bytes += 'J';
            littleEndian(std::uint64_t(value), 4);
        } else {
            m_bytes += {'\x8a', '\x08'};
            littleEndian(std::uint64_t(value), 8);
        }
    }
    void integers(at::IntArrayRef values)
    {
        mark();
        for (const auto value : values)
            integer(value);
        tuple();
    }
    const std::string& stop() { return m_bytes += '.'; }

private:
    void littleEndian(std::uint64_t value, int bytes)
    {
        for (int n = 0; n < bytes; ++n)
            m_bytes += char(value >> (8 * n) & 0xff);
    }

    std::string m_bytes;
};

/// _rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks) over a record of its own.
void addTensor(Pickle& pickle, const at::Tensor& tensor, std::size_t index)
{
    std::vector<std::int64_t> strides(std::size_t(tensor.dim()));
    std::int64_t stride = 1;
    for (auto axis = tensor.dim(); axis-- > 0; stride *= std::max<std::int64_t>(tensor.size(axis), 1))
        strides[std::size_t(axis)] = stride;
    pickle.global("torch._utils", "_rebuild_tensor_v2");
    pickle.mark();
    pickle.mark();
    pickle.text("storage");
    pickle.global("torch", storageName(tensor.scalar_type()));
    pickle.text(std::to_string(index));
    pickle.text("cpu");
    pickle.integer(tensor.numel());
    pickle.tuple();
    pickle.persistentId();
    pickle.integer(0);
    pickle.integers(tensor.sizes());
    pickle.integers(strides);
    pickle.no();
    pickle.emptyOrderedDict();
    pickle.tuple();
    pickle.reduce();
}

std::string pickleOf(const std::filesystem::path& path, const NamedTensors& tensors)
{
    const auto refuse = [&](const std::string& found, const char* hint) {
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": ", found, "."), hint);
    };
    Pickle pickle;
    pickle.emptyOrderedDict();
    pickle.mark();
    std::set<std::string> taken;
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        const auto& [name, tensor] = tensors[index];
        std::string valid = name;
        if (repairUtf8(valid) != 0)
            refuse("the name of a tensor is not valid UTF-8", "Rename the tensor first.");
        if (!taken.insert(name).second)
            refuse(str("two tensors are called \"", name, "\""), "Rename one of them first.");
        if (!tensor.defined() || tensor.layout() != at::kStrided)
            refuse(str("\"", name, "\" is no dense tensor"), "Convert the tensor first.");
        if (!storageName(tensor.scalar_type()))
            refuse(str("tensor \"", name, "\" has type ", at::toString(tensor.scalar_type()), ", which torch.save stores in another way"), "Convert the tensor first, or write safetensors.");
        pickle.text(name);
        addTensor(pickle, tensor, index);
    }
    pickle.setItems();
    return pickle.stop();
}

/// LibTorch's writer over a sink. It is plain C below and ends the archive even in its destructor, where an exception would end the program. So
/// it never learns of a failure of the sink: what follows is dropped, and the failure is thrown once LibTorch has returned.
class Archive {
public:
    explicit Archive(const ByteSink& sink)
        : m_writer([this, &sink](const void* data, std::size_t size) {
              try {
                  if (!m_failure)
                      sink(data, size);
              } catch (...) {
                  m_failure = std::current_exception();
              }
              return size;
          })
    {
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    void write(const std::string& record, const void* data, std::size_t size)
    {
        m_writer.writeRecord(record, data, size);
        rethrow();
    }
    void end()
    {
        m_writer.writeEndOfFile();
        rethrow();
    }

private:
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

    std::exception_ptr m_failure;       // before the writer, which uses it
    caffe2::serialize::PyTorchStreamWriter m_writer;
};

}  // namespace

void writeTorchFile(const std::filesystem::path& path, const NamedTensors& tensors, const std::function<void()>& beforeTensor)
{
    const std::string pickle = pickleOf(path, tensors);
    const std::string byteOrder = "little";
    try {
        writeFileAtomic(path, [&](const ByteSink& sink) {
            Archive archive(sink);
            archive.write("data.pkl", pickle.data(), pickle.size());
            archive.write("byteorder", byteOrder.data(), byteOrder.size());
            for (std::size_t index = 0; index < tensors.size(); ++index) {
                beforeTensor();
                const at::Tensor dense = tensors[index].second.detach().to(at::kCPU).contiguous();
                archive.write(recordName(index), dense.nbytes() > 0 ? dense.const_data_ptr() : "", dense.nbytes());
            }
            archive.end();
        });
    } catch (const c10::Error& error) {
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": LibTorch reported: ", error.what_without_backtrace()), "Check the path and the disk, then try again.");
    }
}

}  // namespace bam::interop
