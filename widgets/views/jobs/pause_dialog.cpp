// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/jobs/pause_dialog.h"

#include "widgets/common/format.h"
#include "widgets/models/job_model.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace bam::views {
namespace {

qint64 totalOf(const models::JobRow& job) { return job.totalSteps > 0 ? job.totalSteps : qint64(std::numeric_limits<int>::max()); }
int bounded(qint64 value) { return int(std::clamp<qint64>(value, 0, std::numeric_limits<int>::max())); }

}  // namespace

PauseDialog::PauseDialog(const models::JobRow& job, QWidget* parent)
    : QDialog(parent)
    , m_step(new QSpinBox(this))
    , m_now(new QLabel(this))
{
    setWindowTitle(tr("Pause at a step"));
    auto* layout = new QFormLayout(this);
    auto* text = new QLabel(tr("%1 finishes the step, writes a checkpoint and ends, so that its device is free. Resume goes on from there with the same numbers as without the pause.")
                                .arg(models::titleText(job)), this);
    text->setWordWrap(true);
    text->setMinimumWidth(fontMetrics().averageCharWidth() * 48);
    layout->addRow(text);
    const auto done = std::max<qint64>(job.step, 0);
    const auto total = totalOf(job);
    m_step->setObjectName(QStringLiteral("pauseStep"));
    m_step->setGroupSeparatorShown(true);
    // The next round number that leaves time to change one's mind.
    const auto unit = std::max<qint64>(1, total >= 10'000 ? 1000 : total >= 100 ? 10 : 1);
    m_step->setSingleStep(bounded(unit));
    m_step->setMaximum(bounded(total));
    m_step->setValue(bounded(((done + total / 50) / unit + 1) * unit));
    m_step->setToolTip(tr("Number of training steps that are done when the training pauses"));
    layout->addRow(tr("Pause when so many &steps are done:"), m_step);
    layout->addRow(m_now);
    setProgress(job);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Pause at this step"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("&Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addRow(buttons);
    m_step->setFocus();
    m_step->selectAll();
}

void PauseDialog::setProgress(const models::JobRow& job)
{
    m_now->setVisible(job.step >= 0);
    m_now->setText(tr("Now at step %1 of %2.").arg(ui::count(double(job.step)), ui::count(double(job.totalSteps))));
    m_step->setRange(bounded(std::min(std::max<qint64>(job.step, 0) + 1, totalOf(job))), bounded(totalOf(job)));
}

qint64 PauseDialog::step() const { return m_step->value(); }

}  // namespace bam::views
