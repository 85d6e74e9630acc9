// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/result_texts.h"

#include "widgets/common/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace bam::views {
namespace {

using compare::Cell;
using compare::IntervalKind;
using compare::Mark;
using compare::PairingProblem;
using compare::Row;
using compare::RowKind;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(CompareTexts)
};

QString tr(const char* text, const char* about = nullptr) { return QCoreApplication::translate("bam::views", text, about); }

/// Digits that a value of this row is told with.
QString number(const Row& row, double value)
{
    switch (row.kind) {
    case RowKind::Accuracy:
    case RowKind::MeanAccuracy:
        return ui::decimals(value, 3);
    case RowKind::ValidationLoss:
    case RowKind::BestValidationLoss:
        return ui::decimals(value, 4);
    case RowKind::Perplexity:
        return std::abs(value) < 1000 ? ui::decimals(value, 2) : ui::significant(value, 4);
    case RowKind::Parameters:
    case RowKind::TokensSeen:
        return ui::shortCount(value);
    case RowKind::Seconds:
        return ui::duration(value);
    }
    return {};
}

QString pairingHelp(PairingProblem problem)
{
    switch (problem) {
    case PairingProblem::NoOutcomes:
        return tr("Not paired: the outcomes of single prompts were not kept by one of the tests. Evaluate again to compare prompt by prompt.");
    case PairingProblem::NoSeed:
        return tr("Not paired: the prompts of the official code are drawn anew for each test.");
    case PairingProblem::OtherSeed:
        return tr("Not paired: the prompts have other seeds.");
    case PairingProblem::OtherTokenizer:
        return tr("Not paired: the prompts were made with other tokenizers.");
    case PairingProblem::OtherPrompts:
        return tr("Not paired: the prompts have other numbers of tokens.");
    case PairingProblem::OtherSamples:
        return tr("Not paired: the numbers of prompts differ.");
    case PairingProblem::NoCounts:
        return tr("Not tested: the number of prompts is not known.");
    case PairingProblem::None:
        break;
    }
    return {};
}

QString intervalHelp(const Row& row, const Cell& cell)
{
    if (cell.intervalKind == IntervalKind::Wilson)
        return tr("95 % Wilson interval %1, from %2 prompts").arg(intervalText(row, cell), ui::count(double(cell.samples)));
    if (cell.intervalKind == IntervalKind::Seeds)
        return Texts::tr("Mean of %n run(s); the lowest and the highest are %1", nullptr, cell.runs).arg(intervalText(row, cell));
    if (row.kind == RowKind::MeanAccuracy)
        return Texts::tr("Mean over %n prompt length(s)", nullptr, int(row.lengths));
    return {};
}

