#include "align/directed_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "align/ibm1.h"
#include "base/error.h"

namespace calque::align {
namespace {

constexpr std::size_t kSegmentsPerBlock = 256;

bool source_generates(Direction direction) {
  return direction == Direction::kSourceGeneratesTarget;
}

// The number, in the CooccurrenceTable's sense, of generated word j with generator i.
std::uint32_t cell_of(const SegmentWorkspace& workspace, Direction direction, std::size_t j, std::size_t i) {
  const PairMatrix& matrix = workspace.emissions;
  return workspace
      .cells[source_generates(direction) ? j * matrix.generators() + i : i * matrix.generated() + j];
}

void add_link(Direction direction, const Segment& segment, std::size_t j, std::size_t i,
              text::Alignment& links) {
  const auto generated = static_cast<std::uint32_t>(j);
  const auto generator = static_cast<std::uint32_t>(i);
  if (source_generates(direction)) {
    links.push_back({segment.source.begin + generator, segment.target.begin + generated});
  } else {
    links.push_back({segment.source.begin + generated, segment.target.begin + generator});
  }
}

void add_posterior_links(const DirectedModel& model, const Segment& segment, double threshold,
                         SegmentWorkspace& workspace, text::Alignment& links) {
  JumpCounts unused(model.hmm ? model.hmm->jumps.window() : 0);
  infer_posteriors(model, workspace, unused);
  for (std::size_t j = 0; j < workspace.posteriors.generated(); ++j) {
    const auto row = workspace.posteriors.row(j);
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i] >= threshold) add_link(model.direction, segment, j, i - 1, links);
    }
  }
}

void add_viterbi_links(const DirectedModel& model, const Segment& segment, SegmentWorkspace& workspace,
                       text::Alignment& links) {
  if (model.hmm) {
    hmm_viterbi(*model.hmm, workspace.emissions, workspace.hmm, workspace.best);
  } else {
    ibm1_viterbi(model.null_probability, workspace.emissions, workspace.best);
  }
  for (std::size_t j = 0; j < workspace.best.size(); ++j) {
    if (workspace.best[j] != 0) add_link(model.direction, segment, j, workspace.best[j] - 1, links);
  }
}

}  // namespace

TrainingData::TrainingData(const text::ParallelCorpus& corpus, const AlignOptions& options,
                           ThreadPool& threads)
    : corpus_(corpus),
      segmentation_(cut_into_segments(corpus, options)),
      table_(std::make_shared<CooccurrenceTable>(corpus, segmentation_.segments, threads)),
      index_(corpus, segmentation_.segments, *table_, options.index_memory_bytes, threads) {}

std::span<const text::WordId> TrainingData::generated_words(std::size_t segment, Direction direction) const {
  const Segment& piece = segmentation_.segments[segment];
  if (source_generates(direction)) {
    return corpus_.target.sentence(piece.sentence).subspan(piece.target.begin, piece.target.size());
  }
  return corpus_.source.sentence(piece.sentence).subspan(piece.source.begin, piece.source.size());
}

void load_emissions(const TrainingData& data, const DirectedModel& model, std::size_t segment,
                    SegmentWorkspace& workspace) {
  const Segment& piece = data.segmentation().segments[segment];
  const auto words = data.generated_words(segment, model.direction);
  const std::size_t generators =
      source_generates(model.direction) ? piece.source.size() : piece.target.size();
  workspace.cells = data.index().cells(segment, workspace.cell_buffer);
  workspace.emissions.resize(words.size(), generators);
  const double* const pair = model.lexicon.pair.data();
  for (std::size_t j = 0; j < words.size(); ++j) {
    const auto row = workspace.emissions.row(j);
    row[0] = model.lexicon.null[index_of(words[j])];
    for (std::size_t i = 0; i < generators; ++i) row[i + 1] = pair[cell_of(workspace, model.direction, j, i)];
  }
}

double infer_posteriors(const DirectedModel& model, SegmentWorkspace& workspace, JumpCounts& jumps) {
  if (model.hmm) {
    return hmm_posteriors(*model.hmm, workspace.emissions, workspace.hmm, workspace.posteriors, jumps);
  }
  const double log_likelihood = ibm1_posteriors(model.null_probability, workspace.emissions);
  std::swap(workspace.emissions, workspace.posteriors);
  workspace.emissions.resize(workspace.posteriors.generated(), workspace.posteriors.generators());
  return log_likelihood;
}

