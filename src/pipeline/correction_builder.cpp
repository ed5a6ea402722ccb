#include "pipeline/correction_builder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "phrase/phrase_table.h"
#include "pipeline/pair_alignment.h"
#include "text/marks.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

constexpr std::size_t kBlock = 16;  // sentences that share a workspace
constexpr std::size_t kLongestPhrase = 7;
// Positions inside a phrase fit a byte.
constexpr std::size_t kMostAlignedWords = 255;
// Comparing and aligning longer ones would take long, and nobody corrects them twice.
constexpr std::size_t kMostComparedWords = 300;

// The phrase table counts every sentence once for each word alignment of the training text.
double alignment_count(const TranslationSystem& system) {
  const nlohmann::json alignments =
      system.manifest().value("/options/alignments"_json_pointer, nlohmann::json::array());
  return static_cast<double>(std::max<std::size_t>(1, alignments.size()));
}

class Builder {
 public:
  Builder(const TranslationSystem& system, const TextTranslator& translator, const std::vector<bool>& light)
      : system_(system), translator_(translator), light_(light), alignments_(alignment_count(system)) {}

  std::shared_ptr<const CorrectedSentence> build(std::string_view source, std::string_view target) {
    auto sentence = std::make_shared<CorrectedSentence>();
    sentence->source_text = source;
    sentence->target_text = target;
    CorrectedPhrase& whole = sentence->whole;
    whole.source = translator_.sentence_words(source);
    whole.target = system_.target_preparer().prepare(target);
    if (whole.source.empty() || whole.target.empty()) return nullptr;
    if (std::max(whole.source.size(), whole.target.size()) <= kMostComparedWords) compare(*sentence);
    return sentence;
  }

 private:
  void compare(CorrectedSentence& sentence) {
    CorrectedPhrase& whole = sentence.whole;
    Request request;
    request.text = sentence.source_text;
    request.split_sentences = false;
    const TranslatedText text = translator_.translate(request, workspace_);
    const decode::Translation& own = text.response.translations.at(text.chosen);
    WordChanges changed = changes(own.words, whole.target);
    std::vector<text::Link> links = edit_links(own.words.size(), own.alignment, changed);
    if (std::max(whole.source.size(), whole.target.size()) <= kMostAlignedWords) {
      for (const text::Link& link :
           align_pair(system_.models().phrases, whole.source, whole.target, links, system_.pair_model())) {
        whole.alignment.push_back(
            {static_cast<std::uint8_t>(link.source), static_cast<std::uint8_t>(link.target)});
        links.push_back(link);
      }
      // Phrases that are consistent with all of them are so with both, what the decoder did and what is known
      // of the words.
      std::sort(links.begin(), links.end());
      links.erase(std::unique(links.begin(), links.end()), links.end());
    }
    // Other marks are a matter of the sentence and not of its words.
    forget_marks(own.words, changed.before);
    forget_marks(whole.target, changed.after);
    if (!is_mostly_kept(whole.target, changed.after)) return;
    std::vector<bool> changed_source(whole.source.size());
    for (const text::Link& link : own.alignment) {
      if (changed.before[link.target]) changed_source[link.source] = true;
    }
    sentence.phrases = changed_phrases(whole, links, changed_source, changed.after, kLongestPhrase);
    for (CorrectedPhrase& phrase : *sentence.phrases) {
      phrase.training_count = training_count(phrase.source);
      phrase.new_words = new_words(phrase.target);
    }
    std::erase_if(*sentence.phrases, [&](const CorrectedPhrase& phrase) {
      return std::all_of(phrase.source.begin(), phrase.source.end(),
                         [&](const std::string& word) { return is_light(word); });
    });
  }

  static void forget_marks(const std::vector<std::string>& words, std::vector<bool>& changed) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (text::mark_of(words[i]) != text::Mark::kNone) changed[i] = false;
    }
  }

  // Of a sentence that says something else altogether, nobody can tell which words translate which.
  static bool is_mostly_kept(const std::vector<std::string>& target, const std::vector<bool>& changed) {
    std::size_t words = 0;
    std::size_t kept = 0;
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (text::mark_of(target[j]) != text::Mark::kNone) continue;
      ++words;
      if (!changed[j]) ++kept;
    }
    return 4 * kept >= 3 * words;
  }

  // 0 if the phrase table does not know it.
  double training_count(const std::vector<std::string>& words) const {
    const phrase::PhraseTable& table = system_.models().phrases;
    std::vector<text::WordId> ids;
    for (const std::string& word : words) {
      const auto id = table.source_vocabulary().find(word);
      if (!id) return 0;
      ids.push_back(*id);
    }
    const auto phrase = table.find(ids);
    return phrase ? table.source_count(*phrase) / alignments_ : 0;
  }

  std::uint32_t new_words(const std::vector<std::string>& words) const {
    const text::VocabularyView known = system_.models().phrases.target_vocabulary();
    return static_cast<std::uint32_t>(std::count_if(
        words.begin(), words.end(), [&](const std::string& word) { return !known.find(word); }));
  }

  bool is_light(const std::string& word) const {
    if (text::mark_of(word) != text::Mark::kNone) return true;
    const auto id = system_.models().phrases.source_vocabulary().find(word);
    return id && light_[text::index_of(*id)];
  }

  const TranslationSystem& system_;
  const TextTranslator& translator_;
  const std::vector<bool>& light_;
  const double alignments_;
  TextWorkspace workspace_;
};

