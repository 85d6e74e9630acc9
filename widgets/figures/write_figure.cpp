// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/write_figure.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "widgets/figures/render.h"

#include <QBuffer>
#include <QDateTime>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace bam::figures {
namespace {

constexpr double kPointsPerMillimetre = 72 / 25.4;
constexpr int kPdfDots = 1200;
constexpr int kSvgDots = 288;       // 4 user units per point, as the layout has

QByteArray escaped(const QString& text)
{
    QString result;
    // XML has no way to say control characters; half a surrogate pair is no character.
    for (const QChar c : text)
        result += c.unicode() < 0x20 && c != QLatin1Char('\n') && c != QLatin1Char('\t') ? QChar(0xFFFD) : c;
    return QString::fromUtf8(result.toUtf8()).toHtmlEscaped().toUtf8();
}

QString description(const Figure& figure)
{
    return provenanceLines(figure.provenance).join(QLatin1Char('\n'));
}

/// Dublin Core and what is ours, as RDF: the same in PDF and SVG.
QByteArray rdfOf(const Figure& figure)
{
    QByteArray rdf = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
        "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:bam=\"urn:bamscope:figure\">\n<rdf:Description rdf:about=\"\">\n";
    rdf += "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" + escaped(figure.title) + "</rdf:li></rdf:Alt></dc:title>\n";
    rdf += "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">" + escaped(description(figure)) + "</rdf:li></rdf:Alt></dc:description>\n";
    rdf += "<xmp:CreatorTool>" + escaped(figure.provenance.program) + "</xmp:CreatorTool>\n";
    if (!figure.provenance.made.isEmpty())
        rdf += "<xmp:CreateDate>" + escaped(figure.provenance.made) + "</xmp:CreateDate>\n";
    rdf += "<bam:kind>" + escaped(figure.kind) + "</bam:kind>\n<bam:runs><rdf:Seq>\n";
    for (const auto& run : figure.provenance.runs)
        rdf += "<rdf:li rdf:parseType=\"Resource\"><bam:id>" + escaped(run.id) + "</bam:id><bam:step>" + QByteArray::number(run.step) + "</bam:step><bam:spec>"
            + escaped(run.spec) + "</bam:spec>" + (run.conditions.isEmpty() ? QByteArray() : "<bam:conditions>" + escaped(run.conditions) + "</bam:conditions>") + "</rdf:li>\n";
    return rdf + "</rdf:Seq></bam:runs>\n</rdf:Description>\n</rdf:RDF>";
}

QByteArray xmpOf(const Figure& figure)
{
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n" + rdfOf(figure) + "\n</x:xmpmeta>\n<?xpacket end=\"r\"?>";
}

/// Qt's writer rounds pages to whole points, but leaves room for decimals: the box is set to the style's size inside of the next larger page, whose upper left
/// corner stays where it is. As many bytes as before, so that the table of offsets stays right.
void setPageBox(QByteArray& pdf, const QSizeF& points)
{
    static const QByteArray kKey = "/MediaBox [";
    const auto begin = pdf.indexOf(kKey) + kKey.size(), end = pdf.indexOf(']', begin);
    if (begin < kKey.size() || end < 0)
        throw Error(ErrorCode::Failed, "the PDF writer wrote a page without a size", "Please report this with the version of Qt.");
    const double top = std::ceil(points.height() - 1e-6);
    const auto room = end - begin;
    for (int digits = 5; digits >= 2; --digits) {
        const auto number = [&](double value) { return QByteArray::number(value, 'f', digits); };
        const QByteArray box = "0 " + number(top - points.height()) + " " + number(points.width()) + " " + number(top);
        if (box.size() > room)
            continue;
        pdf.replace(begin, room, box.leftJustified(room, ' '));
        return;
    }
    throw Error(ErrorCode::Failed, "the PDF writer left no room for the size of the page", "Please report this with the version of Qt.");
}

/// The date of the figure instead of the clock's.
void setPdfDate(QByteArray& pdf, const QString& made)
{
    static const QByteArray kKey = "/CreationDate (D:";
    const auto begin = pdf.indexOf(kKey) + kKey.size(), end = pdf.indexOf(')', begin);
    if (begin < kKey.size() || end < begin)
        return;
    auto time = QDateTime::fromString(made, Qt::ISODate).toUTC();
    if (!time.isValid())
        time = QDateTime::fromSecsSinceEpoch(0, Qt::UTC);
    // With the time zone as Qt writes it: "Z", or "+01'00'".
    const auto room = end - begin;
    const auto date = time.toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1();
    const QByteArray zone = room == date.size() + 1 ? "Z" : "+00'00'";
    pdf.replace(begin, room, (date + zone).left(room).leftJustified(room, ' '));
}

}  // namespace

QStringList provenanceLines(const Provenance& provenance)
{
    QStringList lines;
    for (const auto& run : provenance.runs) {
        auto line = QStringLiteral("run %1").arg(run.id);
        if (run.step >= 0)
            line += QStringLiteral(", step %1").arg(run.step);
        if (!run.spec.isEmpty())
            line += QStringLiteral(", spec %1").arg(run.spec);
        if (!run.conditions.isEmpty())
            line += QStringLiteral(", ") + run.conditions;
        lines << line;
    }
    if (!provenance.program.isEmpty())
        lines << QStringLiteral("program %1").arg(provenance.program);
    if (!provenance.made.isEmpty())
        lines << QStringLiteral("made %1").arg(provenance.made);
    return lines;
}

