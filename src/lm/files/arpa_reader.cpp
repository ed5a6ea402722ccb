#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "lm/files/arpa.h"
#include "lm/files/ngram_table.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

// No real model comes near; sums of a few such numbers stay far inside a float.
constexpr double kLargestLog10 = 1e6;

// Lines of a file or of a text in memory.
class LineSource {
 public:
  virtual ~LineSource() = default;
  virtual bool next(std::string& line) = 0;
};

class FileLines final : public LineSource {
 public:
  explicit FileLines(const std::string& path) : reader_(path, store::kMaxDataLine) {}
  bool next(std::string& line) override { return reader_.next(line); }

 private:
  store::LineReader reader_;
};

class MemoryLines final : public LineSource {
 public:
  explicit MemoryLines(std::string_view text) : rest_(text) {}
  bool next(std::string& line) override {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line.assign(rest_.substr(0, end));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    return true;
  }

 private:
  std::string_view rest_;
};

class ArpaReader {
 public:
  ArpaReader(LineSource& lines, std::string name) : lines_(lines), name_(std::move(name)) {}

  NgramModelData read() {
    read_counts();
    NgramModelData data;
    data.vocabulary = initial_vocabulary();
    std::vector<NgramTable> tables;
    tables.push_back(read_unigrams(data.vocabulary));
    for (unsigned n = 2; n <= order(); ++n) tables.push_back(read_ngrams(n, data.vocabulary));
    if (trim(line_) != "\\end\\") fail(fmt::format("expected \\end\\, found '{}'", shown()));
    data.levels = assemble(std::move(tables), data.vocabulary.size());
    return data;
  }

 private:
  unsigned order() const { return static_cast<unsigned>(counts_.size()); }

  [[noreturn]] void fail_at(std::uint64_t line, const std::string& problem) const {
    throw FormatError({name_, line}, problem, "check that the ARPA file is whole, or make the model again");
  }
  [[noreturn]] void fail(const std::string& problem) const { fail_at(line_number_, problem); }

  // The current line for messages, cut to a sensible length.
  std::string shown() const { return line_.substr(0, 60); }

  bool next_line() {
    if (lines_.next(line_)) {
      ++line_number_;
      return true;
    }
    line_.clear();
    return false;
  }
  // Moves to the next line that is not blank; false at the end of the file.
  bool next_content() {
    while (next_line()) {
      if (!trim(line_).empty()) return true;
    }
    return false;
  }

  void read_counts() {
    if (!next_content() || trim(line_) != "\\data\\") {
      throw FormatError({name_, line_number_},
                        "this is no ARPA language model: it does not begin with \\data\\",
                        "give an ARPA file or a model written by 'calque lm train'");
    }
    while (next_content() && trim(line_).starts_with("ngram")) {
      const std::string_view text = trim(trim(line_).substr(5));
      const std::size_t equals = text.find('=');
      const auto n = parse_unsigned(trim(text.substr(0, equals)));
      const auto count =
          equals == std::string_view::npos ? std::nullopt : parse_unsigned(trim(text.substr(equals + 1)));
      if (!n || !count) fail(fmt::format("expected 'ngram N=COUNT', found '{}'", shown()));
      if (*n != counts_.size() + 1)
        fail(fmt::format("expected the count of {}-grams here", counts_.size() + 1));
      if (*n > kMaxOrder) fail(fmt::format("n-grams longer than {} words are not supported", kMaxOrder));
      if (*count >= kNoNgram) fail(fmt::format("{} n-grams of one length cannot be", *count));
      counts_.push_back(*count);
    }
    if (counts_.empty()) fail("the \\data\\ section names no n-grams");
  }

  void expect_section(unsigned n) const {
    if (trim(line_) != fmt::format("\\{}-grams:", n)) {
      fail(line_.empty() ? fmt::format("the file ends before \\{}-grams:", n)
                         : fmt::format("expected \\{}-grams:, found '{}'", n, shown()));
    }
  }

