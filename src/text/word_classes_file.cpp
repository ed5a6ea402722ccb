#include "text/word_classes_file.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "base/format.h"
#include "base/parse.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr const char* kClassesRemedy = "write lines of WORD, TAB, class number, as 'calque classes' does";

struct Entry {
  std::string_view word;
  std::uint32_t word_class = 0;
};

Entry parse_entry(std::string_view line, const Place& place) {
  check_utf8(line, place);
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) throw DataError(place, "the line has no tab", kClassesRemedy);
  const std::string_view word = line.substr(0, tab);
  const std::string_view number = line.substr(tab + 1);
  if (word.empty()) throw DataError(place, "there is no word before the tab", kClassesRemedy);
  if (word.find(' ') != std::string_view::npos)
    throw DataError(place, "the word has a blank in it", kClassesRemedy);
  const auto word_class = parse_unsigned(number);
  if (!word_class) throw DataError(place, fmt::format("'{}' is not a class number", number), kClassesRemedy);
  if (*word_class >= kMaxClasses) {
    throw DataError(place, fmt::format("the class number {} is too large", number),
                    fmt::format("use numbers below {}", kMaxClasses));
  }
  return {word, static_cast<std::uint32_t>(*word_class)};
}

}  // namespace

std::optional<std::uint32_t> WordClassTable::find(std::string_view word) const {
  const auto id = vocabulary.find(word);
  return id ? std::optional(classes.class_of[index_of(*id)]) : std::nullopt;
}

std::uint32_t WordClassTable::class_of(std::string_view word) const {
  return find(word).value_or(classes.unknown_class);
}

WordClasses WordClassTable::for_vocabulary(VocabularyView words) const {
  WordClasses result{{}, classes.classes, classes.unknown_class};
  result.class_of.reserve(words.size());
  for (std::uint32_t id = 0; id < words.size(); ++id) {
    result.class_of.push_back(class_of(words.word(WordId{id})));
  }
  return result;
}

WordClassTable read_word_classes(const std::string& path) {
  WordClassTable table;
  WordClasses& classes = table.classes;
  store::LineReader reader(path);
  for (std::string line; reader.next(line);) {
    const Entry entry = parse_entry(line, reader.place());
    if (index_of(table.vocabulary.add(entry.word)) != classes.class_of.size()) {
      throw DataError(reader.place(), fmt::format("the word '{}' stands here a second time", entry.word),
                      "give each word one class");
    }
    classes.class_of.push_back(entry.word_class);
    classes.classes = std::max<std::size_t>(classes.classes, entry.word_class + 1);
  }
  if (classes.class_of.empty()) throw DataError({path}, "the file has no words", kClassesRemedy);
  classes.unknown_class = largest_class(classes.class_of, classes.classes);
  return table;
}

void write_word_classes(const WordClasses& classes, VocabularyView vocabulary, store::TextWriter& out) {
  CALQUE_CHECK(classes.class_of.size() == vocabulary.size());
  std::vector<std::uint32_t> order(vocabulary.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return vocabulary.word(WordId{a}) < vocabulary.word(WordId{b});
  });
  std::string line;
  for (const std::uint32_t id : order) {
    line.clear();
    append_format(line, "{}\t{}", vocabulary.word(WordId{id}), classes.class_of[id]);
    out.write_line(line);
  }
}

}  // namespace calque::text
