// Truecasing: every word in the form it has inside sentences, so that "The" and "the" are one word to the
// models.
//
// TruecaseTrainer counts, TruecaseModel is the result: immutable, safe to share between threads.
// The file is text (docs/formats/truecase-model.md). Loading throws UsageError if there is no such file and
// FormatError if it is not a truecase model, of another version, cut short or not in order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reporter.h"
#include "text/parallel_input.h"
#include "text/vocabulary.h"

namespace calque::text {

class TruecaseModel {
 public:
  // Puts the words at sentence starts (capital_places in capitals.h) into their usual form, and all words if
  // the sentence is in capitals. Words that are not in the model stay as they are.
  void apply(std::vector<std::string>& tokens) const;
  // The same for words between blanks; appends to `out`.
  void apply_line(std::string_view line, std::string& out) const;

  // The usual form of the word (in any case), or empty if the model does not know it. Lives as long as the
  // model.
  std::string_view usual_form(std::string_view word) const;
  std::size_t size() const { return forms_.size(); }
  const std::string& language() const { return language_; }

  std::string to_text() const;
  // `file` is for messages only.
  static TruecaseModel from_text(std::string_view text, const std::string& file);
  void save(const std::string& path) const;
  static TruecaseModel load(const std::string& path);

 private:
  friend class TruecaseTrainer;
  struct Form {
    std::string text;
    std::uint64_t count;  // how often the word was seen in this form
    std::uint64_t total;  // and in any form
  };

  std::string language_;
  Vocabulary lower_forms_;
  std::vector<Form> forms_;  // by id in lower_forms_, which are in byte order
};

class TruecaseTrainer {
 public:
  explicit TruecaseTrainer(std::string language) : language_(std::move(language)) {}

  // Words whose place tells nothing (unclear_places in capitals.h) count only if the word is seen nowhere
  // else.
  void add(const std::vector<std::string>& tokens);
  // Of equally frequent forms the one with fewer capitals wins, then the first in byte order.
  TruecaseModel train() const;

 private:
  struct Counts {
    std::uint64_t inside = 0;
    std::uint64_t at_start = 0;
  };

  std::string language_;
  Vocabulary forms_;
  std::vector<Counts> counts_;  // by id in forms_
};

// Of a file of tokenised text ("-": standard input). Unless `bad_lines` is kThrow, lines that are not UTF-8
// are left out, with a warning.
TruecaseModel train_truecase_model(const std::string& path, const std::string& language,
                                   BadLinePolicy bad_lines, Reporter& reporter);

}  // namespace calque::text
