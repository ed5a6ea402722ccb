// Paradigms, and the words that follow them.
#include <algorithm>

#include "base/parse.h"
#include "phrasebook/language_builder.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxAllCells = 2'000'000;
constexpr std::size_t kMaxFormBytes = 300;
constexpr std::size_t kMaxDepth = 8;

// Parts between '+' that are parameters are replaced; '-' is nothing, '_' a blank.
std::string expand(std::string_view text, const std::vector<std::pair<std::string, std::string>>& bindings) {
  std::string out;
  for (const std::string_view part : split_fields(text, "+")) {
    if (part.data() != text.data()) out += '+';
    const auto bound =
        std::find_if(bindings.begin(), bindings.end(), [&](const auto& b) { return b.first == part; });
    std::string value(bound == bindings.end() ? part : std::string_view(bound->second));
    if (bound == bindings.end()) std::replace(value.begin(), value.end(), '_', ' ');
    if (value != "-" || text.size() == 1) out += value;
  }
  return out;
}

// The name of a word without what tells it from others.
std::string plain_name(std::string_view name) {
  return std::string(name.substr(0, name.find('.')));
}

}  // namespace

// paradigm NAME CATEGORY parameter parameter=DEFAULT ... : VALUE ...
void LanguageBuilder::read_paradigm(const Statement& statement) {
  const GrammarLine& line = statement.head;
  line.need(line.words.size() > 2, "write 'paradigm NAME CATEGORY parameter ... : VALUE ...'",
            "a paradigm of what?");
  Paradigm paradigm;
  paradigm.place = line.place;
  paradigm.category = world_.category_names.at(line, line.words[2]);
  const LanguageCategory& category = language_.categories[paradigm.category];
  line.need(category.line != 0, "add a line 'category ...'", "category '{}' is not described", line.words[2]);
  const std::size_t colon = line.find(":");
  for (std::size_t i = 3; i < colon; ++i) {
    const std::size_t equals = line.words[i].find('=');
    paradigm.parameters.emplace_back(line.words[i].substr(0, equals),
                                     equals == std::string::npos ? "" : line.words[i].substr(equals + 1));
  }
  for (std::size_t i = colon + 1; i < line.words.size(); ++i)
    paradigm.gives.push_back(value(line, line.words[i]));
  for (const GrammarLine& row : statement.body) {
    if (row.words[0] == "like") {
      row.need(row.words.size() > 1, "write 'like PARADIGM argument ...'", "like what?");
      paradigm.like = paradigm_names_.at(row, row.words[1]);
      const Paradigm& other = paradigms_[*paradigm.like];
      row.need(language_.categories[other.category].line == category.line, "name one of the same",
               "'{}' is of another category", row.words[1]);
      paradigm.like_arguments.assign(row.words.begin() + 2, row.words.end());
      paradigm.depth = other.depth + 1;
      row.need(paradigm.depth <= kMaxDepth, "use fewer", "too many paradigms behind each other");
      continue;
    }
    const bool named = row.words[0] != "=" && !is_value(split_fields(row.words[0], "|")[0]);
    const auto field = find_field(paradigm.category, named ? row.words[0] : "");
    row.need(field.has_value(), "begin the row with a field that the line 'category ...' names",
             "'{}' is neither a field nor a value", row.words[0]);
    paradigm.rows.push_back(read_form_row(row, named ? 1 : 0, category.fields[*field].forms));
    paradigm.rows.back().field = *field;
  }
  paradigm_names_.add(line, line.words[1]);
  paradigms_.push_back(std::move(paradigm));
}

// words PARADIGM, and below it: NAME argument ... :VALUE ; NAME ...
void LanguageBuilder::read_words(const Statement& statement) {
  statement.head.need(statement.head.words.size() == 2, "write 'words PARADIGM'", "words of which paradigm?");
  const Paradigm& paradigm = paradigms_[paradigm_names_.at(statement.head, statement.head.words[1])];
  for (const GrammarLine& row : statement.body) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i <= row.words.size(); ++i) {
      std::string word = i == row.words.size() ? ";" : row.words[i];
      const bool last = word.back() == ';';
      if (last) word.pop_back();
      if (!word.empty()) words.push_back(std::move(word));
      if (!last || words.empty()) continue;
      read_entry(row, paradigm, words);
      words.clear();
    }
  }
}

