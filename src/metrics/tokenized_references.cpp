#include "metrics/tokenized_references.h"

#include <utility>

#include "base/error.h"

namespace calque::metrics {

TokenizedReferences::TokenizedReferences(const ReferenceSets& references, SegmentTokenizer tokenizer)
    : tokenizer_(std::move(tokenizer)) {
  CALQUE_CHECK(!references.empty());
  TokenBuffer buffer;
  std::vector<text::WordId> words;
  for (const auto& lines : references) {
    CALQUE_CHECK(lines.size() == references.front().size());
    text::Corpus& set = sets_.emplace_back();
    for (const std::string& line : lines) {
      tokenizer_.tokenize(line, buffer);
      words.clear();
      for (const std::string_view token : buffer.tokens) words.push_back(vocabulary_.add(token));
      set.add_sentence(words);
    }
  }
}

void TokenizedReferences::hypothesis_words(std::string_view line, TokenBuffer& buffer,
                                           std::vector<text::WordId>& words) const {
  tokenizer_.tokenize(line, buffer);
  words.clear();
  for (const std::string_view token : buffer.tokens)
    words.push_back(vocabulary_.find(token).value_or(kUnseenWord));
}

}  // namespace calque::metrics
