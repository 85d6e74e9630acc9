// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/prior_controls.h"

#include "widgets/common/icons.h"
#include "widgets/views/priors/value_slider.h"
#include "widgets/views/setup/number_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kDecimals = 4;
constexpr int kOfARun = -1;             // of the box of forms: what only a run can give
constexpr double kLogStep = 0.02;       // of a step on a logarithmic slider

/// Turns the wheel only with the focus.
class PatientSpinBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QDoubleSpinBox::wheelEvent(event);
        else
            event->ignore();
    }
};

/// As many digits as a person would write.
double rounded(double value, int digits = 6)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    return QString::number(value, 'g', digits).toDouble();
}

QString nameOf(PriorField field)
{
    switch (field) {
    case PriorField::ThetaAlpha: return QStringLiteral("thetaAlpha");
    case PriorField::ThetaBeta: return QStringLiteral("thetaBeta");
    case PriorField::ThetaMu: return QStringLiteral("thetaMu");
    case PriorField::Alpha: return QStringLiteral("alpha");
    case PriorField::Beta: return QStringLiteral("beta");
    case PriorField::Mu: return QStringLiteral("mu");
    case PriorField::R1: return QStringLiteral("r1");
    case PriorField::R2: return QStringLiteral("r2");
    case PriorField::Ratio: return QStringLiteral("ratio");
    case PriorField::Width: return QStringLiteral("width");
    case PriorField::SeqScale: return QStringLiteral("seqScale");
    case PriorField::Keys: return QStringLiteral("keys");
    case PriorField::TrainedLength: return QStringLiteral("trainedLength");
    }
    return {};
}

}  // namespace

PriorControls::PriorControls(QWidget* parent)
    : QWidget(parent)
    , m_form(new QComboBox(this))
    , m_ssmax(new QCheckBox(tr("Scalable-Softmax"), this))
    , m_problem(new QLabel(this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);

    m_form->setObjectName(QStringLiteral("priorForm"));
    m_form->addItem(tr("BAM: generalized Gaussian"), int(priors::Form::GeneralizedGaussian));
    m_form->addItem(tr("ALiBi: linear"), int(priors::Form::Linear));
    m_form->addItem(tr("NoPE: none"), int(priors::Form::Uniform));
    m_form->addItem(tr("Kerple: logarithmic"), int(priors::Form::Logarithmic));
    m_form->addItem(tr("Kerple: power"), int(priors::Form::Power));
    m_form->addItem(tr("Sandwich: cosines"), int(priors::Form::Cosines));
    const auto learned = tr("T5 and FIRE have no formula with a few numbers: they learn the whole curve. Select a run of theirs in the list and click one of its heads in the grid of priors, or choose it under Presets.");
    m_form->addItem(tr("T5, FIRE: from a run"), kOfARun);
    m_form->setItemData(m_form->count() - 1, learned, Qt::ToolTipRole);
    qobject_cast<QStandardItemModel*>(m_form->model())->item(m_form->count() - 1)->setEnabled(false);
    m_form->setToolTip(tr("The form of the prior. ALiBi is BAM with θβ = 1 and a fixed slope, NoPE is BAM with θβ = 0, Kerple's power is BAM with θβ = r2; with Scalable-Softmax, BAM's bias is scaled and theirs is not.") + QLatin1Char('\n') + learned);
    m_form->setAccessibleName(tr("Form of the prior"));
    m_form->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_form->setMinimumContentsLength(8);
    connect(m_form, &QComboBox::activated, this, [this](int index) { Q_EMIT formChosen(priors::Form(m_form->itemData(index).toInt())); });
    grid->addWidget(m_form, 0, 0, 1, 4);

    addRow(grid, PriorField::ThetaAlpha, QStringLiteral("θα"), tr("Strength"), tr("Strength: the bias is −exp(θα) times the shape. Larger: the prior decides more against the content."), false);
    addTranslation(grid, PriorField::Alpha, QStringLiteral("α"), tr("Scale"), tr("Scale in tokens, α = exp(−θα/θβ): the distance at which the bias is −1. It does not exist at θβ = 0."));
    addRow(grid, PriorField::ThetaBeta, QStringLiteral("θβ"), tr("Shape"),
        tr("Shape: 1 is Laplace, 2 is Gaussian, between 0 and 1 the tail is heavy, 0 is uniform, below 0 the neighbourhood is suppressed. Keeps θα."), false);
    addTranslation(grid, PriorField::Beta, QStringLiteral("β"), tr("Shape at the same scale"), tr("The same number as θβ. Changed here, it keeps the scale α, and θα follows."));
    addRow(grid, PriorField::ThetaMu, QStringLiteral("θμ"), tr("Location"), tr("Location: μ = exp(θμ) − exp(−θμ). Below 0 the peak moves away from the query, above 0 it hides behind the causal mask."), false);
    addTranslation(grid, PriorField::Mu, QStringLiteral("μ"), tr("Offset"), tr("Offset in tokens: the peak is at distance −μ, so useful offsets are negative."));

    addRow(grid, PriorField::R1, QStringLiteral("r1"), tr("Strength of the kernel"), tr("Strength: what the logarithm or the power of the distance is multiplied with. The logarithmic kernel makes p fall as a power law with exponent −r1."), false);
    addRow(grid, PriorField::R2, QStringLiteral("r2"), tr("Shape of the kernel"), tr("Shape: of the logarithmic kernel the distance, 1/r2 tokens, from which on it falls; of the power kernel the exponent, which Kerple keeps up to 2."), false);

    addRow(grid, PriorField::Ratio, QStringLiteral("c"), tr("Compression ratio"), tr("Compression ratio, which divides the bias: 8(h + 1)/H for head h of H, counted from 0. Larger: the prior decides less and reaches further."), false);
    addRow(grid, PriorField::Width, QStringLiteral("w"), tr("Width of the embeddings"), tr("Width of the sinusoidal embeddings whose product Sandwich is: w/2 cosines. Even; 128 in the paper."), true);

    m_ssmax->setObjectName(QStringLiteral("priorSsmax"));
    m_ssmax->setToolTip(tr("Scales the scores with λ = s · ln n, so that attention does not fade as texts grow: of BAM content and bias, of ALiBi the content alone."));
    connect(m_ssmax, &QCheckBox::clicked, this, &PriorControls::ssmaxChosen);
    const int row = grid->rowCount();
    grid->addWidget(m_ssmax, row, 0, 1, 4);
    addRow(grid, PriorField::SeqScale, QStringLiteral("s"), tr("Factor of Scalable-Softmax"), tr("Factor of Scalable-Softmax, which each head learns: λ = s · ln n."), false);
    addRow(grid, PriorField::Keys, QStringLiteral("n"), tr("Keys the query sees"), tr("How many keys the query sees, itself included: its position plus one, up to 1,000,000."), true);
    addRow(grid, PriorField::TrainedLength, QStringLiteral("T"), tr("Training length"), tr("Tokens of a training sequence: marked in the plot of the reach, to show what lies beyond it."), true);

    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("priorInputProblem"));
    m_problem->hide();
    grid->addWidget(m_problem, grid->rowCount(), 0, 1, 4);
    grid->setRowStretch(grid->rowCount(), 1);
}

