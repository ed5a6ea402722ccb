#include "align/text_numberer.h"

#include "align/lexical_table.h"
#include "base/parse.h"

namespace calque::align {

void TextNumberer::add(std::string_view line, text::Corpus& corpus) {
  split_words(line, line_);
  ids_.clear();
  for (const std::string_view word : line_) {
    const auto id = vocabulary_.find(word);
    ids_.push_back(id.value_or(kUnknownWord));
    known_words_ += id ? 1 : 0;
  }
  words_ += line_.size();
  corpus.add_sentence(ids_);
}

}  // namespace calque::align
