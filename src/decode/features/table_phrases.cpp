#include "decode/features/table_phrases.h"

#include <utility>

namespace calque::decode {

TablePhrases::TablePhrases(std::shared_ptr<const phrase::PhraseTable> table) : table_(std::move(table)) {}

std::optional<text::WordId> TablePhrases::source_word(std::string_view word) const {
  return table_->source_vocabulary().find(word);
}

std::string_view TablePhrases::target_word(text::WordId word) const {
  return table_->target_vocabulary().word(word);
}

std::size_t TablePhrases::target_vocabulary_size() const {
  return table_->target_vocabulary().size();
}

std::size_t TablePhrases::max_source_length() const {
  return table_->max_source_length();
}

void TablePhrases::append_translations(std::span<const text::WordId> source,
                                       std::vector<phrase::Translation>& out) const {
  const auto phrase = table_->find(source);
  if (!phrase) return;
  const std::size_t count = table_->translation_count(*phrase);
  for (std::size_t i = 0; i < count; ++i) out.push_back(table_->translation(*phrase, i));
}

}  // namespace calque::decode
