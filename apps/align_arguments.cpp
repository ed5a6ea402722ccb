#include "align_arguments.h"

#include <fmt/format.h>

#include "base/error.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

constexpr const char* kSymmetrizations =
    "intersect, union, grow, grow-diag, grow-diag-final, grow-diag-final-and, source-to-target, "
    "target-to-source or posterior";

align::LexicalSmoothing parse_lexical_smoothing(const std::string& name) {
  if (name == "none") return align::LexicalSmoothing::kNone;
  if (name == "additive") return align::LexicalSmoothing::kAdditive;
  if (name == "variational") return align::LexicalSmoothing::kVariational;
  throw UsageError({}, fmt::format("unknown smoothing '{}'", name), "use none, additive or variational");
}

// What the links are for decides how many there are, unless --symmetrize says.
align::Symmetrization default_symmetrization(const std::string& purpose) {
  if (purpose == "translation") return align::AlignOptions{}.symmetrization;
  if (purpose == "links") return align::Symmetrization::kPosterior;
  throw UsageError({}, fmt::format("unknown purpose '{}'", purpose), "use translation or links");
}

align::Symmetrization chosen_symmetrization(const AlignArguments& arguments) {
  const align::Symmetrization fallback = default_symmetrization(arguments.purpose);
  if (arguments.direction != "both") {
    if (!arguments.symmetrization.empty()) {
      throw UsageError({}, "--direction and --symmetrize exclude each other", "leave one of them out");
    }
    if (arguments.direction == "forward") return align::Symmetrization::kSourceToTarget;
    if (arguments.direction == "reverse") return align::Symmetrization::kTargetToSource;
    throw UsageError({}, fmt::format("unknown direction '{}'", arguments.direction),
                     "use forward, reverse or both");
  }
  return arguments.symmetrization.empty() ? fallback : parse_symmetrization(arguments.symmetrization);
}

void add_sampling_options(CLI::App& command, align::SamplingOptions& sampling) {
  command.add_option("--chains", sampling.chains, "Fertility model: independent Gibbs chains, averaged")
      ->capture_default_str();
  command.add_option("--translation-sweeps", sampling.translation_sweeps,
                     "Fertility model: sweeps with translations only (0: by corpus size)");
  command.add_option("--jump-sweeps", sampling.jump_sweeps, "Then sweeps with jumps (0: by corpus size)");
  command.add_option("--fertility-sweeps", sampling.fertility_sweeps,
                     "Then sweeps with fertilities (0: by corpus size)");
  command
      .add_option("--chain-agreement", sampling.agreement,
                  "How much a chain's two directions attract each other's links (0: not)")
      ->capture_default_str();
  command.add_option("--prior", sampling.translation_prior, "Dirichlet weight of each word pair")
      ->capture_default_str();
  command.add_option("--discount", sampling.discount, "Taken off each pair's links")->capture_default_str();
}

void add_expectation_options(CLI::App& command, AlignArguments& arguments) {
  align::AlignOptions& options = arguments.options;
  command.add_option("--ibm1-iterations", options.ibm1_iterations, "Other models: iterations of Model 1")
      ->capture_default_str();
  command.add_option("--hmm-iterations", options.hmm_iterations, "Then of the HMM")->capture_default_str();
  command.add_option("--diagonal-iterations", options.diagonal_iterations, "Then of the diagonal model")
      ->capture_default_str();
  command.add_option("--jump-classes", options.jump_classes, "HMM: word classes that jumps depend on")
      ->capture_default_str();
  command.add_flag("--agreement", options.agreement, "Other models: train both directions to agree");
  command
      .add_option("--smoothing", arguments.smoothing,
                  "Of their translation probabilities: none, additive, variational")
      ->capture_default_str();
  command.add_option("--alpha", options.lexical_alpha, "Strength of that smoothing")->capture_default_str();
}

}  // namespace

align::AlignmentModelKind parse_alignment_model(const std::string& name) {
  if (const auto model = align::alignment_model_from_name(name)) return *model;
  throw UsageError({}, fmt::format("unknown alignment model '{}'", name),
                   "use fertility, hmm, diagonal or ibm1");
}

align::Symmetrization parse_symmetrization(const std::string& name) {
  if (const auto symmetrization = align::symmetrization_from_name(name)) return *symmetrization;
  throw UsageError({}, fmt::format("unknown symmetrisation '{}'", name),
                   fmt::format("use {}", kSymmetrizations));
}

void add_model_options(CLI::App& command, AlignArguments& arguments) {
  align::AlignOptions& options = arguments.options;
  command.add_option("--model", arguments.model, "fertility, hmm, diagonal or ibm1")->capture_default_str();
  command
      .add_option("--null-probability", options.null_probability,
                  "Probability that a word has no counterpart; higher: fewer, surer links")
      ->capture_default_str();
  command
      .add_option("--memory", options.memory_bytes,
                  "Most memory to use, such as 2G (0: half of the machine's); never changes results")
      ->transform(CLI::AsSizeValue(false));
  add_sampling_options(command, options.sampling);
  add_expectation_options(command, arguments);
}

void add_link_options(CLI::App& command, AlignArguments& arguments) {
  command
      .add_option("--for", arguments.purpose,
                  "translation: links that make the best phrase tables; links: those most often right")
      ->capture_default_str();
  command.add_option("--symmetrize", arguments.symmetrization,
                     fmt::format("How two directions become one: {}", kSymmetrizations));
  command
      .add_option("--direction", arguments.direction,
                  "forward: each target word's best source word; reverse: each source word's best target "
                  "word; both: symmetrised")
      ->capture_default_str();
  command
      .add_option("--threshold", arguments.options.posterior_threshold,
                  "Least posterior probability of a link, for --symmetrize posterior")
      ->capture_default_str();
  command
      .add_option("--null-weight", arguments.options.null_weight,
                  "A word is linked if that is more than this many times as probable as not")
      ->capture_default_str();
}

align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common) {
  align::AlignOptions options = arguments.options;
  options.model = parse_alignment_model(arguments.model);
  options.symmetrization = chosen_symmetrization(arguments);
  options.lexical_smoothing = parse_lexical_smoothing(arguments.smoothing);
  options.sampling.seed = common.seed;
  options.validate();
  return options;
}

text::ParallelCorpus read_pairs(const ParallelArguments& arguments, ThreadPool& threads) {
  constexpr std::size_t kPairsPerBatch = 256;
  text::ParallelReader reader(chosen_input(arguments));
  text::ParallelCorpus corpus;
  std::vector<text::SentencePairText> batch(kPairsPerBatch);
  for (std::size_t read = kPairsPerBatch; read == kPairsPerBatch;) {
    read = 0;
    while (read < kPairsPerBatch && reader.next(batch[read])) ++read;
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
  }
  return corpus;
}

}  // namespace calque::apps
