// SPDX-License-Identifier: GPL-3.0-or-later
// Which step of the training is shown: a slider, and a film of it. At the last step it follows a run that goes on, until somebody moves back.
#pragma once

#include <QTimer>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace bam::views {

class TimeScrubber : public QWidget {
    Q_OBJECT
public:
    explicit TimeScrubber(QWidget* parent = nullptr);

    /// @param steps ascending @param live more will come
    void setSteps(std::vector<double> steps, bool live);
    /// NaN where there are none.
    double step() const;
    /// The last one at or before this.
    void setStep(double step);
    bool isPlaying() const { return m_timer.isActive(); }
    /// Plays from the start when it is at the end.
    void setPlaying(bool playing);
    /// Shows the last step, whatever comes.
    bool isFollowing() const { return m_following; }
    /// What time does while it plays.
    void advance(double seconds);

Q_SIGNALS:
    void stepChanged(double step);
    void playingChanged(bool playing);

private:
    void moveTo(int index);
    void showPlace();

    std::vector<double> m_steps;
    bool m_live = false, m_following = true;
    double m_place = 0;         // between steps while it plays
    QSlider* m_slider;
    QToolButton *m_play, *m_first, *m_last, *m_loop;
    QComboBox* m_speed;
    QLabel* m_label;
    QTimer m_timer;
};

}  // namespace bam::views
