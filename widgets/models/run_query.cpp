// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_query.h"

#include "core/base/text.h"
#include "widgets/models/run_model.h"
#include "widgets/plots/palette.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>
#include <optional>

namespace bam::models {
namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }
QString translated(const char* what) { return QCoreApplication::translate("RunQuery", what); }

const char* stateWord(runs::RunState state)
{
    switch (state) {
    case runs::RunState::Queued: return "queued";
    case runs::RunState::Running: return "running";
    case runs::RunState::Paused: return "paused";
    case runs::RunState::Finished: return "finished";
    case runs::RunState::Failed: return "failed";
    case runs::RunState::Stopped: return "stopped";
    case runs::RunState::Lost: return "lost";
    case runs::RunState::Imported: return "imported";
    case runs::RunState::Unknown: break;
    }
    return "unknown";
}

struct Field {
    const char* name;
    const char* help;
    double (*number)(const runs::RunRecord&);       // one of the two is null
    QStringList (*texts)(const runs::RunRecord&);   // the field matches if one of them does
};

using Record = runs::RunRecord;

constexpr std::array kFields{
    Field{"size", QT_TRANSLATE_NOOP("RunQuery", "model size, such as l12"), nullptr, [](const Record& r) { return QStringList{text(r.size)}; }},
    Field{"encoding", QT_TRANSLATE_NOOP("RunQuery", "positional encoding, such as bam_ssmax"), nullptr,
        [](const Record& r) { return QStringList{text(r.encoding), plots::titleOf(text(r.encoding))}; }},
    Field{"state", QT_TRANSLATE_NOOP("RunQuery", "queued, running, paused, finished, failed, stopped, lost, imported or unknown"), nullptr,
        [](const Record& r) { return QStringList{QLatin1String(stateWord(r.state)), stateTitle(r.state)}; }},
    Field{"tag", QT_TRANSLATE_NOOP("RunQuery", "one of its tags"), nullptr,
        [](const Record& r) {
            QStringList tags;
            for (const auto& tag : r.notes.tags)
                tags.append(text(tag));
            return tags;
        }},
    Field{"note", QT_TRANSLATE_NOOP("RunQuery", "its note"), nullptr, [](const Record& r) { return QStringList{text(r.notes.note)}; }},
    Field{"folder", QT_TRANSLATE_NOOP("RunQuery", "path of its folder"), nullptr, [](const Record& r) { return QStringList{text(r.path.string())}; }},
    Field{"device", QT_TRANSLATE_NOOP("RunQuery", "where it trains or trained, such as cuda:0"), nullptr,
        [](const Record& r) { return QStringList{text(r.device), text(r.host)}; }},
    Field{"loss", QT_TRANSLATE_NOOP("RunQuery", "last training loss"), [](const Record& r) { return r.loss; }, nullptr},
    Field{"val", QT_TRANSLATE_NOOP("RunQuery", "last validation loss"), [](const Record& r) { return r.validationLoss; }, nullptr},
    Field{"step", QT_TRANSLATE_NOOP("RunQuery", "steps done"), [](const Record& r) { return double(r.step); }, nullptr},
    Field{"steps", QT_TRANSLATE_NOOP("RunQuery", "steps in all"), [](const Record& r) { return double(r.totalSteps); }, nullptr},
    Field{"speed", QT_TRANSLATE_NOOP("RunQuery", "tokens per second"), [](const Record& r) { return r.tokensPerSecond; }, nullptr},
    Field{"seed", QT_TRANSLATE_NOOP("RunQuery", "random seed"), [](const Record& r) { return double(r.seed); }, nullptr},
    Field{"lr", QT_TRANSLATE_NOOP("RunQuery", "learning rate"), [](const Record& r) { return r.learningRate; }, nullptr},
    Field{"batch", QT_TRANSLATE_NOOP("RunQuery", "tokens per step"), [](const Record& r) { return r.tokensPerStep; }, nullptr},
    Field{"version", QT_TRANSLATE_NOOP("RunQuery", "number of its folder"), [](const Record& r) { return double(r.version); }, nullptr},
    Field{"pinned", QT_TRANSLATE_NOOP("RunQuery", "yes or no"), nullptr,
        [](const Record& r) { return r.notes.pinned ? QStringList{QStringLiteral("yes"), QStringLiteral("true")} : QStringList{QStringLiteral("no"), QStringLiteral("false")}; }},
};

