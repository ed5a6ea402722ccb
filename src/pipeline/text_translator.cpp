#include "pipeline/text_translator.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/ordered_stream.h"
#include "base/parse.h"
#include "decode/consensus.h"
#include "pipeline/fixed_phrases.h"
#include "pipeline/glossary.h"
#include "pipeline/phrase_alternatives.h"
#include "pipeline/text_ranges.h"
#include "text/casing.h"
#include "text/language_rules.h"
#include "text/mark_forms.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

// Translations that consensus decoding compares unless more are wanted.
constexpr std::size_t kConsensusCandidates = 200;

std::vector<std::string> cut(const text::Preparer& preparer, std::string_view text) {
  std::vector<std::string> words;
  preparer.cut(text, words);
  return words;
}

// The request's settings, changed by those in its markup.
decode::SearchOptions with_settings(decode::SearchOptions options, const decode::MarkedLine& line,
                                    const Place& place) {
  try {
    for (const auto& [name, value] : line.settings) {
      if (decode::set_option(options, name, value)) continue;
      throw UsageError({}, fmt::format("there is no search setting '{}'", name),
                       fmt::format("use one of: {}", fmt::join(decode::search_option_names(), ", ")));
    }
    options.validate();
  } catch (const UsageError& error) {
    throw DataError(place, error.what(), "correct the <set/> of this line");
  }
  return options;
}

// What stands between two sentences of a translation, given what stood between those of the source: languages
// that write without blanks need none, others need one, and no wide one.
std::string_view blank_between(std::string_view gap, bool tight) {
  if (gap.empty() || gap == "　") return tight ? gap : " ";
  return tight && gap == " " ? "" : gap;
}

}  // namespace

TextTranslator::TextTranslator(const TranslationSystem& system, const decode::SearchOptions& options)
    : TextTranslator(system, system.decoder(options)) {
  if (system.pre_image() != nullptr) pre_image_ = *system.pre_image();
}

TextTranslator::TextTranslator(const TranslationSystem& system, const decode::SearchOptions& options,
                               const decode::Weights& weights)
    : TextTranslator(system, system.pre_image() != nullptr ? system.decoder(options)
                                                           : system.decoder(options, weights)) {
  if (system.pre_image() != nullptr) pre_image_ = system.pre_image()->with(weights);
}

TextTranslator::TextTranslator(const TranslationSystem& system, decode::Decoder decoder)
    : system_(system),
      splitter_(system.preparation().source_language),
      decoder_(std::move(decoder)),
      fitting_(system.preparation()) {
  if (!system.preparation().pretokenized && system.pre_image() == nullptr)
    hints_.emplace(system.models().phrases, system.preparation().source_language,
                   system.preparation().target_language);
}

GlossaryRules TextTranslator::glossary_rules() const {
  return {[this](std::string_view text) { return cut(system_.source_preparer(), text); },
          [this](std::string_view text) { return cut(system_.target_preparer(), text); }};
}

GlossaryTerms TextTranslator::terms(std::span<const GlossaryEntry> entries,
                                    std::span<const std::string> kept_words) const {
  if (pre_image_)
    throw UsageError({}, "a model of kernel regression takes no glossary", "use a model of 'calque train'");
  return {entries, kept_words, glossary_rules(), {}};
}

// Cuts the text into words, reads its tags, and finds glossary terms: those of the request for the line, and
// the common ones in what is left.
decode::MarkedLine TextTranslator::read_text(const Request& request, const GlossaryTerms* common,
                                             std::string& plain,
                                             std::vector<decode::Suggestion>& common_terms) const {
  text::check_utf8(request.text, request.place);
  const text::Preparer& source = system_.source_preparer();
  const GlossaryRules rules = glossary_rules();
  decode::MarkedLine line;
  if (request.markup) {
    line = decode::parse_markup(request.text, {rules.cut_source, rules.cut_target, !request.inclusive_markup},
                                request.place);
    plain = fmt::format("{}", fmt::join(line.words, " "));
    // The words have the models' marks; what the line has decides how those of its translation are written.
    plain = text::write_marks(plain, text::marks_of(request.text), system_.preparation().source_language);
  } else {
    line.words = rules.cut_source(request.text);
    plain = request.text;
  }
  const bool has_terms = !request.glossary.empty() || !request.kept_words.empty();
  const std::vector<std::string> as_cut =
      has_terms || common != nullptr ? line.words : std::vector<std::string>();
  source.change_case(line.words);
  use_known_forms(line.words);
  if (has_terms)
    add_apart(GlossaryTerms(request.glossary, request.kept_words, rules, request.place)
                  .find({as_cut, line.words}, line.suggestions),
              line.suggestions);
  if (common != nullptr) common_terms = common->find({as_cut, line.words}, line.suggestions);
  return line;
}

