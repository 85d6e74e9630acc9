// SPDX-License-Identifier: GPL-3.0-or-later
// A line for a path with a button to browse; files and folders can be dropped on it.
#pragma once

#include <QLineEdit>
#include <QWidget>

class QToolButton;

namespace bam::views {

class PathEdit : public QWidget {
    Q_OBJECT
public:
    enum class Kind { File, Folder, FileOrFolder, NewFile };
    PathEdit(Kind kind, const QString& filter, QWidget* parent = nullptr);
    QString path() const;
    void setPath(const QString& path);
    void setKind(Kind kind);
    QLineEdit* line() const { return m_line; }

Q_SIGNALS:
    /// By a person, not by setPath().
    void pathEdited(const QString& path);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void browse(Kind kind);
    void choose(const QString& path);
    QLineEdit* m_line;
    QToolButton* m_browse;
    Kind m_kind;
    QString m_filter;
};

}  // namespace bam::views