QString testHelp(const CompareData& data, const Row& row, const Cell& cell)
{
    if (!cell.tested)
        return pairingHelp(cell.problem);
    const auto& test = cell.test;
    QStringList lines;
    const auto best = cell.against < std::size_t(data.columns.size()) ? data.columns[qsizetype(cell.against)].title : QString();
    lines += tr("%1 below %2, 95 % interval %3 to %4").arg(number(row, test.difference), best, number(row, test.interval.low), number(row, test.interval.high));
    lines += (test.paired ? tr("Paired bootstrap over %1 prompts, 10,000 resamples: %2; exact sign test: %3")
                          : tr("Bootstrap of two proportions, %1 prompts each, 10,000 resamples: %2; Fisher's exact test: %3"))
                 .arg(ui::count(double(test.prompts)), pText(test.bootstrapP), pText(test.exactP));
    if (row.kind == RowKind::Accuracy && cell.adjustedP != test.p)
        lines += tr("After Holm's correction over the lengths of this column: %1").arg(pText(cell.adjustedP));
    if (!test.paired)
        lines += pairingHelp(cell.problem);
    lines += cell.mark == Mark::Worse ? tr("Significantly worse than the best (α = 0.05, both tests).") : tr("Not significantly worse than the best (α = 0.05): the difference may be chance.");
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString rowTitle(const Row& row)
{
    switch (row.kind) {
    case RowKind::Accuracy:
        return tr("%1 tokens", "a prompt length").arg(ui::count(double(row.length)));
    case RowKind::MeanAccuracy:
        return Texts::tr("Mean of %n length(s)", "of accuracies", int(row.lengths));
    case RowKind::ValidationLoss:
        return tr("Validation loss, last");
    case RowKind::BestValidationLoss:
        return tr("Validation loss, best");
    case RowKind::Perplexity:
        return tr("Perplexity on %1").arg(QString::fromStdString(row.corpus));
    case RowKind::Parameters:
        return tr("Parameters");
    case RowKind::TokensSeen:
        return tr("Tokens seen");
    case RowKind::Seconds:
        return tr("Training time");
    }
    return {};
}

QString rowHelp(const Row& row, const compare::Comparison& comparison)
{
    const auto incomparable = row.higherIsBetter() ? tr("Not compared: some prompts have the official code's double space before the digits, others do not.")
                                                   : tr("Not compared: data, windows or tokenizers differ, so these are measures of different things.");
    QString help;
    switch (row.kind) {
    case RowKind::Accuracy:
        help = tr("Share of pass-key prompts of this length whose key was found. Each column is tested against the best one; p is corrected over its lengths after Holm.");
        break;
    case RowKind::MeanAccuracy:
        help = tr("Mean accuracy over the lengths that all columns have, each length counting alike. Tested once, so without correction.");
        break;
    case RowKind::ValidationLoss:
        help = tr("Cross-entropy on held-back tokens at the last validation, in nats per token. One number per run, so there is no test.");
        break;
    case RowKind::BestValidationLoss:
        help = tr("The lowest cross-entropy of all validations, in nats per token.");
        break;
    case RowKind::Perplexity:
        help = tr("exp of the mean cross-entropy over all positions of one long forward. Windows of one text are not independent, so there is no test.");
        break;
    case RowKind::Parameters:
        help = tr("All parameters of the model, embeddings among them.");
        break;
    case RowKind::TokensSeen:
        help = tr("Steps done, times tokens per step.");
        break;
    case RowKind::Seconds:
        help = tr("Time of training, resumed time included.");
        break;
    }
    Q_UNUSED(comparison);
    return row.comparable ? help : help + QLatin1Char('\n') + incomparable;
}

QString valueText(const Row& row, const Cell& cell, bool plain)
{
    if (!std::isfinite(cell.value))
        return plain ? QString() : QStringLiteral("\u2014");
    if (!plain)
        return number(row, cell.value);
    const int digits = row.kind == RowKind::Parameters || row.kind == RowKind::TokensSeen ? 0 : row.kind == RowKind::Seconds ? 1 : row.kind == RowKind::Perplexity ? 3 : 4;
    return QLocale::c().toString(cell.value, 'f', digits);
}

QString intervalText(const Row& row, const Cell& cell)
{
    if (cell.intervalKind == IntervalKind::None || !std::isfinite(cell.value))
        return {};
    return QStringLiteral("%1\u2013%2").arg(number(row, cell.interval.low), number(row, cell.interval.high));
}

QString markText(Mark mark) { return mark == Mark::Best ? QStringLiteral("\u2605") : mark == Mark::NotWorse ? QStringLiteral("\u2248") : QString(); }

QString pText(double p) { return p < 0.001 ? tr("p < 0.001") : tr("p = %1").arg(ui::decimals(p, 3)); }

QString cellHelp(const CompareData& data, const Row& row, std::size_t column)
{
    const auto& cell = row.cells.at(column);
    QStringList lines{data.columns[qsizetype(column)].title + QStringLiteral(" \u00b7 ") + rowTitle(row)};
    if (!std::isfinite(cell.value)) {
        lines += row.kind <= RowKind::MeanAccuracy ? tr("Not tested at this length.") : tr("Not known.");
        return lines.join(QLatin1Char('\n'));
    }
    if (const auto interval = intervalHelp(row, cell); !interval.isEmpty())
        lines += interval;
    if (cell.mark == Mark::Best)
        lines += row.higherIsBetter() ? tr("The highest of this row.") : tr("The lowest of this row.");
    if (const auto test = testHelp(data, row, cell); !test.isEmpty())
        lines += test;
    if (cell.runs > 1 && cell.tested)
        lines += tr("Seeds are taken as they are: the test speaks about prompts, not about other seeds.");
    return lines.join(QLatin1Char('\n'));
}

QString protocolTitle(const compare::Protocol& protocol)
{
    const auto sampling = QString::fromStdString(protocol.sampling);
    const auto depths = sampling == QLatin1String("equidistant") ? tr("equidistant depths") : sampling == QLatin1String("random") ? tr("random depths")
        : sampling == QLatin1String("beginning") ? tr("key at the beginning") : sampling == QLatin1String("end") ? tr("key at the end") : sampling;
    const auto digits = Texts::tr("%n digit(s)", nullptr, int(protocol.digits));
    return protocol.prefixDigits > 0 ? tr("%1, %2, %3 of them given").arg(depths, digits, ui::count(double(protocol.prefixDigits))) : tr("%1, %2").arg(depths, digits);
}

}  // namespace bam::views
