#include "lm/query/class_model.h"

#include <string>
#include <utility>

#include "base/parse.h"

namespace calque::lm {

ClassModel::ClassModel(const Model& model, text::WordClassTable classes)
    : model_(model), classes_(std::move(classes)) {
  for (std::size_t i = 0; i < classes_.classes.classes; ++i)
    class_ids_.push_back(model_.find(std::to_string(i)));
}

text::WordId ClassModel::find(std::string_view word) const {
  const std::size_t index = classes_.class_of(word);
  return index < class_ids_.size() ? class_ids_[index] : model_.unknown();
}

std::vector<text::WordId> ClassModel::ids_for(text::VocabularyView words) const {
  std::vector<text::WordId> ids;
  ids.reserve(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) ids.push_back(find(words.word(text::WordId{i})));
  return ids;
}

TextScore ClassModel::score_line(std::string_view line) const {
  const std::vector<std::string_view> pieces = split_words(line);
  std::vector<text::WordId> ids;
  for (const std::string_view piece : pieces) ids.push_back(find(piece));
  std::vector<float> log_probs(ids.size() + 1);
  model_.score_sentence(ids, log_probs);
  TextScore score;
  score.sentences = 1;
  for (std::size_t i = 0; i < ids.size(); ++i)
    add_token(score, double{log_probs[i]}, classes_.find(pieces[i]).has_value());
  add_token(score, double{log_probs.back()}, true);
  return score;
}

}  // namespace calque::lm
