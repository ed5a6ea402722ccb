// A few Gibbs chains of the fertility model that advance together, sentence by sentence, in both directions.
//
// The model of one direction: every generated word takes a generator position or the null word. Its
// probability has four factors: translation counts under a sparse Dirichlet prior, the jump from the previous
// linked word and to the next one, the change of the generator's fertility under a Dirichlet prior, and
// agreement: a link is exp(agreement) times as likely if the other direction of the same chain has it now.
// A sweep takes each link out of the counts and draws it again given all others.
//
// Chains never see each other; those of a group share nothing but the cost of memory. The counts of one word
// pair lie side by side for all chains and both directions, because finding them is what a sweep waits for.
// So results do not depend on how chains are grouped. One thread works on a group at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "align/direction.h"
#include "align/options.h"
#include "align/sampler_layout.h"
#include "align/training_data.h"

namespace calque::align {

// Links of a generator word, and how often it generated 0, 1, 2 ... words.
struct GeneratorCounts {
  std::uint64_t links = 0;
  std::array<std::uint64_t, kFertilities> fertilities{};
};

// All counts are those after the last sweep, added over the group's chains.
class ChainGroup {
 public:
  virtual ~ChainGroup() = default;
  // Numbers of sweeps select random numbers: never the same twice.
  virtual void sweep(SamplingStage stage, std::uint64_t number) = 0;

  virtual std::uint64_t pair_links(const WordPair& pair, Direction direction) const = 0;
  virtual GeneratorCounts generator_counts(std::size_t word, Direction direction) const = 0;
  virtual std::uint64_t null_links(std::size_t generated_word, Direction direction) const = 0;
  virtual std::uint64_t jumps(std::size_t bucket, Direction direction) const = 0;
  // The generator position in its sentence that a generated token is linked to in one of the group's chains;
  // nothing for the null word.
  virtual std::optional<std::size_t> link(std::size_t token, std::size_t chain,
                                          Direction direction) const = 0;
};

// A group of `chains` (1, 2 or 4) chains numbered from `first_chain`. `data` must outlive the group.
std::unique_ptr<ChainGroup> make_chain_group(const TrainingData& data, const SamplerPriors& priors,
                                             std::size_t first_chain, std::size_t chains, std::uint64_t seed);

}  // namespace calque::align
