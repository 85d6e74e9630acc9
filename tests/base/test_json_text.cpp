// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "tests/support/test_main.h"

namespace bam {

class JsonTextTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void nestingIsCountedOutsideOfTextsOnly()
    {
        const auto nested = [](int depth) { return std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']'); };
        QVERIFY(!nestsTooDeep(nested(kDeepestJson)));
        QVERIFY(nestsTooDeep(nested(kDeepestJson + 1)));
        QVERIFY(!nestsTooDeep("{\"a\\\"" + nested(1000) + "\": 1}"));
        QVERIFY(!nestsTooDeep("[" + std::string(1000, ' ') + "[]" + "]"));
    }

    void whatNestsTooDeepIsRefusedWithItsFileAndDiscardedOtherwise()
    {
        const auto text = std::string(100'000, '[');
        QVERIFY(jsonOrDiscarded(text).is_discarded());
        QVERIFY(jsonOrDiscarded("{").is_discarded());
        QCOMPARE(jsonOrDiscarded("[1]").size(), std::size_t(1));
        try {
            readJsonText(text, "notes.json");
            QFAIL("it was read");
        } catch (const Error& error) {
            QVERIFY(error.cause().find("notes.json nests deeper") == 0);
        }
    }
};

BAMSCOPE_TEST(JsonTextTest)

}  // namespace bam

#include "test_json_text.moc"
