// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/decomposition_view.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/views/attention/heatmap_bar.h"
#include "widgets/views/attention/matrix_view.h"
#include "widgets/views/setup/number_box.h"

#include <QAction>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace bam::views {
namespace {

QToolButton* checkButton(QWidget* parent, const char* name, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    return button;
}

QLabel* factLabel(QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

DecompositionView::DecompositionView(QWidget* parent)
    : QWidget(parent)
    , m_name(factLabel(this, "decompositionName"))
    , m_facts(factLabel(this, "decompositionFacts"))
    , m_identity(factLabel(this, "decompositionIdentity"))
    , m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("decompositionView"));
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("decompositionPages"));
    m_tabs->addTab(makeQueryPage(), tr("One query"));
    m_tabs->addTab(makeHeadPage(), tr("Whole head"));
    m_tabs->setTabToolTip(0, tr("The factors of one query's attention, as curves over the keys"));
    m_tabs->setTabToolTip(1, tr("The factors of all queries' attention, as maps that move together"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_name->setContentsMargins(6, 4, 6, 2);
    layout->addWidget(m_name);
    layout->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DecompositionView::askForHead);
    for (const auto& [key, layers, heads] : {std::tuple{QKeySequence(Qt::SHIFT | Qt::Key_PageUp), -1, 0}, {QKeySequence(Qt::SHIFT | Qt::Key_PageDown), 1, 0},
             {QKeySequence(Qt::Key_PageUp), 0, -1}, {QKeySequence(Qt::Key_PageDown), 0, 1}}) {
        auto* action = new QAction(this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, l = layers, h = heads] { Q_EMIT headStepped(l, h); });
        addAction(action);
    }
    applyCurveSettings();
    clear();
}

QWidget* DecompositionView::makeQueryPage()
{
    auto* page = new QWidget(this);
    auto* label = new QLabel(tr("&Query"), page);
    m_query = new NumberBox(true, true, 0, 1e9, page);
    m_query->setObjectName(QStringLiteral("decompositionQuery"));
    m_query->setAccessibleName(tr("Position of the query"));
    m_query->setToolTip(tr("The query that is taken apart: its position in the prompt. A click into a matrix chooses one too"));
    label->setBuddy(m_query);
    label->setContentsMargins(0, 0, 4, 0);
    m_logDistance = checkButton(page, "logDistance", tr("Log distance"), tr("Draw over the distance from query to key, logarithmic: what a prior depends on. Off: over key positions"));
    m_logProbability = checkButton(page, "logProbability", tr("Log probability"), tr("Logarithmic axis of probabilities: small ones stay visible, and products become sums"));
    m_logProbability->setChecked(true);
    m_save = new QToolButton(page);
    m_save->setObjectName(QStringLiteral("saveCurves"));
    m_save->setIcon(ui::icon(QStringLiteral("image")));
    m_save->setAccessibleName(tr("Save figure…"));
    m_save->setToolTip(tr("Save the curves in view as PDF, SVG, PNG or for TeX"));
    m_save->setAutoRaise(true);
    m_curves = new plots::CurveStack(page);
    m_curves->setAccessibleName(tr("Factors of the query's attention over the keys"));
    m_curves->setEmptyText(tr("No query is taken apart. Click a cell of the matrix, or type a position above."));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 2, 6, 2);
    for (auto* widget : std::initializer_list<QWidget*>{label, m_query, m_logDistance, m_logProbability, m_save})
        row->addWidget(widget);
    row->addStretch(1);
    auto* facts = new QVBoxLayout;
    facts->setContentsMargins(6, 0, 6, 2);
    facts->setSpacing(0);
    facts->addWidget(m_facts);
    facts->addWidget(m_identity);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addLayout(facts);
    layout->addWidget(m_curves, 1);
    connect(m_logDistance, &QToolButton::toggled, this, &DecompositionView::applyCurveSettings);
    connect(m_logProbability, &QToolButton::toggled, this, &DecompositionView::applyCurveSettings);
    connect(m_save, &QToolButton::clicked, this, [this] { Q_EMIT figureRequested(figure()); });
    connect(m_curves, &plots::CurveStack::keySelected, this, &DecompositionView::keySelected);
    connect(m_query, &NumberBox::textEdited, this, [this] {
        if (const auto number = m_query->number(); number && *number >= 0 && *number < double(m_length))
            Q_EMIT querySelected(qint64(*number));
    });
    return page;
}

QWidget* DecompositionView::makeHeadPage()
{
    auto* page = new QWidget(this);
    m_bar = new HeatmapBar(false, page);
    m_maps = new DecompositionMaps(page);
    m_maps->setEmptyText(tr("The factors of this head are not computed yet."));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_maps, 1);
    connect(m_bar, &HeatmapBar::settingsChanged, this, [this] { m_maps->setSettings(m_bar->settings()); });
    connect(m_bar->resetAction(), &QAction::triggered, m_maps, &DecompositionMaps::showAll);
    connect(m_bar->saveAction(), &QAction::triggered, this, [this] { Q_EMIT figureRequested(figure()); });
    connect(m_maps, &DecompositionMaps::rangeChanged, m_bar, &HeatmapBar::showRange);
    connect(m_maps, &DecompositionMaps::querySelected, this, &DecompositionView::querySelected);
    connect(m_maps, &DecompositionMaps::keySelected, this, &DecompositionView::keySelected);
    connect(m_maps, &DecompositionMaps::regionWanted, this, &DecompositionView::regionWanted);
    m_maps->setSettings(m_bar->settings());
    return page;
}

