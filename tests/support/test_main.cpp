// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QCoreApplication>

#include <cstdio>
#include <exception>
#include <vector>

namespace bam::test {
namespace {

std::vector<Factory>& factories()
{
    static std::vector<Factory> list;
    return list;
}

}  // namespace

bool registerTest(Factory factory)
{
    factories().push_back(std::move(factory));
    return true;
}

}  // namespace bam::test

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "1200000");   // ms; a test that trains a model takes minutes on busy cores
    qputenv("QTEST_DISABLE_STACK_DUMP", "1");   // a crashing test ends at once instead of being held by a debugger
    const auto application = bam::test::makeApplication(argc, argv);
    // Qt's crash handler starts a debugger for each signal, again and again when abort() is what raised it.
    QStringList arguments = QCoreApplication::arguments();
    arguments.append(QStringLiteral("-nocrashhandler"));
    int failures = 0;
    for (const auto& factory : bam::test::factories()) {
        const auto test = factory();
        // BAMSCOPE_TEST_CLASS=RunModelTest runs that class alone; then functions can be named on the command line.
        if (const auto only = qgetenv("BAMSCOPE_TEST_CLASS"); !only.isEmpty() && !QByteArray(test->metaObject()->className()).endsWith(only))
            continue;
        try {
            failures += QTest::qExec(test.get(), arguments);
        } catch (const std::exception& error) {  // Qt Test reports the function and passes the exception on.
            std::fprintf(stderr, "Uncaught exception: %s\n", error.what());
            ++failures;
        }
    }
    return failures == 0 ? 0 : 1;
}
