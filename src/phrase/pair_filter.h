// Applies PairRules to the phrase pairs of a corpus.
//
// Immutable once made; shareable between threads. Keeps views of the corpus, which must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrase/extract.h"
#include "phrase/function_words.h"
#include "phrase/pair_rules.h"
#include "text/corpus.h"
#include "text/han_numbers.h"
#include "text/marks.h"
#include "text/number_words.h"
#include "text/types.h"

namespace calque::phrase {

// Hour and minutes of a number such as "2:30", without leading zeros.
struct ClockTime {
  std::string hour, minutes;
};

// A number in digits.
struct WrittenNumber {
  std::string digits;                  // without leading zeros and what stands between them
  std::optional<std::uint64_t> value;  // if it is a whole number that words may say
  std::optional<ClockTime> clock;      // if it may be one
  bool two_or_three = false;           // "２、３", which is "a few" as well
};

class PairFilter {
 public:
  // Requires: corpus and alignments fit together (check_fit).
  PairFilter(const text::ParallelCorpus& corpus, const Alignments& alignments, const PairRules& rules);

  // What a sentence pair has that the rules look at: scratch memory of one thread.
  struct Sentence {
    std::span<const text::WordId> source;
    std::span<const text::WordId> target;
    std::vector<std::string_view> source_words;
    std::vector<std::string_view> target_words;
    std::vector<text::HanNumber> han_numbers;
    bool has_numbers = false;
  };
  void read(std::size_t sentence, Sentence& read) const;
  // Whether the rules allow a pair of spans of that sentence pair.
  bool allows(const Sentence& sentence, text::Span source, text::Span target) const;

 private:
  struct Side {
    std::vector<text::Mark> marks;       // by word
    std::vector<std::int8_t> quotes;     // by word: 1 for a mark that opens, -1 for one that closes
    std::vector<std::uint32_t> numbers;  // by word: 1 + place in `written`, or 0
    std::vector<WrittenNumber> written;
    std::vector<bool> han;  // by word: has a Chinese numeral
  };
  using Numbers = std::vector<const WrittenNumber*>;
  using MarkCounts = std::array<std::uint32_t, text::kMarkKinds>;

  static Side describe(const text::Vocabulary& vocabulary);
  static std::vector<std::uint64_t> values_of(const Side& side);
  // Those of the whole corpus that words may say.
  void add_han_numbers(std::vector<std::uint64_t>& values) const;
  static MarkCounts count(const Side& side, std::span<const text::WordId> words);

  // `at_end`: the source phrase ends its sentence.
  bool same_marks(std::span<const text::WordId> source, std::span<const text::WordId> target,
                  bool at_end) const;
  bool same_sides(std::span<const text::WordId> source, std::span<const text::WordId> target) const;
  bool has_content(std::span<const text::WordId> source) const;
  bool same_numbers(const Sentence& sentence, text::Span source, text::Span target) const;
  static Numbers numbers_of(const Side& side, std::span<const text::WordId> words, text::Span span,
                            std::span<const text::HanNumber> others);
  static bool take(Numbers& numbers, std::string_view digits);
  static void match_clocks(Numbers& clocks, Numbers& others, std::span<const std::string_view> other_words);
  bool said_without_number(const WrittenNumber& number, std::span<const std::string_view> words) const;
  bool target_says(std::optional<std::uint64_t> number, const Sentence& sentence, text::Span source,
                   text::Span target) const;

  const text::ParallelCorpus& corpus_;
  PairRules rules_;
  Side source_;
  Side target_;
  std::optional<FunctionWords> function_words_;
  std::optional<text::NumberWords> source_number_words_;  // saying what target words have in digits
  std::optional<text::NumberWords> target_number_words_;  // and the other way round
};

}  // namespace calque::phrase
