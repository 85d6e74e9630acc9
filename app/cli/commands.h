// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `bamscope --batch`: each is its syntax and a function that does the work or throws.
#pragma once

#include "app/cli/console.h"
#include "app/cli/flags.h"

#include <exception>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::cli {

struct Context {
    Console& console;
    std::stop_token stop;
    std::string name;                       ///< of the command
    std::vector<std::string> arguments;     ///< as they were given
};

/// Ends the program with a status whose reason is on standard error already.
class ToldAlready : public std::exception {
public:
    explicit ToldAlready(int status) : m_status(status) {}
    int status() const { return m_status; }
    const char* what() const noexcept override { return "told already"; }

private:
    int m_status;
};

struct Command {
    std::string name;
    std::string summary;                ///< for the list of commands
    std::string stopping;               ///< what the first Ctrl-C promises; empty: it ends the command at once
    Syntax (*syntax)();
    /// @throws Error whose code is the exit status
    void (*run)(const Syntax&, const Arguments&, Context&);
};

Command trainCommand();
Command evaluateCommand();
Command datasetCommand();
Command tokenizerCommand();
Command infoCommand();
Command exportCommand();
Command importCommand();
Command reportCommand();
Command generateCommand();
Command runCommand();
Command sweepCommand();
Command statusCommand();
Command controlCommand();
Command sbatchCommand();
Command selftestCommand();
Command lensCommand();
Command screenshotsCommand();
Command figureCommand();

/// --quiet, --json and --help, which every command has.
void addCommonFlags(Syntax& syntax);

}  // namespace bam::cli
