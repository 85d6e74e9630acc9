// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as such: exit codes, help, suggestions, JSON. Nothing here trains.
#include "core/spec/spec_values.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

#include <csignal>

using namespace bam;

class CommandLine : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

private Q_SLOTS:
    void versionNamesTheProgram();
    void helpListsTheCommandsAndExitCodes();
    void everyCommandExplainsItself_data();
    void everyCommandExplainsItself();
    void everyFieldOfARunHasItsFlag();
    void withoutADisplayTheWindowSaysHowToWorkWithoutIt();
    void wrongArgumentsOfTheWindowAreRefusedBeforeItOpens();
    void mistakesAreUsageErrors_data();
    void mistakesAreUsageErrors();
    void errorsAreObjectsWithJson();
    void aFileAfterBatchChoosesItsCommand();

    void thePapersFirstCommandIsAccepted();
    void thePapersReleasedCommandIsAccepted();
    void everyOfficialFlagIsAccepted();
    void switchesTakeEverySpelling();
    void flagsWinOverFileOverPreset();
    void contradictionsAreListedTogether();
    void tokensThatDoNotDivideNameTheNearest();
    void aCheckpointsOwnArgumentsCanBeTaken();
    void theOfficialDataFolderIsSearched();
    void aLauncherOfOneProcessTrains();
    void aLauncherThatSaysHalfIsRefused();
    void anAbsentDeviceIsTheMachinesFault();

    void selftestChecksEveryBackendOfTheMachine();
    void threadsSpinShortlyUnlessToldOtherwise();
    void infoShowsProgramMachineAndChoices();
    void infoTellsWhatAFileHolds();
    void tokenizerShowsPiecesAndIds();
    void datasetRefusesWhatItCannotRead();
    void anArgumentThatIsNoTextIsToldAsThat();
    void datasetReadsStandardInput();
    void runChecksAllJobsBeforeTheFirst();
};

void CommandLine::versionNamesTheProgram()
{
    const auto outcome = m_place.run({"--version"});
    EXPECT_EXIT(outcome, 0);
    QVERIFY(outcome.out.startsWith("bamscope "));
}

void CommandLine::helpListsTheCommandsAndExitCodes()
{
    for (const auto& arguments : {QStringList{"--help"}, QStringList{"--batch", "--help"}}) {
        const auto outcome = m_place.run(arguments);
        EXPECT_EXIT(outcome, 0);
        for (const auto* word : {"train", "evaluate", "dataset", "tokenizer", "info", "run", "selftest", "Exit status"})
            EXPECT_TEXT(outcome.out, word);
    }
}

void CommandLine::everyCommandExplainsItself_data()
{
    QTest::addColumn<QByteArrayList>("flags");
    QTest::newRow("train") << QByteArrayList{"--position_encoding", "--theta_alpha_init", "--thata_beta_init", "--val_tokens_padding", "--resume", "--dry-run", "slope_raw"};
    QTest::newRow("evaluate") << QByteArrayList{"--passkey_lengths", "--samples", "--checkpoint_args", "--tokenizer", "--chunk"};
    QTest::newRow("dataset") << QByteArrayList{"--out", "--column", "--unit", "--bos", "--shard-tokens", "--max-documents", "--resume"};
    QTest::newRow("tokenizer") << QByteArrayList{"--pieces", "--out", "--with-passkey-sentences"};
    QTest::newRow("generate") << QByteArrayList{"--prompt", "--temperature", "--rope_scaling", "--rope_factor", "--rope_original_length"};
    QTest::newRow("lens") << QByteArrayList{"--ablate", "--study", "--rope_scaling", "--rope_factor", "--rope_original_length"};
    QTest::newRow("info") << QByteArrayList{"--json"};
    QTest::newRow("selftest") << QByteArrayList{"--device", "--no-speed"};
    QTest::newRow("run") << QByteArrayList{"--out", "--set", "--seed", "--quiet"};
}

