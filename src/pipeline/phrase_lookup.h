// What a trained system knows of a phrase: the translations in its phrase table, and sentences of its
// training text that have it.
//
// Pure functions of the system, safe from any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "calque/alignment.h"
#include "calque/translation.h"
#include "pipeline/system.h"

namespace calque::pipeline {

// The translations of exactly these words, most probable first; none if the table does not know them.
std::vector<PhraseEntry> look_up(const TranslationSystem& system, std::span<const std::string> words);

// Up to `count` pairs of the training text whose source has these words in a row, as running text, the
// shortest first and none twice. None if the folder does not have its training text any more. Throws
// FormatError if that text is damaged.
std::vector<SentencePair> find_examples(const TranslationSystem& system, std::span<const std::string> words,
                                        std::size_t count);

}  // namespace calque::pipeline