void DecompositionView::setHead(inspect::HeadId head, qint64 length, const QStringList& tokens, const plots::HeatmapMarks& marks, const figures::Provenance& provenance)
{
    m_head = head;
    m_length = length;
    m_provenance = provenance;
    m_asked = false;
    m_curves->setTokens(tokens);
    m_curves->setMarks(marks);
    m_maps->setTokens(tokens);
    m_maps->setMarks(marks);
    m_maps->clear();
    setDecomposition({});
    askForHead();
}

void DecompositionView::clear()
{
    setHead({}, 0, {}, {});
}

void DecompositionView::askForHead()
{
    if (page() != Page::Head || m_asked || m_length <= 0 || !m_maps->empty())
        return;
    m_asked = true;
    m_maps->setEmptyText(tr("Computing the factors of this head…"));
    Q_EMIT regionWanted(0, m_length, 0, m_length);
}

void DecompositionView::setDecomposition(const std::shared_ptr<const inspect::Decomposition>& values)
{
    if (values && values->head != m_head)
        return;
    m_values = values;
    m_curves->setPanels(panelsOf(values), values ? values->first : 0, values ? values->query : 0);
    m_save->setEnabled(values != nullptr);
    m_query->setEnabled(m_length > 0);
    if (values)
        m_query->setNumber(double(values->query));
    showFacts();
}

void DecompositionView::showFacts()
{
    m_name->setText(m_length > 0 ? headTitle(m_head) : tr("No head is chosen."));
    m_facts->setVisible(m_values != nullptr);
    m_identity->setVisible(m_values != nullptr);
    if (!m_values)
        return;
    m_facts->setText(factorText(*m_values));
    m_facts->setToolTip(factorHelp());
    const auto identity = identityOf(*m_values);
    m_identity->setText(identityText(identity));
    auto colors = palette();
    if (!identity.holds())
        colors.setColor(QPalette::WindowText, QColor(213, 94, 0));
    m_identity->setPalette(colors);
}

void DecompositionView::setRegion(const std::shared_ptr<const inspect::Region>& region)
{
    if (!region || region->asked.head != m_head || !region->asked.parts)
        return;
    m_maps->setRegion(region, m_length);
    m_bar->saveAction()->setEnabled(!m_maps->empty());
}

void DecompositionView::dropRegionWish()
{
    m_maps->dropRegionWish();
    m_maps->setEmptyText(tr("The factors of this head could not be computed."));
    m_asked = false;
}

DecompositionView::Page DecompositionView::page() const { return Page(m_tabs->currentIndex()); }

void DecompositionView::setPage(Page page) { m_tabs->setCurrentIndex(int(page)); }

void DecompositionView::applyCurveSettings()
{
    m_curves->setSettings({m_logDistance->isChecked() ? plots::CurveStack::Axis::LogDistance : plots::CurveStack::Axis::Position, m_logProbability->isChecked()});
}

QString DecompositionView::title() const
{
    return page() == Page::Query && m_values ? tr("%1, query %2", "head, position").arg(headTitle(m_head), ui::count(double(m_values->query))) : headTitle(m_head);
}

figures::Figure DecompositionView::figure() const
{
    auto figure = page() == Page::Query ? curvesFigure(*m_curves, title()) : m_maps->figure(title());
    figure.provenance = m_provenance;
    return figure;
}

std::vector<figures::Figure> DecompositionView::figures() const
{
    std::vector<figures::Figure> figures;
    for (auto figure : {curvesFigure(*m_curves, m_values ? tr("%1, query %2", "head, position").arg(headTitle(m_head), ui::count(double(m_values->query))) : QString()), m_maps->figure(headTitle(m_head))})
        if (!figure.panels.empty()) {
            figure.provenance = m_provenance;
            figures.push_back(std::move(figure));
        }
    return figures;
}

QByteArray DecompositionView::saveSettings() const
{
    return QJsonDocument(QJsonObject{{QStringLiteral("logDistance"), m_logDistance->isChecked()}, {QStringLiteral("logProbability"), m_logProbability->isChecked()},
        {QStringLiteral("page"), m_tabs->currentIndex()}, {QStringLiteral("maps"), QJsonDocument::fromJson(heatmapSettingsToJson(m_bar->settings())).object()}}).toJson(QJsonDocument::Compact);
}

void DecompositionView::restoreSettings(const QByteArray& settings)
{
    const auto object = QJsonDocument::fromJson(settings).object();
    m_logDistance->setChecked(object.value(QStringLiteral("logDistance")).toBool(false));
    m_logProbability->setChecked(object.value(QStringLiteral("logProbability")).toBool(true));
    if (const int page = object.value(QStringLiteral("page")).toInt(0); page == 0 || page == 1)
        m_tabs->setCurrentIndex(page);
    m_bar->setSettings(heatmapSettingsFromJson(QJsonDocument(object.value(QStringLiteral("maps")).toObject()).toJson()));
    m_maps->setSettings(m_bar->settings());
}

}  // namespace bam::views
