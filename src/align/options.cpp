#include "align/options.h"

#include <string>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::align {
namespace {

void require(bool good, const char* option, const std::string& remedy) {
  if (!good) throw UsageError({}, fmt::format("alignment option {} is out of range", option), remedy);
}

}  // namespace

Symmetrization LinkChoice::chosen() const {
  if (direction != LinkDirection::kBoth && symmetrization)
    throw UsageError({}, "--direction and --symmetrize exclude each other", "leave one of them out");
  if (direction == LinkDirection::kForward) return Symmetrization::kSourceToTarget;
  if (direction == LinkDirection::kReverse) return Symmetrization::kTargetToSource;
  return symmetrization.value_or(purpose == LinkPurpose::kLinks ? Symmetrization::kPosterior
                                                                : AlignOptions{}.symmetrization);
}

void AlignOptions::validate() const {
  require(ibm1_iterations >= 1 && ibm1_iterations <= 1000, "ibm1_iterations", "use 1 to 1000");
  require(hmm_iterations <= 1000, "hmm_iterations", "use 0 to 1000");
  require(diagonal_iterations <= 1000, "diagonal_iterations", "use 0 to 1000");
  require(sampling.chains >= 1 && sampling.chains <= 64, "chains", "use 1 to 64");
  require(sampling.translation_sweeps <= 10'000 && sampling.jump_sweeps <= 10'000 &&
              sampling.fertility_sweeps <= 10'000,
          "sweeps", "use at most 10000");
  require(sampling.translation_prior > 0.0 && sampling.translation_prior < 1e6, "translation_prior",
          "use a positive number such as 0.001");
  require(sampling.jump_prior > 0.0 && sampling.fertility_prior > 0.0, "jump_prior or fertility_prior",
          "use a positive number such as 0.5");
  require(sampling.agreement >= 0.0 && sampling.agreement <= 20.0, "sampling agreement", "use 0 to 20");
  require(sampling.discount >= 0.0 && sampling.discount < 1.0, "discount", "use at least 0 and less than 1");
  require(null_weight >= 0.0 && null_weight <= 1e6, "null_weight", "use a number such as 1");
  require(null_probability > 0.0 && null_probability < 1.0, "null_probability",
          "use a number between 0 and 1");
  require(lexical_alpha > 0.0 && lexical_alpha < 1e6, "lexical_alpha", "use a positive number such as 0.1");
  require(jump_classes >= 1 && jump_classes <= 4096, "jump_classes", "use 1 to 4096");
  require(jump_window >= 1 && jump_window <= 1000, "jump_window", "use 1 to 1000");
  require(posterior_threshold > 0.0 && posterior_threshold <= 1.0, "posterior_threshold",
          "use a number above 0 and at most 1");
  require(max_pair_cells >= 1 && max_pair_cells <= 100'000'000, "max_pair_cells", "use 1 to 100000000");
  require(piece_length >= 1 && piece_length * piece_length <= max_pair_cells, "piece_length",
          "use at least 1 and at most the square root of max_pair_cells");
}

std::vector<AlignOptions> several_models(const AlignOptions& common) {
  std::vector<AlignOptions> models(4, common);
  models[0].model = AlignmentModelKind::kFertility;
  models[1].model = AlignmentModelKind::kHmm;
  models[2].model = AlignmentModelKind::kDiagonal;
  models[3].model = AlignmentModelKind::kDiagonal;
  models[3].agreement = true;
  for (std::size_t k = 1; k < models.size(); ++k) models[k].lexical_alpha = 0.01;
  return models;
}

}  // namespace calque::align