NumberBox* PriorControls::makeBox(PriorField field, bool whole, const QString& name, const QString& tip)
{
    const auto range = rangeOf(field);
    auto* box = new NumberBox(whole, whole, range.least, range.most, this);
    box->setObjectName(nameOf(field) + QStringLiteral("Box"));
    box->setToolTip(tip);
    box->setAccessibleName(name);
    connect(box, &NumberBox::textEdited, this, [this, box, field, whole, range] {
        const auto number = box->number();
        const bool outside = number && (*number < range.least || *number > range.most);
        const bool odd = number && field == PriorField::Width && std::fmod(*number, 2) != 0;
        const auto problem = outside ? tr("Expected %1 to %2.").arg(QLocale().toString(range.least), QLocale().toString(range.most, 'g', 7))
            : odd                    ? tr("Expected an even number: a sine and a cosine share each frequency.")
                                     : box->problem();
        m_problem->setText(problem);
        m_problem->setVisible(!problem.isEmpty());
        if (number && !outside && problem.isEmpty() && (!whole || *number >= 1))
            Q_EMIT edited(field, *number);
    });
    connect(box, &QAbstractSpinBox::editingFinished, this, &PriorControls::gestureEnded);
    return box;
}

PriorControls::Row& PriorControls::addRow(QGridLayout* grid, PriorField field, const QString& symbol, const QString& name, const QString& tip, bool whole)
{
    const auto range = rangeOf(field);
    auto& row = m_rows[field];
    const int at = grid->rowCount();
    row.label = new QLabel(symbol, this);
    row.label->setToolTip(tip);
    row.slider = new ValueSlider(range.sliderLeast, range.sliderMost, whole ? kLogStep : range.step, whole, this);
    row.slider->setObjectName(nameOf(field) + QStringLiteral("Slider"));
    row.slider->setToolTip(tr("%1 Arrow keys and wheel move it finely, Page Up and Page Down by ten.").arg(tip));
    row.slider->setAccessibleName(name);
    row.slider->setMinimumWidth(fontMetrics().height() * 4);
    connect(row.slider, &ValueSlider::moved, this, [this, field](double number) { Q_EMIT edited(field, number); });
    connect(row.slider, &QSlider::sliderReleased, this, &PriorControls::gestureEnded);
    QWidget* entry = nullptr;
    if (whole) {
        entry = row.box = makeBox(field, true, name, tip);
    } else {
        row.spin = new PatientSpinBox(this);
        row.spin->setObjectName(nameOf(field));
        row.spin->setDecimals(kDecimals);
        row.spin->setRange(range.least, range.most);
        row.spin->setSingleStep(range.step);
        row.spin->setAccelerated(true);
        row.spin->setFocusPolicy(Qt::StrongFocus);
        row.spin->setToolTip(tip);
        row.spin->setAccessibleName(name);
        connect(row.spin, &QDoubleSpinBox::valueChanged, this, [this, field](double number) { Q_EMIT edited(field, number); });
        connect(row.spin, &QAbstractSpinBox::editingFinished, this, &PriorControls::gestureEnded);
        entry = row.spin;
    }
    row.reset = new QToolButton(this);
    row.reset->setObjectName(nameOf(field) + QStringLiteral("Reset"));
    row.reset->setIcon(ui::icon(QStringLiteral("undo")));
    row.reset->setAutoRaise(true);
    row.reset->setAccessibleName(tr("Reset: %1").arg(name));
    row.reset->setToolTip(tr("Back to %1").arg(QLocale().toString(range.standard)));
    connect(row.reset, &QToolButton::clicked, this, [this, field] { Q_EMIT resetRequested(field); });
    grid->addWidget(row.label, at, 0);
    grid->addWidget(row.slider, at, 1);
    grid->addWidget(entry, at, 2);
    grid->addWidget(row.reset, at, 3);
    row.label->setBuddy(entry);
    return row;
}

