#include "phrasebook/world.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxFunctions = 10'000;
constexpr double kMaxWeight = 1e6;
// Added to ranks, so that the most frequent word of a line is not too far ahead of the second.
constexpr double kRankOffset = 2;

class WorldReader {
 public:
  explicit WorldReader(const GrammarFile& file) : file_(file) { world_.file = file.name; }

  World read() {
    for (const GrammarLine& line : file_.lines) {
      if (line.words[0] == "category") declare_categories(line);
      if (line.words[0] == "attribute") declare_attributes(line);
    }
    if (world_.categories.empty()) {
      refuse({file_.name}, "no categories",
             "name them in lines 'category NAME ...'; the first is that of sentences");
    }
    bool in_words = false;
    for (const GrammarLine& line : file_.lines) {
      if (line.indented) {
        if (!in_words)
          refuse(line.place, "an indented line that belongs to nothing", "begin it at the margin");
        read_words(line);
        continue;
      }
      in_words = line.words[0] == "words";
      read_statement(line);
    }
    check_productive();
    return std::move(world_);
  }

 private:
  void read_statement(const GrammarLine& line) {
    const std::string& key = line.words[0];
    if (key == "category" || key == "attribute") return;
    if (key == "type" || key == "types") return declare_types(line);
    if (key == "words") return begin_words(line);
    if (key == "also") return read_also(line);
    if (line.words.size() >= 4 && line.words[1] == "=") return read_rule(line);
    refuse(line.place, fmt::format("'{}' begins nothing that a world has", key),
           "lines begin with category, attribute, types, words, also, or a rule 'CATEGORY = NAME "
           "argument:CATEGORY ...'");
  }

