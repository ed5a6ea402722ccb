#include "text/truecaser.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"
#include "text/capitals.h"
#include "text/casing.h"
#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr std::string_view kMagic = "calque-truecase";
constexpr std::uint64_t kVersion = 1;

bool has_letter(std::string_view token) {
  for (std::size_t i = 0; i < token.size();) {
    const Utf8Character c = character_at(token, i);
    if (class_of(c.code) == CharClass::kLetter) return true;
    i += c.bytes;
  }
  return false;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& tokens) {
  return {tokens.begin(), tokens.end()};
}

std::vector<std::string> words_of(std::string_view line) {
  const auto words = split_words(line);
  return {words.begin(), words.end()};
}

[[noreturn]] void bad_file(const std::string& file, std::uint64_t line, const std::string& problem) {
  throw FormatError({file, line, 0}, problem, "train it again with 'calque truecase train'");
}

}  // namespace

void TruecaseTrainer::add(const std::vector<std::string>& tokens) {
  const std::vector<bool> unclear = unclear_places(views_of(tokens));
  std::string joined;
  for (const std::string& token : tokens) joined += token;
  if (is_all_upper(joined) && tokens.size() > 1) return;  // headlines tell nothing about case
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!has_letter(tokens[i])) continue;
    const std::size_t id = index_of(forms_.add(tokens[i]));
    if (id == counts_.size()) counts_.emplace_back();
    ++(unclear[i] ? counts_[id].at_start : counts_[id].inside);
  }
}

TruecaseModel TruecaseTrainer::train() const {
  struct Candidate {
    std::string_view form;
    Counts counts;
  };
  // Ordered, because the model's order is part of its file. Bytes of small letters are greater than those of
  // capitals in Latin, Greek and Cyrillic, so the greater of two forms has fewer capitals.
  std::map<std::string, std::vector<Candidate>, std::less<>> by_lower;
  std::string lower;
  for (std::size_t id = 0; id < counts_.size(); ++id) {
    const std::string_view form = forms_.word(WordId{static_cast<std::uint32_t>(id)});
    to_lower(form, language_, lower);
    by_lower[lower].push_back({form, counts_[id]});
  }
  TruecaseModel model;
  model.language_ = language_;
  for (auto& [key, candidates] : by_lower) {
    std::uint64_t inside = 0;
    std::uint64_t at_start = 0;
    for (const Candidate& candidate : candidates) {
      inside += candidate.counts.inside;
      at_start += candidate.counts.at_start;
    }
    const auto weight = [&](const Candidate& c) { return inside > 0 ? c.counts.inside : c.counts.at_start; };
    const auto best =
        std::max_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
          return weight(a) != weight(b) ? weight(a) < weight(b) : a.form < b.form;
        });
    model.lower_forms_.add(key);
    model.forms_.push_back({std::string(best->form), weight(*best), inside > 0 ? inside : at_start});
  }
  return model;
}

std::string_view TruecaseModel::usual_form(std::string_view word) const {
  thread_local std::string lower;  // a buffer only
  to_lower(word, language_, lower);
  const auto id = lower_forms_.find(lower);
  return id ? std::string_view(forms_[index_of(*id)].text) : std::string_view();
}

void TruecaseModel::apply(std::vector<std::string>& tokens) const {
  std::string joined;
  for (const std::string& token : tokens) joined += token;
  const bool shout = tokens.size() > 1 && is_all_upper(joined);
  const std::vector<bool> starts = capital_places(views_of(tokens), language_);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!shout && !starts[i]) continue;
    const std::string_view form = usual_form(tokens[i]);
    if (!form.empty()) tokens[i].assign(form);
  }
}

std::string TruecaseModel::to_text() const {
  std::string out = fmt::format("{} {}\nlanguage {}\nwords {}\n", kMagic, kVersion, language_, forms_.size());
  for (const Form& form : forms_) out += fmt::format("{}\t{}\t{}\n", form.text, form.count, form.total);
  return out;
}

TruecaseModel TruecaseModel::from_text(std::string_view text, const std::string& file) {
  std::uint64_t number = 0;
  const auto next_line = [&]() -> std::string_view {
    ++number;
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) bad_file(file, number, "the truecase model is cut short");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
  };
  const auto value_of = [&](std::string_view key) {
    const std::string_view line = next_line();
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ' ') {
      bad_file(file, number, fmt::format("this is no truecase model: a line '{} ...' is missing", key));
    }
    return line.substr(key.size() + 1);
  };
  if (text.find('\n') == std::string_view::npos) bad_file(file, 1, "this is no truecase model");
  if (parse_unsigned(value_of(kMagic)) != kVersion) {
    bad_file(file, number, fmt::format("the truecase model is of a version other than {}", kVersion));
  }
  TruecaseModel model;
  model.language_ = std::string(value_of("language"));
  const auto count = parse_unsigned(value_of("words"));
  if (!count) bad_file(file, number, "the number of words is not a number");
  std::string lower;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto fields = split_fields(next_line(), "\t");
    const auto seen = fields.size() == 3 ? parse_unsigned(fields[1]) : std::nullopt;
    const auto total = fields.size() == 3 ? parse_unsigned(fields[2]) : std::nullopt;
    if (!seen || !total || *seen > *total || fields[0].empty() || find_invalid_utf8(fields[0])) {
      bad_file(file, number, "expected WORD, TAB, count, TAB, total");
    }
    to_lower(fields[0], model.language_, lower);
    if (index_of(model.lower_forms_.add(lower)) != i)
      bad_file(file, number, "the word stands here a second time");
    model.forms_.push_back({std::string(fields[0]), *seen, *total});
  }
  if (!text.empty()) bad_file(file, number + 1, "there are more lines than words announced");
  return model;
}

void TruecaseModel::save(const std::string& path) const {
  store::TextWriter writer(path);
  writer.write(to_text());
  writer.commit();
}

TruecaseModel TruecaseModel::load(const std::string& path) {
  return from_text(store::read_whole(path), path);
}

void TruecaseModel::apply_line(std::string_view line, std::string& out) const {
  std::vector<std::string> tokens = words_of(line);
  apply(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) out += ' ';
    out += tokens[i];
  }
}

TruecaseModel train_truecase_model(const std::string& path, const std::string& language,
                                   BadLinePolicy bad_lines, Reporter& reporter) {
  store::LineReader reader(path);
  TruecaseTrainer trainer(language);
  reporter.stage("counting words");
  std::uint64_t skipped = 0;
  for (std::string line; reader.next(line);) {
    if (bad_lines != BadLinePolicy::kThrow && find_invalid_utf8(line)) {
      ++skipped;
      continue;
    }
    check_utf8(line, reader.place());
    trainer.add(words_of(line));
    reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  if (skipped > 0) reporter.warning(fmt::format("{} lines are not UTF-8 and are left out", skipped));
  return trainer.train();
}

}  // namespace calque::text
