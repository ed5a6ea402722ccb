// Paradigms, and the words that follow them.
#include <algorithm>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrasebook/language_builder.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxAllCells = 2'000'000;
constexpr std::size_t kMaxFormBytes = 300;
constexpr std::size_t kMaxDepth = 8;
constexpr auto kNoForm = static_cast<std::uint32_t>(kNoIndex);

}  // namespace

// paradigm NAME CATEGORY parameter parameter=DEFAULT ... : VALUE ...
void WordReader::read_paradigm(const Block& block) {
  const GrammarLine& line = *block.head;
  if (line.words.size() < 3) {
    refuse(line.place, "a paradigm without name or category",
           "write 'paradigm NAME CATEGORY parameter ... : VALUE ...'");
  }
  Paradigm paradigm;
  paradigm.place = line.place;
  check_name(line.place, line.words[1], "a paradigm");
  paradigm.category = builder_.category(line.place, line.words[2]);
  if (builder_.language().categories[paradigm.category].line == 0) {
    refuse(line.place, fmt::format("category '{}' is not described", line.words[2]),
           fmt::format("add a line 'category {} : ...'", line.words[2]));
  }
  std::size_t i = 3;
  for (; i < line.words.size() && line.words[i] != ":"; ++i) {
    const std::size_t equals = line.words[i].find('=');
    const std::string name = line.words[i].substr(0, equals);
    check_name(line.place, name, "a parameter");
    paradigm.parameters.emplace_back(name,
                                     equals == std::string::npos ? "" : line.words[i].substr(equals + 1));
  }
  for (++i; i < line.words.size(); ++i) paradigm.gives.push_back(builder_.value(line.place, line.words[i]));
  for (const GrammarLine* row : block.body) {
    if (row->words[0] == "like") {
      if (row->words.size() < 2 || !paradigms_.contains(row->words[1])) {
        refuse(row->place, "'like' names no paradigm that stands above",
               "write 'like PARADIGM argument ...' below that one");
      }
      paradigm.like = row->words[1];
      paradigm.like_arguments.assign(row->words.begin() + 2, row->words.end());
      const auto& categories = builder_.language().categories;
      if (categories[paradigms_.find(paradigm.like)->second.category].line !=
          categories[paradigm.category].line) {
        refuse(row->place, fmt::format("paradigm '{}' is of another category", paradigm.like),
               "name one of the same");
      }
      paradigm.depth = paradigms_.find(paradigm.like)->second.depth + 1;
      if (paradigm.depth > kMaxDepth) refuse(row->place, "too many paradigms behind each other", "use fewer");
    } else {
      paradigm.rows.push_back(read_row(paradigm, *row));
    }
  }
  if (!paradigms_.emplace(line.words[1], std::move(paradigm)).second) {
    refuse(line.place, fmt::format("paradigm '{}' is defined twice", line.words[1]), "give one another name");
  }
}

// [FIELD] VALUE ... = form
WordReader::FormRow WordReader::read_row(const Paradigm& paradigm, const GrammarLine& line) const {
  const auto equals = std::find(line.words.begin(), line.words.end(), "=");
  if (equals == line.words.end()) refuse(line.place, "no '=' in this row", "write 'VALUE ... = form'");
  FormRow row{line.place, 0, {}, {equals + 1, line.words.end()}};
  auto it = line.words.begin();
  const auto& fields = builder_.language().categories[paradigm.category].fields;
  if (it != equals && !builder_.find_value(split_fields(*it, "|")[0])) {
    const auto field = builder_.find_field(paradigm.category, *it);
    if (!field) {
      refuse(line.place, fmt::format("'{}' is neither a field of the category nor a value", *it),
             "name the fields in the line 'category ...'");
    }
    row.field = *field;
    ++it;
  } else if (!fields[0].name.empty()) {
    refuse(line.place, "the row does not say which field it fills", "begin it with the name of the field");
  }
  for (; it != equals; ++it) {
    const auto [feature, bits] = builder_.value_set(line.place, *it);
    const auto& features = fields[row.field].forms.features;
    if (std::find(features.begin(), features.end(), feature) == features.end()) {
      refuse(line.place, fmt::format("'{}' does not belong to the forms of this field", *it),
             "name its feature in the line 'category ...'");
    }
    row.wanted[feature] = bits;
  }
  return row;
}

