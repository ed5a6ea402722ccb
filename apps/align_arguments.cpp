#include "align_arguments.h"

#include "base/error.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

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
  command.option("--for", arguments.links.purpose,
                 "translation: links that make the best phrase tables; links: those most often right");
  command.option("--symmetrize", arguments.links.symmetrization,
                 "How two directions become one: " + list_names<align::Symmetrization>());
  command.option(
      "--direction", arguments.links.direction,
      "forward: each target word's best source word; reverse: each source word's best target word; "
      "both: symmetrised");
  command.option("--threshold", arguments.options.posterior_threshold,
                 "Least posterior probability of a link, for --symmetrize posterior");
  command.option("--null-weight", arguments.options.null_weight,
                 "A word is linked if that is more than this many times as probable as not");
}

align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common) {
  align::AlignOptions options = arguments.options;
  options.symmetrization = arguments.links.chosen();
  options.sampling.seed = common.seed;
  options.validate();
  return options;
}

void add_bad_line_option(Command& command, ParallelArguments& arguments) {
  command.flag(
      "--skip-bad-lines", [&arguments] { arguments.bad_lines = text::BadLinePolicy::kBlankAndCount; },
      "Take pairs with an unreadable line for empty ones and count them instead of stopping");
}

}  // namespace calque::apps
