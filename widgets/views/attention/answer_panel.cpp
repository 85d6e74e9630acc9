// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/answer_panel.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/common/heading.h"
#include "widgets/common/icons.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/prompt_text.h"

#include <QAction>
#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kProbability = Qt::UserRole, kRight = Qt::UserRole + 1;
constexpr int kLongestPiece = 9, kLeastWhat = 5;        // lines of text
enum Column { Expected, Predicted, Probability, Before, AnswerColumns };
enum OutcomeColumn { What, Heads, Right, Mean, Answer, OutcomeColumns };

/// A bar behind the number: right answers blue, wrong ones orange; the sign before the prediction says the same.
class BarDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto value = index.data(kProbability);
        if (value.isValid() && std::isfinite(value.toDouble())) {
            const auto base = option.palette.color(QPalette::Base);
            const auto color = ui::mixed(base, index.data(kRight).toBool() ? QColor(0x00, 0x72, 0xB2) : QColor(0xD5, 0x5E, 0x00), 0.45);
            auto bar = option.rect.adjusted(1, 2, -1, -2);
            bar.setWidth(std::max(1, int(bar.width() * std::clamp(value.toDouble(), 0.0, 1.0))));
            painter->fillRect(bar, color);
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

QString probabilityText(double value)
{
    if (!std::isfinite(value))
        return ui::decimals(value, 0);
    return value >= 0.001 || value == 0 ? ui::decimals(value, 3) : ui::significant(value, 2);
}

QTableWidgetItem* cell(const QString& text, const QString& tip = {})
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setToolTip(tip.isEmpty() ? text : tip);
    return item;
}

void addBar(QTableWidgetItem* item, double probability, bool right)
{
    item->setData(kProbability, probability);
    item->setData(kRight, right);
}

/// Tells how wide its columns want to be.
class Table : public QTableWidget {
public:
    using QTableWidget::QTableWidget;
    using QTableWidget::sizeHintForColumn;
};

Table* table(QWidget* parent, const char* name, const QStringList& headers)
{
    auto* widget = new Table(0, int(headers.size()), parent);
    widget->setObjectName(QLatin1String(name));
    widget->setHorizontalHeaderLabels(headers);
    widget->horizontalHeader()->setStretchLastSection(true);
    widget->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    widget->setWordWrap(false);
    widget->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    widget->setSelectionBehavior(QAbstractItemView::SelectRows);
    widget->setEditTriggers(QAbstractItemView::NoEditTriggers);
    widget->setAlternatingRowColors(true);
    widget->setTabKeyNavigation(false);
    return widget;
}

/// Likeliest tokens of one step.
QString candidatesText(const inspect::AnswerStep& step)
{
    QStringList lines;
    for (const auto& candidate : step.top)
        lines.append(QStringLiteral("%1  %2").arg(quotedPiece(candidate.piece), probabilityText(candidate.probability)));
    return QCoreApplication::translate("bam::views::AnswerPanel", "Likeliest at position %1:").arg(ui::count(double(step.row))) + QLatin1Char('\n') + lines.join(QLatin1Char('\n'));
}

}  // namespace

AnswerPanel::AnswerPanel(HeadChangeList& changes, QWidget* parent)
    : QWidget(parent)
    , m_list(changes)
    , m_verdict(new QLabel(this))
    , m_answer(table(this, "lensAnswerTable", {tr("Expected"), tr("Predicted"), tr("Probability"), tr("Unchanged")}))
    , m_outcomes(table(this, "lensOutcomes", {tr("What"), tr("Heads"), tr("Right"), tr("Probability"), tr("Answer")}))
    , m_changes(new QListWidget(this))
    , m_remove(new QToolButton(this))
    , m_run(new QPushButton(ui::icon(QStringLiteral("play")), tr("Run again"), this))
    , m_top(new QPushButton(tr("Ablate the top"), this))
    , m_random(new QPushButton(tr("Ablate as many others"), this))
    , m_again(new QCheckBox(tr("At each change"), this))
    , m_count(new QSpinBox(this))
    , m_seed(new QSpinBox(this))
    , m_undo(m_list.undoStack().createUndoAction(this, tr("Undo")))
    , m_redo(m_list.undoStack().createRedoAction(this, tr("Redo")))
    , m_restoreAll(new QAction(ui::icon(QStringLiteral("refresh")), tr("Restore all heads"), this))
{
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(4, 4, 4, 4);
    m_answerBox = makeAnswer();
    m_changesBox = makeChanges();
    m_experimentsBox = makeExperiments();
    fitTables();
    connect(&m_list, &HeadChangeList::changed, this, &AnswerPanel::showChanges);
    showChanges();
    showAnswers();
    setExperiments(false, {});
}

