#include "phrasebook/world.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/parse.h"

namespace calque::phrasebook {
namespace {

constexpr double kMaxWeight = 1e6;
// Added to ranks, so that the most frequent word of a line is not too far ahead of the second.
constexpr double kRankOffset = 2;

class WorldReader {
 public:
  explicit WorldReader(const GrammarFile& file) : file_(file) { world_.file = file.name; }

  World read() {
    for (const Statement& statement : file_.statements) declare(statement.head);
    if (world_.categories.empty())
      refuse({file_.name}, "no categories", "name them in lines 'category NAME ...'");
    for (const Statement& statement : file_.statements) read_block(statement);
    check_productive();
    return std::move(world_);
  }

 private:
  void declare(const GrammarLine& line) {
    for (std::size_t i = 1; i < line.words.size() && line.words[0] == "category"; ++i) {
      world_.category_names.add(line, line.words[i]);
      world_.categories.emplace_back().place = line.place;
    }
    for (std::size_t i = 1; i < line.words.size() && line.words[0] == "attribute"; ++i) {
      world_.attributes.add(line, line.words[i]);
    }
  }

  void read_block(const Statement& statement) {
    const GrammarLine& line = statement.head;
    const std::string& key = line.words[0];
    const bool rule = line.words.size() >= 3 && line.words[1] == "=";
    const bool known =
        rule || key == "category" || key == "attribute" || key == "types" || key == "words" || key == "also";
    line.need(known,
              "lines begin with category, attribute, types, words, also, or are 'CATEGORY = RULE "
              "argument:CATEGORY ...'",
              "'{}' begins nothing that a world has", key);
    for (const GrammarLine& row : statement.body) {
      row.need(key == "words" && !rule, "begin it at the margin", "an indented line that belongs to nothing");
    }
    if (rule) return read_rule(line);
    if (key == "types") read_types(line);
    if (key == "words") read_words(statement);
    if (key == "also") read_also(line);
  }

  // types a b c        and        types NAME = a b c
  void read_types(const GrammarLine& line) {
    const bool set = line.words.size() > 2 && line.words[2] == "=";
    TypeSet sum;
    for (std::size_t i = set ? 3 : 1; i < line.words.size(); ++i) {
      if (set) {
        sum.add(types_of(line, line.words[i]));
      } else {
        add_type(line, line.words[i], new_type(line));
      }
    }
    if (set) add_type(line, line.words[1], sum);
  }

  void add_type(const GrammarLine& line, std::string_view name, const TypeSet& types) {
    world_.type_names.add(line, name);
    world_.types.push_back(types);
  }

  TypeSet new_type(const GrammarLine& line) {
    line.need(type_count_ < TypeSet::kMaxTypes, "use fewer", "more than {} types", TypeSet::kMaxTypes);
    TypeSet single;
    single.add(type_count_++);
    return single;
  }

  // One name, or several with '|' between them. The name of a word is a type too, that of this word alone.
  TypeSet types_of(const GrammarLine& line, std::string_view names) {
    TypeSet sum;
    for (const std::string_view name : split_fields(names, "|")) {
      const auto word = world_.function_names.find(name);
      if (word && !world_.type_names.find(name)) {
        add_type(line, name, new_type(line));
        world_.functions[*word].types.add(world_.types.back());
      }
      sum.add(world_.types[world_.type_names.at(line, name)]);
    }
    return sum;
  }

  static double weight(const GrammarLine& line, std::string_view text) {
    const auto value = parse_real(text.substr(1));
    line.need(value && *value > 0 && *value <= kMaxWeight, "a weight is a number above 0, such as *5",
              "'{}' is no weight", text);
    return *value;
  }

  // words CATEGORY [once] [*WEIGHT] [ATTRIBUTE ...]
  void read_words(const Statement& statement) {
    const GrammarLine& line = statement.head;
    line.need(line.words.size() > 1, "write 'words CATEGORY'", "words of which category?");
    const std::size_t category = world_.category_names.at(line, line.words[1]);
    std::vector<std::size_t> attributes;
    for (std::size_t i = 2; i < line.words.size(); ++i) {
      const std::string& word = line.words[i];
      if (word == "once") {
        world_.categories[category].once = true;
      } else if (word[0] == '*') {
        world_.categories[category].words_weight = weight(line, word);
      } else {
        attributes.push_back(world_.attributes.at(line, word));
      }
    }
    for (const GrammarLine& row : statement.body) read_word_line(row, category, attributes);
  }

  // TYPE ... [/ TYPE ...]... [*WEIGHT] : NAME ...
  void read_word_line(const GrammarLine& line, std::size_t category,
                      const std::vector<std::size_t>& attributes) {
    const std::size_t colon = line.find(":");
    line.need(colon < line.words.size(), "write 'TYPES : WORD WORD ...'",
              "no ':' between the types and the words");
    Function word;
    word.category = category;
    word.attributes.resize(world_.attributes.size());
    double factor = 1;
    TypeSet* part = &word.types;
    std::size_t next = 0;
    for (std::size_t i = 0; i < colon; ++i) {
      const std::string& text = line.words[i];
      if (text == "/") {
        line.need(next < attributes.size(), "name the attributes behind 'words CATEGORY'",
                  "more '/' than attributes");
        part = &word.attributes[attributes[next++]];
      } else if (text[0] == '*') {
        factor = weight(line, text);
      } else if (text != "-") {
        part->add(types_of(line, text));
      }
    }
    for (std::size_t i = colon + 1; i < line.words.size(); ++i) {
      word.name = line.words[i];
      word.weight = factor / (static_cast<double>(i - colon) + kRankOffset);
      world_.categories[category].words.push_back(add_function(line, word));
    }
  }

