// SPDX-License-Identifier: GPL-3.0-or-later
// A home folder of its own for a window under test: settings, state and new runs go there, and workers are the real program.
#pragma once

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace bam::test {

class WindowHome {
public:
    WindowHome()
    {
        QVERIFY(m_folder.isValid());
        m_before = qgetenv("HOME");
        qputenv("HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toLocal8Bit());
        qputenv("BAMSCOPE_WORKER", BAMSCOPE_PROGRAM);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path(QStringLiteral("config")));
    }
    ~WindowHome() { qputenv("HOME", m_before); }
    WindowHome(const WindowHome&) = delete;
    WindowHome& operator=(const WindowHome&) = delete;

    QString path(const QString& name = {}) const { return m_folder.filePath(name); }

    /// A finished run of `rows` steps below `logDir`; the loss falls like 1/(1 + step), to a value that depends on the encoding.
    QString writeRun(const QString& logDir, const QString& encoding, int version, int rows, const QString& state = QStringLiteral("finished")) const
    {
        const auto run = path(QStringLiteral("%1/l6/%2/version_%3").arg(logDir, encoding).arg(version, 2, 10, QLatin1Char('0')));
        QDir().mkpath(run);
        write(run + QStringLiteral("/args.json"), "{\"args\": {}, \"dataset_args\": {}, \"model_args\": {}}");
        write(run + QStringLiteral("/status.json"),
            QStringLiteral("{\"state\": \"%1\", \"step\": %2, \"total_steps\": %2, \"seconds\": 60, \"loss\": 2.5, \"validation_loss\": 2.75, \"error\": null}").arg(state).arg(rows).toUtf8());
        const double end = 1.5 + 0.25 * double(encoding.size());
        QByteArray log = "step,time,loss,norm,lr,exec_time,tok/sec\n";
        for (int step = 0; step < rows; ++step)
            log += QStringLiteral("%1,%2,%3,0.5,0.001,0.05,20000\n").arg(step).arg(step * 0.05).arg(end + 4.0 / (1 + step * 0.1)).toUtf8();
        write(run + QStringLiteral("/train.log"), log);
        write(run + QStringLiteral("/eval.log"), QStringLiteral("step,time,loss,exec_time,tok/sec\n0,0,6.0,0.1,20000\n%1,%2,2.7,0.1,20000\n").arg(rows).arg(rows * 0.05).toUtf8());
        return run;
    }

    static void write(const QString& file, const QByteArray& content)
    {
        QFile out(file);
        QVERIFY2(out.open(QIODevice::WriteOnly), qPrintable(file));
        out.write(content);
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_before;
};

/// Pixels of a picture that are near a colour.
inline int pixelsNear(const QImage& image, const QColor& color, int tolerance = 24)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const auto pixel = image.pixelColor(x, y);
            found += std::abs(pixel.red() - color.red()) < tolerance && std::abs(pixel.green() - color.green()) < tolerance && std::abs(pixel.blue() - color.blue()) < tolerance;
        }
    return found;
}

}  // namespace bam::test
