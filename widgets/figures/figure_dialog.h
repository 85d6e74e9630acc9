// SPDX-License-Identifier: GPL-3.0-or-later
// "Save figure": how a figure will look, as large as it will be on paper, with everything that can be chosen beside it. Writes nothing itself: whoever shows it does.
#pragma once

#include "widgets/common/banner.h"
#include "widgets/figures/figure_options.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QSpinBox;

namespace bam::figures {

class FigureDialog : public QDialog {
    Q_OBJECT
public:
    /// @param folder where files go unless another is chosen
    FigureDialog(Figure figure, const QString& folder, QWidget* parent = nullptr);

    /// What is chosen now.
    FigureFile file() const;
    QString folder() const;
    QString name() const;           ///< of the files, without ending
    QStringList fileNames() const;

    /// Choices to remember: how it looks, formats, unit, folder.
    QByteArray saveSettings() const;
    /// Anything unreadable keeps its default.
    void restoreSettings(const QByteArray& settings);

    /// While files are being written nothing can be changed.
    void setBusy(bool busy);
    ui::BannerArea& banners() { return *m_banners; }

Q_SIGNALS:
    /// @param overwrite people were asked and want files of other figures replaced
    void saveRequested(const bam::figures::FigureFile& file, const QString& folder, const QString& name, bool overwrite);
    /// "Copy as image"
    void copyRequested(const QImage& image);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makePreview();
    QWidget* makeForm();
    QWidget* makeFormats(QWidget* parent);
    QWidget* makeSize(QWidget* parent);
    QWidget* makeTarget(QWidget* parent);
    void connectControls();
    void applyPreset(int index);
    void setUnit();
    void setWidth(double millimetres);
    void update();
    void drawPreview();
    FigureStyle style() const;

    Figure m_figure;
    QSizeF m_millimetres{139.7, 80};
    ui::BannerArea* m_banners;
    QScrollArea* m_area;
    QLabel *m_picture, *m_sizeText, *m_files, *m_problem;
    QCheckBox* m_formats[4];
    QCheckBox *m_fit, *m_proportions, *m_title, *m_grid;
    QComboBox *m_preset, *m_unit, *m_palette, *m_legend;
    QDoubleSpinBox *m_width, *m_height, *m_fontSize, *m_line, *m_marker;
    QFontComboBox* m_font;
    QSpinBox* m_dots;
    QLineEdit *m_folder, *m_name;
    QPushButton *m_save, *m_copy;
    QWidget* m_form;
    QTimer m_later;
    bool m_changing = false;
};

}  // namespace bam::figures