  void declare_categories(const GrammarLine& line) {
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      check_name(line.place, line.words[i], "a category");
      if (!world_.category_names.emplace(line.words[i], world_.categories.size()).second) {
        refuse(line.place, fmt::format("category '{}' is declared twice", line.words[i]),
               "remove one of them");
      }
      world_.categories.push_back({line.words[i], line.place, false, 100, {}, {}});
    }
  }

  void declare_attributes(const GrammarLine& line) {
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      check_name(line.place, line.words[i], "an attribute");
      if (attribute(line.words[i])) {
        refuse(line.place, fmt::format("attribute '{}' is declared twice", line.words[i]),
               "remove one of them");
      }
      if (world_.attributes.size() == 16) refuse(line.place, "more than 16 attributes", "use fewer");
      world_.attributes.push_back(line.words[i]);
    }
  }

  // types a b c        and        types NAME = a b c
  void declare_types(const GrammarLine& line) {
    const bool set = line.words.size() > 2 && line.words[2] == "=";
    TypeSet sum;
    for (std::size_t i = set ? 3 : 1; i < line.words.size(); ++i) {
      if (set) {
        sum.add(types_of(line.place, line.words[i]));
      } else {
        add_type(line, line.words[i], new_type(line.place));
      }
    }
    if (set) add_type(line, line.words[1], sum);
  }

  void add_type(const GrammarLine& line, const std::string& name, const TypeSet& types) {
    check_name(line.place, name, "a type");
    if (!world_.types.emplace(name, types).second) {
      refuse(line.place, fmt::format("type '{}' is declared twice", name), "remove one of them");
    }
  }

  // One name, or several with '|' between them.
  // The name of a word is a type too, that of this word alone.
  TypeSet types_of(const Place& place, std::string_view names) {
    TypeSet sum;
    for (const std::string_view name : split_fields(names, "|")) {
      auto found = world_.types.find(name);
      if (const auto word = world_.function_names.find(name);
          found == world_.types.end() && word != world_.function_names.end()) {
        found = world_.types.emplace(name, new_type(place)).first;
        world_.functions[word->second].types.add(found->second);
      }
      if (found == world_.types.end()) {
        refuse(place, fmt::format("unknown type '{}'", name), "declare it above in a line 'types NAME ...'");
      }
      sum.add(found->second);
    }
    return sum;
  }

  TypeSet new_type(const Place& place) {
    if (type_count_ == TypeSet::kMaxTypes) {
      refuse(place, fmt::format("more than {} types", TypeSet::kMaxTypes), "use fewer");
    }
    TypeSet single;
    single.add(type_count_++);
    return single;
  }

  std::size_t category(const Place& place, std::string_view name) const {
    const auto found = world_.category_names.find(name);
    if (found == world_.category_names.end()) {
      refuse(place, fmt::format("unknown category '{}'", name), "declare it in a line 'category NAME ...'");
    }
    return found->second;
  }

  std::optional<std::size_t> attribute(std::string_view name) const {
    const auto found = std::find(world_.attributes.begin(), world_.attributes.end(), name);
    if (found == world_.attributes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - world_.attributes.begin());
  }

  static double weight(const Place& place, std::string_view text) {
    const auto value = parse_real(text);
    if (!value || *value <= 0 || *value > kMaxWeight) {
      refuse(place, fmt::format("'{}' is no weight", text), "a weight is a number above 0, such as *5");
    }
    return *value;
  }

  // words CATEGORY [once] [*WEIGHT] [ATTRIBUTE ...]
  void begin_words(const GrammarLine& line) {
    if (line.words.size() < 2) refuse(line.place, "words of which category?", "write 'words CATEGORY'");
    section_ = category(line.place, line.words[1]);
    section_attributes_.clear();
    Category& c = world_.categories[section_];
    for (std::size_t i = 2; i < line.words.size(); ++i) {
      const std::string& word = line.words[i];
      if (word == "once") {
        c.once = true;
      } else if (word[0] == '*') {
        c.words_weight = weight(line.place, word.substr(1));
      } else if (const auto found = attribute(word)) {
        section_attributes_.push_back(*found);
      } else {
        refuse(line.place, fmt::format("unknown attribute '{}'", word),
               "declare it in a line 'attribute NAME ...'");
      }
    }
  }

  // TYPE ... [/ TYPE ...]... [*WEIGHT] : NAME ...
  void read_words(const GrammarLine& line) {
    const auto colon = std::find(line.words.begin(), line.words.end(), ":");
    if (colon == line.words.end()) {
      refuse(line.place, "no ':' between the types and the words", "write 'TYPES : WORD WORD ...'");
    }
    Function word;
    word.place = line.place;
    word.category = section_;
    word.attributes.resize(world_.attributes.size());
    double factor = 1;
    std::size_t part = 0;
    for (auto it = line.words.begin(); it != colon; ++it) {
      if (*it == "/") {
        if (++part > section_attributes_.size()) {
          refuse(line.place, "more '/' than attributes", "name the attributes behind 'words CATEGORY'");
        }
      } else if ((*it)[0] == '*') {
        factor = weight(line.place, it->substr(1));
      } else if (*it != "-") {
        (part == 0 ? word.types : word.attributes[section_attributes_[part - 1]])
            .add(types_of(line.place, *it));
      }
    }
    double rank = 0;
    for (auto it = colon + 1; it != line.words.end(); ++it) {
      word.name = *it;
      word.weight = factor / (++rank + kRankOffset);
      world_.categories[section_].words.push_back(add_function(word));
    }
  }

  // also TYPE : WORD WORD ...
  void read_also(const GrammarLine& line) {
    if (line.words.size() < 4 || line.words[2] != ":")
      refuse(line.place, "this 'also' cannot be read", "write 'also TYPE : WORD ...'");
    const TypeSet types = types_of(line.place, line.words[1]);
    for (std::size_t i = 3; i < line.words.size(); ++i) {
      const auto found = world_.function_names.find(line.words[i]);
      if (found == world_.function_names.end() || !world_.functions[found->second].is_word()) {
        refuse(line.place, fmt::format("'{}' is no word that stands above", line.words[i]),
               "correct the name");
      }
      world_.functions[found->second].types.add(types);
    }
  }

  std::size_t add_function(const Function& function) {
    check_name(function.place, function.name, function.is_word() ? "a word" : "a rule");
    if (world_.functions.size() == kMaxFunctions)
      refuse(function.place, "too many words and rules", "use fewer");
    const auto [at, fresh] = world_.function_names.emplace(function.name, world_.functions.size());
    if (!fresh) {
      refuse(function.place, fmt::format("'{}' is defined twice", function.name),
             fmt::format("give one another name, such as {}.other; the first is in line {}", function.name,
                         world_.functions[at->second].place.line));
    }
    world_.functions.push_back(function);
    return at->second;
  }

  // CATEGORY = NAME [^]argument:CATEGORY[(condition ...)] ... [*WEIGHT]
  void read_rule(const GrammarLine& line) {
    Function rule;
    rule.place = line.place;
    rule.category = category(line.place, line.words[0]);
    rule.name = line.words[2];
    for (std::size_t i = 3; i < line.words.size(); ++i) {
      if (line.words[i][0] == '*') {
        rule.weight = weight(line.place, line.words[i].substr(1));
      } else {
        read_argument(line.place, line.words[i], rule);
      }
    }
    if (rule.arguments.empty()) {
      refuse(line.place, fmt::format("rule '{}' has no arguments", rule.name), "what has none is a word");
    }
    const std::size_t category = rule.category;
    world_.categories[category].rules.push_back(add_function(rule));
  }

  void read_argument(const Place& place, std::string_view text, Function& rule) {
    if (rule.arguments.size() == kMaxArguments) {
      refuse(place, fmt::format("more than {} arguments", kMaxArguments), "divide the rule in two");
    }
    if (text[0] == '^') {
      rule.head = rule.arguments.size();
      text.remove_prefix(1);
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
      refuse(place, fmt::format("argument '{}' has no category", text), "write 'name:CATEGORY'");
    }
    Argument argument{std::string(text.substr(0, colon)), 0, {}};
    check_name(place, argument.name, "an argument");
    for (const Argument& other : rule.arguments) {
      if (other.name == argument.name) {
        refuse(place, fmt::format("two arguments are called '{}'", argument.name), "give one another name");
      }
    }
    text.remove_prefix(colon + 1);
    const std::size_t bracket = text.find('(');
    argument.category = category(place, text.substr(0, bracket));
    if (bracket != std::string_view::npos) {
      if (text.back() != ')') refuse(place, "something follows a ')'", "put a blank there");
      const std::string_view inside = text.substr(bracket + 1, text.size() - bracket - 2);
      for (const std::string_view word : split_words(inside)) {
        argument.conditions.push_back(read_condition(place, word, rule));
      }
    }
    rule.arguments.push_back(std::move(argument));
  }

  // type | TYPES | argument.attribute | attribute=argument | attribute=TYPES
  Condition read_condition(const Place& place, std::string_view text, const Function& rule) {
    Condition condition;
    if (text == "type") return condition;
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
      condition.attribute = known_attribute(place, text.substr(0, equals));
      text.remove_prefix(equals + 1);
    }
    const std::size_t dot = text.find('.');
    if (const auto index = argument_of(rule, text.substr(0, dot))) {
      condition.argument = *index;
      condition.with =
          dot == std::string_view::npos ? Condition::With::kTypesOf : Condition::With::kAttributeOf;
      if (dot != std::string_view::npos) condition.other = known_attribute(place, text.substr(dot + 1));
      return condition;
    }
    condition.with = Condition::With::kTypes;
    condition.types = types_of(place, text);
    return condition;
  }

  std::size_t known_attribute(const Place& place, std::string_view name) const {
    const auto found = attribute(name);
    if (!found) {
      refuse(place, fmt::format("unknown attribute '{}'", name),
             fmt::format("there are: {}", list_of(world_.attributes)));
    }
    return *found;
  }

  // Only arguments that stand before, because they are drawn in order.
  static std::optional<std::size_t> argument_of(const Function& rule, std::string_view name) {
    for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
      if (rule.arguments[i].name == name) return i;
    }
    return std::nullopt;
  }

  void check_productive() const {
    for (const Category& c : world_.categories) {
      if (c.words.empty() && c.rules.empty()) {
        refuse(c.place, fmt::format("category '{}' has neither words nor rules", c.name),
               "give it some, or remove its declaration");
      }
    }
    const auto heights = shortest_trees(world_, std::vector<bool>(world_.functions.size(), true));
    for (const Category& c : world_.categories) {
      if (!c.words.empty()) continue;
      if (std::all_of(c.rules.begin(), c.rules.end(),
                      [&](std::size_t f) { return heights[f] == kNoIndex; })) {
        refuse(world_.functions[c.rules[0]].place,
               fmt::format("a cycle without an exit: every rule of '{}' needs '{}' again in the end", c.name,
                           c.name),
               "add a word or a rule that ends it");
      }
    }
  }

  const GrammarFile& file_;
  World world_;
  std::size_t type_count_ = 0;
  std::size_t section_ = 0;
  std::vector<std::size_t> section_attributes_;
};

}  // namespace

World read_world(const GrammarFile& file) {
  return WorldReader(file).read();
}

std::vector<std::size_t> shortest_trees(const World& world, const std::vector<bool>& usable) {
  std::vector<std::size_t> of_functions(world.functions.size(), kNoIndex);
  std::vector<std::size_t> of_categories(world.categories.size(), kNoIndex);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < world.functions.size(); ++f) {
      if (!usable[f]) continue;
      std::size_t height = 0;
      for (const Argument& argument : world.functions[f].arguments) {
        height = std::max(height, of_categories[argument.category]);
      }
      if (height == kNoIndex || height + 1 >= of_functions[f]) continue;
      of_functions[f] = height + 1;
      std::size_t& best = of_categories[world.functions[f].category];
      best = std::min(best, height + 1);
      changed = true;
    }
  }
  return of_functions;
}

}  // namespace calque::phrasebook
