#include "decode/translation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace calque::decode {
namespace {

void add_indicators(const std::vector<std::pair<std::string, double>>& more,
                    std::vector<std::pair<std::string, double>>& all) {
  if (more.empty()) return;
  std::map<std::string, double> sums(all.begin(), all.end());
  for (const auto& [name, count] : more) sums[name] += count;
  all.assign(sums.begin(), sums.end());
}

}  // namespace

void append(Translation& whole, Translation&& part, std::uint32_t source_offset) {
  const auto target_offset = static_cast<std::uint32_t>(whole.words.size());
  const auto moved = [](text::Span span, std::uint32_t offset) {
    return text::Span{span.begin + offset, span.end + offset};
  };
  std::move(part.words.begin(), part.words.end(), std::back_inserter(whole.words));
  whole.score += part.score;
  whole.features.resize(part.features.size());
  for (std::size_t i = 0; i < part.features.size(); ++i) whole.features[i] += part.features[i];
  for (const PhraseStep& step : part.phrases)
    whole.phrases.push_back({moved(step.source, source_offset), moved(step.target, target_offset)});
  for (const text::Link& link : part.alignment)
    whole.alignment.push_back({link.source + source_offset, link.target + target_offset});
  for (const std::uint32_t word : part.unknown) whole.unknown.push_back(word + source_offset);
  for (const std::uint32_t word : part.dropped) whole.dropped.push_back(word + source_offset);
  add_indicators(part.indicators, whole.indicators);
  std::move(part.explanations.begin(), part.explanations.end(), std::back_inserter(whole.explanations));
}

std::string joined(const Translation& translation) {
  std::string text;
  for (const std::string& word : translation.words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace calque::decode
