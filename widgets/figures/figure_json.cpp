// SPDX-License-Identifier: GPL-3.0-or-later
// One list of fields per type serves writing and reading: see fields() below.
#include "widgets/figures/figure_json.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/marker_shape.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstring>

namespace bam::figures {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr const char* kSchema = "bamscope-figure";
constexpr qsizetype kLargestText = 512LL << 20;
constexpr std::size_t kMostPanels = 256, kMostSeries = 4096;
constexpr qint64 kMostCells = 1LL << 26;
constexpr const char* kRestore = "Save the figure again from the window, or correct the file by hand.";

[[noreturn]] void fail(const std::string& path, const std::string& problem) { throw Error(ErrorCode::Failed, str(path, " ", problem), kRestore); }

template <class E>
struct Names;
template <>
struct Names<AxisScale> {
    static constexpr std::array list{"linear", "log"};
};
template <>
struct Names<Shape> {
    static constexpr std::array list{"line", "points", "line_and_points", "steps", "bars"};
};
template <>
struct Names<ColorScale> {
    static constexpr std::array list{"linear", "sqrt", "log"};
};
template <>
struct Names<LegendPlace> {
    static constexpr std::array list{"automatic", "inside", "right", "below", "none"};
};

// ---- The fields of each type; `f` is called with a name and the member.
template <class F, class T>
void fields(F& f, T& value)
{
    using V = std::remove_const_t<T>;
    if constexpr (std::is_same_v<V, Tick>) {
        f("at", value.at), f("text", value.text);
    } else if constexpr (std::is_same_v<V, Axis>) {
        f("label", value.label), f("scale", value.scale), f("low", value.low), f("high", value.high), f("reversed", value.reversed), f("ticks", value.ticks);
    } else if constexpr (std::is_same_v<V, plots::CurveStyle>) {
        f("color", value.color), f("dashed", value.dashed), f("marker", value.marker), f("shade", value.shade);
    } else if constexpr (std::is_same_v<V, Series>) {
        f("id", value.id), f("name", value.name), f("style", value.style), f("shape", value.shape), f("opacity", value.opacity), f("width", value.width);
        f("x", value.x), f("y", value.y), f("low", value.low), f("high", value.high), f("shade", value.shade);
        f("sideways", value.sideways);
    } else if constexpr (std::is_same_v<V, Colors>) {
        f("map", value.map), f("scale", value.scale), f("low", value.low), f("high", value.high), f("label", value.label), f("bar", value.bar);
    } else if constexpr (std::is_same_v<V, Heatmap>) {
        f("columns", value.columns), f("rows", value.rows), f("x0", value.x0), f("x1", value.x1), f("y0", value.y0), f("y1", value.y1), f("values", value.values);
    } else if constexpr (std::is_same_v<V, Mark>) {
        f("at", value.at), f("vertical", value.vertical), f("label", value.label);
    } else if constexpr (std::is_same_v<V, Span>) {
        f("from", value.from), f("to", value.to), f("vertical", value.vertical), f("label", value.label), f("color", value.color);
    } else if constexpr (std::is_same_v<V, Note>) {
        f("x", value.x), f("y", value.y), f("text", value.text);
    } else if constexpr (std::is_same_v<V, Panel>) {
        f("title", value.title), f("x", value.x), f("y", value.y), f("series", value.series), f("heatmaps", value.heatmaps), f("colors", value.colors);
        f("marks", value.marks), f("spans", value.spans), f("notes", value.notes);
    } else if constexpr (std::is_same_v<V, Provenance::Run>) {
        f("id", value.id), f("step", value.step), f("spec", value.spec), f("conditions", value.conditions);
    } else if constexpr (std::is_same_v<V, Provenance>) {
        f("runs", value.runs), f("program", value.program), f("made", value.made);
    } else if constexpr (std::is_same_v<V, Figure>) {
        f("kind", value.kind), f("title", value.title), f("columns", value.columns), f("shared_x", value.sharedX), f("shared_y", value.sharedY);
        f("shared_colors", value.sharedColors), f("provenance", value.provenance), f("panels", value.panels);
    } else if constexpr (std::is_same_v<V, FigureStyle>) {
        f("millimetres", value.millimetres), f("font_family", value.fontFamily), f("font_points", value.fontPoints), f("line_points", value.linePoints);
        f("marker_points", value.markerPoints), f("palette", value.palette), f("legend", value.legend), f("title", value.title), f("grid", value.grid);
        f("dots_per_inch", value.dotsPerInch), f("ink", value.ink), f("paper", value.paper);
    } else {
        static_assert(std::is_same_v<V, FigureFile>);
        f("figure", value.figure), f("style", value.style), f("formats", value.formats);
    }
}

// ---- Writing
struct Writer {
    Json out = Json::object();

