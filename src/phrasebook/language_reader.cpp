#include "phrasebook/language_reader.h"

#include <algorithm>
#include <span>

#include "base/parse.h"
#include "phrasebook/language_builder.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxFields = 30;

// The statements of a language's file; tables, paradigms, words and rules are read by the builder.
class LanguageReader {
 public:
  LanguageReader(const std::string& code, const GrammarFile& file, const World& world)
      : file_(file), world_(world), builder_(language_, world) {
    language_.code = code;
    language_.file = file.name;
    language_.categories.resize(world.categories.size());
    language_.words.resize(world.functions.size());
    language_.rules.resize(world.functions.size());
  }

  Language read() {
    // What is used by others comes first: features, then categories and sounds, then forms, then rules.
    const std::vector<std::vector<std::string_view>> phases = {
        {"feature", "partial", "unspaced", "capital", "glue", "class"},
        {"category", "sound", "join"},
        {"table", "paradigm"},
        {"words"},
        {"rule"}};
    for (const Statement& statement : file_.statements) check_block(statement, phases);
    for (const auto& keys : phases) {
      for (const Statement& statement : file_.statements) {
        if (std::find(keys.begin(), keys.end(), statement.head.words[0]) != keys.end()) read_block(statement);
      }
      // All joins must be known before the first word is made.
      for (const Join& join : language_.joins) {
        if (language_.join_results.size() < language_.joins.size())
          language_.join_results.push_back(language_.make_surface(join.result));
      }
    }
    check_complete();
    return std::move(language_);
  }

 private:
  static void check_block(const Statement& statement,
                          const std::vector<std::vector<std::string_view>>& phases) {
    const std::string& key = statement.head.words[0];
    bool known = false;
    for (const auto& keys : phases) known = known || std::find(keys.begin(), keys.end(), key) != keys.end();
    statement.head.need(
        known, "lines begin with feature, category, class, sound, join, glue, table, paradigm, words, rule",
        "'{}' begins nothing that a language has", key);
    const bool with_body = key == "table" || key == "paradigm" || key == "words" || key == "rule";
    for (const GrammarLine& line : statement.body) {
      line.need(with_body, "begin this line at the margin", "nothing belongs below '{}'", key);
    }
  }

  void read_block(const Statement& statement) {
    const GrammarLine& line = statement.head;
    const std::string& key = line.words[0];
    if (key == "partial") language_.partial = true;
    if (key == "unspaced") language_.unspaced = true;
    if (key == "feature") builder_.read_feature(line);
    if (key == "capital") read_capital(line);
    if (key == "glue") read_glue(line);
    if (key == "class") read_class(line);
    if (key == "category") read_category(line);
    if (key == "sound") read_sound(line);
    if (key == "join") read_join(line);
    if (key == "table") builder_.read_table(statement);
    if (key == "paradigm") builder_.read_paradigm(statement);
    if (key == "words") builder_.read_words(statement);
    if (key == "rule") builder_.read_rule(statement);
  }

  static void expect(const GrammarLine& line, bool right, const char* form) {
    line.need(right, fmt::format("write '{}'", form), "this '{}' cannot be read", line.words[0]);
  }

  void read_capital(const GrammarLine& line) {
    expect(line, line.words.size() == 3 && line.words[1].size() <= 2, "capital LETTER CAPITAL");
    language_.capitals[line.words[1]] = line.words[2];
  }

  void read_glue(const GrammarLine& line) {
    const bool before = line.find("before") == 1;
    expect(line, line.words.size() > 2 && (before || line.words[1] == "after"),
           "glue before WORD ...' or 'glue after WORD ...");
    auto& list = before ? language_.glue_before : language_.glue_after;
    list.insert(list.end(), line.words.begin() + 2, line.words.end());
  }

  void read_class(const GrammarLine& line) {
    expect(line, line.words.size() > 3 && line.words[2] == "=", "class NAME = LETTER LETTER ...");
    language_.sounds.add_class(line, line.words[1], std::span(line.words).subspan(3));
    for (std::size_t i = 3; i < line.words.size(); ++i) {
      const bool outside = line.words[i].size() > 1 && line.words[i][0] == '-';
      language_.classes[line.words[1]].emplace_back(line.words[i].substr(outside ? 1 : 0), !outside);
    }
  }

