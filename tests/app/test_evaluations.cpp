// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations as a user meets them: interrupted, repeated, with input that is wrong; and the command that lets a model write.
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>

#include <csignal>

using namespace bam;

class Evaluations : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;
    const QString m_run = QStringLiteral("logs/custom/bam_ssmax/version_00");

    QString copyOfTheRun(const QString& name) const
    {
        QProcess::execute(QStringLiteral("cp"), {"-r", m_place.path(m_run), m_place.path(name)});
        return name;
    }
    /// Keys of the journal, in order.
    QStringList keys(const QString& run) const
    {
        QStringList keys;
        for (const auto& line : m_place.read(run + "/evaluation/answers.jsonl").split('\n'))
            if (const auto object = QJsonDocument::fromJson(line).object(); !object.isEmpty())
                keys.append(object["key"].toString());
        return keys;
    }
    /// Of the last progress in whole lines: "equidistant, 700 tokens, seed 2: 3 of 12, …" comes after three cells.
    static qsizetype answersTold(const QByteArray& output, int samples)
    {
        qsizetype told = 0;
        for (const auto& line : output.left(output.lastIndexOf('\n') + 1).split('\n')) {
            const auto detail = QJsonDocument::fromJson(line).object()["detail"].toString();
            const auto match = QRegularExpression(QStringLiteral(R"(^equidistant, (400|700) tokens, seed (1|2): (\d+) of )")).match(detail);
            if (match.hasMatch())
                told = samples * ((match.captured(1) == "700" ? 1 : 0) + (match.captured(2) == "2" ? 2 : 0)) + match.captured(3).toInt();
        }
        return told;
    }
    /// A run one of whose files ends otherwise than it was written.
    QString brokenCopy(const QString& name, const QString& damaged) const
    {
        const auto run = copyOfTheRun(name);
        const auto file = run + damaged;
        auto content = m_place.read(file);
        content.replace(content.size() - 4, 4, "\xff\xff\xff\xff");
        m_place.write(file, content);
        return run;
    }
    QJsonObject results(const QString& run) const { return QJsonDocument::fromJson(m_place.read(run + "/results.json")).object(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "logs", "--quiet"}), 0);
    }

    void killingAnEvaluationLosesAtMostOneAnswer()
    {
        constexpr int kSamples = 12, kAll = 4 * kSamples;
        const auto run = copyOfTheRun("killed");
        // Token by token, so that a prompt takes a while and each answer is told.
        const QStringList what{"--batch", "evaluate", run, "--passkey_lengths", "400,700", "--samples", QString::number(kSamples), "--seeds", "1,2", "--chunk", "1", "--threads", "1", "--json"};
        qsizetype known = 0;
        for (int kill = 0; kill < 4; ++kill) {
            QProcess process;
            process.setWorkingDirectory(m_place.path());
            process.start(QStringLiteral(BAMSCOPE_PROGRAM), what);
            // Inside a prompt that is not a multiple of ten after the first: a journal that is written in tens, or when it pleases, would lack some then.
            QByteArray output;
            qsizetype told = known;
            QTRY_VERIFY_WITH_TIMEOUT((output += process.readAllStandardOutput(), told = std::max(told, answersTold(output, kSamples)), (told > known && (told - known) % 10 <= 7) || told == kAll), 60'000);
            process.kill();
            // The last one may have ended by itself before.
            QVERIFY(process.waitForFinished() || process.state() == QProcess::NotRunning);
            // Every answer that was told is there, and nothing is there twice: no answer was asked for again.
            const auto now = keys(run);
            QVERIFY2(now.size() >= told, qPrintable(QStringLiteral("%1 of %2 answers are there").arg(now.size()).arg(told)));
            QCOMPARE(QSet<QString>(now.begin(), now.end()).size(), now.size());
            known = now.size();
            if (known >= kAll)
                break;
        }
        EXPECT_EXIT(m_place.run(what), 0);
        QCOMPARE(keys(run).size(), kAll);
        const auto whole = copyOfTheRun("undisturbed");
        auto undisturbed = what;
        undisturbed[2] = whole;
        EXPECT_EXIT(m_place.run(undisturbed), 0);
        const auto cut = results(run), fresh = results(whole);
        QCOMPARE(cut["passkey"], fresh["passkey"]);
        const auto details = [](const QJsonObject& all) {
            auto list = all["passkey_details"].toObject().begin()->toArray();
            QJsonArray plain;
            for (auto entry : list) {
                auto object = entry.toObject();
                object.remove("seconds");
                plain.append(object);
            }
            return plain;
        };
        QCOMPARE(details(cut), details(fresh));
        QCOMPARE(details(cut).size(), 4);
    }

    void anotherEvaluationTakesWhatIsKnownAndAgainAsksAnew()
    {
        const auto run = copyOfTheRun("twice");
        const QStringList what{"--batch", "evaluate", run, "--passkey_lengths", "200", "--samples", "4", "--threads", "1", "--quiet"};
        EXPECT_EXIT(m_place.run(what), 0);
        QCOMPARE(keys(run).size(), 4);
        // Another length and a longer list of prompts: the prompts of before are among them.
        EXPECT_EXIT(m_place.run(what + QStringList{"--passkey_lengths", "200,300"}), 0);
        QCOMPARE(keys(run).size(), 8);
        EXPECT_EXIT(m_place.run(what + QStringList{"--again"}), 0);
        QCOMPARE(keys(run).size(), 12);
        EXPECT_EXIT(m_place.run(what + QStringList{"--cache_dtype", "bfloat16"}), 0);
        QCOMPARE(keys(run).size(), 16);
    }

    void oneBadRunOfSeveralDoesNotEndTheOthers_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QString>("damaged");
        QTest::addColumn<QString>("cause");
        const QString file = "/checkpoints/step_00000012/model.safetensors";
        for (const auto& [name, flags] : {std::pair<const char*, QStringList>{"one process", {}}, {"two ranks", {"--ranks", "2"}}}) {
            QTest::newRow(name) << flags << file << "is not as it was written";
            QTest::addRow("run.json, %s", name) << flags << "/run.json" << "run.json\" is not valid JSON";
            QTest::addRow("args.json, %s", name) << flags << "/args.json" << "args.json\" is not valid JSON";
        }
    }
    void oneBadRunOfSeveralDoesNotEndTheOthers()
    {
        QFETCH(QStringList, flags);
        QFETCH(QString, damaged);
        QFETCH(QString, cause);
        const QString tag = (flags.isEmpty() ? "one" : "two") + damaged.section(u'/', -1).section(u'.', 0, 0);
        const QStringList runs{copyOfTheRun(tag + "_first"), brokenCopy(tag + "_broken", damaged), copyOfTheRun(tag + "_last")};
        const auto outcome = m_place.run(QStringList{"--batch", "evaluate"} + runs + QStringList{"--passkey_lengths", "200", "--samples", "2", "--threads", "1", "--json"} + flags);
        EXPECT_EXIT(outcome, 1);
        EXPECT_TEXT(outcome.err + outcome.out, "1 of 3 runs could not be evaluated: " + runs[1].toUtf8());
        QCOMPARE(outcome.events("failed").size(), 1);
        QCOMPARE(outcome.events("failed")[0]["run"].toString(), runs[1]);
        QVERIFY2(outcome.events("failed")[0]["cause"].toString().contains(cause), qPrintable(outcome.events("failed")[0]["cause"].toString()));
        QCOMPARE(outcome.events("done").size(), 2);
        QCOMPARE(outcome.events("done")[1]["run"].toString(), runs[2]);
        for (const auto n : {0, 1, 2})
            QCOMPARE(QFile::exists(m_place.path(runs[n] + "/results.json")), n != 1);
        // What is wrong with all of them keeps its own status.
        EXPECT_EXIT(m_place.run(QStringList{"--batch", "evaluate", runs[0], runs[2], "--passkey_filler", "nowhere.txt", "--threads", "1"} + flags), 2);
        EXPECT_EXIT(m_place.run(QStringList{"--batch", "evaluate", runs[1], "--passkey_lengths", "200", "--threads", "1"}), 1);
    }

    void resultsThatNobodyCanReadAreNoSuccess()
    {
        const auto run = copyOfTheRun("full");
        for (const auto& command : {QStringList{"evaluate", run, "--passkey_lengths", "200", "--samples", "2", "--threads", "1"}, QStringList{"export", run, "--jsonl", "full.jsonl"}}) {
            QProcess process;
            m_place.prepare(process, QStringList{"--batch"} + command);
            process.setStandardOutputFile(QStringLiteral("/dev/full"));
            process.start();
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 1);
            EXPECT_TEXT(process.readAllStandardError(), "the output could not be written");
        }
    }

    void aRequestToStopEndsTheEvaluationOfAllRuns()
    {
        const QStringList runs{copyOfTheRun("stopped_first"), copyOfTheRun("stopped_last")};
        const auto outcome = m_place.runAndSignal({"--batch", "evaluate", runs[0], runs[1], "--passkey_lengths", "2000", "--samples", "100000", "--threads", "1", "--json"}, "\"event\":\"progress\"", {SIGINT});
        EXPECT_EXIT(outcome, 3);
        QVERIFY(!QFile::exists(m_place.path(runs[1] + "/evaluation")));
    }

    void everyKindOfEvaluationStreamsItsCells()
    {
        const auto run = copyOfTheRun("kinds");
        m_place.write("essay.txt", "The river runs by. The trees of the valley stand there. Number 5 of them is old.\n");
        const auto outcome = m_place.run({"--batch", "evaluate", run, "--passkey_lengths", "200", "--samples", "2", "--passkey_scoring", "both", "--passkey_filler", "essay.txt", "--perplexity", "text.txt",
            "--perplexity_kinds", "by_position,sliding", "--perplexity_documents", "within", "--perplexity_tokens", "64", "--perplexity_window", "16", "--perplexity_context", "32", "--perplexity_stride",
            "8", "--perplexity_total", "500", "--run_ruler", "--ruler_tasks", "niah_single_1,niah_single_2", "--ruler_lengths", "900", "--ruler_samples", "2", "--ruler_essays", "essay.txt", "--threads", "1",
            "--json"});
        EXPECT_EXIT(outcome, 0);
        QCOMPARE(outcome.events("passkey").size(), 1);
        QCOMPARE(outcome.events("perplexity").size(), 2);
        QCOMPARE(outcome.events("ruler").size(), 2);
        QVERIFY(outcome.events("ruler")[0]["line"].toString().startsWith("RULER niah_single_1"));
        const auto found = results(run);
        QVERIFY(found["passkey"].toObject().begin().key().startsWith("('equidistant', 2, 5, 0, 'essay.txt "));
        QCOMPARE(found["perplexity"].toArray()[0].toObject()["documents"].toString(), QString("within"));
        const auto sliding = found["perplexity_sliding"].toArray()[0].toObject();
        QCOMPARE(sliding["stride"].toInt(), 8);
        QVERIFY(sliding["bits_per_byte"].toDouble() > 0);
        QCOMPARE(found["ruler"].toObject()["niah_single_2"].toArray()[0].toObject()["samples"].toInt(), 2);
        for (const auto& entry : {sliding, found["ruler"].toObject()["niah_single_2"].toArray()[0].toObject(), found["passkey_details"].toObject().begin()->toArray()[0].toObject()})
            for (const auto* key : {"prompts", "checkpoint", "checkpoint_hash", "tokenizer", "cache_dtype", "program"})
                QVERIFY2(entry.contains(key), key);
    }

    void whatIsWrongIsToldBeforeAnythingIsAsked_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QStringList{"--run_passkey", "false"} << QByteArray("nothing is asked of \"" + m_run.toUtf8() + "\"");
        QTest::newRow("no essays") << QStringList{"--run_ruler"} << QByteArray("niah_single_2 hides its needles in essays");
        QTest::newRow("too short") << QStringList{"--run_ruler", "--ruler_tasks", "cwe", "--ruler_lengths", "300"} << QByteArray("does not fit into 300 tokens");
        QTest::newRow("filler") << QStringList{"--passkey_filler", "nowhere.txt"} << QByteArray("there is no \"nowhere.txt\"");
        QTest::newRow("stride") << QStringList{"--perplexity", "text.txt", "--perplexity_kinds", "sliding", "--perplexity_stride", "4000"} << QByteArray("at most perplexity_context = 1024");
        QTest::newRow("kind") << QStringList{"--perplexity_kinds", "slide"} << QByteArray("a list of by_position or sliding, or all");
        QTest::newRow("no args.json") << QStringList{"--checkpoint_args", "nowhere/args.json"} << QByteArray("there is no \"nowhere/args.json\", which --checkpoint_args names");
        QTest::newRow("seed twice") << QStringList{"--seeds", "3,3"} << QByteArray("each seed once");
        QTest::newRow("task") << QStringList{"--ruler_tasks", "niah_single_4"} << QByteArray("niah_single_");
        QTest::newRow("no method") << QStringList{"--rope_factor", "4"} << QByteArray("add --rope_scaling linear, ntk or yarn");
        QTest::newRow("longer than anything") << QStringList{"--passkey_lengths", "2000000000"} << QByteArray("each from 0 to 1,000,000,000");
        QTest::newRow("all tasks") << QStringList{"--run_ruler", "--ruler_tasks", "all"} << QByteArray("niah_single_2 hides its needles in essays");
    }
    void whatIsWrongIsToldBeforeAnythingIsAsked()
    {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, text);
        const auto outcome = m_place.run(QStringList{"--batch", "evaluate", m_run, "--threads", "1"} + flags);
        EXPECT_EXIT(outcome, 2);
        EXPECT_TEXT(outcome.err, text);
        QVERIFY(!QFile::exists(m_place.path(m_run + "/results.json")));
    }

    void aModelWritesOnAndTheSameSeedWritesTheSame()
    {
        const QStringList what{"--batch", "generate", m_run, "--prompt", "the 5 trees of", "--tokens", "30", "--temperature", "1.5", "--top_k", "50", "--top_p", "0.95", "--threads", "1"};
        const auto first = m_place.run(what + QStringList{"--seed", "3"}), again = m_place.run(what + QStringList{"--seed", "3"}), other = m_place.run(what + QStringList{"--seed", "4"});
        EXPECT_EXIT(first, 0);
        QVERIFY(first.out.startsWith("the 5 trees of"));
        EXPECT_TEXT(first.out, "tokens/s");
        const auto text = [](const QByteArray& out) { return out.left(out.lastIndexOf("\n(")); };
        QCOMPARE(text(first.out), text(again.out));
        QVERIFY(text(first.out) != text(other.out));
        const auto json = m_place.run(what + QStringList{"--seed", "3", "--json"});
        EXPECT_EXIT(json, 0);
        QVERIFY(json.events("token").size() <= 30 && !json.events("token").isEmpty());
        const auto done = json.events("done");
        QCOMPARE("the 5 trees of" + done[0]["text"].toString(), QString::fromUtf8(text(first.out)));
        QString pieces;
        for (const auto& token : json.events("token"))
            pieces += token["text"].toString();
        QVERIFY(done[0]["text"].toString().startsWith(pieces));
        m_place.write("prompt.txt", "the 5 trees of\n");
        const auto file = m_place.run({"--batch", "generate", m_run, "--prompt_file", "prompt.txt", "--tokens", "5", "--threads", "1"});
        EXPECT_EXIT(file, 0);
        QVERIFY(file.out.startsWith("the 5 trees of"));
        const auto input = m_place.run({"--batch", "generate", m_run, "--prompt_file", "-", "--tokens", "5", "--threads", "1"}, "the 5 trees of");
        QCOMPARE(text(input.out), text(file.out));
    }

    void aModelWithRopeWritesAndIsLookedIntoWithItsRotationScaled()
    {
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "turned", "--position_encoding", "rotary", "--quiet"}), 0);
        const QString run = "turned/custom/rotary/version_00";
        const QStringList scaling{"--rope_scaling", "yarn", "--rope_factor", "4"};
        const QStringList write{"--batch", "generate", run, "--prompt", "the 5 trees of", "--tokens", "5", "--threads", "1"};
        const auto text = m_place.run(write + scaling);
        EXPECT_EXIT(text, 0);
        QVERIFY2(QRegularExpression(QStringLiteral("RoPE scaling yarn × 4 of \\d+ tokens\\)")).match(QString::fromUtf8(text.out)).hasMatch(), text.out.constData());
        const auto json = m_place.run(write + scaling + QStringList{"--json"});
        EXPECT_EXIT(json, 0);
        QCOMPARE(json.events("done").at(0)["rope_scaling"].toObject()["factor"].toInt(), 4);
        QVERIFY(m_place.run(write + QStringList{"--json"}).events("done").at(0)["rope_scaling"].isNull());

        const QStringList look{"--batch", "lens", run, "--length", "200", "--threads", "1"};
        const auto heads = m_place.run(look + scaling);
        EXPECT_EXIT(heads, 0);
        EXPECT_TEXT(heads.out, "; RoPE scaling yarn × 4 of ");
        const auto told = m_place.run(look + scaling + QStringList{"--rope_original_length", "77", "--json"});
        EXPECT_EXIT(told, 0);
        QCOMPARE(told.events("prompt").at(0)["rope_scaling"].toObject()["original_length"].toInt(), 77);
        const auto plain = m_place.run(look + QStringList{"--json"});
        QVERIFY(plain.events("prompt").at(0)["rope_scaling"].isNull());
        QVERIFY(plain.events("head").at(0) != told.events("head").at(0));
        const auto study = m_place.run(look + scaling + QStringList{"--study", "1", "--study_heads", "1", "--study_draws", "1", "--json"});
        EXPECT_EXIT(study, 0);
        QCOMPARE(study.events("study").at(0)["rope_scaling"].toObject()["method"].toString(), QStringLiteral("yarn"));
    }

    void ropeScalingThatCannotBeIsRefused_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no RoPE") << QStringList{"--rope_scaling", "yarn", "--rope_factor", "4"} << QByteArray("bam_ssmax does not rotate queries and keys");
        QTest::newRow("no method") << QStringList{"--rope_factor", "4"} << QByteArray("--rope_factor belongs to --rope_scaling, which is not given");
        QTest::newRow("no factor") << QStringList{"--rope_scaling", "yarn"} << QByteArray("more than 1 with rope_scaling = yarn");
        QTest::newRow("unknown") << QStringList{"--rope_scaling", "dynamic", "--rope_factor", "4"} << QByteArray("none, linear, ntk");
    }
    void ropeScalingThatCannotBeIsRefused()
    {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, text);
        for (const auto& command : {QStringList{"generate", m_run, "--prompt", "the"}, QStringList{"lens", m_run, "--length", "200"}}) {
            const auto outcome = m_place.run(QStringList{"--batch"} + command + flags);
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, text);
        }
    }

    void aTextCanBeStopped()
    {
        const auto outcome = m_place.runAndSignal({"--batch", "generate", m_run, "--prompt", "the", "--tokens", "1000000", "--ignore_eos", "--threads", "1", "--json"}, "\"event\":\"token\"", {SIGINT});
        EXPECT_EXIT(outcome, 3);
        QCOMPARE(outcome.events("done").size(), 1);
    }

    void waitingForThePromptCanBeStopped()
    {
        QProcess process;
        m_place.prepare(process, {"--batch", "generate", m_run, "--prompt_file", "-", "--threads", "1"});
        process.start();
        QVERIFY(process.waitForStarted());
        process.write("the river");     // and no end
        const auto takesSignals = [&] {
            QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
            const auto lines = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
            const auto at = lines.indexOf("SigBlk:");
            const auto blocked = at < 0 ? 0 : lines.mid(at + 7, 17).trimmed().toULongLong(nullptr, 16);
            const auto blocks = [&](int signal) { return (blocked >> (signal - 1) & 1) != 0; };
            return blocks(SIGTERM) && !blocks(SIGUSR1);     // while a thread is made all are blocked
        };
        QTRY_VERIFY_WITH_TIMEOUT(takesSignals(), 30'000);
        process.terminate();
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
    }

    void aTextThatCanNeverFitIntoMemoryIsRefused()
    {
        const auto outcome = m_place.run({"--batch", "generate", m_run, "--prompt", "the", "--tokens", "1000000000000000", "--threads", "1"});
        EXPECT_EXIT(outcome, 4);
        EXPECT_TEXT(outcome.err, "1,000,000,000,000,000 to be written");
        EXPECT_TEXT(outcome.err, "Ask for fewer tokens (--tokens)");
        const auto lens = m_place.run({"--batch", "lens", m_run, "--length", "1000000000000", "--threads", "1"});
        EXPECT_EXIT(lens, 4);
        EXPECT_TEXT(lens.err, "tokens would fit now");
    }

    void aVocabularyLargerThanTheTokenizersWritesText()
    {
        auto training = test::Workplace::tinyTraining();
        training[training.indexOf("--vocabulary") + 1] = "2000";
        EXPECT_EXIT(m_place.run(training + QStringList{"--log_dir", "padded", "--quiet"}), 0);
        const auto outcome = m_place.run({"--batch", "generate", "padded/custom/bam_ssmax/version_00", "--prompt", "the", "--tokens", "40", "--temperature", "10", "--ignore_eos", "--threads", "1", "--json"});
        EXPECT_EXIT(outcome, 0);
        QCOMPARE(outcome.events("token").size(), 40);
        for (const auto& token : outcome.events("token"))
            QVERIFY(token["id"].toInt() < 160);
    }

    void aFolderOfTextsHidesThePassKey()
    {
        const auto run = copyOfTheRun("folder");
        QVERIFY(QDir(m_place.path()).mkdir("fillers"));
        m_place.write("fillers/a.txt", "The river runs by. The trees of the valley stand there.\n");
        m_place.write("fillers/b.txt", "Number 5 of them is old.\n");
        EXPECT_EXIT(m_place.run({"--batch", "evaluate", run, "--passkey_lengths", "200", "--samples", "2", "--passkey_filler", "fillers/", "--threads", "1", "--quiet"}), 0);
        QVERIFY(results(run)["passkey"].toObject().begin().key().startsWith("('equidistant', 2, 5, 0, 'fillers "));
    }

    void theGenerateCommandSaysWhatIsWrong_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no prompt") << QStringList{} << QByteArray("there is no prompt");
        QTest::newRow("two prompts") << QStringList{"--prompt", "a", "--prompt_file", "b"} << QByteArray("both given");
        QTest::newRow("temperature") << QStringList{"--prompt", "a", "--temperature", "-1"} << QByteArray("temperature is -1");
        QTest::newRow("word") << QStringList{"--prompt", "a", "--temperature", "hot"} << QByteArray("temperature");
        QTest::newRow("top-p") << QStringList{"--prompt", "a", "--top_p", "0"} << QByteArray("top-p is 0");
        QTest::newRow("tokens") << QStringList{"--prompt", "a", "--tokens", "0"} << QByteArray("at least 1");
        QTest::newRow("type") << QStringList{"--prompt", "a", "--cache_dtype", "int8"} << QByteArray("expected float32 or bfloat16");
    }
    void theGenerateCommandSaysWhatIsWrong()
    {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, text);
        const auto outcome = m_place.run(QStringList{"--batch", "generate", m_run} + flags);
        EXPECT_EXIT(outcome, 2);
        EXPECT_TEXT(outcome.err, text);
    }
};

BAMSCOPE_TEST(Evaluations)
#include "test_evaluations.moc"
