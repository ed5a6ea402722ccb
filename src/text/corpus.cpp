#include "text/corpus.h"

#include "base/parse.h"

namespace calque::text {

void Corpus::add_line(std::string_view line, Vocabulary& vocabulary) {
  for (const std::string_view word : split_words(line)) tokens_.push_back(vocabulary.add(word));
  offsets_.push_back(tokens_.size());
}

void Corpus::add_sentence(std::span<const WordId> words) {
  tokens_.insert(tokens_.end(), words.begin(), words.end());
  offsets_.push_back(tokens_.size());
}

}  // namespace calque::text
