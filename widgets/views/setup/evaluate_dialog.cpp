// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/evaluate_dialog.h"

#include "core/eval/ruler_task.h"
#include "core/spec/spec_io.h"
#include "widgets/common/format.h"
#include "widgets/views/setup/field_text.h"

#include <QDialogButtonBox>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

/// The boxes stand for these.
bool isShown(const spec::FieldEntry& entry)
{
    return (entry.section == "evaluation" || entry.section.starts_with("evaluation.")) && entry.path != "evaluation.run_passkey" && entry.path != "evaluation.run_ruler";
}

}  // namespace

EvaluateDialog::GroupId EvaluateDialog::groupOf(const spec::FieldEntry& entry)
{
    if (entry.section == "evaluation.passkey")
        return Passkey;
    if (entry.section == "evaluation.ruler")
        return Ruler;
    if (entry.section == "evaluation.choice")
        return Choice;
    return entry.path.starts_with("evaluation.perplexity") ? Perplexity : General;
}

EvaluateDialog::EvaluateDialog(const QStringList& runs, const spec::RunSpec& start, const std::vector<spec::ModelSpec>& models, QWidget* parent)
    : QDialog(parent)
    , m_runs(int(runs.size()))
    , m_rotating(models.empty() ? (spec::rotates(start.model) ? m_runs : 0) : int(std::count_if(models.begin(), models.end(), [](const auto& model) { return spec::rotates(model); })))
    , m_known(models.empty() ? m_runs : int(models.size()))
    , m_spec(start)
    , m_start(start)
    , m_more(new QToolButton(this))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("evaluateDialog"));
    setWindowTitle(tr("Evaluate"));
    auto* layout = new QVBoxLayout(this);
    auto* heading = new QLabel(m_runs == 1 ? tr("Evaluation of %1").arg(runs.front()) : tr("Evaluation of %n run(s), one after the other on each device", nullptr, m_runs), this);
    heading->setWordWrap(true);
    heading->setToolTip(runs.mid(0, 40).join(QLatin1Char('\n')));
    layout->addWidget(heading);
    layout->addWidget(form(), 1);
    m_more->setObjectName(QStringLiteral("evaluateMore"));
    m_more->setText(tr("&More settings"));
    m_more->setCheckable(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setAutoRaise(true);
    connect(m_more, &QToolButton::toggled, this, &EvaluateDialog::setAdvanced);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    m_note->setObjectName(QStringLiteral("evaluateNote"));
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_test = buttons->addButton(tr("&Evaluate"), QDialogButtonBox::AcceptRole);
    m_test->setObjectName(QStringLiteral("evaluateTest"));
    m_test->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setAdvanced(false);
    const int room = screen() ? screen()->availableGeometry().height() * 8 / 10 : 0;
    resize(fontMetrics().averageCharWidth() * 92, std::clamp(room, fontMetrics().height() * 30, fontMetrics().height() * 56));
    update();
}

QWidget* EvaluateDialog::form()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(area);
    auto* column = new QVBoxLayout(content);
    const std::pair<const char*, QString> titles[] = {{"Passkey", tr("Pass key")}, {"Perplexity", tr("Perplexity")}, {"Ruler", tr("RULER")}, {"Choice", tr("Multiple choice")}, {"General", tr("How")}};
    for (int id = 0; id < GroupCount; ++id) {
        auto& group = m_groups[id];
        group.box = new QGroupBox(titles[id].second, content);
        group.box->setObjectName(QStringLiteral("evaluate") + QLatin1String(titles[id].first));
        group.box->setCheckable(id != General);
        auto* inside = new QVBoxLayout(group.box);
        group.content = new QWidget(group.box);
        auto* rows = new QVBoxLayout(group.content);
        rows->setContentsMargins(0, 0, 0, 0);
        inside->addWidget(group.content);
        column->addWidget(group.box);
        if (id == General)
            continue;
        group.box->setChecked(isOn(GroupId(id)));
        group.content->setVisible(group.box->isChecked());
        connect(group.box, &QGroupBox::toggled, this, [this, id](bool on) { turn(GroupId(id), on); });
    }
    for (const auto& entry : spec::allFields())
        if (isShown(entry))
            addRow(entry);
    column->addStretch(1);
    area->setWidget(content);
    return area;
}