PriorControls::Row& PriorControls::addTranslation(QGridLayout* grid, PriorField field, const QString& symbol, const QString& name, const QString& tip)
{
    auto& row = m_rows[field];
    const int at = grid->rowCount();
    row.label = new QLabel(QStringLiteral("%1  %2").arg(name, symbol), this);
    row.label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.label->setToolTip(tip);
    row.box = makeBox(field, false, name, tip);
    grid->addWidget(row.label, at, 0, 1, 2);
    grid->addWidget(row.box, at, 2);
    row.label->setBuddy(row.box);
    return row;
}

void PriorControls::setState(const PriorState& state)
{
    const QSignalBlocker quietForm(m_form);
    // A curve cannot be chosen, only come from a run: its entry is there while it is shown.
    const int curve = m_form->findData(int(priors::Form::Table));
    if (state.prior.form == priors::Form::Table && curve < 0)
        m_form->addItem(tr("Curve of a checkpoint"), int(priors::Form::Table));
    else if (state.prior.form != priors::Form::Table && curve >= 0)
        m_form->removeItem(curve);
    m_form->setCurrentIndex(m_form->findData(int(state.prior.form)));
    m_ssmax->setChecked(state.prior.ssmax);
    for (auto& [field, row] : m_rows) {
        const double value = valueOf(state, field);
        const bool used = isUsed(state, field);
        if (row.slider)
            row.slider->setNumber(value);
        if (row.spin && std::abs(row.spin->value() - value) >= 0.5 * std::pow(10.0, -kDecimals)) {
            const QSignalBlocker quiet(row.spin);
            row.spin->setValue(value);
        }
        // What is being typed stays as it is typed.
        if (row.box && !(row.box->hasFocus() && row.box->number() && std::abs(*row.box->number() - value) <= 1e-5 * std::abs(value)))
            row.box->setNumber(std::isnan(value) ? std::nullopt : std::optional(rounded(value)));
        for (QWidget* widget : std::initializer_list<QWidget*>{row.slider, row.spin, row.box, row.reset, row.label})
            if (widget) {
                widget->setVisible(isShown(state, field));
                widget->setEnabled(used || (field == PriorField::Alpha && widget == row.label));
            }
    }
    auto& alpha = m_rows[PriorField::Alpha];
    alpha.box->findChild<QLineEdit*>()->setPlaceholderText(isUsed(state, PriorField::Alpha) ? QString() : tr("none"));
}

}  // namespace bam::views
