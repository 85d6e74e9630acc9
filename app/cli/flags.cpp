// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/flags.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/spec_io.h"

#include <QCommandLineParser>

#include <algorithm>

namespace bam::cli {
namespace {

constexpr std::size_t kHelpWidth = 110;
constexpr std::size_t kHelpColumn = 34;

/// --dry-run and --dry_run are the same flag.
std::string folded(std::string name)
{
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

bool isTruth(const std::string& text) { return spec::valueFromText(spec::FieldKind::Flag, text).is_boolean(); }

std::size_t characters(const std::string& text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string valueName(const Flag& flag)
{
    if (flag.kind == spec::FieldKind::Flag)
        return {};
    return " " + (flag.value.empty() ? std::string("VALUE") : flag.value);
}

}  // namespace

std::string Arguments::value(const std::string& name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() || found->second.empty() ? std::string() : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::vector<std::string>() : found->second;
}

std::int64_t Arguments::whole(const std::string& name, std::int64_t fallback, std::int64_t least) const
{
    if (!has(name))
        return fallback;
    const auto json = spec::valueFromText(spec::FieldKind::Integer, value(name));
    if (!json.is_number_integer() || json.get<std::int64_t>() < least)
        throw Error(ErrorCode::Usage, str("--", name, " is \"", value(name), "\"; expected a whole number of at least ", least), "Correct the flag.");
    return json.get<std::int64_t>();
}

Syntax::Syntax(std::string command, std::string usage, std::string summary)
    : m_command(std::move(command)), m_usage(std::move(usage)), m_summary(std::move(summary))
{
}

const Flag* Syntax::find(const std::string& name) const
{
    const auto wanted = folded(name);
    for (const auto& group : m_groups)
        for (const auto& flag : group.flags)
            if (folded(flag.name) == wanted
                || std::any_of(flag.aliases.begin(), flag.aliases.end(), [&](const auto& alias) { return folded(alias) == wanted; }))
                return &flag;
    return nullptr;
}

Syntax::Match Syntax::match(const std::string& name) const
{
    if (const auto* flag = find(name))
        return {flag, false};
    if (const auto lower = folded(name); lower.starts_with("no_"))
        if (const auto* flag = find(lower.substr(3)); flag && flag->kind == spec::FieldKind::Flag)
            return {flag, true};
    return {};
}

void Syntax::refuseUnknown(const std::string& name) const
{
    std::vector<std::string> names;
    for (const auto& group : m_groups)
        for (const auto& flag : group.flags) {
            names.push_back(flag.name);
            names.insert(names.end(), flag.aliases.begin(), flag.aliases.end());
        }
    const auto nearest = nearestName(name, names);
    throw Error(ErrorCode::Usage, str(m_command.empty() ? "bamscope" : m_command, " has no flag --", name),
        str(nearest.empty() ? "" : str("Did you mean --", nearest, "? "), "`", program(), " --help` lists all."));
}

/// Every flag as --canonical=value, so that one parser rule serves all spellings.
std::vector<std::string> Syntax::canonical(const std::vector<std::string>& arguments) const
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto& argument = arguments[i];
        if (argument == "--") {
            result.insert(result.end(), arguments.begin() + std::ptrdiff_t(i), arguments.end());
            break;
        }
        if (!argument.starts_with("--")) {
            if (argument.size() > 1 && argument[0] == '-')
                throw Error(ErrorCode::Usage, str("\"", argument, "\" is not understood; flags begin with two dashes"),
                    str("`", program(), " --help` lists all."));
            result.push_back(argument);
            continue;
        }
        const auto equals = argument.find('=');
        const auto name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
        const auto [flag, negated] = match(name);
        if (!flag)
            refuseUnknown(name);
        std::string value;
        const bool isSwitch = flag->kind == spec::FieldKind::Flag;
        if (equals != std::string::npos)
            value = argument.substr(equals + 1);
        else if (isSwitch)
            value = i + 1 < arguments.size() && isTruth(arguments[i + 1]) ? arguments[++i] : "true";
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        else
            throw Error(ErrorCode::Usage, str("--", name, " needs a value:", valueName(*flag)), str("`", program(), " --help` explains it."));
        if (isSwitch) {
            if (!isTruth(value))
                throw Error(ErrorCode::Usage, str("--", name, " is \"", value, "\"; expected true or false"), str("--", name, " alone means true."));
            const bool truth = spec::valueFromText(spec::FieldKind::Flag, value).get<bool>();
            value = truth != negated ? "true" : "false";
        }
        result.push_back("--" + flag->name + "=" + value);
    }
    return result;
}

Arguments Syntax::parse(const std::vector<std::string>& arguments) const
{
    QCommandLineParser parser;
    for (const auto& group : m_groups)
        for (const auto& flag : group.flags)
            parser.addOption(QCommandLineOption(QString::fromStdString(flag.name), {}, QStringLiteral("value")));
    QStringList list{QStringLiteral("bamscope")};
    for (const auto& argument : canonical(arguments)) {
        if (auto shown = argument; repairUtf8(shown) > 0)
            throw Error(ErrorCode::Usage, str("the argument \"", shown, "\" is not UTF-8 text"), "Rename that folder or file, or go into its folder and name it by another path, such as \".\".");
        list << QString::fromStdString(argument);
    }
    if (!parser.parse(list))
        throw Error(ErrorCode::Usage, parser.errorText().toStdString(), str("`", program(), " --help` lists all flags."));
    Arguments result;
    for (const auto& group : m_groups)
        for (const auto& flag : group.flags) {
            const auto name = QString::fromStdString(flag.name);
            if (!parser.isSet(name))
                continue;
            const auto values = parser.values(name);
            for (const auto& value : flag.list ? values : QStringList(values.last()))
                result.m_values[flag.name].push_back(value.toStdString());
            result.m_given.push_back(flag.name);
        }
    for (const auto& argument : parser.positionalArguments())
        result.m_positional.push_back(argument.toStdString());
    return result;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width)
{
    std::vector<std::string> lines(1);
    for (const auto& word : splitText(text, ' ')) {
        if (!lines.back().empty() && characters(lines.back()) + 1 + characters(word) > width)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::string Syntax::help() const
{
    std::string text = str("Usage: bamscope --batch ", m_usage, "\n\n");
    for (const auto& line : wrapped(m_summary, kHelpWidth))
        text += line + "\n";
    for (const auto& group : m_groups) {
        std::string body;
        for (const auto& flag : group.flags) {
            if (flag.hidden)
                continue;
            auto line = str("  --", flag.name, valueName(flag));
            const auto help = flag.help + (flag.fallback.empty() ? "" : str(" Default: ", flag.fallback, "."));
            if (characters(line) + 2 > kHelpColumn) {
                body += line + "\n";
                line.clear();
            }
            for (const auto& part : wrapped(help, kHelpWidth - kHelpColumn)) {
                body += line + std::string(kHelpColumn - characters(line), ' ') + part + "\n";
                line.clear();
            }
        }
        if (!body.empty())
            text += str("\n", group.title, ":\n", body);
    }
    if (!m_examples.empty())
        text += "\nExamples:\n";
    for (const auto& example : m_examples)
        text += str("  ", example, "\n");
    return text;
}

}  // namespace bam::cli