int fieldNamed(const QString& name)
{
    for (std::size_t i = 0; i < kFields.size(); ++i)
        if (name.compare(QLatin1String(kFields[i].name), Qt::CaseInsensitive) == 0)
            return int(i);
    return -1;
}

/// "3e9" and "2.5k" and "1.2M"; what people type has a point, whatever their locale.
std::optional<double> numberIn(QString value)
{
    double factor = 1;
    if (!value.isEmpty()) {
        const auto unit = value.back();
        factor = unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : 1;
        if (factor > 1)
            value.chop(1);
    }
    bool good = false;
    double number = QLocale::c().toDouble(value, &good);
    if (!good)
        number = QLocale().toDouble(value, &good);
    return good ? std::optional(number * factor) : std::nullopt;
}

/// Words, with quoted stretches kept together. @returns nothing when a quotation has no end
std::optional<QStringList> wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool quoted = false, any = false;
    for (const auto c : text) {
        if (c == '"') {
            quoted = !quoted;
            any = true;
            word += QChar(0xE000);      // marks quoted text, so that a colon in it names no field
        } else if (c.isSpace() && !quoted) {
            if (any)
                words.append(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any)
        words.append(word);
    return quoted ? std::nullopt : std::optional(words);
}

QString unquoted(QString word) { return word.remove(QChar(0xE000)); }

bool freeTextIn(const runs::RunRecord& run, const QString& wanted)
{
    const auto encoding = text(run.encoding);
    const QString all = QStringList{text(run.size), encoding, plots::titleOf(encoding), stateTitle(run.state), text(runs::tagsAsText(run.notes.tags)), text(run.notes.note),
        text(run.path.string()), text(run.device)}.join(QLatin1Char('\n'));
    return all.contains(wanted, Qt::CaseInsensitive);
}

QString nearestField(const QString& name)
{
    std::vector<std::string> names;
    for (const auto& field : kFields)
        names.emplace_back(field.name);
    return text(nearestName(name.toLower().toStdString(), names));
}

}  // namespace

RunQuery RunQuery::parse(const QString& typed)
{
    RunQuery query;
    const auto words = wordsOf(typed);
    const auto refuse = [](const QString& error) {
        RunQuery refused;
        refused.m_error = error;
        return refused;
    };
    if (!words)
        return refuse(translated(QT_TRANSLATE_NOOP("RunQuery", "A quotation mark is missing at the end.")));
    for (auto word : *words) {
        Term term;
        if (word.size() > 1 && word.startsWith('-')) {
            term.negated = true;
            word.remove(0, 1);
        }
        qsizetype at = 0;
        while (at < word.size() && word[at].isLetter() && word[at] != QChar(0xE000))
            ++at;
        const bool hasField = at > 0 && at < word.size() && QStringLiteral(":=<>").contains(word[at]);
        if (!hasField) {
            term.text = unquoted(word);
            if (!term.text.isEmpty())
                query.m_terms.append(term);
            continue;
        }
        const auto name = word.left(at);
        term.field = fieldNamed(name);
        term.op = word.mid(at, at + 1 < word.size() && word[at + 1] == '=' && word[at] != ':' && word[at] != '=' ? 2 : 1);
        term.text = unquoted(word.mid(at + term.op.size()));
        if (term.field < 0) {
            const auto near = nearestField(name);
            return refuse(near.isEmpty() ? translated(QT_TRANSLATE_NOOP("RunQuery", "There is no field “%1”. Put text with a colon in quotation marks.")).arg(name)
                                         : translated(QT_TRANSLATE_NOOP("RunQuery", "There is no field “%1”; did you mean “%2”?")).arg(name, near));
        }
        const auto& field = kFields[std::size_t(term.field)];
        const auto fieldName = QString::fromLatin1(field.name);
        if (term.text.isEmpty())
            return refuse(translated(QT_TRANSLATE_NOOP("RunQuery", "A value is missing after “%1”.")).arg(fieldName + term.op));
        if (field.number) {
            const auto number = numberIn(term.text);
            if (!number)
                return refuse(translated(QT_TRANSLATE_NOOP("RunQuery", "“%1” takes a number, such as %1<3; “%2” is none.")).arg(fieldName, term.text));
            term.number = *number;
        } else if (term.op != QLatin1String(":") && term.op != QLatin1String("=")) {
            return refuse(translated(QT_TRANSLATE_NOOP("RunQuery", "“%1” is a text: use %1: (holds) or %1= (is).")).arg(fieldName));
        }
        query.m_terms.append(term);
    }
    return query;
}