  // also TYPE : WORD WORD ...
  void read_also(const GrammarLine& line) {
    line.need(line.find(":") == 2, "write 'also TYPE : WORD ...'", "this 'also' cannot be read");
    const TypeSet types = types_of(line, line.words[1]);
    for (std::size_t i = 3; i < line.words.size(); ++i) {
      Function& word = world_.functions[world_.function_names.at(line, line.words[i])];
      line.need(word.is_word(), "correct the name", "'{}' is no word", word.name);
      word.types.add(types);
    }
  }

  std::size_t add_function(const GrammarLine& line, const Function& function) {
    world_.functions.push_back(function);
    world_.functions.back().place = line.place;
    return world_.function_names.add(line, function.name);
  }

  // CATEGORY = NAME [^]argument:CATEGORY[(condition ...)] ... [*WEIGHT]
  void read_rule(const GrammarLine& line) {
    Function rule;
    rule.category = world_.category_names.at(line, line.words[0]);
    rule.name = line.words[2];
    for (std::size_t i = 3; i < line.words.size(); ++i) {
      if (line.words[i][0] == '*') {
        rule.weight = weight(line, line.words[i]);
      } else {
        read_argument(line, line.words[i], rule);
      }
    }
    line.need(!rule.arguments.empty(), "what has none is a word", "rule '{}' has no arguments", rule.name);
    world_.categories[rule.category].rules.push_back(add_function(line, rule));
  }

  void read_argument(const GrammarLine& line, std::string_view text, Function& rule) {
    line.need(rule.arguments.size() < kMaxArguments, "divide the rule in two", "more than {} arguments",
              kMaxArguments);
    if (text[0] == '^') {
      rule.head = rule.arguments.size();
      text.remove_prefix(1);
    }
    const std::size_t colon = std::min(text.find(':'), text.size());
    line.need(colon > 0 && colon < text.size(), "write 'name:CATEGORY'", "argument '{}' has no category",
              text);
    Argument argument{std::string(text.substr(0, colon)), 0, {}};
    line.need(!argument_of(rule, argument.name), "give one another name", "two arguments are called '{}'",
              argument.name);
    text.remove_prefix(colon + 1);
    const std::size_t bracket = std::min(text.find('('), text.size());
    argument.category = world_.category_names.at(line, text.substr(0, bracket));
    if (bracket < text.size()) {
      line.need(text.back() == ')', "put a blank there", "something follows a ')'");
      for (const std::string_view word : split_words(text.substr(bracket + 1, text.size() - bracket - 2))) {
        argument.conditions.push_back(read_condition(line, word, rule));
      }
    }
    rule.arguments.push_back(std::move(argument));
  }

  // type | TYPES | argument.attribute | attribute=argument | attribute=TYPES
  Condition read_condition(const GrammarLine& line, std::string_view text, const Function& rule) {
    Condition condition;
    if (text == "type") return condition;
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
      condition.attribute = world_.attributes.at(line, text.substr(0, equals));
      text.remove_prefix(equals + 1);
    }
    const std::size_t dot = text.find('.');
    const auto argument = argument_of(rule, text.substr(0, dot));
    if (!argument) {
      condition.with = Condition::With::kTypes;
      condition.types = types_of(line, text);
      return condition;
    }
    condition.argument = *argument;
    condition.with =
        dot == std::string_view::npos ? Condition::With::kTypesOf : Condition::With::kAttributeOf;
    if (dot != std::string_view::npos) condition.other = world_.attributes.at(line, text.substr(dot + 1));
    return condition;
  }

  // Only arguments that stand before, because they are drawn in order.
  static std::optional<std::size_t> argument_of(const Function& rule, std::string_view name) {
    for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
      if (rule.arguments[i].name == name) return i;
    }
    return std::nullopt;
  }

  void check_productive() const {
    const auto heights = shortest_trees(world_, std::vector<bool>(world_.functions.size(), true));
    for (std::size_t i = 0; i < world_.categories.size(); ++i) {
      const Category& c = world_.categories[i];
      const std::string& name = world_.category_names[i];
      if (c.words.empty() && c.rules.empty()) {
        refuse(c.place, fmt::format("category '{}' has neither words nor rules", name),
               "give it some, or remove its declaration");
      }
      const auto endless = [&](std::size_t f) { return heights[f] == kNoIndex; };
      if (!c.words.empty() || !std::all_of(c.rules.begin(), c.rules.end(), endless)) continue;
      refuse(
          world_.functions[c.rules[0]].place,
          fmt::format("a cycle without an exit: every rule of '{}' needs '{}' again in the end", name, name),
          "add a word or a rule that ends it");
    }
  }

  const GrammarFile& file_;
  World world_;
  std::size_t type_count_ = 0;
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
      std::size_t height = 0;
      for (const Argument& argument : world.functions[f].arguments) {
        height = std::max(height, of_categories[argument.category]);
      }
      if (!usable[f] || height == kNoIndex || height + 1 >= of_functions[f]) continue;
      of_functions[f] = height + 1;
      std::size_t& best = of_categories[world.functions[f].category];
      best = std::min(best, height + 1);
      changed = true;
    }
  }
  return of_functions;
}

}  // namespace calque::phrasebook
