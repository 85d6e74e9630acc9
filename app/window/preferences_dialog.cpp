// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences_dialog.h"

#include "app/window/translations.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace bam::window {

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Preferences"));
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);

    auto* theme = new QComboBox(this);
    theme->setObjectName(QStringLiteral("preferencesTheme"));
    theme->addItem(tr("As the system says"), themeName(Theme::System));
    theme->addItem(tr("Light"), themeName(Theme::Light));
    theme->addItem(tr("Dark"), themeName(Theme::Dark));
    theme->setCurrentIndex(theme->findData(themeName(settings.theme())));
    connect(theme, &QComboBox::activated, this, [this, theme, &settings] {
        settings.setTheme(themeFromName(theme->currentData().toString()));
        Q_EMIT themeChanged(settings.theme());
    });
    form->addRow(tr("&Colours:"), theme);

    auto* language = new QComboBox(this);
    language->setObjectName(QStringLiteral("preferencesLanguage"));
    language->addItem(tr("As the system says"), QString());
    for (const auto& name : shippedLanguages())
        language->addItem(languageTitle(name), name);
    language->setCurrentIndex(std::max(0, language->findData(settings.language())));
    auto* restart = new QLabel(tr("The language changes at the next start. Trainings go on meanwhile."), this);
    restart->setWordWrap(true);
    restart->setVisible(false);
    connect(language, &QComboBox::activated, this, [language, restart, &settings] {
        settings.setLanguage(language->currentData().toString());
        restart->setVisible(true);
    });
    form->addRow(tr("&Language:"), language);
    form->addRow(QString(), restart);

    auto* jobs = new QSpinBox(this);
    jobs->setObjectName(QStringLiteral("preferencesCpuJobs"));
    jobs->setRange(1, 64);
    jobs->setValue(settings.cpuJobs());
    jobs->setToolTip(tr("How many queued trainings use the processor at the same time. They share its cores, so two at a time are rarely faster than one after the other."));
    connect(jobs, &QSpinBox::valueChanged, this, [this, &settings](int count) {
        settings.setCpuJobs(count);
        Q_EMIT cpuJobsChanged(count);
    });
    form->addRow(tr("&Trainings at a time on the processor:"), jobs);

    auto* notify = new QCheckBox(tr("Tell on the desktop when a job &ends or fails"), this);
    notify->setObjectName(QStringLiteral("preferencesNotify"));
    notify->setChecked(settings.notifications());
    connect(notify, &QCheckBox::toggled, this, [this, &settings](bool on) {
        settings.setNotifications(on);
        Q_EMIT notificationsChanged(on);
    });
    form->addRow(QString(), notify);

    auto* layoutButton = new QPushButton(tr("&Reset the arrangement of panes"), this);
    layoutButton->setAutoDefault(false);    // Enter closes
    connect(layoutButton, &QPushButton::clicked, this, &PreferencesDialog::layoutForgotten);
    form->addRow(QString(), layoutButton);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(buttons);
    resize(fontMetrics().height() * 28, sizeHint().height());
}

}  // namespace bam::window
