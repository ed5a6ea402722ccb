#include "reorder/lexical.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "learn/weights.h"
#include "reorder/key_counts.h"

namespace calque::reorder {
namespace {

Lexical::Counts counted(const CorpusText& text, std::span<const Sample> samples, std::size_t classes,
                        Key (SentenceLoader::*phrase)(const Sample&) const, ThreadPool& threads) {
  CountPlan plan;
  plan.items = samples.size();
  plan.width = classes;
  plan.keys_of = [&](const Block& block, std::vector<Key>& keys, std::vector<std::uint32_t>& sizes) {
    SentenceLoader loader(text);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      loader.load(samples[i].sentence);
      keys.push_back((loader.*phrase)(samples[i]));
      sizes.push_back(1);
    }
  };
  plan.count = [&](const CountedItem& item, std::uint32_t* counters) {
    increment(counters[samples[item.item].label]);
  };
  SortedCounts counts = count_keys(plan, threads);
  return {KeyTable(counts.keys), std::move(counts.counters)};
}

Lexical::Counts read_counts(const std::shared_ptr<const store::Container>& file, const std::string& name,
                            std::size_t classes) {
  Lexical::Counts counts{KeyTable::read(file, name), {file, name + ".counts"}};
  if (counts.counts.size() != counts.phrases.size() * classes)
    file->damaged("impossible values in section " + name + ".counts");
  return counts;
}

// Relative frequencies after adding `smoothing`, without one sample of class `left_out`; false if nothing is
// known.
template <typename Count>
bool frequencies(std::span<const Count> counts, double smoothing, std::size_t left_out, std::span<double> p) {
  double total = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    p[k] = static_cast<double>(counts[k]) - (k == left_out && counts[k] > 0 ? 1.0 : 0.0);
    total += p[k];
  }
  if (total <= 0.0) {
    std::fill(p.begin(), p.end(), 1.0 / static_cast<double>(p.size()));
    return false;
  }
  const double sum = total + smoothing * static_cast<double>(counts.size());
  for (double& value : p) value = (value + smoothing) / sum;
  return true;
}

}  // namespace

WordDistance::WordDistance(std::vector<double> mean_distance, double weight)
    : log_probs_(mean_distance.size()) {
  for (double& distance : mean_distance) distance *= -weight;
  write_log_probs(mean_distance, log_probs_);
}

WordDistance WordDistance::train(std::span<const Sample> samples, std::size_t classes) {
  std::vector<double> sums(classes, 0.0);
  std::vector<double> counts(classes, 0.0);
  for (const Sample& sample : samples) {
    sums[sample.label] += std::abs(static_cast<double>(sample.distance));
    counts[sample.label] += 1.0;
  }
  double furthest = 0.0;
  for (std::size_t k = 0; k < classes; ++k) {
    if (counts[k] > 0.0) sums[k] /= counts[k];
    furthest = std::max(furthest, sums[k]);
  }
  // What never happened is less probable than all that did.
  for (std::size_t k = 0; k < classes; ++k) {
    if (counts[k] == 0.0) sums[k] = furthest + 1.0;
  }
  return {std::move(sums), 1.0};
}

void WordDistance::begin_span(const WordsView&, text::Span, SpanScratch&) const {}

void WordDistance::log_probs(SpanScratch&, const TargetPhrase&, std::span<float> log_probs) const {
  std::copy(log_probs_.begin(), log_probs_.end(), log_probs.begin());
}

void WordDistance::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "word-distance");
  file.add("log_probs", log_probs_);
}

std::unique_ptr<const Classifier> WordDistance::read(const std::shared_ptr<const store::Container>& file,
                                                     std::size_t classes) {
  const auto values = file->section<float>("log_probs");
  const bool good = values.size() == classes && std::all_of(values.begin(), values.end(), [](float value) {
                      return value <= 0.0F && std::isfinite(value);
                    });
  if (!good) file->damaged("impossible values in section log_probs");
  return std::unique_ptr<const Classifier>(
      new WordDistance(std::vector<float>(values.begin(), values.end())));
}

