#include "align_arguments.h"

#include <fmt/format.h>

#include "base/error.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

// What the links are for decides how many there are, unless --symmetrize or --direction says.
align::Symmetrization chosen_symmetrization(const AlignArguments& arguments) {
  const bool one_direction = arguments.direction != LinkDirection::kBoth;
  if (one_direction && arguments.symmetrization)
    throw UsageError({}, "--direction and --symmetrize exclude each other", "leave one of them out");
  if (arguments.direction == LinkDirection::kForward) return align::Symmetrization::kSourceToTarget;
  if (arguments.direction == LinkDirection::kReverse) return align::Symmetrization::kTargetToSource;
  return arguments.symmetrization.value_or(arguments.purpose == LinkPurpose::kLinks
                                               ? align::Symmetrization::kPosterior
                                               : align::AlignOptions{}.symmetrization);
}

void add_sampling_options(Command& command, align::SamplingOptions& sampling) {
  command.option("--chains", sampling.chains, "Fertility model: independent Gibbs chains, averaged");
  command.option("--translation-sweeps", sampling.translation_sweeps,
                 "Fertility model: sweeps with translations only (0: by corpus size)");
  command.option("--jump-sweeps", sampling.jump_sweeps, "Then sweeps with jumps (0: by corpus size)");
  command.option("--fertility-sweeps", sampling.fertility_sweeps,
                 "Then sweeps with fertilities (0: by corpus size)");
  command.option("--chain-agreement", sampling.agreement,
                 "How much a chain's two directions attract each other's links (0: not)");
  command.option("--prior", sampling.translation_prior, "Dirichlet weight of each word pair");
  command.option("--discount", sampling.discount, "Taken off each pair's links");
}

void add_expectation_options(Command& command, align::AlignOptions& options) {
  command.option("--ibm1-iterations", options.ibm1_iterations, "Other models: iterations of Model 1");
  command.option("--hmm-iterations", options.hmm_iterations, "Then of the HMM");
  command.option("--diagonal-iterations", options.diagonal_iterations, "Then of the diagonal model");
  command.option("--jump-classes", options.jump_classes, "HMM: word classes that jumps depend on");
  command.flag("--agreement", options.agreement, "Other models: train both directions to agree");
  command.option("--smoothing", options.lexical_smoothing,
                 "Of their translation probabilities: none, additive, variational");
  command.option("--alpha", options.lexical_alpha, "Strength of that smoothing");
}

}  // namespace

void add_model_options(Command& command, AlignArguments& arguments) {
  align::AlignOptions& options = arguments.options;
  command.option("--model", options.model, list_names<align::AlignmentModelKind>());
  command.option("--null-probability", options.null_probability,
                 "Probability that a word has no counterpart; higher: fewer, surer links");
  command
      .option("--memory", options.memory_bytes,
              "Most memory to use, such as 2G (0: half of the machine's); never changes results")
      .bytes();
  add_sampling_options(command, options.sampling);
  add_expectation_options(command, options);
}

void add_link_options(Command& command, AlignArguments& arguments) {
  command.option("--for", arguments.purpose,
                 "translation: links that make the best phrase tables; links: those most often right");
  command.option("--symmetrize", arguments.symmetrization,
                 "How two directions become one: " + list_names<align::Symmetrization>());
  command.option(
      "--direction", arguments.direction,
      "forward: each target word's best source word; reverse: each source word's best target word; "
      "both: symmetrised");
  command.option("--threshold", arguments.options.posterior_threshold,
                 "Least posterior probability of a link, for --symmetrize posterior");
  command.option("--null-weight", arguments.options.null_weight,
                 "A word is linked if that is more than this many times as probable as not");
}

align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common) {
  align::AlignOptions options = arguments.options;
  options.symmetrization = chosen_symmetrization(arguments);
  options.sampling.seed = common.seed;
  options.validate();
  return options;
}

text::ParallelCorpus read_pairs(const ParallelArguments& arguments, ThreadPool& threads, Reporter& reporter) {
  constexpr std::size_t kPairsPerBatch = 256;
  text::ParallelReader reader(chosen_input(arguments));
  text::ParallelCorpus corpus;
  std::vector<text::SentencePairText> batch(kPairsPerBatch);
  constexpr std::uint64_t kBytesToEstimateFrom = 1 << 22;
  bool expected = false;
  while (const std::size_t read = reader.next_batch(batch)) {
    const std::span<const text::SentencePairText> pairs = std::span(batch).first(read);
    // The two sides have nothing to do with each other.
    threads.for_blocks(2, 1, [&](const Block& block) {
      for (const text::SentencePairText& pair : pairs) {
        if (block.index == 0) {
          corpus.source.add_line(pair.source, corpus.source_vocabulary);
        } else {
          corpus.target.add_line(pair.target, corpus.target_vocabulary);
        }
      }
    });
    if (!expected && reader.bytes_read() > kBytesToEstimateFrom && reader.bytes_total() > 0) {
      expected = true;
      const double share =
          static_cast<double>(reader.bytes_read()) / static_cast<double>(reader.bytes_total());
      corpus.source.expect(share);
      corpus.target.expect(share);
    }
  }
  warn_of_bad_lines(reader.counts(), reporter);
  return corpus;
}

void add_bad_line_option(Command& command, ParallelArguments& arguments) {
  command.flag(
      "--skip-bad-lines", [&arguments] { arguments.bad_lines = text::BadLinePolicy::kBlankAndCount; },
      "Take pairs with an unreadable line for empty ones and count them instead of stopping");
}

void warn_of_bad_lines(const text::ParallelReadCounts& counts, Reporter& reporter) {
  const std::uint64_t bad = counts.bad_encoding + counts.bad_format;
  if (bad > 0) reporter.warning(fmt::format("{} sentence pairs cannot be read and count as empty", bad));
}

}  // namespace calque::apps
