// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/text_files.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace bam::work {
namespace {

constexpr qint64 kPiece = 64 << 10;

/// What came of reading; made on the reading thread.
struct Outcome {
    QString text, reason;
    bool tooLarge = false;
};

Outcome readText(const QString& path, qint64 most, const std::stop_token& stop)
{
    QFile file(path);
    if (QFileInfo(file).exists() && !QFileInfo(file).isFile())      // a pipe may never end
        return {{}, TextReader::tr("it is no file"), false};
    if (!file.open(QIODevice::ReadOnly))
        return {{}, file.errorString(), false};
    if (file.size() > most)
        return {{}, {}, true};
    QByteArray bytes;
    while (!stop.stop_requested()) {
        const auto piece = file.read(kPiece);
        if (piece.isEmpty())
            break;
        bytes += piece;
        if (bytes.size() > most)        // it grows
            return {{}, {}, true};
    }
    if (file.error() != QFileDevice::NoError)
        return {{}, file.errorString(), false};
    return {QString::fromUtf8(bytes), {}, false};
}

}  // namespace

TextReader::~TextReader() { cancel(); }

void TextReader::cancel()
{
    ++m_latest;
    if (m_thread)
        m_thread->request_stop();
}

void TextReader::read(const QString& path, qint64 most)
{
    cancel();
    // The one before is joined on the new thread, so that the window never waits for a disk.
    auto before = std::exchange(m_thread, nullptr);
    m_thread = std::make_shared<std::jthread>([this, path, most, id = m_latest, before = std::move(before)](const std::stop_token& stop) mutable {
        before.reset();
        if (stop.stop_requested())
            return;
        QMetaObject::invokeMethod(this, [this, path, id, outcome = readText(path, most, stop)] {
            if (id != m_latest)
                return;
            if (outcome.tooLarge)
                Q_EMIT tooLarge(path);
            else if (!outcome.reason.isEmpty())
                Q_EMIT failed(path, outcome.reason);
            else
                Q_EMIT done(path, outcome.text);
        });
    });
}

TextWriter::~TextWriter() = default;

void TextWriter::write(const QString& path, std::string content)
{
    auto before = std::exchange(m_thread, nullptr);
    m_thread = std::make_shared<std::jthread>([this, path, content = std::move(content), before = std::move(before)]() mutable {
        before.reset();
        QString cause, hint;
        try {
            writeFileAtomic(path.toStdString(), content);
        } catch (const Error& error) {
            cause = QString::fromStdString(error.cause());
            hint = QString::fromStdString(error.hint());
        } catch (const std::exception& failure) {
            cause = QString::fromStdString(failure.what());
        }
        QMetaObject::invokeMethod(this, [this, path, cause, hint] { cause.isEmpty() ? (void)Q_EMIT done(path) : (void)Q_EMIT failed(cause, hint); });
    });
}

}  // namespace bam::work
