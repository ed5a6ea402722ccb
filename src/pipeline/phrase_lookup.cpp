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

std::string sentence_text(const text::Restorer& restorer, std::span<const text::WordId> sentence,
                          text::VocabularyView vocabulary) {
  std::vector<std::string_view> words;
  for (const text::WordId word : sentence) words.push_back(vocabulary.word(word));
  return restorer.restore(words, {});
}

bool holds(std::span<const text::WordId> sentence, const std::vector<text::WordId>& phrase) {
  return std::search(sentence.begin(), sentence.end(), phrase.begin(), phrase.end()) != sentence.end();
}

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
  const text::ParallelCorpus corpus = read_corpus(path).corpus;
  const auto phrase = ids_of(words, corpus.source_vocabulary);
  if (!phrase) return {};
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < corpus.size(); ++i) {
    if (holds(corpus.source.sentence(i), *phrase)) found.push_back(i);
  }
  std::stable_sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
    return corpus.source.sentence(a).size() < corpus.source.sentence(b).size();
  });
  const text::Restorer source = system.source_restorer();
  std::vector<SentencePair> pairs;
  std::set<std::string> seen;
  for (const std::uint32_t i : found) {
    if (pairs.size() == count) break;
    SentencePair pair{sentence_text(source, corpus.source.sentence(i), corpus.source_vocabulary),
                      sentence_text(system.restorer(), corpus.target.sentence(i), corpus.target_vocabulary)};
    if (seen.insert(pair.source + '\n' + pair.target).second) pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace calque::pipeline
