// SPDX-License-Identifier: GPL-3.0-or-later
// The flags of one command: parsing and help from one list. Official spellings are understood: `--name value` and `--name=value`,
// dashes or underscores, `--flag`, `--no-flag` and `--flag True` for switches. The last of several equal flags counts.
#pragma once

#include "core/spec/spec_fields.h"

#include <map>
#include <string>
#include <vector>

namespace bam::cli {

struct Flag {
    std::string name;                       ///< canonical, without dashes in front
    std::vector<std::string> aliases = {};
    spec::FieldKind kind = spec::FieldKind::Text;   ///< Flag: a switch
    std::string value = {};                 ///< what stands for the value in help: N, FILE, a|b
    std::string help = {};
    std::string fallback = {};              ///< the default as shown in help; empty: not shown
    bool hidden = false;                    ///< accepted, but not listed in help
    bool list = false;                      ///< every occurrence counts, not only the last
    std::string section = {};               ///< of a spec field: where its value goes in JSON ("model.prior")
    std::string key = {};                   ///< of a spec field: its JSON key
};

/// What a command line said.
class Arguments {
public:
    bool has(const std::string& name) const { return m_values.contains(name); }
    /// The last value given; empty when there is none.
    std::string value(const std::string& name) const;
    std::vector<std::string> values(const std::string& name) const;
    /// A switch: given and not false.
    bool on(const std::string& name) const { return value(name) == "true"; }
    /// @throws Error (Usage) when the value is no whole number of at least `least`
    std::int64_t whole(const std::string& name, std::int64_t fallback, std::int64_t least) const;
    /// Names of the flags that were given, in the order of the syntax.
    const std::vector<std::string>& given() const { return m_given; }
    const std::vector<std::string>& positional() const { return m_positional; }

private:
    friend class Syntax;
    std::map<std::string, std::vector<std::string>> m_values;
    std::vector<std::string> m_given;
    std::vector<std::string> m_positional;
};

class Syntax {
public:
    /// @param usage  the line after "bamscope --batch ", e.g. "train [SPEC.json] [flags]"
    /// @param summary one paragraph on what the command does
    Syntax(std::string command, std::string usage, std::string summary);

    void group(const std::string& title) { m_groups.push_back({title, {}}); }
    void add(Flag flag) { m_groups.back().flags.push_back(std::move(flag)); }
    void example(const std::string& line) { m_examples.push_back(line); }

    /// @throws Error (Usage): unknown flag (with the nearest one), missing value, a switch with another value than true or false
    Arguments parse(const std::vector<std::string>& arguments) const;
    std::string help() const;
    const std::string& command() const { return m_command; }
    /// What people type to get here: "bamscope --batch train", or "bamscope" alone.
    std::string program() const { return m_command.empty() ? "bamscope" : "bamscope --batch " + m_command; }
    /// Null when there is no such flag.
    const Flag* find(const std::string& name) const;

private:
    struct Group {
        std::string title;
        std::vector<Flag> flags;
    };
    struct Match {
        const Flag* flag = nullptr;
        bool negated = false;
    };
    Match match(const std::string& name) const;
    std::vector<std::string> canonical(const std::vector<std::string>& arguments) const;
    [[noreturn]] void refuseUnknown(const std::string& name) const;

    std::string m_command, m_usage, m_summary;
    std::vector<Group> m_groups;
    std::vector<std::string> m_examples;
};

/// Breaks text into lines of at most `width` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace bam::cli