QWidget* AnswerPanel::makeAnswer()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    m_verdict->setObjectName(QStringLiteral("lensVerdict"));
    m_verdict->setWordWrap(true);
    auto* figure = new QToolButton(this);
    figure->setObjectName(QStringLiteral("answerFigure"));
    figure->setIcon(ui::icon(QStringLiteral("image")));
    figure->setAutoRaise(true);
    figure->setToolTip(tr("Save the answer as a figure…"));
    figure->setAccessibleName(tr("Save the answer as a figure"));
    connect(figure, &QToolButton::clicked, this, &AnswerPanel::figureRequested);
    auto* top = new QHBoxLayout;
    top->addWidget(m_verdict, 1);
    top->addWidget(figure, 0, Qt::AlignTop);
    layout->addLayout(top);
    m_answer->setAccessibleName(tr("Answer, token by token"));
    m_answer->setToolTip(tr("One row per token of the answer: what was expected, what the model says, and how likely it found the expected token. Hover a row for the five likeliest."));
    m_answer->horizontalHeader()->setStretchLastSection(false);
    m_answer->horizontalHeader()->setSectionResizeMode(Probability, QHeaderView::Stretch);
    m_answer->horizontalHeader()->setSectionResizeMode(Before, QHeaderView::Stretch);
    m_answer->setItemDelegateForColumn(Probability, new BarDelegate(m_answer));
    m_answer->setItemDelegateForColumn(Before, new BarDelegate(m_answer));
    layout->addWidget(m_answer, 1);
    return box;
}

QWidget* AnswerPanel::makeChanges()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* top = new QHBoxLayout;
    top->addWidget(ui::heading(tr("Changed heads"), box), 1);
    m_undo->setIcon(ui::icon(QStringLiteral("undo")));
    m_redo->setIcon(ui::icon(QStringLiteral("redo")));
    m_undo->setObjectName(QStringLiteral("lensUndo"));
    m_redo->setObjectName(QStringLiteral("lensRedo"));
    m_restoreAll->setObjectName(QStringLiteral("lensRestoreAll"));
    m_restoreAll->setToolTip(tr("Every head as it was trained"));
    connect(m_restoreAll, &QAction::triggered, this, [this] { m_list.set({}, tr("Restore all heads")); });
    for (auto* action : {m_undo, m_redo, m_restoreAll}) {
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        top->addWidget(button);
    }
    top->addWidget(m_remove);
    layout->addLayout(top);
    m_changes->setObjectName(QStringLiteral("lensChanges"));
    m_changes->setAccessibleName(tr("Changed heads"));
    m_changes->setToolTip(tr("What the next capture changes in the model. Right-click heads in the strip or the map to add some; the checkpoint itself stays as it is."));
    m_changes->setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(m_changes, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item && m_changes->hasFocus())
            Q_EMIT headChosen(m_list.changes()[std::size_t(m_changes->row(item))].head);
    });
    layout->addWidget(m_changes, 1);
    m_remove->setObjectName(QStringLiteral("lensRemoveChange"));
    m_remove->setToolTip(tr("Restores the heads selected in this list (Del)"));
    m_remove->setIcon(ui::icon(QStringLiteral("remove")));
    m_remove->setAutoRaise(true);
    m_remove->setAccessibleName(tr("Restore the selected heads"));
    connect(m_remove, &QToolButton::clicked, this, &AnswerPanel::removeSelected);
    auto* del = new QAction(tr("Remove"), m_changes);
    del->setShortcut(QKeySequence::Delete);
    del->setShortcutContext(Qt::WidgetShortcut);
    connect(del, &QAction::triggered, this, &AnswerPanel::removeSelected);
    m_changes->addAction(del);
    m_run->setObjectName(QStringLiteral("lensRunAgain"));
    m_run->setToolTip(tr("Captures the shown prompt again with these changes"));
    connect(m_run, &QPushButton::clicked, this, &AnswerPanel::runRequested);
    layout->addWidget(m_run, 0, Qt::AlignLeft);
    m_again->setObjectName(QStringLiteral("lensAgain"));
    m_again->setToolTip(tr("Runs the shown prompt again as soon as a head is changed or restored"));
    layout->addWidget(m_again);
    return box;
}

