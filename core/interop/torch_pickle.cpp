// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/torch_pickle.h"

#include "core/interop/torch_archive.h"
#include "core/interop/unpickler.h"

namespace bam::interop {

const PickleValue* PickleValue::find(const std::string& key) const
{
    const auto* const dict = std::get_if<std::shared_ptr<PickleDict>>(&value);
    if (!dict)
        return nullptr;
    for (const auto& [name, entry] : **dict)
        if (name.text() && *name.text() == key)
            return &entry;
    return nullptr;
}

PickleValue readTorchFile(const std::filesystem::path& path)
{
    const TorchArchive archive(path);
    return Unpickler(archive, archive.record("data.pkl")).load();
}

}  // namespace bam::interop
