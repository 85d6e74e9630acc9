// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/figure_files.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_record.h"

#include <algorithm>

namespace bam::work {
namespace {

/// Does the sidecar hold the same figure, whatever its style?
bool isOfSameFigure(const std::filesystem::path& sidecar, const figures::Figure& figure)
{
    try {
        return figures::figureBytes(readFigureFile(sidecar).figure) == figures::figureBytes(figure);
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

std::vector<std::filesystem::path> foreignFiles(const std::filesystem::path& folder, const QString& name, const figures::FigureFile& file)
{
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& part : figures::namesOfFiles(file, name))
        if (const auto path = folder / part.toStdString(); std::filesystem::exists(path, error))
            found.push_back(path);
    if (!found.empty() && isOfSameFigure(folder / (name.toStdString() + ".json"), file.figure))
        found.clear();
    return found;
}

std::vector<std::filesystem::path> writeOutputFiles(const std::filesystem::path& folder, const std::vector<figures::OutputFile>& files)
{
    std::error_code error;
    if (!folder.empty())
        std::filesystem::create_directories(folder, error);
    if (error)
        throwFileError(folder, "make the folder", error.value());
    std::vector<std::filesystem::path> written;
    for (const auto& file : files) {
        const auto path = folder / file.name.toStdString();
        writeFileAtomic(path, std::string_view(file.content.constData(), std::size_t(file.content.size())));
        written.push_back(path);
    }
    return written;
}

std::vector<std::filesystem::path> writeFigureFiles(const std::filesystem::path& folder, const QString& name, const figures::FigureFile& file, bool overwrite)
{
    if (const auto foreign = foreignFiles(folder, name, file); !overwrite && !foreign.empty())
        throw Error(ErrorCode::Failed, str(foreign.front().string(), " is there already and holds another figure"), "Choose another name with --out, or replace it with --force.");
    return writeOutputFiles(folder, figures::encodeFigure(file, name));
}

figures::FigureFile readFigureFile(const std::filesystem::path& file)
{
    const auto text = readFile(file);
    return figures::fromJson(QByteArray::fromStdString(text), QString::fromStdString(file.string()));
}

QString runIdOf(const std::filesystem::path& run)
{
    auto folder = runs::namedFolder(run);
    auto id = folder.filename();
    const int parents = id.string().starts_with("version_") ? 2 : 0;
    for (int i = 0; i < parents && folder.has_parent_path() && folder.parent_path().has_filename(); ++i) {
        folder = folder.parent_path();
        id = folder.filename() / id;
    }
    return QString::fromStdString(id.string());
}

figures::Provenance provenanceOf(const std::vector<std::filesystem::path>& runs)
{
    figures::Provenance provenance{.program = programName(), .made = QString::fromStdString(runs::timeStamp())};
    for (const auto& run : runs) {
        const auto record = runs::readRecord(run, run.parent_path(), 0);
        figures::Provenance::Run told{runIdOf(run), record.step, {}};
        std::error_code error;
        if (std::filesystem::exists(run / "run.json", error)) {
            try {
                const auto json = jsonOrDiscarded<nlohmann::json>(readFile(run / "run.json"));      // keys sorted: equal specs, equal hashes
                if (json.is_object() && json.contains("spec"))
                    told.spec = QString::fromStdString(sha256(json["spec"].dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
            } catch (const Error&) {
                // A run whose file cannot be read is named without its hash.
            }
        }
        provenance.runs.push_back(std::move(told));
    }
    return provenance;
}

QString programName()
{
    const auto commit = programCommit();
    return QString::fromStdString(str("bamscope ", programVersion(), commit.empty() ? "" : str(" (", commit, ")")));
}

}  // namespace bam::work