QWidget* AnswerPanel::makeExperiments()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    m_count->setObjectName(QStringLiteral("lensCount"));
    m_count->setRange(1, 64);
    m_count->setAccessibleName(tr("How many heads"));
    m_count->setToolTip(tr("How many heads are ablated: they give nothing to the layers after them"));
    m_seed->setObjectName(QStringLiteral("lensRandomSeed"));
    m_seed->setRange(0, 99999);
    m_seed->setAccessibleName(tr("Seed of the choice"));
    m_seed->setToolTip(tr("Decides which other heads are taken; it counts up by itself, so that pressing again takes others"));
    m_seed->setPrefix(tr("seed "));
    m_top->setObjectName(QStringLiteral("lensAblateTop"));
    m_random->setObjectName(QStringLiteral("lensAblateRandom"));
    connect(m_top, &QPushButton::clicked, this, [this] { Q_EMIT topRequested(m_count->value()); });
    connect(m_random, &QPushButton::clicked, this, [this] {
        Q_EMIT randomRequested(m_count->value(), quint64(m_seed->value()));
        m_seed->setValue(m_seed->value() + 1);
    });
    auto* grid = new QGridLayout;
    grid->addWidget(m_top, 0, 0);
    grid->addWidget(m_count, 0, 1);
    grid->addWidget(m_random, 1, 0);
    grid->addWidget(m_seed, 1, 1);
    grid->setColumnStretch(2, 1);
    layout->addLayout(grid);
    m_outcomes->setAccessibleName(tr("Outcomes"));
    m_outcomes->setToolTip(tr("One row per capture of this prompt: which heads were changed, how many tokens of the answer were right, and how likely the model found the expected answer (geometric mean)."));
    m_outcomes->setItemDelegateForColumn(Mean, new BarDelegate(m_outcomes));
    m_outcomes->verticalHeader()->hide();
    // What was done is broken into lines, so that what came out stays in sight.
    m_outcomes->setWordWrap(true);
    m_outcomes->horizontalHeader()->setStretchLastSection(false);
    m_outcomes->horizontalHeader()->setSectionResizeMode(What, QHeaderView::Stretch);
    for (int column = Heads; column < OutcomeColumns; ++column)
        m_outcomes->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    layout->addWidget(m_outcomes, 1);
    return box;
}

void AnswerPanel::setExperiments(bool possible, const QString& whyNot)
{
    m_top->setEnabled(possible);
    m_random->setEnabled(possible);
    m_top->setToolTip(possible ? tr("Ablates the heads with the most mass on the needle, and runs the prompt again") : whyNot);
    m_random->setToolTip(possible ? tr("Ablates as many heads that are not among them, chosen by the seed, and runs the prompt again: the comparison that tells whether the top ones matter") : whyNot);
}

