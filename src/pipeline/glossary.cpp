#include "pipeline/glossary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "base/error.h"
#include "text/types.h"

namespace calque::pipeline {
namespace {

struct Term {
  std::vector<std::string> source;
  std::vector<std::string> target;  // empty: the source words as they stand in the text
  bool exclusive = true;
};

std::vector<Term> terms_of(const Request& request, const GlossaryRules& rules) {
  std::vector<Term> terms;
  for (const GlossaryEntry& entry : request.glossary)
    terms.push_back({rules.cut_source(entry.source), rules.cut_target(entry.target), entry.exclusive});
  for (const std::string& word : request.kept_words) terms.push_back({rules.cut_source(word), {}});
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool kept = i >= request.glossary.size();
    if (!terms[i].source.empty() && (kept || !terms[i].target.empty())) continue;
    throw UsageError(request.place, fmt::format("glossary entry {} has no words", i + 1),
                     "give a phrase and its translation");
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& a, const Term& b) { return a.source.size() > b.source.size(); });
  return terms;
}

bool matches(const Term& term, const GlossaryText& text, std::size_t begin) {
  if (begin + term.source.size() > text.cut.size()) return false;
  for (std::size_t i = 0; i < term.source.size(); ++i) {
    if (term.source[i] != text.cut[begin + i] && term.source[i] != text.cased[begin + i]) return false;
  }
  return true;
}

}  // namespace

void add_glossary(const Request& request, const GlossaryText& text, const GlossaryRules& rules,
                  std::vector<decode::Suggestion>& suggestions) {
  if (request.glossary.empty() && request.kept_words.empty()) return;
  CALQUE_CHECK(text.cut.size() == text.cased.size());
  const std::vector<Term> terms = terms_of(request, rules);
  std::vector<bool> taken(text.cut.size());
  for (const decode::Suggestion& given : suggestions)
    std::fill(taken.begin() + given.source.begin, taken.begin() + given.source.end, true);
  for (std::size_t begin = 0; begin < text.cut.size(); ++begin) {
    for (const Term& term : terms) {
      const std::size_t end = begin + term.source.size();
      if (!matches(term, text, begin)) continue;
      if (std::find(taken.begin() + static_cast<std::ptrdiff_t>(begin),
                    taken.begin() + static_cast<std::ptrdiff_t>(end),
                    true) != taken.begin() + static_cast<std::ptrdiff_t>(end))
        continue;
      decode::Suggestion suggestion{
          .source = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
          .words = term.target,
          .exclusive = term.exclusive};
      if (suggestion.words.empty())
        suggestion.words.assign(text.cut.begin() + static_cast<std::ptrdiff_t>(begin),
                                text.cut.begin() + static_cast<std::ptrdiff_t>(end));
      suggestions.push_back(std::move(suggestion));
      std::fill(taken.begin() + static_cast<std::ptrdiff_t>(begin),
                taken.begin() + static_cast<std::ptrdiff_t>(end), true);
      break;
    }
  }
}

}  // namespace calque::pipeline
