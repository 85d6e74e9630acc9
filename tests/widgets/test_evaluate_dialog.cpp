// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spec_io.h"
#include "core/spec/presets.h"
#include "tests/support/test_main.h"
#include "widgets/views/setup/evaluate_dialog.h"

#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

using namespace bam;
using views::EvaluateDialog;

namespace {

spec::RunSpec laptop()
{
    auto spec = spec::preset("laptop");
    spec.evaluation.passkey.lengths = {512, 4096};
    spec.evaluation.passkey.samples = 10;
    return spec;
}

views::FieldRow* row(EvaluateDialog& dialog, const char* path) { return dialog.findChild<views::FieldRow*>(QStringLiteral("row:") + QLatin1String(path)); }

void type(EvaluateDialog& dialog, const char* path, const QString& text)
{
    auto* edit = row(dialog, path)->findChild<QLineEdit*>();
    QVERIFY(edit);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Tab);
}

void tick(EvaluateDialog& dialog, const char* group)
{
    auto* box = dialog.findChild<QGroupBox*>(QLatin1String(group));
    QVERIFY(box);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
}

}  // namespace

class EvaluateDialogTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void itShowsTheSettingsOfTheRunAndSaysHowManyPromptsThatIs()
    {
        EvaluateDialog dialog({QStringLiteral("laptop BAM 00")}, laptop());
        dialog.show();
        const auto note = dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text();
        QVERIFY2(note.contains(QStringLiteral("20 prompts")) && note.contains(QStringLiteral("4,096 tokens")), qPrintable(note));
    }

    void whatIsTypedBecomesFlagsOfTheCommand()
    {
        EvaluateDialog dialog({QStringLiteral("one"), QStringLiteral("two")}, laptop());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        type(dialog, "evaluation.passkey.lengths", QStringLiteral("160, 8192"));
        QCOMPARE(dialog.settings().passkey.lengths, (std::vector<std::int64_t>{160, 8192}));
        const auto flags = dialog.flags();
        const auto lengths = std::find(flags.begin(), flags.end(), "--passkey_lengths");
        QVERIFY(lengths != flags.end() && *(lengths + 1) == "160,8192");
        const auto samples = std::find(flags.begin(), flags.end(), "--passkey_samples");
        QVERIFY(samples != flags.end() && *(samples + 1) == "10");
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest")), Qt::LeftButton);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    void aWrongValueIsNamedAndTheTestWaits()
    {
        EvaluateDialog dialog({QStringLiteral("one")}, laptop());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        type(dialog, "evaluation.passkey.lengths", QStringLiteral("many"));
        QVERIFY(!row(dialog, "evaluation.passkey.lengths")->rejected().isEmpty());
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
    }

    void perplexityIsMeasuredWhereATextIsGiven()
    {
        EvaluateDialog dialog({QStringLiteral("one")}, laptop());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto off = dialog.flags();
        QCOMPARE(*(std::find(off.begin(), off.end(), "--perplexity") + 1), std::string());
        tick(dialog, "evaluatePerplexity");
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text().contains(QStringLiteral("Choose the text")));
        type(dialog, "evaluation.perplexity", QStringLiteral("bible.txt"));
        type(dialog, "evaluation.perplexity_tokens", QStringLiteral("4096"));
        QCOMPARE(dialog.settings().perplexity, std::string("bible.txt"));
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text().contains(QStringLiteral("over 4,096 tokens")));
        const auto flags = dialog.flags();
        const auto text = std::find(flags.begin(), flags.end(), "--perplexity");
        QVERIFY(text != flags.end() && *(text + 1) == "bible.txt");
        type(dialog, "evaluation.perplexity_tokens", QStringLiteral("4000"));
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
    }

    void everyEvaluationIsTickedByItself()
    {
        EvaluateDialog dialog({QStringLiteral("one")}, laptop());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!row(dialog, "evaluation.ruler.tasks")->isVisible());
        tick(dialog, "evaluateRuler");
        QVERIFY(row(dialog, "evaluation.ruler.tasks")->isVisible());
        type(dialog, "evaluation.ruler.essays", QStringLiteral("essays.txt"));
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text().contains(QStringLiteral("RULER: 2,200 prompts")));
        tick(dialog, "evaluatePasskey");
        auto flags = dialog.flags();
        const auto after = [&](const char* flag) { return *(std::find(flags.begin(), flags.end(), flag) + 1); };
        QCOMPARE(after("--run_passkey"), std::string("false"));
        QCOMPARE(after("--run_ruler"), std::string("true"));
        QVERIFY(std::find(flags.begin(), flags.end(), "--passkey_lengths") == flags.end());
        tick(dialog, "evaluateRuler");
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text().contains(QStringLiteral("Tick what")));
        tick(dialog, "evaluateChoice");
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
        type(dialog, "evaluation.choice.tasks", QStringLiteral("mmlu=questions"));
        QVERIFY(dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
    }

    void rulerWithoutEssaysSaysWhichTaskNeedsThem()
    {
        EvaluateDialog dialog({QStringLiteral("one")}, laptop());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        tick(dialog, "evaluateRuler");
        const auto* evaluate = dialog.findChild<QPushButton*>(QStringLiteral("evaluateTest"));
        const auto* note = dialog.findChild<QLabel*>(QStringLiteral("evaluateNote"));
        QVERIFY(!evaluate->isEnabled());
        QVERIFY2(note->text().contains(QStringLiteral("niah_single_2 hides its needles in essays")), qPrintable(note->text()));
        type(dialog, "evaluation.ruler.essays", QStringLiteral("essays.txt"));
        QVERIFY(evaluate->isEnabled());
        auto without = laptop();
        without.evaluation.runRuler = true;
        without.evaluation.ruler.tasks = {"niah_single_1", "vt"};
        EvaluateDialog other({QStringLiteral("one")}, without);
        other.show();
        QVERIFY(other.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
    }

    void ropeIsScaledInTheRunsThatHaveIt()
    {
        auto start = laptop();
        start.evaluation.ropeScaling = "yarn";
        start.evaluation.ropeFactor = 8;
        spec::ModelSpec bam, rotary;
        bam.encoding = "bam";
        rotary.encoding = "rotary";
        start.model = rotary;
        EvaluateDialog both({QStringLiteral("RoPE"), QStringLiteral("BAM")}, start, {rotary, bam});
        both.show();
        QVERIFY(both.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
        const auto text = both.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text();
        QVERIFY2(text.contains(QStringLiteral("RoPE is scaled in 1 of 2 runs")), qPrintable(text));
        const auto scaled = both.flags(rotary), plain = both.flags(bam);
        const auto after = [](const std::vector<std::string>& flags, const char* flag) {
            const auto found = std::find(flags.begin(), flags.end(), flag);
            return found == flags.end() ? std::string("none given") : *(found + 1);
        };
        QCOMPARE(after(scaled, "--rope_scaling"), std::string("yarn"));
        QCOMPARE(after(scaled, "--rope_factor"), std::string("8"));
        QCOMPARE(after(plain, "--rope_scaling"), std::string("none"));
        QCOMPARE(after(plain, "--rope_factor"), std::string("none given"));
        QCOMPARE(after(plain, "--passkey_samples"), std::string("10"));
        EvaluateDialog none({QStringLiteral("BAM"), QStringLiteral("another")}, start, {bam, bam});
        none.show();
        QVERIFY(!none.findChild<QPushButton*>(QStringLiteral("evaluateTest"))->isEnabled());
        QVERIFY(none.findChild<QLabel*>(QStringLiteral("evaluateNote"))->text().contains(QStringLiteral("no run that is selected rotates")));
    }

    void furtherSettingsAreOneClickAway()
    {
        EvaluateDialog dialog({QStringLiteral("one")}, laptop());
        dialog.show();
        QVERIFY(!row(dialog, "evaluation.passkey.patience")->isVisible());
        QTest::mouseClick(dialog.findChild<QToolButton*>(QStringLiteral("evaluateMore")), Qt::LeftButton);
        QVERIFY(row(dialog, "evaluation.passkey.patience")->isVisible());
        QVERIFY(!row(dialog, "evaluation.run_passkey"));
    }
};

BAMSCOPE_TEST(EvaluateDialogTest)

#include "test_evaluate_dialog.moc"
