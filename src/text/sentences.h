// Running text into sentences.
//
// A translation model has learnt from single sentences; a line with several of them is translated sentence by
// sentence. Sentences end where Unicode's rules (UAX 29) say, but not after abbreviations, initials ("J.
// Bach") and, in languages that write ordinal numbers so, numbers ("am 3. Mai").
//
// Immutable and safe to share between threads.
#pragma once

#include <string_view>
#include <vector>

namespace calque::text {

struct LanguageRules;

class SentenceSplitter {
 public:
  // `language` is an ISO 639 code; empty or unknown: what languages have in common.
  explicit SentenceSplitter(std::string_view language);

  // The sentences of a line, in order, without the blanks between and around them; none if there is nothing
  // but blanks. Requires: well-formed UTF-8.
  std::vector<std::string_view> split(std::string_view line) const;

 private:
  const LanguageRules* rules_;
};

}  // namespace calque::text
