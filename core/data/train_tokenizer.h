// SPDX-License-Identifier: GPL-3.0-or-later
// A new tokenizer from whatever a dataset can be made of: plain texts, JSON Lines and Parquet, compressed or not, and folders of them.
#pragma once

#include "core/tokenizer/tokenizer.h"

namespace bam::data {

/// As tokenizer::trainBpe(); of `training.texts`, folders and files of records are read as an ingest reads them, line by line of their documents.
/// A file with another ending is plain text.
/// @param column JSONL key or Parquet column
/// @throws what trainBpe() and ingest() throw for their inputs; (Stopped) on request
void trainTokenizer(tokenizer::BpeTraining training, const std::string& column = "text", const ProgressFn& progress = {}, std::stop_token stop = {});

}  // namespace bam::data
