#include "align/aligner.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "align/em_training.h"
#include "align/fertility_trainer.h"
#include "align/symmetrize.h"
#include "align/training_data.h"

namespace calque::align {
namespace {

constexpr std::size_t kPairsPerBlock = 256;

// A handful of sentences gives samples nothing to settle on, and the variational prior takes every word for
// chance: the plain HMM does best there.
AlignOptions suited_to(const text::ParallelCorpus& corpus, AlignOptions options) {
  if (corpus.size() >= options.small_corpus_pairs) return options;
  if (options.model == AlignmentModelKind::kFertility) options.model = AlignmentModelKind::kHmm;
  if (options.lexical_smoothing == LexicalSmoothing::kVariational) {
    options.lexical_smoothing = LexicalSmoothing::kNone;
  }
  return options;
}

void describe_data(const TrainingData& data, const AlignOptions& options, Reporter& reporter) {
  const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; };
  const MemoryNeed& need = data.memory();
  const std::uint64_t index = data.index().stored() ? need.index : 0;
  reporter.note(fmt::format(
      "about {:.0f} MB of memory: corpus {:.0f}, word pairs {:.0f}, model {:.0f}, index {:.0f}{}",
      megabytes(need.minimum() + index), megabytes(need.corpus), megabytes(need.pairs), megabytes(need.model),
      megabytes(index), data.index().stored() ? "" : " (does not fit; this will take longer)"));
  const Segmentation& cut = data.segmentation();
  if (cut.empty_pairs > 0) {
    reporter.note(fmt::format("{} of {} sentence pairs have an empty side and get no links", cut.empty_pairs,
                              data.corpus().size()));
  }
  if (cut.cut_pairs > 0) {
    reporter.warning(
        fmt::format("{} sentence pairs of more than {} cells were aligned in pieces along the diagonal",
                    cut.cut_pairs, options.max_pair_cells));
  }
}

// Links of one direction: the best generator of each generated word, if it beats the null word.
void add_best_links(const PairMatrix& posteriors, Direction direction, const Segment& segment,
                    double null_weight, text::Alignment& links) {
  for (std::size_t j = 0; j < posteriors.generated(); ++j) {
    const auto row = posteriors.row(j);
    const auto best = static_cast<std::size_t>(std::max_element(row.begin() + 1, row.end()) - row.begin());
    if (row[best] <= null_weight * row[0]) continue;
    const auto generated = static_cast<std::uint32_t>(j);
    const auto generator = static_cast<std::uint32_t>(best - 1);
    if (is_forward(direction)) {
      links.push_back({segment.source.begin + generator, segment.target.begin + generated});
    } else {
      links.push_back({segment.source.begin + generated, segment.target.begin + generator});
    }
  }
}

// Aligns sentence pairs one after the other; one per thread.
class PairAligner {
 public:
  PairAligner(const AlignmentModel& model, const text::ParallelCorpus& corpus, const AlignOptions& options)
      : model_(model), corpus_(corpus), options_(options) {}

