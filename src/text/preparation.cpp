#include "text/preparation.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "text/apostrophes.h"
#include "text/capitals.h"
#include "text/casing.h"
#include "text/language_rules.h"

namespace calque::text {
namespace {

constexpr std::string_view kModelRemedy = "use the version of calque that made the model, or train it again";

[[noreturn]] void refuse(const Place& place, const std::string& problem) {
  throw FormatError(place, problem, std::string(kModelRemedy));
}

bool valid_language(std::string_view language) {
  constexpr std::size_t kLongest = 32;
  if (language.size() > kLongest) return false;
  for (const char c : language) {
    const bool good =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!good) return false;
  }
  return true;
}

void read_version(std::string_view value, const Place& place, Preparation& preparation) {
  const auto version = parse_unsigned(value);
  constexpr std::uint64_t kLargest = 1000000;
  if (!version || *version > kLargest) refuse(place, fmt::format("'{}' is no tokeniser version", value));
  preparation.tokenizer_version = static_cast<int>(*version);
}

void read_value(std::string_view key, std::string_view value, const Place& place, Preparation& preparation) {
  if (key == "source_language" || key == "target_language") {
    if (!valid_language(value)) refuse(place, fmt::format("'{}' is no language code", value));
    (key == "source_language" ? preparation.source_language : preparation.target_language) =
        std::string(value);
  } else if (key == "pretokenized") {
    if (value != "true" && value != "false") refuse(place, fmt::format("pretokenized is '{}'", value));
    preparation.pretokenized = value == "true";
  } else if (key == "casing") {
    const auto casing = find_enum<Casing>(value);
    if (!casing) refuse(place, fmt::format("unknown casing '{}'", value));
    preparation.casing = *casing;
  } else if (key == "target_marks") {
    if (!parse_mark_habits(value, preparation.target_marks)) {
      refuse(place, fmt::format("'{}' are no marks", value));
    }
  } else {
    read_version(value, place, preparation);
  }
}

// Words with blanks between; `ranges` may be null.
std::string join_by_blanks(const std::vector<std::string>& words, std::vector<ByteRange>* ranges) {
  std::string text;
  if (ranges != nullptr) ranges->clear();
  for (const std::string& word : words) {
    if (&word != words.data()) text += ' ';
    const auto begin = static_cast<std::uint32_t>(text.size());
    text += word;
    if (ranges != nullptr) ranges->push_back({begin, static_cast<std::uint32_t>(text.size())});
  }
  return text;
}

void move_ranges(const OffsetMap& map, std::vector<ByteRange>& ranges) {
  std::uint32_t end = 0;
  for (ByteRange& range : ranges) {
    range = range.begin < range.end ? map.after(range) : ByteRange{end, end};
    end = range.end;
  }
}

}  // namespace

std::string to_text(const Preparation& preparation) {
  return fmt::format(
      "source_language={}\ntarget_language={}\npretokenized={}\ncasing={}\ntokenizer_version={}\n"
      "target_marks={}\n",
      preparation.source_language, preparation.target_language, preparation.pretokenized,
      name_of(preparation.casing), preparation.tokenizer_version, to_text(preparation.target_marks));
}

Preparation parse_preparation(std::string_view text, const std::string& file) {
  constexpr std::array<std::string_view, 6> kKeys{"source_language", "target_language",   "pretokenized",
                                                  "casing",          "tokenizer_version", "target_marks"};
  std::array<bool, kKeys.size()> seen{};
  Preparation preparation;
  std::uint64_t number = 0;
  for (const std::string_view raw : split_fields(text, "\n")) {
    const Place place{file, ++number, 0};
    const std::string_view line = trim(raw);
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    std::size_t which = 0;
    while (which < kKeys.size() && kKeys[which] != key) ++which;
    if (equals == std::string_view::npos || which == kKeys.size()) {
      refuse(place, fmt::format("unknown setting '{}' of text preparation", line));
    }
    if (seen[which]) refuse(place, fmt::format("'{}' is set twice", key));
    seen[which] = true;
    read_value(key, line.substr(equals + 1), place, preparation);
  }
  if (!preparation.pretokenized && preparation.tokenizer_version != kTokenizerVersion) {
    refuse({file, 0, 0},
           fmt::format("the model was made with tokeniser version {}, this program has version {}",
                       preparation.tokenizer_version, kTokenizerVersion));
  }
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    const bool spare = preparation.pretokenized && kKeys[i] == "target_marks";  // no marks are written
    if (!seen[i] && !spare)
      refuse({file, 0, 0}, fmt::format("text preparation lacks the setting '{}'", kKeys[i]));
  }
  return preparation;
}

void warn_of_languages(const Preparation& preparation, Reporter& reporter) {
  if (preparation.pretokenized) return;
  const std::string &source = preparation.source_language, &target = preparation.target_language;
  if (source.empty() || target.empty()) {
    const bool both = source.empty() && target.empty();
    reporter.warning(fmt::format(
        "the language of the {} is not known, so its words are cut by general rules; name files as in "
        "corpus.de, or give {}; there are rules for {}",
        both             ? "text"
        : source.empty() ? "source"
                         : "target",
        both             ? "--source-language and --target-language"
        : source.empty() ? "--source-language"
                         : "--target-language",
        languages_with_rules()));
  }
  if (source.empty() || has_rules(source)) {
    warn_of_language(target, reporter);
  } else if (target.empty() || target == source || has_rules(target)) {
    warn_of_language(source, reporter);
  } else {
    reporter.warning(
        fmt::format("there are no rules for the languages '{}' and '{}', so their words are cut "
                    "by general ones; there are rules for {}",
                    source, target, languages_with_rules()));
  }
}

