#include "align/aligner.h"

#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "align/directed_model.h"
#include "align/symmetrize.h"

namespace calque::align {
namespace {

constexpr std::size_t kPairsPerBlock = 1024;

struct DirectedResult {
  text::AlignmentCorpus alignment;
  LexicalParameters lexicon;
  std::vector<double> log_likelihood;
};

DirectedResult run_direction(const TrainingData& data, Direction direction, const AlignOptions& options,
                             ThreadPool& threads, Reporter& reporter) {
  const bool source_generates = direction == Direction::kSourceGeneratesTarget;
  reporter.stage(source_generates ? "aligning target words to source words"
                                  : "aligning source words to target words");
  const std::size_t hmm_iterations = options.model == AlignmentModel::kHmm ? options.hmm_iterations : 0;
  const std::size_t steps = options.ibm1_iterations + hmm_iterations + 1;
  DirectedResult result;
  DirectedTrainer trainer(data, direction, options, threads);
  for (std::size_t k = 0; k + 1 < steps; ++k) {
    const bool ibm1 = k < options.ibm1_iterations;
    result.log_likelihood.push_back(ibm1 ? trainer.run_ibm1_iteration() : trainer.run_hmm_iteration());
    reporter.progress(k + 1, steps);
  }
  DirectedModel model = trainer.release();
  result.alignment = decode(data, model, options, threads);
  reporter.progress(steps, steps);
  result.lexicon = std::move(model.lexicon);
  return result;
}

text::AlignmentCorpus symmetrize_corpus(const text::AlignmentCorpus& source_to_target,
                                        const text::AlignmentCorpus& target_to_source, Symmetrization method,
                                        ThreadPool& threads) {
  const auto blocks = threads.map_blocks<text::AlignmentCorpus>(
      source_to_target.size(), kPairsPerBlock, [&](const Block& block) {
        text::AlignmentCorpus part;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          part.add(symmetrize(source_to_target.alignment(i), target_to_source.alignment(i), method));
        }
        return part;
      });
  text::AlignmentCorpus all;
  for (const auto& part : blocks) {
    for (std::size_t i = 0; i < part.size(); ++i) all.add(part.alignment(i));
  }
  return all;
}

AlignOptions suited_to(const text::ParallelCorpus& corpus, AlignOptions options) {
  const bool tiny = corpus.size() < options.variational_min_pairs;
  if (tiny && options.lexical_smoothing == LexicalSmoothing::kVariational) {
    options.lexical_smoothing = LexicalSmoothing::kNone;
  }
  return options;
}

void describe_data(const TrainingData& data, const AlignOptions& options, Reporter& reporter) {
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

}  // namespace

double Lexicon::p_target_given_source(text::WordId target, text::WordId source) const {
  const auto pair = table_ ? table_->find(source, target) : std::nullopt;
  return pair ? source_generates_target_.pair[*pair] : 0.0;
}

double Lexicon::p_source_given_target(text::WordId source, text::WordId target) const {
  const auto pair = table_ ? table_->find(source, target) : std::nullopt;
  return pair ? target_generates_source_.pair[*pair] : 0.0;
}

double Lexicon::p_target_given_null(text::WordId target) const {
  const auto& null = source_generates_target_.null;
  return text::index_of(target) < null.size() ? null[text::index_of(target)] : 0.0;
}

double Lexicon::p_source_given_null(text::WordId source) const {
  const auto& null = target_generates_source_.null;
  return text::index_of(source) < null.size() ? null[text::index_of(source)] : 0.0;
}

AlignmentResult align_both_directions(const text::ParallelCorpus& corpus, const AlignOptions& given,
                                      ThreadPool& threads, Reporter& reporter) {
  given.validate();
  const AlignOptions options = suited_to(corpus, given);
  reporter.stage("collecting word pairs");
  const TrainingData data(corpus, options, threads);
  describe_data(data, options, reporter);
  auto forward = run_direction(data, Direction::kSourceGeneratesTarget, options, threads, reporter);
  auto reverse = run_direction(data, Direction::kTargetGeneratesSource, options, threads, reporter);
  AlignmentResult result;
  result.symmetrized =
      symmetrize_corpus(forward.alignment, reverse.alignment, options.symmetrization, threads);
  result.source_to_target = std::move(forward.alignment);
  result.target_to_source = std::move(reverse.alignment);
  result.lexicon = Lexicon(data.shared_table(), std::move(forward.lexicon), std::move(reverse.lexicon));
  result.source_to_target_log_likelihood = std::move(forward.log_likelihood);
  result.target_to_source_log_likelihood = std::move(reverse.log_likelihood);
  result.empty_pairs = data.segmentation().empty_pairs;
  result.cut_pairs = data.segmentation().cut_pairs;
  return result;
}

text::AlignmentCorpus align_corpus(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                   ThreadPool& threads, Reporter& reporter) {
  return align_both_directions(corpus, options, threads, reporter).symmetrized;
}

}  // namespace calque::align
