// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/capture_memory.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"

#include <algorithm>
#include <set>

namespace bam::inspect {
namespace {

constexpr double kPyramidBytes = 768 << 20;     // of all heads together
constexpr std::int64_t kFewestTiles = 64;
constexpr double kPerceptronBytes = 4 * 3 * 32;  // per key: what FIRE's perceptron holds of a row
constexpr double kWorkingBytes = 192 << 20;     // blocks of rows, whatever the length

double matricesOf(const spec::ModelSpec& model, const CaptureRequest& request)
{
    if (!request.matrices)
        return 0;
    return request.matrixHeads.empty() ? double(model.layers * model.heads) : double(std::set<HeadId>(request.matrixHeads.begin(), request.matrixHeads.end()).size());
}

}  // namespace

std::int64_t tilesOf(const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request)
{
    auto tiles = request.tiles;
    while (tiles > kFewestTiles && matricesOf(model, request) * double(AttentionPyramid::bytesFor(length, tiles)) > kPyramidBytes)
        tiles /= 2;
    return tiles;
}

CaptureMemory memoryFor(const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request)
{
    const auto rows = double(std::max<std::size_t>(request.prompt.queryRows.size(), 1)), width = double(model.dim) / double(model.heads), heads = double(model.heads);
    const bool ofQuery = encoding::kind(model.encoding).dependsOnQuery;
    const auto onDevice = 4 * (double(model.dim) + 2 * double(model.kvHeads) * width)   // float32
        + 4 * 6 * heads                                     // bias tables and factors, as they are made
        + (ofQuery ? kPerceptronBytes : 0) // of the row that is computed
        + 8 * 3 * rows + 16 * width;                        // scores and keys of a head
    const auto onHost = 4 * double(model.layers) * heads * rows     // kept rows
        + (ofQuery ? 4 * heads * rows : 0) // their biases, which no table holds
        + 64;                                               // tokens and their texts
    const auto matrices = matricesOf(model, request);
    CaptureMemory memory;
    memory.device = kWorkingBytes + double(length) * onDevice + 24 * rows * double(model.vocabulary);
    memory.host = double(length) * onHost + (matrices > 0 ? matrices * double(AttentionPyramid::bytesFor(length, tilesOf(model, length, request))) : 0);
    return memory;
}

std::int64_t longestIn(const CaptureMemory& free, const spec::ModelSpec& model, const CaptureRequest& request)
{
    std::int64_t fits = 0;
    for (std::int64_t step = 1ll << 40; step > 0; step /= 2)
        if (free.holds(memoryFor(model, fits + step, request)))
            fits += step;
    return fits;
}

void requireMemory(const CaptureMemory& free, const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request, const std::string& device)
{
    const auto needed = memoryFor(model, length, request);
    if (free.holds(needed))
        return;
    const bool ofDevice = !free.shared && needed.device > free.device;
    throw Error(ErrorCode::Environment, str("a prompt of ", withThousands(length), " tokens needs ", humanBytes(free.shared ? needed.total() : ofDevice ? needed.device : needed.host),
            " of memory", ofDevice ? " on " + device : "", ", ", humanBytes(ofDevice ? free.device : free.host), " are free"),
        str("Up to ", withThousands(longestIn(free, model, request)), " tokens would fit now", request.matrices ? "; without matrices more." : "."));
}

}  // namespace bam::inspect
