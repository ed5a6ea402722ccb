// For tests: translators that one can foresee, and documents translated by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "documents/document.h"

namespace calque::documents::testing {

inline std::vector<TextRange> words_of(std::string_view text) {
  std::vector<TextRange> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' || text[i] == '\t') continue;
    if (words.empty() || words.back().end != i) words.push_back({i, i});
    words.back().end = i + 1;
  }
  return words;
}

inline std::string upper(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return result;
}

// The words of the source in the given order, in capitals but for what is kept, each linked to its source.
inline Translated in_order(const Segment& segment, const std::vector<std::size_t>& order) {
  const std::vector<TextRange> words = words_of(segment.text);
  const std::vector<TextRange> kept = kept_ranges(segment);
  Translated translated;
  for (const std::size_t i : order) {
    if (!translated.text.empty()) translated.text += ' ';
    const TextRange word = words[i];
    const std::size_t begin = translated.text.size();
    translated.text += upper(std::string_view(segment.text).substr(word.begin, word.end - word.begin));
    for (const TextRange range : kept) {
      if (range.begin < word.begin || range.end > word.end) continue;
      translated.text.replace(begin + range.begin - word.begin, range.end - range.begin,
                              segment.text.substr(range.begin, range.end - range.begin));
    }
    translated.links.push_back({word, {begin, translated.text.size()}});
  }
  return translated;
}

inline Translated capitals(const Segment& segment) {
  std::vector<std::size_t> order;
  const std::size_t words = words_of(segment.text).size();
  for (std::size_t i = 0; i < words; ++i) order.push_back(i);
  return in_order(segment, order);
}

inline Translated reversed(const Segment& segment) {
  std::vector<std::size_t> order;
  for (std::size_t i = words_of(segment.text).size(); i > 0; --i) order.push_back(i - 1);
  return in_order(segment, order);
}

// Words in any order, some left out, some twice, with links right, wrong or missing.
inline Translated careless(const Segment& segment, Rng& rng) {
  const std::size_t words = words_of(segment.text).size();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < words; ++i)
    if (rng.below(6) != 0) order.push_back(i);
  for (std::size_t i = order.size(); i > 1; --i)
    if (rng.below(3) == 0) std::swap(order[i - 1], order[rng.below(i)]);
  if (!order.empty() && rng.below(4) == 0) order.push_back(order[0]);
  Translated translated = in_order(segment, order);
  const std::size_t count = translated.links.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (rng.below(4) == 0) translated.links[i].target = translated.links[rng.below(count)].target;
    if (rng.below(8) == 0)
      translated.links.push_back({translated.links[i].source, translated.links[rng.below(count)].target});
    if (rng.below(16) == 0) translated.links[i].source.end += rng.below(5);
    if (rng.below(16) == 0) translated.links[i].target.begin -= rng.below(3);
  }
  if (rng.below(8) == 0) translated.links.clear();
  return translated;
}

inline std::string translated(DocumentFormat format, std::string_view content,
                              const SegmentTranslator& translate = capitals, DocumentOptions options = {}) {
  if (options.source_language.empty()) options.source_language = "de";
  if (options.target_language.empty()) options.target_language = "en";
  return translate_document(format, content, translate, options);
}

// The texts that a translator would get.
inline std::vector<std::string> texts(DocumentFormat format, std::string_view content,
                                      DocumentOptions options = {}) {
  if (options.source_language.empty()) options.source_language = "de";
  if (options.target_language.empty()) options.target_language = "en";
  const Document document(format, content, options);
  std::vector<std::string> found;
  for (const Segment& segment : document.segments()) found.push_back(segment.text);
  return found;
}

}  // namespace calque::documents::testing