// A word in capitals, or with one that it does not have elsewhere, is still the same word: if the phrase
// table does not know it as it is written, it takes the form that it knows.
void TextTranslator::use_known_forms(std::vector<std::string>& words) const {
  if (system_.preparation().pretokenized) return;
  const auto knows = [&](const std::string& word) {
    return system_.models().phrases.source_vocabulary().find(word).has_value();
  };
  const std::string& language = system_.preparation().source_language;
  for (std::string& word : words) {
    if (knows(word)) continue;
    std::string lower = text::to_lower(word, language);
    if (lower == word) continue;
    std::string title = text::capitalize_sentence(lower, language);
    if (knows(lower)) {
      word = std::move(lower);
    } else if (knows(title)) {
      word = std::move(title);
    }
  }
}

TranslatedText TextTranslator::translate(const Request& request, TextWorkspace& workspace,
                                         const TextOverlays& overlays) const {
  if (request.verbatim) return {};
  check_fixed_phrases(request);
  std::vector<std::string_view> sentences;
  if (may_split(request)) {
    text::check_utf8(request.text, request.place);
    sentences = splitter_.split(request.text);
  }
  // A text that was corrected as a whole is not cut.
  if (overlays.corrections != nullptr && overlays.corrections->has_text(request.text)) sentences.clear();
  TranslatedText text = sentences.size() > 1 ? translate_sentences(request, sentences, overlays, workspace)
                                             : translate_sentence(request, {0, overlays}, workspace);
  check_end_of_fixed_phrases(request, text.words.size());
  return text;
}

std::string TextTranslator::finished_text(const TranslatedText& text, const decode::Translation& translation,
                                          std::vector<TextRange>& ranges) const {
  ranges.clear();
  if (!text.finished.empty()) {
    ranges = text.finished_ranges;
    return text.finished;
  }
  const std::vector<std::string_view> words(translation.words.begin(), translation.words.end());
  std::vector<text::ByteRange> found;
  std::string finished = system_.restorer().restore(words, text.plain, found);
  append_ranges(found, 0, ranges);
  return finished;
}

std::vector<std::string_view> TextTranslator::sentences(std::string_view text) const {
  text::check_utf8(text, {});
  if (!system_.preparation().pretokenized) return splitter_.split(text);
  if (split_words(text).empty()) return {};
  return {text};
}

std::vector<std::string> TextTranslator::words(std::string_view phrase) const {
  text::check_utf8(phrase, {});
  std::vector<std::string> words = cut(system_.source_preparer(), phrase);
  // A phrase is a piece of a sentence: the case of its first word is its own.
  if (system_.preparation().casing != text::Casing::kTruecase) system_.source_preparer().change_case(words);
  use_known_forms(words);
  return words;
}

std::vector<std::string> TextTranslator::sentence_words(std::string_view sentence) const {
  Request request;
  request.text = sentence;
  std::string plain;
  std::vector<decode::Suggestion> no_terms;
  decode::MarkedLine line = read_text(request, nullptr, plain, no_terms);
  std::vector<std::uint32_t> origins;
  if (hints_) fit_words(line.words, origins);
  return line.words;
}

// `origins`: for each word afterwards, the one before that it is or is a piece of.
void TextTranslator::fit_words(std::vector<std::string>& words, std::vector<std::uint32_t>& origins) const {
  TextHints::FittedWords fitted = hints_->fit(std::move(words));
  words = std::move(fitted.words);
  origins = std::move(fitted.origins);
}

bool TextTranslator::may_split(const Request& request) const {
  return request.split_sentences && request.n_best <= 1 && !request.markup && !request.reference &&
         !request.search_graph && !system_.preparation().pretokenized;
}