    template <class T>
    void operator()(const char* name, const T& value)
    {
        if (!isAbsent(value))
            out[name] = json(value);
    }

    /// What need not be said.
    template <class T>
    static bool isAbsent(const T& value)
    {
        if constexpr (std::is_same_v<T, double>)
            return std::isnan(value);
        else if constexpr (std::is_same_v<T, QColor>)
            return !value.isValid();
        else if constexpr (requires { value.empty(); })
            return value.empty();
        else
            return false;
    }

    template <class T>
    static Json json(const T& value)
    {
        if constexpr (std::is_enum_v<T>)
            return Names<T>::list[std::size_t(value)];
        else if constexpr (std::is_same_v<T, double>)
            return std::isfinite(value) ? Json(value) : std::isnan(value) ? Json(nullptr) : Json(value > 0 ? "inf" : "-inf");
        else if constexpr (std::is_arithmetic_v<T>)
            return value;
        else if constexpr (std::is_same_v<T, QString>)
            return value.toStdString();
        else if constexpr (std::is_same_v<T, QColor>)
            return value.name(value.alpha() == 255 ? QColor::HexRgb : QColor::HexArgb).toStdString();
        else if constexpr (std::is_same_v<T, QSizeF>)
            return Json::array({value.width(), value.height()});
        else if constexpr (std::is_same_v<T, QVector<float>>)
            return floats(value);
        else if constexpr (requires { value.begin(); }) {
            Json array = Json::array();
            for (const auto& item : value)
                array.push_back(json(item));
            return array;
        } else {
            Writer writer;
            fields(writer, value);
            return std::move(writer.out);
        }
    }

    static Json floats(const QVector<float>& values)
    {
        static_assert(std::endian::native == std::endian::little);
        const auto bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(values.constData()), values.size() * qsizetype(sizeof(float)));
        return bytes.toBase64().toStdString();
    }
};

// ---- Reading
std::string kindOf(const Json& json)
{
    return json.is_object() ? "an object" : json.is_array() ? "a list" : json.is_string() ? "a text" : json.is_number() ? "a number" : json.is_boolean() ? "true or false" : "null";
}

template <class T>
void read(const Json& json, const std::string& path, T& value);

struct Reader {
    const Json& in;
    const std::string& path;
    std::vector<std::string> known = {};

    template <class T>
    void operator()(const char* name, T& value)
    {
        known.emplace_back(name);
        if (const auto found = in.find(name); found != in.end())
            read(*found, path.empty() ? std::string(name) : path + "." + name, value);
    }

    void refuseOthers() const
    {
        for (const auto& [name, value] : in.items()) {
            if (std::find(known.begin(), known.end(), name) != known.end())
                continue;
            const auto nearest = nearestName(name, known);
            throw Error(ErrorCode::Failed, str(path.empty() ? "" : path + ".", name, " is not a field of figures", nearest.empty() ? "" : str(" (", nearest, "?)")),
                "A figure of a newer program? Correct the name, or take the field out.");
        }
    }
};

double readNumber(const Json& json, const std::string& path)
{
    if (json.is_null())
        return kAuto;
    if (json.is_number())
        return json.get<double>();
    if (json == "inf" || json == "-inf")
        return json == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
    fail(path, str("is ", kindOf(json), ", expected a number, or null for a missing value"));
}

void readFloats(const Json& json, const std::string& path, QVector<float>& values)
{
    if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i)
            values.append(float(readNumber(json[i], str(path, "[", i, "]"))));
        return;
    }
    if (!json.is_string())
        fail(path, str("is ", kindOf(json), ", expected base64 of float32 values or a list of numbers"));
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(json.get_ref<const std::string&>()), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.size() % qsizetype(sizeof(float)) != 0)
        fail(path, "is no base64 of float32 values");
    values.resize(decoded.decoded.size() / qsizetype(sizeof(float)));
    std::memcpy(values.data(), decoded.decoded.constData(), std::size_t(decoded.decoded.size()));
}

template <class E>
void readName(const Json& json, const std::string& path, E& value)
{
    const auto& list = Names<E>::list;
    std::vector<std::string> names(list.begin(), list.end());
    const auto found = json.is_string() ? std::find(names.begin(), names.end(), json.get_ref<const std::string&>()) : names.end();
    if (found == names.end())
        fail(path, str("is ", json.is_string() ? json.dump() : kindOf(json), ", expected ", joinNames(names, "or")));
    value = E(found - names.begin());
}

