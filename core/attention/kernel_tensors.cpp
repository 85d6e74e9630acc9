// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kernel_tensors.h"

#include <cmath>

namespace bam::attention {

Element elementOf(at::ScalarType type)
{
    return type == at::kBFloat16 ? Element::BFloat16 : type == at::kHalf ? Element::Float16 : Element::Float32;
}

Rows rowsOf(const at::Tensor& tensor)
{
    return {tensor.data_ptr(), tensor.stride(0), tensor.stride(1), tensor.stride(2)};
}

AttendShape shapeOf(const at::Tensor& q, const at::Tensor& k, std::int64_t queryStart, at::ScalarType out)
{
    return {q.size(0), q.size(1), k.size(1), q.size(2), k.size(2), q.size(3), queryStart, float(1.0 / std::sqrt(double(q.size(3)))),
        elementOf(q.scalar_type()), elementOf(out), elementOf(k.scalar_type())};
}

}  // namespace bam::attention