// words PARADIGM, and below it: NAME argument ... :VALUE ; NAME ...
void WordReader::read_words(const Block& block) {
  const GrammarLine& line = *block.head;
  const auto found = line.words.size() == 2 ? paradigms_.find(line.words[1]) : paradigms_.end();
  if (found == paradigms_.end()) {
    refuse(line.place, fmt::format("unknown paradigm '{}'", line.text(1)),
           "define it in a line 'paradigm NAME ...'");
  }
  for (const GrammarLine* row : block.body) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i <= row->words.size(); ++i) {
      std::string word = i == row->words.size() ? ";" : row->words[i];
      const bool last = word.back() == ';';
      if (last) word.pop_back();
      if (!word.empty()) words.push_back(std::move(word));
      if (!last || words.empty()) continue;
      read_entry(row->place, found->second, words);
      words.clear();
    }
  }
}

void WordReader::read_entry(const Place& place, const Paradigm& paradigm,
                            std::span<const std::string> words) {
  const World& world = builder_.world();
  const auto found = world.function_names.find(words[0]);
  if (found == world.function_names.end() || !world.functions[found->second].is_word()) {
    refuse(place, fmt::format("'{}' is no word of {}", words[0], world.file),
           "correct the name, or add it there");
  }
  const Function& function = world.functions[found->second];
  const auto& categories = builder_.language().categories;
  if (categories[function.category].line != categories[paradigm.category].line) {
    refuse(place,
           fmt::format("'{}' is of category {}, and the paradigm of {}", words[0],
                       world.categories[function.category].name, world.categories[paradigm.category].name),
           "choose another paradigm");
  }
  WordEntry& entry = builder_.language().words[found->second];
  if (entry.present) {
    refuse(place, fmt::format("'{}' occurs twice; the first is in line {}", words[0], entry.place.line),
           "remove one of them");
  }
  entry.place = place;
  entry.present = true;
  entry.values.fill(kUnset);
  // What the paradigm does not say has the first value.
  const LanguageCategory& category = builder_.language().categories[paradigm.category];
  for (const std::uint8_t feature : category.gives) entry.values[feature] = 0;
  std::vector<std::string> arguments;
  std::vector<LanguageBuilder::Value> gives;
  for (const Paradigm* p = &paradigm;; p = &paradigms_.find(p->like)->second) {
    gives.insert(gives.begin(), p->gives.begin(), p->gives.end());
    if (p->like.empty()) break;
  }
  for (const std::string& word : words.subspan(1)) {
    if (word.size() > 1 && word[0] == ':') {
      gives.push_back(builder_.value(place, word.substr(1)));
    } else {
      arguments.push_back(word);
      std::replace(arguments.back().begin(), arguments.back().end(), '_', ' ');
    }
  }
  for (const auto& [feature, value] : gives) {
    if (entry.values[feature] == kUnset) {
      refuse(place,
             fmt::format("category '{}' does not give {}", world.categories[function.category].name,
                         builder_.language().features[feature].name),
             "name the feature behind 'gives' in the line 'category ...'");
    }
    entry.values[feature] = value;
  }
  if (arguments.empty() && !paradigm.parameters.empty()) {
    arguments.push_back(words[0].substr(0, words[0].find('.')));
    std::replace(arguments[0].begin(), arguments[0].end(), '_', ' ');
  }
  entry.forms.assign(category.fields.back().first + category.fields.back().forms.cells, kNoForm);
  cells_ += entry.forms.size();
  if (cells_ > kMaxAllCells) refuse(place, "all words together have too many forms", "use fewer features");
  fill_forms(place, words[0], paradigm, bind(place, words[0], paradigm, arguments), entry);
}

