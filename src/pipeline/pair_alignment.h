// Word alignment of one new sentence pair with what a phrase table knows.
//
// Every phrase pair of the table that occurs in the sentences speaks for its inner links, the more so the
// more probable and the longer it is. The strongest links are taken first; words that nothing is known of are
// linked to those that are left over between the same neighbours. A pure function.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "phrase/phrase_table.h"
#include "text/types.h"

namespace calque::pipeline {

// Sorted, without repeats. Some words may stay without a link. `likely`: links that something else than the
// table speaks for.
std::vector<text::Link> align_pair(const phrase::PhraseTable& table, std::span<const std::string> source,
                                   std::span<const std::string> target,
                                   std::span<const text::Link> likely = {});

}  // namespace calque::pipeline