template <class T>
void read(const Json& json, const std::string& path, T& value)
{
    const auto expect = [&](bool right, const char* what) {
        if (!right)
            fail(path, str("is ", kindOf(json), ", expected ", what));
    };
    if constexpr (std::is_enum_v<T>) {
        readName(json, path, value);
    } else if constexpr (std::is_same_v<T, bool>) {
        expect(json.is_boolean(), "true or false");
        value = json.get<bool>();
    } else if constexpr (std::is_same_v<T, double>) {
        value = readNumber(json, path);
    } else if constexpr (std::is_integral_v<T>) {
        expect(json.is_number_integer(), "a whole number");
        const auto number = json.get<std::int64_t>();
        if (!std::in_range<T>(number))
            fail(path, str("is ", number, ", which is too large"));
        value = T(number);
    } else if constexpr (std::is_same_v<T, QString>) {
        expect(json.is_string(), "a text");
        value = QString::fromStdString(json.get_ref<const std::string&>());
    } else if constexpr (std::is_same_v<T, QColor>) {
        expect(json.is_string(), "a colour such as \"#0072b2\"");
        value = QColor(QString::fromStdString(json.get_ref<const std::string&>()));
        if (!value.isValid())
            fail(path, str("is ", json.dump(), ", expected a colour such as \"#0072b2\""));
    } else if constexpr (std::is_same_v<T, QSizeF>) {
        expect(json.is_array() && json.size() == 2 && json[0].is_number() && json[1].is_number(), "a list of width and height in millimetres");
        value = QSizeF(json[0].get<double>(), json[1].get<double>());
    } else if constexpr (std::is_same_v<T, QVector<float>>) {
        readFloats(json, path, value);
    } else if constexpr (requires { value.push_back(value.front()); }) {
        expect(json.is_array(), "a list");
        value.clear();
        value.reserve(typename T::size_type(json.size()));
        for (std::size_t i = 0; i < json.size(); ++i) {
            typename T::value_type item{};
            read(json[i], str(path, "[", i, "]"), item);
            value.push_back(std::move(item));
        }
    } else {
        expect(json.is_object(), "an object");
        Reader reader{json, path};
        fields(reader, value);
        reader.refuseOthers();
    }
}

// ---- Checks that no single field can make
void checkLength(const std::string& path, const char* name, qsizetype found, qsizetype wanted, bool mayBeEmpty)
{
    if (found != wanted && !(mayBeEmpty && found == 0))
        fail(str(path, ".", name), str("has ", found, " values, x has ", wanted));
}

void check(const Series& series, const std::string& path)
{
    checkLength(path, "y", series.y.size(), series.x.size(), false);
    checkLength(path, "low", series.low.size(), series.x.size(), true);
    checkLength(path, "high", series.high.size(), series.x.size(), true);
    checkLength(path, "shade", series.shade.size(), series.x.size(), true);
    if (series.low.isEmpty() != series.high.isEmpty())
        fail(path, "has only one of low and high: a band needs both");
    if (series.sideways && series.shape != Shape::Points)
        fail(path + ".sideways", "is true, but only the whiskers of points can lie");
    if (!(series.opacity >= 0 && series.opacity <= 1))
        fail(path + ".opacity", str("is ", series.opacity, ", expected 0 to 1"));
    if (!(series.width > 0 && series.width <= 100))
        fail(path + ".width", str("is ", series.width, ", expected a multiple of the line width above 0"));
    if (series.style.marker < 0 || series.style.marker >= plots::kMarkers)
        fail(path + ".style.marker", str("is ", series.style.marker, ", expected 0 to ", plots::kMarkers - 1));
    if (series.style.shade < 0)
        fail(path + ".style.shade", str("is ", series.style.shade, ", expected 0 or more"));
}

void check(const Heatmap& map, const std::string& path)
{
    if (map.columns < 1 || map.rows < 1 || qint64(map.columns) * map.rows > kMostCells)
        fail(path, str("has ", map.columns, " × ", map.rows, " cells, expected at least one and at most ", withThousands(kMostCells)));
    if (map.values.size() != qsizetype(map.columns) * map.rows)
        fail(path + ".values", str("has ", map.values.size(), " values, expected ", map.columns, " × ", map.rows));
    if (!(map.x0 < map.x1) || !(map.y0 < map.y1) || !std::isfinite(map.x1 - map.x0) || !std::isfinite(map.y1 - map.y0))
        fail(path, "has edges that do not ascend: x0 must be below x1, y0 below y1");
}

void check(const Figure& figure)
{
    if (figure.panels.size() > kMostPanels)
        fail("figure.panels", str("has ", figure.panels.size(), " panels, at most ", kMostPanels, " can be drawn"));
    if (figure.columns < 1)
        fail("figure.columns", str("is ", figure.columns, ", expected 1 or more"));
    for (std::size_t p = 0; p < figure.panels.size(); ++p) {
        const auto& panel = figure.panels[p];
        const auto path = str("figure.panels[", p, "]");
        if (panel.series.size() > kMostSeries)
            fail(path + ".series", str("has ", panel.series.size(), " series, at most ", kMostSeries, " can be drawn"));
        for (std::size_t s = 0; s < panel.series.size(); ++s)
            check(panel.series[s], str(path, ".series[", s, "]"));
        for (std::size_t h = 0; h < panel.heatmaps.size(); ++h)
            check(panel.heatmaps[h], str(path, ".heatmaps[", h, "]"));
        if (!plots::isColorMap(panel.colors.map))
            fail(path + ".colors.map", str("is \"", panel.colors.map.toStdString(), "\", expected one of ", plots::colorMapNames().join(QStringLiteral(", ")).toStdString()));
    }
}

