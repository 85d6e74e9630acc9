// SPDX-License-Identifier: GPL-3.0-or-later
// How RoPE is stretched beyond the trained length, in one line: the method and its factor. Starts from the length of the run's training.
//
// Invariant: scaling() is one that a model with RoPE can use.
#pragma once

#include "core/encoding/scaling/rope_scaling.h"

#include <QJsonObject>
#include <QString>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;

namespace bam::ui {

class RopeChoice : public QWidget {
    Q_OBJECT
public:
    /// @param name of the object; method and factor are called nameMethod and nameFactor
    explicit RopeChoice(const QString& name, QWidget* parent = nullptr);

    encoding::RopeScaling scaling() const;
    /// Method and factor, also of a method that is not chosen now.
    QJsonObject saved() const;
    void restore(const QJsonObject& saved);

Q_SIGNALS:
    void changed();

private:
    QComboBox* m_method;
    QDoubleSpinBox* m_factor;
};

/// "YaRN × 8", with " of 512 tokens" where that is known; empty for none.
QString ropeScalingTitle(const encoding::RopeScaling& scaling);

}  // namespace bam::ui
