// A language model that answers queries: p(word | context) from a mapped file or from memory, in any layout.
//
// Immutable after loading and safe to share between threads; scoring allocates nothing and takes no lock.
// Views returned live as long as the Model (moving it keeps them valid). Loading throws UsageError if there
// is no such file, FormatError for a damaged binary model or a wrong ARPA file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lm/files/layout.h"
#include "lm/query/state.h"
#include "store/container.h"
#include "text/types.h"

namespace calque::lm {

class Model;
class SectionSource;
struct NgramModelData;
struct OpenedModel;

// A model over sections from anywhere (files/sections.h); for this module alone. Throws FormatError unless
// every query stays inside the sections, whatever they hold.
Model open_sections(std::unique_ptr<const SectionSource> source);

// One question of a batch and its answer. `after` may be the same object as `before`.
struct Query {
  const State* before = nullptr;
  text::WordId word{0};
  State* after = nullptr;
  float log_prob = 0;
};

// The score of words of which nobody knows yet what stands before them.
struct PhraseScore {
  // Natural log, each word given the words of the phrase before it alone.
  float log_prob = 0;
  // Scores of the words from here on and the state after the phrase are the same whatever stands before it;
  // scores of the words before this position may change.
  std::uint32_t dependent_words = 0;
  // Part of log_prob that the dependent words have.
  float dependent_log_prob = 0;
};

// Where a loaded model file stands.
enum class Residence {
  kMapped,  // in the file, shared with all who map it: loads in milliseconds
  kMemory,  // copied into memory of its own, in large pages: takes as long as reading the file, answers
            // faster
};

class Model {
 public:
  // A binary model or ARPA text (plain, .gz, .zst), by content. A binary model is mapped and always
  // checked so far that no query leaves the file; how many checksums are verified, store::Verify says.
  static Model load(const std::string& path, store::Verify verify = store::Verify::kUsual,
                    Residence residence = Residence::kMapped);
  // A model in memory, without any file.
  static Model from_data(const NgramModelData& data, const BinaryOptions& options = {});

  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  unsigned order() const noexcept;
  // Number of n-grams of length n. Requires: 1 <= n <= order().
  std::uint64_t ngram_count(unsigned n) const;
  // Whether the model is a binary file, in the memory of all who use it; otherwise it was read from ARPA or
  // made here.
  bool is_binary_file() const noexcept;
  Layout layout() const noexcept;
  // 0: exact.
  unsigned quantized_bits() const noexcept;

  const text::VocabularyView& vocabulary() const noexcept;
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

  // Many questions at once, which waits for memory far less often than one after the other. The queries must
  // not depend on each other: no query's `after` is another's `before`.
  void score_batch(std::span<Query> queries) const noexcept;

  // log_probs[i] of words[i] after `state` and the words before it; `state` becomes the state after the last.
  // The same numbers as score() gives, with the memory access of score_batch(). Requires: equal sizes.
  void score_sequence(State& state, std::span<const text::WordId> words,
                      std::span<float> log_probs) const noexcept;
  // The words of a sentence without its marks: log_probs gets one number for each word and one for </s>.
  // Requires: log_probs.size() == words.size() + 1.
  void score_sentence(std::span<const text::WordId> words, std::span<float> log_probs) const noexcept;

  // Words without what stands before them; `state` becomes the state after them, `log_probs` (of the same
  // size, or empty) the score of each.
  PhraseScore score_phrase(std::span<const text::WordId> words, State& state,
                           std::span<float> log_probs) const noexcept;

  // Verifies every checksum and every number of a model file; throws FormatError. Reads the whole file.
  void verify() const;

 private:
  friend Model open_sections(std::unique_ptr<const SectionSource> source);
  explicit Model(std::unique_ptr<const OpenedModel> opened);
  void score_words(State& state, std::span<const text::WordId> words, bool with_end,
                   std::span<float> log_probs) const noexcept;
  std::unique_ptr<const OpenedModel> opened_;
};

}  // namespace calque::lm
