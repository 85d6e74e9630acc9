// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QApplication>

std::unique_ptr<QCoreApplication> bam::test::makeApplication(int& argc, char** argv)
{
    return std::make_unique<QApplication>(argc, argv);
}
