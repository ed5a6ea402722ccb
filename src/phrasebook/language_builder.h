// The reader of languages, used by read_language alone: its parts share the language so far and the names in
// it.
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

#include "phrasebook/grammar_file.h"
#include "phrasebook/language.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

class LanguageBuilder {
 public:
  LanguageBuilder(Language& language, const World& world) : language_(language), world_(world) {}

  // language_builder.cpp: features and tables of forms.
  void read_feature(const GrammarLine& line);
  Shape read_shape(const GrammarLine& line, std::span<const std::string> features) const;
  // word_reader.cpp
  void read_paradigm(const Statement& statement);
  void read_words(const Statement& statement);
  // rule_reader.cpp
  void read_table(const Statement& statement);
  void read_rule(const Statement& statement);

  std::optional<std::uint8_t> find_field(std::size_t category, std::string_view name) const;
  bool is_value(std::string_view name) const { return values_.find(name).has_value(); }

 private:
  using Value = std::pair<std::uint8_t, std::uint8_t>;  // a feature and one of its values
  using Bindings = std::vector<std::pair<std::string, std::string>>;
  // A row of a table: what the values of its features must be (as bits), and the words.
  struct FormRow {
    GrammarLine line;
    std::size_t field = 0;
    std::map<std::uint8_t, std::uint32_t> wanted;
    std::vector<std::string> text;
  };
  struct Paradigm {
    Place place;
    std::size_t category = 0;
    Bindings parameters;  // with defaults; "" for none
    std::vector<Value> gives;
    std::optional<std::size_t> like;  // the paradigm that has more rows, and its arguments
    std::vector<std::string> like_arguments;
    std::size_t depth = 0;  // how many paradigms stand behind it
    std::vector<FormRow> rows;
  };

  Value value(const GrammarLine& line, std::string_view name) const;
  // "a|b" as the bits of values of one feature.
  std::pair<std::uint8_t, std::uint32_t> value_set(const GrammarLine& line, std::string_view text) const;
  bool gives(std::size_t category, std::uint8_t feature) const;
  FormRow read_form_row(const GrammarLine& line, std::size_t from, const Shape& shape) const;
  void fill_cells(const FormRow& row, const Shape& shape, std::string_view text, std::uint32_t* cells);
  void check_cells(const Place& place, const std::string& whose, const Shape& shape,
                   const std::uint32_t* cells) const;
  std::uint32_t piece(const GrammarLine& line, const std::string& raw);
  // A text with blanks between its words; "-" is no word at all. Sounds and joins must be complete.
  std::uint32_t phrase(const GrammarLine& line, std::string_view text);

  void read_entry(const GrammarLine& line, const Paradigm& paradigm, std::span<const std::string> words);
  Bindings bind(const Place& place, const std::string& name, const Paradigm& paradigm,
                std::span<const std::string> arguments) const;
  void fill_forms(const std::string& word, const Paradigm& paradigm, const Bindings& bindings,
                  WordEntry& entry);

  void read_row(const GrammarLine& line, std::size_t from, const Function& rule, LanguageRule& read);
  std::vector<Setting> read_settings(const GrammarLine& line, const Function& rule,
                                     std::span<const std::string> words) const;
  Guard read_guard(const GrammarLine& line, const Function& rule, std::string_view text) const;
  Item read_item(const GrammarLine& line, const Function& rule, std::string_view text);
  void read_marks(const GrammarLine& line, const Function& rule, std::string_view marks, Item& item) const;
  void inherit_fields(const GrammarLine& line, const Function& rule, LanguageRule& read) const;
  void find_gives(const GrammarLine& line, const Function& rule, LanguageRule& read) const;

  Language& language_;
  const World& world_;
  Names values_{"value of a feature", kMaxFeatures* kMaxValues};
  std::vector<Value> value_of_name_;
  Names paradigm_names_{"paradigm", 1'000};
  std::vector<Paradigm> paradigms_;
  Names table_names_{"table", 1'000};
  std::map<std::string, std::uint32_t, std::less<>> pieces_;
  std::map<std::string, std::uint32_t, std::less<>> phrases_;
  std::size_t cells_ = 0;
};

}  // namespace calque::phrasebook
