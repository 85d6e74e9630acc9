// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/window/text_check.h"

#include "app/window/translations.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

namespace bam::test {
namespace {

QString plain(QString text)
{
    static const QRegularExpression code(QStringLiteral("<code>.*?</code>"));   // what a program reads
    text.remove(code);
    if (Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        text = document.toPlainText();
    }
    return text.remove(QLatin1Char('&'));
}

/// Has a word of a language in it that is not inside a translated text.
bool untranslated(const QString& given)
{
    auto text = plain(given);
    static const QRegularExpression translated(QStringLiteral("\u27E6[^\u27E6\u27E7]*\u27E7"));
    // Inner translations first: a phrase may hold another one.
    for (auto before = text; before != text.remove(translated); before = text) { }
    // What is no language: encodings and other names, flags and file names, units, keys, numbers.
    static const QRegularExpression names(QStringLiteral("\\b(BAM|RoPE|ALiBi|NoPE|Sinusoidal|SSMax|Bamscope|CPU|GPU|CUDA|JSON|CSV|auto|cpu|laptop|English|Mistral|BOS|EOS|EMA|FLOPs?|RAdam|AdamW|radam|adamw|viridis|magma|inferno|cividis|grey)\\b"
                                                     "|--?[a-z][a-z0-9_-]+|[\\w./~-]*[/.][\\w./-]+|\\b[a-z0-9]+(_[a-z0-9]+)+\\b|\\b[lL]\\d+\\b"
                                                     "|\\b(Ctrl|Shift|Alt|Del|Home|End|F\\d+)\\b|\\b[kMGTPE]?(i?B|s|ms|tok/s|nats)\\b|\\d+"));
    text.remove(names);
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
    return word.match(text).hasMatch();
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2 in %3").arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), widget.parentWidget() ? QLatin1String(widget.parentWidget()->metaObject()->className()) : QLatin1String());
}

/// Names with a dot belong to editors of spec fields, whose values are what JSON and flags say. Languages name themselves.
class Finder {
public:
    void check(const QWidget& widget, const char* what, const QString& text)
    {
        if (!text.isEmpty() && untranslated(text))
            found.append(QStringLiteral("%1 %2: %3").arg(nameOf(widget), QLatin1String(what), text.left(120)));
    }

    void look(const QWidget& widget)
    {
        check(widget, "tool tip", widget.toolTip());
        check(widget, "accessible name", widget.accessibleName());
        check(widget, "status tip", widget.statusTip());
        if (widget.isWindow() || qobject_cast<const QDockWidget*>(&widget))
            check(widget, "title", widget.windowTitle());
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            check(widget, "text", label->text());
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && !button->objectName().contains(QLatin1Char('.')))
            check(widget, "text", button->text());
        if (const auto* box = qobject_cast<const QGroupBox*>(&widget))
            check(widget, "title", box->title());
        if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
            check(widget, "placeholder", line->placeholderText());
        if (const auto* spin = qobject_cast<const QSpinBox*>(&widget))
            check(widget, "suffix", spin->suffix() + spin->specialValueText());
        if (const auto* combo = qobject_cast<const QComboBox*>(&widget); combo && !combo->objectName().contains(QLatin1Char('.')) && !combo->objectName().endsWith(QLatin1String("Language")))
            for (int i = 0; i < combo->count(); ++i)
                check(widget, "item", combo->itemText(i));
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i)
                check(widget, "tab", tabs->tabText(i) + tabs->tabToolTip(i));
        if (const auto* header = qobject_cast<const QHeaderView*>(&widget); header && header->model())
            for (int i = 0; i < header->count(); ++i)
                check(widget, "header", header->model()->headerData(i, header->orientation()).toString());
        for (const auto* action : widget.actions()) {
            check(widget, "action", action->text());
            check(widget, "action's tool tip", action->toolTip());
        }
    }
    QStringList found;
};

/// Widgets that Qt makes for itself.
bool ofQt(const QWidget& widget)
{
    return widget.objectName().startsWith(QLatin1String("qt_")) || widget.objectName().startsWith(QLatin1String("Scroll")) || widget.inherits("QDockWidgetTitleButton")
        || (widget.inherits("QPushButton") && qobject_cast<QDialogButtonBox*>(widget.parentWidget()));
}

int widthOf(const QWidget& widget, const QString& text) { return widget.fontMetrics().size(Qt::TextShowMnemonic, plain(text)).width(); }

}  // namespace

QStringList untranslatedTexts(const QWidget& root)
{
    Finder finder;
    finder.look(root);
    for (const auto* widget : root.findChildren<QWidget*>())
        if (!ofQt(*widget))
            finder.look(*widget);
    return finder.found;
}

QStringList clippedTexts(const QWidget& root)
{
    QStringList found;
    const auto tell = [&](const QWidget& widget, const QString& text, int has, int needs) {
        found.append(QStringLiteral("%1 is %2 wide and needs %3: %4").arg(nameOf(widget)).arg(has).arg(needs).arg(text.left(80)));
    };
    for (const auto* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || ofQt(*widget))
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && !label->text().isEmpty()) {
            if (label->wordWrap() ? label->height() + 1 < label->heightForWidth(label->width()) : label->width() + 1 < label->minimumSizeHint().width())
                tell(*label, label->text(), label->width(), label->wordWrap() ? label->heightForWidth(label->width()) : label->minimumSizeHint().width());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget); button && !button->text().isEmpty()) {
            const auto* tool = qobject_cast<const QToolButton*>(button);
            if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
                continue;
            if (button->width() < widthOf(*button, button->text()))
                tell(*button, button->text(), button->width(), widthOf(*button, button->text()));
        } else if (const auto* combo = qobject_cast<const QComboBox*>(widget); combo && !combo->isEditable()) {
            QStyleOptionComboBox option;
            option.initFrom(combo);
            const auto room = combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
            if (room.width() < widthOf(*combo, combo->currentText()) && combo->toolTip().isEmpty())
                tell(*combo, combo->currentText(), room.width(), widthOf(*combo, combo->currentText()));
        }
    }
    return found;
}

}  // namespace bam::test
