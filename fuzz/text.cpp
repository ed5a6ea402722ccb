// Text: files of lines, pairs of sentences, sentences, words, and text between bars.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "reader.h"
#include "store/text_file.h"
#include "text/alignment.h"
#include "text/bars.h"
#include "text/detokenizer.h"
#include "text/parallel_reader.h"
#include "text/sentences.h"
#include "text/tokenizer.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

constexpr std::size_t kSmallLimit = 100;  // so that small inputs have lines that are too long

// Plain, gzip or zstd, as the first bytes say, in all three ways of treating long lines.
void read_lines(const std::string& path) {
  std::string line;
  store::LineReader parts(path, kSmallLimit);
  store::LinePart part{};
  while (parts.next_part(line, part)) CALQUE_CHECK(line.size() <= kSmallLimit);
  store::LineReader skipping(path, kSmallLimit);
  bool too_long = false;
  while (skipping.next_or_skip(line, too_long)) CALQUE_CHECK(line.size() <= kSmallLimit);
  store::LineReader whole(path);
  while (whole.next(line)) CALQUE_CHECK(line.find('\n') == std::string::npos);
}

void read_pairs(const text::ParallelInput& input) {
  text::ParallelReader reader(input);
  text::SentencePairText pair;
  while (reader.next(pair))
    CALQUE_CHECK(!text::find_invalid_utf8(pair.source) && !text::find_invalid_utf8(pair.target));
}

template <text::ParallelFormat format>
void read_one_file(const std::string& path) {
  read_pairs({.source = path,
              .format = format,
              .source_language = "de",
              .target_language = "en",
              .bad_lines = text::BadLinePolicy::kSkipAndCount});
  read_pairs({.source = path, .format = format, .source_language = "de", .target_language = "en"});
}

void read_two_files(const std::string& path) {
  read_pairs({.source = path, .target = path, .bad_lines = text::BadLinePolicy::kSkipAndCount});
  read_pairs({.source = path, .target = path});
}

void split_sentences(Bytes bytes) {
  const std::string_view line = text_of(bytes);
  if (text::find_invalid_utf8(line)) return;
  static const std::array<text::SentenceSplitter, 4> splitters{
      text::SentenceSplitter("en"), text::SentenceSplitter("de"), text::SentenceSplitter("ja"),
      text::SentenceSplitter("")};
  for (const text::SentenceSplitter& splitter : splitters) {
    const char* end = line.data();
    for (const std::string_view sentence : splitter.split(line)) {
      CALQUE_CHECK(!sentence.empty() && sentence.data() >= end);
      CALQUE_CHECK(!text::find_invalid_utf8(sentence));
      end = sentence.data() + sentence.size();
    }
    CALQUE_CHECK(end <= line.data() + line.size());
  }
}

void tokenize(Bytes bytes) {
  const std::string_view line = text_of(bytes);
  struct Language {
    explicit Language(const char* name) : tokenizer(name), detokenizer(name) {}
    text::Tokenizer tokenizer;
    text::Detokenizer detokenizer;
  };
  static const std::array<Language, 5> languages{Language("en"), Language("de"), Language("fr"),
                                                 Language("ja"), Language("")};
  // One language for each input: the fuzzer tries many that differ in nothing else.
  const Language& language = languages[bytes.empty() ? 0 : bytes[0] % languages.size()];
  const std::vector<std::string> tokens = language.tokenizer.tokenize(line);
  for (const std::string& token : tokens)
    CALQUE_CHECK(!token.empty() && token.find(' ') == std::string::npos);
  const std::string joined = language.detokenizer.detokenize(tokens);
  CALQUE_CHECK(text::find_invalid_utf8(line) || !text::find_invalid_utf8(joined));
}

void escape_bars(Bytes bytes) {
  const std::string escaped = text::escape_bars(text_of(bytes));
  CALQUE_CHECK(escaped.find("|||") == std::string::npos);
  CALQUE_CHECK(text::unescape_bars(escaped) == text_of(bytes));
  text::unescape_bars(text_of(bytes));
}

void read_links(Bytes bytes) {
  const text::Alignment links = text::parse_pharaoh(text_of(bytes), 10, 10, {"fuzz", 1});
  CALQUE_CHECK(text::parse_pharaoh(text::to_pharaoh(links), 10, 10, {"fuzz", 1}) == links);
}

void read_gold(Bytes bytes) {
  text::parse_gold(text_of(bytes), {"fuzz", 1});
}

const Registered lines({"lines", from_file<read_lines>});
const Registered tmx({"tmx", from_file<read_one_file<text::ParallelFormat::kTmx>>});
const Registered tsv({"tsv", from_file<read_one_file<text::ParallelFormat::kTsv>>});
const Registered bars({"bars", from_file<read_one_file<text::ParallelFormat::kBars>>});
const Registered two_files({"two-files", from_file<read_two_files>});
const Registered sentences({"sentences", split_sentences});
const Registered tokenizer({"tokenizer", tokenize});
const Registered escaping({"escaping", escape_bars});
const Registered links({"alignment", read_links});
const Registered gold({"gold-alignment", read_gold});

}  // namespace
}  // namespace calque::fuzz
