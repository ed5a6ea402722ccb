// The language model that is asked: p(word | context) by look-ups in hash tables, from a mapped file or from
// memory.
//
// Immutable after loading and safe to share between threads; scoring allocates nothing and takes no lock.
// Views returned live as long as the Model (moving it keeps them valid). Loading throws UsageError if there
// is no such file, FormatError for a damaged binary model or a wrong ARPA file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "store/container.h"
#include "text/types.h"
#include "text/vocabulary.h"

namespace calque::lm {

struct NgramModelData;
struct MappedTables;

// Longest n-gram of any model; the size of State follows from it.
inline constexpr unsigned kMaxOrder = 10;

// Context: the most recent words first; only as many as can still matter; unused entries are zero so that
// states compare by bytes.
struct State {
  std::uint32_t length = 0;
  std::array<std::uint32_t, kMaxOrder - 1> words{};

  bool operator==(const State&) const = default;
};

class Model {
 public:
  // A binary model or ARPA text (plain, .gz, .zst), told by content.
  static Model load(const std::string& path, store::Verify verify = store::Verify::kHeader);
  // A model in memory, without any file.
  static Model from_data(const NgramModelData& data);

  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  unsigned order() const noexcept;
  // Number of n-grams of length n. Requires: 1 <= n <= order().
  std::uint64_t ngram_count(unsigned n) const;

  text::VocabularyView vocabulary() const noexcept;
  // unknown() if the word is not there. The sentence marks are no words: "<s>" and "</s>" in text are unknown
  // too.
  text::WordId find(std::string_view word) const;
  text::WordId unknown() const noexcept;
  text::WordId sentence_begin() const noexcept;
  text::WordId sentence_end() const noexcept;

  // After <s>.
  State begin_state() const noexcept;
  // No context.
  State empty_state() const noexcept { return {}; }

  // log_prob (natural log) of `word` after `before`; writes the state after it (both states may be the same
  // object). Ids outside the vocabulary count as unknown().
  float score(const State& before, text::WordId word, State& after) const noexcept;

 private:
  explicit Model(std::unique_ptr<const MappedTables> tables);
  std::unique_ptr<const MappedTables> tables_;
};

}  // namespace calque::lm