void EvaluateDialog::addRow(const spec::FieldEntry& entry)
{
    auto& group = m_groups[groupOf(entry)];
    auto* row = new FieldRow(entry, group.content);
    group.content->layout()->addWidget(row);
    group.rows.append(row);
    m_rows.append(row);
    connect(row, &FieldRow::changed, this, [this](const FieldChanges& changes) {
        for (const auto& [path, value] : changes)
            spec::changeField(m_spec, path, value);
        update();
    });
    connect(row, &FieldRow::rejectedChanged, this, &EvaluateDialog::update);
    connect(row, &FieldRow::resetRequested, this, [this, row] {
        for (const auto& path : row->paths())
            spec::changeField(m_spec, path, spec::fieldValue(m_start, path));
        row->forgetRejected();
        update();
    });
}

bool EvaluateDialog::isOn(GroupId group) const
{
    const auto& evaluation = m_spec.evaluation;
    return group == Passkey ? evaluation.runPasskey : group == Ruler ? evaluation.runRuler : group == Choice ? !evaluation.choice.tasks.empty() : group == Perplexity ? !evaluation.perplexity.empty() : true;
}

void EvaluateDialog::turn(GroupId group, bool on)
{
    if (group == Passkey)
        m_spec.evaluation.runPasskey = on;
    if (group == Ruler)
        m_spec.evaluation.runRuler = on;
    m_groups[group].content->setVisible(on);
    update();
    if (on && !m_groups[group].rows.isEmpty())
        m_groups[group].rows.front()->focusEditor();
}

void EvaluateDialog::setAdvanced(bool shown)
{
    m_more->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
    for (auto* row : m_rows)
        row->setVisible(shown || !row->isAdvanced());
}

void EvaluateDialog::update()
{
    const auto problems = spec::validate(m_spec);
    bool hidden = false, wrong = false;
    for (int id = 0; id < GroupCount; ++id) {
        const bool counts = id == General || m_groups[id].box->isChecked();
        for (auto* row : m_groups[id].rows) {
            row->showSpec(m_spec);
            row->compare(m_spec, m_start, tr("the settings of the run"));
            row->setProblem(counts ? row->expectedBy(problems) : QString());
            const bool bad = counts && (row->hasProblem() || !row->rejected().isEmpty());
            wrong |= bad;
            hidden |= bad && row->isAdvanced();
        }
    }
    if (hidden)
        m_more->setChecked(true);
    const auto lacking = missing();
    m_test->setEnabled(!wrong && lacking.isEmpty());
    m_note->setText(wrong ? tr("The values marked above cannot be used yet.") : lacking.isEmpty() ? summary() : lacking);
}

/// What a ticked box still needs; empty: nothing.
QString EvaluateDialog::missing() const
{
    const auto ticked = [&](GroupId group) { return m_groups[group].box->isChecked(); };
    if (!ticked(Passkey) && !ticked(Perplexity) && !ticked(Ruler) && !ticked(Choice))
        return tr("Tick what is to be measured.");
    if (ticked(Perplexity) && m_spec.evaluation.perplexity.empty())
        return tr("Choose the text on which perplexity is measured.");
    if (ticked(Choice) && m_spec.evaluation.choice.tasks.empty())
        return tr("Name the questions: mmlu=FOLDER, arc=FILE, or a template.");
    const auto& ruler = m_spec.evaluation.ruler;
    const auto needy = std::find_if(ruler.tasks.begin(), ruler.tasks.end(), eval::rulerNeedsEssays);
    if (ticked(Ruler) && ruler.essays.empty() && needy != ruler.tasks.end())
        return tr("RULER's task %1 hides its needles in essays: choose a text or a folder of texts under Essays, or leave such tasks out.").arg(QString::fromStdString(*needy));
    if (scalesRope() && m_rotating == 0)
        return tr("RoPE scaling changes nothing here: no run that is selected rotates queries and keys. Set it to none.");
    return {};
}