/// Tables as wide as what they show; pieces of text that are long are cut, as their tool tips tell them whole.
void AnswerPanel::fitTables()
{
    const int em = fontMetrics().height(), longest = kLongestPiece * em;
    const auto headerOf = [](QTableWidget* table, int column) { return table->horizontalHeader()->sectionSizeHint(column); };
    const auto contentOf = [](QTableWidget* table, int column) { return static_cast<Table*>(table)->sizeHintForColumn(column) + 1; };
    const auto around = [](QTableWidget* table) {
        return 2 * table->frameWidth() + table->verticalScrollBar()->sizeHint().width() + (table->verticalHeader()->isHidden() ? 0 : table->verticalHeader()->sizeHint().width());
    };
    int width = around(m_answer);
    for (const int column : {Expected, Predicted}) {
        m_answer->resizeColumnToContents(column);
        m_answer->setColumnWidth(column, std::min(m_answer->columnWidth(column), longest));
        width += m_answer->columnWidth(column);
    }
    for (const int column : {Probability, Before})
        if (!m_answer->isColumnHidden(column))
            width += std::max(headerOf(m_answer, column), contentOf(m_answer, column));
    m_answer->setMinimumWidth(width);
    width = around(m_outcomes) + kLeastWhat * em;
    for (int column = Heads; column < OutcomeColumns; ++column)
        width += std::max(headerOf(m_outcomes, column), contentOf(m_outcomes, column));
    m_outcomes->setMinimumWidth(width);
    updateGeometry();
    arrange();
}

/// Three parts beside each other where they are not cut.
void AnswerPanel::arrange()
{
    const auto margins = m_grid->contentsMargins();
    const int needed = m_answerBox->minimumSizeHint().width() + m_changesBox->minimumSizeHint().width() + m_experimentsBox->minimumSizeHint().width() + 2 * m_grid->horizontalSpacing()
        + margins.left() + margins.right();
    const int columns = width() >= needed ? 3 : 2;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (auto* box : {m_answerBox, m_changesBox, m_experimentsBox})
        m_grid->removeWidget(box);
    m_grid->addWidget(m_answerBox, 0, 0);
    m_grid->addWidget(m_experimentsBox, 0, columns - 1);
    columns == 3 ? m_grid->addWidget(m_changesBox, 0, 1) : m_grid->addWidget(m_changesBox, 1, 0, 1, 2);
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, columns == 3 ? (column == 1 ? 2 : 3) : column < 2 ? 1 : 0);
}

QSize AnswerPanel::minimumSizeHint() const
{
    const auto margins = m_grid->contentsMargins();
    return {m_answerBox->minimumSizeHint().width() + m_experimentsBox->minimumSizeHint().width() + m_grid->horizontalSpacing() + margins.left() + margins.right(), m_grid->minimumSize().height()};
}

void AnswerPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void AnswerPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitTables();
}

bool AnswerPanel::runsAgain() const { return m_again->isChecked(); }

void AnswerPanel::showChanges()
{
    const auto& changes = m_list.changes();
    m_changes->clear();
    for (const auto& change : changes)
        m_changes->addItem(changeText(change));
    m_restoreAll->setEnabled(!changes.empty());
    m_remove->setEnabled(!changes.empty());
    m_run->setEnabled(m_after != nullptr);
    auto font = m_run->font();
    font.setBold(m_after && !sameChanges(changes, m_after->changes));       // what is shown is not what the list says
    m_run->setFont(font);
}

void AnswerPanel::removeSelected()
{
    std::vector<inspect::HeadId> heads;
    for (const auto* item : m_changes->selectedItems())
        heads.push_back(m_list.changes()[std::size_t(m_changes->row(item))].head);
    if (heads.empty() && !m_list.changes().empty())
        heads.push_back(m_list.changes()[std::size_t(std::max(m_changes->currentRow(), 0))].head);
    m_list.set(without(m_list.changes(), heads), tr("Restore %n head(s)", nullptr, int(heads.size())));
}

