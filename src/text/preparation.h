// How running text becomes the words a model is trained on, and how the model's words become running text
// again.
//
// A model records its Preparation (as text, docs/formats/preparation.md), so that translating treats text
// exactly as training did. The preparers and the restorer are immutable and may be shared between threads;
// they share ownership of the truecase model.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "base/reporter.h"
#include "text/detokenizer.h"
#include "text/mark_forms.h"
#include "text/numerals.h"
#include "text/offset_map.h"
#include "text/tokenizer.h"
#include "text/truecaser.h"

namespace calque::text {

enum class Casing {
  kKeep,
  kLower,     // everything in small letters
  kTruecase,  // the first words of sentences in their usual form (truecaser.h)
};
constexpr auto enum_names(Casing) {
  using enum Casing;
  return EnumNames<Casing>("unknown casing", {{"keep", kKeep}, {"lower", kLower}, {"truecase", kTruecase}});
}

struct Preparation {
  std::string source_language;  // ISO 639, "en" or "pt-BR"; may be empty
  std::string target_language;
  // Words already stand between blanks: nothing is cut or joined, and output words are separated by blanks.
  bool pretokenized = false;
  Casing casing = Casing::kTruecase;
  int tokenizer_version = kTokenizerVersion;
  MarkHabits target_marks{};  // of the target side of the training text (mark_forms.h)

  bool operator==(const Preparation&) const = default;
};

// Warns, once for both sides, if a language is not given or has no rules of its own: words are then cut by
// what languages have in common. Silent for pretokenised text.
void warn_of_languages(const Preparation& preparation, Reporter& reporter);
// The same for one language that was asked for.
void warn_of_language(std::string_view language, Reporter& reporter);

// "key=value" lines.
std::string to_text(const Preparation& preparation);
// Throws FormatError (naming `file` and the line) for an unknown or repeated key, a wrong value, a missing
// key, and a tokeniser version other than this program's unless the text is pretokenised.
Preparation parse_preparation(std::string_view text, const std::string& file);

// One language's running text to words. Used for both sides in training, for the source in translation.
class Preparer {
 public:
  // Requires: `truecaser` is there if casing is kTruecase.
  // Numbers are written as `output_language` does: a number that is carried over must look right there.
  Preparer(const Preparation& preparation, std::string_view language, std::string_view output_language,
           std::shared_ptr<const TruecaseModel> truecaser);

  // Replaces the content of `tokens`. Empty for a blank line.
  void prepare(std::string_view line, std::vector<std::string>& tokens) const;
  std::vector<std::string> prepare(std::string_view line) const;
  // Where the tokens of the line stand in it.
  std::vector<ByteRange> token_ranges(std::string_view line) const;
  // Only the cutting, without change of case: what a truecaser is trained on.
  void cut(std::string_view line, std::vector<std::string>& tokens) const;
  // Only the change of case, on words already cut.
  void change_case(std::vector<std::string>& tokens) const;

 private:
  bool pretokenized_;
  Casing casing_;
  std::string language_;
  DecimalMark own_mark_;
  DecimalMark output_mark_;
  Tokenizer tokenizer_;
  std::shared_ptr<const TruecaseModel> truecaser_;
};

class SourcePreparer : public Preparer {
 public:
  SourcePreparer(const Preparation& preparation, std::shared_ptr<const TruecaseModel> truecaser)
      : Preparer(preparation, preparation.source_language, preparation.target_language,
                 std::move(truecaser)) {}
};

class TargetPreparer : public Preparer {
 public:
  TargetPreparer(const Preparation& preparation, std::shared_ptr<const TruecaseModel> truecaser)
      : Preparer(preparation, preparation.target_language, preparation.target_language,
                 std::move(truecaser)) {}
};

// Words of the target language to finished text.
class Restorer {
 public:
  explicit Restorer(const Preparation& preparation);

  // `source_line` is the raw sentence that was translated: sentences of the output start with capitals
  // (capitals.h) unless the source starts small, and
  // apostrophes and marks (mark_forms.h) are printed as the source has them.
  // Pretokenised text is joined by blanks, and changes case only if the model truecases.
  std::string restore(std::span<const std::string_view> tokens, std::string_view source_line) const;
  // Also where each token stands in the text; `ranges` is replaced.
  std::string restore(std::span<const std::string_view> tokens, std::string_view source_line,
                      std::vector<ByteRange>& ranges) const;
  // A piece of a sentence by itself: without capitals, with the marks that the language has most often.
  std::string restore_phrase(std::span<const std::string_view> tokens) const;

 private:
  // `ranges`: may be null.
  std::string restore(std::span<const std::string_view> tokens, std::string_view source_line,
                      std::vector<ByteRange>* ranges) const;
  std::string join(std::vector<std::string>& words, const MarkHabits& marks,
                   std::vector<ByteRange>* ranges) const;

  bool pretokenized_;
  Casing casing_;
  std::string language_;
  MarkHabits habits_;
  Detokenizer detokenizer_;
};

}  // namespace calque::text
