// SPDX-License-Identifier: GPL-3.0-or-later
// The first documents of a data set with their token boundaries: neighbouring tokens on alternating ground, spaces and control pieces visible, ids in tool tips.
#pragma once

#include "core/data/preview.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QTextEdit;

namespace bam::views {

class TokenView : public QWidget {
    Q_OBJECT
public:
    explicit TokenView(QWidget* parent = nullptr);
    void showPreview(const data::Preview& preview);
    /// While a preview is being made.
    void showWaiting();
    /// What to do to get a preview.
    void showHint(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    QString summaryOf(const data::Preview& preview) const;
    QLabel* m_summary;
    QTextEdit* m_text;
    QProgressBar* m_busy;
    data::Preview m_preview;
};

}  // namespace bam::views
