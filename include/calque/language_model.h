// N-gram language models: load one and score text with it.
//
//   const calque::LanguageModel model = calque::LanguageModel::load("news.arpa");
//   std::cout << model.score("this is a sentence").log10 << '\n';
//
// Immutable and safe for any number of threads; copies share the loaded model. Text is tokenised: words
// between blanks. Probabilities are logarithms to base 10, as language model tools print them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calque/export.h"
#include "calque/text_score.h"

namespace calque {

// What the model says about one word in its context.
struct WordScore {
  double log10 = 0;
  bool oov = false;
};

class CALQUE_API LanguageModel {
 public:
  // The words that the next word's probability depends on. A value; compares by what it means to the model.
  class State {
   public:
    bool operator==(const State&) const = default;

   private:
    friend class LanguageModel;
    std::uint32_t length_ = 0;
    std::array<std::uint32_t, 9> words_{};
    std::array<float, 9> backoffs_{};
  };

  // A binary model or ARPA text, plain or compressed. Throws UsageError if there is no such file, FormatError
  // or DataError for a damaged one.
  static LanguageModel load(const std::string& path);

  // Words between <s> and </s>.
  TextScore score(std::string_view sentence) const;
  // The same word by word, with or without the sentence marks around: one entry for each word and, with
  // `end`, one for </s>.
  std::vector<WordScore> word_scores(std::string_view sentence, bool begin = true, bool end = true) const;

  // For programs that build sentences word by word.
  State begin_state() const;  // after <s>
  State empty_state() const;  // no context
  // log10 p(word | before); `after` becomes the state after the word and may be the same object as `before`.
  double score(const State& before, std::string_view word, State& after) const;
  double score_end(const State& before) const;  // of </s>

  unsigned order() const;
  bool contains(std::string_view word) const;
  std::uint64_t ngram_count(unsigned length) const;  // Requires: 1 <= length <= order()

 private:
  struct Shared;
  explicit LanguageModel(std::shared_ptr<const Shared> shared);
  std::shared_ptr<const Shared> shared_;
};

}  // namespace calque