void CommandLine::everyCommandExplainsItself()
{
    QFETCH(QByteArrayList, flags);
    const auto outcome = m_place.run({"--batch", QTest::currentDataTag(), "--help"});
    EXPECT_EXIT(outcome, 0);
    QVERIFY(outcome.out.startsWith("Usage: bamscope --batch " + QByteArray(QTest::currentDataTag())));
    for (const auto& flag : flags)
        EXPECT_TEXT(outcome.out, flag);
    for (const auto& line : outcome.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 160, line.constData());
}

void CommandLine::everyFieldOfARunHasItsFlag()
{
    const auto train = m_place.run({"--batch", "train", "--help"}), evaluate = m_place.run({"--batch", "evaluate", "--help"});
    for (const auto& entry : spec::allFields()) {
        if (entry.path == "model.ssmax")
            continue;       // is the ending of --position_encoding
        const auto flag = QByteArray::fromStdString("--" + (entry.path == "model.encoding" ? std::string("position_encoding") : entry.field->flagName())) + ' ';
        const auto& help = entry.section.starts_with("evaluation") ? evaluate.out : train.out;
        QVERIFY2(help.contains("\n  " + flag) || help.contains("\n  " + flag.trimmed() + '\n'), entry.path.c_str());
    }
}

void CommandLine::withoutADisplayTheWindowSaysHowToWorkWithoutIt()
{
    test::Workplace place;
    for (const auto* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        place.setEnvironment(QString::fromLatin1(name), QString());
    const auto outcome = place.run({});
    EXPECT_EXIT(outcome, 4);
    EXPECT_TEXT(outcome.err, "bamscope --batch");
    QVERIFY(outcome.out.isEmpty());
}

void CommandLine::wrongArgumentsOfTheWindowAreRefusedBeforeItOpens()
{
    for (const auto& arguments : {QStringList{QStringLiteral("--them"), QStringLiteral("dark")}, {QStringLiteral("--theme"), QStringLiteral("purple")}, {QStringLiteral("no-such-folder")}}) {
        const auto outcome = m_place.run(arguments);
        EXPECT_EXIT(outcome, 2);
        QVERIFY(outcome.err.startsWith("bamscope: "));
    }
}

void CommandLine::mistakesAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QStringList& arguments, const char* message) { QTest::newRow(name) << arguments << QByteArray(message); };
    row("a word", {"train"}, "bamscope --batch train");
    row("no command", {"--batch"}, "--batch needs a command");
    row("unknown command", {"--batch", "trian"}, "Did you mean train?");
    row("unknown flag", {"--batch", "train", "--lerning_rate=1"}, "Did you mean --learning_rate?");
    row("one dash", {"--batch", "train", "-batch_size"}, "two dashes");
    row("missing value", {"--batch", "train", "--dtype"}, "--dtype needs a value: float32|bfloat16");
    row("switch with a word", {"--batch", "train", "--tensorcores=maybe"}, "expected true or false");
    row("unknown preset", {"--batch", "train", "--preset", "labtop"}, "Did you mean laptop?");
    row("missing spec", {"--batch", "train", "none.json"}, "not there");
    row("no dataset", {"--batch", "train"}, "no dataset is given");
    row("not a number", {"--batch", "train", "--batch_size", "many"}, "training.batch_size is \"many\"; expected a whole number");
    row("numeric scale", {"--batch", "train", "--scale_init", "16"}, "bam_ssmax");
    row("rates of old", {"--batch", "train", "--shape_lr", "0.1", "--scale_lr", "0.2"}, "prior_lr");
    row("resume and more", {"--batch", "train", "--resume", "x", "--seed", "3"}, "--seed cannot be changed");
    row("resume nothing", {"--batch", "train", "--resume", "nowhere"}, "nowhere");
    row("checkpoint_args alone", {"--batch", "train", "--checkpoint_args"}, "needs --checkpoint");
    row("evaluate nothing", {"--batch", "evaluate"}, "no run is named");
    row("evaluate no run", {"--batch", "evaluate", "."}, "no args.json");
    row("tokenizer other", {"--batch", "tokenizer", "trian"}, "train or show");
    row("tokenizer few pieces", {"--batch", "tokenizer", "train", "x.txt", "--out", "x.model", "--pieces", "0"}, "at least 2");
    row("dataset no out", {"--batch", "dataset", "x.txt"}, "--out is missing");
    row("dataset unit", {"--batch", "dataset", "x.txt", "--out", "x", "--unit", "word"}, "line or file");
    row("run set", {"--batch", "run", "x.json", "--set", "novalue"}, "NAME=VALUE");
}

