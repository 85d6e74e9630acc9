// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as pgfplots: text that a paper's author can change, in the paper's own fonts. Data stand in CSV files, heatmaps in PNG files beside it.
#include "widgets/figures/heatmap_layer.h"
#include "widgets/figures/placing.h"
#include "widgets/figures/series_look.h"
#include "widgets/figures/tex_text.h"
#include "widgets/figures/write_figure.h"
#include "widgets/plots/marker_shape.h"

#include <QBuffer>

#include <algorithm>
#include <array>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kPointsPerMillimetre = 72 / 25.4;
constexpr double kLine = 1.2;           // of a line of text, in font sizes
constexpr double kTexPoints = 72.27 / 72;       // TeX's points are smaller

QString points(double value) { return QString::number(value * kTexPoints, 'f', 2) + QStringLiteral("pt"); }

struct Column {
    QString name;
    QVector<double> values;
};

/// "bam_ssmax" from an id or a name; different for every series of a panel.
QStringList slugsOf(const Panel& panel)
{
    QStringList slugs;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        QString slug;
        for (const QChar c : panel.series[i].id.isEmpty() ? panel.series[i].name.toLower() : panel.series[i].id)
            slug += (c.isLetterOrNumber() && c.unicode() < 128) ? c : QLatin1Char('_');
        if (slug.isEmpty() || slugs.contains(slug))
            slug += QString::number(i + 1);
        slugs << slug;
    }
    return slugs;
}

QByteArray csvOf(const std::vector<Column>& columns)
{
    QByteArray text;
    qsizetype rows = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        text += (i ? "," : "") + columns[i].name.toUtf8();
        rows = std::max(rows, columns[i].values.size());
    }
    text += '\n';
    for (qsizetype row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += (i ? "," : "") + texNumber(row < columns[i].values.size() ? columns[i].values[row] : kAuto).toLatin1();
        text += '\n';
    }
    return text;
}

/// The outline of a band, a gap between its parts.
void addBand(const Series& series, const QString& slug, std::vector<Column>& columns)
{
    Column x{slug + QStringLiteral("_band_x"), {}}, y{slug + QStringLiteral("_band_y"), {}};
    const auto isThere = [&](qsizetype i) { return std::isfinite(series.x[i]) && std::isfinite(series.low[i]) && std::isfinite(series.high[i]); };
    for (qsizetype begin = 0; begin < series.x.size();) {
        if (!isThere(begin)) {
            ++begin;
            continue;
        }
        qsizetype end = begin;
        while (end < series.x.size() && isThere(end))
            ++end;
        if (!x.values.isEmpty()) {
            x.values.append(kAuto);
            y.values.append(kAuto);
        }
        for (auto i = begin; i < end; ++i) {
            x.values.append(series.x[i]);
            y.values.append(series.high[i]);
        }
        for (auto i = end; i-- > begin;) {
            x.values.append(series.x[i]);
            y.values.append(series.low[i]);
        }
        begin = end;
    }
    columns.push_back(std::move(x));
    columns.push_back(std::move(y));
}

/// From low to high at each point, a gap between them.
void addWhiskers(const Series& series, const QString& slug, std::vector<Column>& columns)
{
    Column x{slug + QStringLiteral("_whisker_x"), {}}, y{slug + QStringLiteral("_whisker_y"), {}};
    for (qsizetype i = 0; i < series.x.size(); ++i) {
        if (!std::isfinite(series.x[i]) || !std::isfinite(series.low[i]) || !std::isfinite(series.high[i]))
            continue;
        auto &along = series.sideways ? x : y, &across = series.sideways ? y : x;
        const double at = series.sideways ? series.y[i] : series.x[i];
        along.values << series.low[i] << series.high[i] << kAuto;
        across.values << at << at << kAuto;
    }
    columns.push_back(std::move(x));
    columns.push_back(std::move(y));
}

class TexWriter {
public:
    TexWriter(const Figure& figure, const FigureStyle& style, const QString& name)
        : m_figure(figure), m_style(style), m_name(name), m_looks(looksOf(figure, style)), m_legend(legendPlaceOf(figure, style))
    {
        m_columns = std::max(1, std::min(figure.columns, int(figure.panels.size())));
        m_rows = std::max(1, (int(figure.panels.size()) + m_columns - 1) / m_columns);
        collectLegend();
    }