Lexical Lexical::train(const CorpusText& text, std::span<const Sample> samples, std::size_t classes,
                       double smoothing, ThreadPool& threads) {
  if (!(smoothing >= 0.0) || !std::isfinite(smoothing)) {
    throw UsageError({}, "what is added to counts cannot be negative", "0.5 is usual");
  }
  Tables tables;
  tables.pairs = counted(text, samples, classes, &SentenceLoader::phrase_pair, threads);
  tables.sources = counted(text, samples, classes, &SentenceLoader::source_phrase, threads);
  tables.all = class_counts(samples, classes);
  tables.smoothing = smoothing;
  return Lexical(std::move(tables));
}

void Lexical::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.cluster =
      tables_.sources.phrases.find(std::max<Key>(1, source_phrase_key(sentence.part(span).words)));
}

void Lexical::log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const {
  answer(classes(), scratch, target, log_probs);
}

void Lexical::log_probs_without(std::size_t label, SpanScratch& scratch, const TargetPhrase& target,
                                std::span<float> log_probs) const {
  answer(label, scratch, target, log_probs);
}

void Lexical::answer(std::size_t left_out, SpanScratch& scratch, const TargetPhrase& target,
                     std::span<float> log_probs) const {
  const std::size_t classes = this->classes();
  scratch.scores.assign(classes, 0.0);
  const auto found = [&](const Counts& counts, std::uint32_t phrase) {
    if (phrase == KeyTable::kNone) return false;
    const std::span<const std::uint32_t> of(counts.counts.data() + phrase * classes, classes);
    return frequencies(of, tables_.smoothing, left_out, scratch.scores);
  };
  const std::uint32_t pair = tables_.pairs.phrases.find(
      std::max<Key>(1, phrase_pair_key(scratch.sentence.part(scratch.span).words, target.words.words)));
  if (!found(tables_.pairs, pair) && !found(tables_.sources, scratch.cluster))
    frequencies(tables_.all.span(), tables_.smoothing, left_out, scratch.scores);
  for (std::size_t k = 0; k < classes; ++k)
    log_probs[k] = static_cast<float>(std::log(std::max(kMinProbability, scratch.scores[k])));
}

bool Lexical::knows_phrase(std::span<const Key> source) const {
  return tables_.sources.phrases.find(std::max<Key>(1, source_phrase_key(source))) != KeyTable::kNone;
}

void Lexical::write_tables(store::ContainerWriter& file, const std::string& prefix) const {
  tables_.pairs.phrases.write(file, prefix + "pairs");
  file.add(prefix + "pairs.counts", tables_.pairs.counts.span());
  tables_.sources.phrases.write(file, prefix + "sources");
  file.add(prefix + "sources.counts", tables_.sources.counts.span());
  file.add(prefix + "all", tables_.all.span());
  file.add(prefix + "smoothing", std::vector<double>{tables_.smoothing});
}

void Lexical::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "lexical");
  write_tables(file, "");
}

Lexical::Tables Lexical::read_tables(const std::shared_ptr<const store::Container>& file,
                                     const std::string& prefix, std::size_t classes) {
  Tables tables;
  tables.pairs = read_counts(file, prefix + "pairs", classes);
  tables.sources = read_counts(file, prefix + "sources", classes);
  tables.all = {file, prefix + "all"};
  const auto smoothing = file->section<double>(prefix + "smoothing");
  if (tables.all.size() != classes || smoothing.size() != 1 || !(smoothing[0] >= 0.0) ||
      !std::isfinite(smoothing[0])) {
    file->damaged("impossible values in section " + prefix + "all or " + prefix + "smoothing");
  }
  tables.smoothing = smoothing[0];
  return tables;
}

std::unique_ptr<const Classifier> Lexical::read(const std::shared_ptr<const store::Container>& file,
                                                std::size_t classes) {
  return std::make_unique<const Lexical>(read_tables(file, "", classes));
}

}  // namespace calque::reorder
