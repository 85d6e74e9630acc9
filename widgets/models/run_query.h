// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the filter field: `bam size:l12 state:running loss<3 tag:paper -rope "free text"`. All terms must hold; a minus in front turns one around.
#pragma once

#include "core/runs/run_record.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace bam::models {

class RunQuery {
public:
    /// Never throws: what is wrong is in error(), one sentence for people; such a query matches all.
    static RunQuery parse(const QString& text);

    bool matches(const runs::RunRecord& run) const;
    bool isEmpty() const { return m_terms.isEmpty(); }
    const QString& error() const { return m_error; }

    /// "size:", "loss<" and so on, for completion.
    static QStringList fieldHints();
    /// The whole language, as rich text.
    static QString help();

private:
    struct Term {
        bool negated = false;
        int field = -1;             // −1: free text
        QString op;                 // ":" holds, "=" is, "<" "<=" ">" ">=" for numbers
        QString text;
        double number = 0;
    };
    static bool holds(const Term& term, const runs::RunRecord& run);

    QVector<Term> m_terms;
    QString m_error;
};

/// l8 before l12: digits compare as numbers, letters without case. Below, at or above zero.
int compareNaturally(const QString& a, const QString& b);

}  // namespace bam::models
