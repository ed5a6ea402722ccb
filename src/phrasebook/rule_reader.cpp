// Tables, and how the rules of the world are written.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrasebook/language_builder.h"
#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxRows = 200;
constexpr std::size_t kMaxItems = 40;

}  // namespace

// table NAME FEATURE ..., and below it: VALUE ... = words
void RuleReader::read_table(const Block& block) {
  const GrammarLine& line = *block.head;
  if (line.words.size() < 2) refuse(line.place, "a table without a name", "write 'table NAME FEATURE ...'");
  Table table;
  table.name = line.words[1];
  check_name(line.place, table.name, "a table");
  table.shape = builder_.shape(line.place, std::span(line.words).subspan(2));
  constexpr auto kEmpty = static_cast<std::uint32_t>(kNoIndex);
  table.cells.assign(table.shape.cells, kEmpty);
  for (const GrammarLine* row : block.body) {
    const auto equals = std::find(row->words.begin(), row->words.end(), "=");
    if (equals == row->words.end()) refuse(row->place, "no '=' in this row", "write 'VALUE ... = words'");
    std::map<std::uint8_t, std::uint32_t> wanted;
    for (auto it = row->words.begin(); it != equals; ++it) {
      const auto [feature, bits] = builder_.value_set(row->place, *it);
      const auto& features = table.shape.features;
      if (std::find(features.begin(), features.end(), feature) == features.end()) {
        refuse(row->place, fmt::format("'{}' does not belong to this table", *it),
               "name its feature in the line 'table ...'");
      }
      wanted[feature] = bits;
    }
    std::string text = row->text(static_cast<std::size_t>(equals - row->words.begin()) + 1);
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    const std::uint32_t phrase = builder_.phrase(row->place, text);
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      const auto values = builder_.values_of(table.shape, cell);
      bool fits = table.cells[cell] == kEmpty;
      for (std::size_t i = 0; i < values.size() && fits; ++i) {
        const auto found = wanted.find(table.shape.features[i]);
        fits = found == wanted.end() || (found->second >> values[i] & 1U) != 0;
      }
      if (fits) table.cells[cell] = phrase;
    }
  }
  const auto missing = std::find(table.cells.begin(), table.cells.end(), kEmpty);
  if (missing != table.cells.end()) {
    refuse(
        line.place,
        fmt::format("missing form: no row of table '{}' is for '{}'", table.name,
                    builder_.name_of(table.shape, static_cast<std::size_t>(missing - table.cells.begin()))),
        "add a row for it");
  }
  const auto index = static_cast<std::uint32_t>(builder_.language().tables.size());
  if (!tables_.emplace(table.name, index).second) {
    refuse(line.place, fmt::format("table '{}' is defined twice", table.name), "give one another name");
  }
  builder_.language().tables.push_back(std::move(table));
}

// rule NAME ... [: SETTING ...] [= item ...]
void RuleReader::read_rule(const Block& block) {
  const GrammarLine& line = *block.head;
  const auto is_end = [](const std::string& word) { return word == ":" || word == "="; };
  const auto names_end = std::find_if(line.words.begin() + 1, line.words.end(), is_end);
  const auto equals = std::find(names_end, line.words.end(), "=");
  if (names_end == line.words.begin() + 1)
    refuse(line.place, "a rule without a name", "write 'rule NAME : SETTING ...'");
  for (auto name = line.words.begin() + 1; name != names_end; ++name) {
    const auto found = builder_.world().function_names.find(*name);
    if (found == builder_.world().function_names.end() ||
        builder_.world().functions[found->second].is_word()) {
      refuse(line.place, fmt::format("'{}' is no rule of {}", *name, builder_.world().file),
             "correct the name, or add it there");
    }
    const Function& function = builder_.world().functions[found->second];
    LanguageRule& rule = builder_.language().rules[found->second];
    if (rule.present) {
      refuse(line.place,
             fmt::format("rule '{}' is written twice; the first is in line {}", *name, rule.place.line),
             "remove one of them");
    }
    const LanguageCategory& category = builder_.language().categories[function.category];
    if (category.line == 0) {
      const std::string& name_of_category = builder_.world().categories[function.category].name;
      refuse(line.place, fmt::format("category '{}' is not described", name_of_category),
             fmt::format("add a line 'category {} : ...'", name_of_category));
    }
    rule.place = line.place;
    rule.present = true;
    rule.fields.resize(category.fields.size());
    if (names_end != equals) {
      rule.settings = read_settings(line.place, function, {names_end + 1, equals});
    }
    read_body(block, found->second, static_cast<std::size_t>(equals - line.words.begin()));
    inherit_fields(function, rule);
    find_gives(function, rule);
  }
}

