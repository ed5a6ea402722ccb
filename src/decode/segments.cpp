#include "decode/segments.h"

#include <algorithm>
#include <array>
#include <map>
#include <queue>

#include "base/error.h"

namespace calque::decode {
namespace {

constexpr std::array<std::string_view, 10> kSentenceEnds{".",  "!",  "?",  ";", "。",
                                                         "！", "？", "；", "؟", "।"};
constexpr std::array<std::string_view, 6> kClauseEnds{",", ":", "、", "，", "：", "،"};

template <std::size_t Count>
bool is_one_of(std::string_view word, const std::array<std::string_view, Count>& marks) {
  return std::find(marks.begin(), marks.end(), word) != marks.end();
}

std::uint32_t cut_position(std::span<const std::string_view> words, text::Span window) {
  std::uint32_t clause_cut = window.end;
  for (std::uint32_t position = window.end; position > window.begin + window.size() / 2; --position) {
    const std::string_view word = words[position - 1];
    if (is_one_of(word, kSentenceEnds)) return position;
    if (clause_cut == window.end && is_one_of(word, kClauseEnds)) clause_cut = position;
  }
  return clause_cut;
}

// A way to join the parts so far: `choice` of the last part after join `previous` of those before.
struct Join {
  double score = 0;
  std::uint32_t previous = 0;
  std::uint32_t choice = 0;

  bool operator<(const Join& other) const {
    if (score != other.score) return score < other.score;
    return previous != other.previous ? previous > other.previous : choice > other.choice;
  }
};

std::vector<Join> extend(const std::vector<Join>& joins, const std::vector<Translation>& part,
                         std::size_t n) {
  std::priority_queue<Join> frontier;
  for (std::uint32_t i = 0; i < joins.size(); ++i) frontier.push({joins[i].score + part[0].score, i, 0});
  std::vector<Join> extended;
  while (extended.size() < n && !frontier.empty()) {
    const Join best = frontier.top();
    frontier.pop();
    extended.push_back(best);
    const std::uint32_t next = best.choice + 1;
    if (next < part.size())
      frontier.push({joins[best.previous].score + part[next].score, best.previous, next});
  }
  return extended;
}

void append(const Translation& part, Translation& whole) {
  const auto shift = static_cast<std::uint32_t>(whole.words.size());
  whole.words.insert(whole.words.end(), part.words.begin(), part.words.end());
  whole.score += part.score;
  whole.features.resize(part.features.size());
  for (std::size_t i = 0; i < part.features.size(); ++i) whole.features[i] += part.features[i];
  for (const PhraseStep& step : part.phrases) {
    whole.phrases.push_back({step.source, {step.target.begin + shift, step.target.end + shift}});
  }
  for (const text::Link& link : part.alignment) whole.alignment.push_back({link.source, link.target + shift});
  whole.unknown.insert(whole.unknown.end(), part.unknown.begin(), part.unknown.end());
  whole.explanations.insert(whole.explanations.end(), part.explanations.begin(), part.explanations.end());
  std::map<std::string, double> indicators(whole.indicators.begin(), whole.indicators.end());
  for (const auto& [name, count] : part.indicators) indicators[name] += count;
  whole.indicators.assign(indicators.begin(), indicators.end());
}

}  // namespace

std::vector<text::Span> split_segments(std::span<const std::string_view> words,
                                       const SearchOptions& options) {
  const auto length = static_cast<std::uint32_t>(words.size());
  std::vector<text::Span> segments;
  if (length == 0) return segments;
  if (length <= options.segment_limit) return {{0, length}};
  for (std::uint32_t begin = 0; begin < length;) {
    std::uint32_t end = length;
    if (length - begin > options.segment_length) {
      end = cut_position(words, {begin, begin + options.segment_length});
    }
    segments.push_back({begin, end});
    begin = end;
  }
  return segments;
}

std::vector<Translation> join_parts(const std::vector<std::vector<Translation>>& parts, std::size_t n) {
  std::vector<std::vector<Join>> levels{{Join{}}};
  for (const auto& part : parts) {
    CALQUE_CHECK(!part.empty());
    levels.push_back(extend(levels.back(), part, n));
  }
  std::vector<Translation> translations;
  std::vector<std::uint32_t> choices(parts.size());
  for (std::uint32_t final = 0; final < levels.back().size(); ++final) {
    std::uint32_t join = final;
    for (std::size_t level = parts.size(); level > 0; --level) {
      choices[level - 1] = levels[level][join].choice;
      join = levels[level][join].previous;
    }
    Translation& whole = translations.emplace_back();
    for (std::size_t i = 0; i < parts.size(); ++i) append(parts[i][choices[i]], whole);
  }
  return translations;
}

}  // namespace calque::decode
