#include "phrasebook/language_builder.h"

#include <algorithm>

#include "base/parse.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxCells = 4'096;
constexpr std::size_t kMaxPhrases = 400'000;

}  // namespace

// feature NAME = VALUE VALUE ...
void LanguageBuilder::read_feature(const GrammarLine& line) {
  const std::size_t count = line.words.size() - 3;
  line.need(line.find("=") == 2 && count > 0 && count <= kMaxValues, "write 'feature NAME = VALUE VALUE ...'",
            "this 'feature' cannot be read");
  const auto feature = static_cast<std::uint8_t>(language_.features.add(line, line.words[1]));
  for (std::size_t i = 0; i < count; ++i) {
    values_.add(line, line.words[i + 3]);
    value_of_name_.emplace_back(feature, static_cast<std::uint8_t>(i));
  }
  language_.feature_sizes.push_back(count);
}

LanguageBuilder::Value LanguageBuilder::value(const GrammarLine& line, std::string_view name) const {
  return value_of_name_[values_.at(line, name)];
}

std::pair<std::uint8_t, std::uint32_t> LanguageBuilder::value_set(const GrammarLine& line,
                                                                  std::string_view text) const {
  std::pair<std::uint8_t, std::uint32_t> set{value(line, split_fields(text, "|")[0]).first, 0};
  for (const std::string_view name : split_fields(text, "|")) {
    const auto [feature, value] = this->value(line, name);
    line.need(feature == set.first, "use one condition for each feature",
              "'{}' joins values of different features", text);
    set.second |= std::uint32_t{1} << value;
  }
  return set;
}

std::optional<std::uint8_t> LanguageBuilder::find_field(std::size_t category, std::string_view name) const {
  const auto& fields = language_.categories[category].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

bool LanguageBuilder::gives(std::size_t category, std::uint8_t feature) const {
  const auto& all = language_.categories[category].gives;
  return std::find(all.begin(), all.end(), feature) != all.end();
}

Shape LanguageBuilder::read_shape(const GrammarLine& line, std::span<const std::string> features) const {
  Shape shape;
  for (const std::string& name : features) {
    const auto feature = static_cast<std::uint8_t>(language_.features.at(line, name));
    const bool fresh =
        std::find(shape.features.begin(), shape.features.end(), feature) == shape.features.end();
    line.need(fresh, "remove one of them", "feature '{}' occurs twice", name);
    shape.features.push_back(feature);
    shape.cells *= language_.feature_sizes[feature];
    line.need(shape.cells <= kMaxCells, "use fewer features or values", "a table of more than {} cells",
              kMaxCells);
  }
  return shape;
}

// VALUE ... = words, from word `from` on
LanguageBuilder::FormRow LanguageBuilder::read_form_row(const GrammarLine& line, std::size_t from,
                                                        const Shape& shape) const {
  const std::size_t equals = line.find("=", from);
  line.need(equals < line.words.size(), "write 'VALUE ... = form'", "no '=' in this row");
  FormRow row{line, 0, {}, {line.words.begin() + static_cast<std::ptrdiff_t>(equals) + 1, line.words.end()}};
  for (std::size_t i = from; i < equals; ++i) {
    const auto [feature, bits] = value_set(line, line.words[i]);
    const bool belongs =
        std::find(shape.features.begin(), shape.features.end(), feature) != shape.features.end();
    line.need(belongs, "name its feature where the table or the category begins",
              "'{}' does not belong to these forms", line.words[i]);
    row.wanted[feature] = bits;
  }
  return row;
}

// The first row that fits fills a cell.
void LanguageBuilder::fill_cells(const FormRow& row, const Shape& shape, std::string_view text,
                                 std::uint32_t* cells) {
  std::uint32_t form = kNoForm;
  for (std::size_t cell = 0; cell < shape.cells; ++cell) {
    bool fits = cells[cell] == kNoForm;
    std::size_t rest = cell;
    for (std::size_t i = shape.features.size(); i-- > 0;) {
      const std::size_t size = language_.feature_sizes[shape.features[i]];
      const auto wanted = row.wanted.find(shape.features[i]);
      fits = fits && (wanted == row.wanted.end() || (wanted->second >> (rest % size) & 1U) != 0);
      rest /= size;
    }
    if (!fits) continue;
    if (form == kNoForm) form = phrase(row.line, text);
    cells[cell] = form;
  }
}

void LanguageBuilder::check_cells(const Place& place, const std::string& whose, const Shape& shape,
                                  const std::uint32_t* cells) const {
  const auto missing = static_cast<std::size_t>(std::find(cells, cells + shape.cells, kNoForm) - cells);
  if (missing == shape.cells) return;
  std::string names;
  std::size_t rest = missing;
  for (std::size_t i = shape.features.size(); i-- > 0;) {
    const std::size_t size = language_.feature_sizes[shape.features[i]];
    for (std::size_t v = 0; v < value_of_name_.size(); ++v) {
      if (value_of_name_[v] == Value(shape.features[i], static_cast<std::uint8_t>(rest % size)))
        names = values_[v] + (names.empty() ? "" : " ") + names;
    }
    rest /= size;
  }
  refuse(place, fmt::format("missing form: no row gives {} a form for '{}'", whose, names),
         "add a row for it");
}

std::uint32_t LanguageBuilder::piece(const GrammarLine& line, const std::string& raw) {
  const auto [at, fresh] = pieces_.emplace(raw, static_cast<std::uint32_t>(language_.pieces.size()));
  if (!fresh) return at->second;
  line.need(raw.size() <= kMaxWordLength, "shorten it", "a word is too long");
  line.need(raw.find('_') == std::string::npos, "put a blank there", "'_' in '{}'", raw);
  line.need(language_.pieces.size() < kMaxPhrases, "use fewer features", "too many different forms");
  const std::string written = language_.sounds.apply(raw.starts_with("+ ") ? raw.substr(2) : raw);
  language_.pieces.push_back({language_.make_surface(written), raw.front() == '+' && raw.size() > 1, raw});
  return at->second;
}

std::uint32_t LanguageBuilder::phrase(const GrammarLine& line, std::string_view text) {
  const auto [at, fresh] = phrases_.emplace(text, 0);
  if (!fresh) return at->second;
  line.need(phrases_.size() < kMaxPhrases, "use fewer features", "too many different forms");
  std::vector<std::uint32_t> pieces;
  const bool suffix_apart = text.starts_with("+ ");
  for (const std::string_view word : split_words(suffix_apart ? text.substr(2) : text)) {
    if (word != "-")
      pieces.push_back(piece(line, (suffix_apart && pieces.empty() ? "+ " : "") + std::string(word)));
  }
  if (pieces.size() == 1) return at->second = pieces[0];
  language_.phrases.push_back(std::move(pieces));
  return at->second = kManyPieces | static_cast<std::uint32_t>(language_.phrases.size() - 1);
}

}  // namespace calque::phrasebook
