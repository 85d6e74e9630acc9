// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/spec_form.h"

#include "core/spec/spec_values.h"
#include "widgets/common/core_text.h"
#include "widgets/plots/palette.h"
#include "widgets/views/setup/field_text.h"

#include <QEvent>
#include <QLabel>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

struct SectionTitle {
    const char* path;
    const char* title;
};

/// In the order of the form.
constexpr SectionTitle kSections[] = {
    {"model", QT_TRANSLATE_NOOP("setup", "Model")},
    {"model.prior", QT_TRANSLATE_NOOP("setup", "Positional bias")},
    {"data", QT_TRANSLATE_NOOP("setup", "Data")},
    {"training", QT_TRANSLATE_NOOP("setup", "Training")},
    {"evaluation", QT_TRANSLATE_NOOP("setup", "Evaluation")},
};

/// Headings inside a section, before the field that begins the group. Fields that come later in the tables simply follow.
constexpr SectionTitle kGroups[] = {
    {"model.dim", QT_TRANSLATE_NOOP("setup", "Shape")},
    {"data.val_tokens", QT_TRANSLATE_NOOP("setup", "Validation")},
    {"data.induction_fraction", QT_TRANSLATE_NOOP("setup", "Pass-key mixture")},
    {"training.batch_size", QT_TRANSLATE_NOOP("setup", "Steps")},
    {"training.optimizer", QT_TRANSLATE_NOOP("setup", "Optimiser")},
    {"training.val_loss_every", QT_TRANSLATE_NOOP("setup", "Validation and checkpoints")},
    {"training.dtype", QT_TRANSLATE_NOOP("setup", "Machine")},
    {"training.seed", QT_TRANSLATE_NOOP("setup", "Start")},
    {"evaluation.passkey.lengths", QT_TRANSLATE_NOOP("setup", "Pass-key test")},
    {"evaluation.ruler.tasks", QT_TRANSLATE_NOOP("setup", "RULER")},
    {"evaluation.choice.tasks", QT_TRANSLATE_NOOP("setup", "Multiple choice")},
};

/// The section of the form in which a field stands.
std::string home(const spec::FieldEntry& entry)
{
    if (entry.section.empty())
        return "training";
    return entry.section.starts_with("evaluation.") ? "evaluation" : entry.section;
}

/// min_ and max_ of the token rules are part of the exact one's row.
bool hasOwnRow(const spec::FieldEntry& entry)
{
    for (const auto* exact : {"training.tokens_per_step", "data.val_tokens"})
        for (const auto& path : rulePaths(exact))
            if (path == entry.path && path != exact)
                return false;
    return true;
}

/// Why a field has no effect with this spec; empty when it has.
QString idleReason(const spec::FieldEntry& entry, const spec::RunSpec& spec)
{
    const auto& path = entry.path;
    if (const auto& owners = spec::encodingsOf(path); !owners.empty() && std::find(owners.begin(), owners.end(), spec.model.encoding) == owners.end()) {
        QStringList titles;
        for (const auto& owner : owners)
            titles += plots::titleOf(QString::fromStdString(owner));
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts with %1 only.")).arg(titles.join(QStringLiteral(", ")));
    }
    if (path.starts_with("model.seq_scale") && !spec.model.ssmax)
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts with Scalable-Softmax only."));
    const bool mixture = spec.data.kind == "passkey_mixture";
    if ((path == "data.induction_fraction" || path == "data.prose_filler_fraction") && !mixture)
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts for the pass-key mixture only."));
    if (entry.section == "evaluation.passkey" && !spec.evaluation.runPasskey)
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts when the pass-key test is run."));
    if (entry.section == "evaluation.ruler" && !spec.evaluation.runRuler)
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts when RULER is run."));
    if (entry.section == "evaluation.choice" && path != "evaluation.choice.tasks" && spec.evaluation.choice.tasks.empty())
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts when there is a task."));
    if (path.starts_with("evaluation.perplexity_") && spec.evaluation.perplexity.empty())
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts when perplexity is measured on a text."));
    if (path == "training.reset_steps" && spec.training.checkpoint.empty() && !spec.training.resetSteps)
        return setupText(QT_TRANSLATE_NOOP("setup", "Counts when training starts from a checkpoint."));
    return {};
}

}  // namespace