void AnswerPanel::setAnswers(std::shared_ptr<const inspect::Capture> before, std::shared_ptr<const inspect::Capture> after)
{
    m_before = std::move(before);
    m_after = std::move(after);
    showAnswers();
    showChanges();
}

void AnswerPanel::showAnswers()
{
    m_answer->setRowCount(0);
    if (!m_after) {
        m_verdict->setText(tr("The answer appears here after a capture."));
        m_answer->setColumnHidden(Before, true);
        return;
    }
    const auto outcome = outcomeOf(*m_after, {});
    if (outcome.asked == 0)
        m_verdict->setText(tr("Next comes %1").arg(quotedPiece(outcome.answer.toStdString())).toHtmlEscaped());
    else
        m_verdict->setText(QStringLiteral("<b>%1</b> %2").arg(outcome.retrieved ? tr("\u2713 Retrieved.") : tr("\u2717 Not retrieved."),
            (outcome.retrieved ? tr("The model says %1.").arg(quotedPiece(outcome.answer.toStdString()))
                               : tr("The model says %1, %2 was hidden: %3 of %4 right.").arg(quotedPiece(outcome.answer.toStdString()), quotedPiece(outcome.expected.toStdString())).arg(outcome.right).arg(outcome.asked)).toHtmlEscaped()));
    const bool compared = m_before && m_before != m_after;
    m_answer->setColumnHidden(Before, !compared);
    m_answer->setRowCount(int(m_after->answer.size()));
    for (int n = 0; n < m_answer->rowCount(); ++n) {
        const auto& step = m_after->answer[std::size_t(n)];
        const auto tip = candidatesText(step);
        const bool asked = !step.expected.empty();
        m_answer->setItem(n, Expected, cell(asked ? quotedPiece(step.expected) : ui::decimals(inspect::kNone, 0), tip));
        const auto said = step.top.empty() ? QString() : quotedPiece(step.top.front().piece);
        m_answer->setItem(n, Predicted, cell(asked ? (step.correct ? QStringLiteral("\u2713 ") : QStringLiteral("\u2717 ")) + said : said, tip));
        const double probability = asked ? step.expectedProbability : step.top.empty() ? inspect::kNone : step.top.front().probability;
        auto* bar = cell(probabilityText(probability), tip);
        addBar(bar, probability, step.correct || !asked);
        m_answer->setItem(n, Probability, bar);
        if (!compared || std::size_t(n) >= m_before->answer.size())
            continue;
        const auto& old = m_before->answer[std::size_t(n)];
        const double was = asked ? old.expectedProbability : old.top.empty() ? inspect::kNone : old.top.front().probability;
        auto* oldBar = cell(probabilityText(was), candidatesText(old));
        addBar(oldBar, was, old.correct || !asked);
        m_answer->setItem(n, Before, oldBar);
    }
    fitTables();
}

void AnswerPanel::addOutcome(const LensOutcome& outcome)
{
    const int row = m_outcomes->rowCount();
    m_outcomes->insertRow(row);
    m_outcomes->setItem(row, What, cell(outcome.what));
    m_outcomes->setItem(row, Heads, cell(ui::count(outcome.changed)));
    m_outcomes->setItem(row, Right, cell(outcome.asked > 0 ? tr("%1 of %2").arg(outcome.right).arg(outcome.asked) + (outcome.retrieved ? QStringLiteral(" \u2713") : QStringLiteral(" \u2717")) : ui::decimals(inspect::kNone, 0)));
    auto* bar = cell(probabilityText(outcome.probability));
    addBar(bar, outcome.probability, outcome.retrieved);
    m_outcomes->setItem(row, Mean, bar);
    m_outcomes->setItem(row, Answer, cell(quotedPiece(outcome.answer.toStdString())));
    fitTables();
    m_outcomes->scrollToBottom();
}

void AnswerPanel::clearOutcomes() { m_outcomes->setRowCount(0); }
int AnswerPanel::outcomeCount() const { return m_outcomes->rowCount(); }

}  // namespace bam::views
