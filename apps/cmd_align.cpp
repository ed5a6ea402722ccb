// calque align, calque aer
#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "align/aer.h"
#include "align/aligner.h"
#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"

namespace calque::apps {
namespace {

struct AlignArguments {
  text::ParallelPaths corpus;
  std::string output = "-";
  std::string model = "hmm";
  std::string symmetrization = "grow-diag-final-and";
  std::string smoothing = "variational";
  std::string decoding = "viterbi";
  align::AlignOptions options;
};

align::LexicalSmoothing parse_smoothing(const std::string& name) {
  if (name == "none") return align::LexicalSmoothing::kNone;
  if (name == "additive") return align::LexicalSmoothing::kAdditive;
  if (name == "variational") return align::LexicalSmoothing::kVariational;
  throw UsageError({}, fmt::format("unknown smoothing '{}'", name), "use none, additive or variational");
}

align::Decoding parse_decoding(const std::string& name) {
  if (name == "viterbi") return align::Decoding::kViterbi;
  if (name == "posterior") return align::Decoding::kPosterior;
  throw UsageError({}, fmt::format("unknown decoding '{}'", name), "use viterbi or posterior");
}

align::AlignOptions make_options(const AlignArguments& arguments) {
  align::AlignOptions options = arguments.options;
  const auto model = align::alignment_model_from_name(arguments.model);
  if (!model) throw UsageError({}, fmt::format("unknown model '{}'", arguments.model), "use ibm1 or hmm");
  const auto symmetrization = align::symmetrization_from_name(arguments.symmetrization);
  if (!symmetrization) {
    throw UsageError({}, fmt::format("unknown symmetrisation '{}'", arguments.symmetrization),
                     "use intersect, union, grow, grow-diag, grow-diag-final, grow-diag-final-and, "
                     "source-to-target or target-to-source");
  }
  options.model = *model;
  options.symmetrization = *symmetrization;
  options.lexical_smoothing = parse_smoothing(arguments.smoothing);
  options.decoding = parse_decoding(arguments.decoding);
  options.validate();
  return options;
}

void run_align(const AlignArguments& arguments, Session& session) {
  const align::AlignOptions options = make_options(arguments);
  if (arguments.corpus.source == "-" && arguments.corpus.target == "-") {
    throw UsageError({"-"}, "only one input can come from standard input", "name a file for the other");
  }
  const text::ParallelCorpus corpus = text::read_parallel_corpus(arguments.corpus, session.reporter());
  store::TextWriter out(arguments.output);  // before the long work, so that a bad place is known at once
  const text::AlignmentCorpus alignments =
      align::align_corpus(corpus, options, session.threads(), session.reporter());
  std::string line;
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    line.clear();
    text::append_pharaoh(alignments.alignment(i), line);
    out.write_line(line);
  }
  out.commit();
  session.reporter().note(
      fmt::format("{} links in {} sentence pairs", alignments.link_count(), alignments.size()));
}

struct AerArguments {
  std::string gold;
  std::string test;
  bool json = false;
};

[[noreturn]] void refuse_lengths(const AerArguments& arguments, std::uint64_t gold, std::uint64_t test) {
  throw DataError({arguments.test},
                  fmt::format("the file has {} lines, but {} has {}", test, arguments.gold, gold),
                  "give one alignment for each gold line, in the same order");
}

align::AerCounts count_file(const AerArguments& arguments) {
  store::LineReader gold(arguments.gold);
  store::LineReader test(arguments.test);
  align::AerCounts counts;
  std::string gold_line;
  std::string test_line;
  while (true) {
    const bool more_gold = gold.next(gold_line);
    const bool more_test = test.next(test_line);
    if (!more_gold && !more_test) return counts;
    if (more_gold != more_test) {
      std::uint64_t gold_lines = gold.line_number();
      std::uint64_t test_lines = test.line_number();
      store::LineReader& longer = more_gold ? gold : test;
      while (longer.next(gold_line)) ++(more_gold ? gold_lines : test_lines);
      refuse_lengths(arguments, gold_lines, test_lines);
    }
    // The sentences are not at hand, so any position is in range.
    const auto links = text::parse_pharaoh(test_line, SIZE_MAX, SIZE_MAX, test.place());
    counts += align::count_links(links, text::parse_gold(gold_line, gold.place()));
  }
}

void run_aer(const AerArguments& arguments) {
  if (arguments.gold == "-" && arguments.test == "-") {
    throw UsageError({"-"}, "only one input can come from standard input", "name a file for the other");
  }
  const align::AerCounts counts = count_file(arguments);
  const align::AerScores scores = align::score(counts);
  store::TextWriter out("-");
  if (arguments.json) {
    const nlohmann::ordered_json json{
        {"precision", scores.precision}, {"recall", scores.recall}, {"f1", scores.f1}, {"aer", scores.aer}};
    out.write_line(json.dump());
  } else {
    const auto show = [](const char* name, double value) {
      return fmt::format("{} {:.4f} ({:.2f} %)", name, value, 100.0 * value);
    };
    out.write_line(fmt::format("{}  {}  {}  {}  links {}, sure {}", show("precision", scores.precision),
                               show("recall", scores.recall), show("F1", scores.f1), show("AER", scores.aer),
                               counts.links, counts.sure));
  }
  out.commit();
}

void add_tuning_options(CLI::App& command, AlignArguments& arguments) {
  align::AlignOptions& options = arguments.options;
  command.add_option("--ibm1-iterations", options.ibm1_iterations, "Iterations of Model 1")
      ->capture_default_str();
  command.add_option("--hmm-iterations", options.hmm_iterations, "Iterations of the HMM")
      ->capture_default_str();
  command
      .add_option("--null-probability", options.null_probability,
                  "Probability that a word has no counterpart; higher: fewer, surer links")
      ->capture_default_str();
  command
      .add_option("--smoothing", arguments.smoothing,
                  "Of translation probabilities: none, additive, variational")
      ->capture_default_str();
  command.add_option("--alpha", options.lexical_alpha, "Strength of the smoothing")->capture_default_str();
  command.add_option("--decoding", arguments.decoding, "viterbi or posterior")->capture_default_str();
  command
      .add_option("--posterior-threshold", options.posterior_threshold,
                  "Least posterior probability of a link, for --decoding posterior")
      ->capture_default_str();
}

}  // namespace

