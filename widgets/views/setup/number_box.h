// SPDX-License-Identifier: GPL-3.0-or-later
// A spin box for numbers of any size: keeps what people type ("1e-3", "589,824"), counts up and down by the leading digit, and can be empty.
#pragma once

#include <QAbstractSpinBox>

#include <optional>

namespace bam::views {

class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    /// @param whole only whole numbers mean anything
    NumberBox(bool whole, bool grouped, double least, double most, QWidget* parent = nullptr);

    void setNumber(std::optional<double> number);
    /// What the text means; nothing when it is empty or no number.
    std::optional<double> number() const;
    /// Why the text means none, in a sentence; empty when it means one or when it is empty.
    QString problem() const;
    bool isEmpty() const;
    /// Shown while the box is empty.
    void setEmptyText(const QString& text);
    /// Lets the wheel scroll the form unless the box has the focus.
    void wheelEvent(QWheelEvent* event) override;
    void stepBy(int steps) override;
    QValidator::State validate(QString& text, int& position) const override;
    /// Room for kReserved characters, whatever the number is, so that nothing moves when it changes. A longer one ends in an ellipsis until it is edited.
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    /// After each key and step of a person, not after setNumber().
    void textEdited();

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }

private:
    static constexpr int kReserved = 13;    // "8,888,888,888"
    QString textOf(double value) const;
    int widthFor(int textWidth) const;
    bool m_whole;
    bool m_grouped;
    double m_least, m_most;
};

}  // namespace bam::views
