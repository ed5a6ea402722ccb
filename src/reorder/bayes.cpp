#include "reorder/bayes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "learn/mutual_information.h"
#include "learn/weights.h"
#include "reorder/feature_section.h"
#include "reorder/rows.h"

namespace calque::reorder {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

double added_to_counts(const learn::BayesOptions& options) {
  switch (options.estimate) {
    case learn::BayesEstimate::kMap:
      return options.dirichlet - 1.0;
    case learn::BayesEstimate::kBayesian:
      return options.dirichlet;
    case learn::BayesEstimate::kMaximumLikelihood:
      break;
  }
  return 0.0;
}

std::uint32_t added(std::uint32_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(0xffffffffU, a + b));
}

double rank_of(const FeatureCounts& counts, std::size_t feature, FeatureRank rank) {
  const auto of_feature = counts.by_feature.of(feature);
  std::vector<std::uint64_t> present(of_feature.begin() + static_cast<std::ptrdiff_t>(counts.classes),
                                     of_feature.end());
  const learn::Information found = learn::information(present, counts.examples);
  switch (rank) {
    case FeatureRank::kNormalised:
      return found.normalised;
    case FeatureRank::kSymmetric:
      return found.symmetric;
    case FeatureRank::kMutual:
      return found.mutual;
  }
  fail_check("a known rank", __FILE__, __LINE__);
}

// The features that stay, ascending.
std::vector<std::size_t> selected(const FeatureCounts& counts, const BayesSelection& selection) {
  struct Ranked {
    double rank;
    std::size_t feature;
  };
  const bool ranking = selection.min_information > 0.0 || selection.keep < 1.0;
  std::vector<Ranked> kept;
  for (std::size_t i = 0; i < counts.by_feature.keys.size(); ++i) {
    const auto of_feature = counts.by_feature.of(i);
    std::uint64_t total = 0;
    for (std::size_t k = 0; k < counts.classes; ++k) total += of_feature[k];
    if (total < selection.min_count) continue;
    const double rank = ranking ? rank_of(counts, i, selection.rank) : 0.0;
    if (rank >= selection.min_information) kept.push_back({rank, i});
  }
  if (selection.keep < 1.0) {
    std::stable_sort(kept.begin(), kept.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank > b.rank; });
    kept.resize(static_cast<std::size_t>(selection.keep * static_cast<double>(kept.size())));
  }
  std::vector<std::size_t> features;
  for (const Ranked& one : kept) features.push_back(one.feature);
  std::sort(features.begin(), features.end());
  return features;
}

}  // namespace

FeatureCounts count_features(const CorpusText& text, std::span<const Sample> samples,
                             const FeatureMaker& maker, std::size_t classes, ThreadPool& threads) {
  CountPlan plan;
  plan.items = samples.size();
  plan.width = 2 * classes;
  plan.keys_of = feature_keys(text, samples, maker);
  plan.count = [&](const CountedItem& item, std::uint32_t* counters) {
    const std::size_t label = samples[item.item].label;
    counters[label] = added(counters[label], item.times);
    increment(counters[classes + label]);
  };
  return {classes, class_counts(samples, classes), count_keys(plan, threads)};
}

FeatureCounts count_features(const CorpusText& text, const SampleSource& source, const FeatureMaker& maker,
                             ThreadPool& threads, SampleCounts& counts) {
  FeatureCounts all = count_features(text, std::span<const Sample>(), maker, source.classes.size(), threads);
  counts = for_each_part(source, threads, [&](std::span<const Sample> part) {
    all = sum(all, count_features(text, part, maker, source.classes.size(), threads));
  });
  return all;
}

FeatureCounts sum(const FeatureCounts& a, const FeatureCounts& b) {
  CALQUE_CHECK(a.classes == b.classes);
  FeatureCounts both{a.classes, a.examples, {a.by_feature.width, {}, {}}};
  for (std::size_t k = 0; k < both.classes; ++k) both.examples[k] += b.examples[k];
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.by_feature.keys.size() || j < b.by_feature.keys.size()) {
    const bool from_a = i < a.by_feature.keys.size() &&
                        (j == b.by_feature.keys.size() || a.by_feature.keys[i] <= b.by_feature.keys[j]);
    const bool from_b =
        j < b.by_feature.keys.size() && (!from_a || a.by_feature.keys[i] == b.by_feature.keys[j]);
    both.by_feature.keys.push_back(from_a ? a.by_feature.keys[i] : b.by_feature.keys[j]);
    for (std::size_t c = 0; c < both.by_feature.width; ++c) {
      const std::uint32_t first = from_a ? a.by_feature.of(i)[c] : 0;
      both.by_feature.counters.push_back(added(first, from_b ? b.by_feature.of(j)[c] : 0));
    }
    i += from_a ? 1 : 0;
    j += from_b ? 1 : 0;
  }
  return both;
}

Bayes::Bayes(BayesTables tables)
    : tables_(std::move(tables)), maker_(tables_.features), added_(added_to_counts(tables_.options)) {
  const std::size_t classes = this->classes();
  double all = 0.0;
  for (const std::uint64_t examples : tables_.examples) all += static_cast<double>(examples);
  for (const std::uint64_t examples : tables_.examples)
    priors_.push_back(examples == 0 ? kImpossible : std::log(static_cast<double>(examples) / all));
  totals_.assign(classes, added_ * static_cast<double>(tables_.dictionary.size()));
  log_mass_.reserve(tables_.occurrences.size());
  for (std::size_t i = 0; i < tables_.occurrences.size(); ++i) {
    const auto count = static_cast<double>(tables_.occurrences[i]);
    totals_[i % classes] += count;
    log_mass_.push_back(static_cast<float>(std::log(count + added_)));
  }
}

