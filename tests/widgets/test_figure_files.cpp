// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "widgets/figures/figure_options.h"
#include "widgets/figures/tex_text.h"
#include "widgets/figures/write_figure.h"

#include <QDir>
#include <QFile>
#include <QFont>
#include <QFontInfo>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace bam;
using namespace bam::figures;

namespace {

void keep(const QString& name, const QByteArray& content)
{
    if (!qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
        return;
    QFile file(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QLatin1Char('/') + name);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
}

QList<double> mediaBox(const QByteArray& pdf)
{
    QList<double> numbers;
    const auto at = pdf.indexOf("/MediaBox [");
    for (const auto& word : pdf.mid(at + 11, pdf.indexOf(']', at) - at - 11).simplified().split(' '))
        numbers << word.toDouble();
    return numbers;
}

/// Every object of the table of offsets begins where it says.
bool offsetsAreRight(const QByteArray& pdf)
{
    const auto start = pdf.lastIndexOf("startxref\n");
    const auto table = pdf.mid(start + 10).simplified().split(' ').first().toLongLong();
    const auto lines = pdf.mid(table).split('\n');
    if (lines.value(0) != "xref")
        return false;
    for (qsizetype i = 3; i < lines.size() && lines[i].contains(" n"); ++i)
        if (!pdf.mid(lines[i].left(10).toLongLong(), 20).startsWith(QByteArray::number(i - 2) + " 0 obj"))
            return false;
    return true;
}

/// Texts of an SVG, and the attributes of its root.
struct Svg {
    QString error, texts, description, title;
    QXmlStreamAttributes root;
    QStringList elements;
};

Svg readSvg(const QByteArray& content)
{
    Svg svg;
    QXmlStreamReader xml(content);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name().toString();
        svg.elements << name;
        if (name == QLatin1String("svg"))
            svg.root = xml.attributes();
        if (name == QLatin1String("text"))
            svg.texts += xml.readElementText();
        if (name == QLatin1String("desc"))
            svg.description = xml.readElementText();
        if (name == QLatin1String("title") && svg.title.isEmpty() && svg.elements.size() < 5)
            svg.title = xml.readElementText();
    }
    svg.error = xml.hasError() ? xml.errorString() : QString();
    return svg;
}

QByteArray contentOf(const std::vector<OutputFile>& files, const QString& name)
{
    for (const auto& file : files)
        if (file.name == name)
            return file.content;
    return {};
}

}  // namespace

class FigureFilesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aPdfPageIsAsLargeAsItsPresetToAHundredthOfAPoint()
    {
        auto widths = widthPresets();
        widths.push_back({{}, {}, 84.0});
        widths.push_back({{}, {}, 123.456});
        for (const auto& preset : widths) {
            FigureStyle style;
            style.millimetres = {preset.millimetres, preset.millimetres * 0.573};
            const auto pdf = toPdf(test::curvesFigure(), style);
            const auto box = mediaBox(pdf);
            QCOMPARE(box.size(), 4);
            QVERIFY2(std::abs(box[2] - box[0] - style.millimetres.width() / 25.4 * 72) < 0.01, qPrintable(preset.id));
            QVERIFY2(std::abs(box[3] - box[1] - style.millimetres.height() / 25.4 * 72) < 0.01, qPrintable(preset.id));
            QCOMPARE(pdf.count("/MediaBox"), 1);
            QVERIFY(offsetsAreRight(pdf));
        }
    }

    void fontsOfAPdfAreEmbeddedAndNoneIsOfType3()
    {
        auto figure = test::heatmapFigure();
        figure.title += QStringLiteral(" 注意力");
        const auto pdf = toPdf(figure, {});
        keep(QStringLiteral("heatmap.pdf"), pdf);
        QVERIFY(!pdf.contains("/Type3"));
        const auto descriptors = pdf.count("/Type /FontDescriptor");
        QVERIFY(descriptors > 0);
        QCOMPARE(pdf.count("/FontFile2 "), descriptors);
        QVERIFY(pdf.count("/Subtype /CIDFontType2") + pdf.count("/Subtype/CIDFontType2") >= descriptors);
        QVERIFY(!pdf.contains("/DCTDecode"));      // lossless
        QVERIFY(pdf.contains("/Subtype /Image"));
        QVERIFY(!pdf.contains("/Interpolate true"));
    }

    void aPdfSaysWhereItsNumbersComeFromAndWhen()
    {
        const auto pdf = toPdf(test::curvesFigure(), {});
        keep(QStringLiteral("curves.pdf"), pdf);
        QVERIFY(pdf.contains("run laptop/bam/version_00, step 600, spec ab12"));
        QVERIFY(pdf.contains("<bam:spec>ab12</bam:spec>"));
        QVERIFY(pdf.contains("/CreationDate (D:20261130050000Z)"));
        QCOMPARE(toPdf(test::curvesFigure(), {}), pdf);
    }

    void anSvgIsWellFormedInMillimetresWithTextsAsTexts()
    {
        FigureStyle style;
        style.millimetres = {84.3, 55.7};
        auto figure = test::heatmapFigure();
        figure.provenance = test::curvesFigure().provenance;
        const auto content = toSvg(figure, style);
        keep(QStringLiteral("heatmap.svg"), content);
        keep(QStringLiteral("curves.svg"), toSvg(test::curvesFigure(), {}));
        const auto svg = readSvg(content);
        QCOMPARE(svg.error, QString());
        QCOMPARE(svg.root.value(QLatin1String("width")).toString(), QStringLiteral("84.3000mm"));
        QCOMPARE(svg.root.value(QLatin1String("height")).toString(), QStringLiteral("55.7000mm"));
        const auto view = svg.root.value(QLatin1String("viewBox")).toString().split(QLatin1Char(' '));
        QVERIFY(std::abs(view[2].toDouble() / view[3].toDouble() - 84.3 / 55.7) < 1e-4);
        QVERIFY(svg.texts.contains(QStringLiteral("Attention & priors")) && svg.texts.contains(QStringLiteral("θβ")));
        QCOMPARE(svg.title, QStringLiteral("Attention & priors"));
        QVERIFY(svg.description.contains(QStringLiteral("run laptop/bam/version_00, step 600")));
        QVERIFY(svg.elements.contains(QStringLiteral("metadata")) && svg.elements.contains(QStringLiteral("image")));
    }

    void nothingInAnSvgReachesBeyondTheAxes()
    {
        auto figure = test::curvesFigure();
        figure.panels[0].x.low = 1000;
        figure.panels[0].x.high = 2000;
        figure.panels[0].y.low = 0.5;
        figure.panels[0].y.high = 0.8;
        const auto svg = QString::fromUtf8(toSvg(figure, {}));
        static const QRegularExpression kPoints(QStringLiteral("points=\"([^\"]*)\""));
        int lines = 0;
        for (auto match = kPoints.globalMatch(svg); match.hasNext(); ++lines)
            for (const auto& point : match.next().captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                const double x = point.section(QLatin1Char(','), 0, 0).toDouble(), y = point.section(QLatin1Char(','), 1, 1).toDouble();
                QVERIFY2(x >= 0 && x <= 1584 && y >= 0 && y <= 908, qPrintable(point));
            }
        QVERIFY(lines > 0);
    }

    void aHeatmapInAnSvgIsCutWhereItsAxesEnd()
    {
        auto figure = test::heatmapFigure();
        figure.panels.pop_back();
        figure.columns = 1;
        figure.panels[0].colors.bar = false;
        figure.panels[0].x.low = 2.5;
        figure.panels[0].x.high = 5.25;
        const auto svg = QString::fromUtf8(toSvg(figure, {}));
        static const QRegularExpression kImage(QStringLiteral("<image x=\"([^\"]*)\" y=\"[^\"]*\" width=\"([^\"]*)\""));
        double left = INFINITY, right = 0, widest = 0;
        int pictures = 0;
        for (auto match = kImage.globalMatch(svg); match.hasNext(); ++pictures) {
            const auto found = match.next();
            left = std::min(left, found.captured(1).toDouble());
            right = std::max(right, found.captured(1).toDouble() + found.captured(2).toDouble());
            widest = std::max(widest, found.captured(2).toDouble());
        }
        QCOMPARE(pictures, 9);      // across: half of the third cell, two whole ones, a quarter of the sixth; and three parts down
        QVERIFY(std::abs(widest - (right - left) * 2 / 2.75) < 1);
        QVERIFY(left > 0 && right < 1584);
    }

    void aPngKnowsItsDotsPerInchAndItsOrigin()
    {
        FigureStyle style;
        style.dotsPerInch = 300;
        const auto image = QImage::fromData(toPng(test::curvesFigure(), style));
        QCOMPARE(image.size(), QSize(1650, 945));
        QCOMPARE(image.dotsPerMeterX(), 11811);
        QVERIFY(image.text(QStringLiteral("Description")).contains(QStringLiteral("run laptop/bam/version_00, step 600, spec ab12")));
        QCOMPARE(image.text(QStringLiteral("Software")), QStringLiteral("bamscope 0.1.0"));
    }

    void specialCharactersAreEscapedForTex()
    {
        QCOMPARE(texText(QStringLiteral("50 % of a_b & {c} #1 $x ~^\\")), QStringLiteral("50 \\% of a\\_b \\& \\{c\\} \\#1 \\$x \\textasciitilde{}\\textasciicircum{}\\textbackslash{}"));
        QCOMPARE(texText(QStringLiteral("θβ ≤ −0.6")), QStringLiteral("$\\theta$$\\beta$ $\\le$ $-$0.6"));
        QSet<char32_t> unknown;
        QCOMPARE(texText(QStringLiteral("é 注"), &unknown), QStringLiteral("é 注"));
        QCOMPARE(unknown, QSet<char32_t>{U'注'});
    }

    void texStandsWithItsDataBesideIt()
    {
        const auto files = toTex(test::curvesFigure(), {}, QStringLiteral("fig"));
        const auto tex = QString::fromUtf8(contentOf(files, QStringLiteral("fig.tex")));
        QVERIFY(tex.contains(QStringLiteral("xmode=log")) && tex.contains(QStringLiteral("standalone")) && tex.contains(QStringLiteral("% run laptop/bam/version_00, step 600")));
        const auto csv = contentOf(files, QStringLiteral("fig-1.csv")).split('\n');
        QVERIFY(csv[0].startsWith("bam_x,bam_y,bam_band_x,bam_band_y,bam_ssmax_x"));
        QVERIFY(csv[1].startsWith("160,1,160,1"));
        QVERIFY(csv[8].startsWith("nan,nan,4096,0.7"));
        const auto maps = toTex(test::heatmapFigure(), {}, QStringLiteral("fig"));
        QVERIFY(QString::fromUtf8(contentOf(maps, QStringLiteral("fig.tex"))).contains(QStringLiteral("graphics [xmin=0, xmax=8, ymin=0, ymax=8] {fig-1-1.png}")));
        QCOMPARE(QImage::fromData(contentOf(maps, QStringLiteral("fig-1-1.png"))).size(), QSize(8, 8));
        QStringList names;
        for (const auto& file : maps)
            names << file.name;
        names.sort();
        auto told = namesOfFiles({test::heatmapFigure(), {}, {QStringLiteral("tex")}}, QStringLiteral("fig"));
        told.removeOne(QStringLiteral("fig.json"));
        told.sort();
        QCOMPARE(names, told);
    }

    void texDrawsWhiskersOfPointsAsLinesWithGaps()
    {
        auto figure = test::curvesFigure();
        auto& series = figure.panels[0].series[0];
        series.shape = Shape::Points;
        const auto files = toTex(figure, {}, QStringLiteral("fig"));
        QVERIFY(contentOf(files, QStringLiteral("fig.tex")).contains("x=bam_whisker_x, y=bam_whisker_y"));
        const auto csv = contentOf(files, QStringLiteral("fig-1.csv")).split('\n');
        QVERIFY2(csv[0].startsWith("bam_x,bam_y,bam_whisker_x,bam_whisker_y,bam_ssmax_x"), csv[0].constData());
        QVERIFY2(csv[1].startsWith("160,1,160,0.8") && csv[2].startsWith("512,1,160,1") && csv[3].startsWith("1024,1,nan,nan"), (csv[1] + '|' + csv[2] + '|' + csv[3]).constData());
    }

    void texLaysWhiskersThatAreAroundX()
    {
        Figure figure;
        figure.panels.push_back({});
        figure.panels[0].series.push_back({.id = QStringLiteral("bam"), .shape = Shape::Points, .x = {0.5, 0.75}, .y = {1, 2}, .low = {0.25, kAuto}, .high = {0.625, kAuto}, .sideways = true});
        const auto csv = contentOf(toTex(figure, {}, QStringLiteral("fig")), QStringLiteral("fig-1.csv")).split('\n');
        QVERIFY2(csv[1].startsWith("0.5,1,0.25,1") && csv[2].startsWith("0.75,2,0.625,1"), (csv[1] + '|' + csv[2]).constData());
    }

    void texCompilesWhereItIsInstalled()
    {
        const auto program = QStandardPaths::findExecutable(QStringLiteral("pdflatex"));
        if (program.isEmpty() || QProcess::execute(QStringLiteral("kpsewhich"), {QStringLiteral("-must-exist"), QStringLiteral("pgfplots.sty")}) != 0) {
            qInfo("pdflatex with pgfplots is not installed: the .tex files are not compiled here");
            return;
        }
        QTemporaryDir folder;
        auto curves = test::curvesFigure();
        curves.title = QStringLiteral("50 % of a_b & {c} · 注意 · θβ ≤ −0.6");
        for (const auto& [name, figure] : {std::pair{QStringLiteral("curves"), curves}, {QStringLiteral("maps"), test::heatmapFigure()}}) {
            for (const auto& file : toTex(figure, {}, name)) {
                QFile out(folder.filePath(file.name));
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(file.content);
            }
            QProcess tex;
            tex.setWorkingDirectory(folder.path());
            tex.start(program, {QStringLiteral("-interaction=nonstopmode"), QStringLiteral("-halt-on-error"), name + QStringLiteral(".tex")});
            QVERIFY(tex.waitForFinished(60000));
            QVERIFY2(tex.exitCode() == 0, tex.readAllStandardOutput().right(1500).constData());
            QVERIFY(QFile::exists(folder.filePath(name + QStringLiteral(".pdf"))));
            if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
                QFile::copy(folder.filePath(name + QStringLiteral(".pdf")), qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/tex_") + name + QStringLiteral(".pdf"));
        }
    }

    void allFilesComeWithTheSidecar()
    {
        const FigureFile file{test::curvesFigure(), {}, {QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("tex")}};
        const auto files = encodeFigure(file, QStringLiteral("a"));
        QStringList names;
        for (const auto& one : files)
            names << one.name;
        QCOMPARE(names, (QStringList{QStringLiteral("a.pdf"), QStringLiteral("a.svg"), QStringLiteral("a.png"), QStringLiteral("a.tex"), QStringLiteral("a-1.csv"), QStringLiteral("a.json")}));
        const auto again = fromJson(contentOf(files, QStringLiteral("a.json")), QStringLiteral("a.json"));
        const auto second = encodeFigure(again, QStringLiteral("a"));
        for (std::size_t i = 0; i < files.size(); ++i)
            QCOMPARE(second[i].content, files[i].content);
    }

    void lengthsAreReadInEveryUnit()
    {
        QCOMPARE(lengthFrom(QStringLiteral("84mm")), std::optional(84.0));
        QCOMPARE(lengthFrom(QStringLiteral(" 3.25 in")), std::optional(3.25 * 25.4));
        QCOMPARE(lengthFrom(QStringLiteral("7.7cm")), std::optional(77.0));
        QVERIFY(std::abs(*lengthFrom(QStringLiteral("234pt")) - 82.55) < 1e-9);
        for (const auto* wrong : {"84", "mm", "-3in", "1e9mm", "5 furlongs", "2mm", "", "3,25in"})
            QVERIFY2(!lengthFrom(QString::fromLatin1(wrong)), wrong);
        for (const auto unit : {LengthUnit::Millimetre, LengthUnit::Point, LengthUnit::Inch})
            QVERIFY(std::abs(toMillimetres(fromMillimetres(82.55, unit), unit) - 82.55) < 1e-12);
        QCOMPARE(presetOf(139.7)->id, QStringLiteral("iclr"));
        QCOMPARE(presetOf(100), nullptr);
        QCOMPARE(fileNameFor(test::curvesFigure()), QStringLiteral("pass-key_accuracy"));
        QVERIFY(!problemOf({.millimetres = {900, 900}, .dotsPerInch = 2400}).isEmpty());
    }
};

BAMSCOPE_TEST(FigureFilesTest)
#include "test_figure_files.moc"
