// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/changes.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace bam::inspect {
namespace {

/// A row bias that is 0 for one head.
class WithoutHead : public attention::RowBias {
public:
    WithoutHead(std::shared_ptr<const attention::RowBias> whole, std::int64_t head) : m_whole(std::move(whole)), m_head(head) {}

    std::int64_t tableRows() const override { return m_whole->tableRows(); }
    std::vector<at::Tensor> parameters() const override { return m_whole->parameters(); }
    std::int64_t numbersPerPair() const override { return m_whole->numbersPerPair(); }
    at::Tensor rows(const at::Tensor& distances, const at::Tensor& positions) const override
    {
        const auto all = m_whole->rows(distances, positions);
        const auto isOther = at::arange(all.size(1), all.options().dtype(at::kLong)).ne(m_head).view({1, -1, 1, 1});
        return at::where(isOther, all, at::zeros({}, all.options()));
    }

    at::Tensor rowsOfHead(const at::Tensor& distances, const at::Tensor& positions, std::int64_t head) const override
    {
        const auto one = m_whole->rowsOfHead(distances, positions, head);
        return head == m_head ? at::zeros_like(one) : one;
    }

private:
    std::shared_ptr<const attention::RowBias> m_whole;
    std::int64_t m_head;
};

bool changesBias(const PriorValues& prior) { return !std::isnan(prior.thetaAlpha) || !std::isnan(prior.thetaBeta) || !std::isnan(prior.thetaMu); }

/// Does a change of the prior reach this layer's head? θ of a global prior does so from any layer, s is each layer's own.
bool reaches(const HeadChange& change, HeadId head, const spec::ModelSpec& model)
{
    return change.head == head || (model.prior.global && change.head.head == head.head);
}

/// A copy of row factors [1, H, T, 1] to change one head of; ones where there were none.
at::Tensor ownFactor(const at::Tensor& factor, const spec::ModelSpec& model, const model::LayerAttention& attention)
{
    if (factor.defined())
        return factor.clone();
    return at::ones({1, model.heads, attention.hidden.size(1), 1}, attention.hidden.options().dtype(at::kFloat));
}

void useScale(double scale, std::int64_t head, const spec::ModelSpec& model, model::LayerAttention& attention)
{
    const auto length = attention.hidden.size(1);
    const auto factor = at::arange(1, length + 1, attention.hidden.options().dtype(at::kFloat)).log() * float(scale);
    const bool scalesBias = attention.biasFactor.defined();
    attention.contentFactor = ownFactor(attention.contentFactor, model, attention);
    attention.contentFactor.select(1, head).copy_(factor.view({1, length, 1}));
    if (!scalesBias)
        return;
    attention.biasFactor = ownFactor(attention.biasFactor, model, attention);
    attention.biasFactor.select(1, head).copy_(factor.view({1, length, 1}));
}

void usePrior(const PriorValues& prior, std::int64_t head, const model::LayerwisePass& pass, model::LayerAttention& attention)
{
    std::map<std::string, double> values;
    for (const auto& [name, value] : {std::pair{"theta_alpha", prior.thetaAlpha}, {"theta_beta", prior.thetaBeta}, {"theta_mu", prior.thetaMu}})
        if (!std::isnan(value))
            values[name] = value;
    attention.biasTable = attention.biasTable.clone();
    attention.biasTable[head].narrow(0, 0, pass.length()).copy_(pass.biasRow(attention.layer, head, values));
}

void ablate(Ablation ablation, std::int64_t head, const spec::ModelSpec& model, model::LayerAttention& attention)
{
    if (ablation == Ablation::Zero)
        attention.silenced.push_back(head);
    if (ablation == Ablation::Uniform || ablation == Ablation::PriorOnly) {
        attention.contentFactor = ownFactor(attention.contentFactor, model, attention);
        attention.contentFactor.select(1, head).zero_();
    }
    // The bias itself counts as 0, not its factor: a bias may be infinite.
    if ((ablation == Ablation::Uniform || ablation == Ablation::ContentOnly) && attention.biasTable.defined()) {
        attention.biasTable = attention.biasTable.clone();
        attention.biasTable[head].zero_();
        if (attention.rowBias)
            attention.rowBias = std::make_shared<WithoutHead>(attention.rowBias, head);
    }
}

}  // namespace

void requireChanges(const std::vector<HeadChange>& changes, const spec::ModelSpec& model)
{
    const auto& kind = encoding::kind(model.encoding);
    for (const auto& change : changes) {
        if (change.head.layer < 0 || change.head.layer >= model.layers || change.head.head < 0 || change.head.head >= model.heads)
            throw Error(ErrorCode::Usage, str("there is no layer ", change.head.layer, ", head ", change.head.head, " to change: the model has ", model.layers, " layers of ", model.heads, " heads"),
                "Layers and heads are counted from 0.");
        if (!change.prior)
            continue;
        if (changesBias(*change.prior) && std::find(kind.headScalars.begin(), kind.headScalars.end(), "theta_alpha") == kind.headScalars.end())
            throw Error(ErrorCode::Usage, str("a prior cannot be tried in a model with ", kind.title, kind.hasPrior ? ", whose bias has other parameters" : ", which learns none"),
                "Choose a run that was trained with BAM.");
        if (!std::isnan(change.prior->seqScale) && !model.ssmax)
            throw Error(ErrorCode::Usage, "an s of Scalable-Softmax cannot be tried in a model without it", "Choose a run that was trained with SSMax, or leave s out.");
    }
}

std::vector<PriorValues> priorsInUse(const std::vector<HeadChange>& changes, std::vector<PriorValues> priors, const spec::ModelSpec& model)
{
    const auto replace = [](double value, double& in) { in = std::isnan(value) ? in : value; };
    for (const auto& change : changes)
        for (std::int64_t layer = 0; change.prior && layer < model.layers; ++layer) {
            auto& prior = priors[std::size_t(layer * model.heads + change.head.head)];
            if (!reaches(change, {layer, change.head.head}, model))
                continue;
            replace(change.prior->thetaAlpha, prior.thetaAlpha);
            replace(change.prior->thetaBeta, prior.thetaBeta);
            replace(change.prior->thetaMu, prior.thetaMu);
            if (layer == change.head.layer)
                replace(change.prior->seqScale, prior.seqScale);
        }
    return priors;
}

void applyChanges(const std::vector<HeadChange>& changes, const spec::ModelSpec& model, const model::LayerwisePass& pass, model::LayerAttention& attention)
{
    for (const auto& change : changes) {
        const HeadId head{attention.layer, change.head.head};
        if (change.prior && changesBias(*change.prior) && reaches(change, head, model))
            usePrior(*change.prior, head.head, pass, attention);
        if (change.prior && !std::isnan(change.prior->seqScale) && change.head == head)
            useScale(change.prior->seqScale, head.head, model, attention);
    }
    for (const auto& change : changes)
        if (change.head.layer == attention.layer)
            ablate(change.ablation, change.head.head, model, attention);
}

}  // namespace bam::inspect
