#include "pipeline/phrase_lookup.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "pipeline/corpus_file.h"
#include "pipeline/manifest.h"
#include "text/preparation.h"

namespace calque::pipeline {
namespace {

// Nothing if a word is not in the vocabulary.
std::optional<std::vector<text::WordId>> ids_of(std::span<const std::string> words,
                                                text::VocabularyView vocabulary) {
  std::vector<text::WordId> ids;
  for (const std::string& word : words) {
    const auto id = vocabulary.find(word);
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  return ids;
}

}  // namespace

std::vector<PhraseEntry> look_up(const TranslationSystem& system, std::span<const std::string> words) {
  const phrase::PhraseTable& table = system.models().phrases;
  const auto ids = ids_of(words, table.source_vocabulary());
  if (!ids || ids->empty()) return {};
  const auto phrase = table.find(*ids);
  if (!phrase) return {};
  std::vector<PhraseEntry> entries;
  for (std::size_t i = 0; i < table.translation_count(*phrase); ++i) {
    const phrase::Translation translation = table.translation(*phrase, i);
    std::vector<std::string_view> target;
    for (const text::WordId word : translation.target) target.push_back(table.target_vocabulary().word(word));
    PhraseEntry& entry = entries.emplace_back();
    entry.target = system.restorer().restore_phrase(target);
    entry.count = double{translation.joint_count};
    entry.probability =
        std::exp(double{translation.log_scores[phrase::index_of(phrase::Score::kTargetGivenSource)]});
    entry.features.assign(translation.log_scores.begin(), translation.log_scores.end());
  }
  return entries;
}

std::vector<SentencePair> find_examples(const TranslationSystem& system, std::span<const std::string> words,
                                        std::size_t count) {
  const std::string path = system.path(kCorpusFile);
  if (words.empty() || count == 0 || !std::filesystem::exists(path)) return {};
  const CorpusView corpus = CorpusView::open(path);
  std::vector<std::size_t> found = corpus.find(words);
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return corpus.source_length(a) < corpus.source_length(b);
  });
  const text::Restorer source = system.source_restorer();
  std::vector<SentencePair> pairs;
  std::set<std::string> seen;
  for (const std::size_t i : found) {
    if (pairs.size() == count) break;
    SentencePair pair{source.restore(corpus.source(i), {}), system.restorer().restore(corpus.target(i), {})};
    if (seen.insert(pair.source + '\n' + pair.target).second) pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace calque::pipeline
