#include "phrasebook/grammar_file.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/parse.h"
#include "text/utf8.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxGrammarBytes = 1 << 21;
constexpr std::size_t kMaxLineWords = 400;
constexpr std::size_t kMaxBrackets = 8;
constexpr std::size_t kMaxNameBytes = 60;

char partner_of(char open) {
  return open == '(' ? ')' : open == '{' ? '}' : '\0';
}

void cut_line(std::string_view text, GrammarLine& line) {
  std::string word;
  std::string awaited;  // what closes the brackets that are open, innermost last
  const auto finish = [&] {
    if (!word.empty()) line.words.push_back(std::exchange(word, {}));
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool blank = c == ' ' || c == '\t';
    if (c == '"') {
      const std::size_t end = text.find('"', at + 1);
      line.need(end != std::string_view::npos, "close it on the same line",
                "a quotation mark is open and its partner is missing");
      word += text.substr(at, end + 1 - at);
      at = end;
    } else if (c == '#' && word.empty() && awaited.empty()) {
      break;
    } else if (blank && awaited.empty()) {
      finish();
    } else {
      if (partner_of(c) != '\0') awaited += partner_of(c);
      line.need(awaited.size() <= kMaxBrackets, "use fewer", "too many brackets inside each other");
      if (c == ')' || c == '}') {
        line.need(!awaited.empty() && awaited.back() == c, "open it on the same line, or quote it",
                  "'{}' closes nothing that is open", c);
        awaited.pop_back();
      }
      word += blank ? ' ' : c;
    }
  }
  line.need(awaited.empty(), "close it on the same line, or quote it",
            "a bracket is open and its '{}' is missing", awaited);
  finish();
  line.need(line.words.size() <= kMaxLineWords, "distribute them over several lines", "more than {} words",
            kMaxLineWords);
}

}  // namespace

void refuse(const Place& place, const std::string& problem, const std::string& remedy) {
  throw DataError(place, problem, remedy);
}

std::string GrammarLine::text(std::size_t first) const {
  std::string all;
  for (std::size_t i = first; i < words.size(); ++i) all += (i == first ? "" : " ") + words[i];
  return all;
}

std::size_t GrammarLine::find(std::string_view word, std::size_t from) const {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(std::min(from, words.size()));
  return static_cast<std::size_t>(std::find(begin, words.end(), word) - words.begin());
}

GrammarFile read_grammar_text(const std::string& name, std::string_view text) {
  GrammarFile file{name, {}};
  if (text.size() > kMaxGrammarBytes) {
    refuse({name}, fmt::format("the file is larger than {} bytes", kMaxGrammarBytes),
           "write a smaller grammar");
  }
  std::uint64_t number = 0;
  for (std::string_view written : split_fields(text, "\n")) {
    GrammarLine line{{name, ++number}, false, {}};
    text::check_utf8(written, line.place);
    if (!written.empty() && written.back() == '\r') written.remove_suffix(1);
    line.indented = !written.empty() && (written.front() == ' ' || written.front() == '\t');
    cut_line(written, line);
    if (line.words.empty()) continue;
    line.need(!line.indented || !file.statements.empty(), "begin it at the margin",
              "an indented line that belongs to nothing");
    if (line.indented) {
      file.statements.back().body.push_back(std::move(line));
    } else {
      file.statements.push_back({std::move(line), {}});
    }
  }
  return file;
}

std::optional<std::size_t> Names::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t Names::add(const GrammarLine& line, std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  line.need(!name.empty() && name.size() <= kMaxNameBytes && std::all_of(name.begin(), name.end(), allowed),
            "use letters, digits, '_', '-' and '.'", "'{}' cannot be the name of a {}",
            name.substr(0, kMaxNameBytes), kind_);
  line.need(all_.size() < most_, "use fewer", "a {} too many: there can be {}", kind_, most_);
  const bool fresh = numbers_.emplace(name, all_.size()).second;
  line.need(fresh, "give one another name", "{} '{}' is defined twice", kind_, name);
  all_.emplace_back(name);
  return all_.size() - 1;
}

std::size_t Names::at(const GrammarLine& line, std::string_view name) const {
  const auto found = find(name);
  std::string some;
  for (std::size_t i = 0; !found && i < std::min<std::size_t>(all_.size(), 12); ++i)
    some += (i == 0 ? "" : ", ") + all_[i];
  line.need(found.has_value(), some.empty() ? "define it" : "correct it, or define it; there are " + some,
            "unknown {} '{}'", kind_, name);
  return *found;
}

}  // namespace calque::phrasebook