SpecForm::SpecForm(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    build();
    updateVisibility();
}

void SpecForm::build()
{
    auto* body = new QWidget(this);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(6, 2, 6, 6);
    layout->setSpacing(2);
    for (const auto& title : kSections) {
        Section part;
        part.path = title.path;
        part.heading = new QToolButton(body);
        part.heading->setObjectName(QStringLiteral("section:") + QLatin1String(title.path));
        part.heading->setText(setupText(title.title));
        part.heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        part.heading->setArrowType(Qt::DownArrow);
        part.heading->setAutoRaise(true);
        part.heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        part.heading->setToolTip(setupText(QT_TRANSLATE_NOOP("setup", "Fold or unfold this section")));
        auto font = part.heading->font();
        font.setBold(true);
        font.setPointSizeF(font.pointSizeF() * 1.1);
        part.heading->setFont(font);
        part.content = new QWidget(body);
        auto* content = new QVBoxLayout(part.content);
        content->setContentsMargins(14, 0, 0, 8);
        content->setSpacing(1);
        part.note = new QLabel(part.content);
        part.note->setWordWrap(true);
        part.note->setForegroundRole(QPalette::PlaceholderText);
        part.note->hide();
        content->addWidget(part.note);
        layout->addWidget(part.heading);
        layout->addWidget(part.content);
        connect(part.heading, &QToolButton::clicked, this, [this, path = part.path] { setOpen(section(path), !section(path).open); });
        m_sections.append(part);
    }
    layout->addStretch(1);
    for (const auto& entry : spec::allFields())
        if (hasOwnRow(entry)) {
            auto& part = section(home(entry));
            addRow(part, entry, static_cast<QVBoxLayout*>(part.content->layout()));
        }
    setWidget(body);
}

QSize SpecForm::minimumSizeHint() const
{
    auto hint = QScrollArea::minimumSizeHint();
    if (widget())
        hint.setWidth(widget()->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this));
    return hint;
}