void add_align_command(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<AlignArguments>();
  CLI::App* command = add_command(
      app, session, "align",
      "Finds which words translate each other: one Pharaoh line (source-target, from 0) per sentence pair. "
      "Input is tokenised text, one sentence per line, words separated by blanks.",
      "calque align -s train.fr -t train.en -o train.align");
  command->add_option("-s,--source", arguments->corpus.source, "Source sentences (.gz, .zst, - too)")
      ->required();
  command->add_option("-t,--target", arguments->corpus.target, "Target sentences, line by line")->required();
  command->add_option("-o,--output", arguments->output, "Where the alignments go")->capture_default_str();
  command->add_option("--model", arguments->model, "ibm1 or hmm")->capture_default_str();
  command
      ->add_option(
          "--symmetrize", arguments->symmetrization,
          "intersect, union, grow, grow-diag, grow-diag-final, grow-diag-final-and, source-to-target "
          "or target-to-source")
      ->capture_default_str();
  add_tuning_options(*command, *arguments);
  command->callback([arguments, &session] { run_align(*arguments, session); });
}

void add_aer_command(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<AerArguments>();
  CLI::App* command = add_command(
      app, session, "aer",
      "Compares word alignments with gold ones: precision, recall, F1 and alignment error rate, as fractions "
      "of 1. Gold links are sure (i-j) or possible (i?j).",
      "calque aer --gold gold.align --test my.align");
  command->add_option("--gold", arguments->gold, "Gold alignments")->required();
  command->add_option("--test", arguments->test, "Alignments to judge, one line for each gold line")
      ->required();
  command->add_flag("--json", arguments->json, "Print one JSON object, figures as fractions of 1");
  command->callback([arguments] { run_aer(*arguments); });
}

}  // namespace calque::apps