// By source word, whether it is one of the few that stand everywhere. They are translated in too many ways
// for one sentence to say how. In most languages the square root of all words is about the number of function
// words.
std::vector<bool> frequent_words(const phrase::PhraseTable& table) {
  std::vector<std::pair<float, std::uint32_t>> counts;
  for (std::uint32_t i = 0; i < table.source_vocabulary().size(); ++i) {
    const text::WordId word{i};
    const auto phrase = table.find({&word, 1});
    counts.emplace_back(phrase ? table.source_count(*phrase) : 0.0F, i);
  }
  const auto frequent = static_cast<std::ptrdiff_t>(std::sqrt(static_cast<double>(counts.size())));
  std::partial_sort(counts.begin(), counts.begin() + frequent, counts.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first > b.first : a.second < b.second;
                    });
  std::vector<bool> is_frequent(counts.size());
  for (auto word = counts.begin(); word != counts.begin() + frequent; ++word)
    is_frequent[word->second] = true;
  return is_frequent;
}

using TextPair = std::pair<std::string_view, std::string_view>;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split_fields(text, "\n");
  for (std::string_view& line : lines) line = trim(line);
  std::erase(lines, std::string_view());
  return lines;
}

// The parts of a text with those of its translation; the whole if they are not as many.
std::vector<TextPair> paired(const TextPair& whole, const std::vector<std::string_view>& from,
                             const std::vector<std::string_view>& to) {
  if (from.size() < 2 || from.size() != to.size()) return {{trim(whole.first), trim(whole.second)}};
  std::vector<TextPair> pairs;
  for (std::size_t i = 0; i < from.size(); ++i) pairs.emplace_back(from[i], to[i]);
  return pairs;
}

// The sentences of a correction, line by line.
std::vector<TextPair> pairs_of(const Correction& correction, const TextTranslator& translator,
                               const text::SentenceSplitter& target) {
  std::vector<TextPair> pairs;
  for (const TextPair& line : paired({correction.source, correction.target}, lines_of(correction.source),
                                     lines_of(correction.target))) {
    const std::vector<TextPair> sentences =
        paired(line, translator.sentences(line.first), target.split(line.second));
    pairs.insert(pairs.end(), sentences.begin(), sentences.end());
  }
  return pairs;
}

}  // namespace

std::shared_ptr<const CorrectionOverlay> make_overlay(const TranslationSystem& system,
                                                      const TextTranslator& translator,
                                                      std::span<const Correction> corrections,
                                                      const CorrectionOverlay* known, ThreadPool& threads) {
  if (system.pre_image() != nullptr) {
    throw UsageError({}, "a model of kernel regression takes no corrections",
                     "use a model of 'calque train'");
  }
  std::map<std::pair<std::string_view, std::string_view>, std::shared_ptr<const CorrectedSentence>> ready;
  if (known != nullptr) {
    for (const auto& sentence : known->sentences())
      ready[{sentence->source_text, sentence->target_text}] = sentence;
  }
  const text::SentenceSplitter splitter(system.preparation().target_language);
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const Correction& correction : corrections) {
    text::check_utf8(correction.source, {});
    text::check_utf8(correction.target, {});
    for (const auto& pair : pairs_of(correction, translator, splitter)) pairs.push_back(pair);
  }
  std::vector<std::shared_ptr<const CorrectedSentence>> sentences(pairs.size());
  const std::vector<bool> light = frequent_words(system.models().phrases);
  threads.for_blocks(pairs.size(), kBlock, [&](const Block& block) {
    Builder builder(system, translator, light);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const auto found = ready.find(pairs[i]);
      sentences[i] = found != ready.end() ? found->second : builder.build(pairs[i].first, pairs[i].second);
    }
  });
  std::erase(sentences, nullptr);
  return std::make_shared<const CorrectionOverlay>(std::move(sentences));
}

}  // namespace calque::pipeline
