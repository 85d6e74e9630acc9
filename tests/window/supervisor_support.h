// SPDX-License-Identifier: GPL-3.0-or-later
// A supervisor of real workers in a folder of its own, and what it told.
#pragma once

#include "app/work/supervisor.h"
#include "core/runs/control.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>

#include <csignal>
#include <memory>

namespace bam::test {

constexpr int kPatienceMs = 60'000;

/// Opens and closes windows on one state folder.
class Supervision {
public:
    explicit Supervision(const Workplace& place, const QString& name) : m_place(place), m_state(place.path(name + QStringLiteral("-jobs"))) { open(); }
    /// No worker outlives its test.
    ~Supervision()
    {
        if (!window)
            open();
        for (const auto& job : window->jobs())
            window->cancelQueued(job.id);
        for (const auto& job : window->jobs())
            window->killJob(job.id);
    }

    void open(const QString& program = QStringLiteral(BAMSCOPE_PROGRAM))
    {
        window = std::make_unique<work::Supervisor>(program, m_state);
        auto settings = window->settings();
        settings.desktopNotifications = false;
        window->setSettings(settings);
        QObject::connect(window.get(), &work::Supervisor::message, [this](const ui::Message& message) { messages << message; });
        QObject::connect(window.get(), &work::Supervisor::jobEnded, [this](const work::JobRow& row) { ended << row; });
        QObject::connect(window.get(), &work::Supervisor::runStarted, [this](const QString&, const QString& run) { runs << run; });
    }
    void close() { window.reset(); }

    work::JobRow row(const QString& id) const { return window->job(id).value_or(work::JobRow()); }
    jobs::JobState stateOf(const QString& id) const { return row(id).state; }
    QString state() const { return m_state; }
    /// Of the newest message of this severity; empty ones for none.
    ui::Message told(ui::Severity severity) const
    {
        for (auto message = messages.rbegin(); message != messages.rend(); ++message)
            if (message->severity == severity)
                return *message;
        return {};
    }
    qint64 processOf(const QString& id) const { return jobs::JobStore(m_state.toStdString()).read(id.toStdString()).process.pid; }

    /// A training by the flags of Workplace::tinyTraining() or endlessTraining().
    jobs::WorkerSpec training(const QStringList& flags, const QString& logs, const QStringList& more = {}) const
    {
        jobs::WorkerSpec spec;
        spec.title = logs.toStdString();
        spec.encoding = "bam_ssmax";
        for (const auto& word : flags.mid(1) + QStringList{QStringLiteral("--log_dir"), logs} + more)
            spec.arguments.push_back(word.toStdString());
        spec.workingFolder = m_place.path().toStdString();
        return spec;
    }

    std::unique_ptr<work::Supervisor> window;
    QList<ui::Message> messages;
    QList<work::JobRow> ended;
    QStringList runs;

private:
    const Workplace& m_place;
    QString m_state;
};

}  // namespace bam::test

#define EXPECT_STATE(place, id, expected)                                                                                                                   \
    do {                                                                                                                                                    \
        QTRY_VERIFY_WITH_TIMEOUT((place).stateOf(id) == (expected) || (!(place).row(id).isActive() && (place).stateOf(id) != bam::jobs::JobState::Queued),   \
            bam::test::kPatienceMs);                                                                                                                        \
        QVERIFY2((place).stateOf(id) == (expected), qPrintable(QString::fromStdString(bam::jobs::stateName((place).stateOf(id))) + ": " + (place).row(id).cause)); \
    } while (false)
