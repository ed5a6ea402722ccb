#include "library/document_segments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/char_class.h"
#include "text/utf8.h"

namespace calque {
namespace {

// Whether models see words in it.
bool is_visible(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const text::Utf8Character character = text::character_at(word, at);
    const text::CharClass cls = text::class_of(character.code);
    if (text::is_word_class(cls) || cls == text::CharClass::kUnspaced ||
        (character.code > U' ' && character.code < 0x7F))
      return true;
    at += character.bytes;
  }
  return false;
}

// A kept word that also occurs as another word (<code>in</code> beside "in") is left to the translator, lest
// it keeps both; the document puts it back as it was.
void add_kept_words(const documents::Segment& segment, std::vector<std::string>& words) {
  std::map<std::string_view, std::size_t> counts;
  for (const TextRange kept : documents::kept_ranges(segment))
    ++counts[std::string_view(segment.text).substr(kept.begin, kept.end - kept.begin)];
  for (const auto& [word, count] : counts) {
    std::size_t occurrences = 0;
    for (std::size_t at = segment.text.find(word); at != std::string::npos;
         at = segment.text.find(word, at + word.size()))
      ++occurrences;
    if (occurrences == count && is_visible(word)) words.emplace_back(word);
  }
}

// Phrases without any link, as a glossary gives them, are linked as a whole.
void add_whole_phrases(const Translation& translation, std::vector<AlignmentLink>& links) {
  std::vector<bool> linked(translation.tokens.size(), false);
  for (const AlignmentLink& link : links)
    if (link.target < linked.size()) linked[link.target] = true;
  for (const PhrasePair& phrase : translation.phrases) {
    if (phrase.target.end > linked.size()) continue;
    const auto begin = linked.begin() + phrase.target.begin;
    if (std::find(begin, linked.begin() + phrase.target.end, true) != linked.begin() + phrase.target.end)
      continue;
    for (std::uint32_t s = phrase.source.begin; s < phrase.source.end; ++s)
      for (std::uint32_t t = phrase.target.begin; t < phrase.target.end; ++t) links.push_back({s, t});
  }
}

}  // namespace

Request segment_request(const Request& common, const documents::Segment& segment) {
  Request request = common;
  request.text = segment.text;
  request.n_best = 1;
  request.explain = false;
  request.search_graph = false;
  request.alternatives = 0;
  request.ranges = !segment.nodes.empty();
  request.markup = false;
  request.verbatim = false;
  request.fixed.clear();
  request.reference.reset();
  add_kept_words(segment, request.kept_words);
  return request;
}

documents::Translated segment_translation(Response& response) {
  Translation& best = response.translations.at(response.chosen);
  documents::Translated result;
  std::vector<AlignmentLink> links = best.alignment;
  add_whole_phrases(best, links);
  for (const AlignmentLink& link : links) {
    if (link.source < response.source_ranges.size() && link.target < best.token_ranges.size())
      result.links.push_back({response.source_ranges[link.source], best.token_ranges[link.target]});
  }
  result.text = std::move(best.text);
  return result;
}

}  // namespace calque
