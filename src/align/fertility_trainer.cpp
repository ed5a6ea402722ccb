#include "align/fertility_trainer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "align/chain_group.h"

namespace calque::align {
namespace {

using Groups = std::vector<std::unique_ptr<ChainGroup>>;

SamplerPriors priors_of(const AlignOptions& options) {
  SamplerPriors priors;
  priors.translation = static_cast<float>(options.sampling.translation_prior);
  priors.null_translation = priors.translation;
  priors.jump = static_cast<float>(options.sampling.jump_prior);
  priors.fertility = static_cast<float>(options.sampling.fertility_prior);
  priors.null_probability = static_cast<float>(options.null_probability);
  priors.agreement = static_cast<float>(options.sampling.agreement);
  return priors;
}

// As many chains in a group as possible while every thread has a group.
std::vector<std::size_t> group_sizes(std::size_t chains, std::size_t threads) {
  std::vector<std::size_t> sizes;
  std::size_t largest = 4;
  while (largest > 1 && chains < largest * threads) largest /= 2;
  while (chains > 0) {
    while (largest > chains) largest /= 2;
    sizes.push_back(largest);
    chains -= largest;
  }
  return sizes;
}

Groups make_groups(const TrainingData& data, const AlignOptions& options, std::size_t threads) {
  Groups groups;
  std::size_t first = 0;
  for (const std::size_t size : group_sizes(options.sampling.chains, threads)) {
    groups.push_back(make_chain_group(data, priors_of(options), first, size, options.sampling.seed));
    first += size;
  }
  return groups;
}

// Groups have nothing to do with each other, so none waits for another between sweeps.
void run_sweeps(const Groups& groups, const SamplingOptions& sampling, ThreadPool& threads,
                Reporter& reporter) {
  const std::size_t sweeps = sampling.translation_sweeps + sampling.jump_sweeps + sampling.fertility_sweeps;
  threads.for_blocks(groups.size(), 1, [&](const Block& block) {
    for (std::size_t k = 0; k < sweeps; ++k) {
      const SamplingStage stage = k < sampling.translation_sweeps ? SamplingStage::kTranslation
                                  : k < sampling.translation_sweeps + sampling.jump_sweeps
                                      ? SamplingStage::kJumps
                                      : SamplingStage::kFertility;
      groups[block.index]->sweep(stage, k);
      if (block.index == 0) reporter.progress(k + 1, sweeps);
    }
  });
}

// The chains' counts of one direction, averaged.
class MeanCounts {
 public:
  MeanCounts(const Groups& groups, std::size_t chains, Direction direction)
      : groups_(groups), chains_(static_cast<double>(chains)), direction_(direction) {}

  double pair(const WordPair& pair) const {
    return mean([&](const ChainGroup& group) { return group.pair_links(pair, direction_); });
  }
  double null(std::size_t word) const {
    return mean([&](const ChainGroup& group) { return group.null_links(word, direction_); });
  }
  double jumps(std::size_t bucket) const {
    return mean([&](const ChainGroup& group) { return group.jumps(bucket, direction_); });
  }
  double links(std::size_t generator) const {
    return mean([&](const ChainGroup& group) { return group.generator_counts(generator, direction_).links; });
  }
  double fertility(std::size_t generator, std::size_t k) const {
    return mean([&](const ChainGroup& group) {
      return group.generator_counts(generator, direction_).fertilities[k];
    });
  }

 private:
  template <typename Number>
  double mean(Number number) const {
    std::uint64_t sum = 0;
    for (const auto& group : groups_) sum += number(*group);
    return static_cast<double>(sum) / chains_;
  }

