// Names of features that are looked at.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "reorder/features.h"
#include "reorder/key_table.h"

namespace calque::reorder {

FeatureOptions FeatureOptions::preset(std::string_view name) {
  if (name == "dpr") return {};
  FeatureOptions options;
  if (name == "pairs") {
    options.context_words = options.context_classes = options.target_words = options.target_classes = 0;
    options.word_pairs = options.adjacent = 1;
    return options;
  }
  if (name == "rich") {
    options.context_order = 2;
    options.target_order = 4;
    options.target_positions = 1;
    options.word_pairs = options.phrases = options.borders = options.joined = 1;
    return options;
  }
  throw UsageError({}, fmt::format("there is no set of features '{}'", name), "use dpr, pairs or rich");
}

FeatureOptions FeatureOptions::parse(std::string_view text) {
  struct Field {
    std::string_view name;
    std::uint8_t FeatureOptions::*value;
    std::uint8_t maximum;
  };
  constexpr std::uint8_t kWidest = 100;
  constexpr std::uint64_t kNoNumber = 1000;
  static constexpr std::array<Field, 20> kFields{
      {{"window", &FeatureOptions::window, kWidest},
       {"context-order", &FeatureOptions::context_order, kWidest},
       {"target-order", &FeatureOptions::target_order, kWidest},
       {"context-words", &FeatureOptions::context_words, 1},
       {"context-classes", &FeatureOptions::context_classes, 1},
       {"target-words", &FeatureOptions::target_words, 1},
       {"target-classes", &FeatureOptions::target_classes, 1},
       {"include-edge", &FeatureOptions::include_edge, 1},
       {"target-positions", &FeatureOptions::target_positions, 1},
       {"word-pairs", &FeatureOptions::word_pairs, 1},
       {"adjacent", &FeatureOptions::adjacent, 1},
       {"mark-side", &FeatureOptions::mark_side, 1},
       {"phrases", &FeatureOptions::phrases, 1},
       {"borders", &FeatureOptions::borders, 1},
       {"joined", &FeatureOptions::joined, 1},
       {"bias", &FeatureOptions::bias, 1},
       {"lexical", &FeatureOptions::lexical, 1},
       {"language-model", &FeatureOptions::language_model, 1},
       {"neighbours", &FeatureOptions::neighbours, 1},
       {"hash-bits", &FeatureOptions::hash_bits, KeyTable::kMaxHashBits}}};
  const auto parts = split_fields(text, ",");
  FeatureOptions options = preset(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto sides = split_fields(parts[i], "=");
    // Anything that is no number is too large.
    const std::uint64_t value = sides.size() == 2 ? parse_unsigned(sides[1]).value_or(kNoNumber) : kNoNumber;
    const auto field = std::find_if(kFields.begin(), kFields.end(),
                                    [&](const Field& known) { return known.name == sides.front(); });
    if (field == kFields.end() || value > field->maximum) {
      throw UsageError({}, fmt::format("'{}' does not change the features", parts[i]),
                       "write NAME=NUMBER, such as window=4, or 0 or 1 for switches, such as bias=1");
    }
    options.*field->value = static_cast<std::uint8_t>(value);
  }
  return options;
}

}  // namespace calque::reorder
