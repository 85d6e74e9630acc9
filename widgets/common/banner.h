// SPDX-License-Identifier: GPL-3.0-or-later
// Messages inside the window, above the view they concern: what happened, why, what to do, with an optional button. Nothing modal, nothing that blocks.
#pragma once

#include <QFrame>
#include <QList>
#include <QString>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace bam::ui {

enum class Severity { Information, Success, Warning, Error };

struct Message {
    Severity severity = Severity::Information;
    QString text = {};                   ///< what happened, one sentence
    QString hint = {};                   ///< what to do; may be empty
    QString key = {};                    ///< a second message with the same key replaces the first; empty: the text itself
    QString action = {};                 ///< label of a button; empty: none
    std::function<void()> onAction = {};
    int fadeAfterMs = 0;            ///< goes away by itself; 0: stays until dismissed
};

/// One message with icon, selectable text and buttons.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(const Message& message, QWidget* parent = nullptr);
    const Message& message() const { return m_message; }
Q_SIGNALS:
    void dismissed();
protected:
    void changeEvent(QEvent* event) override;
private:
    void applyColors();
    Message m_message;
    QLabel* m_icon;
    QLabel* m_text;
};

/// The messages of a view, newest on top: at most three at a time and no more of the view than a third, the others behind a button; takes no room when there
/// are none.
class BannerArea : public QWidget {
    Q_OBJECT
public:
    explicit BannerArea(QWidget* parent = nullptr);
    void show(const Message& message);
    void dismiss(const QString& key);
    void clear();
    /// Shown or not.
    int count() const;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drop(const QString& key);
    void remove(Banner* banner);
    void arrange();

    QVBoxLayout* m_layout;
    QToolButton* m_more;
    QList<Banner*> m_banners;       // newest first
    bool m_expanded = false;
};

}  // namespace bam::ui