void check(const FigureStyle& style)
{
    const auto inside = [](const char* name, double value, double least, double most) {
        if (!(value >= least && value <= most))
            fail(str("style.", name), str("is ", value, ", expected ", least, " to ", most));
    };
    inside("millimetres[0]", style.millimetres.width(), 10, 1000);
    inside("millimetres[1]", style.millimetres.height(), 10, 1000);
    inside("font_points", style.fontPoints, 3, 72);
    inside("line_points", style.linePoints, 0.1, 20);
    inside("marker_points", style.markerPoints, 0.1, 40);
    inside("dots_per_inch", style.dotsPerInch, 36, 2400);
    if (style.palette != QLatin1String("encoding") && style.palette != QLatin1String("grey"))
        fail("style.palette", str("is \"", style.palette.toStdString(), "\", expected encoding or grey"));
}

void check(const QStringList& formats)
{
    for (const auto& format : formats)
        if (!allFormats().contains(format))
            fail("formats", str("has \"", format.toStdString(), "\", expected ", allFormats().join(QStringLiteral(", ")).toStdString()));
}

/// Indented, but lists of numbers and texts in one line each: to be read, and not with one number per line.
void print(const Json& json, int depth, std::string& out)
{
    const bool inOneLine = !json.is_structured() || (json.is_array() && std::none_of(json.begin(), json.end(), [](const Json& item) { return item.is_structured(); }));
    if (inOneLine) {
        out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    const std::string line = "\n" + std::string(std::size_t(depth + 1), ' ');
    out += json.is_object() ? '{' : '[';
    bool first = true;
    for (const auto& [name, value] : json.items()) {
        out += first ? line : "," + line;
        first = false;
        if (json.is_object())
            out += Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        print(value, depth + 1, out);
    }
    out += "\n" + std::string(std::size_t(depth), ' ') + (json.is_object() ? '}' : ']');
}

Json parsed(const QByteArray& text, const std::string& name)
{
    if (text.size() > kLargestText)
        throw Error(ErrorCode::Failed, str(name, " is ", humanBytes(double(text.size())), " large; a figure has at most ", humanBytes(double(kLargestText))), "Is it a figure? Bamscope writes them as NAME.json beside NAME.pdf.");
    const std::string_view view(text.constData(), std::size_t(text.size()));
    refuseDeepJson(view, name, ErrorCode::Failed, kRestore);
    try {
        return Json::parse(view);
    } catch (const Json::parse_error& error) {
        throw Error(ErrorCode::Failed, str(name, " is no JSON: ", error.what()), kRestore);
    }
}

}  // namespace

QStringList allFormats() { return {QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("tex")}; }

QByteArray toJson(const FigureFile& file)
{
    Json json{{"schema", kSchema}, {"version", kVersion}};
    json.update(Writer::json(file));
    std::string text;
    print(json, 0, text);
    return QByteArray::fromStdString(text) + '\n';
}

FigureFile fromJson(const QByteArray& text, const QString& name)
{
    const auto file = name.toStdString();
    try {
        auto json = parsed(text, file);
        if (!json.is_object() || json.value("schema", Json()) != kSchema)
            throw Error(ErrorCode::Failed, str("it has no \"schema\": \"", kSchema, "\""), "Name a figure: NAME.json beside NAME.pdf.");
        if (json.value("version", Json()) != kVersion)
            throw Error(ErrorCode::Failed, str("it has version ", json.value("version", Json()).dump(), ", this program reads ", kVersion), "Use the program that wrote it, or a newer one.");
        if (!json.contains("figure"))
            throw Error(ErrorCode::Failed, "it has no \"figure\"", kRestore);
        json.erase("schema");
        json.erase("version");
        FigureFile result;
        read(json, "", result);
        check(result.figure);
        check(result.style);
        check(result.formats);
        return result;
    } catch (const Error& error) {
        const bool named = error.cause().starts_with(file);
        throw Error(error.code(), named ? error.cause() : str(file, " is no figure that can be drawn: ", error.cause()), error.hint());
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::Failed, str(file, " is no figure that can be drawn: ", error.what()), kRestore);
    }
}

QByteArray figureBytes(const Figure& figure)
{
    auto copy = figure;
    copy.provenance.made.clear();
    return QByteArray::fromStdString(Writer::json(copy).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace bam::figures
