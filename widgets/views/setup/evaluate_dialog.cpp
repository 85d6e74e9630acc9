// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/evaluate_dialog.h"

#include "core/spec/spec_io.h"
#include "widgets/common/format.h"
#include "widgets/views/setup/field_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

/// The pass-key test always runs here; perplexity does where a text is given.
bool isShown(const spec::FieldEntry& entry)
{
    return (entry.section == "evaluation" || entry.section == "evaluation.passkey") && entry.path != "evaluation.run_passkey";
}

/// Shown without a click: what people change from test to test.
bool isBasic(const spec::FieldEntry& entry)
{
    static const std::vector<std::string> basic = {"passkey_lengths", "passkey_samplings", "passkey_samples", "passkey_seed", "eval_checkpoint", "perplexity", "perplexity_tokens"};
    return std::find(basic.begin(), basic.end(), entry.field->flagName()) != basic.end();
}

}  // namespace

EvaluateDialog::EvaluateDialog(const QStringList& runs, const spec::RunSpec& start, QWidget* parent)
    : QDialog(parent)
    , m_runs(int(runs.size()))
    , m_spec(start)
    , m_start(start)
    , m_more(new QToolButton(this))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("evaluateDialog"));
    setWindowTitle(tr("Evaluate"));
    m_spec.evaluation.runPasskey = true;
    auto* layout = new QVBoxLayout(this);
    auto* heading = new QLabel(m_runs == 1 ? tr("Pass-key test of %1").arg(runs.front()) : tr("Pass-key test of %n run(s), one after the other on each device", nullptr, m_runs), this);
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
    m_test = buttons->addButton(tr("&Test"), QDialogButtonBox::AcceptRole);
    m_test->setObjectName(QStringLiteral("evaluateTest"));
    m_test->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setAdvanced(false);
    resize(fontMetrics().averageCharWidth() * 92, fontMetrics().height() * 26);
    update();
}

QWidget* EvaluateDialog::form()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(area);
    auto* rows = new QVBoxLayout(content);
    for (const auto& entry : spec::allFields()) {
        if (!isShown(entry))
            continue;
        auto* row = new FieldRow(entry, content);
        rows->addWidget(row);
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
    rows->addStretch(1);
    area->setWidget(content);
    return area;
}

void EvaluateDialog::setAdvanced(bool shown)
{
    m_more->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
    for (auto* row : m_rows)
        row->setVisible(shown || isBasic(row->entry()));
}

void EvaluateDialog::update()
{
    const auto problems = spec::validate(m_spec);
    bool hidden = false, wrong = false;
    for (auto* row : m_rows) {
        row->showSpec(m_spec);
        row->compare(m_spec, m_start, tr("the settings of the run"));
        row->setProblem(row->expectedBy(problems));
        const bool bad = row->hasProblem() || !row->rejected().isEmpty();
        wrong |= bad;
        hidden |= bad && !isBasic(row->entry());
    }
    if (hidden)
        m_more->setChecked(true);
    m_test->setEnabled(!wrong);
    m_note->setText(wrong ? tr("The values marked above cannot be used yet.") : summary());
}

QString EvaluateDialog::summary() const
{
    const auto& passkey = m_spec.evaluation.passkey;
    const auto prompts = std::int64_t(passkey.lengths.size() * passkey.samplings.size()) * passkey.samples;
    const auto longest = passkey.lengths.empty() ? std::int64_t(0) : *std::max_element(passkey.lengths.begin(), passkey.lengths.end());
    const auto& model = m_spec.model;
    const double width = model.heads > 0 ? double(model.dim) / double(model.heads) : 0;
    const double perToken = 2. * double(model.layers) * double(model.kvHeads) * width * (m_spec.evaluation.cacheDtype == "bfloat16" ? 2 : 4);
    const auto text = tr("%1 prompts for each run. The longest has %2 tokens; its keys and values take %3. Results of the same settings in results.json are replaced, others stay.")
        .arg(groupedNumber(prompts), groupedNumber(longest), ui::bytes(perToken * double(longest)));
    if (m_spec.evaluation.perplexity.empty())
        return text;
    const auto tokens = m_spec.evaluation.perplexityTokens;
    return text + QLatin1Char(' ') + tr("Perplexity is measured in one forward over %1 tokens; their keys and values take %2.").arg(groupedNumber(tokens), ui::bytes(perToken * double(tokens)));
}

std::vector<std::string> EvaluateDialog::flags() const
{
    std::vector<std::string> flags;
    for (const auto* row : m_rows) {
        const auto& field = *row->entry().field;
        const auto value = spec::fieldValue(m_spec, row->entry().path);
        if (spec::isUnset(field, value))
            continue;
        flags.push_back("--" + field.flagName());
        flags.push_back(spec::valueText(field, value));
    }
    return flags;
}

}  // namespace bam::views