void CommandLine::mistakesAreUsageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    const auto outcome = m_place.run(arguments);
    EXPECT_EXIT(outcome, 2);
    QVERIFY2(outcome.err.contains("bamscope: "), outcome.err.constData());
    EXPECT_TEXT(outcome.err, message);
    QVERIFY2(outcome.err.trimmed().contains("\n  "), outcome.err.constData());     // a hint
}

void CommandLine::errorsAreObjectsWithJson()
{
    const auto outcome = m_place.run({"--batch", "train", "--json", "--lerning_rate", "1"});
    EXPECT_EXIT(outcome, 2);
    const auto errors = outcome.events("error");
    QCOMPARE(errors.size(), 1);
    QCOMPARE(errors[0]["code"].toInt(), 2);
    QVERIFY(errors[0]["cause"].toString().contains("--lerning_rate"));
    QVERIFY(errors[0]["hint"].toString().contains("--learning_rate"));
}

void CommandLine::aFileAfterBatchChoosesItsCommand()
{
    m_place.write("run.json", R"({"preset": "laptop"})");
    m_place.write("jobs.json", R"({"jobs": [{"train": 3}]})");
    EXPECT_TEXT(m_place.run({"--batch", "run.json", "--dry-run"}).out, "459,404");
    EXPECT_TEXT(m_place.run({"--batch=jobs.json"}).err, "jobs[0]");
}

// run.sh of the code before the release.
void CommandLine::thePapersFirstCommandIsAccepted()
{
    const auto outcome = m_place.run({"--batch", "train", "--tokens_per_step=589824", "--position_encoding=bam", "--model_size=l12", "--sequence_length=1024", "--batch_size=18",
        "--weight_decay=0.1", "--learning_rate_decay_frac=0.1", "--compile", "--tensorcores", "--val_loss_every=32", "--dtype=bfloat16", "--learning_rate", "1e-3", "--dry-run"});
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "589,824 tokens (18 sequences of 1,024, accumulated 32 times)");
    EXPECT_TEXT(outcome.out, "384 in the prior");
    EXPECT_TEXT(outcome.out, "\"learning_rate\": 0.001");
    EXPECT_TEXT(outcome.out, "\"tensorcores\": true");
    EXPECT_TEXT(outcome.err, "--compile has no meaning here");
}

// The README of the 2026 release, and the main job of this project.
void CommandLine::thePapersReleasedCommandIsAccepted()
{
    const auto outcome = m_place.run({"--batch", "train", "--dataset=10B", "--position_encoding=bam_ssmax", "--model_size=l12", "--tokens_per_step=589824", "--sequence_length=512",
        "--batch_size=32", "--weight_decay", "0.1", "--learning_rate_decay_frac=0.1", "--val_loss_every=32", "--dtype=bfloat16", "--learning_rate", "1e-3", "--num_iterations=20000",
        "--compile", "--json", "--dry-run"});
    EXPECT_EXIT(outcome, 0);
    const auto estimate = outcome.events("estimate").value(0);
    QCOMPARE(estimate["accumulation"].toInt(), 36);
    QCOMPARE(estimate["prior_parameters"].toInt(), 384);
    QCOMPARE(estimate["spec"].toObject()["model"].toObject()["position_encoding"].toString(), QString("bam_ssmax"));
    QCOMPARE(estimate["spec"].toObject()["training"].toObject()["num_iterations"].toInt(), 20000);
}

