// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of one input, decompressed where it is compressed.
#pragma once

#include "core/data/documents/inputs.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace bam::data {

class ByteStream {
public:
    virtual ~ByteStream() = default;

    /// Up to `most` bytes; 0 only at the end. @throws Error (Failed) naming the file; (Stopped) while waiting for standard input.
    virtual std::size_t read(char* to, std::size_t most) = 0;
    /// Bytes of the file consumed on disk, for progress.
    virtual std::int64_t diskPosition() const = 0;
    /// Continues at a byte of the (decompressed) content. False when the stream cannot jump; nothing was read then.
    virtual bool seek(std::int64_t offset) = 0;
};

std::unique_ptr<ByteStream> openFileStream(const InputFile& file);
std::unique_ptr<ByteStream> openStandardInput(std::stop_token stop);
/// @throws Error (Environment) when the program was built without Apache Arrow.
std::unique_ptr<ByteStream> openCompressedStream(const InputFile& file);

/// Whichever of the three fits.
std::unique_ptr<ByteStream> openByteStream(const InputFile& file, std::stop_token stop);

}  // namespace bam::data
