// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/start/start_page.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace bam::views {
namespace {

/// An icon that follows the theme.
class ThemedIcon : public QLabel {
public:
    ThemedIcon(const QString& name, int size, QWidget* parent)
        : QLabel(parent)
        , m_name(name)
        , m_size(size)
    {
        draw();
    }
protected:
    void changeEvent(QEvent* event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            draw();
    }
private:
    void draw() { setPixmap(ui::icon(m_name).pixmap(QSize(m_size, m_size), devicePixelRatioF())); }
    QString m_name;
    int m_size;
};

QLabel* wrappedLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);

    auto* content = new QWidget(area);
    area->setWidget(content);
    auto* centre = new QGridLayout(content);
    auto* column = new QWidget(content);
    column->setMaximumWidth(fontMetrics().height() * 46);
    centre->setColumnStretch(0, 1);
    centre->addWidget(column, 1, 1);
    centre->setColumnStretch(1, 6);
    centre->setColumnStretch(2, 1);
    centre->setRowStretch(0, 1);
    centre->setRowStretch(2, 1);

    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(fontMetrics().height() / 2);
    auto* title = new QLabel(tr("How far does a position reach?"), column);
    auto font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.7);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    title->setWordWrap(true);
    layout->addWidget(title);
    layout->addWidget(wrappedLabel(tr("Train small and large models with different positional encodings, watch their priors and losses, and see what they still find far "
                                      "beyond the length they were trained on. There are no runs in the open folders yet. Begin with one of these:"), column));
    layout->addSpacing(fontMetrics().height() / 2);
    auto* example = addOffer(column, QStringLiteral("play"), tr("Train the two-minute example"),
        tr("A model of 0.46 million parameters learns to find a pass key with BAM. Two processor cores and no data of your own are enough."), tr("&Train it now"),
        QStringLiteral("startExample"));
    auto* open = addOffer(column, QStringLiteral("open"), tr("Open a folder"),
        tr("Runs of Bamscope or of the official code: the folder given as log_dir, or any folder above runs."), tr("&Open…"), QStringLiteral("startOpen"));
    auto* build = addOffer(column, QStringLiteral("data"), tr("Build a dataset"),
        tr("Turn text, JSON Lines or Parquet into token shards, with a look at documents and token boundaries before you start."), tr("&Build…"), QStringLiteral("startBuild"));
    auto* setup = addOffer(column, QStringLiteral("settings"), tr("Set up a run"),
        tr("Every field of a training run with its meaning, checked as you type, with memory and time before it starts."), tr("&Set up…"), QStringLiteral("startSetup"));
    auto* explore = addOffer(column, QStringLiteral("prior"), tr("Explore a prior"),
        tr("What the shape of a positional prior does to near and far tokens, from 16 to a million of them. Needs no run."), tr("&Explore…"), QStringLiteral("startExplore"));
    connect(explore, &QPushButton::clicked, this, &StartPage::explorePriorsRequested);
    connect(example, &QPushButton::clicked, this, &StartPage::exampleRequested);
    connect(open, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(build, &QPushButton::clicked, this, &StartPage::buildDatasetRequested);
    connect(setup, &QPushButton::clicked, this, &StartPage::newRunRequested);

    m_recent = wrappedLabel({}, column);
    m_recent->setTextFormat(Qt::RichText);
    m_recent->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_recent->setObjectName(QStringLiteral("startRecent"));
    connect(m_recent, &QLabel::linkActivated, this, &StartPage::recentFolderRequested);
    layout->addWidget(m_recent);
    setRecentFolders({});
}

QPushButton* StartPage::addOffer(QWidget* column, const QString& icon, const QString& title, const QString& text, const QString& button, const QString& name)
{
    auto* frame = new QFrame(column);
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    auto* grid = new QGridLayout(frame);
    const int em = fontMetrics().height();
    grid->setContentsMargins(em * 3 / 4, em / 2, em * 3 / 4, em / 2);
    grid->setHorizontalSpacing(em * 3 / 4);
    grid->addWidget(new ThemedIcon(icon, em * 2, frame), 0, 0, 2, 1, Qt::AlignVCenter);
    auto* heading = wrappedLabel(title, frame);
    auto font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    grid->addWidget(heading, 0, 1);
    grid->addWidget(wrappedLabel(text, frame), 1, 1);
    grid->setColumnStretch(1, 1);
    auto* push = new QPushButton(button, frame);
    push->setObjectName(name);
    push->setAccessibleDescription(title);
    grid->addWidget(push, 0, 2, 2, 1, Qt::AlignVCenter);
    qobject_cast<QVBoxLayout*>(column->layout())->addWidget(frame);
    return push;
}

void StartPage::setRecentFolders(const QStringList& folders)
{
    QStringList links;
    for (const auto& folder : folders)
        links.append(QStringLiteral("<a href=\"%1\">%2</a>").arg(folder.toHtmlEscaped(), ui::shortPath(folder).toHtmlEscaped()));
    m_recent->setText(links.isEmpty() ? QString() : tr("Opened before: %1").arg(links.join(QStringLiteral(" · "))));
    m_recent->setVisible(!links.isEmpty());
}

}  // namespace bam::views
