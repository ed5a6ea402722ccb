// Text forms of extracted and scored phrases, for people and for other tools (docs/formats/extract.md).
//
// Fields are separated by " ||| ". A word that contains "|||" is written with every "|" as "&#124;", so that
// a line always splits into its fields.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "phrase/extract.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"
#include "store/text_file.h"
#include "text/corpus.h"

namespace calque::phrase {

inline constexpr std::string_view kFieldSeparator = " ||| ";

// Appends one line with its line end: source ||| target ||| links ||| backward forward ||| distance.
void append_occurrence(const text::ParallelCorpus& corpus, std::span<const text::Link> sentence_links,
                       const Occurrence& occurrence, std::string& out);

// Writes the phrase table in Moses' text form, one pair per line:
//   source ||| target ||| four probabilities ||| links ||| target, source and joint count |||
// Lines are in byte order, as "LC_ALL=C sort" has them. Does not commit `out`.
void write_moses_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                       store::TextWriter& out);

}  // namespace calque::phrase
