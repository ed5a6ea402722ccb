#include "pipeline/correction_overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parse.h"
#include "phrase/extract.h"

namespace calque::pipeline {
namespace {

// A correction is worth as much as the phrase standing so in this many sentences of the training text:
// somebody looked at it.
constexpr double kOccurrences = 10;
// What a language model may say against a word that it does not know and the words beside it, as a natural
// logarithm.
constexpr double kNewWordMargin = 6;
// Of one source phrase; the latest.
constexpr std::size_t kMostChoices = 4;

std::string key_of(std::span<const std::string> words) {
  std::string key;
  for (const std::string& word : words) {
    if (!key.empty()) key += ' ';
    key += word;
  }
  return key;
}

// Calls `use(span, key)` for all phrases of up to `longest` words.
template <typename Use>
void for_phrases(std::span<const std::string> words, std::size_t longest, const Use& use) {
  for (std::uint32_t begin = 0; begin < words.size(); ++begin) {
    std::string key;
    for (std::uint32_t end = begin + 1; end <= words.size() && end - begin <= longest; ++end) {
      if (!key.empty()) key += ' ';
      key += words[end - 1];
      use(text::Span{begin, end}, key);
    }
  }
}

// A side of a corrected sentence.
struct Side {
  const std::vector<bool>& changed;
  std::vector<bool> linked;