  const Groups& groups_;
  double chains_;
  Direction direction_;
};

FertilityParameters position_parameters(const MeanCounts& counts, const AlignOptions& options,
                                        std::size_t generator_words) {
  FertilityParameters parameters;
  parameters.null_odds = static_cast<float>(options.null_probability / (1.0 - options.null_probability));
  std::vector<double> jumps(kJumpWidths);
  double total = 0.0;
  for (std::size_t k = 0; k < kJumpWidths; ++k) {
    jumps[k] = counts.jumps(k) + jump_prior_count(k, options.sampling.jump_prior);
    total += jumps[k];
  }
  for (const double jump : jumps) parameters.jump_probability.push_back(static_cast<float>(jump / total));
  parameters.ratios.resize(generator_words);
  for (std::size_t w = 0; w < generator_words; ++w) {
    std::array<double, kFertilities> times{};
    for (std::size_t k = 0; k < kFertilities; ++k) {
      times[k] = counts.fertility(w, k) + options.sampling.fertility_prior;
    }
    for (std::size_t k = 0; k + 1 < kFertilities; ++k) {
      parameters.ratios[w][k] = static_cast<float>(times[k + 1] / times[k]);
    }
  }
  parameters.unknown_ratios.fill(1.0F);
  return parameters;
}

// Probabilities out of mean counts: totals by generator and the null word's.
struct DirectedScale {
  std::vector<double> total;  // by generator: links and prior mass
  DirectedExtras extras;
};

DirectedScale scale_of(const MeanCounts& counts, const AlignOptions& options, const CooccurrenceTable& table,
                       Direction direction) {
  const double prior = options.sampling.translation_prior;
  const std::size_t generated_words = is_forward(direction) ? table.target_words() : table.source_words();
  DirectedScale scale;
  for (const std::uint32_t partners : table.partners(direction)) {
    const double total = counts.links(scale.total.size()) + prior * partners;
    scale.total.push_back(total);
    scale.extras.unseen.push_back(static_cast<float>(prior / std::max(total, prior)));
  }
  double null_total = prior * static_cast<double>(generated_words);
  for (std::size_t w = 0; w < generated_words; ++w) null_total += counts.null(w);
  scale.extras.null.resize(generated_words);
  for (std::size_t w = 0; w < generated_words; ++w) {
    const double links = counts.null(w);
    scale.extras.null[w] = static_cast<float>((links + prior) / null_total);
  }
  scale.extras.unknown_generator = static_cast<float>(1.0 / (static_cast<double>(generated_words) + 1.0));
  scale.extras.unknown_null = static_cast<float>(prior / std::max(null_total, prior));
  return scale;
}

LexicalTableData lexical_table(const TrainingData& data, const std::array<MeanCounts, 2>& counts,
                               const AlignOptions& options, ThreadPool& threads) {
  const CooccurrenceTable& table = data.table();
  const double prior = options.sampling.translation_prior;
  std::array<DirectedScale, 2> scales{scale_of(counts[0], options, table, kDirections[0]),
                                      scale_of(counts[1], options, table, kDirections[1])};
  LexicalTableData lexicon;
  const auto probability_of = [&](const WordPair& pair) -> std::optional<PairProbabilities> {
    const std::array<std::size_t, 2> generator{pair.source, pair.target};
    PairProbabilities probabilities{};
    double maximum = 0.0;
    for (std::size_t d = 0; d < 2; ++d) {
      const double excess = std::max(0.0, counts[d].pair(pair) - options.sampling.discount);
      maximum = std::max(maximum, excess);
      probabilities[d] = static_cast<float>((excess + prior) / scales[d].total[generator[d]]);
    }
    return maximum > 0.0 ? std::optional(probabilities) : std::nullopt;
  };
  lexicon.add_pairs(table, probability_of, threads);
  for (std::size_t d = 0; d < 2; ++d) lexicon.extras[d] = std::move(scales[d].extras);
  return lexicon;
}

}  // namespace

SamplingOptions with_sweeps(SamplingOptions options, const text::ParallelCorpus& corpus) {
  const auto pairs = static_cast<double>(std::max<std::size_t>(corpus.size(), 1));
  const auto tokens = static_cast<double>(corpus.source.token_count() + corpus.target.token_count());
  const double length = tokens / (2.0 * pairs);
  // Long sentences offer a word more to choose from, so chains need longer to settle; few sentences leave
  // more to chance, and many say the same several times.
  const double usual = std::clamp(pairs, 20'000.0, 100'000.0);
  const double effort = length * std::sqrt(usual / pairs);
  const auto sweeps = [effort](double per_word, double minimum, double maximum) {
    return static_cast<std::size_t>(std::lround(std::clamp(per_word * effort, minimum, maximum)));
  };
  if (options.translation_sweeps == 0) options.translation_sweeps = sweeps(0.15, 1.0, 40.0);
  if (options.jump_sweeps == 0) options.jump_sweeps = sweeps(0.15, 2.0, 40.0);
  if (options.fertility_sweeps == 0) options.fertility_sweeps = sweeps(0.65, 6.0, 200.0);
  return options;
}

AlignmentModel train_fertility_model(const TrainingData& data, const AlignOptions& given, ThreadPool& threads,
                                     Reporter& reporter) {
  AlignOptions options = given;
  options.sampling = with_sweeps(given.sampling, data.corpus());
  const Groups groups = make_groups(data, options, threads.threads());
  run_sweeps(groups, options.sampling, threads, reporter);
  const std::array<MeanCounts, 2> counts{
      MeanCounts(groups, options.sampling.chains, Direction::kSourceGeneratesTarget),
      MeanCounts(groups, options.sampling.chains, Direction::kTargetGeneratesSource)};
  return AlignmentModel(AlignmentModelKind::kFertility, lexical_table(data, counts, options, threads),
                        {position_parameters(counts[0], options, data.table().source_words()),
                         position_parameters(counts[1], options, data.table().target_words())});
}

}  // namespace calque::align