  // category V V2 gives Gender ... : forms(Number Case) other
  void read_category(const GrammarLine& line) {
    LanguageCategory read;
    read.line = line.place.line;
    const std::size_t colon = line.find(":");
    const std::size_t names_end = std::min(line.find("gives"), colon);
    for (std::size_t i = names_end + 1; i < colon; ++i) {
      read.gives.push_back(static_cast<std::uint8_t>(language_.features.at(line, line.words[i])));
    }
    for (std::size_t i = colon + 1; i < line.words.size(); ++i) add_field(line, line.words[i], read);
    if (read.fields.empty()) read.fields.push_back({"", {}, 0});
    for (std::size_t i = 1; i < names_end; ++i) {
      LanguageCategory& category = language_.categories[world_.category_names.at(line, line.words[i])];
      line.need(category.line == 0, "remove one of them", "category '{}' is described twice", line.words[i]);
      category = read;
    }
  }

  void add_field(const GrammarLine& line, std::string_view text, LanguageCategory& category) {
    const std::size_t open = std::min(text.find('('), text.size());
    Field field{std::string(text.substr(0, open)), {}, 0};
    std::vector<std::string> features;
    if (open < text.size()) {
      for (const auto name : split_words(text.substr(open + 1, text.find(')') - open - 1)))
        features.emplace_back(name);
    }
    field.forms = builder_.read_shape(line, features);
    const auto same = [&](const Field& other) { return other.name == field.name; };
    line.need(std::none_of(category.fields.begin(), category.fields.end(), same), "give one another name",
              "field '{}' occurs twice", field.name);
    line.need(!builder_.is_value(field.name), "give one another name",
              "'{}' is a field here and a value of a feature", field.name);
    line.need(category.fields.size() < kMaxFields, "use fewer", "more than {} fields", kMaxFields);
    if (!category.fields.empty())
      field.first = category.fields.back().first + category.fields.back().forms.cells;
    category.fields.push_back(std::move(field));
  }

  void read_sound(const GrammarLine& line) {
    expect(line, line.words.size() == 4 && line.words[2] == "->", "sound BEFORE(WHAT)AFTER -> NEW");
    language_.sounds.add_rule(line, line.words[1], line.words[3]);
  }

  // join de le -> du        join le <vowel> -> l'
  void read_join(const GrammarLine& line) {
    expect(line, line.words.size() == 5 && line.words[3] == "->", "join FIRST SECOND -> NEW");
    line.need(language_.joins.size() < kMaxJoins, "use fewer", "more than {} joins", kMaxJoins);
    for (const std::string& word : {line.words[1], line.words[2]}) {
      const bool known = word.front() != '<' ||
                         language_.classes.contains(std::string_view(word).substr(1, word.size() - 2));
      line.need(known, "define it in a line 'class NAME = ...'", "unknown class '{}'", word);
    }
    language_.joins.push_back({line.words[1], line.words[2], line.words[4]});
  }

  void check_complete() const {
    constexpr std::size_t kShown = 12;
    std::string missing;
    std::size_t count = 0;
    for (std::size_t f = 0; f < world_.functions.size() && !language_.partial; ++f) {
      if (language_.has(f) || ++count > kShown) continue;
      missing += (missing.empty() ? "" : ", ") + world_.functions[f].name;
    }
    if (count == 0) return;
    refuse({language_.file},
           fmt::format("no words or rules for {}{}", missing, count > kShown ? ", ..." : ""),
           "add them, or a line 'partial' to leave them out of sentences in this language");
  }

  const GrammarFile& file_;
  const World& world_;
  Language language_;
  LanguageBuilder builder_;
};

}  // namespace

Language read_language(const std::string& code, const GrammarFile& file, const World& world) {
  Language language = LanguageReader(code, file, world).read();
  check_features(language, world);
  return language;
}

}  // namespace calque::phrasebook