    std::vector<OutputFile> write()
    {
        QString body;
        for (std::size_t i = 0; i < m_figure.panels.size(); ++i)
            body += panelText(i);
        if (m_figure.panels.size() > 1)
            body = QStringLiteral("\\begin{groupplot}[group style={group size=%1 by %2, horizontal sep=%3, vertical sep=%4}]\n%5\\end{groupplot}\n")
                       .arg(m_columns).arg(m_rows).arg(points(horizontalGap()), points(verticalGap()), body);
        if (m_figure.panels.size() > 1 && hasTitle())
            body += QStringLiteral("\\node [above] at (current bounding box.north) {%1};\n").arg(text(m_figure.title));
        const auto picture = QStringLiteral("\\begin{tikzpicture}[font=\\fontsize{%1}{%2}\\selectfont]\n%3\\end{tikzpicture}\n")
                                 .arg(points(m_style.fontPoints), points(m_style.fontPoints * 1.2), body);
        const auto document = comments() + preamble() + QStringLiteral("\\begin{document}\n") + picture + QStringLiteral("\\end{document}\n");
        m_files.insert(m_files.begin(), {m_name + QStringLiteral(".tex"), document.toUtf8()});
        return std::move(m_files);
    }

private:
    struct LegendEntry {
        QString name, options;
    };

    QString text(const QString& plain) { return texText(plain, &m_unknown); }
    bool hasTitle() const { return m_style.title && !m_figure.title.isEmpty(); }
    double font() const { return m_style.fontPoints; }
    double horizontalGap() const { return font() * (m_figure.sharedY ? 1.4 : 5.2) + (hasBars() && !m_figure.sharedColors ? 5 * font() : 0); }
    double verticalGap() const { return font() * (m_figure.sharedX ? 1.2 : 4) + (hasPanelTitles() ? 1.6 * font() : 0); }
    bool hasPanelTitles() const
    {
        return std::any_of(m_figure.panels.begin(), m_figure.panels.end(), [](const Panel& panel) { return !panel.title.isEmpty(); });
    }
    bool hasBars() const
    {
        return std::any_of(m_figure.panels.begin(), m_figure.panels.end(), [](const Panel& panel) { return hasColors(panel) && panel.colors.bar; });
    }

    QString comments() const
    {
        QString lines = QStringLiteral("% %1\n").arg(QString(m_figure.title).replace(QLatin1Char('\n'), QLatin1Char(' ')));
        for (auto line : provenanceLines(m_figure.provenance))
            lines += QStringLiteral("% %1\n").arg(line.replace(QLatin1Char('\n'), QLatin1Char(' ')));
        return lines + QStringLiteral("% A document of its own: pdflatex %1.tex. In a paper: \\usepackage{standalone,pgfplots} and \\input{%1}.\n").arg(m_name);
    }

    QString preamble() const
    {
        QString lines = QStringLiteral("\\IfFileExists{standalone.cls}{\\documentclass[border=1pt]{standalone}}{\\documentclass{article}\\pagestyle{empty}\\setlength{\\parindent}{0pt}}\n"
            "\\IfFileExists{lmodern.sty}{\\usepackage[T1]{fontenc}\\usepackage{lmodern}}{}\n\\usepackage{textcomp}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n\\usepgfplotslibrary{groupplots}\n");
        QList<char32_t> unknown(m_unknown.begin(), m_unknown.end());
        std::sort(unknown.begin(), unknown.end());
        if (!unknown.isEmpty())
            lines += QStringLiteral("% pdfTeX's fonts lack these characters: compile with LuaLaTeX and a font that has them.\n");
        for (const char32_t c : unknown)
            lines += QStringLiteral("\\ifdefined\\DeclareUnicodeCharacter\\DeclareUnicodeCharacter{%1}{?}\\fi\n").arg(QString::number(uint(c), 16).toUpper().rightJustified(4, QLatin1Char('0')));
        for (std::size_t p = 0; p < m_looks.size(); ++p)
            for (std::size_t s = 0; s < m_looks[p].size(); ++s)
                lines += QStringLiteral("\\definecolor{%1}{HTML}{%2}\n").arg(colorName(p, s), texColor(m_looks[p][s].color));
        QStringList maps;
        for (const auto& panel : m_figure.panels)
            if (const auto map = colorMapOf(panel, m_style); hasColors(panel) && !maps.contains(map)) {
                maps << map;
                lines += QStringLiteral("\\pgfplotsset{colormap={bam%1}{").arg(QString(map).remove(QLatin1Char('_')));
                for (int i = 0; i <= 16; ++i) {
                    const auto color = QColor::fromRgb(plots::colorAt(map, i / 16.0));
                    lines += QStringLiteral(" rgb255=(%1,%2,%3)").arg(color.red()).arg(color.green()).arg(color.blue());
                }
                lines += QStringLiteral("}}\n");
            }
        return lines;
    }

