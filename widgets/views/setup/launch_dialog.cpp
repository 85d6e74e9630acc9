// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/launch_dialog.h"

#include "core/jobs/launch_lines.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace bam::views {

LaunchDialog::LaunchDialog(const spec::RunSpec& spec, Kind kind, const Place& place, QWidget* parent)
    : QDialog(parent)
    , m_spec(spec)
    , m_place(place)
    , m_kind(new QComboBox(this))
    , m_processes(new QSpinBox(this))
    , m_cpus(new QSpinBox(this))
    , m_hours(new QDoubleSpinBox(this))
    , m_text(new QPlainTextEdit(this))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("launchDialog"));
    setWindowTitle(tr("Command of this set-up"));
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    m_kind->addItems({tr("Command line"), tr("torchrun"), tr("Slurm script for sbatch")});
    m_kind->setCurrentIndex(int(kind));
    m_kind->setObjectName(QStringLiteral("launchKind"));
    m_processes->setRange(1, 64);
    m_processes->setObjectName(QStringLiteral("launchProcesses"));
    m_processes->setToolTip(tr("One process per GPU. This version trains in one."));
    m_cpus->setRange(1, 256);
    m_cpus->setValue(4);
    m_hours->setRange(0.1, 1000);
    m_hours->setDecimals(1);
    m_hours->setValue(24);
    m_hours->setSuffix(tr(" h"));
    form->addRow(tr("&For"), m_kind);
    form->addRow(tr("&Processes"), m_processes);
    form->addRow(tr("&CPUs per process"), m_cpus);
    form->addRow(tr("&Time limit"), m_hours);
    layout->addLayout(form);
    m_text->setObjectName(QStringLiteral("launchText"));
    m_text->setReadOnly(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setAccessibleName(tr("The command"));
    layout->addWidget(m_text, 1);
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("launchNote"));
    layout->addWidget(m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* again = buttons->addButton(tr("Co&py"), QDialogButtonBox::ActionRole);
    again->setObjectName(QStringLiteral("launchCopy"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(again, &QPushButton::clicked, this, &LaunchDialog::copy);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &LaunchDialog::update);
    connect(m_processes, &QSpinBox::valueChanged, this, &LaunchDialog::update);
    connect(m_cpus, &QSpinBox::valueChanged, this, &LaunchDialog::update);
    connect(m_hours, &QDoubleSpinBox::valueChanged, this, &LaunchDialog::update);
    resize(fontMetrics().averageCharWidth() * 92, fontMetrics().height() * 32);
    update();
}

QString LaunchDialog::text() const { return m_text->toPlainText(); }

void LaunchDialog::update()
{
    const auto kind = Kind(m_kind->currentIndex());
    m_processes->setEnabled(kind != Kind::Batch);
    m_cpus->setEnabled(kind == Kind::Sbatch);
    m_hours->setEnabled(kind == Kind::Sbatch);
    const auto program = m_place.program.toStdString();
    std::string text;
    if (kind == Kind::Batch)
        text = jobs::batchLine(m_spec, program);
    else if (kind == Kind::Torchrun)
        text = jobs::torchrunLine(m_spec, m_processes->value(), program);
    else
        text = jobs::sbatchScript(m_spec, {m_processes->value(), m_cpus->value(), m_hours->value(), {}, m_place.gpu}, program);
    m_text->setPlainText(QString::fromStdString(text));
    copy();
}

void LaunchDialog::copy()
{
    QGuiApplication::clipboard()->setText(text());
    const bool several = m_kind->currentIndex() != int(Kind::Batch) && m_processes->value() > 1;
    if (several)
        m_note->setText(tr("Copied. The processes train one run together, each on a GPU of its own: tokens per step must be a multiple of batch size × sequence length × processes."));
    else
        m_note->setText(tr("Copied to the clipboard. Relative paths count from the folder in which the command is started."));
}

}  // namespace bam::views
