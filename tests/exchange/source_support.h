// SPDX-License-Identifier: GPL-3.0-or-later
// A source read as an import reads it.
#pragma once

#include "core/base/error.h"
#include "core/exchange/curve_rows.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace bam::test {

struct Read {
    exchange::Survey survey;
    exchange::Picks picks;
    exchange::CurveRows curves;
};

/// @param maps as --map has them
inline Read readSource(exchange::CurveSource& source, const std::vector<std::string>& maps = {})
{
    using exchange::Field;
    Read read;
    read.survey = exchange::survey(source);
    read.picks = exchange::guess(read.survey.columns);
    if (source.kind() == "tensorboard")
        read.picks[Field::Step].reset(), read.picks[Field::Time].reset();
    exchange::applyMaps(read.picks, read.survey.columns, maps);
    read.curves = exchange::readCurves(source, read.survey, read.picks);
    return read;
}

/// The only source that is there. @throws Error (Failed) when there are several
inline Read readOnly(const std::filesystem::path& path, const std::vector<std::string>& maps = {})
{
    const auto sources = exchange::findSources(path);
    if (sources.size() != 1)
        throw Error(ErrorCode::Failed, "several sources");
    return readSource(*sources.front(), maps);
}

inline std::filesystem::path writeText(const std::filesystem::path& file, const std::string& content)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
}

}  // namespace bam::test