    static QString colorName(std::size_t panel, std::size_t series) { return QStringLiteral("bam%1s%2").arg(panel + 1).arg(series + 1); }

    QString lineOptions(std::size_t p, std::size_t s) const
    {
        const auto& series = m_figure.panels[p].series[s];
        const auto& look = m_looks[p][s];
        QStringList options{colorName(p, s), QStringLiteral("line width=%1").arg(points(m_style.linePoints * series.width))};
        if (series.opacity < 1)
            options << QStringLiteral("opacity=%1").arg(texNumber(series.opacity));
        if (!look.dashes.isEmpty()) {
            QStringList parts;
            for (qsizetype i = 0; i < look.dashes.size(); ++i)
                parts << (i % 2 ? QStringLiteral("off ") : QStringLiteral("on ")) + points(look.dashes[i] * m_style.linePoints);
            options << QStringLiteral("dash pattern=") + parts.join(QLatin1Char(' '));
        }
        if (series.shape == Shape::Points)
            options << QStringLiteral("only marks");
        if (series.shape == Shape::Steps)
            options << QStringLiteral("const plot");
        if (series.shape == Shape::Bars)
            return (options << QStringLiteral("ybar, bar width=%1, fill=%2, fill opacity=0.85").arg(points(barPoints(p)), colorName(p, s))).join(QStringLiteral(", "));
        const bool marked = series.shape == Shape::Points || series.shape == Shape::LineAndPoints || look.marked;
        if (!marked)
            return (options << QStringLiteral("mark=none")).join(QStringLiteral(", "));
        constexpr std::array marks{"*", "square*", "triangle*", "diamond*", "triangle*", "x", "triangle*", "triangle*", "star", "+", "-"};
        static_assert(marks.size() == plots::kMarkers);
        const int turned = look.marker == 4 ? 180 : look.marker == 6 ? 270 : look.marker == 7 ? 90 : 0;
        options << QStringLiteral("mark=%1, mark size=%2").arg(QLatin1String(marks[std::size_t(look.marker) % marks.size()]), points(m_style.markerPoints / 2));
        options << QStringLiteral("mark options={solid%1%2}").arg(turned > 0 ? QStringLiteral(", rotate=%1").arg(turned) : QString(), look.hollow ? QStringLiteral(", fill=white") : QString());
        if (look.marked && series.x.size() > 16)
            options << QStringLiteral("mark repeat=%1").arg(series.x.size() / 8);
        return options.join(QStringLiteral(", "));
    }

    double barPoints(std::size_t p) const
    {
        qsizetype most = 1;
        for (const auto& series : m_figure.panels[p].series)
            most = std::max(most, series.x.size());
        return std::clamp(innerSize().width() * 0.7 / double(most), 0.5, 30.0);
    }

    void collectLegend()
    {
        if (m_legend == LegendPlace::None)
            return;
        for (std::size_t p = 0; p < m_figure.panels.size(); ++p)
            for (std::size_t s = 0; s < m_figure.panels[p].series.size(); ++s) {
                const auto& name = m_figure.panels[p].series[s].name;
                if (!name.isEmpty() && std::none_of(m_entries.begin(), m_entries.end(), [&](const LegendEntry& entry) { return entry.name == name; }))
                    m_entries.push_back({name, lineOptions(p, s)});
            }
    }

    /// Of the axes of one panel, in points.
    QSizeF innerSize() const
    {
        qsizetype widest = 0;
        for (const auto& entry : m_entries)
            widest = std::max(widest, entry.name.size());
        double width = m_style.millimetres.width() * kPointsPerMillimetre - 5 * font(), height = m_style.millimetres.height() * kPointsPerMillimetre - 4 * font();
        if (m_legend == LegendPlace::Right)
            width -= font() * (0.52 * double(widest) + 4);
        if (m_legend == LegendPlace::Below)
            height -= 3.2 * font();
        if (hasBars())
            width -= 6 * font();
        if (hasTitle() || hasPanelTitles())
            height -= 2 * font();
        width = (width - (m_columns - 1) * horizontalGap()) / m_columns;
        height = (height - (m_rows - 1) * verticalGap()) / m_rows;
        return {std::max(width, 3 * font()), std::max(height, 3 * font())};
    }

