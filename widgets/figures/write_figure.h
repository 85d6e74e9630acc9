// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as files, in memory: whoever calls writes them. Every file carries where its numbers come from; beside them stands NAME.json, from which they are made again.
//
// Invariant: the same figure and style give the same bytes, in a window and in a batch, today and tomorrow: dates are the provenance's, never the clock's.
#pragma once

#include "widgets/figures/figure_json.h"

#include <QByteArray>

#include <vector>

namespace bam::figures {

struct OutputFile {
    QString name;
    QByteArray content;
};

/// All files of the wanted formats, and NAME.json. @param name without folder and ending
/// @throws Error (Failed) when a format cannot be made
std::vector<OutputFile> encodeFigure(const FigureFile& file, const QString& name);
/// Names only, for saying what will be written. Pictures of heatmaps in TeX are among them.
QStringList namesOfFiles(const FigureFile& file, const QString& name);

/// One page as large as the style says, to 0.01 pt; fonts embedded, heatmaps lossless.
QByteArray toPdf(const Figure& figure, const FigureStyle& style);
/// Its size in millimetres, texts as texts.
QByteArray toSvg(const Figure& figure, const FigureStyle& style);
QByteArray toPng(const Figure& figure, const FigureStyle& style);
/// NAME.tex, a document of its own that can be included as a picture too; NAME-N.csv per panel and NAME-N-M.png per heatmap.
std::vector<OutputFile> toTex(const Figure& figure, const FigureStyle& style, const QString& name);

/// "laptop/bam/version_00 at step 600 (spec ab12…); …": one line per run.
QStringList provenanceLines(const Provenance& provenance);

}  // namespace bam::figures
