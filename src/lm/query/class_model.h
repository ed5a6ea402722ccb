// A language model over word classes: the model's words are class numbers, and a text is scored as the
// sequence of the classes of its words.
//
// Train it on a text in which every word is replaced by its class number. The probabilities are those of
// classes; which word of its class a word is adds nothing. Immutable and safe to share; the model must
// outlive it.
#pragma once

#include <string_view>
#include <vector>

#include "lm/query/model.h"
#include "lm/query/perplexity.h"
#include "text/word_classes_file.h"

namespace calque::lm {

class ClassModel {
 public:
  ClassModel(const Model& model, text::WordClassTable classes);

  const Model& model() const noexcept { return model_; }
  // The model's id for the class of a word. A word without class counts as one of the unknown class.
  text::WordId find(std::string_view word) const;
  // The same for every word of a vocabulary, for callers that keep ids of their own.
  std::vector<text::WordId> ids_for(text::VocabularyView words) const;

  // As score_line(): words without class are unknown.
  TextScore score_line(std::string_view line) const;

 private:
  const Model& model_;
  text::WordClassTable classes_;
  std::vector<text::WordId> class_ids_;  // the model's id of each class
};

}  // namespace calque::lm
