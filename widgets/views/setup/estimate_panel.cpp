// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/estimate_panel.h"

#include "core/spec/estimate.h"
#include "core/spec/spec_io.h"
#include "widgets/common/format.h"
#include "widgets/views/setup/setup_colors.h"
#include "widgets/views/setup/time_estimate.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <cmath>

namespace bam::views {
namespace {

constexpr double kTight = 0.9;

void setText(QLabel* label, const QString& text)
{
    if (label->text() != text)
        label->setText(text);
}

}  // namespace

MemoryBar::MemoryBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Share of the free memory that the run needs"));
}

void MemoryBar::setShare(double share)
{
    if (m_share == share)
        return;
    m_share = share;
    setAccessibleDescription(ui::percent(share));
    update();
}

QSize MemoryBar::sizeHint() const { return {80, std::max(8, fontMetrics().height() / 2)}; }

void MemoryBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = frame.height() / 2;
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(frame, radius, radius);
    if (m_share <= 0)
        return;
    auto filled = frame;
    filled.setWidth(std::max(frame.height(), frame.width() * std::min(1.0, m_share)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_share > 1 ? exceededColor() : m_share > kTight ? tightColor() : roomColor());
    painter.drawRoundedRect(filled, radius, radius);
}

EstimatePanel::EstimatePanel(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_bar(new MemoryBar(this))
    , m_fit(new QPushButton(this))
    , m_more(new QToolButton(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    m_memory = addRow(tr("Memory"), "estimateMemory", tr("Weights, gradients, moments and the activations of one forward pass, against what the device has free now"), true);
    m_grid->addWidget(m_bar, 1, 1);
    m_grid->addWidget(m_fit, 2, 1, Qt::AlignLeft);
    m_fit->setObjectName(QStringLiteral("useBatchSize"));
    m_fit->hide();
    m_time = addRow(tr("Time"), "estimateTime", tr("From the operations per second of an earlier run on the same device"), true);
    m_parameters = addRow(tr("Parameters"), "estimateParameters", tr("Trained and fixed numbers of the model"), true);
    m_steps = addRow(tr("Steps"), "estimateSteps", tr("Optimiser steps and the tokens of each"), false);
    m_tokens = addRow(tr("Tokens"), "estimateTokens", tr("Tokens seen in the whole run"), false);
    m_operations = addRow(tr("Operations"), "estimateOperations", tr("Floating-point operations of matrix products, forward and backward"), false);
    m_disk = addRow(tr("Checkpoints"), "estimateDisk", tr("Space on disk: model and optimiser of each checkpoint that is kept"), false);
    m_more->setObjectName(QStringLiteral("estimateMore"));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setArrowType(Qt::RightArrow);
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("Steps, tokens, operations and space on disk"));
    m_grid->addWidget(m_more, m_grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
    m_more->hide();
    connect(m_more, &QToolButton::toggled, this, &EstimatePanel::updateRows);
    connect(m_fit, &QPushButton::clicked, this, [this] { Q_EMIT batchSizeWanted(m_fitting); });
}

QLabel* EstimatePanel::addRow(const QString& name, const char* objectName, const QString& toolTip, bool always)
{
    const int row = m_grid->count() == 0 ? 0 : std::max(3, m_grid->rowCount());
    auto* title = new QLabel(name, this);
    auto* value = new QLabel(QStringLiteral("\u2014"), this);
    title->setForegroundRole(QPalette::PlaceholderText);
    value->setObjectName(QLatin1String(objectName));
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (auto* label : {title, value}) {
        label->setToolTip(toolTip);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        m_grid->addWidget(label, row, label == title ? 0 : 1);
        if (!always)
            m_details.append(label);
    }
    return value;
}

void EstimatePanel::setCompact(bool compact)
{
    m_compact = compact;
    updateRows();
}

void EstimatePanel::updateRows()
{
    m_more->setVisible(m_compact);
    m_more->setArrowType(m_more->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    for (auto* widget : m_details)
        widget->setVisible(!m_compact || m_more->isChecked());
}

void EstimatePanel::showMemory(const spec::RunSpec& spec, const DeviceRow& device, double bytes)
{
    const bool known = device.freeBytes > 0;
    const bool fits = !known || bytes <= device.freeBytes;
    m_bar->setShare(known ? bytes / device.freeBytes : -1);
    m_fitting = fits ? 0 : fittingBatchSize(spec, device.freeBytes);
    const auto place = device.id == QLatin1String("cpu") ? tr("the CPU") : device.id;
    if (!known)
        setText(m_memory, tr("about %1").arg(ui::bytes(bytes)));
    else if (fits)
        setText(m_memory, tr("about %1 of %2 free on %3").arg(ui::bytes(bytes), ui::bytes(device.freeBytes), place));
    else if (m_fitting > 0)
        setText(m_memory, tr("about %1, but only %2 are free on %3. It would fit with a smaller batch.").arg(ui::bytes(bytes), ui::bytes(device.freeBytes), place));
    else
        setText(m_memory, tr("about %1, but only %2 are free on %3. Choose a smaller model or another device.").arg(ui::bytes(bytes), ui::bytes(device.freeBytes), place));
    m_fit->setVisible(m_fitting > 0);
    m_fit->setText(tr("Use batch size %1").arg(m_fitting));
}

/// How the estimate came about; empty without one.
QString EstimatePanel::timeTip(const TimeEstimate& time, const DeviceRow& device) const
{
    if (time.run.isEmpty())
        return {};
    const auto from = tr("From the %n latest run(s) of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.", nullptr, time.runs)
                          .arg(device.id == QLatin1String("cpu") ? tr("the CPU") : device.id, time.run);
    return time.shared ? tr("%1 All of them had to share the device with other runs, so alone it may be faster.").arg(from)
                       : tr("%1 Runs that shared the device with others are left out.").arg(from);
}

void EstimatePanel::show(const spec::RunSpec& original, bool valid, const QVector<DeviceRow>& devices, const QVector<MeasuredSpeed>& speeds, double datasetTokens)
{
    if (!valid) {
        m_bar->setShare(-1);
        m_fit->hide();
        for (auto* label : {m_memory, m_time, m_parameters, m_steps, m_tokens, m_operations, m_disk})
            setText(label, QStringLiteral("\u2014"));
        return;
    }
    auto spec = original;
    const auto device = effectiveDevice(spec.training.device, devices);
    spec.training.device = device.id.toStdString();
    const auto cost = spec::estimate(spec);
    const auto accumulation = spec::accumulationSteps(spec.training, 1);
    const double perStep = spec::tokensPerStep(spec.training, 1);
    const double tokens = trainingTokens(spec, datasetTokens);
    showMemory(spec, device, cost.totalBytes);

    const auto parameters = ui::shortCount(double(cost.parameters));
    const auto inner = ui::shortCount(double(cost.withoutEmbeddings));
    setText(m_parameters, cost.priorParameters > 0 ? tr("%1 (%2 without embeddings, %3 in the prior)").arg(parameters, inner, ui::count(double(cost.priorParameters)))
                                                   : tr("%1 (%2 without embeddings)").arg(parameters, inner));
    const auto steps = std::isnan(tokens) ? tr("until the data ends") : ui::count(tokens / perStep);
    setText(m_steps, accumulation > 1 ? tr("%1, each of %2 tokens in %3 forward passes").arg(steps, ui::count(perStep), ui::count(double(accumulation)))
                                      : tr("%1, each of %2 tokens in one forward pass").arg(steps, ui::count(perStep)));
    setText(m_tokens, std::isnan(tokens) ? tr("until the data ends") : ui::shortCount(tokens));
    const auto each = ui::shortCount(cost.flopsPerStep);
    setText(m_operations, std::isnan(tokens) ? tr("%1FLOP per step").arg(each) : tr("%1FLOP per step, %2FLOP in all").arg(each, ui::shortCount(cost.flopsPerToken * tokens)));
    setText(m_disk, tr("%1 each, %2 for the last %n kept", nullptr, int(std::min<std::int64_t>(spec.training.keepLast, 1000000)))
                        .arg(ui::bytes(cost.checkpointBytes), ui::bytes(cost.checkpointBytes * double(spec.training.keepLast))));

    const auto time = timeEstimate(spec, device, speeds, tokens);
    m_time->setToolTip(timeTip(time, device));
    if (time.run.isEmpty())
        setText(m_time, tr("no measurement on this device yet: run 20 steps first"));
    else if (std::isnan(time.seconds))
        setText(m_time, tr("%1 tokens per second, measured on %2").arg(ui::shortCount(time.tokensPerSecond), time.run));
    else
        setText(m_time, tr("about %1 at %2 tokens per second, measured on %3").arg(ui::duration(time.seconds), ui::shortCount(time.tokensPerSecond), time.run));
    if (const double asked = double(spec.training.numIterations); asked > 0 && tokens < asked * perStep)
        setText(m_time, tr("The data end at step %1 of %2. Use more data, or ask for fewer steps.").arg(ui::count(tokens / perStep), ui::count(asked)) + QLatin1Char('\n') + m_time->text());
}

}  // namespace bam::views