// Appends the translation of the next sentence, a piece of the request's text.
void TextTranslator::append_sentence(const Request& request, std::string_view sentence, TranslatedText&& text,
                                     TranslatedText& whole) const {
  decode::Translation& translation = whole.response.translations.front();
  decode::Translation& found = text.response.translations.at(text.chosen);
  const auto first_token = static_cast<std::uint32_t>(whole.words.size());
  const auto source_begin = static_cast<std::size_t>(sentence.data() - request.text.data());
  SentenceRange& range = whole.sentences.emplace_back();
  range.source = {source_begin, source_begin + sentence.size()};
  range.source_tokens.begin = first_token;
  range.target.begin = whole.finished.size();
  range.target_tokens.begin = static_cast<std::uint32_t>(translation.words.size());
  if (request.ranges) {
    std::vector<TextRange> ranges;
    const std::string finished = finished_text(text, found, ranges);
    move_ranges(ranges, whole.finished.size(), whole.finished_ranges);
    move_ranges(text.source_ranges, source_begin, whole.source_ranges);
    whole.finished += finished;
  } else {
    whole.finished += finished_text(text, found);
  }
  append(translation, std::move(found), first_token);
  std::move(text.words.begin(), text.words.end(), std::back_inserter(whole.words));
  for (PhraseAlternatives& alternatives : text.alternatives) {
    alternatives.source.begin += first_token;
    alternatives.source.end += first_token;
    whole.alternatives.push_back(std::move(alternatives));
  }
  range.target.end = whole.finished.size();
  range.source_tokens.end = static_cast<std::uint32_t>(whole.words.size());
  range.target_tokens.end = static_cast<std::uint32_t>(translation.words.size());
}

TranslatedText TextTranslator::translate_sentences(const Request& request,
                                                   const std::vector<std::string_view>& sentences,
                                                   const TextOverlays& overlays,
                                                   TextWorkspace& workspace) const {
  const bool tight = text::language_rules(system_.preparation().target_language).tight_wide_text;
  TranslatedText whole;
  whole.plain = request.text;
  whole.response.translations.emplace_back();
  Request part = request;
  const char* end = request.text.data();
  for (const std::string_view sentence : sentences) {
    const std::string_view gap(end, static_cast<std::size_t>(sentence.data() - end));
    whole.finished += whole.finished.empty() ? gap : blank_between(gap, tight);
    end = sentence.data() + sentence.size();
    part.text = sentence;
    const auto first_token = static_cast<std::uint32_t>(whole.words.size());
    TranslatedText text = translate_sentence(part, {first_token, overlays}, workspace);
    append_sentence(request, sentence, std::move(text), whole);
  }
  whole.finished +=
      std::string_view(request.text).substr(static_cast<std::size_t>(end - request.text.data()));
  return whole;
}

// Lines that are too long to be searched as a whole do without hints. Fixed phrases count the tokens that
// there are once numbers are cut.
void TextTranslator::add_hints(const Request& request, const Context& context,
                               std::vector<decode::Suggestion> terms, TranslatedText& text,
                               decode::MarkedLine& line) const {
  const decode::SearchOptions& search = request.search ? *request.search : options();
  const bool hinted =
      hints_ && !request.markup && !request.reference && line.words.size() <= search.segment_limit;
  if (hinted && line.suggestions.empty()) {
    fit_words(line.words, text.origins);
    move_to_pieces(text.origins, terms);
  }
  if (!request.fixed.empty()) {
    const auto cut_target = [&](std::string_view target) { return cut(system_.target_preparer(), target); };
    add_fixed_phrases(request, {context.first_token, static_cast<std::uint32_t>(line.words.size())},
                      cut_target, line.suggestions);
  }
  const CorrectionOverlay* const corrections =
      request.markup || request.reference ? nullptr : context.overlays.corrections;
  if (corrections != nullptr && add_corrected_sentence(request, *corrections, text, line)) return;
  if (!request.reference) add_apart(std::move(terms), line.suggestions);
  if (corrections != nullptr && line.words.size() <= search.segment_limit)
    corrections->add_phrases(line.words, line.suggestions);
  if (hinted) hints_->add(line, {request.keep_enclosed, search.max_phrase_length});
}

// What the request says of single words goes before the correction of a whole sentence.
bool TextTranslator::add_corrected_sentence(const Request& request, const CorrectionOverlay& corrections,
                                            TranslatedText& text, decode::MarkedLine& line) const {
  constexpr std::size_t kMostWords = 2000;  // that can be searched at once
  if (!line.suggestions.empty() || line.words.size() > kMostWords) return false;
  const CorrectedSentence* const corrected = corrections.find(line.words);
  if (corrected == nullptr) return false;
  line.suggestions.push_back({.source = {0, static_cast<std::uint32_t>(line.words.size())},
                              .words = corrected->whole.target,
                              .alignment = corrected->whole.alignment});
  // Other text may have the same words.
  const auto source =
      text::without_blanks({0, static_cast<std::uint32_t>(request.text.size())}, request.text);
  if (request.text.substr(source.begin, source.end - source.begin) == corrected->source_text) {
    text.finished = corrected->target_text;
    if (request.ranges)
      append_ranges(system_.target_preparer().token_ranges(text.finished), 0, text.finished_ranges);
  }
  return true;
}