  // Splits the next line of the section of n-grams; false at its end, after which line_ is the next section's
  // head.
  bool next_ngram(unsigned n, std::size_t found) {
    const bool more = next_line();
    const std::string_view text = trim(line_);
    const std::uint64_t declared = counts_[n - 1];
    if (!more || text.empty() || text.front() == '\\') {
      if (found != declared) {
        fail(fmt::format("the section of {}-grams ends after {} lines, but \\data\\ says {}", n, found,
                         declared));
      }
      if (more && text.empty()) next_content();
      return false;
    }
    if (found == declared) fail(fmt::format("more {}-grams than the {} that \\data\\ says", n, declared));
    split_words(text, fields_);
    const std::size_t maximum = n == order() ? n + 1 : n + 2;
    if (fields_.size() < n + 1 || fields_.size() > maximum) {
      fail(fmt::format("expected a log probability, {} word{}{}; found '{}'", n, n == 1 ? "" : "s",
                       n == order() ? "" : " and perhaps a back-off", shown()));
    }
    return true;
  }

  float natural_log(std::string_view field, bool is_probability) const {
    const auto log10 = parse_real(field);
    if (!log10) fail(fmt::format("'{}' is not a finite number", field.substr(0, 40)));
    if (is_probability && *log10 > 0.0) fail(fmt::format("log probability {} is above 0", field));
    if (std::abs(*log10) > kLargestLog10) fail(fmt::format("'{}' is out of range", field));
    return static_cast<float>(*log10 * std::numbers::ln10);
  }
  float log_prob() const { return natural_log(fields_.front(), true); }
  float backoff(unsigned n) const {
    return fields_.size() == n + 2 ? natural_log(fields_.back(), false) : 0.0F;
  }

  NgramTable read_unigrams(text::Vocabulary& vocabulary) {
    expect_section(1);
    const std::uint64_t head_line = line_number_;
    NgramTable table;
    table.log_prob.assign(vocabulary.size(), 0.0F);
    table.backoff.assign(vocabulary.size(), 0.0F);
    std::array<bool, 3> marked{};  // whether <unk>, <s>, </s> were there
    for (std::size_t found = 0; next_ngram(1, found); ++found) {
      const std::size_t before = vocabulary.size();
      const std::size_t id = text::index_of(vocabulary.add(fields_[1]));
      const bool is_new = id >= marked.size() ? vocabulary.size() > before : !marked[id];
      if (!is_new) fail(fmt::format("the word '{}' stands here a second time", fields_[1]));
      if (id < marked.size()) marked[id] = true;
      table.log_prob.resize(vocabulary.size());
      table.backoff.resize(vocabulary.size());
      table.log_prob[id] = log_prob();
      table.backoff[id] = backoff(1);
    }
    if (!marked[text::index_of(kSentenceBeginId)] || !marked[text::index_of(kSentenceEndId)]) {
      fail_at(head_line, "the model has no <s> or no </s> among its 1-grams");
    }
    if (!marked[text::index_of(kUnknownId)]) {
      table.log_prob[text::index_of(kUnknownId)] =
          static_cast<float>(kMissingUnknownLog10 * std::numbers::ln10);
    }
    for (std::size_t id = 0; id < vocabulary.size(); ++id)
      table.words.push_back(static_cast<std::uint32_t>(id));
    return table;
  }

  NgramTable read_ngrams(unsigned n, const text::Vocabulary& vocabulary) {
    expect_section(n);
    const std::uint64_t first_line = line_number_ + 1;
    NgramTable table;
    table.length = n;
    std::array<std::uint32_t, kMaxOrder> row{};
    for (std::size_t found = 0; next_ngram(n, found); ++found) {
      for (unsigned k = 0; k < n; ++k) {
        const auto id = vocabulary.find(fields_[k + 1]);
        if (!id) fail(fmt::format("the word '{}' is not among the 1-grams", fields_[k + 1]));
        row[k] = static_cast<std::uint32_t>(*id);
      }
      table.add(std::span(row).first(n), log_prob(), backoff(n));
    }
    if (const auto duplicate = sort_rows(table, vocabulary.size())) {
      fail_at(first_line + duplicate->second,
              fmt::format("this n-gram stands already in line {}", first_line + duplicate->first));
    }
    return table;
  }

  LineSource& lines_;
  std::string name_;
  std::string line_;
  std::uint64_t line_number_ = 0;
  std::vector<std::uint64_t> counts_;
  std::vector<std::string_view> fields_;
};

}  // namespace

NgramModelData read_arpa(const std::string& path) {
  FileLines lines(path);
  return ArpaReader(lines, path).read();
}

NgramModelData parse_arpa(std::string_view text, const std::string& name) {
  MemoryLines lines(text);
  return ArpaReader(lines, name).read();
}

}  // namespace calque::lm