  bool changed_in(text::Span span) const {
    return std::find(changed.begin() + span.begin, changed.begin() + span.end, true) !=
           changed.begin() + span.end;
  }
  bool has_clear_edges(text::Span span) const { return linked[span.begin] && linked[span.end - 1]; }
};

std::vector<std::string> part_of(const std::vector<std::string>& words, text::Span span) {
  return {words.begin() + span.begin, words.begin() + span.end};
}

}  // namespace

std::vector<CorrectedPhrase> changed_phrases(const CorrectedPhrase& whole, std::span<const text::Link> links,
                                             const std::vector<bool>& changed_source,
                                             const std::vector<bool>& changed_target,
                                             std::size_t max_length) {
  phrase::PhraseExtractor extractor({.max_length = max_length});
  std::vector<phrase::Occurrence> occurrences;
  extractor.extract(
      {.source_length = whole.source.size(), .target_length = whole.target.size(), .links = links},
      occurrences);
  Side source{changed_source, std::vector<bool>(whole.source.size())};
  Side target{changed_target, std::vector<bool>(whole.target.size())};
  for (const text::Link& link : links) source.linked[link.source] = target.linked[link.target] = true;
  std::vector<CorrectedPhrase> phrases;
  for (const phrase::Occurrence& occurrence : occurrences) {
    if (!source.changed_in(occurrence.source()) && !target.changed_in(occurrence.target())) continue;
    if (!source.has_clear_edges(occurrence.source()) || !target.has_clear_edges(occurrence.target()))
      continue;
    CorrectedPhrase& phrase = phrases.emplace_back();
    phrase.source = part_of(whole.source, occurrence.source());
    phrase.target = part_of(whole.target, occurrence.target());
    for (const text::Link& link : phrase::inner_links(links, occurrence)) {
      phrase.alignment.push_back({static_cast<std::uint8_t>(link.source - occurrence.source_begin),
                                  static_cast<std::uint8_t>(link.target - occurrence.target_begin)});
    }
  }
  return phrases;
}

WordChanges changes(std::span<const std::string> before, std::span<const std::string> after) {
  // longest[i][j]: of the subsequences of before[i..] and after[j..].
  const std::size_t width = after.size() + 1;
  std::vector<std::uint32_t> longest((before.size() + 1) * width);
  for (std::size_t i = before.size(); i-- > 0;) {
    for (std::size_t j = after.size(); j-- > 0;) {
      longest[i * width + j] = before[i] == after[j]
                                   ? longest[(i + 1) * width + j + 1] + 1
                                   : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  WordChanges found{std::vector<bool>(before.size(), true), std::vector<bool>(after.size(), true)};
  for (std::size_t i = 0, j = 0; i < before.size() && j < after.size();) {
    if (before[i] == after[j]) {
      found.before[i++] = false;
      found.after[j++] = false;
    } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

std::vector<text::Link> edit_links(std::size_t words_before, std::span<const text::Link> links_before,
                                   const WordChanges& changed) {
  // The words after the change that each word before it became.
  std::vector<text::Span> became(words_before);
  std::uint32_t after = 0;
  for (std::size_t before = 0; before < words_before;) {
    std::uint32_t end = after;
    while (end < changed.after.size() && changed.after[end]) ++end;
    for (; before < words_before && changed.before[before]; ++before) became[before] = {after, end};
    if (before < words_before) became[before++] = {end, end + 1};
    after = end + 1;
  }
  std::vector<text::Link> links;
  for (const text::Link& link : links_before) {
    const text::Span span = became[link.target];
    for (std::uint32_t i = span.begin; i < span.end; ++i) links.push_back({link.source, i});
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

CorrectionOverlay::CorrectionOverlay(std::vector<std::shared_ptr<const CorrectedSentence>> sentences)
    : sentences_(std::move(sentences)) {
  for (const auto& sentence : sentences_) {
    whole_[key_of(sentence->whole.source)] = sentence.get();
    texts_.insert(sentence->source_text);
  }
  // Of a sentence that was corrected twice the last correction alone counts.
  std::vector<const CorrectedSentence*> counted;
  for (const auto& sentence : sentences_) {
    if (sentence->phrases && find(sentence->whole.source) == sentence.get())
      counted.push_back(sentence.get());
  }
  for (const CorrectedSentence* sentence : counted) add_phrases_of(*sentence);
  for (const CorrectedSentence* sentence : counted) count_phrases_in(*sentence);
}

void CorrectionOverlay::add_phrases_of(const CorrectedSentence& sentence) {
  // The first of several translations of one phrase in one sentence has the fewest words around it.
  std::map<std::string, const CorrectedPhrase*> own;
  for (const CorrectedPhrase& phrase : *sentence.phrases) {
    longest_ = std::max(longest_, phrase.source.size());
    const CorrectedPhrase*& best = own[key_of(phrase.source)];
    if (best == nullptr || phrase.target.size() < best->target.size()) best = &phrase;
  }
  for (const auto& [key, phrase] : own) {
    auto& choices = phrases_[key].choices;
    const auto same = std::find_if(
        choices.begin(), choices.end(),
        [target = &phrase->target](const auto& choice) { return choice.phrase->target == *target; });
    double count = 1;
    if (same != choices.end()) {
      count += same->count;
      choices.erase(same);
    }
    choices.push_back({phrase, count});
  }
}

void CorrectionOverlay::count_phrases_in(const CorrectedSentence& sentence) {
  for_phrases(sentence.whole.source, longest_, [&](text::Span, const std::string& key) {
    const auto found = phrases_.find(key);
    if (found == phrases_.end() || found->second.last == &sentence) return;
    found->second.last = &sentence;
    ++found->second.count;
  });
}

const CorrectedSentence* CorrectionOverlay::find(std::span<const std::string> words) const {
  const auto found = whole_.find(key_of(words));
  return found == whole_.end() ? nullptr : found->second;
}

bool CorrectionOverlay::has_text(std::string_view text) const {
  return texts_.contains(std::string(trim(text)));
}

void CorrectionOverlay::add_phrases(std::span<const std::string> words,
                                    std::vector<decode::Suggestion>& suggestions) const {
  const std::size_t given = suggestions.size();
  const auto is_taken = [&](text::Span span) {
    return std::any_of(suggestions.begin(), suggestions.begin() + static_cast<std::ptrdiff_t>(given),
                       [&](const decode::Suggestion& other) {
                         return other.exclusive && other.source.begin < span.end &&
                                span.begin < other.source.end;
                       });
  };
  for_phrases(words, longest_, [&](text::Span span, const std::string& key) {
    const auto found = phrases_.find(key);
    if (found == phrases_.end() || is_taken(span)) return;
    const PhraseEntry& entry = found->second;
    const auto offered = std::min(entry.choices.size(), kMostChoices);
    for (auto choice = entry.choices.end() - static_cast<std::ptrdiff_t>(offered);
         choice != entry.choices.end(); ++choice) {
      const double occurrences = choice->phrase->training_count + kOccurrences * entry.count;
      suggestions.push_back({.source = span,
                             .words = choice->phrase->target,
                             .log_prob = std::log(kOccurrences * choice->count / occurrences),
                             .exclusive = false,
                             .preferred = true,
                             .margin = kNewWordMargin * choice->phrase->new_words,
                             .alignment = choice->phrase->alignment});
    }
  });
}

}  // namespace calque::pipeline