  // `segments` are the pieces of one sentence pair.
  void align(std::span<const Segment> segments, AlignmentResult& out) {
    for (auto& links : directed_) links.clear();
    likely_.clear();
    candidates_.clear();
    for (const Segment& segment : segments) align_segment(segment);
    const bool by_posterior = options_.symmetrization == Symmetrization::kPosterior;
    for (auto& links : directed_) std::sort(links.begin(), links.end());
    std::sort(likely_.begin(), likely_.end());
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.link < b.link; });
    const text::Alignment links =
        by_posterior ? likely_ : symmetrize(directed_[0], directed_[1], options_.symmetrization);
    out.links.add(links);
    for (const text::Link link : links) out.probabilities.push_back(probability(link));
  }

 private:
  // A link that symmetrising may keep, with its posterior in both directions. The posteriors of all cells are
  // kept for one segment at a time: those of a pair in hundreds of pieces would take a kilobyte a word.
  struct Candidate {
    text::Link link;
    double forward;
    double reverse;

    double average() const { return 0.5 * (forward + reverse); }
  };

  Candidate candidate(const Segment& segment, std::uint32_t s, std::uint32_t t) const {
    return {{segment.source.begin + s, segment.target.begin + t},
            posteriors_[0].row(t)[s + 1],
            posteriors_[1].row(s)[t + 1]};
  }

  void align_segment(const Segment& segment) {
    const auto source =
        corpus_.source.sentence(segment.sentence).subspan(segment.source.begin, segment.source.size());
    const auto target =
        corpus_.target.sentence(segment.sentence).subspan(segment.target.begin, segment.target.size());
    model_.look_up(source, target, workspace_);
    model_.posteriors(Direction::kSourceGeneratesTarget, source, workspace_, posteriors_[0]);
    model_.posteriors(Direction::kTargetGeneratesSource, target, workspace_, posteriors_[1]);
    if (options_.symmetrization == Symmetrization::kPosterior) {
      add_likely_links(segment);
      return;
    }
    for (const Direction direction : {Direction::kSourceGeneratesTarget, Direction::kTargetGeneratesSource}) {
      text::Alignment& links = directed_[is_forward(direction) ? 0 : 1];
      const std::size_t before = links.size();
      add_best_links(posteriors_[is_forward(direction) ? 0 : 1], direction, segment, options_.null_weight,
                     links);
      for (const text::Link link : std::span(links).subspan(before)) {
        candidates_.push_back(
            candidate(segment, link.source - segment.source.begin, link.target - segment.target.begin));
      }
    }
  }

  void add_likely_links(const Segment& segment) {
    for (std::uint32_t s = 0; s < segment.source.size(); ++s) {
      for (std::uint32_t t = 0; t < segment.target.size(); ++t) {
        const Candidate cell = candidate(segment, s, t);
        if (cell.average() < options_.posterior_threshold) continue;
        likely_.push_back(cell.link);
        candidates_.push_back(cell);
      }
    }
  }

  float probability(text::Link link) const {
    const auto found = std::lower_bound(candidates_.begin(), candidates_.end(), link,
                                        [](const Candidate& a, text::Link b) { return a.link < b; });
    CALQUE_CHECK(found != candidates_.end() && found->link == link);
    if (options_.symmetrization == Symmetrization::kSourceToTarget) return static_cast<float>(found->forward);
    if (options_.symmetrization == Symmetrization::kTargetToSource) return static_cast<float>(found->reverse);
    return static_cast<float>(found->average());
  }

  const AlignmentModel& model_;
  const text::ParallelCorpus& corpus_;
  const AlignOptions& options_;
  InferenceWorkspace workspace_;
  std::array<PairMatrix, 2> posteriors_;  // of the segment, by direction
  std::array<text::Alignment, 2> directed_;
  text::Alignment likely_;
  std::vector<Candidate> candidates_;
};

}  // namespace

TrainingResult train_model(const text::ParallelCorpus& corpus, const AlignOptions& given, ThreadPool& threads,
                           Reporter& reporter) {
  given.validate();
  const AlignOptions options = suited_to(corpus, given);
  reporter.stage("collecting word pairs");
  const TrainingData data(corpus, options, threads);
  describe_data(data, options, reporter);
  if (options.model == AlignmentModelKind::kFertility) {
    reporter.stage("aligning words");
    return {train_fertility_model(data, options, threads, reporter), {}};
  }
  return train_by_expectation(data, options, threads, reporter);
}

AlignmentResult align(const AlignmentModel& model, const text::ParallelCorpus& corpus,
                      const AlignOptions& options, ThreadPool& threads) {
  options.validate();
  const Segmentation cut = cut_into_segments(corpus, options);
  std::vector<std::size_t> first_segment(corpus.size() + 1, 0);
  for (const Segment& segment : cut.segments) ++first_segment[segment.sentence + 1];
  for (std::size_t i = 0; i < corpus.size(); ++i) first_segment[i + 1] += first_segment[i];
  std::vector<PairAligner> aligners(threads.threads(), PairAligner(model, corpus, options));
  const auto blocks =
      threads.map_blocks<AlignmentResult>(corpus.size(), kPairsPerBlock, [&](const Block& block) {
        AlignmentResult part;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          aligners[block.thread].align(
              {cut.segments.data() + first_segment[i], first_segment[i + 1] - first_segment[i]}, part);
        }
        return part;
      });
  AlignmentResult all;
  for (const AlignmentResult& part : blocks) {
    for (std::size_t i = 0; i < part.links.size(); ++i) all.links.add(part.links.alignment(i));
    all.probabilities.insert(all.probabilities.end(), part.probabilities.begin(), part.probabilities.end());
  }
  all.empty_pairs = cut.empty_pairs;
  all.cut_pairs = cut.cut_pairs;
  return all;
}

text::AlignmentCorpus align_corpus(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                   ThreadPool& threads, Reporter& reporter) {
  const TrainingResult trained = train_model(corpus, options, threads, reporter);
  reporter.stage("linking words");
  return align(trained.model, corpus, options, threads).links;
}

}  // namespace calque::align
