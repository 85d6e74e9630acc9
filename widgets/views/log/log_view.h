// SPDX-License-Identifier: GPL-3.0-or-later
// The log pane: what a run or a job printed, one tab per rank or stream, with a filter that shows only matching lines. It is fed; it opens no file itself.
#pragma once

#include "widgets/common/banner.h"
#include "widgets/views/log/log_page.h"

#include <QVector>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTabWidget;
class QToolButton;

namespace bam::views {

class LogView : public QWidget {
    Q_OBJECT
public:
    explicit LogView(QWidget* parent = nullptr);

    /// Whose log it is, shown above; everything before is forgotten.
    void setSource(const QString& title, const QStringList& tabs);
    /// More tabs, as further ranks appear. @returns the index of the tab with this title, new or not
    int addTab(const QString& title);
    void append(int tab, const QStringList& lines);
    /// The file was cut or replaced: what comes next is its new content.
    void restart(int tab);
    void showMessage(const ui::Message& message);
    /// Takes back a message that is so no more.
    void dismissMessage(const QString& key);

    QString title() const { return m_source; }
    int tabCount() const { return int(m_pages.size()); }
    LogPage* page(int tab) const { return m_pages.value(tab); }

Q_SIGNALS:
    /// The tab shown by setSource() was changed by a person.
    void tabChosen(int tab);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* button(const char* name, const QString& icon, const QString& text, const QString& tip, bool checkable);
    LogPage* current() const;
    void applyFilter();
    void applyWrap();
    void showCounts();
    void showTitle();
    void copy();

    QString m_source;
    ui::BannerArea* m_banners;
    QLabel* m_title;
    QLineEdit* m_filter;
    QToolButton *m_regex, *m_follow, *m_wrap, *m_copy;
    QLabel* m_count;
    QTabWidget* m_tabs;
    QVector<LogPage*> m_pages;
    QTimer m_filterSoon;    // while a person types
};

}  // namespace bam::views
