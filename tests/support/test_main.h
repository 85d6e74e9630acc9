// SPDX-License-Identifier: GPL-3.0-or-later
// What every test file shares. In each file: a class derived from bam::test::Suite with private test slots, BAMSCOPE_TEST(ClassName)
// after it, and #include "<file>.moc" at the end.
#pragma once

#include "core/base/error.h"

#include <QRegularExpression>
#include <QTest>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

class QCoreApplication;

namespace bam::test {

/// Base of all test classes: a Qt warning fails the test function that caused it. (What the offscreen platform says it does not support is none.)
class Suite : public QObject {
    Q_OBJECT
private Q_SLOTS:
    virtual void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support ).*"))); }
};

using Factory = std::function<std::unique_ptr<QObject>()>;
/// Adds a class to this executable's list. Called by static initialisers of test files only.
bool registerTest(Factory factory);

/// QCoreApplication, or QApplication in tests of widgets.
std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv);

/// tests/data/<name>
inline std::filesystem::path dataFile(const std::string& name) { return std::filesystem::path(BAMSCOPE_TEST_DATA) / name; }

}  // namespace bam::test

#define BAMSCOPE_TEST(Class) \
    static const bool registered##Class = bam::test::registerTest([] { return std::make_unique<Class>(); });

/// Fails unless the expression throws bam::Error with this code whose text contains the fragment.
#define EXPECT_ERROR(expression, expectedCode, fragment)                                                           \
    do {                                                                                                           \
        bool thrown = false;                                                                                       \
        try {                                                                                                      \
            (void)(expression);                                                                                    \
        } catch (const bam::Error& error) {                                                                        \
            thrown = true;                                                                                         \
            QCOMPARE(int(error.code()), int(expectedCode));                                                        \
            QVERIFY2(std::string(error.what()).find(fragment) != std::string::npos, error.what());                 \
        }                                                                                                          \
        QVERIFY2(thrown, "no error was thrown by " #expression);                                                   \
    } while (false)