Bayes Bayes::train(const FeatureCounts& counts, const FeatureOptions& features,
                   const learn::BayesOptions& options, const BayesSelection& selection) {
  options.validate();
  const std::size_t classes = counts.classes;
  std::vector<Key> keys;
  std::vector<std::uint32_t> occurrences;
  for (const std::size_t i : selected(counts, selection)) {
    const auto of_feature = counts.by_feature.of(i);
    keys.push_back(counts.by_feature.keys[i]);
    occurrences.insert(occurrences.end(), of_feature.begin(),
                       of_feature.begin() + static_cast<std::ptrdiff_t>(classes));
  }
  return Bayes({features, KeyTable(keys), std::move(occurrences), counts.examples, options});
}

std::uint64_t Bayes::add_features(SpanScratch& scratch, std::span<double> sums) const {
  const std::size_t classes = this->classes();
  const bool bayesian = tables_.options.estimate == learn::BayesEstimate::kBayesian;
  scratch.ids.clear();
  for (const Key key : scratch.keys) scratch.ids.push_back(tables_.dictionary.find(std::max<Key>(1, key)));
  merge_repeats(scratch.ids, scratch.values);
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
    const std::size_t at = scratch.ids[i] * classes;
    const auto times = static_cast<std::uint64_t>(scratch.values[i]);
    length += times;
    for (std::size_t k = 0; k < classes; ++k) {
      if (times == 1 || !bayesian) {
        sums[k] += static_cast<double>(times) * static_cast<double>(log_mass_[at + k]);
      } else {
        sums[k] += learn::log_rising(static_cast<double>(tables_.occurrences[at + k]) + added_, times);
      }
    }
  }
  return length;
}

void Bayes::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.sums.assign(priors_.begin(), priors_.end());
  scratch.keys.clear();
  maker_.source_features(sentence, span, scratch.keys);
  scratch.length = add_features(scratch, scratch.sums);
}

void Bayes::log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const {
  scratch.keys.clear();
  maker_.pair_features(scratch.sentence, scratch.span, target, scratch.keys);
  scratch.scores.assign(scratch.sums.begin(), scratch.sums.end());
  const std::uint64_t length = scratch.length + add_features(scratch, scratch.scores);
  const bool bayesian = tables_.options.estimate == learn::BayesEstimate::kBayesian;
  for (std::size_t k = 0; k < classes(); ++k) {
    if (length == 0) break;
    scratch.scores[k] =
        totals_[k] <= 0.0
            ? kImpossible
            : scratch.scores[k] - (bayesian ? learn::log_rising(totals_[k], length)
                                            : static_cast<double>(length) * std::log(totals_[k]));
  }
  const auto impossible = [](double score) { return !(score > kImpossible); };
  if (std::all_of(scratch.scores.begin(), scratch.scores.end(), impossible))
    scratch.scores.assign(priors_.begin(), priors_.end());
  if (std::all_of(scratch.scores.begin(), scratch.scores.end(), impossible))
    scratch.scores.assign(classes(), 0.0);
  write_log_probs(scratch.scores, log_probs);
}

std::vector<Influence> Bayes::influences(const WordsView& sentence, text::Span span,
                                         const TargetPhrase& target, const WordNames& names) const {
  std::vector<Influence> found;
  found.push_back({"class frequency", priors_});
  for (const NamedFeature& feature : maker_.named_features(sentence, span, target, names)) {
    const std::uint32_t id = tables_.dictionary.find(std::max<Key>(1, feature.key));
    if (id == KeyTable::kNone) continue;
    Influence influence{feature.name, {}};
    for (std::size_t k = 0; k < classes(); ++k)
      influence.by_class.push_back(static_cast<double>(log_mass_[id * classes() + k]) - std::log(totals_[k]));
    found.push_back(std::move(influence));
  }
  return found;
}

void Bayes::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "bayes");
  write_feature_options(tables_.features, file, "features");
  tables_.dictionary.write(file, "dictionary");
  file.add("occurrences", tables_.occurrences.span());
  file.add("examples", tables_.examples.span());
  file.add("estimate", std::vector<std::uint32_t>{static_cast<std::uint32_t>(tables_.options.estimate)});
  file.add("dirichlet", std::vector<double>{tables_.options.dirichlet});
}

std::unique_ptr<const Classifier> Bayes::read(const std::shared_ptr<const store::Container>& file,
                                              std::size_t classes) {
  BayesTables tables{read_feature_options(*file, "features"),
                     KeyTable::read(file, "dictionary"),
                     {file, "occurrences"},
                     {file, "examples"},
                     {}};
  const auto estimate = file->section<std::uint32_t>("estimate");
  const auto dirichlet = file->section<double>("dirichlet");
  if (tables.occurrences.size() != tables.dictionary.size() * classes || tables.examples.size() != classes ||
      estimate.size() != 1 || estimate[0] > 2 || dirichlet.size() != 1) {
    file->damaged("sections of a naive Bayes model do not fit together");
  }
  tables.options = {static_cast<learn::BayesEstimate>(estimate[0]), dirichlet[0]};
  try {
    tables.options.validate();
  } catch (const UsageError&) {
    file->damaged("impossible values in section dirichlet");
  }
  return std::make_unique<const Bayes>(std::move(tables));
}

}  // namespace calque::reorder