    QString axisOptions(const Axis& axis, const Range& range, const QString& letter, bool labelled)
    {
        QString options = QStringLiteral("  %1min=%2, %1max=%3").arg(letter, texNumber(range.low), texNumber(range.high));
        if (axis.scale == AxisScale::Log)
            options += QStringLiteral(", %1mode=log").arg(letter);
        if (axis.reversed)
            options += QStringLiteral(", %1 dir=reverse").arg(letter);
        if (labelled)
            options += QStringLiteral(", %1label={%2}").arg(letter, text(axis.label));
        if (!axis.ticks.empty()) {
            QStringList places, texts;
            for (const auto& tick : axis.ticks) {
                places << texNumber(tick.at);
                texts << QStringLiteral("{%1}").arg(text(tick.text));
            }
            options += QStringLiteral(", %1tick={%2}, %1minorticks=false").arg(letter, places.join(QLatin1Char(',')));
            options += labelled ? QStringLiteral(", %1ticklabels={%2}").arg(letter, texts.join(QLatin1Char(','))) : QString();
        }
        if (!labelled)
            options += QStringLiteral(", %1ticklabels={}").arg(letter);
        return options + QStringLiteral(",\n");
    }

    QString legendOptions(std::size_t p) const
    {
        if (m_entries.empty() || p != legendPanel())
            return {};
        const auto common = QStringLiteral("draw=none, fill=none, cells={anchor=west}");
        if (m_legend == LegendPlace::Right)
            return QStringLiteral("  legend style={at={(%1,1)}, anchor=north west, %2},\n").arg(hasBars() ? QStringLiteral("1.3") : QStringLiteral("1.02"), common);
        if (m_legend == LegendPlace::Below)
            return QStringLiteral("  legend columns=%1, legend style={at={(0.5,-0.28)}, anchor=north, /tikz/every even column/.append style={column sep=6pt}, %2},\n")
                .arg(std::clamp(int(m_style.millimetres.width() / 35), 1, int(m_entries.size()))).arg(common);
        constexpr std::array kPlaces{"north west", "north east", "south west", "south east"};      // in the order of Qt::Corner
        return QStringLiteral("  legend pos=%1, legend style={cells={anchor=west}, fill opacity=0.85, text opacity=1},\n").arg(QLatin1String(kPlaces[std::size_t(quietCorner(m_figure, p))]));
    }

    std::size_t legendPanel() const { return m_legend == LegendPlace::Below ? std::size_t((m_rows - 1) * m_columns) : std::size_t(m_columns - 1); }

    QString colorOptions(std::size_t p, const Range& range)
    {
        const auto& panel = m_figure.panels[p];
        if (!hasColors(panel))
            return {};
        auto options = QStringLiteral("  colormap name=bam%1, point meta min=0, point meta max=1,\n").arg(colorMapOf(panel, m_style).remove(QLatin1Char('_')));
        const bool last = p + 1 == m_figure.panels.size();
        if (!panel.colors.bar || (m_figure.sharedColors && !last))
            return options;
        QStringList places, texts;
        for (const auto& tick : colorTicks(range, panel.colors.scale, 5, QLocale::c())) {
            places << texNumber(shareOf(tick.at, range, panel.colors.scale));
            texts << QStringLiteral("{%1}").arg(text(tick.text));
        }
        return options + QStringLiteral("  colorbar, colorbar style={width=%1, ytick={%2}, yticklabels={%3}, ylabel={%4}},\n")
                             .arg(points(font()), places.join(QLatin1Char(',')), texts.join(QLatin1Char(',')), text(panel.colors.label));
    }