bool SpecForm::eventFilter(QObject* object, QEvent* event)
{
    if (object == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(object, event);
}

void SpecForm::setOpen(Section& part, bool open)
{
    part.open = open;
    part.heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    updateVisibility();
}

SpecForm::Section& SpecForm::section(const std::string& path)
{
    return *std::find_if(m_sections.begin(), m_sections.end(), [&](const Section& part) { return part.path == path; });
}

void SpecForm::addRow(Section& part, const spec::FieldEntry& entry, QVBoxLayout* layout)
{
    for (const auto& group : kGroups)
        if (entry.path == group.path) {
            auto* label = new QLabel(setupText(group.title), part.content);
            label->setForegroundRole(QPalette::PlaceholderText);
            label->setContentsMargins(0, 6, 0, 0);
            layout->addWidget(label);
            part.groups.append({label, int(part.rows.size())});
        }
    auto* row = new FieldRow(entry, part.content);
    layout->addWidget(row);
    part.rows.append(row);
    connect(row, &FieldRow::changed, this, &SpecForm::changed);
    connect(row, &FieldRow::rejectedChanged, this, &SpecForm::rejectedChanged);
    connect(row, &FieldRow::resetRequested, this, [this, row] { Q_EMIT resetRequested(row->paths()); });
}

void SpecForm::showSpec(const spec::RunSpec& spec)
{
    for (auto& part : m_sections)
        for (auto* row : part.rows)
            row->showSpec(spec);
    updateIdle(spec);
}

bool SpecForm::forgetRejected()
{
    bool any = false;
    for (auto& part : m_sections)
        for (auto* row : part.rows) {
            any = any || !row->rejected().isEmpty();
            row->forgetRejected();
        }
    return any;
}

void SpecForm::updateIdle(const spec::RunSpec& spec)
{
    for (auto& part : m_sections)
        for (auto* row : part.rows)
            row->setIdle(idleReason(row->entry(), spec));
    auto& prior = section("model.prior");
    const bool anyCounts = std::any_of(prior.rows.begin(), prior.rows.end(), [&](const FieldRow* row) { return idleReason(row->entry(), spec).isEmpty(); });
    if (!anyCounts)
        prior.note->setText(setupText(QT_TRANSLATE_NOOP("setup", "%1 has no bias to learn: these fields are kept, but count for other encodings only."))
                                .arg(plots::titleOf(QString::fromStdString(spec.model.encoding))));
    prior.note->setVisible(!anyCounts);
}

void SpecForm::compare(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin)
{
    for (auto& part : m_sections)
        for (auto* row : part.rows)
            row->compare(spec, reference, origin);
}

void SpecForm::setProblems(const std::vector<spec::Problem>& problems, const std::vector<ToldProblem>& told)
{
    for (auto& part : m_sections)
        for (auto* row : part.rows) {
            auto text = row->expectedBy(problems);
            for (const auto& problem : told)
                if (text.isEmpty() && std::find(row->paths().begin(), row->paths().end(), problem.path) != row->paths().end())
                    text = problem.text;
            row->setProblem(text);
        }
    updateVisibility();
}

QVector<FieldRow*> SpecForm::problemRows() const
{
    QVector<FieldRow*> rows;
    for (const auto& part : m_sections)
        for (auto* row : part.rows)
            if (row->hasProblem() || !row->rejected().isEmpty())
                rows.append(row);
    return rows;
}

QStringList SpecForm::modifiedTitles() const
{
    QStringList titles;
    for (const auto& part : m_sections)
        for (const auto* row : part.rows)
            if (row->isModified())
                titles.append(fieldTitle(row->entry()));
    return titles;
}

FieldRow* SpecForm::row(const std::string& path) const
{
    for (const auto& part : m_sections)
        for (auto* row : part.rows)
            if (std::find(row->paths().begin(), row->paths().end(), path) != row->paths().end())
                return row;
    return nullptr;
}

void SpecForm::setAdvanced(bool advanced)
{
    m_advanced = advanced;
    m_forced.clear();
    updateVisibility();
}

void SpecForm::setHelpVisible(bool visible)
{
    for (auto& part : m_sections)
        for (auto* row : part.rows)
            row->setHelpVisible(visible);
}

void SpecForm::setQuery(const QString& query)
{
    m_query = query.trimmed();
    updateVisibility();
}

/// Basic fields, plus those that people changed, searched for, came to, or that have a problem: nothing that matters is ever folded away.
void SpecForm::updateVisibility()
{
    m_shown = 0;
    for (auto& part : m_sections) {
        QVector<bool> shown;
        for (auto* row : part.rows) {
            const bool found = !m_query.isEmpty() && row->matches(m_query);
            const bool ofLevel = m_query.isEmpty() && (m_advanced || !row->isAdvanced() || row->isModified() || row->entry().path == m_forced);
            const bool show = found || ofLevel || row->hasProblem() || !row->rejected().isEmpty();
            row->setVisible(show);
            shown.append(show);
            m_shown += show ? 1 : 0;
        }
        for (int n = 0; n < part.groups.size(); ++n) {
            const int begin = part.groups[n].second;
            const int end = n + 1 < part.groups.size() ? part.groups[n + 1].second : int(shown.size());
            part.groups[n].first->setVisible(std::any_of(shown.begin() + begin, shown.begin() + end, [](bool show) { return show; }));
        }
        const bool any = std::any_of(shown.begin(), shown.end(), [](bool show) { return show; });
        part.heading->setVisible(any);
        part.content->setVisible(any && (part.open || !m_query.isEmpty()));
    }
}

void SpecForm::showField(const std::string& path)
{
    auto* target = row(path);
    if (!target)
        return;
    m_forced = target->entry().path;
    for (auto& part : m_sections)
        if (part.rows.contains(target))
            setOpen(part, true);
    updateVisibility();
    target->focusEditor();
    // The layout places rows that were hidden until now only after this event.
    QTimer::singleShot(0, target, [this, target] { ensureWidgetVisible(target, 0, 60); });
}

void SpecForm::addBelow(const std::string& path, QWidget* widget)
{
    auto* target = row(path);
    auto* layout = static_cast<QVBoxLayout*>(target->parentWidget()->layout());
    layout->insertWidget(layout->indexOf(target) + 1, widget);
}

QWidget* SpecForm::sectionWidget(const std::string& path) const
{
    const auto found = std::find_if(m_sections.begin(), m_sections.end(), [&](const Section& part) { return part.path == path; });
    return found == m_sections.end() ? nullptr : found->content;
}

}  // namespace bam::views
