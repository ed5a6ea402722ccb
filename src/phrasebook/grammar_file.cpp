#include "phrasebook/grammar_file.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "text/utf8.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxDepth = 8;

char partner_of(char open) {
  return open == '(' ? ')' : open == '{' ? '}' : open == '[' ? ']' : '\0';
}

// One line, cut into words.
class Cutter {
 public:
  Cutter(std::string_view text, GrammarLine& line) : text_(text), line_(line) {}

  void cut() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        quoted();
      } else if (c == '#' && word_.empty() && awaited_.empty()) {
        break;
      } else if (is_blank(c) && awaited_.empty()) {
        finish();
      } else {
        bracket(c);
        word_ += is_blank(c) ? ' ' : c;
      }
    }
    if (!awaited_.empty()) {
      refuse(line_.place, fmt::format("a bracket is open and its '{}' is missing", awaited_.back()),
             "close it on the same line, or put it in quotes");
    }
    finish();
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  void quoted() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) {
      refuse(line_.place, "a quotation mark is open and its partner is missing",
             "close the quotation on the same line");
    }
    word_ += text_.substr(at_, end + 1 - at_);
    at_ = end;
  }

  void bracket(char c) {
    if (partner_of(c) != '\0') {
      awaited_ += partner_of(c);
      if (awaited_.size() > kMaxDepth)
        refuse(line_.place, "too many brackets inside each other", "use fewer");
    } else if (c == ')' || c == '}' || c == ']') {
      if (awaited_.empty() || awaited_.back() != c) {
        refuse(line_.place, fmt::format("'{}' closes nothing that is open", c),
               "open it on the same line, or put it in quotes");
      }
      awaited_.pop_back();
    }
  }

  void finish() {
    if (!word_.empty()) line_.words.push_back(std::exchange(word_, {}));
    if (line_.words.size() > kMaxLineWords) {
      refuse(line_.place, fmt::format("the line has more than {} words", kMaxLineWords),
             "distribute them over several lines");
    }
  }

  std::string_view text_;
  GrammarLine& line_;
  std::size_t at_ = 0;
  std::string word_;
  std::string awaited_;  // what closes the brackets that are open, innermost last
};

}  // namespace

void refuse(const Place& place, const std::string& problem, const std::string& remedy) {
  throw DataError(place, problem, remedy);
}

std::string GrammarLine::text(std::size_t first) const {
  std::string all;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (!all.empty()) all += ' ';
    all += words[i];
  }
  return all;
}

GrammarFile read_grammar_text(const std::string& name, std::string_view text) {
  GrammarFile file{name, {}};
  if (text.size() > kMaxGrammarBytes) {
    refuse({name}, fmt::format("the file is larger than {} bytes", kMaxGrammarBytes),
           "write a smaller grammar");
  }
  std::uint64_t number = 0;
  for (std::string_view line : split_fields(text, "\n")) {
    GrammarLine read{{name, ++number}, false, {}};
    text::check_utf8(line, read.place);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    read.indented = !line.empty() && (line.front() == ' ' || line.front() == '\t');
    Cutter(line, read).cut();
    if (!read.words.empty()) file.lines.push_back(std::move(read));
  }
  return file;
}

void check_name(const Place& place, std::string_view name, std::string_view of_what) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  if (name.empty() || name.size() > 60 || !std::all_of(name.begin(), name.end(), allowed)) {
    refuse(place, fmt::format("'{}' cannot be the name of {}", name.substr(0, 60), of_what),
           "use letters, digits, '_', '-' and '.'");
  }
}

std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 12;
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) all += (i == 0 ? "" : ", ") + names[i];
  return names.empty() ? "none" : names.size() > kShown ? all + ", ..." : all;
}

}  // namespace calque::phrasebook
