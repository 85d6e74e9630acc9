// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/matrix_view.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/views/attention/heatmap_bar.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr qint64 kMostCells = 1024;

QString translated(const char* text) { return QCoreApplication::translate("bam::views::MatrixView", text); }

}  // namespace

QString headTitle(inspect::HeadId head) { return MatrixView::tr("Layer %1, head %2").arg(head.layer).arg(head.head); }

QStringList tokensOf(const inspect::Prompt& prompt)
{
    QStringList tokens;
    tokens.reserve(qsizetype(prompt.pieces.size()));
    for (const auto& piece : prompt.pieces)
        tokens.append(QString::fromStdString(piece));
    return tokens;
}

plots::HeatmapMarks marksOf(const inspect::Prompt& prompt)
{
    plots::HeatmapMarks marks{prompt.needleBegin, prompt.needleEnd, translated(QT_TRANSLATE_NOOP("bam::views::MatrixView", "needle")), {},
        translated(QT_TRANSLATE_NOOP("bam::views::MatrixView", "answer"))};
    marks.queryRows.assign(prompt.queryRows.begin(), prompt.queryRows.end());
    return marks;
}

MatrixContent matrixContent(const inspect::Capture& capture, inspect::HeadId head)
{
    const auto index = capture.indexOf(head);
    MatrixContent content{head, index < capture.matrices.size() ? capture.matrices[index] : nullptr, {}, tokensOf(capture.prompt), marksOf(capture.prompt), {}};
    if (index < capture.summary.size() && std::isfinite(capture.summary[index].needleMass))
        content.headText = MatrixView::tr("%1 of the answer's attention on the needle").arg(ui::percent(capture.summary[index].needleMass));
    return content;
}

