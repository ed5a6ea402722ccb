// Word alignment of one new sentence pair with what a phrase table knows, and an alignment model if there is
// one.
//
// Every phrase pair of the table that occurs in the sentences speaks for its inner links, the more so the
// more probable and the longer it is; the model for every link by its posterior probability. The strongest
// links are taken first; words that nothing is known of are linked to those that are left over between the
// same neighbours. A pure function.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "align/alignment_model.h"
#include "phrase/phrase_table.h"
#include "text/types.h"

namespace calque::pipeline {

// Sorted, without repeats. Some words may stay without a link. `likely`: links that something else than the
// table speaks for; `model` may be null.
std::vector<text::Link> align_pair(const phrase::PhraseTable& table, std::span<const std::string> source,
                                   std::span<const std::string> target,
                                   std::span<const text::Link> likely = {},
                                   const align::AlignmentModel* model = nullptr);

}  // namespace calque::pipeline
