#include "align/directed_model.h"

#include <cmath>
#include <utility>

#include "base/error.h"

namespace calque::align {
namespace {

constexpr std::size_t kSegmentsPerBlock = 256;
// Where the directions agree on less than this, there is nothing to scale up.
constexpr double kMinAgreement = 1e-200;

using text::index_of;

// The number, in the CooccurrenceTable's sense, of generated word j with generator i.
std::uint32_t cell_of(const SegmentWorkspace& workspace, Direction direction, std::size_t j, std::size_t i) {
  const PairMatrix& matrix = workspace.emissions;
  const bool forward = is_forward(direction);
  return workspace.cells[forward ? j * matrix.generators() + i : i * matrix.generated() + j];
}

// Fills workspace.cells and workspace.emissions for one segment.
void load_emissions(const TrainingData& data, const DirectedModel& model, std::size_t segment,
                    SegmentWorkspace& workspace) {
  const auto words = data.generated_words(segment, model.direction);
  const std::size_t generators = data.generated_words(segment, opposite(model.direction)).size();
  workspace.cells = data.index().cells(segment, workspace.cell_buffer);
  workspace.emissions.resize(words.size(), generators);
  const double* const pair = model.lexicon.pair.data();
  for (std::size_t j = 0; j < words.size(); ++j) {
    const auto row = workspace.emissions.row(j);
    row[0] = model.lexicon.null[index_of(words[j])];
    for (std::size_t i = 0; i < generators; ++i) row[i + 1] = pair[cell_of(workspace, model.direction, j, i)];
  }
}

// Scales the links of every generated word so that they and the null word sum to 1 again.
void restore_sums(PairMatrix& links) {
  for (std::size_t j = 0; j < links.generated(); ++j) {
    const auto row = links.row(j);
    double sum = 0.0;
    for (std::size_t i = 1; i < row.size(); ++i) sum += row[i];
    if (sum < kMinAgreement) continue;
    const double scale = (1.0 - row[0]) / sum;
    for (std::size_t i = 1; i < row.size(); ++i) row[i] *= scale;
  }
}

void multiply_links(PairMatrix& forward, PairMatrix& reverse) {
  for (std::size_t t = 0; t < forward.generated(); ++t) {
    for (std::size_t s = 0; s < reverse.generated(); ++s) {
      double& one = forward.row(t)[s + 1];
      double& other = reverse.row(s)[t + 1];
      one *= other;
      other = one;
    }
  }
  restore_sums(forward);
  restore_sums(reverse);
}

}  // namespace

DirectedTrainer::DirectedTrainer(const TrainingData& data, Direction direction, const AlignOptions& options,
                                 ThreadPool& threads)
    : data_(data),
      threads_(threads),
      prior_{options.lexical_smoothing, options.lexical_alpha},
      model_{direction, uniform_parameters(data.table(), direction),
             UniformPositions{options.null_probability}},
      counts_(model_.lexicon.pair.size(), model_.lexicon.null.size()),
      workspaces_(threads.threads()) {}

void DirectedTrainer::continue_with(ExpectedPositions positions) {
  model_.positions = std::move(positions);
  const bool diagonal = std::holds_alternative<DiagonalPositions>(model_.positions);
  diagonal_ = diagonal ? DiagonalCounts(data_.segmentation().segments, model_.direction) : DiagonalCounts();
}

void DirectedTrainer::clear_counts() {
  counts_.clear();
  diagonal_.clear();
}

DirectedTrainer::BlockSums DirectedTrainer::no_sums() const {
  const auto* hmm = std::get_if<HmmParameters>(&model_.positions);
  return {0.0, hmm != nullptr ? JumpCounts(hmm->jumps) : JumpCounts()};
}

void DirectedTrainer::infer(std::size_t segment, SegmentWorkspace& workspace, BlockSums& sums) const {
  load_emissions(data_, model_, segment, workspace);
  if (const auto* hmm = std::get_if<HmmParameters>(&model_.positions)) {
    const HmmSentence sentence{workspace.emissions,
                               data_.generated_words(segment, opposite(model_.direction))};
    sums.log_likelihood += hmm_posteriors(*hmm, sentence, workspace.hmm, workspace.posteriors, &sums.jumps);
    return;
  }
  const auto* diagonal = std::get_if<DiagonalPositions>(&model_.positions);
  sums.log_likelihood += diagonal != nullptr ? diagonal_posteriors(*diagonal, workspace.emissions)
                                             : ibm1_posteriors(std::get<UniformPositions>(model_.positions),
                                                               workspace.emissions);
  std::swap(workspace.emissions, workspace.posteriors);
  workspace.emissions.resize(workspace.posteriors.generated(), workspace.posteriors.generators());
}

void DirectedTrainer::count(std::size_t segment, const SegmentWorkspace& workspace) {
  const auto words = data_.generated_words(segment, model_.direction);
  for (std::size_t j = 0; j < words.size(); ++j) {
    const auto row = workspace.posteriors.row(j);
    counts_.add_null(index_of(words[j]), row[0]);
    for (std::size_t i = 1; i < row.size(); ++i) {
      counts_.add_pair(cell_of(workspace, model_.direction, j, i - 1), row[i]);
    }
  }
  if (std::holds_alternative<DiagonalPositions>(model_.positions)) {
    diagonal_.add(segment, workspace.posteriors);
  }
}

double DirectedTrainer::maximize(const std::vector<BlockSums>& blocks) {
  BlockSums total = no_sums();
  for (const BlockSums& sums : blocks) {
    total.log_likelihood += sums.log_likelihood;
    total.jumps += sums.jumps;
  }
  if (!std::isfinite(total.log_likelihood)) {
    throw NumericError("the likelihood of the word alignment model is not finite", "try fewer iterations");
  }
  estimate(counts_, data_.table(), model_.direction, prior_, model_.lexicon);
  if (auto* hmm = std::get_if<HmmParameters>(&model_.positions)) estimate(total.jumps, hmm->jumps);
  if (auto* diagonal = std::get_if<DiagonalPositions>(&model_.positions)) {
    diagonal->tension = best_tension(diagonal_, diagonal->tension);
  }
  return total.log_likelihood;
}

double DirectedTrainer::run_iteration() {
  clear_counts();
  return maximize(threads_.map_blocks<BlockSums>(data_.segmentation().segments.size(), kSegmentsPerBlock,
                                                 [this](const Block& block) {
                                                   BlockSums sums = no_sums();
                                                   SegmentWorkspace& workspace = workspaces_[block.thread];
                                                   for (std::size_t s = block.begin; s < block.end; ++s) {
                                                     infer(s, workspace, sums);
                                                     count(s, workspace);
                                                   }
                                                   return sums;
                                                 }));
}

std::array<double, 2> run_agreeing_iteration(DirectedTrainer& forward, DirectedTrainer& reverse) {
  CALQUE_CHECK(&forward.data_ == &reverse.data_ && &forward.threads_ == &reverse.threads_);
  forward.clear_counts();
  reverse.clear_counts();
  const std::size_t segments = forward.data_.segmentation().segments.size();
  std::vector<DirectedTrainer::BlockSums> forward_sums((segments + kSegmentsPerBlock - 1) /
                                                       kSegmentsPerBlock);
  std::vector<DirectedTrainer::BlockSums> reverse_sums(forward_sums.size());
  forward.threads_.for_blocks(segments, kSegmentsPerBlock, [&](const Block& block) {
    DirectedTrainer::BlockSums& sums = forward_sums[block.index] = forward.no_sums();
    DirectedTrainer::BlockSums& other_sums = reverse_sums[block.index] = reverse.no_sums();
    SegmentWorkspace& workspace = forward.workspaces_[block.thread];
    SegmentWorkspace& other = reverse.workspaces_[block.thread];
    for (std::size_t s = block.begin; s < block.end; ++s) {
      forward.infer(s, workspace, sums);
      reverse.infer(s, other, other_sums);
      multiply_links(workspace.posteriors, other.posteriors);
      forward.count(s, workspace);
      reverse.count(s, other);
    }
  });
  return {forward.maximize(forward_sums), reverse.maximize(reverse_sums)};
}

}  // namespace calque::align