bool RunQuery::holds(const Term& term, const runs::RunRecord& run)
{
    if (term.field < 0)
        return freeTextIn(run, term.text);
    const auto& field = kFields[std::size_t(term.field)];
    if (!field.number) {
        const auto texts = field.texts(run);
        const bool whole = term.op == QLatin1String("=");
        return std::any_of(texts.begin(), texts.end(), [&](const QString& value) {
            return whole ? value.compare(term.text, Qt::CaseInsensitive) == 0 : value.contains(term.text, Qt::CaseInsensitive);
        });
    }
    const double value = field.number(run);
    if (std::isnan(value))
        return false;
    if (term.op == QLatin1String("<"))
        return value < term.number;
    if (term.op == QLatin1String("<="))
        return value <= term.number;
    if (term.op == QLatin1String(">"))
        return value > term.number;
    return term.op == QLatin1String(">=") ? value >= term.number : value == term.number;
}

bool RunQuery::matches(const runs::RunRecord& run) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term& term) { return holds(term, run) != term.negated; });
}

QStringList RunQuery::fieldHints()
{
    QStringList hints;
    for (const auto& field : kFields)
        hints.append(QLatin1String(field.name) + (field.number ? QLatin1Char('<') : QLatin1Char(':')));
    for (const auto* state : {"running", "paused", "finished", "failed", "stopped", "lost", "queued", "imported"})
        hints.append(QStringLiteral("state:") + QLatin1String(state));
    hints.append(QStringLiteral("pinned:yes"));
    return hints;
}

QString RunQuery::help()
{
    QString rows;
    for (const auto& field : kFields)
        rows += QStringLiteral("<tr><td><code>%1</code>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(QString::fromLatin1(field.name) + (field.number ? QStringLiteral("&lt; &gt; =") : QStringLiteral(":")), translated(field.help).toHtmlEscaped());
    return translated(QT_TRANSLATE_NOOP("RunQuery",
               "<p>Shows the runs for which all words hold. Example:<br><code>bam size:l12 state:running loss&lt;3 -rope \"long run\"</code></p>"
               "<p>A word is looked for in name, state, tags, note and folder. A minus in front turns it around; quotation marks keep words together; "
               "<code>=</code> asks for the whole value.</p>"))
        + QStringLiteral("<table>%1</table>").arg(rows);
}

int compareNaturally(const QString& a, const QString& b)
{
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!a[i].isDigit() || !b[j].isDigit()) {
            const auto x = a[i++].toCaseFolded(), y = b[j++].toCaseFolded();
            if (x != y)
                return x < y ? -1 : 1;
            continue;
        }
        const auto digits = [](const QString& text, qsizetype& at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            const auto begin = at;
            while (at < text.size() && text[at].isDigit())
                ++at;
            return QStringView(text).mid(begin, at - begin);
        };
        const auto x = digits(a, i), y = digits(b, j);
        if (x.size() != y.size())
            return x.size() < y.size() ? -1 : 1;
        if (const int order = x.compare(y); order != 0)
            return order;
    }
    return int(a.size() - i) - int(b.size() - j);
}

}  // namespace bam::models
