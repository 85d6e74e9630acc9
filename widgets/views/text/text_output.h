// SPDX-License-Identifier: GPL-3.0-or-later
// A text to read that grows at its end, of any length: a paragraph is laid out anew whenever it grows, so one without an end is broken where it is shown.
//
// Invariant: no paragraph in the document is much longer than a page, and what is copied is the text as it was given, without the breaks made here.
#pragma once

#include <QString>
#include <QTextEdit>

class QTextCharFormat;

namespace bam::views {

class TextOutput : public QTextEdit {
    Q_OBJECT
public:
    explicit TextOutput(QWidget* parent = nullptr);

    void clearText();
    void add(const QString& text, const QTextCharFormat& format);
    /// All that was added.
    const QString& text() const { return m_text; }

protected:
    QMimeData* createMimeDataFromSelection() const override;

private:
    QString m_text;
};

}  // namespace bam::views