MatrixView::MatrixView(QWidget* parent)
    : QWidget(parent)
    , m_bar(new HeatmapBar(true, this))
    , m_head(new QLabel(this))
    , m_heatmap(new plots::HeatmapWidget(this))
{
    setObjectName(QStringLiteral("matrixView"));
    m_head->setObjectName(QStringLiteral("matrixHead"));
    m_head->setTextFormat(Qt::PlainText);
    m_head->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
    m_head->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(2);
    for (auto* action : {addStep("previousLayer", tr("Previous layer"), tr("The same head of the layer before"), QKeySequence(Qt::SHIFT | Qt::Key_PageUp), "layer_up", -1, 0),
             addStep("nextLayer", tr("Next layer"), tr("The same head of the layer after"), QKeySequence(Qt::SHIFT | Qt::Key_PageDown), "layer_down", 1, 0),
             addStep("previousHead", tr("Previous head"), tr("The head before; from a layer's first to the last of the layer before"), Qt::Key_PageUp, "up", 0, -1),
             addStep("nextHead", tr("Next head"), tr("The head after; from a layer's last to the first of the layer after"), Qt::Key_PageDown, "down", 0, 1)}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setAccessibleName(action->text());
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    row->addSpacing(4);
    row->addWidget(m_head, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(row);
    layout->addWidget(m_heatmap, 1);
    setFocusProxy(m_heatmap);
    connect(m_bar, &HeatmapBar::settingsChanged, this, [this] { m_heatmap->setSettings(m_bar->settings()); });
    connect(m_bar->resetAction(), &QAction::triggered, m_heatmap, &plots::HeatmapWidget::showAll);
    connect(m_bar->saveAction(), &QAction::triggered, this, [this] { Q_EMIT figureRequested(figure()); });
    connect(m_heatmap, &plots::HeatmapWidget::scaleChanged, this, [this] { m_bar->showRange(m_heatmap->scale().low(), m_heatmap->scale().high()); });
    connect(m_heatmap, &plots::HeatmapWidget::querySelected, this, &MatrixView::querySelected);
    connect(m_heatmap, &plots::HeatmapWidget::keySelected, this, &MatrixView::keySelected);
    connect(m_heatmap, &plots::HeatmapWidget::regionWanted, this, &MatrixView::regionWanted);
    m_heatmap->setSettings(m_bar->settings());
    setEmptyText(tr("No matrix yet. Capture a prompt with matrices to see one."));
    showHead();
}

QAction* MatrixView::addStep(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon, int layers, int heads)
{
    auto* action = new QAction(ui::icon(QLatin1String(icon)), text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, [this, layers, heads] { Q_EMIT headStepped(layers, heads); });
    addAction(action);
    return action;
}

void MatrixView::setContent(const MatrixContent& content)
{
    m_content = content;
    m_heatmap->setTokens(content.tokens);
    m_heatmap->setMarks(content.marks);
    m_heatmap->setSource(plots::HeatmapSource(content.matrix));
    m_bar->saveAction()->setEnabled(content.matrix != nullptr);
    m_bar->resetAction()->setEnabled(content.matrix != nullptr);
    showHead();
}

void MatrixView::showHead()
{
    const bool known = m_content.matrix || !m_content.tokens.isEmpty();
    const auto name = headTitle(m_content.head);
    m_head->setText(!known ? QString() : m_content.headText.isEmpty() ? name : tr("%1: %2", "head, what is known of it").arg(name, m_content.headText));
    for (auto* action : actions())
        action->setEnabled(known);
    m_bar->saveAction()->setEnabled(m_content.matrix != nullptr);
    m_bar->resetAction()->setEnabled(m_content.matrix != nullptr);
}

void MatrixView::setRegion(const std::shared_ptr<const inspect::Region>& region)
{
    if (!region || !m_content.matrix || region->asked.head != m_content.head)
        return;
    m_heatmap->setRegion(plots::HeatmapSource(region, plots::RegionPart::Attention, m_content.matrix->length()));
}

void MatrixView::dropRegionWish() { m_heatmap->dropRegionWish(); }

void MatrixView::setEmptyText(const QString& text) { m_heatmap->setEmptyText(text); }

void MatrixView::setSelected(qint64 query, qint64 key)
{
    m_heatmap->setSelected(query < 0 || key < 0 ? std::nullopt : std::optional(plots::HeatmapCell{query, key}));
}

figures::Figure MatrixView::figure() const
{
    figures::Figure figure;
    figure.kind = QStringLiteral("attention_matrix");
    figure.title = headTitle(m_content.head);
    figure.panels.push_back(heatmapPanel(*m_heatmap, {}));
    figure.provenance = m_content.provenance;
    return figure;
}

QByteArray MatrixView::saveSettings() const { return heatmapSettingsToJson(m_bar->settings()); }

void MatrixView::restoreSettings(const QByteArray& settings)
{
    m_bar->setSettings(heatmapSettingsFromJson(settings));
    m_heatmap->setSettings(m_bar->settings());
}

figures::Panel heatmapPanel(const plots::HeatmapWidget& heatmap, const QString& title)
{
    figures::Panel panel;
    panel.title = title;
    panel.x.label = translated(QT_TRANSLATE_NOOP("bam::views::MatrixView", "Key position (tokens)"));
    panel.y.label = translated(QT_TRANSLATE_NOOP("bam::views::MatrixView", "Query position (tokens)"));
    panel.y.reversed = true;
    const auto& settings = heatmap.settings();
    const auto& scale = heatmap.scale();
    panel.colors = {settings.map, settings.scale, scale.low(), scale.high(), heatmap.valueName(), true};
    const auto& image = heatmap.image();
    if (image.source().empty())
        return panel;
    const auto part = heatmap.visible();
    const auto span = std::max(part.queryEnd - part.queryBegin, part.keyEnd - part.keyBegin);
    plots::HeatmapWindow window;
    window.perPixel = span <= kMostCells ? 1 : double(span) / double(kMostCells - 1);
    window.left = qint64(std::floor(double(part.keyBegin) / window.perPixel));
    window.top = qint64(std::floor(double(part.queryBegin) / window.perPixel));
    const auto count = [&](qint64 first, qint64 end) { return int(std::max<qint64>(1, std::min<qint64>(kMostCells, qint64(std::ceil(double(end) / window.perPixel)) - first))); };
    const int columns = count(window.left, part.keyEnd), rows = count(window.top, part.queryEnd);
    const auto values = image.values(window, {columns, rows});
    panel.heatmaps.push_back({columns, rows, QVector<float>(values.begin(), values.end()), window.keyAt(0), window.keyAt(columns), window.queryAt(0), window.queryAt(rows)});
    panel.x.low = double(part.keyBegin);
    panel.x.high = double(part.keyEnd);
    panel.y.low = double(part.queryBegin);
    panel.y.high = double(part.queryEnd);
    const auto& marks = heatmap.marks();
    const auto addSpan = [&](qint64 from, qint64 to, bool vertical, const QString& label) {
        const auto low = vertical ? part.keyBegin : part.queryBegin, high = vertical ? part.keyEnd : part.queryEnd;
        if (from < high && to > low)
            panel.spans.push_back({double(std::max(from, low)), double(std::min(to, high)), vertical, label, {}});
    };
    if (marks.needleBegin >= 0) {
        addSpan(marks.needleBegin, marks.needleEnd, true, marks.needleLabel);
        addSpan(marks.needleBegin, marks.needleEnd, false, {});
    }
    for (std::size_t i = 0, next = 0; i < marks.queryRows.size(); i = next) {
        for (next = i + 1; next < marks.queryRows.size() && marks.queryRows[next] == marks.queryRows[next - 1] + 1;)
            ++next;
        addSpan(marks.queryRows[i], marks.queryRows[next - 1] + 1, false, i == 0 ? marks.queryLabel : QString());
    }
    return panel;
}

}  // namespace bam::views
