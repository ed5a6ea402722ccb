// A language model as plain arrays: what the estimator and the ARPA reader make and the writers take.
//
// The n-grams form a trie that grows to the left: the n-grams of one length are sorted by their last word,
// then by the word before it, and so on. Each knows the shorter n-grams it is made of by number, so no n-gram
// stores its words and none has to be searched for. A plain value; reading is safe from many threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "text/types.h"
#include "text/vocabulary.h"

namespace calque::lm {

// Longest n-gram of any model. The size of lm::State and the header of binary files follow from it.
inline constexpr unsigned kMaxOrder = 10;

// The three words every model has, in this order.
inline constexpr text::WordId kUnknownId{0};
inline constexpr text::WordId kSentenceBeginId{1};
inline constexpr text::WordId kSentenceEndId{2};
inline constexpr auto kUnknownIndex = static_cast<std::uint32_t>(kUnknownId);
inline constexpr auto kSentenceBeginIndex = static_cast<std::uint32_t>(kSentenceBeginId);
inline constexpr auto kSentenceEndIndex = static_cast<std::uint32_t>(kSentenceEndId);
inline constexpr const char* kUnknownWord = "<unk>";
inline constexpr const char* kSentenceBeginWord = "<s>";
inline constexpr const char* kSentenceEndWord = "</s>";

// A vocabulary that holds just the three.
text::Vocabulary initial_vocabulary();

inline constexpr std::uint32_t kNoNgram = 0xffffffffU;

// All n-grams of one length n. Unigram i is word i.
struct NgramLevel {
  std::vector<std::uint32_t> first_word;  // the leftmost word
  std::vector<std::uint32_t> suffix;   // number, one level below, of the n-gram without its first word; n > 1
  std::vector<std::uint32_t> context;  // number, one level below, of the n-gram without its last word; n > 1
  std::vector<float> log_prob;         // natural log p(last word | the words before it)
  std::vector<float> backoff;          // natural log; empty at the highest order

  std::size_t size() const { return first_word.size(); }
};

// What is taken off counts of 1, 2 and 3 or more.
struct Discounts {
  std::array<double, 3> amount{};
  bool is_fallback = false;  // not estimated: the data were too few or too odd

  double of(std::uint32_t count) const { return count == 0 ? 0.0 : amount[count < 3 ? count - 1 : 2]; }
};

struct NgramModelData {
  text::Vocabulary vocabulary;       // begins with <unk>, <s>, </s>
  std::vector<NgramLevel> levels;    // levels[n - 1] holds the n-grams of length n
  std::vector<Discounts> discounts;  // one for each order if estimated here, empty if read from a file

  unsigned order() const { return static_cast<unsigned>(levels.size()); }
};

// The words of n-gram `index` of length words.size(), in reading order.
void words_of(const NgramModelData& data, std::uint32_t index, std::span<std::uint32_t> words);

// Where the left extensions of each n-gram of length n lie at length n + 1: those of i are [result[i],
// result[i + 1]).
std::vector<std::uint32_t> extension_offsets(const NgramLevel& shorter, const NgramLevel& longer);

// Fills levels[n - 1].context from the other arrays (n > 1, shorter levels linked before); an n-gram whose
// context is not in the model gets kNoNgram. Returns how many those are. Works alone without `threads`.
std::size_t link_contexts(std::span<NgramLevel> levels, unsigned n, ThreadPool* threads = nullptr);

// For each n-gram of length n: 1 if a longer n-gram begins with it. Requires: n < order.
std::vector<std::uint8_t> extends_right(const NgramModelData& data, unsigned n);

}  // namespace calque::lm