void RuleReader::read_body(const Block& block, std::size_t function, std::size_t rows_from) {
  const Function& rule = builder_.world().functions[function];
  LanguageRule& read = builder_.language().rules[function];
  const auto read_row = [&](const GrammarLine& line, std::size_t begin) {
    const auto equals =
        std::find(line.words.begin() + static_cast<std::ptrdiff_t>(begin), line.words.end(), "=");
    if (equals == line.words.end())
      refuse(line.place, "no '=' in this row", "write '[FIELD] CONDITION ... = item ...'");
    auto it = line.words.begin() + static_cast<std::ptrdiff_t>(begin);
    std::uint8_t field = 0;
    if (it != equals) {
      if (const auto named = builder_.find_field(rule.category, *it)) {
        field = *named;
        ++it;
      }
    }
    if (it == line.words.begin() + static_cast<std::ptrdiff_t>(begin) &&
        builder_.find_field(rule.category, "") != 0) {
      refuse(line.place, "the row does not say which field it writes",
             "begin it with the name of a field of the category");
    }
    Row row{line.place, {}, {}};
    for (; it != equals; ++it) row.guards.push_back(read_guard(line.place, rule, *it));
    for (++it; it != line.words.end(); ++it) {
      if (*it != "-") row.items.push_back(read_item(line.place, rule, *it));
    }
    auto& rows = read.fields[field].rows;
    if (rows.size() == kMaxRows || row.items.size() > kMaxItems)
      refuse(line.place, "the rule is too long", "divide it");
    rows.push_back(std::move(row));
  };
  if (rows_from < block.head->words.size()) read_row(*block.head, rows_from);
  for (const GrammarLine* line : block.body) read_row(*line, 0);
}

