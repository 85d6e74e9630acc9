// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/time_scrubber.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bam::views {
namespace {

constexpr double kWholeFilm = 12;       // seconds at speed 1
constexpr int kFrame = 33;              // ms
constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};

}  // namespace

TimeScrubber::TimeScrubber(QWidget* parent)
    : QWidget(parent)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_play(new QToolButton(this))
    , m_first(new QToolButton(this))
    , m_last(new QToolButton(this))
    , m_loop(new QToolButton(this))
    , m_speed(new QComboBox(this))
    , m_label(new QLabel(this))
{
    const auto button = [](QToolButton* tool, const char* name, const char* icon, const QString& title, const QString& tip) {
        tool->setObjectName(QLatin1String(name));
        tool->setIcon(ui::icon(QLatin1String(icon)));
        tool->setAutoRaise(true);
        tool->setAccessibleName(title);
        tool->setToolTip(tip);
    };
    button(m_play, "playPriors", "play", tr("Play"), tr("Play the training as a film (Space)"));
    button(m_first, "firstStep", "first", tr("First step"), tr("To the first step"));
    button(m_last, "lastStep", "last", tr("Last step"), tr("To the last step, and along with a run that goes on"));
    button(m_loop, "loopPriors", "loop", tr("Repeat"), tr("Begin again at the end of the film"));
    m_play->setCheckable(true);
    m_loop->setCheckable(true);
    m_slider->setObjectName(QStringLiteral("stepSlider"));
    m_slider->setAccessibleName(tr("Step of the training"));
    m_slider->setToolTip(tr("Which step of the training is shown: one logged step per arrow key"));
    m_slider->setFocusPolicy(Qt::StrongFocus);
    m_speed->setObjectName(QStringLiteral("filmSpeed"));
    m_speed->setAccessibleName(tr("Speed of the film"));
    m_speed->setToolTip(tr("Speed of the film; at 1× the whole training takes 12 seconds"));
    for (const double speed : kSpeeds)
        m_speed->addItem(QLocale().toString(speed) + QStringLiteral("×"), speed);
    m_speed->setCurrentIndex(2);
    m_label->setObjectName(QStringLiteral("stepLabel"));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (auto* tool : {m_first, m_play, m_last})
        layout->addWidget(tool);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_label);
    layout->addWidget(m_speed);
    layout->addWidget(m_loop);

    connect(m_play, &QToolButton::clicked, this, &TimeScrubber::setPlaying);
    connect(m_first, &QToolButton::clicked, this, [this] { moveTo(0); });
    connect(m_last, &QToolButton::clicked, this, [this] { moveTo(int(m_steps.size()) - 1); });
    connect(m_slider, &QSlider::valueChanged, this, &TimeScrubber::moveTo);
    m_timer.setInterval(kFrame);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] { advance(kFrame / 1000.0); });
    // Buttons and lists keep their own Space.
    auto* space = new QAction(this);
    space->setShortcut(Qt::Key_Space);
    space->setShortcutContext(Qt::WidgetShortcut);
    connect(space, &QAction::triggered, this, [this] { setPlaying(!isPlaying()); });
    m_slider->addAction(space);
    setSteps({}, false);
}

double TimeScrubber::step() const
{
    return m_steps.empty() ? std::numeric_limits<double>::quiet_NaN() : m_steps[std::size_t(std::clamp(m_slider->value(), 0, int(m_steps.size()) - 1))];
}

void TimeScrubber::setSteps(std::vector<double> steps, bool live)
{
    const double before = step();
    m_live = live;
    if (steps == m_steps && m_slider->maximum() == std::max(0, int(steps.size()) - 1)) {
        showPlace();
        return;
    }
    m_steps = std::move(steps);
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, std::max(0, int(m_steps.size()) - 1));
        m_slider->setPageStep(std::max(1, int(m_steps.size()) / 20));
        int index = m_slider->maximum();
        if (!m_following && !std::isnan(before))
            index = std::max(0, int(std::upper_bound(m_steps.begin(), m_steps.end(), before) - m_steps.begin()) - 1);
        m_slider->setValue(index);
    }
    m_place = m_slider->value();
    if (m_steps.empty())
        setPlaying(false);
    showPlace();
    Q_EMIT stepChanged(step());
}

void TimeScrubber::setStep(double step)
{
    moveTo(std::max(0, int(std::upper_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin()) - 1));
}

void TimeScrubber::moveTo(int index)
{
    if (m_steps.empty())
        return;
    index = std::clamp(index, 0, int(m_steps.size()) - 1);
    m_following = index == int(m_steps.size()) - 1;
    if (index != int(m_place))
        m_place = index;
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(index);
    }
    showPlace();
    Q_EMIT stepChanged(step());
}

void TimeScrubber::setPlaying(bool playing)
{
    playing = playing && m_steps.size() > 1;
    const bool changed = playing != m_timer.isActive();
    if (playing)
        m_timer.start();
    else
        m_timer.stop();
    if (playing && m_slider->value() == m_slider->maximum())
        moveTo(0);
    m_play->setChecked(playing);
    m_play->setIcon(ui::icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setAccessibleName(playing ? tr("Pause") : tr("Play"));
    if (changed)
        Q_EMIT playingChanged(playing);
}

void TimeScrubber::advance(double seconds)
{
    if (!isPlaying())
        return;
    const int last = int(m_steps.size()) - 1;
    double place = m_place + seconds / kWholeFilm * m_speed->currentData().toDouble() * last;
    if (place >= last) {
        if (m_loop->isChecked() && m_slider->value() == last)
            place = 0;
        else {
            place = last;
            if (!m_loop->isChecked())
                setPlaying(false);
        }
    }
    const int before = m_slider->value();
    if (int(place) != before)
        moveTo(int(place));
    m_place = place;
}

void TimeScrubber::showPlace()
{
    setEnabled(!m_steps.empty());
    const bool many = m_steps.size() > 1;
    m_play->setEnabled(many);
    m_first->setEnabled(many);
    m_last->setEnabled(many);
    if (m_steps.empty())
        m_label->setText(tr("No steps"));
    else if (m_live && m_following)
        m_label->setText(tr("Step %1, live").arg(ui::count(step())));
    else
        m_label->setText(tr("Step %1 of %2").arg(ui::count(step()), ui::count(m_steps.back())));
}

}  // namespace bam::views
