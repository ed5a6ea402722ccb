#include "phrasebook/language_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrasebook/language_builder.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxJoins = 64;

// The statements of a language's file, one function for each kind.
class LanguageReader {
 public:
  LanguageReader(const std::string& code, const GrammarFile& file, const World& world)
      : file_(file), world_(world), builder_(language_, world), words_(builder_), rules_(builder_) {
    language_.code = code;
    language_.file = file.name;
    language_.categories.resize(world.categories.size());
    language_.words.resize(world.functions.size());
    language_.rules.resize(world.functions.size());
  }

  Language read() {
    cut_into_blocks();
    // Features and categories before what uses them, sounds before the first form, words before rules.
    for (const auto& keys :
         {std::vector<std::string>{"feature", "partial", "unspaced", "capital", "glue", "class"},
          {"category", "sound", "join"},
          {"table", "paradigm"},
          {"words"},
          {"rule"}}) {
      for (const Block& block : blocks_) {
        if (std::find(keys.begin(), keys.end(), block.head->words[0]) != keys.end()) read_block(block);
      }
      if (keys[0] == "category") finish_joins();
    }
    check_complete();
    return std::move(language_);
  }

 private:
  void cut_into_blocks() {
    const std::vector<std::string> keys = {"feature",  "partial",  "unspaced", "capital", "glue",
                                           "class",    "category", "sound",    "join",    "table",
                                           "paradigm", "words",    "rule"};
    for (const GrammarLine& line : file_.lines) {
      const std::string& key = line.words[0];
      if (line.indented) {
        if (blocks_.empty())
          refuse(line.place, "an indented line that belongs to nothing", "begin it at the margin");
        blocks_.back().body.push_back(&line);
      } else if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        refuse(line.place, fmt::format("'{}' begins nothing that a language has", key),
               "lines begin with " + list_of(keys));
      } else {
        blocks_.push_back({&line, {}});
      }
    }
    const std::vector<std::string> with_body = {"table", "paradigm", "words", "rule"};
    for (const Block& block : blocks_) {
      if (!block.body.empty() &&
          std::find(with_body.begin(), with_body.end(), block.head->words[0]) == with_body.end()) {
        refuse(block.body[0]->place, fmt::format("nothing belongs below '{}'", block.head->words[0]),
               "begin this line at the margin");
      }
    }
  }

  void read_block(const Block& block) {
    const GrammarLine& line = *block.head;
    const std::string& key = line.words[0];
    if (key == "partial") language_.partial = true;
    if (key == "unspaced") language_.unspaced = true;
    if (key == "feature") read_feature(line);
    if (key == "capital") read_capital(line);
    if (key == "glue") read_glue(line);
    if (key == "class") read_class(line);
    if (key == "category") read_category(line);
    if (key == "sound") read_sound(line);
    if (key == "join") read_join(line);
    if (key == "table") rules_.read_table(block);
    if (key == "paradigm") words_.read_paradigm(block);
    if (key == "words") words_.read_words(block);
    if (key == "rule") rules_.read_rule(block);
  }

  static void expect(const GrammarLine& line, bool right, const char* form) {
    if (!right)
      refuse(line.place, fmt::format("this '{}' cannot be read", line.words[0]),
             fmt::format("write '{}'", form));
  }

  // feature NAME = VALUE VALUE ...
  void read_feature(const GrammarLine& line) {
    expect(line, line.words.size() > 3 && line.words[2] == "=", "feature NAME = VALUE VALUE ...");
    builder_.add_feature(line.place, line.words[1], std::span(line.words).subspan(3));
  }

  // capital i İ
  void read_capital(const GrammarLine& line) {
    expect(line, line.words.size() == 3 && line.words[1].size() <= 2, "capital LETTER CAPITAL");
    language_.capitals[line.words[1]] = line.words[2];
  }

  // glue before . , 's      glue after *'
  void read_glue(const GrammarLine& line) {
    expect(line, line.words.size() > 2 && (line.words[1] == "before" || line.words[1] == "after"),
           "glue before WORD ...' or 'glue after WORD ...");
    auto& list = line.words[1] == "before" ? language_.glue_before : language_.glue_after;
    list.insert(list.end(), line.words.begin() + 2, line.words.end());
  }

  // class NAME = a e hour -uni
  void read_class(const GrammarLine& line) {
    expect(line, line.words.size() > 3 && line.words[2] == "=", "class NAME = LETTER LETTER ...");
    const std::vector<std::string> members(line.words.begin() + 3, line.words.end());
    language_.sounds.add_class(line.place, line.words[1], members);
    Beginnings& beginnings = language_.classes[line.words[1]];
    for (const std::string& member : members) {
      const bool outside = member.size() > 1 && member[0] == '-';
      beginnings.members.emplace_back(member.substr(outside ? 1 : 0), !outside);
    }
  }

  // category V V2 gives Gender ... : forms(Number Case) other
  void read_category(const GrammarLine& line) {
    LanguageCategory read;
    read.line = line.place.line;
    auto it = std::find_if(line.words.begin() + 1, line.words.end(),
                           [](const std::string& word) { return word == "gives" || word == ":"; });
    const auto names_end = it;
    if (it != line.words.end() && *it == "gives") {
      for (++it; it != line.words.end() && *it != ":"; ++it)
        read.gives.push_back(builder_.feature(line.place, *it));
    }
    for (it += it != line.words.end() ? 1 : 0; it != line.words.end(); ++it) add_field(line, *it, read);
    if (read.fields.empty()) read.fields.push_back({"", {}});
    for (auto name = line.words.begin() + 1; name != names_end; ++name) {
      LanguageCategory& category = language_.categories[builder_.category(line.place, *name)];
      if (category.line != 0) {
        refuse(line.place, fmt::format("category '{}' is described twice", *name), "remove one of them");
      }
      category = read;
    }
  }

  void add_field(const GrammarLine& line, std::string_view text, LanguageCategory& category) {
    const std::size_t open = text.find('(');
    Field field{std::string(text.substr(0, open)), {}};
    if (!field.name.empty()) check_name(line.place, field.name, "a field");
    if (open != std::string_view::npos) {
      std::vector<std::string> features;
      for (const auto name : split_words(text.substr(open + 1, text.find(')') - open - 1)))
        features.emplace_back(name);
      field.forms = builder_.shape(line.place, features);
    }
    const auto same = [&](const Field& other) { return other.name == field.name; };
    if (std::any_of(category.fields.begin(), category.fields.end(), same)) {
      refuse(line.place, fmt::format("field '{}' occurs twice", field.name), "give one another name");
    }
    if (builder_.find_value(field.name)) {
      refuse(line.place, fmt::format("'{}' is a field here and a value of a feature", field.name),
             "give one another name");
    }
    if (category.fields.size() == 30) refuse(line.place, "more than 30 fields", "use fewer");
    if (!category.fields.empty())
      field.first = category.fields.back().first + category.fields.back().forms.cells;
    category.fields.push_back(std::move(field));
  }

  // sound BEFORE(WHAT)AFTER -> NEW
  void read_sound(const GrammarLine& line) {
    expect(line, line.words.size() == 4 && line.words[2] == "->", "sound BEFORE(WHAT)AFTER -> NEW");
    language_.sounds.add_rule(line.place, line.words[1], line.words[3]);
  }

  // join de le -> du        join le <vowel> -> l'
  void read_join(const GrammarLine& line) {
    expect(line, line.words.size() == 5 && line.words[3] == "->", "join FIRST SECOND -> NEW");
    if (language_.joins.size() == kMaxJoins)
      refuse(line.place, fmt::format("more than {} joins", kMaxJoins), "use fewer");
    for (std::size_t i = 1; i < 3; ++i) {
      const std::string& word = line.words[i];
      if (word.front() == '<' &&
          !language_.classes.contains(std::string_view(word).substr(1, word.size() - 2))) {
        refuse(line.place, fmt::format("unknown class '{}'", word), "define it in a line 'class NAME = ...'");
      }
    }
    language_.joins.push_back({line.words[1], line.words[2], line.words[4]});
  }

  // All joins must be known before the first word is made.
  void finish_joins() {
    for (const Join& join : language_.joins)
      language_.join_results.push_back(language_.make_surface(join.result));
  }

  void check_complete() const {
    std::vector<std::string> missing;
    Place first;
    for (std::size_t f = 0; f < world_.functions.size(); ++f) {
      if (language_.has(f)) continue;
      if (missing.empty()) first = world_.functions[f].place;
      missing.push_back(world_.functions[f].name);
    }
    if (missing.empty() || language_.partial) return;
    refuse({language_.file},
           fmt::format("no words or rules for {} (the first is of {})", list_of(missing), describe(first)),
           "add them, or a line 'partial' to leave them out of sentences in this language");
  }

  const GrammarFile& file_;
  const World& world_;
  Language language_;
  LanguageBuilder builder_;
  WordReader words_;
  RuleReader rules_;
  std::vector<Block> blocks_;
};

}  // namespace

Language read_language(const std::string& code, const GrammarFile& file, const World& world) {
  Language language = LanguageReader(code, file, world).read();
  check_features(language, world);
  return language;
}

}  // namespace calque::phrasebook
