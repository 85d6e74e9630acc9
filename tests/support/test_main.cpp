// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QCoreApplication>

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
    const auto application = bam::test::makeApplication(argc, argv);
    int failures = 0;
    for (const auto& factory : bam::test::factories()) {
        const auto test = factory();
        failures += QTest::qExec(test.get(), argc, argv);
    }
    return failures == 0 ? 0 : 1;
}
