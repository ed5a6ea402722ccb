#include "phrasebook/language_builder.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parse.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxCells = 4'096;
constexpr std::size_t kMaxPhrases = 400'000;

}  // namespace

std::optional<std::uint8_t> LanguageBuilder::find_feature(std::string_view name) const {
  for (std::size_t i = 0; i < language_.features.size(); ++i) {
    if (language_.features[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

std::uint8_t LanguageBuilder::feature(const Place& place, std::string_view name) const {
  const auto found = find_feature(name);
  if (!found)
    refuse(place, fmt::format("unknown feature '{}'", name),
           "declare it in a line 'feature NAME = VALUE ...'");
  return *found;
}

std::optional<LanguageBuilder::Value> LanguageBuilder::find_value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

LanguageBuilder::Value LanguageBuilder::value(const Place& place, std::string_view name) const {
  const auto found = find_value(name);
  if (!found) {
    refuse(place, fmt::format("'{}' is no value of any feature", name),
           "features and their values stand in lines 'feature ...'");
  }
  return *found;
}

void LanguageBuilder::add_feature(const Place& place, const std::string& name,
                                  std::span<const std::string> values) {
  check_name(place, name, "a feature");
  if (find_feature(name))
    refuse(place, fmt::format("feature '{}' is declared twice", name), "remove one of them");
  if (language_.features.size() == kMaxFeatures) {
    refuse(place, fmt::format("more than {} features", kMaxFeatures), "use fewer");
  }
  if (values.size() > kMaxValues) refuse(place, fmt::format("more than {} values", kMaxValues), "use fewer");
  const auto index = static_cast<std::uint8_t>(language_.features.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    check_name(place, values[i], "a value");
    if (!values_.emplace(values[i], Value{index, static_cast<std::uint8_t>(i)}).second) {
      refuse(place, fmt::format("value '{}' occurs twice", values[i]),
             "values of all features have different names");
    }
  }
  language_.features.push_back({name, {values.begin(), values.end()}});
}

std::size_t LanguageBuilder::category(const Place& place, std::string_view name) const {
  const auto found = world_.category_names.find(name);
  if (found == world_.category_names.end()) {
    refuse(place, fmt::format("unknown category '{}'", name),
           fmt::format("{} declares the categories", world_.file));
  }
  return found->second;
}

std::optional<std::uint8_t> LanguageBuilder::find_field(std::size_t category, std::string_view name) const {
  const auto& fields = language_.categories[category].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

Shape LanguageBuilder::shape(const Place& place, std::span<const std::string> features) const {
  Shape shape;
  for (const std::string& name : features) {
    const std::uint8_t f = feature(place, name);
    if (std::find(shape.features.begin(), shape.features.end(), f) != shape.features.end()) {
      refuse(place, fmt::format("feature '{}' occurs twice", name), "remove one of them");
    }
    shape.features.push_back(f);
    shape.cells *= language_.features[f].values.size();
    if (shape.cells > kMaxCells) {
      refuse(place, fmt::format("a table of more than {} cells", kMaxCells),
             "use fewer features or fewer values");
    }
  }
  return shape;
}

std::vector<std::uint8_t> LanguageBuilder::values_of(const Shape& shape, std::size_t index) const {
  std::vector<std::uint8_t> values(shape.features.size());
  for (std::size_t i = values.size(); i-- > 0;) {
    const std::size_t count = language_.features[shape.features[i]].values.size();
    values[i] = static_cast<std::uint8_t>(index % count);
    index /= count;
  }
  return values;
}

std::string LanguageBuilder::name_of(const Shape& shape, std::size_t index) const {
  std::string name;
  const auto values = values_of(shape, index);
  for (std::size_t i = 0; i < values.size(); ++i) {
    name += (i == 0 ? "" : " ") + language_.features[shape.features[i]].values[values[i]];
  }
  return name;
}

std::uint32_t LanguageBuilder::piece(const Place& place, const std::string& raw) {
  const auto [at, fresh] = pieces_.emplace(raw, static_cast<std::uint32_t>(language_.pieces.size()));
  if (fresh) {
    if (raw.size() > kMaxWordLength) refuse(place, "a word is too long", "shorten it");
    if (raw.find('_') != std::string::npos)
      refuse(place, fmt::format("'_' in '{}'", raw), "it is a blank in words, here write one");
    if (language_.pieces.size() == kMaxPhrases)
      refuse(place, "too many different forms", "use fewer features");
    Piece piece{{}, raw.front() == '+' && raw.size() > 1, raw};
    piece.alone = language_.make_surface(language_.sounds.apply(raw.starts_with("+ ") ? raw.substr(2) : raw));
    language_.pieces.push_back(std::move(piece));
  }
  return at->second;
}

std::uint32_t LanguageBuilder::phrase(const Place& place, std::string_view text) {
  const auto [at, fresh] = phrases_.emplace(text, 0);
  if (!fresh) return at->second;
  if (phrases_.size() == kMaxPhrases) refuse(place, "too many different forms", "use fewer features");
  Phrase phrase;
  if (text.starts_with("+ ")) {
    phrase.push_back(piece(place, "+ " + std::string(trim(text.substr(2)))));
  } else {
    for (const std::string_view word : split_words(text)) {
      if (word != "-") phrase.push_back(piece(place, std::string(word)));
    }
  }
  if (phrase.size() == 1) return at->second = phrase[0];
  language_.phrases.push_back(std::move(phrase));
  return at->second = kManyPieces | static_cast<std::uint32_t>(language_.phrases.size() - 1);
}

std::pair<std::uint8_t, std::uint32_t> LanguageBuilder::value_set(const Place& place,
                                                                  std::string_view text) const {
  std::optional<std::uint8_t> feature;
  std::uint32_t bits = 0;
  for (const std::string_view name : split_fields(text, "|")) {
    const auto [of, value] = this->value(place, name);
    if (feature && *feature != of) {
      refuse(place, fmt::format("'{}' joins values of different features", text),
             "use one condition for each feature");
    }
    feature = of;
    bits |= std::uint32_t{1} << value;
  }
  return {*feature, bits};
}

}  // namespace calque::phrasebook
