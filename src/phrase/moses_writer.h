// Writes a phrase table and its reordering scores in Moses' text forms (docs/formats/moses-tables.md).
//
// Lines are in byte order, as "LC_ALL=C sort" has them. Numbers have six to nine digits, as many as give
// the same scores again when they are read. Neither function commits `out`.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"
#include "store/text_file.h"

namespace calque::phrase {

// Scores of a phrase pair besides the usual four, as natural logarithms.
struct MosesExtraScores {
  std::size_t count = 0;
  std::function<void(std::size_t source_length, const Translation& pair, std::span<float> log_scores)> scores;
};

void write_moses_table(const PhraseTable& table, store::TextWriter& out, const MosesExtraScores& more = {});

// Pairs whose given scores are all zero are left out: they have none.
void write_moses_reordering(const PhraseTable& table, const ReorderingType& type, store::TextWriter& out);

// Natural logarithms of the orientations' probabilities as the decoder uses them, in the order of
// ReorderingType: those given with the pair, otherwise smoothed counts. Requires: `pair` is a translation of
// `source`; `log_probs` has type.score_count() places.
void reordering_log_probs(const PhraseTable& table, const ReorderingType& type, SourcePhraseId source,
                          std::size_t pair, std::span<float> log_probs);

}  // namespace calque::phrase
