// SPDX-License-Identifier: GPL-3.0-or-later
// What part of the curves is visible, and the parts seen before.
#pragma once

#include "widgets/plots/qcp.h"

#include <array>
#include <optional>
#include <vector>

namespace bam::views {

enum Pane { kLossPane, kNormPane, kLearningRatePane, kSpeedPane, kPanes };

struct ViewState {
    bool fitX = true;                           ///< all of x is shown, also what is still to come
    QCPRange x{0, 1};
    std::array<bool, kPanes> fitY{true, true, true, true};  ///< y follows what is visible
    std::array<QCPRange, kPanes> y{};
};

/// Steps back and forward, as in a web browser. Invariant: at most 100 states each way.
class ViewHistory {
public:
    /// Called with what is left when something new is shown.
    void leave(const ViewState& state)
    {
        m_back.push_back(state);
        if (m_back.size() > 100)
            m_back.erase(m_back.begin());
        m_forward.clear();
    }
    std::optional<ViewState> back(const ViewState& now) { return step(m_back, m_forward, now); }
    std::optional<ViewState> forward(const ViewState& now) { return step(m_forward, m_back, now); }
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void clear() { m_back.clear(), m_forward.clear(); }

private:
    static std::optional<ViewState> step(std::vector<ViewState>& from, std::vector<ViewState>& to, const ViewState& now)
    {
        if (from.empty())
            return {};
        const auto state = from.back();
        from.pop_back();
        to.push_back(now);
        return state;
    }
    std::vector<ViewState> m_back, m_forward;
};

}  // namespace bam::views
