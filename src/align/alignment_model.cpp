#include "align/alignment_model.h"

#include <algorithm>
#include <utility>

namespace calque::align {
namespace {

void fill_emissions(const SentenceProbabilities& probabilities, Direction direction, PairMatrix& out) {
  out.resize(probabilities.generated(direction), probabilities.generators(direction));
  for (std::size_t j = 0; j < out.generated(); ++j) {
    const auto row = out.row(j);
    row[0] = static_cast<double>(probabilities.null(direction, j));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      row[i + 1] = static_cast<double>(probabilities.pair(direction, j, i));
    }
  }
}

void fill_emissions(const SentenceProbabilities& probabilities, Direction direction, TranslationMatrix& out) {
  out.resize(probabilities.generated(direction), probabilities.generators(direction));
  for (std::size_t j = 0; j < out.generated; ++j) {
    out.null[j] = probabilities.null(direction, j);
    for (std::size_t i = 0; i < out.generators; ++i) {
      out.values[j * out.row + i] = probabilities.pair(direction, j, i);
    }
  }
}

}  // namespace

AlignmentModel::AlignmentModel(AlignmentModelKind kind, LexicalTableData lexicon,
                               std::array<PositionModel, 2> positions)
    : kind_(kind),
      data_(std::make_shared<const LexicalTableData>(std::move(lexicon))),
      lexicon_(*data_),
      positions_(std::move(positions)) {}

AlignmentModel AlignmentModel::without_rare_pairs(float least) const {
  const LexicalTable::Arrays& arrays = lexicon_.arrays();
  LexicalTableData kept;
  for (std::size_t source = 0; source < lexicon_.source_words(); ++source) {
    const auto targets = lexicon_.targets(source);
    const auto probabilities = lexicon_.probabilities(source);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      if (std::max(probabilities[k][0], probabilities[k][1]) < least) continue;
      kept.targets.push_back(targets[k]);
      kept.probabilities.push_back(probabilities[k]);
    }
    kept.row_begin.push_back(kept.targets.size());
  }
  for (std::size_t d = 0; d < kept.extras.size(); ++d) {
    kept.extras[d] = {{arrays.unseen[d].begin(), arrays.unseen[d].end()},
                      {arrays.null[d].begin(), arrays.null[d].end()},
                      arrays.unknown_generator[d],
                      arrays.unknown_null[d]};
  }
  return {kind_, std::move(kept), positions_};
}

void AlignmentModel::posteriors(Direction direction, std::span<const text::WordId> generators,
                                InferenceWorkspace& workspace, PairMatrix& out) const {
  const PositionModel& model = positions(direction);
  if (const auto* fertility = std::get_if<FertilityParameters>(&model)) {
    fill_emissions(workspace.probabilities, direction, workspace.fertility.emissions);
    fertility_posteriors(*fertility, generators, workspace.fertility, out);
  } else if (const auto* hmm = std::get_if<HmmParameters>(&model)) {
    fill_emissions(workspace.probabilities, direction, workspace.emissions);
    hmm_posteriors(*hmm, {workspace.emissions, generators}, workspace.hmm, out, nullptr);
  } else {
    fill_emissions(workspace.probabilities, direction, out);
    if (const auto* diagonal = std::get_if<DiagonalPositions>(&model)) {
      diagonal_posteriors(*diagonal, out);
    } else {
      ibm1_posteriors(std::get<UniformPositions>(model), out);
    }
  }
}

}  // namespace calque::align
