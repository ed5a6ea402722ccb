#include "pipeline/dropped_words.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "text/marks.h"

namespace calque::pipeline {
namespace {

// A translation is usual if at least this share of the uses of a word has it.
constexpr double kUsualShare = 0.1;

}  // namespace

DroppedWords::DroppedWords(const phrase::PhraseTable& phrases, std::string_view function_words,
                           const std::string& file)
    : phrases_(phrases), is_function_word_(phrases.source_vocabulary().size()) {
  std::uint64_t line = 0;
  for (const std::string_view word : split_fields(function_words, "\n")) {
    ++line;
    if (word.empty()) continue;
    const auto id = phrases.source_vocabulary().find(word);
    if (!id) {
      throw FormatError({file, line}, fmt::format("'{}' is no word of the phrase table", word),
                        "copy the model again or train it again");
    }
    is_function_word_[text::index_of(*id)] = true;
  }
}

std::vector<std::uint32_t> DroppedWords::find(std::span<const std::string> source,
                                              std::span<const decode::Suggestion> suggestions,
                                              const decode::Translation& translation) const {
  std::vector<bool> said(source.size());
  for (const text::Link& link : translation.alignment) said[link.source] = true;
  for (const decode::Suggestion& suggestion : suggestions) {
    const auto used = [&](const decode::PhraseStep& step) { return step.source == suggestion.source; };
    if (std::none_of(translation.phrases.begin(), translation.phrases.end(), used)) continue;
    for (std::uint32_t i = suggestion.source.begin; i < suggestion.source.end; ++i) said[i] = true;
  }
  std::vector<std::uint32_t> dropped;
  for (std::uint32_t i = 0; i < source.size(); ++i) {
    if (said[i] || text::mark_of(source[i]) != text::Mark::kNone) continue;
    const auto id = phrases_.source_vocabulary().find(source[i]);
    if (id && (is_function_word_[text::index_of(*id)] || has_usual_translation(*id, translation.words)))
      continue;
    dropped.push_back(i);
  }
  return dropped;
}

bool DroppedWords::has_usual_translation(text::WordId word, std::span<const std::string> target) const {
  const auto phrase = phrases_.find({&word, 1});
  if (!phrase) return false;
  const text::VocabularyView words = phrases_.target_vocabulary();
  const double uses = double{phrases_.source_count(*phrase)};
  for (std::size_t i = 0; i < phrases_.translation_count(*phrase); ++i) {
    const phrase::Translation usual = phrases_.translation(*phrase, i);
    if (i > 0 && double{usual.joint_count} < kUsualShare * uses) break;
    const auto equal = [&](const std::string& text, text::WordId id) { return text == words.word(id); };
    if (std::search(target.begin(), target.end(), usual.target.begin(), usual.target.end(), equal) !=
        target.end())
      return true;
  }
  return false;
}

}  // namespace calque::pipeline
