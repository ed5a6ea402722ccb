#include "reorder/trained_real_features.h"

#include <algorithm>

#include <fmt/format.h>

#include "reorder/word_moves.h"

namespace calque::reorder {
namespace {

constexpr float kScale = -0.1F;

// The target sides of all sentences that have samples.
std::vector<std::vector<Key>> target_sentences(const CorpusText& text, std::span<const Sample> samples) {
  std::vector<std::vector<Key>> sentences;
  SentenceLoader loader(text);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i > 0 && samples[i].sentence == samples[i - 1].sentence) continue;
    loader.load(samples[i].sentence);
    const auto words = loader.target().words;
    sentences.emplace_back(words.begin(), words.end());
  }
  return sentences;
}

bool wanted(const FeatureOptions& options) {
  return options.lexical != 0 || options.language_model != 0 || options.neighbours != 0;
}

}  // namespace

TrainedRealFeatures::TrainedRealFeatures(Parts parts, std::size_t classes)
    : parts_(std::move(parts)), classes_(classes) {
  const auto add = [&](const char* what) {
    for (std::size_t k = 0; k < classes; ++k) names_.push_back(fmt::format("{} class {}", what, k));
  };
  if (parts_.lexical) add("frequency of");
  if (parts_.bigrams) names_.emplace_back("language model");
  if (parts_.words) {
    add("word before goes to");
    add("word after goes to");
  }
}

std::shared_ptr<const TrainedRealFeatures> TrainedRealFeatures::train(const CorpusText& text,
                                                                      std::span<const Sample> samples,
                                                                      const FeatureOptions& options,
                                                                      std::size_t classes,
                                                                      ThreadPool& threads) {
  if (!wanted(options)) return nullptr;
  constexpr double kSmoothing = 0.5;
  Parts parts;
  if (options.lexical != 0) parts.lexical = Lexical::train(text, samples, classes, kSmoothing, threads);
  if (options.language_model != 0) parts.bigrams = TargetBigrams::train(target_sentences(text, samples));
  if (options.neighbours != 0) {
    parts.words = train_word_moves(text, samples, {0, 1}, classes, threads);
    for (std::uint32_t half = 0; half < 2; ++half)
      parts.folds[half] = train_word_moves(text, samples, {1 - half, 2}, classes, threads);
  }
  return std::shared_ptr<const TrainedRealFeatures>(new TrainedRealFeatures(std::move(parts), classes));
}

void TrainedRealFeatures::begin_with(const Classifier* words, const WordsView& sentence, text::Span span,
                                     SpanScratch& scratch) const {
  if (words != nullptr) {
    // Nobody stands beyond the borders of the sentence.
    scratch.plain.assign(2 * classes_, 0.0F);
    const text::Span neighbours[] = {
        {span.begin == 0 ? 0 : span.begin - 1, span.begin},
        {span.end, std::min<std::uint32_t>(span.end + 1, static_cast<std::uint32_t>(sentence.size()))}};
    for (std::size_t side = 0; side < 2; ++side) {
      if (neighbours[side].size() == 0) continue;
      const std::span<float> place(scratch.plain.data() + side * classes_, classes_);
      words->begin_span(sentence, neighbours[side], scratch);
      words->log_probs(scratch, {}, place);
      for (float& value : place) value *= kScale;
    }
  }
  if (parts_.lexical) parts_.lexical->begin_span(sentence, span, scratch);
}

void TrainedRealFeatures::write_values(std::optional<std::size_t> left_out, const TargetPhrase& target,
                                       SpanScratch& scratch, std::span<float> values) const {
  std::size_t used = 0;
  if (parts_.lexical) {
    used = classes_;
    if (left_out) {
      parts_.lexical->log_probs_without(*left_out, scratch, target, values.first(used));
    } else {
      parts_.lexical->log_probs(scratch, target, values.first(used));
    }
    for (float& value : values.first(used)) value *= kScale;
  }
  if (parts_.bigrams)
    values[used++] = kScale * static_cast<float>(parts_.bigrams->mean_log_prob(target.words.words));
  if (parts_.words)
    std::copy(scratch.plain.begin(), scratch.plain.end(), values.begin() + static_cast<std::ptrdiff_t>(used));
}

void TrainedRealFeatures::begin(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  begin_with(parts_.words.get(), sentence, span, scratch);
}

void TrainedRealFeatures::values(const TargetPhrase& target, SpanScratch& scratch,
                                 std::span<float> values) const {
  write_values(std::nullopt, target, scratch, values);
}

void TrainedRealFeatures::training_values(const Sample& sample, SentenceLoader& loader, SpanScratch& scratch,
                                          std::span<float> values) const {
  begin_with(parts_.folds[sample.sentence % 2].get(), loader.source(), sample.source(), scratch);
  write_values(sample.label, loader.target_phrase(sample), scratch, values);
}

void TrainedRealFeatures::write(store::ContainerWriter& file, const std::string& prefix) const {
  if (parts_.lexical) parts_.lexical->write_tables(file, prefix + "lexical.");
  if (parts_.bigrams) parts_.bigrams->write(file, prefix + "bigrams.");
  if (parts_.words) write_word_moves(*parts_.words, file, prefix + "word_moves.");
}

std::shared_ptr<const RealFeatures> TrainedRealFeatures::read(
    const std::shared_ptr<const store::Container>& file, const std::string& prefix,
    const FeatureOptions& options, std::size_t classes) {
  if (!wanted(options)) return nullptr;
  Parts parts;
  if (options.lexical != 0) parts.lexical = Lexical(Lexical::read_tables(file, prefix + "lexical.", classes));
  if (options.language_model != 0) parts.bigrams = TargetBigrams::read(file, prefix + "bigrams.");
  if (options.neighbours != 0) parts.words = read_word_moves(file, prefix + "word_moves.", classes);
  return std::shared_ptr<const TrainedRealFeatures>(new TrainedRealFeatures(std::move(parts), classes));
}

learn::Rows with_reals(const learn::Rows& rows, const CorpusText& text, std::span<const Sample> samples,
                       const TrainedRealFeatures& reals, std::size_t first) {
  learn::Rows all;
  all.reserve(rows.size(), rows.entry_count() + rows.size() * reals.count());
  SentenceLoader loader(text);
  SpanScratch scratch;
  std::vector<std::uint32_t> ids;
  std::vector<float> values;
  std::vector<float> real_values(reals.count());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const learn::RowView row = rows.row(i);
    ids.assign(row.features.begin(), row.features.end());
    values.assign(row.values.begin(), row.values.end());
    loader.load(samples[i].sentence);
    reals.training_values(samples[i], loader, scratch, real_values);
    for (std::size_t r = 0; r < real_values.size(); ++r) {
      ids.push_back(static_cast<std::uint32_t>(first + r));
      values.push_back(real_values[r]);
    }
    all.add(ids, values);
  }
  return all;
}

}  // namespace calque::reorder
