// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the explorer: each of θα, θβ, θμ as a slider and a number, the same as α, β, μ below it, Scalable-Softmax, lengths. Shows a state, keeps none.
#pragma once

#include "widgets/views/priors/prior_state.h"

#include <QWidget>

#include <map>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace bam::views {

class NumberBox;
class ValueSlider;

class PriorControls : public QWidget {
    Q_OBJECT
public:
    explicit PriorControls(QWidget* parent = nullptr);

    void setState(const PriorState& state);

Q_SIGNALS:
    void edited(bam::views::PriorField field, double value);
    /// What is edited next is another step of undo.
    void gestureEnded();
    void resetRequested(bam::views::PriorField field);
    void formChosen(bam::priors::Form form);
    void ssmaxChosen(bool on);

private:
    struct Row {
        ValueSlider* slider = nullptr;
        QDoubleSpinBox* spin = nullptr;
        NumberBox* box = nullptr;
        QToolButton* reset = nullptr;
        QLabel* label = nullptr;
    };
    Row& addRow(QGridLayout* grid, PriorField field, const QString& symbol, const QString& name, const QString& tip, bool whole);
    Row& addTranslation(QGridLayout* grid, PriorField field, const QString& symbol, const QString& name, const QString& tip);
    NumberBox* makeBox(PriorField field, bool whole, const QString& name, const QString& tip);

    std::map<PriorField, Row> m_rows;
    QComboBox* m_form;
    QCheckBox* m_ssmax;
    QLabel* m_problem;
};

}  // namespace bam::views
