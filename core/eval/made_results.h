// SPDX-License-Identifier: GPL-3.0-or-later
// Which measurements results.json holds, so that those which leave it are told.
#pragma once

#include "core/eval/evaluation.h"

#include <map>
#include <string>

namespace bam::eval {

/// By all that a measurement was made from (prompts, weights, tokenizer, precision, scaling): the checkpoint and the precision, for people.
using MadeResults = std::map<std::string, std::string>;

MadeResults madeResults(const Json& results);

/// What is not there any more after a subject's cell was put in, in one sentence without a stop; empty where it took no more than its own earlier place.
std::string goneResults(const MadeResults& before, const MadeResults& after, const Subject& subject);

}  // namespace bam::eval
