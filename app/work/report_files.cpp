// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/report_files.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"

#include <QFile>

#include <algorithm>
#include <set>

namespace bam::work {
namespace {

using views::TableFormat;

/// Words that Markdown would take for something else.
QString markdownWords(const QString& words) { return views::withBackslashes(words, QStringLiteral("\\`*_<[|#")); }

QString madeLine(const Report& report) { return QStringLiteral("Made %1 by %2.").arg(report.date, report.program); }

QByteArray resource(const char* name)
{
    QFile file(QStringLiteral(":/report/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorCode::Failed, str("the program lacks its own file ", name), "Build it again from the sources.");
    return file.readAll();
}

/// On dark pages the same figure with light ink.
figures::FigureStyle darkStyle()
{
    figures::FigureStyle style;
    style.ink = QColor(222, 224, 228);
    style.paper = QColor(27, 29, 33);
    return style;
}

QString dataOf(const QByteArray& svg) { return QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(svg.toBase64()); }

class Encoder {
public:
    Encoder(const Report& report, const QStringList& formats, const ProgressFn& progress, const std::stop_token& stop) : m_report(report), m_formats(formats), m_progress(progress), m_stop(stop) {}

    std::vector<figures::OutputFile> encode()
    {
        for (const auto& figure : m_report.figures)
            encodeFigureFiles(figure);
        for (const auto& table : m_report.tables)
            encodeTable(table, true);
        encodeTable(m_report.all, false);
        encodeTable(m_report.making, false);
        if (wants("md"))
            add(QStringLiteral("report.md"), markdown());
        if (wants("html"))
            add(QStringLiteral("index.html"), page());
        return std::move(m_files);
    }

private:
    bool wants(const char* format) const { return m_formats.contains(QLatin1String(format)); }
    void add(const QString& name, const QString& text) { m_files.push_back({name, text.toUtf8()}); }

    void encodeFigureFiles(const ReportFigure& figure)
    {
        if (m_stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request", "Nothing was written.");
        if (m_progress)
            m_progress({"drawing", double(m_pictures.size()), double(m_report.figures.size()), "figures", 0, figure.title.toStdString()});
        const auto name = QStringLiteral("figures/%1.").arg(figure.id);
        const auto svg = figures::toSvg(figure.figure, {});
        if (wants("pdf"))
            m_files.push_back({name + QStringLiteral("pdf"), figures::toPdf(figure.figure, {})});
        if (wants("svg"))
            m_files.push_back({name + QStringLiteral("svg"), svg});
        if (wants("png"))
            m_files.push_back({name + QStringLiteral("png"), figures::toPng(figure.figure, {})});
        m_pictures.push_back(wants("html") ? QStringLiteral("<picture><source srcset=\"%1\" media=\"screen and (prefers-color-scheme: dark)\"><img src=\"%2\" alt=\"%3\"></picture>")
                                                 .arg(dataOf(figures::toSvg(figure.figure, darkStyle())), dataOf(svg), figure.title.toHtmlEscaped())
                                           : QString());
    }

    void encodeTable(const ReportTable& table, bool forPapers)
    {
        const auto name = QStringLiteral("tables/%1.").arg(table.id);
        if (wants("csv"))
            add(name + QStringLiteral("csv"), views::tableText(table.table, TableFormat::Csv));
        if (wants("tex") && forPapers)
            add(name + QStringLiteral("tex"), QStringLiteral("% %1\n%2%3").arg(table.title, table.caption.isEmpty() ? QString() : QStringLiteral("% %1\n").arg(table.caption), views::tableText(table.table, TableFormat::Latex)));
    }

    /// The file of a figure that a Markdown page shows; empty where there is none.
    QString shownFile(const ReportFigure& figure) const
    {
        for (const auto* const format : {"svg", "png"})
            if (wants(format))
                return QStringLiteral("figures/%1.%2").arg(figure.id, QLatin1String(format));
        return {};
    }

    QString markdown() const
    {
        QString text = QStringLiteral("# %1\n\n%2\n").arg(markdownWords(m_report.title), madeLine(m_report));
        if (!m_report.notes.isEmpty())
            text += QStringLiteral("\n## Not used\n\n");
        for (const auto& note : m_report.notes)
            text += QStringLiteral("* %1\n").arg(markdownWords(note));
        for (const auto& figure : m_report.figures) {
            const auto file = shownFile(figure);
            if (file.isEmpty() && !wants("pdf"))
                continue;
            text += QStringLiteral("\n## %1\n\n").arg(markdownWords(figure.title));
            text += file.isEmpty() ? QStringLiteral("[%1](figures/%2.pdf)\n").arg(markdownWords(figure.title), figure.id) : QStringLiteral("![%1](%2)\n").arg(markdownWords(figure.title), file);
            if (!figure.caption.isEmpty())
                text += QStringLiteral("\n*%1*\n").arg(markdownWords(figure.caption));
        }
        const auto addTable = [&](const ReportTable& table) {
            text += QStringLiteral("\n## %1\n\n").arg(markdownWords(table.title));
            if (!table.caption.isEmpty())
                text += markdownWords(table.caption) + QStringLiteral("\n\n");
            text += views::tableText(table.table, TableFormat::Markdown);
        };
        for (const auto& table : m_report.tables)
            addTable(table);
        addTable(m_report.making);
        if (wants("csv"))
            text += QStringLiteral("\nEvery number with its seed, samples, checkpoint and program: [tables/results.csv](tables/results.csv).\n");
        return text;
    }

    QString page() const
    {
        const auto title = m_report.title.toHtmlEscaped();
        QString text = QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                                      "<title>%1</title>\n<style>\n%2</style>\n</head>\n<body>\n<h1>%1</h1>\n<p class=\"made\">%3</p>\n")
                           .arg(title, QString::fromUtf8(resource("report.css")), madeLine(m_report).toHtmlEscaped());
        if (!m_report.notes.isEmpty()) {
            text += QStringLiteral("<section><h2>Not used</h2>\n<ul>\n");
            for (const auto& note : m_report.notes)
                text += QStringLiteral("<li>%1</li>\n").arg(note.toHtmlEscaped());
            text += QStringLiteral("</ul></section>\n");
        }
        if (!m_report.figures.empty()) {
            text += QStringLiteral("<section class=\"figures\">\n");
            for (std::size_t n = 0; n < m_report.figures.size(); ++n)
                text += QStringLiteral("<figure id=\"%1\">%2\n<figcaption><b>%3.</b> %4</figcaption></figure>\n")
                            .arg(m_report.figures[n].id, m_pictures[n], m_report.figures[n].title.toHtmlEscaped(), m_report.figures[n].caption.toHtmlEscaped());
            text += QStringLiteral("</section>\n");
        }
        for (const auto& table : m_report.tables)
            text += section(table, false);
        text += section(m_report.making, false) + section(m_report.all, true);
        return text + QStringLiteral("<script>\n%1</script>\n</body>\n</html>\n").arg(QString::fromUtf8(resource("report.js")));
    }

    static QString section(const ReportTable& table, bool folded)
    {
        if (table.table.rows.isEmpty())
            return {};
        const auto content = QStringLiteral("<p>%1</p>\n<div class=\"wide\">\n%2</div>\n").arg(table.caption.toHtmlEscaped(), views::tableText(table.table, TableFormat::Html));
        return folded ? QStringLiteral("<section id=\"%1\"><details><summary>%2</summary>\n%3</details></section>\n").arg(table.id, table.title.toHtmlEscaped(), content)
                      : QStringLiteral("<section id=\"%1\"><h2>%2</h2>\n%3</section>\n").arg(table.id, table.title.toHtmlEscaped(), content);
    }

    const Report& m_report;
    const QStringList& m_formats;
    const ProgressFn& m_progress;
    const std::stop_token& m_stop;
    std::vector<figures::OutputFile> m_files;
    std::vector<QString> m_pictures;        // of each figure, for the page
};

namespace fs = std::filesystem;

/// Names the files of the report that is there, so that they can be told from others in its folder.
constexpr const char* kList = ".report.json";

/// Where a report may have a file: beside its list, in tables or in figures.
bool isReportFile(const fs::path& name)
{
    const auto folder = name.parent_path();
    return name.has_filename() && name.filename() != ".." && (name == "index.html" || name == "report.md" || folder == "tables" || folder == "figures");
}

/// Of the report in the folder, as its list says; a list that cannot be read names none.
std::set<std::string> listedFiles(const fs::path& folder)
{
    std::error_code failure;
    if (!fs::is_regular_file(folder / kList, failure))
        return {};
    std::set<std::string> names;
    const auto list = jsonOrDiscarded<nlohmann::json>(readFile(folder / kList));
    if (list.is_object() && list.contains("files") && list["files"].is_array())
        for (const auto& name : list["files"])
            if (name.is_string() && isReportFile(name.get<std::string>()))
                names.insert(name.get<std::string>());
    return names;
}

void writeList(const fs::path& folder, const std::set<std::string>& names)
{
    writeFileAtomic(folder / kList, nlohmann::ordered_json{{"files", names}}.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace

const QStringList& reportFormats()
{
    static const QStringList formats{QStringLiteral("html"), QStringLiteral("md"), QStringLiteral("csv"), QStringLiteral("tex"), QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png")};
    return formats;
}

std::vector<figures::OutputFile> encodeReport(const Report& report, const QStringList& formats, const ProgressFn& progress, const std::stop_token& stop)
{
    return Encoder(report, formats, progress, stop).encode();
}

std::vector<std::filesystem::path> writeReport(const std::filesystem::path& folder, const std::vector<figures::OutputFile>& files, bool overwrite)
{
    std::error_code failure;
    if (fs::exists(folder, failure) && !fs::is_directory(folder, failure))
        throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" is a file, a folder was expected"), "Name a folder with --out; it is made if need be.");
    std::vector<fs::path> written;
    for (const auto& file : files) {
        written.push_back(folder / file.name.toStdString());
        if (!overwrite && fs::exists(fs::symlink_status(written.back(), failure)))
            throw Error(ErrorCode::Usage, str("\"", written.back().string(), "\" is there already"), "Choose another folder with --out, or replace the report with --force.");
    }
    for (std::size_t n = 0; n < files.size(); ++n) {
        fs::create_directories(written[n].parent_path(), failure);
        if (failure)
            throwFileError(written[n].parent_path(), "create", failure.value());
        writeFileAtomic(written[n], std::string_view(files[n].content.constData(), std::size_t(files[n].content.size())));
    }
    std::set<std::string> names;
    for (const auto& file : files)
        names.insert(file.name.toStdString());
    for (const auto& name : listedFiles(folder)) {
        if (!overwrite)
            names.insert(name);     // the formats of one report may be asked for one after the other
        else if (!names.contains(name))
            fs::remove(folder / name, failure);     // it would be taken for this report's
    }
    writeList(folder, names);
    return written;
}

}  // namespace bam::work