WordReader::Bindings WordReader::bind(const Place& place, const std::string& name, const Paradigm& paradigm,
                                      std::span<const std::string> arguments) const {
  if (arguments.size() > paradigm.parameters.size()) {
    refuse(place,
           fmt::format("'{}' has {} forms and its paradigm asks for {}", name, arguments.size(),
                       paradigm.parameters.size()),
           "remove what is too much; '_' is a blank inside a form");
  }
  Bindings bindings;
  for (std::size_t i = 0; i < paradigm.parameters.size(); ++i) {
    const auto& [parameter, otherwise] = paradigm.parameters[i];
    if (i >= arguments.size() && otherwise.empty()) {
      refuse(place, fmt::format("missing form: '{}' lacks '{}'", name, parameter),
             "the paradigm needs it; write it behind the others");
    }
    bindings.emplace_back(
        parameter, i < arguments.size() && arguments[i] != "*" ? arguments[i] : expand(otherwise, bindings));
    if (bindings.back().second.size() > kMaxFormBytes) refuse(place, "a form is too long", "shorten it");
  }
  return bindings;
}

// Parts between '+' that are parameters are replaced; '-' is nothing.
std::string WordReader::expand(std::string_view text, const Bindings& bindings) {
  std::string out;
  bool first = true;
  for (const std::string_view part : split_fields(text, "+")) {
    if (!first) out += '+';
    first = false;
    const auto bound =
        std::find_if(bindings.begin(), bindings.end(), [&](const auto& b) { return b.first == part; });
    std::string value(bound == bindings.end() ? part : std::string_view(bound->second));
    if (bound == bindings.end()) std::replace(value.begin(), value.end(), '_', ' ');
    if (value.size() > 1 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    if (value != "-" || text.size() == 1) out += value;
  }
  return out;
}

void WordReader::fill_forms(const Place& place, const std::string& word, const Paradigm& paradigm,
                            const Bindings& bindings, WordEntry& entry) {
  const auto& fields = builder_.language().categories[paradigm.category].fields;
  for (const FormRow& row : paradigm.rows) {
    std::string text;
    for (const std::string& part : row.text) {
      text += (text.empty() ? "" : " ") + expand(part == "_" ? " " : part, bindings);
    }
    if (text.size() > kMaxFormBytes) refuse(place, "a form is too long", "shorten it");
    std::uint32_t phrase = kNoForm;
    const std::size_t first = fields[row.field].first;
    const Shape& shape = fields[row.field].forms;
    for (std::size_t cell = 0; cell < shape.cells; ++cell) {
      if (entry.forms[first + cell] != kNoForm) continue;
      const auto values = builder_.values_of(shape, cell);
      bool fits = true;
      for (std::size_t i = 0; i < values.size() && fits; ++i) {
        const auto wanted = row.wanted.find(shape.features[i]);
        fits = wanted == row.wanted.end() || (wanted->second >> values[i] & 1U) != 0;
      }
      if (!fits) continue;
      if (phrase == kNoForm) phrase = builder_.phrase(row.place, text);
      entry.forms[first + cell] = phrase;
    }
  }
  if (!paradigm.like.empty()) {
    const Paradigm& other = paradigms_.find(paradigm.like)->second;
    std::vector<std::string> arguments;
    for (const std::string& argument : paradigm.like_arguments)
      arguments.push_back(expand(argument, bindings));
    return fill_forms(place, word, other, bind(paradigm.place, word, other, arguments), entry);
  }
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const auto begin = entry.forms.begin() + static_cast<std::ptrdiff_t>(fields[f].first);
    const auto end = begin + static_cast<std::ptrdiff_t>(fields[f].forms.cells);
    const auto missing = std::find(begin, end, kNoForm);
    if (missing == end) continue;
    const auto cell = static_cast<std::size_t>(missing - begin);
    const std::string cell_name = builder_.name_of(fields[f].forms, cell);
    refuse(paradigm.place,
           fmt::format("missing form: no row of this paradigm gives '{}' a form for '{}{}{}'", word,
                       fields[f].name, fields[f].name.empty() || cell_name.empty() ? "" : " ", cell_name),
           "add a row for it");
  }
}

}  // namespace calque::phrasebook
