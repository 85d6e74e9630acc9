// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that describe every field once.
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

#include <set>

using namespace bam::spec;

class FieldTables : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyNameIsUniqueWithinItsSection();
    void everyFieldSaysWhatItDoes();
    void theDefaultsAreAccepted();
    void theTablesCoverEveryMember();
    void rangesAreSaidInWords();
    void textsBecomeTypedValues();
};

void FieldTables::everyNameIsUniqueWithinItsSection()
{
    RunSpec run;
    visitSections(run, [](const std::string& path, auto& section) {
        std::set<std::string> names;
        visitFields(section, [&](const Field& field, auto&) {
            auto all = field.aliases;
            all.push_back(field.key);
            if (!field.negation.empty())
                all.push_back(field.negation);
            for (const auto& name : all)
                QVERIFY2(names.insert(name).second, (path + ": " + name).c_str());
        });
    });
}

void FieldTables::everyFieldSaysWhatItDoes()
{
    RunSpec run;
    visitSections(run, [](const std::string& path, auto& section) {
        visitFields(section, [&](const Field& field, auto&) {
            QVERIFY2(!field.title.empty(), field.key.c_str());
            QVERIFY2(field.help.size() > 20 && field.help.ends_with('.'), field.key.c_str());
        });
    });
}

void FieldTables::theDefaultsAreAccepted()
{
    QCOMPARE(validate(RunSpec{}).size(), std::size_t(0));
}

// A field missing from the tables would be lost on the way through JSON.
void FieldTables::theTablesCoverEveryMember()
{
    RunSpec run;
    run.logDir = "elsewhere";
    run.model = {"custom", 96, 3, 6, 3, 2.5, 1000, "rotary", true, false, 0.5, 0.25, 1e-6, {"slope", "linear", -0.25, false, true, true, true, 16, 64, 100.5, 32}};
    run.data = {"texts", "passkey_mixture", "x.model", 1, 2, 3, 4, 0.25, 0.75};
    run.training = {2, 96, 5, 6, 7, 8, "adamw", 0.5, 0.25, 3, 0.5, 0.125, 2, 0.8, 0.9, 1e-7, 4, 5, 2.5, 6, 7, 10, 4096, 3, "skip", 8, true, true, true, 50, 30, "bfloat16", "cuda:1", true, "off", 2, 9,
        "old/run", true};
    run.evaluation = {{{1, 2}, {"random", "end"}, 3, {6, 7}, 1, true, {7, 8}, "essay.txt", "both", 8}, {{"vt", "cwe"}, {256, 300}, 4, 5, "essays", false},
        {{"mmlu=questions"}, 1, 2, 3, "cut", "refuse", true}, false, true, 64, "bfloat16", "120", "texts/a.txt", {"sliding", "by_position"}, "refuse", "within", 4096, 512, 3, 128, 64, 1000, "yarn", 8, 256};
    std::vector<Problem> problems;
    const auto copy = overlay(RunSpec{}, toJson(run), problems);
    QCOMPARE(problems.size(), std::size_t(0));
    QVERIFY(copy == run);
    QCOMPARE(toJson(copy).dump(), toJson(run).dump());
}

void FieldTables::rangesAreSaidInWords()
{
    const Field whole{.key = "n", .title = "N", .min = 1, .max = 2048};
    QCOMPARE(expectation(whole, FieldKind::Integer), std::string("a whole number from 1 to 2,048"));
    const Field share{.key = "beta", .title = "β", .min = 0, .max = 1, .minExcluded = true, .maxExcluded = true};
    QCOMPARE(expectation(share, FieldKind::Real), std::string("a number above 0 and below 1"));
    QVERIFY(refusal(share, 0.0) && refusal(share, 1.0) && refusal(share, std::numeric_limits<double>::quiet_NaN()) && !refusal(share, 0.5));
    const Field word{.key = "w", .title = "W", .choices = {"alpha", "beta"}, .accepts = [](const std::string& text) { return text == "7"; },
        .acceptsText = "a number"};
    QCOMPARE(expectation(word, FieldKind::Text), std::string("alpha, beta or a number"));
    QVERIFY(!refusal(word, std::string("7")) && refusal(word, std::string("8")));
    QCOMPARE(*refusal(word, std::string("bata")), std::string("alpha, beta or a number; did you mean beta?"));
}

void FieldTables::textsBecomeTypedValues()
{
    QVERIFY(valueFromText(FieldKind::Integer, "512") == Json(512));
    QVERIFY(valueFromText(FieldKind::Integer, "1e6") == Json(1e6));
    QVERIFY(valueFromText(FieldKind::Real, "1e-3") == Json(0.001));
    QVERIFY(valueFromText(FieldKind::Real, "-2") == Json(-2));
    QVERIFY(valueFromText(FieldKind::Flag, "True") == Json(true));
    QVERIFY(valueFromText(FieldKind::Flag, "0") == Json(false));
    QVERIFY(valueFromText(FieldKind::Text, "12") == Json("12"));
    QVERIFY(valueFromText(FieldKind::Integers, "160, 512") == Json({160, 512}));
    QVERIFY(valueFromText(FieldKind::Integer, "many") == Json("many"));
    QVERIFY(!numberFromText("nan") && !numberFromText("inf") && !numberFromText("1x") && !numberFromText(""));
}

BAMSCOPE_TEST(FieldTables)
#include "test_fields.moc"
