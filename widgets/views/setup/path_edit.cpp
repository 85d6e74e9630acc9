// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/path_edit.h"

#include "widgets/common/icons.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>

namespace bam::views {

PathEdit::PathEdit(Kind kind, const QString& filter, QWidget* parent)
    : QWidget(parent)
    , m_line(new QLineEdit(this))
    , m_browse(new QToolButton(this))
    , m_filter(filter)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_browse);
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_browse->setIcon(ui::icon(QStringLiteral("folder")));
    m_browse->setObjectName(QStringLiteral("browse"));
    m_browse->setToolTip(tr("Browse"));
    m_browse->setAccessibleName(tr("Browse"));
    setFocusProxy(m_line);
    setKind(kind);
    connect(m_line, &QLineEdit::textEdited, this, [this] { Q_EMIT pathEdited(path()); });
    connect(m_browse, &QToolButton::clicked, this, [this] {
        if (m_kind != Kind::FileOrFolder)
            browse(m_kind);
    });
}

QString PathEdit::path() const { return m_line->text().trimmed(); }

void PathEdit::setPath(const QString& path)
{
    if (this->path() != path)
        m_line->setText(path);
}

void PathEdit::setKind(Kind kind)
{
    m_kind = kind;
    if (kind != Kind::FileOrFolder) {
        if (auto* menu = m_browse->menu())
            menu->deleteLater();
        m_browse->setMenu(nullptr);
        return;
    }
    auto* menu = new QMenu(m_browse);
    menu->addAction(tr("Choose a folder…"), this, [this] { browse(Kind::Folder); });
    menu->addAction(tr("Choose a file…"), this, [this] { browse(Kind::File); });
    m_browse->setMenu(menu);
    m_browse->setPopupMode(QToolButton::InstantPopup);
}

void PathEdit::browse(Kind kind)
{
    if (kind == Kind::Folder)
        choose(QFileDialog::getExistingDirectory(this, tr("Choose a folder"), path()));
    else if (kind == Kind::NewFile)
        choose(QFileDialog::getSaveFileName(this, tr("Choose a file"), path(), m_filter));
    else
        choose(QFileDialog::getOpenFileName(this, tr("Choose a file"), path(), m_filter));
}

void PathEdit::choose(const QString& path)
{
    if (path.isEmpty())
        return;
    setPath(path);
    Q_EMIT pathEdited(path);
}

bool PathEdit::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_line && (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop)) {
        auto* drop = static_cast<QDropEvent*>(event);
        const auto urls = drop->mimeData()->urls();
        if (!urls.isEmpty() && urls.first().isLocalFile()) {
            drop->acceptProposedAction();
            if (event->type() == QEvent::Drop)
                choose(urls.first().toLocalFile());
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

}  // namespace bam::views
