#include "pipeline/glossary.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/types.h"

namespace calque::pipeline {

GlossaryTerms::GlossaryTerms(std::span<const GlossaryEntry> entries, std::span<const std::string> kept_words,
                             const GlossaryRules& rules, const Place& place) {
  std::size_t number = 0;
  const auto add = [&](Term&& term, bool kept) {
    ++number;
    if (term.source.empty() || (!kept && term.target.empty()))
      throw UsageError(place, fmt::format("glossary entry {} has no words", number),
                       "give a phrase and its translation");
    by_first_word_[term.source.front()].push_back(std::move(term));
  };
  for (const GlossaryEntry& entry : entries)
    add({rules.cut_source(entry.source), rules.cut_target(entry.target), entry.exclusive}, false);
  for (const std::string& word : kept_words) add({rules.cut_source(word), {}}, true);
  for (auto& [word, terms] : by_first_word_) {
    std::stable_sort(terms.begin(), terms.end(),
                     [](const Term& a, const Term& b) { return a.source.size() > b.source.size(); });
  }
}

// Null if none begins there.
const GlossaryTerms::Term* GlossaryTerms::longest(const GlossaryText& text, std::size_t begin,
                                                  const std::vector<bool>& taken) const {
  const auto fits = [&](const Term& term) {
    if (begin + term.source.size() > text.cut.size()) return false;
    for (std::size_t i = 0; i < term.source.size(); ++i) {
      if (taken[begin + i]) return false;
      if (term.source[i] != text.cut[begin + i] && term.source[i] != text.cased[begin + i]) return false;
    }
    return true;
  };
  const Term* best = nullptr;
  for (const std::string* word : {&text.cut[begin], &text.cased[begin]}) {
    const auto terms = by_first_word_.find(*word);
    if (terms == by_first_word_.end()) continue;
    const auto found = std::find_if(terms->second.begin(), terms->second.end(), fits);
    if (found == terms->second.end()) continue;
    if (best == nullptr || found->source.size() > best->source.size()) best = &*found;
  }
  return best;
}

std::vector<decode::Suggestion> GlossaryTerms::find(const GlossaryText& text,
                                                    std::span<const decode::Suggestion> given) const {
  CALQUE_CHECK(text.cut.size() == text.cased.size());
  std::vector<bool> taken(text.cut.size());
  for (const decode::Suggestion& each : given)
    std::fill(taken.begin() + each.source.begin, taken.begin() + each.source.end, true);
  std::vector<decode::Suggestion> suggestions;
  for (std::size_t begin = 0; begin < text.cut.size(); ++begin) {
    const Term* const term = longest(text, begin, taken);
    if (term == nullptr) continue;
    const std::size_t end = begin + term->source.size();
    const auto words = text.cut.subspan(begin, term->source.size());
    suggestions.push_back(
        {.source = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
         .words = term->target.empty() ? std::vector<std::string>(words.begin(), words.end()) : term->target,
         .exclusive = term->exclusive});
    std::fill(taken.begin() + static_cast<std::ptrdiff_t>(begin),
              taken.begin() + static_cast<std::ptrdiff_t>(end), true);
  }
  return suggestions;
}

void move_to_pieces(const std::vector<std::uint32_t>& origins, std::vector<decode::Suggestion>& suggestions) {
  if (origins.empty()) return;
  const auto first_piece = [&](std::uint32_t word) {
    return static_cast<std::uint32_t>(std::lower_bound(origins.begin(), origins.end(), word) -
                                      origins.begin());
  };
  for (decode::Suggestion& each : suggestions)
    each.source = {first_piece(each.source.begin), first_piece(each.source.end)};
}

void add_apart(std::vector<decode::Suggestion> more, std::vector<decode::Suggestion>& suggestions) {
  const std::size_t given = suggestions.size();
  for (decode::Suggestion& each : more) {
    const auto overlaps = [&](const decode::Suggestion& other) {
      return other.source.begin < each.source.end && each.source.begin < other.source.end;
    };
    if (std::none_of(suggestions.begin(), suggestions.begin() + static_cast<std::ptrdiff_t>(given), overlaps))
      suggestions.push_back(std::move(each));
  }
}

}  // namespace calque::pipeline