    QString panelText(std::size_t p)
    {
        const auto& panel = m_figure.panels[p];
        const auto x = xRangeOf(m_figure, p), y = yRangeOf(m_figure, p), color = colorRangeOf(m_figure, p);
        const bool alone = m_figure.panels.size() == 1;
        const auto title = !panel.title.isEmpty() ? panel.title : alone && hasTitle() ? m_figure.title : QString();
        const auto size = innerSize();
        QString out = alone ? QStringLiteral("\\begin{axis}[\n") : QStringLiteral("\\nextgroupplot[\n");
        out += QStringLiteral("  scale only axis, width=%1, height=%2, axis on top, unbounded coords=jump, tick align=outside, xtick pos=bottom, ytick pos=left,\n")
                   .arg(points(size.width()), points(size.height()));
        if (m_style.grid && panel.heatmaps.empty())
            out += QStringLiteral("  grid=major, grid style={black!12}, axis on top=false,\n");
        if (!title.isEmpty())
            out += QStringLiteral("  title={%1},\n").arg(text(title));
        out += axisOptions(panel.x, x, QStringLiteral("x"), !m_figure.sharedX || p + std::size_t(m_columns) >= m_figure.panels.size());
        out += axisOptions(panel.y, y, QStringLiteral("y"), !m_figure.sharedY || p % std::size_t(m_columns) == 0);
        out += colorOptions(p, color) + legendOptions(p) + QStringLiteral("]\n");
        out += spansText(panel, x, y) + heatmapsText(p, x, y, color) + seriesText(p, color) + marksText(panel, x, y);
        if (!m_entries.empty() && p == legendPanel())
            for (const auto& entry : m_entries)
                out += QStringLiteral("\\addlegendimage{%1}\\addlegendentry{%2}\n").arg(entry.options, text(entry.name));
        return out + (alone ? QStringLiteral("\\end{axis}\n") : QString());
    }

    static QString place(bool vertical, double at, const Range& x, const Range& y, double share)
    {
        return vertical ? QStringLiteral("({axis cs:%1,%2}|-{rel axis cs:0,%3})").arg(texNumber(at), texNumber(y.low), texNumber(share))
                        : QStringLiteral("({rel axis cs:%3,0}|-{axis cs:%1,%2})").arg(texNumber(x.low), texNumber(at), texNumber(share));
    }

    QString spansText(const Panel& panel, const Range& x, const Range& y)
    {
        QString out;
        for (const auto& span : panel.spans) {
            const auto& range = span.vertical ? x : y;
            const double from = std::clamp(span.from, range.low, range.high), to = std::clamp(span.to, range.low, range.high);
            const auto color = span.color.isValid() && m_style.palette != QLatin1String("grey") ? span.color : QColor(128, 128, 128);
            out += QStringLiteral("\\fill [fill={rgb,255:red,%1;green,%2;blue,%3}, opacity=0.13] %4 rectangle %5;\n").arg(color.red()).arg(color.green()).arg(color.blue())
                       .arg(place(span.vertical, from, x, y, 0), place(span.vertical, to, x, y, 1));
            const auto& axis = span.vertical ? panel.x : panel.y;
            const double middle = axis.scale == AxisScale::Log ? std::sqrt(from * to) : (from + to) / 2;
            if (!span.label.isEmpty())
                out += QStringLiteral("\\node [anchor=%1] at %2 {%3};\n").arg(span.vertical ? QStringLiteral("north") : QStringLiteral("east"), place(span.vertical, middle, x, y, 1), text(span.label));
        }
        return out;
    }

    QString marksText(const Panel& panel, const Range& x, const Range& y)
    {
        QString out;
        const auto columns = markColumns(panel, x, kLine * font(), innerSize().width());
        for (std::size_t i = 0; i < panel.marks.size(); ++i) {
            const auto& mark = panel.marks[i];
            const auto& range = mark.vertical ? x : y;
            if (!(mark.at >= range.low && mark.at <= range.high))
                continue;
            const auto side = columns[i] < 0 ? QStringLiteral("south") : QStringLiteral("north");
            const auto beside = std::abs(columns[i]) == 1 ? side : QStringLiteral("%1, outer ysep=%2").arg(side, points((std::abs(columns[i]) - 1) * kLine * font()));
            const auto node = mark.label.isEmpty() ? QString()
                : mark.vertical ? QStringLiteral(" node [pos=0.5, rotate=90, anchor=%1] {%2}").arg(beside, text(mark.label))
                                : QStringLiteral(" node [pos=1, anchor=south east] {%1}").arg(text(mark.label));
            out += QStringLiteral("\\draw [dashed, black!55, line width=%1] %2 -- %3%4;\n").arg(points(0.7), place(mark.vertical, mark.at, x, y, 0), place(mark.vertical, mark.at, x, y, 1), node);
        }
        for (const auto& note : panel.notes)
            out += QStringLiteral("\\node [anchor=south] at (axis cs:%1,%2) {%3};\n").arg(texNumber(note.x), texNumber(note.y), text(note.text));
        return out;
    }

