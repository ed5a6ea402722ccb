#include "decode/features/word_labels.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::decode {
namespace {

constexpr std::string_view kSideNames[] = {"source", "target"};

std::string escaped(std::string_view word) {
  std::string text;
  for (const char c : word) {
    if (std::string_view(".[]=|%:").find(c) == std::string_view::npos) {
      text += c;
    } else {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return text;
}

// Ids of the most frequent words; of equally frequent ones the first.
std::vector<bool> most_frequent(const text::Corpus& corpus, std::size_t words, std::size_t wanted) {
  std::vector<std::uint64_t> counts(words, 0);
  for (const text::WordId word : corpus.tokens()) ++counts[text::index_of(word)];
  std::vector<std::size_t> order(words);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  std::vector<bool> chosen(words, false);
  for (std::size_t i = 0; i < std::min(wanted, words); ++i) chosen[order[i]] = counts[order[i]] > 0;
  return chosen;
}

void append_side(std::string_view name, const WordLabels::SideTraining& side, std::size_t named,
                 std::string& text) {
  const std::vector<bool> chosen = most_frequent(side.corpus, side.vocabulary.size(), named);
  for (std::uint32_t i = 0; i < side.vocabulary.size(); ++i) {
    const text::WordId word{i};
    text += fmt::format("{}\t{}\t{}{}\n", name, side.vocabulary.word(word), side.classes.of(word),
                        chosen[i] ? "\tnamed" : "");
  }
}

}  // namespace

std::string WordLabels::format(const SideTraining& source, const SideTraining& target, std::size_t named) {
  std::string text;
  append_side(kSideNames[0], source, named, text);
  append_side(kSideNames[1], target, named, text);
  return text;
}

Label WordLabels::label(std::size_t side, const std::string& name) {
  const Label known = find(static_cast<Side>(side), name);
  if (known != kNoLabel) return known;
  names_[side].push_back(name);
  return static_cast<Label>(names_[side].size() - 1);
}

// Labels are few: a hundred or two of each side.
Label WordLabels::find(Side side, std::string_view name) const {
  const auto& names = names_[static_cast<std::size_t>(side)];
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? kNoLabel : static_cast<Label>(found - names.begin());
}

WordLabels WordLabels::parse(std::string_view text, const std::string& file, text::VocabularyView source,
                             text::VocabularyView target) {
  WordLabels labels;
  const text::VocabularyView vocabularies[2] = {source, target};
  labels.words_[0].resize(source.size());
  labels.words_[1].resize(target.size());
  Place place{.file = file};
  for (const std::string_view line : split_fields(text, "\n")) {
    ++place.line;
    if (line.empty()) continue;
    const std::vector<std::string_view> fields = split_fields(line, "\t");
    const bool named = fields.size() == 4 && fields[3] == "named";
    const std::optional<std::uint64_t> number =
        fields.size() == 3 || named ? parse_unsigned(fields[2]) : std::nullopt;
    const std::size_t side = fields[0] == kSideNames[0] ? 0 : 1;
    if (!number || fields[0] != kSideNames[side] || *number >= text::kMaxClasses) {
      throw DataError(place, "this is not 'source' or 'target', a word, its class and perhaps 'named'",
                      "copy the model again or train it again");
    }
    const auto word = vocabularies[side].find(fields[1]);
    if (!word) continue;
    LabelsOfWord& of = labels.words_[side][text::index_of(*word)];
    of.by_class = labels.label(side, fmt::format("c:{}", *number));
    if (named) of.by_name = labels.label(side, "w:" + escaped(fields[1]));
  }
  return labels;
}

}  // namespace calque::decode