QByteArray toPdf(const Figure& figure, const FigureStyle& style)
{
    const auto points = style.millimetres * kPointsPerMillimetre;
    QByteArray pdf;
    QBuffer buffer(&pdf);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(std::ceil(points.width() - 1e-6), std::ceil(points.height() - 1e-6)), QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(kPdfDots);
    writer.setCreator(figure.provenance.program.isEmpty() ? QStringLiteral("Bamscope") : figure.provenance.program);
    writer.setTitle(figure.title);
    writer.setDocumentXmpMetadata(xmpOf(figure));
    QCPPainter painter;
    if (!painter.begin(&writer))
        throw Error(ErrorCode::Failed, "the PDF writer could not start", "Try another format, or a smaller figure.");
    paint(painter, figure, style, kPdfDots / 72.0, true);
    painter.end();
    setPageBox(pdf, points);
    setPdfDate(pdf, figure.provenance.made);
    return pdf;
}

QByteArray toSvg(const Figure& figure, const FigureStyle& style)
{
    const auto units = style.millimetres / 25.4 * kSvgDots;
    QByteArray svg;
    QBuffer buffer(&svg);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(QSize(int(std::ceil(units.width())), int(std::ceil(units.height()))));
    generator.setViewBox(QRectF(QPointF(), units));
    generator.setResolution(kSvgDots);
    QCPPainter painter;
    if (!painter.begin(&generator))
        throw Error(ErrorCode::Failed, "the SVG writer could not start", "Try another format, or a smaller figure.");
    paint(painter, figure, style, kSvgDots / 72.0, true);
    painter.end();
    // The generator rounds to its dots, and takes titles as they are, as if "&" were no special character.
    const auto head = svg.indexOf("<svg "), view = svg.indexOf("viewBox", head), xmlns = svg.indexOf("xmlns=", head);
    const auto aboutBegin = svg.indexOf("<title>"), aboutEnd = svg.indexOf("<defs>");
    if (head < 0 || view < head || xmlns < view || aboutBegin < xmlns || aboutEnd < aboutBegin)
        throw Error(ErrorCode::Failed, "the SVG writer wrote another head than expected", "Please report this with the version of Qt.");
    const auto number = [](double value) { return QByteArray::number(value, 'f', 4); };
    const QByteArray about = "<title>" + escaped(figure.title.isEmpty() ? QStringLiteral("Figure") : figure.title) + "</title>\n<desc>" + escaped(description(figure)) + "</desc>\n<metadata>\n" + rdfOf(figure) + "\n</metadata>";
    svg.replace(aboutBegin, aboutEnd - aboutBegin, about + "\n");
    svg.replace(head, xmlns - head, "<svg width=\"" + number(style.millimetres.width()) + "mm\" height=\"" + number(style.millimetres.height()) + "mm\"\n viewBox=\"0 0 "
            + number(units.width()) + " " + number(units.height()) + "\"\n ");
    return svg;
}

QByteArray toPng(const Figure& figure, const FigureStyle& style)
{
    auto image = imageOf(figure, style);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Software"), figure.provenance.program.isEmpty() ? QStringLiteral("Bamscope") : figure.provenance.program);
    image.setText(QStringLiteral("Description"), description(figure));
    if (!figure.provenance.made.isEmpty())
        image.setText(QStringLiteral("Creation Time"), figure.provenance.made);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw Error(ErrorCode::Failed, str("a picture of ", image.width(), " × ", image.height(), " pixels could not be made"), "Choose fewer dots per inch.");
    return png;
}

std::vector<OutputFile> encodeFigure(const FigureFile& file, const QString& name)
{
    std::vector<OutputFile> files;
    for (const auto& format : file.formats) {
        if (format == QLatin1String("pdf"))
            files.push_back({name + QStringLiteral(".pdf"), toPdf(file.figure, file.style)});
        else if (format == QLatin1String("svg"))
            files.push_back({name + QStringLiteral(".svg"), toSvg(file.figure, file.style)});
        else if (format == QLatin1String("png"))
            files.push_back({name + QStringLiteral(".png"), toPng(file.figure, file.style)});
        else if (format == QLatin1String("tex"))
            for (auto& part : toTex(file.figure, file.style, name))
                files.push_back(std::move(part));
    }
    files.push_back({name + QStringLiteral(".json"), toJson(file)});
    return files;
}

QStringList namesOfFiles(const FigureFile& file, const QString& name)
{
    QStringList names;
    for (const auto& format : file.formats) {
        names << name + QLatin1Char('.') + format;
        if (format != QLatin1String("tex"))
            continue;
        for (std::size_t p = 0; p < file.figure.panels.size(); ++p) {
            if (!file.figure.panels[p].series.empty())
                names << QStringLiteral("%1-%2.csv").arg(name).arg(p + 1);
            for (std::size_t h = 0; h < file.figure.panels[p].heatmaps.size(); ++h)
                names << QStringLiteral("%1-%2-%3.png").arg(name).arg(p + 1).arg(h + 1);
        }
    }
    return names << name + QStringLiteral(".json");
}

}  // namespace bam::figures