    QString heatmapsText(std::size_t p, const Range& x, const Range& y, const Range& color)
    {
        QString out;
        const auto& panel = m_figure.panels[p];
        for (std::size_t h = 0; h < panel.heatmaps.size(); ++h) {
            const auto& map = panel.heatmaps[h];
            const bool logX = panel.x.scale == AxisScale::Log, logY = panel.y.scale == AxisScale::Log;
            const auto name = QStringLiteral("%1-%2-%3.png").arg(m_name).arg(p + 1).arg(h + 1);
            const double left = logX && map.x0 <= 0 ? x.low : map.x0, bottom = logY && map.y0 <= 0 ? y.low : map.y0;
            QImage image = heatmapImage(map, colorMapOf(panel, m_style), panel.colors.scale, color);
            if (logX || logY)
                image = relaid(image, map, {logX ? left : map.x0, map.x1}, {logY ? bottom : map.y0, map.y1}, logX, logY);
            QByteArray png;
            QBuffer buffer(&png);
            buffer.open(QIODevice::WriteOnly);
            image.mirrored(panel.x.reversed, panel.y.reversed).save(&buffer, "PNG");
            m_files.push_back({name, png});
            out += QStringLiteral("\\addplot [forget plot] graphics [xmin=%1, xmax=%2, ymin=%3, ymax=%4] {%5};\n")
                       .arg(texNumber(left), texNumber(map.x1), texNumber(bottom), texNumber(map.y1), name);
        }
        return out;
    }

    QString seriesText(std::size_t p, const Range& color)
    {
        QString out;
        const auto& panel = m_figure.panels[p];
        const auto slugs = slugsOf(panel);
        const auto csv = QStringLiteral("%1-%2.csv").arg(m_name).arg(p + 1);
        std::vector<Column> columns;
        for (std::size_t s = 0; s < panel.series.size(); ++s) {
            const auto& series = panel.series[s];
            const auto& slug = slugs[qsizetype(s)];
            columns.push_back({slug + QStringLiteral("_x"), series.x});
            columns.push_back({slug + QStringLiteral("_y"), series.y});
            if (hasWhiskers(series)) {
                addWhiskers(series, slug, columns);
                out += QStringLiteral("\\addplot [forget plot, %1, line width=%2, mark=none] table [col sep=comma, x=%3_whisker_x, y=%3_whisker_y] {%4};\n")
                           .arg(colorName(p, s), points(m_style.linePoints * series.width), slug, csv);
            } else if (!series.low.isEmpty()) {
                addBand(series, slug, columns);
                out += QStringLiteral("\\addplot [forget plot, draw=none, fill=%1, fill opacity=0.15, mark=none] table [col sep=comma, x=%2_band_x, y=%2_band_y] {%3};\n")
                           .arg(colorName(p, s), slug, csv);
            }
            QString options = QStringLiteral("forget plot, ") + lineOptions(p, s), meta;
            if (!series.shade.isEmpty()) {
                Column shares{slug + QStringLiteral("_shade"), {}};
                for (const double value : series.shade)
                    shares.values.append(shareOf(value, color, panel.colors.scale));
                columns.push_back(std::move(shares));
                options += QStringLiteral(", scatter, scatter src=explicit");
                meta = QStringLiteral(", meta=%1_shade").arg(slug);
            }
            out += QStringLiteral("\\addplot [%1] table [col sep=comma, x=%2_x, y=%2_y%3] {%4};\n").arg(options, slug, meta, csv);
        }
        if (!columns.empty())
            m_files.push_back({csv, csvOf(columns)});
        return out;
    }

    const Figure& m_figure;
    const FigureStyle& m_style;
    const QString m_name;
    const std::vector<std::vector<SeriesLook>> m_looks;
    const LegendPlace m_legend;
    int m_columns = 1, m_rows = 1;
    std::vector<LegendEntry> m_entries;
    QSet<char32_t> m_unknown;
    std::vector<OutputFile> m_files;
};

}  // namespace

std::vector<OutputFile> toTex(const Figure& figure, const FigureStyle& style, const QString& name) { return TexWriter(figure, style, name).write(); }

}  // namespace bam::figures