struct DirectedTrainer::BlockSums {
  double log_likelihood = 0.0;
  JumpCounts jumps;
};

DirectedTrainer::DirectedTrainer(const TrainingData& data, Direction direction, const AlignOptions& options,
                                 ThreadPool& threads)
    : data_(data),
      threads_(threads),
      prior_{options.lexical_smoothing, options.lexical_alpha},
      jump_window_(options.jump_window),
      model_{direction, uniform_parameters(data.table(), direction), options.null_probability, std::nullopt},
      counts_(model_.lexicon.pair.size(), model_.lexicon.null.size()),
      workspaces_(threads.threads()) {}

// The E-step on one block of segments: expected counts go to counts_, the rest into the result.
DirectedTrainer::BlockSums DirectedTrainer::expect(const Block& block) {
  SegmentWorkspace& workspace = workspaces_[block.thread];
  BlockSums sums{0.0, JumpCounts(jump_window_)};
  for (std::size_t s = block.begin; s < block.end; ++s) {
    load_emissions(data_, model_, s, workspace);
    sums.log_likelihood += infer_posteriors(model_, workspace, sums.jumps);
    const auto words = data_.generated_words(s, model_.direction);
    for (std::size_t j = 0; j < words.size(); ++j) {
      const auto row = workspace.posteriors.row(j);
      counts_.add_null(index_of(words[j]), row[0]);
      for (std::size_t i = 1; i < row.size(); ++i) {
        counts_.add_pair(cell_of(workspace, model_.direction, j, i - 1), row[i]);
      }
    }
  }
  return sums;
}

double DirectedTrainer::run_iteration() {
  counts_.clear();
  const auto blocks = threads_.map_blocks<BlockSums>(data_.segmentation().segments.size(), kSegmentsPerBlock,
                                                     [this](const Block& block) { return expect(block); });
  BlockSums total{0.0, JumpCounts(jump_window_)};
  for (const BlockSums& sums : blocks) {
    total.log_likelihood += sums.log_likelihood;
    total.jumps += sums.jumps;
  }
  if (!std::isfinite(total.log_likelihood)) {
    throw NumericError("the likelihood of the word alignment model is not finite", "try fewer iterations");
  }
  estimate(counts_, data_.table(), model_.direction, prior_, model_.lexicon);
  if (model_.hmm) estimate(total.jumps, model_.hmm->jumps);
  return total.log_likelihood;
}

double DirectedTrainer::run_ibm1_iteration() {
  model_.hmm.reset();
  return run_iteration();
}

double DirectedTrainer::run_hmm_iteration() {
  if (!model_.hmm) model_.hmm = HmmParameters{JumpModel(jump_window_), model_.null_probability};
  return run_iteration();
}

text::AlignmentCorpus decode(const TrainingData& data, const DirectedModel& model,
                             const AlignOptions& options, ThreadPool& threads) {
  const std::vector<Segment>& segments = data.segmentation().segments;
  std::vector<SegmentWorkspace> workspaces(threads.threads());
  std::vector<text::Alignment> found(segments.size());
  threads.for_blocks(segments.size(), kSegmentsPerBlock, [&](const Block& block) {
    SegmentWorkspace& workspace = workspaces[block.thread];
    for (std::size_t s = block.begin; s < block.end; ++s) {
      load_emissions(data, model, s, workspace);
      if (options.decoding == Decoding::kPosterior) {
        add_posterior_links(model, segments[s], options.posterior_threshold, workspace, found[s]);
      } else {
        add_viterbi_links(model, segments[s], workspace, found[s]);
      }
      std::sort(found[s].begin(), found[s].end());
    }
  });
  text::AlignmentCorpus corpus;
  text::Alignment links;
  std::size_t next = 0;
  for (std::size_t i = 0; i < data.corpus().size(); ++i) {
    links.clear();
    for (; next < segments.size() && segments[next].sentence == i; ++next) {
      links.insert(links.end(), found[next].begin(), found[next].end());
    }
    corpus.add(links);
  }
  return corpus;
}

}  // namespace calque::align
