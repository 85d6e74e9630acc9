// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/field_row.h"

#include "widgets/common/core_text.h"
#include "widgets/common/icons.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/setup_colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace bam::views {
namespace {

constexpr int kLeastTitle = 11;     // characters

bool isRule(const spec::FieldEntry& entry) { return rulePaths(entry.path).size() > 1; }

/// For a row that sets three fields, the help of all of them.
QString rowToolTip(const spec::FieldEntry& entry)
{
    auto text = fieldToolTip(entry);
    const auto paths = rulePaths(entry.path);
    for (std::size_t n = 1; n < paths.size(); ++n)
        text += QStringLiteral("<p><b>--%1</b> %2</p>")
                    .arg(QString::fromStdString(spec::findField(paths[n])->field->flagName()), fieldHelp(*spec::findField(paths[n])).toHtmlEscaped());
    return text;
}

}  // namespace

FieldRow::FieldRow(const spec::FieldEntry& entry, QWidget* parent)
    : QWidget(parent)
    , m_entry(entry)
    , m_paths(rulePaths(entry.path))
    , m_title(new QLabel(fieldTitle(entry), this))
    , m_editor(isRule(entry) ? makeRuleEditor(entry, this) : makeFieldEditor(entry, this))
    , m_reset(new QToolButton(this))
    , m_below(new QLabel(this))
    , m_help(new QLabel(fieldHelp(entry), this))
{
    setObjectName(QStringLiteral("row:") + QString::fromStdString(entry.path));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 1, 0, 1);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(0, 9);
    grid->setColumnStretch(1, 13);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_editor, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_below, 1, 0, 1, 3);
    grid->addWidget(m_help, 2, 0, 1, 3);
    // Titles and editors of all rows stand in two columns whatever their texts: widths follow from the stretch, as long as it leaves every value its room.
    m_title->setWordWrap(true);
    m_title->setBuddy(m_editor->focusWidgetOf());
    auto wrapped = QSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    wrapped.setHeightForWidth(true);
    m_title->setSizePolicy(wrapped);
    reserve();
    for (auto* label : {m_below, m_help}) {
        label->setWordWrap(true);
        label->setSizePolicy(wrapped);
        label->hide();
    }
    m_below->setObjectName(QStringLiteral("problem"));
    m_below->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    setToolTip(rowToolTip(entry));
    auto keep = m_reset->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keep);
    m_reset->setIcon(ui::icon(QStringLiteral("undo")));
    m_reset->setAutoRaise(true);
    m_reset->setObjectName(QStringLiteral("reset"));
    m_reset->hide();
    connect(m_reset, &QToolButton::clicked, this, &FieldRow::resetRequested);
    connect(m_editor, &FieldEditor::changed, this, [this](const FieldChanges& changes) {
        const bool was = !m_rejected.isEmpty();
        m_rejected.clear();
        Q_EMIT changed(changes);
        if (was)
            Q_EMIT rejectedChanged();
    });
    connect(m_editor, &FieldEditor::textRejected, this, [this](const QString& expected) {
        m_rejected = expected;
        showBelow();
        Q_EMIT rejectedChanged();
    });
}

bool FieldRow::matches(const QString& query) const
{
    return std::any_of(m_paths.begin(), m_paths.end(), [&](const std::string& path) { return fieldMatches(*spec::findField(path), query); });
}

void FieldRow::showSpec(const spec::RunSpec& spec)
{
    if (m_rejected.isEmpty())
        m_editor->showSpec(spec);
}

void FieldRow::forgetRejected()
{
    if (m_rejected.isEmpty())
        return;
    m_rejected.clear();
    showBelow();
}

void FieldRow::compare(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin)
{
    m_modified = std::any_of(m_paths.begin(), m_paths.end(), [&](const std::string& path) { return fieldValue(spec, path) != fieldValue(reference, path); });
    auto font = m_title->font();
    if (font.bold() != m_modified) {
        font.setBold(m_modified);
        m_title->setFont(font);
    }
    m_reset->setVisible(m_modified);
    if (!m_modified)
        return;
    auto before = valueForPeople(m_entry, fieldValue(reference, m_entry.path));
    for (const auto& path : m_paths)
        if (const auto* entry = spec::findField(path); !isUnset(*entry->field, fieldValue(reference, path)))
            before = valueForPeople(*entry, fieldValue(reference, path));
    const auto text = tr("Back to %1, as in %2").arg(before, origin);
    m_reset->setToolTip(text);
    m_reset->setAccessibleName(text);
}

QString FieldRow::expectedBy(const std::vector<spec::Problem>& problems) const
{
    for (const auto& problem : problems) {
        const auto fields = problemFields(problem);
        if (std::none_of(fields.begin(), fields.end(), [&](const std::string& path) { return std::find(m_paths.begin(), m_paths.end(), path) != m_paths.end(); }))
            continue;
        // A value out of the field's own range is told in the form's words, a relation to other fields in the core's.
        const auto* entry = spec::findField(fields.front());
        const bool ofRange = entry && problem.expected == expectation(*entry->field, entry->kind);
        return ofRange ? expectedText(*entry) : setupText(QT_TRANSLATE_NOOP("setup", "Expected: %1.")).arg(withTitles(ui::coreText(problem.expected)));
    }
    return {};
}

void FieldRow::setProblem(const QString& text)
{
    if (m_problemText == text)
        return;
    m_problemText = text;
    showBelow();
}

void FieldRow::setIdle(const QString& reason)
{
    const bool active = reason.isEmpty();
    if (m_editor->isEnabled() == active)
        return;
    m_editor->setEnabled(active);
    m_title->setEnabled(active);
    setToolTip(active ? rowToolTip(m_entry) : QStringLiteral("<p><i>%1</i></p>").arg(reason.toHtmlEscaped()) + rowToolTip(m_entry));
}

void FieldRow::setHelpVisible(bool visible) { m_help->setVisible(visible); }

void FieldRow::focusEditor() { m_editor->focusWidgetOf()->setFocus(Qt::OtherFocusReason); }

void FieldRow::showBelow()
{
    const auto& text = m_rejected.isEmpty() ? m_problemText : m_rejected;
    m_below->setText(text);
    m_below->setVisible(!text.isEmpty());
    applyColors();
}

void FieldRow::applyColors()
{
    const bool wrong = !m_rejected.isEmpty() || !m_problemText.isEmpty();
    auto colors = palette();
    colors.setColor(QPalette::WindowText, wrong ? problemColor(palette()) : palette().color(QPalette::PlaceholderText));
    if (m_below->palette().color(QPalette::WindowText) != colors.color(QPalette::WindowText))
        m_below->setPalette(colors);
}

void FieldRow::reserve() { m_title->setMinimumWidth(fontMetrics().averageCharWidth() * kLeastTitle); }

void FieldRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        reserve();
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

}  // namespace bam::views
