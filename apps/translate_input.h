// The lines that `calque translate` reads, with markup and given translations.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decode/markup.h"
#include "pipeline/system.h"
#include "store/text_file.h"

namespace calque::apps {

struct InputOptions {
  std::string model;        // folder
  std::string input = "-";  // text to translate
  std::string reference;    // translations to reach, line by line; empty: none
  bool markup = false;
  bool inclusive = false;        // suggestions compete with the model's own translations
  bool punctuation = false;      // walls at punctuation marks
  decode::SearchOptions search;  // that settings in the markup change
};

// One line, ready for the decoder.
struct InputLine {
  std::uint64_t number = 0;  // from 0
  std::string raw;
  std::string plain;  // without markup
  decode::MarkedLine marked;
  std::optional<std::vector<std::string>> reference;
  std::optional<decode::SearchOptions> search;
};

// Not to be shared between threads.
class TranslationInput {
 public:
  // `system` must outlive it. Throws UsageError if a file cannot be opened.
  TranslationInput(const InputOptions& options, const pipeline::TranslationSystem& system);

  // False at the end. Throws DataError with file and line for what cannot be read.
  bool next(InputLine& line);

 private:
  void read_marked(InputLine& line);
  void read_reference(InputLine& line);

  InputOptions options_;
  const pipeline::TranslationSystem& system_;
  store::LineReader reader_;
  std::optional<store::LineReader> references_;
  std::optional<text::SourcePreparer> source_preparer_;
  std::optional<text::TargetPreparer> target_preparer_;
};

// Views into the line.
decode::Request request_for(const InputLine& line, std::vector<std::string_view>& words);

}  // namespace calque::apps
