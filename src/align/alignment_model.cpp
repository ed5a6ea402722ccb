#include "align/alignment_model.h"

#include <utility>

namespace calque::align {
namespace {

void fill_emissions(const SentenceProbabilities& probabilities, Direction direction, PairMatrix& emissions) {
  const bool forward = direction == Direction::kSourceGeneratesTarget;
  const std::size_t d = static_cast<std::size_t>(direction);
  const std::size_t generated = forward ? probabilities.target_length() : probabilities.source_length();
  const std::size_t generators = forward ? probabilities.source_length() : probabilities.target_length();
  emissions.resize(generated, generators);
  for (std::size_t j = 0; j < generated; ++j) {
    const auto row = emissions.row(j);
    row[0] = static_cast<double>(probabilities.null(direction)[j]);
    for (std::size_t i = 0; i < generators; ++i) {
      row[i + 1] = static_cast<double>((forward ? probabilities.pair(j, i) : probabilities.pair(i, j))[d]);
    }
  }
}

void fill_translations(const SentenceProbabilities& probabilities, Direction direction,
                       TranslationMatrix& out) {
  const bool forward = direction == Direction::kSourceGeneratesTarget;
  const std::size_t d = static_cast<std::size_t>(direction);
  const std::size_t generated = forward ? probabilities.target_length() : probabilities.source_length();
  const std::size_t generators = forward ? probabilities.source_length() : probabilities.target_length();
  out.resize(generated, generators);
  for (std::size_t j = 0; j < generated; ++j) {
    out.null[j] = probabilities.null(direction)[j];
    for (std::size_t i = 0; i < generators; ++i) {
      out.values[j * out.row + i] = (forward ? probabilities.pair(j, i) : probabilities.pair(i, j))[d];
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

void AlignmentModel::posteriors(Direction direction, std::span<const text::WordId> generators,
                                InferenceWorkspace& workspace, PairMatrix& out) const {
  const PositionModel& model = positions(direction);
  if (const auto* fertility = std::get_if<FertilityParameters>(&model)) {
    fill_translations(workspace.probabilities, direction, workspace.fertility.emissions);
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