void LanguageBuilder::read_entry(const GrammarLine& line, const Paradigm& paradigm,
                                 std::span<const std::string> words) {
  const std::size_t index = world_.function_names.at(line, words[0]);
  const Function& function = world_.functions[index];
  const LanguageCategory& category = language_.categories[function.category];
  const std::string& category_name = world_.category_names[function.category];
  line.need(function.is_word() && category.line == language_.categories[paradigm.category].line,
            "choose another paradigm", "'{}' is of category {}, and the paradigm of {}", words[0],
            category_name, world_.category_names[paradigm.category]);
  WordEntry& entry = language_.words[index];
  line.need(!entry.present, "remove one of them", "'{}' occurs twice; the first is in line {}", words[0],
            entry.place.line);
  entry.place = line.place;
  entry.present = true;
  entry.values.fill(kUnset);
  // What nobody says has the first value.
  for (const std::uint8_t feature : category.gives) entry.values[feature] = 0;
  std::vector<Value> gives;
  for (const Paradigm* p = &paradigm;; p = &paradigms_[*p->like]) {
    gives.insert(gives.begin(), p->gives.begin(), p->gives.end());
    if (!p->like) break;
  }
  std::vector<std::string> arguments;
  for (const std::string& word : words.subspan(1)) {
    if (word.size() > 1 && word[0] == ':') {
      gives.push_back(value(line, word.substr(1)));
    } else {
      arguments.push_back(word);
    }
  }
  for (const auto& [feature, value] : gives) {
    line.need(entry.values[feature] != kUnset, "name it behind 'gives' in the line 'category ...'",
              "category '{}' does not give {}", category_name, language_.features[feature]);
    entry.values[feature] = value;
  }
  if (arguments.empty() && !paradigm.parameters.empty()) arguments.push_back(plain_name(words[0]));
  for (std::string& argument : arguments) std::replace(argument.begin(), argument.end(), '_', ' ');
  entry.forms.assign(category.fields.back().first + category.fields.back().forms.cells, kNoForm);
  line.need((cells_ += entry.forms.size()) <= kMaxAllCells, "use fewer features",
            "all words together have too many forms");
  fill_forms(words[0], paradigm, bind(line.place, words[0], paradigm, arguments), entry);
}

LanguageBuilder::Bindings LanguageBuilder::bind(const Place& place, const std::string& name,
                                                const Paradigm& paradigm,
                                                std::span<const std::string> arguments) const {
  Bindings bindings;
  if (arguments.size() > paradigm.parameters.size()) {
    refuse(place,
           fmt::format("'{}' has {} forms and its paradigm asks for {}", name, arguments.size(),
                       paradigm.parameters.size()),
           "remove what is too much; '_' is a blank inside a form");
  }
  for (std::size_t i = 0; i < paradigm.parameters.size(); ++i) {
    const auto& [parameter, otherwise] = paradigm.parameters[i];
    const bool given = i < arguments.size() && arguments[i] != "*";
    if (!given && otherwise.empty()) {
      refuse(place, fmt::format("missing form: '{}' lacks '{}'", name, parameter),
             "write it behind the others");
    }
    bindings.emplace_back(parameter, given ? arguments[i] : expand(otherwise, bindings));
    if (bindings.back().second.size() > kMaxFormBytes) refuse(place, "a form is too long", "shorten it");
  }
  return bindings;
}

void LanguageBuilder::fill_forms(const std::string& word, const Paradigm& paradigm, const Bindings& bindings,
                                 WordEntry& entry) {
  const auto& fields = language_.categories[paradigm.category].fields;
  for (const FormRow& row : paradigm.rows) {
    std::string text;
    for (const std::string& part : row.text) text += (text.empty() ? "" : " ") + expand(part, bindings);
    row.line.need(text.size() <= kMaxFormBytes, "shorten it", "a form is too long");
    fill_cells(row, fields[row.field].forms, text, entry.forms.data() + fields[row.field].first);
  }
  if (paradigm.like) {
    std::vector<std::string> arguments;
    for (const std::string& argument : paradigm.like_arguments)
      arguments.push_back(expand(argument, bindings));
    const Paradigm& other = paradigms_[*paradigm.like];
    return fill_forms(word, other, bind(paradigm.place, word, other, arguments), entry);
  }
  for (const Field& field : fields) {
    check_cells(paradigm.place, fmt::format("'{}' {}", word, field.name), field.forms,
                entry.forms.data() + field.first);
  }
}

}  // namespace calque::phrasebook
