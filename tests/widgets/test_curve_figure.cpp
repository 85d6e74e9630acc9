// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/figures/curve_figure.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

using namespace bam;

namespace {

figures::CurveFigure sample()
{
    figures::CurveFigure figure;
    figure.title = QStringLiteral("Pass-key accuracy");
    figure.xLabel = QStringLiteral("Prompt length (tokens)");
    figure.yLabel = QStringLiteral("Accuracy");
    figure.markX = 160;
    figure.markLabel = QStringLiteral("training length");
    for (const auto* name : {"bam", "bam_ssmax", "rotary"}) {
        const auto encoding = QString::fromLatin1(name);
        figures::CurveSeries series{plots::titleOf(encoding), plots::styleOf(encoding), {160, 512, 1024, 2048, 4096, 8192}, {1, 1, 1, 0.9, 0.9, 0.8}, {}, {}};
        if (encoding == QLatin1String("rotary"))
            series.y = {1, 0.1, 0, 0, 0, 0};
        for (const double y : series.y) {
            series.low.append(std::max(0.0, y - 0.2));
            series.high.append(std::min(1.0, y + 0.1));
        }
        figure.series.push_back(series);
    }
    return figure;
}

bool containsColor(const QImage& image, const QColor& color)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

}  // namespace

class CurveFigureTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void thePngHasTheAskedForSizeAndEveryCurvesColour()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("figure.png"));
        QCOMPARE(figures::writePng(sample(), file, 192), QString());
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1056, 604));
        for (const auto& series : sample().series)
            QVERIFY(containsColor(image, series.style.color));
        if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
            QFile::copy(file, qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/curve_figure.png"));
    }

    void thePdfPageIsExactAndItsFontsAreEmbedded()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("figure.pdf"));
        QCOMPARE(figures::writePdf(sample(), file), QString());
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const auto content = pdf.readAll();
        QVERIFY(content.startsWith("%PDF-"));
        const auto at = content.indexOf("/MediaBox [");
        QVERIFY(at > 0);
        const auto box = content.mid(at + 11, 60).split(']').first().simplified().split(' ');
        QVERIFY(std::abs(box.at(2).toDouble() - 139.7 / 25.4 * 72) < 0.1);
        QVERIFY(content.contains("/FontFile2"));
        QVERIFY(!content.contains("/Type3"));
    }

    void aFileThatCannotBeWrittenIsReported()
    {
        QVERIFY(!figures::writePdf(sample(), QStringLiteral("/nonexistent/figure.pdf")).isEmpty());
        QVERIFY(!figures::writePng(sample(), QStringLiteral("/nonexistent/figure.png")).isEmpty());
    }

    void everyEncodingHasItsOwnColourAndAVariantKeepsIt()
    {
        QVERIFY(plots::styleOf(QStringLiteral("bam")).color != plots::styleOf(QStringLiteral("rotary")).color);
        QCOMPARE(plots::styleOf(QStringLiteral("bam_ssmax")).color, plots::styleOf(QStringLiteral("bam")).color);
        QVERIFY(plots::styleOf(QStringLiteral("bam_ssmax")).dashed);
        QCOMPARE(plots::titleOf(QStringLiteral("rotary_ssmax")), QStringLiteral("RoPE + SSMax"));
    }
};

BAMSCOPE_TEST(CurveFigureTest)
#include "test_curve_figure.moc"
