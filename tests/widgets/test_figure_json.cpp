// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "widgets/figures/figure_json.h"

#include <cmath>

using namespace bam;
using namespace bam::figures;

namespace {

const QString kName = QStringLiteral("figure.json");

QByteArray changed(const QByteArray& from, const QByteArray& to)
{
    auto text = toJson({test::curvesFigure(), {}, {QStringLiteral("pdf")}});
    const auto before = text;
    text.replace(from, to);
    return text == before ? QByteArray() : text;
}

}  // namespace

class FigureJsonTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aFigureIsReadAsItWasWritten()
    {
        for (auto figure : {test::curvesFigure(), test::heatmapFigure(), Figure()}) {
            figure.title = QStringLiteral("θβ ≤ 0 · 注意力 · \"quoted\" \\ 🙂\nsecond line");
            const FigureFile file{figure, {.millimetres = {84, 55.5}, .fontPoints = 7.5, .palette = QStringLiteral("grey"), .legend = LegendPlace::Below, .title = false}, {QStringLiteral("svg"), QStringLiteral("tex")}};
            const auto text = toJson(file);
            const auto read = fromJson(text, kName);
            QCOMPARE(toJson(read), text);
            QCOMPARE(read.style, file.style);
            QCOMPARE(read.formats, file.formats);
            QCOMPARE(read.figure.title, figure.title);
            QCOMPARE(read.figure.panels.size(), figure.panels.size());
            QCOMPARE(read.figure.provenance.runs, figure.provenance.runs);
        }
    }

    void missingValuesAndNumbersKeepTheirBits()
    {
        auto figure = test::curvesFigure();
        auto& series = figure.panels[0].series[0];
        series.y = {std::nan(""), 0.1, 1.0 / 3, -0.0, 1e-300, std::numeric_limits<double>::infinity()};
        figure.panels.push_back(test::heatmapFigure().panels[0]);
        const auto read = fromJson(toJson({figure, {}, {}}), kName).figure;
        const auto& y = read.panels[0].series[0].y;
        QVERIFY(std::isnan(y[0]));
        QCOMPARE(y[2], 1.0 / 3);
        QVERIFY(std::signbit(y[3]));
        QCOMPARE(y[4], 1e-300);
        QVERIFY(std::isinf(y[5]));
        const auto &values = read.panels[1].heatmaps[0].values, &wanted = figure.panels[1].heatmaps[0].values;
        QCOMPARE(values.size(), wanted.size());
        for (qsizetype i = 0; i < values.size(); ++i)
            QVERIFY(values[i] == wanted[i] || (std::isnan(values[i]) && std::isnan(wanted[i])));
        QVERIFY(std::isnan(read.panels[0].x.low));
    }

    void heatmapsMayBePlainLists()
    {
        const auto text = QByteArray(R"({"schema":"bamscope-figure","version":1,"figure":{"panels":[{"heatmaps":[{"columns":2,"rows":1,"values":[1,null]}]}]}})");
        const auto map = fromJson(text, kName).figure.panels[0].heatmaps[0];
        QCOMPARE(map.values[0], 1.0F);
        QVERIFY(std::isnan(map.values[1]));
    }

    void mistakesAreToldWithTheirPlace()
    {
        const auto mistakes = std::to_array<std::pair<QByteArray, const char*>>({
            {changed("\"y\": [1.0,", "\"y\": [1.0,2.0,"), "figure.panels[0].series[0].y has 7 values, x has 6"},
            {changed("\"sideways\": false", "\"sideways\": true"), "figure.panels[0].series[0].sideways is true, but only the whiskers of points can lie"},
            {changed("\"y\": [1.0,", "\"y\": [\"a\","), "figure.panels[0].series[0].y[0] is a text, expected a number"},
            {changed("\"scale\": \"log\"", "\"scale\": \"loog\""), "figure.panels[0].x.scale is \"loog\", expected linear or log"},
            {changed("\"map\": \"viridis\"", "\"map\": \"rainbow\""), "figure.panels[0].colors.map is \"rainbow\""},
            {changed("\"title\": \"Pass-key accuracy\"", "\"titel\": \"\""), "figure.titel is not a field of figures (title?)"},
            {changed("\"font_points\": 8.0", "\"font_points\": 800"), "style.font_points is 800, expected 3 to 72"},
            {changed("\"formats\": [\"pdf\"]", "\"formats\": [\"doc\"]"), "formats has \"doc\""},
            {changed("\"columns\": 1", "\"columns\": 1.5"), "figure.columns is a number, expected a whole number"},
            {changed("\"color\": \"#0072b2\"", "\"color\": \"blueish\""), "expected a colour"},
            {changed("\"version\": 1", "\"version\": 7"), "it has version 7"},
            {"[]", "it has no \"schema\""},
            {"{\"schema\": 3", "is no JSON"},
            {"", "is no JSON"},
            {QByteArray(5000, '['), "nests"},
        });
        for (const auto& [text, message] : mistakes) {
            QVERIFY2(message[0] == 'i' || !text.isEmpty(), message);
            EXPECT_ERROR(fromJson(text, kName), ErrorCode::Failed, message);
            EXPECT_ERROR(fromJson(text, kName), ErrorCode::Failed, "figure.json");
        }
    }

    void aHeatmapThatCannotBeIsRefused()
    {
        const auto with = [](const QByteArray& map) { return QByteArray(R"({"schema":"bamscope-figure","version":1,"figure":{"panels":[{"heatmaps":[)") + map + "]}]}}"; };
        EXPECT_ERROR(fromJson(with(R"({"columns":100000,"rows":100000,"values":""})"), kName), ErrorCode::Failed, "100000 × 100000 cells");
        EXPECT_ERROR(fromJson(with(R"({"columns":2,"rows":2,"values":"AAAA"})"), kName), ErrorCode::Failed, "figure.panels[0].heatmaps[0].values is no base64 of float32");
        EXPECT_ERROR(fromJson(with(R"({"columns":2,"rows":2,"values":[1,2,3]})"), kName), ErrorCode::Failed, "has 3 values, expected 2 × 2");
        EXPECT_ERROR(fromJson(with(R"({"columns":1,"rows":1,"x0":2,"values":[1]})"), kName), ErrorCode::Failed, "edges that do not ascend");
    }

    void theSameFigureIsKnownWhateverItsDate()
    {
        auto later = test::curvesFigure();
        later.provenance.made = QStringLiteral("2027-01-01T00:00:00Z");
        QCOMPARE(figureBytes(later), figureBytes(test::curvesFigure()));
        later.panels[0].series[0].y[2] = 0.5;
        QVERIFY(figureBytes(later) != figureBytes(test::curvesFigure()));
    }
};

BAMSCOPE_TEST(FigureJsonTest)
#include "test_figure_json.moc"