void warn_of_language(std::string_view language, Reporter& reporter) {
  if (language.empty() || has_rules(language)) return;
  reporter.warning(
      fmt::format("there are no rules for the language '{}', so its words are cut by general "
                  "ones; there are rules for {}",
                  language, languages_with_rules()));
}

Preparer::Preparer(const Preparation& preparation, std::string_view language,
                   std::string_view output_language, std::shared_ptr<const TruecaseModel> truecaser)
    : pretokenized_(preparation.pretokenized),
      casing_(preparation.casing),
      language_(language),
      own_mark_(decimal_mark(language)),
      output_mark_(decimal_mark(output_language)),
      tokenizer_(language),
      truecaser_(std::move(truecaser)) {
  CALQUE_CHECK(casing_ != Casing::kTruecase || truecaser_ != nullptr);
}

void Preparer::cut(std::string_view line, std::vector<std::string>& tokens) const {
  if (!pretokenized_) {
    thread_local std::string joined;  // buffers only
    thread_local std::string turned;
    if (join_thousands(line, language_, joined)) line = joined;
    if (turn_quotes(line, turned)) line = turned;
    tokenizer_.tokenize(line, tokens);
    plain_marks(tokens, language_);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      straighten_apostrophes(tokens[i]);
      if (tokens[i].front() < '0' || tokens[i].front() > '9') continue;
      const bool label = own_mark_ != output_mark_ && i > 0 && introduces_label(tokens[i - 1]);
      if (!label) localize_number(tokens[i], own_mark_, output_mark_);
    }
    return;
  }
  const auto words = split_words(line);
  tokens.assign(words.begin(), words.end());
}

std::vector<ByteRange> Preparer::token_ranges(std::string_view line) const {
  std::vector<ByteRange> ranges;
  if (pretokenized_) {
    for (const std::string_view word : split_words(line)) {
      const auto begin = static_cast<std::uint32_t>(word.data() - line.data());
      ranges.push_back({begin, begin + static_cast<std::uint32_t>(word.size())});
    }
    return ranges;
  }
  // Both steps before cutting replace characters by others, one by one.
  std::string joined;
  std::string turned;
  std::string_view last = line;
  if (join_thousands(last, language_, joined)) last = joined;
  if (turn_quotes(last, turned)) last = turned;
  ranges = tokenizer_.token_ranges(last);
  const OffsetMap map = OffsetMap::of_characters(line, last);
  for (ByteRange& range : ranges) range = range.begin < range.end ? map.before(range) : range;
  return ranges;
}

void Preparer::change_case(std::vector<std::string>& tokens) const {
  if (casing_ == Casing::kTruecase) {
    truecaser_->apply(tokens);
  } else if (casing_ == Casing::kLower) {
    std::string lower;
    for (std::string& token : tokens) {
      to_lower(token, language_, lower);
      token.swap(lower);
    }
  }
}

void Preparer::prepare(std::string_view line, std::vector<std::string>& tokens) const {
  cut(line, tokens);
  change_case(tokens);
}

std::vector<std::string> Preparer::prepare(std::string_view line) const {
  std::vector<std::string> tokens;
  prepare(line, tokens);
  return tokens;
}

Restorer::Restorer(const Preparation& preparation)
    : pretokenized_(preparation.pretokenized),
      casing_(preparation.casing),
      language_(preparation.target_language),
      habits_(preparation.target_marks),
      detokenizer_(preparation.target_language) {}

std::string Restorer::restore(std::span<const std::string_view> tokens, std::string_view source_line) const {
  return restore(tokens, source_line, nullptr);
}

std::string Restorer::restore(std::span<const std::string_view> tokens, std::string_view source_line,
                              std::vector<ByteRange>& ranges) const {
  return restore(tokens, source_line, &ranges);
}

std::string Restorer::restore(std::span<const std::string_view> tokens, std::string_view source_line,
                              std::vector<ByteRange>* ranges) const {
  std::vector<std::string> words(tokens.begin(), tokens.end());
  const bool recase = casing_ == Casing::kTruecase || (casing_ == Casing::kLower && !pretokenized_);
  if (recase && initial_case(source_line) != InitialCase::kLower) set_capitals(words, language_);
  if (pretokenized_) return join_by_blanks(words, ranges);
  std::string text = join(words, combine(marks_of(source_line), habits_, language_), ranges);
  if (!has_curly_apostrophes(source_line)) return text;
  const std::string curly = curl_apostrophes(text);
  if (ranges != nullptr) move_ranges(OffsetMap::of_characters(text, curly), *ranges);
  return curly;
}

std::string Restorer::restore_phrase(std::span<const std::string_view> tokens) const {
  std::vector<std::string> words(tokens.begin(), tokens.end());
  return pretokenized_ ? join_by_blanks(words, nullptr) : join(words, habits_, nullptr);
}

std::string Restorer::join(std::vector<std::string>& words, const MarkHabits& marks,
                           std::vector<ByteRange>* ranges) const {
  write_dashes(words, marks);
  for (std::string& word : words) split_thousands(word, language_);
  if (ranges == nullptr) return write_marks(detokenizer_.detokenize(words), marks, language_);
  OffsetMap map;
  const std::string text = write_marks(detokenizer_.detokenize(words, *ranges), marks, language_, &map);
  move_ranges(map, *ranges);
  // French marks bring their blanks with them.
  for (ByteRange& range : *ranges) range = without_blanks(range, text);
  return text;
}

}  // namespace calque::text