void CommandLine::everyOfficialFlagIsAccepted()
{
    const auto outcome = m_place.run({"--batch", "train", "--dataset", "10B", "--log_dir", "elsewhere", "--position_encoding", "bam_ssmax", "--model_size", "l6", "--global_prior",
        "--thata_beta_init", "linear", "--theta_alpha_init", "-1.5", "--theta_mu_init", "-0.5", "--theta_beta_trainable", "1", "--theta_alpha_trainable", "0", "--theta_mu_trainable=1",
        "--prior_lr", "5e-3", "--no_seq_scale", "--batch_size", "2", "--sequence_length", "64", "--min_tokens_per_step", "1000", "--num_iterations", "7", "--learning_rate", "1e-3",
        "--warmup_iters", "2", "--learning_rate_decay_frac", "0.5", "--weight_decay", "0.2", "--grad_clip", "0.7", "--max_val_tokens", "700", "--val_tokens_padding", "5", "--val_loss_every",
        "3", "--sample_every", "0", "--overfit_single_batch", "0", "--no-tensorcores", "--device", "", "--no-compile", "--dtype", "float32", "--checkpoint", "old", "--no-checkpoint_args",
        "--reset_steps", "--inference_only", "False", "--laplace_uniform_heads", "1", "--json", "--dry-run"});
    EXPECT_EXIT(outcome, 0);
    const auto spec = outcome.events("estimate").value(0)["spec"].toObject();
    const auto prior = spec["model"].toObject()["prior"].toObject();
    QCOMPARE(spec["log_dir"].toString(), QString("elsewhere"));
    QCOMPARE(prior["theta_beta_init"].toString(), QString("linear"));
    QCOMPARE(prior["theta_alpha_init"].toDouble(), -1.5);
    QCOMPARE(prior["theta_mu_init"].toDouble(), -0.5);
    QVERIFY(prior["theta_beta_trainable"].toBool() && !prior["theta_alpha_trainable"].toBool() && prior["theta_mu_trainable"].toBool() && prior["global_prior"].toBool());
    QVERIFY(!spec["model"].toObject()["seq_scale_trainable"].toBool());
    const auto training = spec["training"].toObject();
    QCOMPARE(training["prior_lr"].toDouble(), 5e-3);
    QCOMPARE(training["min_tokens_per_step"].toInt(), 1000);
    QCOMPARE(training["grad_clip"].toDouble(), 0.7);
    QCOMPARE(training["device"].toString(), QString("auto"));
    QVERIFY(!training["tensorcores"].toBool() && training["reset_steps"].toBool());
    QCOMPARE(training["checkpoint"].toString(), QString("old"));
    QCOMPARE(spec["data"].toObject()["max_val_tokens"].toInt(), 700);
    QCOMPARE(outcome.events("note").size(), 1);     // only the one that asked for something
}

void CommandLine::switchesTakeEverySpelling()
{
    const auto global = [&](const QStringList& flags) {
        const auto outcome = m_place.run(QStringList{"--batch", "train", "--dry-run", "--json"} + flags);
        return outcome.events("estimate").value(0)["spec"].toObject()["model"].toObject()["prior"].toObject()["global_prior"].toBool();
    };
    for (const auto& flags : {QStringList{"--global_prior"}, {"--global_prior", "True"}, {"--global-prior=1"}, {"--no-global_prior", "--global_prior", "true"}})
        QVERIFY2(global(flags), qPrintable(flags.join(' ')));
    for (const auto& flags : {QStringList{"--no-global_prior"}, {"--global_prior", "False"}, {"--global_prior", "--no-global-prior"}, {"--global_prior=0"}})
        QVERIFY2(!global(flags), qPrintable(flags.join(' ')));
}