TranslatedText TextTranslator::translate_sentence(const Request& request, const Context& context,
                                                  TextWorkspace& workspace) const {
  TranslatedText text;
  std::vector<decode::Suggestion> terms;
  decode::MarkedLine line = read_text(request, context.overlays.glossary, text.plain, terms);
  const bool with_ranges = request.ranges && !request.markup;
  add_hints(request, context, std::move(terms), text, line);
  if (with_ranges) {
    std::vector<text::ByteRange> ranges = system_.source_preparer().token_ranges(request.text);
    if (!text.origins.empty()) ranges = ranges_of_pieces(request.text, ranges, text.origins, line.words);
    append_ranges(ranges, 0, text.source_ranges);
  }
  const std::vector<std::string_view> words(line.words.begin(), line.words.end());
  if (request.monotone_at_punctuation) line.constraints.add_walls_at_punctuation(words);
  decode::Request query{.words = words,
                        .n = std::max(request.n_best, request.consensus ? kConsensusCandidates : 1),
                        .suggestions = std::move(line.suggestions),
                        .constraints = std::move(line.constraints),
                        .units = std::move(line.units),
                        .placeholders = std::move(line.placeholders),
                        .options = request.search,
                        .with_indicators = request.sparse_features,
                        .explain = request.explain,
                        .with_graph = request.search_graph,
                        .with_alternatives = request.alternatives > 0,
                        .number = request.number,
                        .interrupt = {request.cancel, request.deadline}};
  if (!line.settings.empty())
    query.options = with_settings(request.search.value_or(options()), line, request.place);
  if (request.reference) {
    text::check_utf8(*request.reference, request.place);
    query.reference = system_.target_preparer().prepare(*request.reference);
  }
  const std::vector<decode::Suggestion> suggestions = query.suggestions;
  text.response = search(std::move(query), workspace);
  if (const DroppedWords* dropped = system_.dropped_words()) {
    for (decode::Translation& translation : text.response.translations)
      translation.dropped = dropped->find(line.words, suggestions, translation);
  }
  if (request.consensus && !text.response.translations.empty())
    text.chosen = decode::consensus(text.response.translations);
  if (request.alternatives > 0 && !text.response.translations.empty()) {
    decode::Translation fitted = text.response.translations[text.chosen];
    fitting_.fit(fitted);
    text.alternatives =
        alternatives_of(text.response, {text.chosen, fitted.words}, request.alternatives, system_.restorer());
  }
  // What was asked for word by word stays as it is.
  if (!request.reference)
    for (decode::Translation& translation : text.response.translations) fitting_.fit(translation);
  text.words = std::move(line.words);
  return text;
}

decode::Response TextTranslator::search(decode::Request request, TextWorkspace& workspace) const {
  request.interrupt.check();
  if (!pre_image_) return decoder_.translate(request, workspace.decoder);
  const decode::SearchOptions settings = request.options.value_or(options());
  request.options.reset();  // what is left must be a request without anything that only the decoder can do
  return pre_image_->translate(request, settings, workspace.pre_image);
}

void translate_stream(const TextTranslator& translator, ThreadPool& threads, const TextReader& read,
                      const TextReceiver& deliver, const TextOverlays& overlays) {
  std::vector<TextWorkspace> workspaces(threads.threads());
  OrderedStream<Request, TranslatedText> stream;
  stream.read = read;
  stream.work = [&](const Request& request, std::size_t thread) {
    return translator.translate(request, workspaces[thread], overlays);
  };
  stream.deliver = [&](const Request& request, TranslatedText& text, std::uint64_t) {
    deliver(request, text);
  };
  run_in_order(threads, stream);
}

TextReader requests_of(const std::vector<std::string>& texts, Request common) {
  return [&texts, common = std::move(common), next = std::size_t{0}](Request& request) mutable {
    if (next == texts.size()) return false;
    request = common;
    request.text = texts[next];
    request.number = next++;
    return true;
  };
}

}  // namespace calque::pipeline