std::optional<std::uint8_t> RuleReader::find_argument(const Function& rule, std::string_view name) const {
  for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
    if (rule.arguments[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

// VALUE | argument | argument.FEATURE
std::vector<Setting> RuleReader::read_settings(const Place& place, const Function& rule,
                                               std::span<const std::string> words) const {
  std::vector<Setting> settings;
  for (const std::string& word : words) {
    const std::size_t dot = word.find('.');
    const auto argument = find_argument(rule, std::string_view(word).substr(0, dot));
    if (argument && dot == std::string::npos && builder_.find_value(word)) {
      refuse(place, fmt::format("'{}' is an argument of '{}' and a value of a feature", word, rule.name),
             fmt::format("give the value another name, or the argument in {}", builder_.world().file));
    }
    if (!argument) {
      const auto [feature, value] = builder_.value(place, word);
      settings.push_back({Setting::From::kConstant, feature, value, 0});
      continue;
    }
    const auto& gives = builder_.language().categories[rule.arguments[*argument].category].gives;
    if (dot == std::string::npos) {
      for (const std::uint8_t feature : gives)
        settings.push_back({Setting::From::kArgument, feature, 0, *argument});
      continue;
    }
    const std::uint8_t feature = builder_.feature(place, word.substr(dot + 1));
    if (std::find(gives.begin(), gives.end(), feature) == gives.end()) {
      refuse(place, fmt::format("'{}' does not give {}", word.substr(0, dot), word.substr(dot + 1)),
             "name the feature behind 'gives' in the line of its category");
    }
    settings.push_back({Setting::From::kArgument, feature, 0, *argument});
  }
  return settings;
}

// [!]VALUE[|VALUE] | [!]argument.VALUE | [!]argument:TYPE
Guard RuleReader::read_guard(const Place& place, const Function& rule, std::string_view text) const {
  Guard guard;
  guard.negated = text[0] == '!';
  if (guard.negated) text.remove_prefix(1);
  const std::size_t cut = text.find_first_of(".:");
  const auto argument =
      cut == std::string_view::npos ? std::nullopt : find_argument(rule, text.substr(0, cut));
  if (argument && text[cut] == ':') {
    guard.of = Guard::Of::kTypes;
    guard.argument = *argument;
    for (const std::string_view name : split_fields(text.substr(cut + 1), "|")) {
      const World& world = builder_.world();
      const auto type = world.types.find(name);
      const auto word = world.function_names.find(name);
      if (type != world.types.end()) {
        guard.types.add(type->second);
      } else if (word != world.function_names.end() && world.functions[word->second].is_word()) {
        guard.words.push_back(static_cast<std::uint32_t>(word->second));
      } else {
        refuse(place, fmt::format("unknown type '{}'", name),
               fmt::format("{} declares the types", world.file));
      }
    }
    return guard;
  }
  if (argument) {
    guard.of = Guard::Of::kArgument;
    guard.argument = *argument;
    text.remove_prefix(cut + 1);
  }
  std::tie(guard.feature, guard.values) = builder_.value_set(place, text);
  if (argument) {
    const auto& gives = builder_.language().categories[rule.arguments[*argument].category].gives;
    if (std::find(gives.begin(), gives.end(), guard.feature) == gives.end()) {
      refuse(place,
             fmt::format("'{}' does not give {}", rule.arguments[*argument].name,
                         builder_.language().features[guard.feature].name),
             "name the feature behind 'gives' in the line of its category");
    }
  }
  return guard;
}

// "text"[marks] | table[{...}][marks] | argument[.field][{setting ...}]
Item RuleReader::read_item(const Place& place, const Function& rule, std::string_view text) {
  Item item;
  std::size_t end = 0;
  if (text[0] == '"') {
    end = text.find('"', 1);
    item.index = builder_.phrase(place, text.substr(1, end - 1));
    const text::CharClass first = text::class_of(text::first_character(text.substr(1, end - 1)));
    item.is_mark = first == text::CharClass::kStop || first == text::CharClass::kWidePunct;
    ++end;
  } else {
    end = std::min(text.find_first_of("{@~"), text.size());
    const std::string_view name = text.substr(0, end);
    const std::size_t dot = name.find('.');
    if (const auto argument = find_argument(rule, name.substr(0, dot))) {
      item.kind = Item::Kind::kArgument;
      item.index = *argument;
      const std::size_t category = rule.arguments[*argument].category;
      const std::string_view field = dot == std::string_view::npos ? "" : name.substr(dot + 1);
      const auto found = builder_.find_field(category, field);
      if (!found) {
        refuse(
            place,
            fmt::format("category '{}' has no field '{}'", builder_.world().categories[category].name, field),
            "name its fields in the line 'category ...'");
      }
      item.field = *found;
    } else if (const auto table = tables_.find(name); table != tables_.end()) {
      item.kind = Item::Kind::kTable;
      item.index = table->second;
    } else {
      refuse(place, fmt::format("'{}' is neither an argument of rule '{}' nor a table", name, rule.name),
             "put words in quotes");
    }
  }
  if (end < text.size() && text[end] == '{') {
    const std::size_t close = text.find('}', end);
    const auto words = split_words(text.substr(end + 1, close - end - 1));
    item.settings = read_settings(place, rule, std::vector<std::string>(words.begin(), words.end()));
    end = close + 1;
  }
  read_marks(place, rule, text.substr(std::min(end, text.size())), item);
  return item;
}

// "~", or any of "@argument", "@Feature", "@." behind each other.
void RuleReader::read_marks(const Place& place, const Function& rule, std::string_view marks,
                            Item& item) const {
  if (marks.empty()) return;
  if (item.kind == Item::Kind::kArgument) {
    refuse(place, fmt::format("'{}' behind an argument", marks),
           "what an argument writes belongs to its own words");
  }
  item.own = false;
  if (marks == "~") return;
  if (marks[0] != '@')
    refuse(place, fmt::format("'{}' follows a word without a blank", marks), "put a blank there");
  for (const std::string_view mark : split_fields(marks.substr(1), "@")) {
    if (mark == ".") {
      item.own = true;
    } else if (const auto argument = find_argument(rule, mark)) {
      item.arguments.push_back(*argument);
    } else if (const auto feature = builder_.find_feature(mark)) {
      item.features.push_back(*feature);
    } else {
      refuse(place, fmt::format("'@{}' is neither an argument nor a feature", mark),
             "'@.' is the rule itself");
    }
  }
}

// A field without rows is that of the first argument that has a field of this name.
void RuleReader::inherit_fields(const Function& rule, LanguageRule& read) const {
  for (std::size_t f = 0; f < read.fields.size(); ++f) {
    LanguageRule::FieldRows& rows = read.fields[f];
    if (!rows.rows.empty()) continue;
    const std::string& name = builder_.language().categories[rule.category].fields[f].name;
    bool found = false;
    for (std::size_t i = 0; i < rule.arguments.size() && !found; ++i) {
      if (builder_.language().categories[rule.arguments[i].category].line == 0) continue;
      if (const auto field = builder_.find_field(rule.arguments[i].category, name)) {
        rows.argument = static_cast<std::uint8_t>(i);
        rows.field = *field;
        found = true;
      }
    }
    if (!found) {
      refuse(read.place,
             fmt::format("rule '{}' does not write field '{}', and no argument has one", rule.name, name),
             name.empty() ? "add a row '= item ...'" : fmt::format("add a row '{} = item ...'", name));
    }
  }
}

// What the category gives is what the rule sets, or that of the first argument that gives it.
void RuleReader::find_gives(const Function& rule, LanguageRule& read) const {
  const Language& language = builder_.language();
  for (const std::uint8_t feature : language.categories[rule.category].gives) {
    const auto set = std::find_if(read.settings.rbegin(), read.settings.rend(),
                                  [&](const Setting& s) { return s.feature == feature; });
    if (set != read.settings.rend()) {
      read.gives.push_back(*set);
      continue;
    }
    bool found = false;
    for (std::size_t i = 0; i < rule.arguments.size() && !found; ++i) {
      const auto& given = language.categories[rule.arguments[i].category].gives;
      if (std::find(given.begin(), given.end(), feature) == given.end()) continue;
      read.gives.push_back({Setting::From::kArgument, feature, 0, static_cast<std::uint8_t>(i)});
      found = true;
    }
    if (!found) {
      refuse(read.place,
             fmt::format(
                 "unresolved feature: rule '{}' must give {}, and neither it nor an argument has a value",
                 rule.name, language.features[feature].name),
             fmt::format("set one behind the ':', such as {}", language.features[feature].values[0]));
    }
  }
}

}  // namespace calque::phrasebook