void CommandLine::flagsWinOverFileOverPreset()
{
    m_place.write("mine.json", R"({"model": {"dim": 96}, "training": {"batch_size": 7, "learning_rate": 0.5}})");
    const auto outcome = m_place.run({"--batch", "train", "--preset", "laptop", "mine.json", "--learning_rate", "0.25", "--dry-run", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto spec = outcome.events("estimate").value(0)["spec"].toObject();
    QCOMPARE(spec["model"].toObject()["n_layers"].toInt(), 2);
    QCOMPARE(spec["model"].toObject()["dim"].toInt(), 96);
    QCOMPARE(spec["training"].toObject()["batch_size"].toInt(), 7);
    QCOMPARE(spec["training"].toObject()["learning_rate"].toDouble(), 0.25);
}

void CommandLine::contradictionsAreListedTogether()
{
    const auto outcome = m_place.run({"--batch", "train", "--n_heads", "7", "--dtype", "float16", "--warmup_iters", "-1", "--position_encoding", "bamm", "--dry-run"});
    EXPECT_EXIT(outcome, 2);
    for (const auto* text : {"has 3 problems", "training.dtype", "training.warmup_iters", "model.position_encoding", "loss scaling"})
        EXPECT_TEXT(outcome.err, text);
    QVERIFY(outcome.out.isEmpty());
    EXPECT_TEXT(m_place.run({"--batch", "train", "--n_heads", "7", "--dry-run"}).err, "nearest: 6 or 8");
}

void CommandLine::tokensThatDoNotDivideNameTheNearest()
{
    const auto outcome = m_place.run({"--batch", "train", "--tokens_per_step", "589824", "--sequence_length", "512", "--batch_size", "20", "--dry-run"});
    EXPECT_EXIT(outcome, 2);
    EXPECT_TEXT(outcome.err, "nearest: 583,680 (accumulates 57 forward passes) or 593,920 (accumulates 58 forward passes)");
}

void CommandLine::aCheckpointsOwnArgumentsCanBeTaken()
{
    QVERIFY(QDir(m_place.path()).mkpath("official"));
    m_place.write("official/args.json", R"({"args": {"position_encoding": "rotary", "model_size": "l6", "batch_size": 3, "sequence_length": 32, "tokens_per_step": 96, "num_iterations": Infinity},
        "dataset_args": {}, "model_args": {"dim": 512, "n_layers": 6, "n_heads": 16, "n_kv_heads": null, "vocab_size": 32768, "multiple_of": 1, "ffn_dim_multiplier": 2, "norm_eps": 1e-05}})");
    const auto outcome = m_place.run({"--batch", "train", "--checkpoint", "official", "--checkpoint_args", "--num_iterations", "9", "--dry-run", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto spec = outcome.events("estimate").value(0)["spec"].toObject();
    QCOMPARE(spec["model"].toObject()["position_encoding"].toString(), QString("rotary"));
    QCOMPARE(spec["model"].toObject()["model_size"].toString(), QString("l6"));
    QCOMPARE(spec["training"].toObject()["batch_size"].toInt(), 3);
    QCOMPARE(spec["training"].toObject()["num_iterations"].toInt(), 9);
    EXPECT_EXIT(m_place.run({"--batch", "train", "--checkpoint", "nowhere", "--checkpoint_args", "--dry-run"}), 2);
}

void CommandLine::theOfficialDataFolderIsSearched()
{
    QVERIFY(QDir(m_place.path()).mkpath("data/10B"));
    const auto outcome = m_place.run({"--batch", "train", "--dataset", "10B", "--dry-run"});
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "\"dataset\": \"data/10B\"");
    EXPECT_TEXT(outcome.err, "as the official code does");
}

/// As torchrun sets the variables.
void CommandLine::aLauncherOfOneProcessTrains()
{
    test::Workplace place;
    for (const auto& [name, value] : {std::pair{"RANK", "0"}, {"LOCAL_RANK", "0"}, {"WORLD_SIZE", "1"}, {"LOCAL_WORLD_SIZE", "1"}, {"MASTER_ADDR", "127.0.0.1"}, {"MASTER_PORT", "29500"}})
        place.setEnvironment(name, value);
    place.prepareData();
    const auto outcome = place.run(test::Workplace::tinyTraining());
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "step     12/12");
}

void CommandLine::aLauncherThatSaysHalfIsRefused()
{
    test::Workplace place;
    place.setEnvironment("WORLD_SIZE", "2");
    const auto outcome = place.run({"--batch", "train", "--preset", "l6", "--dry-run"});
    EXPECT_EXIT(outcome, 2);
    EXPECT_TEXT(outcome.err, "RANK is not set, though this process is one of several by WORLD_SIZE");
}

// Without CUDA there is no device at all, with CUDA there is no device of this number.
void CommandLine::anAbsentDeviceIsTheMachinesFault()
{
    QVERIFY(QDir(m_place.path()).mkpath("empty"));
    const auto outcome = m_place.run({"--batch", "train", "--preset", "l6", "--dataset", "empty", "--device", "cuda:99"});
    EXPECT_EXIT(outcome, 4);
    QVERIFY(!QFileInfo::exists(m_place.path("logs")));
}

void CommandLine::selftestChecksEveryBackendOfTheMachine()
{
    const auto outcome = m_place.run({"--batch", "selftest", "--device", "cpu", "--no-speed", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto checks = outcome.events("selftest");
    QVERIFY(checks.size() >= 3);    // two types of the baseline and the chunked composition, everywhere
    for (const auto& check : checks) {
        QVERIFY(check["passed"].toBool());
        QVERIFY(check["cases"].toInt() > 20);
        QVERIFY(check["output_error"].toDouble() > 0);
    }
    EXPECT_EXIT(m_place.run({"--batch", "selftest", "--device", "gpu"}), 2);
    EXPECT_EXIT(m_place.run({"--batch", "selftest", "--device", "cuda:99"}), 4);
    EXPECT_EXIT(m_place.run({"--batch", "selftest", "something"}), 2);
    EXPECT_EXIT(m_place.run({"--batch", "selftest", "--threads", "100000"}), 2);
    EXPECT_EXIT(m_place.runAndSignal({"--batch", "selftest", "--device", "cpu"}, "fused", {SIGINT}), 3);
}

void CommandLine::threadsSpinShortlyUnlessToldOtherwise()
{
    // What the running program sees of its environment; nothing once it has ended.
    const auto spinning = [&](const QByteArray& asked) {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove("GOMP_SPINCOUNT");
        environment.remove("OMP_WAIT_POLICY");
        if (!asked.isEmpty())
            environment.insert("GOMP_SPINCOUNT", asked);
        process.setProcessEnvironment(environment);
        process.start(BAMSCOPE_PROGRAM, {"--batch", "selftest", "--device", "cpu", "--no-speed", "--quiet"});
        QByteArray value;
        while (value.isEmpty() && !process.waitForFinished(20)) {
            QFile file(QString("/proc/%1/environ").arg(process.processId()));
            if (file.open(QIODevice::ReadOnly))
                for (const auto& entry : file.readAll().split('\0'))
                    if (entry.startsWith("GOMP_SPINCOUNT="))
                        value = entry.mid(15);
        }
        process.kill();
        process.waitForFinished();
        return value;
    };
    QCOMPARE(spinning({}), QByteArray("1000"));
    QCOMPARE(spinning("77"), QByteArray("77"));
}

void CommandLine::infoShowsProgramMachineAndChoices()
{
    const auto outcome = m_place.run({"--batch", "info"});
    EXPECT_EXIT(outcome, 0);
    for (const auto* text : {"bamscope:", "libtorch:", "qt:", "cpu:", "cuda:", "rotary", "laptop", "l24"})
        EXPECT_TEXT(outcome.out, text);
    const auto info = m_place.run({"--batch", "info", "--json"}).events("info").value(0);
    QVERIFY(info["encodings"].toArray().size() >= 5);
    QVERIFY(info["cores"].toInt() >= 1);
    QVERIFY(info["cuda"].toObject().contains("ready"));
}

void CommandLine::infoTellsWhatAFileHolds()
{
    m_place.write("spec.json", R"({"preset": "l12"})");
    m_place.write("wrong.json", R"({"model": {"dimm": 3}})");
    m_place.write("several.json", R"({"description": "for people", "jobs": [{}, {}]})");
    m_place.write("broken.safetensors", "no tensors");
    m_place.write("unknown.xyz", "");
    EXPECT_TEXT(m_place.run({"--batch", "info", "spec.json"}).out, "121,130,496");
    EXPECT_TEXT(m_place.run({"--batch", "info", "several.json"}).out, "file of 2 jobs");
    const auto wrong = m_place.run({"--batch", "info", "wrong.json"});
    EXPECT_EXIT(wrong, 2);
    EXPECT_TEXT(wrong.err, "did you mean dim?");
    EXPECT_EXIT(m_place.run({"--batch", "info", "broken.safetensors"}), 1);
    EXPECT_EXIT(m_place.run({"--batch", "info", "unknown.xyz"}), 2);
    const auto tensors = m_place.run({"--batch", "info", QString::fromStdString(test::dataFile("reference/bam.safetensors").string())});
    EXPECT_EXIT(tensors, 0);
    EXPECT_TEXT(tensors.out, "layers.0.attention.wq.weight [32 × 32] Float");
}

void CommandLine::tokenizerShowsPiecesAndIds()
{
    const auto model = QString::fromStdString(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3").string());
    const auto outcome = m_place.run({"--batch", "tokenizer", "show", model, "The pass key is 12345", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto shown = outcome.events("tokenizer").value(0);
    QCOMPARE(shown["pieces"].toInt(), 32768);
    QCOMPARE(shown["ids"].toArray(), (QJsonArray{1183, 2223, 2713, 1117, 29473, 29508, 29518, 29538, 29549, 29550}));
    EXPECT_TEXT(m_place.run({"--batch", "tokenizer", "show", model}).out, "32,768 pieces, BOS 1, EOS 2");
    m_place.write("no.model", "nothing of the kind");
    EXPECT_EXIT(m_place.run({"--batch", "tokenizer", "show", "no.model"}), 1);
}

void CommandLine::datasetRefusesWhatItCannotRead()
{
    const auto model = QString::fromStdString(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3").string());
    m_place.write("rows.jsonl", "{\"words\": \"no text here\"}\n");
    const auto column = m_place.run({"--batch", "dataset", "rows.jsonl", "--out", "a", "--tokenizer", model});
    EXPECT_EXIT(column, 2);
    EXPECT_TEXT(column.err, "words");
    EXPECT_EXIT(m_place.run({"--batch", "dataset", "rows.jsonl", "--column", "words", "--out", "a", "--tokenizer", model}), 0);
    const auto again = m_place.run({"--batch", "dataset", "rows.jsonl", "--column", "words", "--out", "a", "--tokenizer", model});
    EXPECT_EXIT(again, 2);
    EXPECT_TEXT(again.err, "shard");
    m_place.write("torn.parquet", "PAR1 and nothing more");
    EXPECT_EXIT(m_place.run({"--batch", "dataset", "torn.parquet", "--out", "b", "--tokenizer", model}), 1);
}

void CommandLine::anArgumentThatIsNoTextIsToldAsThat()
{
    QProcess strange;
    strange.start(QStringLiteral("sh"), {"-c", QStringLiteral("exec \"$0\" --batch info \"$(printf 'r\\351sum\\351')\""), QStringLiteral(BAMSCOPE_PROGRAM)});
    QVERIFY(strange.waitForFinished(60'000));
    QCOMPARE(strange.exitCode(), 2);
    EXPECT_TEXT(strange.readAllStandardError(), "the argument \"r\xef\xbf\xbdsum\xef\xbf\xbd\" is not UTF-8 text");
}

void CommandLine::datasetReadsStandardInput()
{
    const auto model = QString::fromStdString(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3").string());
    const auto outcome = m_place.run({"--batch", "dataset", "-", "--out", "piped", "--tokenizer", model, "--no-bos", "--json"}, "one line\nbroken \xff\xfe bytes\n");
    EXPECT_EXIT(outcome, 0);
    const auto done = outcome.events("done").value(0);
    QCOMPARE(done["documents"].toInt(), 2);
    QCOMPARE(done["repaired"].toInt(), 2);
    const auto info = m_place.run({"--batch", "info", "piped", "--json"}).events("info").value(0);
    QCOMPARE(info["tokens"].toInt(), done["tokens"].toInt());
}

void CommandLine::runChecksAllJobsBeforeTheFirst()
{
    m_place.write("text.txt", "some words\n");
    m_place.write("bad.json", R"({"jobs": [{"tokenizer": {"texts": ["text.txt"], "pieces": 100, "out": "${out}/x.model"}}, {"evaluate": {}, "run": "nobody"}]})");
    const auto outcome = m_place.run({"--batch", "run", "bad.json", "--out", "never"});
    EXPECT_EXIT(outcome, 2);
    EXPECT_TEXT(outcome.err, "nobody");
    QVERIFY(!QFileInfo::exists(m_place.path("never")));
}

BAMSCOPE_TEST(CommandLine)
#include "test_command_line.moc"
