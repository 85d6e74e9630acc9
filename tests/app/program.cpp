// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QFile>
#include <QThread>

#include <csignal>
#include <sys/resource.h>

namespace bam::test {
namespace {

constexpr int kPatience = 180'000;  // milliseconds; sanitizers are slow

}  // namespace

QList<QJsonObject> Outcome::events() const
{
    QList<QJsonObject> all;
    for (const auto& line : out.split('\n'))
        if (!line.isEmpty())
            all << QJsonDocument::fromJson(line).object();
    return all;
}

QList<QJsonObject> Outcome::events(const QString& name) const
{
    QList<QJsonObject> some;
    for (const auto& event : events())
        if (event["event"].toString() == name)
            some << event;
    return some;
}

QByteArray Workplace::read(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void Workplace::write(const QString& name, const QByteArray& content) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s cannot be written", qPrintable(file.fileName()));
}

void Workplace::prepare(QProcess& process, const QStringList& arguments) const
{
    process.setProgram(QStringLiteral(BAMSCOPE_PROGRAM));
    process.setArguments(arguments);
    process.setWorkingDirectory(path());
    process.setProcessEnvironment(m_environment);
}

Outcome Workplace::finish(QProcess& process)
{
    if (!process.waitForFinished(kPatience)) {
        process.kill();
        process.waitForFinished();
    }
    const bool normal = process.exitStatus() == QProcess::NormalExit;
    Outcome outcome{normal ? process.exitCode() : 128 + process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    return outcome;
}

Outcome Workplace::run(const QStringList& arguments, const QByteArray& input) const
{
    QProcess process;
    prepare(process, arguments);
    process.start();
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
}

void Workplace::startTraining(QProcess& process, const QStringList& arguments, const QString& logs) const
{
    prepare(process, arguments + QStringList{"--log_dir", logs, "--quiet"});
    process.start();
    QTRY_VERIFY_WITH_TIMEOUT(read(logs + "/custom/bam_ssmax/version_00/train.log").count('\n') > 2, 60'000);
}

Outcome Workplace::runWithLimit(const QStringList& arguments, int resource, qint64 bytes) const
{
    QProcess process;
    prepare(process, arguments);
    process.setChildProcessModifier([resource, bytes] {
        const rlimit limit{rlim_t(bytes), rlim_t(bytes)};
        ::setrlimit(__rlimit_resource_t(resource), &limit);
    });
    process.start();
    return finish(process);
}

Outcome Workplace::runWithFileLimit(const QStringList& arguments, qint64 bytes) const { return runWithLimit(arguments, RLIMIT_FSIZE, bytes); }
Outcome Workplace::runWithMemoryLimit(const QStringList& arguments, qint64 bytes) const { return runWithLimit(arguments, RLIMIT_AS, bytes); }

Outcome Workplace::runAndSignal(const QStringList& arguments, const QByteArray& text, const QList<int>& signals) const
{
    QProcess process;
    prepare(process, arguments);
    process.start();
    QByteArray out, err;
    const auto collect = [&] {
        out += process.readAllStandardOutput();
        err += process.readAllStandardError();
    };
    QElapsedTimer timer;
    timer.start();
    while (!out.contains(text) && !err.contains(text) && timer.elapsed() < kPatience && process.state() != QProcess::NotRunning) {
        process.waitForReadyRead(50);
        collect();
    }
    if (process.state() == QProcess::Running)      // a process id of 0 would mean this test's own group
        for (const int signal : signals) {
            if (signals.size() > 1)
                QThread::msleep(100);   // two of a kind at once are one, and what told the text goes on with its work
            ::kill(pid_t(process.processId()), signal);
        }
    auto outcome = finish(process);
    outcome.out.prepend(out);
    outcome.err.prepend(err);
    return outcome;
}

void Workplace::prepareData() const
{
    QByteArray text;
    for (int n = 0; n < 2500; ++n)
        text += "the " + QByteArray::number(n * 7919 % 1000) + " trees of the valley number " + QByteArray::number(n) + " and the river runs by\n";
    write(QStringLiteral("text.txt"), text);
    const auto tokenizer = run({"--batch", "tokenizer", "train", "text.txt", "--pieces", "160", "--out", "t.model", "--with-passkey-sentences"});
    QVERIFY2(tokenizer.code == 0, tokenizer.err.constData());
    const auto dataset = run({"--batch", "dataset", "text.txt", "--tokenizer", "t.model", "--out", "shards"});
    QVERIFY2(dataset.code == 0, dataset.err.constData());
}

QStringList Workplace::endlessTraining()
{
    return tinyTraining() + QStringList{"--dataset", "text.txt", "--dataset_kind", "passkey_mixture", "--tokenizer", "t.model", "--sequence_length", "200", "--tokens_per_step", "400",
        "--num_iterations", "1000000", "--val_tokens", "0"};
}

QStringList Workplace::tinyTraining()
{
    return {"--batch", "train", "--dataset", "shards", "--dim", "16", "--layers", "2", "--heads", "2", "--vocabulary", "160", "--position_encoding", "bam_ssmax",
        "--batch_size", "2", "--sequence_length", "16", "--tokens_per_step", "64", "--num_iterations", "12", "--learning_rate", "0.01", "--val_tokens", "128",
        "--val_tokens_padding", "16", "--val_loss_every", "4", "--device", "cpu", "--threads", "1"};
}

}  // namespace bam::test
