// SPDX-License-Identifier: GPL-3.0-or-later
// What the attention page asks for only when somebody looks at it: the matrix of a head, and one query taken apart.
#include "widgets/views/attention/lens_view.h"

#include "widgets/views/attention/decomposition_view.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/matrix_view.h"

namespace bam::views {

/// Only while it is looked at: a long prompt's tokens are many.
void LensView::showMatrix()
{
    if (!m_capture || !isTab(m_matrix))
        return;
    auto content = matrixContent(*m_capture, m_head);
    if (const auto made = m_matrices.find(m_head); !content.matrix && made != m_matrices.end())
        content.matrix = made->second;
    if (m_head != m_matrixShown || m_matrixKnown != (content.matrix != nullptr)) {
        m_matrixShown = m_head;
        m_matrixKnown = content.matrix != nullptr;
        content.provenance = headMapFigure(*m_capture, m_map->measure(), figureSource()).provenance;
        m_matrix->setEmptyText(tr("The matrix of %1 is being made.").arg(headLabel(m_head)));
        m_matrix->setContent(content);
    }
    m_matrix->setSelected(m_query, m_key);
}

void LensView::showParts()
{
    if (!m_capture || !isTab(m_decomposition))
        return;
    const auto& prompt = m_capture->prompt;
    if (m_head != m_partsShown) {
        m_partsShown = m_head;
        m_decomposition->clear();       // of another capture, it may be the same head of the same prompt
        m_decomposition->setHead(m_head, prompt.length(), tokensOf(prompt), marksOf(prompt), headMapFigure(*m_capture, m_map->measure(), figureSource()).provenance);
    }
    m_decomposition->setDecomposition(m_parts);
}

void LensView::stepHead(int layers, int heads)
{
    if (!m_capture)
        return;
    const auto all = m_capture->layers * m_capture->heads, at = std::int64_t(m_capture->indexOf(m_head)) + layers * m_capture->heads + heads;
    if (at >= 0 && at < all)
        chooseHead({at / m_capture->heads, at % m_capture->heads});
}

void LensView::askForParts()
{
    if (!m_capture)
        return;
    showMatrix();
    showParts();
    if (!m_parts && (isTab(m_decomposition) || (isTab(m_tokensTab) && answerIndex(m_query) < 0)))
        Q_EMIT decompositionWanted(m_head, m_query);
    if (isTab(m_matrix) && !m_matrixKnown)
        Q_EMIT matrixWanted(m_head);
}

void LensView::setMatrix(inspect::HeadId head, const std::shared_ptr<const inspect::AttentionPyramid>& matrix)
{
    if (!m_capture)
        return;
    constexpr std::size_t kMostKept = 8;
    if (m_matrices.size() >= kMostKept)
        m_matrices.erase(m_matrices.begin());
    m_matrices[head] = matrix;
    showMatrix();
}

void LensView::setDecomposition(const std::shared_ptr<const inspect::Decomposition>& decomposition)
{
    if (!m_capture || decomposition->head != m_head || decomposition->query != m_query)
        return;
    m_parts = decomposition;
    showTokens();
    showParts();
}

void LensView::setRegion(const std::shared_ptr<const inspect::Region>& region)
{
    if (region->asked.parts)
        m_decomposition->setRegion(region);
    else
        m_matrix->setRegion(region);
}

void LensView::dropRegion(bool parts)
{
    if (parts)
        m_decomposition->dropRegionWish();
    else
        m_matrix->dropRegionWish();
}

}  // namespace bam::views
