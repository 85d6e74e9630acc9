// SPDX-License-Identifier: GPL-3.0-or-later
// Completes the last word of a line that holds several.
#pragma once

#include <QCompleter>
#include <QStringListModel>

namespace bam::views {

class WordCompleter : public QCompleter {
    Q_OBJECT
public:
    WordCompleter(const QStringList& words, QChar separator, QObject* parent)
        : QCompleter(parent)
        , m_words(new QStringListModel(words, this))
        , m_separator(separator)
    {
        setModel(m_words);
        setCaseSensitivity(Qt::CaseInsensitive);
    }
    void setWords(const QStringList& words)
    {
        if (m_words->stringList() != words)
            m_words->setStringList(words);
    }

    QStringList splitPath(const QString& path) const override
    {
        const auto at = begin(path);
        m_before = path.left(at);
        const auto word = path.mid(at);
        return {isAllThereIs(word) ? QString(QChar::Null) : word};
    }
    QString pathFromIndex(const QModelIndex& index) const override { return m_before + QCompleter::pathFromIndex(index); }

private:
    /// Nothing could be added to it: offering the word itself would only cover what is below.
    bool isAllThereIs(const QString& word) const
    {
        int longer = 0, same = 0;
        for (const auto& known : m_words->stringList())
            if (known.startsWith(word, Qt::CaseInsensitive))
                ++(known.size() == word.size() ? same : longer);
        return same > 0 && longer == 0;
    }
    qsizetype begin(const QString& text) const
    {
        auto at = text.lastIndexOf(m_separator) + 1;
        while (at < text.size() && (text[at].isSpace() || text[at] == '-'))
            ++at;
        return at;
    }

    QStringListModel* m_words;
    QChar m_separator;
    mutable QString m_before;       // what stands before the word, between the two calls of one completion
};

}  // namespace bam::views