QString EvaluateDialog::summary() const
{
    const auto& evaluation = m_spec.evaluation;
    const auto& model = m_spec.model;
    const double width = model.heads > 0 ? double(model.dim) / double(model.heads) : 0;
    const double perToken = 2. * double(model.layers) * double(model.kvHeads) * width * (evaluation.cacheDtype == "bfloat16" ? 2 : 4);
    const auto longestOf = [](const std::vector<std::int64_t>& lengths) { return lengths.empty() ? std::int64_t(0) : *std::max_element(lengths.begin(), lengths.end()); };
    QStringList lines;
    if (m_groups[Passkey].box->isChecked()) {
        const auto& passkey = evaluation.passkey;
        const auto prompts = std::int64_t(passkey.lengths.size() * passkey.samplings.size() * passkey.digits.size() * passkey.seeds.size()) * passkey.samples;
        const auto longest = longestOf(passkey.lengths);
        lines << tr("Pass key: %1 prompts for each run. The longest has %2 tokens; its keys and values take %3.").arg(groupedNumber(prompts), groupedNumber(longest), ui::bytes(perToken * double(longest)));
    }
    if (m_groups[Perplexity].box->isChecked()) {
        const auto tokens = evaluation.perplexityTokens;
        for (const auto& kind : evaluation.perplexityKinds)
            lines << (kind == "sliding" ? tr("Sliding perplexity: windows of %1 tokens, moved by %2.").arg(groupedNumber(evaluation.perplexityContext), groupedNumber(evaluation.perplexityStride))
                                        : tr("Perplexity is measured in one forward over %1 tokens; their keys and values take %2.").arg(groupedNumber(tokens), ui::bytes(perToken * double(tokens))));
    }
    if (m_groups[Ruler].box->isChecked()) {
        const auto prompts = std::int64_t(evaluation.ruler.tasks.size() * evaluation.ruler.lengths.size()) * evaluation.ruler.samples;
        lines << tr("RULER: %1 prompts, each with an answer that the model writes.").arg(groupedNumber(prompts));
    }
    if (m_groups[Choice].box->isChecked())
        lines << tr("Multiple choice: %n task(s).", nullptr, int(evaluation.choice.tasks.size()));
    if (scalesRope() && m_rotating < m_known)
        lines << tr("RoPE is scaled in %1 of %2 runs; the others do not rotate queries and keys and are evaluated without scaling.").arg(m_rotating).arg(m_known);
    lines << tr("What is known already is not asked again; results of other checkpoints make way for these.");
    return lines.join(QLatin1Char(' '));
}

std::vector<std::string> EvaluateDialog::flags(const spec::ModelSpec& model) const
{
    const auto word = [](bool on) { return std::string(on ? "true" : "false"); };
    std::vector<std::string> flags{"--run_passkey", word(m_groups[Passkey].box->isChecked()), "--run_ruler", word(m_groups[Ruler].box->isChecked())};
    for (int id = 0; id < GroupCount; ++id) {
        const bool counts = id == General || m_groups[id].box->isChecked();
        for (const auto* row : m_groups[id].rows) {
            const auto& field = *row->entry().field;
            const auto value = spec::fieldValue(m_spec, row->entry().path);
            // What decides whether an evaluation runs at all is told in any case.
            const bool decides = row->entry().path == "evaluation.perplexity" || row->entry().path == "evaluation.choice.tasks";
            if (spec::isUnset(field, value) || (!counts && !decides))
                continue;
            if (scalesRope() && !spec::rotates(model) && row->entry().path.starts_with("evaluation.rope_")) {
                // Told in any case: the run's own spec may name a scaling, as those of a sweep do.
                if (row->entry().path == "evaluation.rope_scaling")
                    flags.insert(flags.end(), {"--rope_scaling", "none"});
                continue;
            }
            flags.push_back("--" + field.flagName());
            flags.push_back(counts ? spec::valueText(field, value) : std::string());
        }
    }
    return flags;
}

}  // namespace bam::views
