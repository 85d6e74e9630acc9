// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the page of films: the selected runs and what their trainings capture of attention. Files are read only while the page can be seen.
#pragma once

#include "app/window/page_refresh.h"
#include "app/work/film_reader.h"
#include "widgets/models/run_model.h"

#include <QObject>
#include <QStringList>

namespace bam::views {
class FilmView;
}

namespace bam::window {

class FilmPart : public QObject {
    Q_OBJECT
public:
    FilmPart(views::FilmView& view, const models::RunModel& model, QObject* parent = nullptr);

    void setSelection(const QStringList& runs);

private:
    void showRuns();
    void follow();

    views::FilmView& m_view;
    const models::RunModel& m_model;
    work::FilmReader m_reader;
    QStringList m_selection;
    QString m_following;
    PageRefresh m_refresh;
};

}  // namespace bam::window
