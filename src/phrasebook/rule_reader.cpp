// Tables, and how the rules of the world are written.
#include <algorithm>
#include <tuple>

#include "base/parse.h"
#include "phrasebook/language_builder.h"
#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxRows = 200;
constexpr std::size_t kMaxItems = 40;

std::optional<std::uint8_t> find_argument(const Function& rule, std::string_view name) {
  for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
    if (rule.arguments[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

bool is_mark(std::string_view text) {
  const text::CharClass first = text::class_of(text::first_character(text));
  return first == text::CharClass::kStop || first == text::CharClass::kWidePunct;
}

}  // namespace

// table NAME FEATURE ..., and below it: VALUE ... = words
void LanguageBuilder::read_table(const Statement& statement) {
  const GrammarLine& line = statement.head;
  line.need(line.words.size() > 1, "write 'table NAME FEATURE ...'", "a table without a name");
  table_names_.add(line, line.words[1]);
  Table table;
  table.shape = read_shape(line, std::span(line.words).subspan(2));
  table.cells.assign(table.shape.cells, kNoForm);
  for (const GrammarLine& row : statement.body) {
    std::string text = row.text(row.find("=") + 1);
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    fill_cells(read_form_row(row, 0, table.shape), table.shape, text, table.cells.data());
  }
  check_cells(line.place, fmt::format("table '{}'", line.words[1]), table.shape, table.cells.data());
  language_.tables.push_back(std::move(table));
}

// rule NAME ... [: SETTING ...] [= item ...]
void LanguageBuilder::read_rule(const Statement& statement) {
  const GrammarLine& line = statement.head;
  const std::size_t equals = line.find("=");
  const std::size_t colon = std::min(line.find(":"), equals);
  line.need(colon > 1, "write 'rule NAME : SETTING ...'", "a rule without a name");
  for (std::size_t i = 1; i < colon; ++i) {
    const std::size_t index = world_.function_names.at(line, line.words[i]);
    const Function& function = world_.functions[index];
    LanguageRule& rule = language_.rules[index];
    line.need(!function.is_word(), "correct the name", "'{}' is no rule", line.words[i]);
    line.need(!rule.present, "remove one of them", "rule '{}' is written twice; the first is in line {}",
              line.words[i], rule.place.line);
    line.need(language_.categories[function.category].line != 0, "add a line 'category ...'",
              "category '{}' is not described", world_.category_names[function.category]);
    rule.place = line.place;
    rule.present = true;
    rule.fields.resize(language_.categories[function.category].fields.size());
    if (colon < equals)
      rule.settings =
          read_settings(line, function, std::span(line.words).subspan(colon + 1, equals - colon - 1));
    if (equals < line.words.size()) read_row(line, equals, function, rule);
    for (const GrammarLine& row : statement.body) read_row(row, 0, function, rule);
    inherit_fields(line, function, rule);
    find_gives(line, function, rule);
  }
}

// [FIELD] CONDITION ... = item ...
void LanguageBuilder::read_row(const GrammarLine& line, std::size_t from, const Function& rule,
                               LanguageRule& read) {
  const std::size_t equals = line.find("=", from);
  line.need(equals < line.words.size(), "write '[FIELD] CONDITION ... = item ...'", "no '=' in this row");
  auto field = equals > from ? find_field(rule.category, line.words[from]) : std::nullopt;
  if (field) {
    ++from;
  } else {
    field = find_field(rule.category, "");
  }
  line.need(field.has_value(), "begin it with the name of a field of the category",
            "the row does not say which field it writes");
  Row row{line.place, {}, {}};
  for (; from < equals; ++from) row.guards.push_back(read_guard(line, rule, line.words[from]));
  for (std::size_t i = equals + 1; i < line.words.size(); ++i) {
    if (line.words[i] != "-") row.items.push_back(read_item(line, rule, line.words[i]));
  }
  auto& rows = read.fields[*field].rows;
  line.need(rows.size() < kMaxRows && row.items.size() <= kMaxItems, "divide it", "the rule is too long");
  rows.push_back(std::move(row));
}

// VALUE | argument | argument.FEATURE
std::vector<Setting> LanguageBuilder::read_settings(const GrammarLine& line, const Function& rule,
                                                    std::span<const std::string> words) const {
  std::vector<Setting> settings;
  for (const std::string& word : words) {
    const std::size_t dot = word.find('.');
    const auto argument = find_argument(rule, std::string_view(word).substr(0, dot));
    line.need(!argument || !is_value(word), "give the value another name, or the argument in the world",
              "'{}' is an argument of '{}' and a value of a feature", word, rule.name);
    if (!argument) {
      const auto [feature, value] = this->value(line, word);
      settings.push_back({feature, value, 0});
    } else if (dot == std::string::npos) {
      for (const std::uint8_t feature : language_.categories[rule.arguments[*argument].category].gives) {
        settings.push_back({feature, kUnset, *argument});
      }
    } else {
      const auto feature =
          static_cast<std::uint8_t>(language_.features.at(line, std::string_view(word).substr(dot + 1)));
      line.need(gives(rule.arguments[*argument].category, feature),
                "name the feature behind 'gives' in the line of its category", "'{}' does not give it", word);
      settings.push_back({feature, kUnset, *argument});
    }
  }
  return settings;
}

// [!]VALUE[|VALUE] | [!]argument.VALUE | [!]argument:TYPE
Guard LanguageBuilder::read_guard(const GrammarLine& line, const Function& rule,
                                  std::string_view text) const {
  Guard guard;
  guard.negated = text[0] == '!';
  const std::string_view whole = text;
  if (guard.negated) text.remove_prefix(1);
  const std::size_t cut = std::min(text.find_first_of(".:"), text.size());
  const auto argument = find_argument(rule, text.substr(0, cut));
  if (!argument || cut == text.size()) {
    std::tie(guard.feature, guard.values) = value_set(line, text);
    return guard;
  }
  guard.argument = *argument;
  guard.of = text[cut] == ':' ? Guard::Of::kTypes : Guard::Of::kArgument;
  text.remove_prefix(cut + 1);
  if (guard.of == Guard::Of::kArgument) {
    std::tie(guard.feature, guard.values) = value_set(line, text);
    line.need(gives(rule.arguments[*argument].category, guard.feature),
              "name the feature behind 'gives' in the line of its category", "'{}' is not given", whole);
    return guard;
  }
  for (const std::string_view name : split_fields(text, "|")) {
    const auto type = world_.type_names.find(name);
    if (type) {
      guard.types.add(world_.types[*type]);
    } else {
      const auto word = world_.function_names.find(name);
      line.need(word.has_value(), "the world declares types and words", "unknown type '{}'", name);
      guard.words.push_back(static_cast<std::uint32_t>(*word));
    }
  }
  return guard;
}

// "text"[marks] | table[{...}][marks] | argument[.field][{setting ...}]
Item LanguageBuilder::read_item(const GrammarLine& line, const Function& rule, std::string_view text) {
  Item item;
  std::size_t end = text[0] == '"' ? text.find('"', 1) + 1 : std::min(text.find_first_of("{@~"), text.size());
  const std::string_view name = text.substr(0, end);
  const std::size_t dot = std::min(name.find('.'), name.size());
  if (text[0] == '"') {
    const std::string_view words = name.substr(1, name.size() - 2);
    item.index = phrase(line, words);
    if (is_mark(words)) item.own = 2;
  } else if (const auto argument = find_argument(rule, name.substr(0, dot))) {
    const std::size_t category = rule.arguments[*argument].category;
    const auto field = find_field(category, name.substr(std::min(dot + 1, name.size())));
    line.need(field.has_value(), "name the fields of a category in the line 'category ...'",
              "category '{}' has no field '{}'", world_.category_names[category],
              name.substr(std::min(dot + 1, name.size())));
    item.kind = Item::Kind::kArgument;
    item.index = *argument;
    item.field = *field;
  } else {
    const auto table = table_names_.find(name);
    line.need(table.has_value(), "put words in quotes",
              "'{}' is neither an argument of rule '{}' nor a table", name, rule.name);
    item.kind = Item::Kind::kTable;
    item.index = static_cast<std::uint32_t>(*table);
  }
  if (end < text.size() && text[end] == '{') {
    const std::size_t close = text.find('}', end);
    const auto words = split_words(text.substr(end + 1, close - end - 1));
    item.settings = read_settings(line, rule, std::vector<std::string>(words.begin(), words.end()));
    end = close + 1;
  }
  read_marks(line, rule, text.substr(std::min(end, text.size())), item);
  return item;
}

// "~", or any of "@argument", "@Feature", "@." (the rule), "@1", "@2" (parts of the rule) behind each other.
void LanguageBuilder::read_marks(const GrammarLine& line, const Function& rule, std::string_view marks,
                                 Item& item) const {
  if (marks.empty()) return;
  line.need(item.kind != Item::Kind::kArgument, "what an argument writes belongs to its own words",
            "'{}' behind an argument", marks);
  const std::uint8_t own = std::exchange(item.own, std::uint8_t{0});
  if (marks == "~") return;
  line.need(marks[0] == '@', "put a blank there", "'{}' follows a word without a blank", marks);
  for (const std::string_view mark : split_fields(marks.substr(1), "@")) {
    if (mark == "." || mark == "1" || mark == "2") {
      item.own = static_cast<std::uint8_t>(item.own | (mark == "." ? own : mark == "1" ? 4 : 8));
    } else if (const auto argument = find_argument(rule, mark)) {
      item.arguments.push_back(*argument);
    } else {
      const auto feature = language_.features.find(mark);
      line.need(feature.has_value(), "'@.' is the rule itself", "'@{}' is neither an argument nor a feature",
                mark);
      item.features.push_back(static_cast<std::uint8_t>(*feature));
    }
  }
}

// A field without rows is that of the first argument that has a field of this name.
void LanguageBuilder::inherit_fields(const GrammarLine& line, const Function& rule,
                                     LanguageRule& read) const {
  for (std::size_t f = 0; f < read.fields.size(); ++f) {
    LanguageRule::FieldRows& rows = read.fields[f];
    const std::string& name = language_.categories[rule.category].fields[f].name;
    bool found = !rows.rows.empty();
    for (std::size_t i = 0; i < rule.arguments.size() && !found; ++i) {
      const auto field = find_field(rule.arguments[i].category, name);
      if (!field) continue;
      rows.argument = static_cast<std::uint8_t>(i);
      rows.field = *field;
      found = true;
    }
    line.need(found, "add a row for it", "rule '{}' does not write field '{}', and no argument has one",
              rule.name, name);
  }
}

// What the category gives is what the rule sets, or that of the first argument that gives it.
void LanguageBuilder::find_gives(const GrammarLine& line, const Function& rule, LanguageRule& read) const {
  for (const std::uint8_t feature : language_.categories[rule.category].gives) {
    const auto is_set = [&](const Setting& s) { return s.feature == feature; };
    const auto set = std::find_if(read.settings.rbegin(), read.settings.rend(), is_set);
    const auto given = [&](const Argument& argument) { return gives(argument.category, feature); };
    const auto argument = std::find_if(rule.arguments.begin(), rule.arguments.end(), given);
    line.need(set != read.settings.rend() || argument != rule.arguments.end(), "set a value behind the ':'",
              "unresolved feature: rule '{}' must give {}, and neither it nor an argument has a value",
              rule.name, language_.features[feature]);
    const Setting from_argument{feature, kUnset,
                                static_cast<std::uint8_t>(argument - rule.arguments.begin())};
    read.gives.push_back(set != read.settings.rend() ? *set : from_argument);
  }
}

}  // namespace calque::phrasebook
