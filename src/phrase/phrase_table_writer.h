// Writes scored phrases as the file that PhraseTable maps.
#pragma once

#include <string>

#include "phrase/given_reordering.h"
#include "phrase/scored_phrases.h"
#include "text/vocabulary.h"

namespace calque::phrase {

// The words that the ids of both sides stand for.
struct Vocabularies {
  const text::Vocabulary& source;
  const text::Vocabulary& target;
};

// The bytes depend on the arguments alone. Nothing appears under `path` unless the whole file could be
// written. Throws UsageError if the place cannot be written, MachineError if the disk is full. `reordering`,
// if there, is used in place of the orientation counts.
void write_phrase_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                        const std::string& path, const GivenReordering* reordering = nullptr);

}  // namespace calque::phrase
