// A binary model whose sections have been found and checked: what queries and conversions read.
//
// Immutable and safe to share between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "lm/files/binary_format.h"
#include "lm/files/hash_tables.h"
#include "lm/files/layout.h"
#include "lm/files/ngram_data.h"
#include "lm/files/sections.h"
#include "lm/files/trie.h"
#include "store/container.h"
#include "text/vocabulary.h"

namespace calque::lm {

// The views that queries use and what keeps them alive.
struct OpenedModel {
  std::unique_ptr<const SectionSource> source;
  std::shared_ptr<const store::Container> file;  // that the sections are of, if they are of one
  ModelHeader header{};
  text::VocabularyView vocabulary;
  std::span<const UnigramEntry> unigrams;
  ProbingTables probing;  // one of these, as header.layout says
  Trie trie;

  bool is_trie() const noexcept { return header.layout == static_cast<std::uint32_t>(Layout::kTrie); }
  std::uint32_t known(text::WordId word) const noexcept {
    return static_cast<std::uint32_t>(text::index_of(word) < unigrams.size() ? word : kUnknownId);
  }
  // Throws FormatError for what the checksums cannot know: values that were wrong when they were written.
  void verify_values() const;
  // Calls use(tables) with the tables of the model's layout.
  template <typename Use>
  decltype(auto) with_tables(const Use& use) const {
    return is_trie() ? use(trie) : use(probing);
  }
};

// Throws FormatError unless every query stays inside the sections, whatever they hold.
std::unique_ptr<OpenedModel> open_model(std::unique_ptr<const SectionSource> source);

}  // namespace calque::lm
