// What the parts of the reader of languages share: the language so far, and names of it. Only used while a
// language is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "phrasebook/grammar_file.h"
#include "phrasebook/language.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

// A line of the grammar with those that are indented below it.
struct Block {
  const GrammarLine* head = nullptr;
  std::vector<const GrammarLine*> body;
};

class LanguageBuilder {
 public:
  LanguageBuilder(Language& language, const World& world) : language_(language), world_(world) {}

  Language& language() { return language_; }
  const World& world() const { return world_; }

  std::optional<std::uint8_t> find_feature(std::string_view name) const;
  std::uint8_t feature(const Place& place, std::string_view name) const;
  // The feature and the value that a name of a value stands for; values have different names.
  using Value = std::pair<std::uint8_t, std::uint8_t>;
  std::optional<Value> find_value(std::string_view name) const;
  Value value(const Place& place, std::string_view name) const;
  void add_feature(const Place& place, const std::string& name, std::span<const std::string> values);

  std::size_t category(const Place& place, std::string_view name) const;
  std::optional<std::uint8_t> find_field(std::size_t category, std::string_view name) const;

  // Throws if a table over these features would be too large.
  Shape shape(const Place& place, std::span<const std::string> features) const;
  // The values of cell `index`, last feature fastest.
  std::vector<std::uint8_t> values_of(const Shape& shape, std::size_t index) const;
  // "sg dat", for messages.
  std::string name_of(const Shape& shape, std::size_t index) const;

  // A text with blanks between its words; "-" is no word at all. Sounds must be complete.
  std::uint32_t phrase(const Place& place, std::string_view text);

  // "a|b" as the bits of values of one feature.
  std::pair<std::uint8_t, std::uint32_t> value_set(const Place& place, std::string_view text) const;

 private:
  std::uint32_t piece(const Place& place, const std::string& raw);

  Language& language_;
  const World& world_;
  std::map<std::string, Value, std::less<>> values_;
  std::map<std::string, std::uint32_t, std::less<>> pieces_;
  std::map<std::string, std::uint32_t, std::less<>> phrases_;
};

// paradigm and words (word_reader.cpp), table and rule (rule_reader.cpp).
class WordReader {
 public:
  explicit WordReader(LanguageBuilder& builder) : builder_(builder) {}
  void read_paradigm(const Block& block);
  void read_words(const Block& block);

 private:
  struct FormRow {
    Place place;
    std::size_t field = 0;
    std::map<std::uint8_t, std::uint32_t> wanted;  // feature: values as bits
    std::vector<std::string> text;
  };
  struct Paradigm {
    Place place;
    std::size_t category = 0;
    std::vector<std::pair<std::string, std::string>> parameters;  // with defaults; "" for none
    std::vector<std::pair<std::uint8_t, std::uint8_t>> gives;
    std::string like;  // the paradigm that has the rows, and its arguments
    std::vector<std::string> like_arguments;
    std::size_t depth = 0;  // how many paradigms stand behind it
    std::vector<FormRow> rows;
  };
  using Bindings = std::vector<std::pair<std::string, std::string>>;

  FormRow read_row(const Paradigm& paradigm, const GrammarLine& line) const;
  void read_entry(const Place& place, const Paradigm& paradigm, std::span<const std::string> words);
  Bindings bind(const Place& place, const std::string& name, const Paradigm& paradigm,
                std::span<const std::string> arguments) const;
  void fill_forms(const Place& place, const std::string& word, const Paradigm& paradigm,
                  const Bindings& bindings, WordEntry& entry);
  static std::string expand(std::string_view text, const Bindings& bindings);

  LanguageBuilder& builder_;
  std::map<std::string, Paradigm, std::less<>> paradigms_;
  std::size_t cells_ = 0;
};

class RuleReader {
 public:
  explicit RuleReader(LanguageBuilder& builder) : builder_(builder) {}
  void read_table(const Block& block);
  void read_rule(const Block& block);

 private:
  void read_body(const Block& block, std::size_t function, std::size_t rows_from);
  std::vector<Setting> read_settings(const Place& place, const Function& rule,
                                     std::span<const std::string> words) const;
  Guard read_guard(const Place& place, const Function& rule, std::string_view text) const;
  Item read_item(const Place& place, const Function& rule, std::string_view text);
  void read_marks(const Place& place, const Function& rule, std::string_view marks, Item& item) const;
  void inherit_fields(const Function& rule, LanguageRule& read) const;
  void find_gives(const Function& rule, LanguageRule& read) const;
  std::optional<std::uint8_t> find_argument(const Function& rule, std::string_view name) const;

  LanguageBuilder& builder_;
  std::map<std::string, std::uint32_t, std::less<>> tables_;
};

}  // namespace calque::phrasebook
