#include "translate_input.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "pipeline/manifest.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

std::shared_ptr<const text::TruecaseModel> load_truecaser(const text::Preparation& preparation,
                                                          const std::string& path) {
  if (preparation.casing != text::Casing::kTruecase) return nullptr;
  return std::make_shared<const text::TruecaseModel>(text::TruecaseModel::load(path));
}

}  // namespace

TranslationInput::TranslationInput(const InputOptions& options, const pipeline::TranslationSystem& system)
    : options_(options), system_(system), reader_(options.input) {
  const text::Preparation& preparation = system.preparation();
  if (options.markup) {
    source_preparer_.emplace(
        preparation,
        load_truecaser(preparation, pipeline::path_in(options.model, pipeline::kSourceTruecaseFile)));
  }
  if (options.markup || !options.reference.empty()) {
    target_preparer_.emplace(
        preparation,
        load_truecaser(preparation, pipeline::path_in(options.model, pipeline::kTargetTruecaseFile)));
  }
  if (!options.reference.empty()) references_.emplace(options.reference);
}

bool TranslationInput::next(InputLine& line) {
  line = {};
  if (!reader_.next(line.raw)) {
    std::string more;
    if (references_ && references_->next(more))
      throw DataError(references_->place(), "there are more lines here than lines to translate",
                      "give one line for each line of the text");
    return false;
  }
  line.number = reader_.line_number() - 1;
  text::check_utf8(line.raw, reader_.place());
  if (options_.markup) {
    read_marked(line);
  } else {
    line.plain = line.raw;
    const std::string prepared = system_.prepare(line.raw);
    for (const std::string_view word : split_words(prepared)) line.marked.words.emplace_back(word);
  }
  if (options_.punctuation) {
    const std::vector<std::string_view> words(line.marked.words.begin(), line.marked.words.end());
    line.marked.constraints.add_walls_at_punctuation(words);
  }
  if (references_) read_reference(line);
  return true;
}

void TranslationInput::read_marked(InputLine& line) {
  const auto cut = [](const text::Preparer& preparer, std::string_view text) {
    std::vector<std::string> words;
    preparer.cut(text, words);
    return words;
  };
  const decode::MarkupRules rules{[&](std::string_view text) { return cut(*source_preparer_, text); },
                                  [&](std::string_view text) { return cut(*target_preparer_, text); },
                                  !options_.inclusive};
  line.marked = decode::parse_markup(line.raw, rules, reader_.place());
  line.plain = fmt::format("{}", fmt::join(line.marked.words, " "));
  source_preparer_->change_case(line.marked.words);
  if (line.marked.settings.empty()) return;
  line.search = options_.search;
  try {
    for (const auto& [name, value] : line.marked.settings) {
      if (decode::set_option(*line.search, name, value)) continue;
      throw UsageError({}, fmt::format("there is no search setting '{}'", name),
                       fmt::format("use one of: {}", fmt::join(decode::search_option_names(), ", ")));
    }
    line.search->validate();
  } catch (const UsageError& error) {
    throw DataError(reader_.place(), error.what(), "correct the <set/> of this line");
  }
}

void TranslationInput::read_reference(InputLine& line) {
  std::string reference;
  if (!references_->next(reference))
    throw DataError(references_->place(), "there are fewer lines here than lines to translate",
                    "give one line for each line of the text");
  text::check_utf8(reference, references_->place());
  line.reference = target_preparer_->prepare(reference);
}

decode::Request request_for(const InputLine& line, std::vector<std::string_view>& words) {
  words.assign(line.marked.words.begin(), line.marked.words.end());
  decode::Request request{.words = words};
  request.suggestions = line.marked.suggestions;
  request.constraints = line.marked.constraints;
  request.placeholders = line.marked.placeholders;
  request.reference = line.reference;
  request.options = line.search;
  return request;
}

}  // namespace calque::apps
