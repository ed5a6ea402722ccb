// calque evaluate
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "report/evaluation_page.h"
#include "report/evaluation_text.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct EvaluateCommand {
  std::vector<std::string> references;
  std::vector<std::string> hypotheses;
  std::string metrics = "bleu,chrf,ter,wer,nist,meteor";
  metrics::MetricOptions options;
  metrics::SignificanceOptions significance;
  report::OutputOptions output;
  bool json = false;
  std::string report;  // file; empty: none
  std::size_t report_sentences = 100;
};

void run(const EvaluateCommand& arguments, Session& session) {
  if (arguments.report == "-") {
    throw UsageError({"-"}, "the report cannot go where the scores go", "name a file for --report");
  }
  metrics::SignificanceOptions significance = arguments.significance;
  significance.seed = session.common.seed;
  auto metrics = metrics::make_metrics(arguments.metrics, arguments.options);
  const metrics::Evaluation evaluation = metrics::evaluate(
      std::move(metrics), metrics::read_test_set(arguments.references, arguments.hypotheses), significance,
      session.threads());
  if (!arguments.report.empty()) {
    store::write_whole(arguments.report, report::evaluation_page(evaluation, arguments.report_sentences));
  }
  store::TextWriter out("-");
  out.write(arguments.json ? report::evaluation_json(evaluation, arguments.output) + "\n"
                           : report::evaluation_text(evaluation, arguments.output));
  out.commit();
}

void add_metric_options(Command& command, EvaluateCommand& arguments) {
  metrics::MetricOptions& options = arguments.options;
  command.option("--metrics", arguments.metrics,
                 fmt::format("all, or some of {}, with commas between", metrics::metric_names(", ")));
  command.option("--tokenize", options.tokenization,
                 fmt::format("13a, none, intl, zh or char; for {} (the others have their own)",
                             metrics::metric_names(", ", metrics::kTakesTokenization)));
  command.flag("--lowercase", options.lowercase, "Ignore case (ter always does, unless --ter-cased)");
  command.option("--smooth", options.smoothing, "BLEU smoothing: none, floor, add-k or exp");
  command.option("--smooth-value", options.smoothing_value, "For floor (usually 0.1) and add-k (usually 1)")
      .not_negative();
  command.flag("--ter-normalize", options.ter.normalize, "TER: set punctuation apart");
  command.flag(
      "--ter-no-punctuation", [&options] { options.ter.keep_punctuation = false; },
      "TER: leave punctuation out");
  command.flag("--ter-asian", options.ter.split_asian, "TER: with the two above, Asian characters as well");
  command.flag("--ter-cased", options.ter.case_sensitive, "TER: upper and lower case differ");
  command.option("--language", options.stem_language, "METEOR: language of the stems, or none");
  command
      .option("--synonyms", options.synonyms,
              "METEOR: file with one set of synonyms per line, words separated by blanks")
      .reads();
}

void add_significance_options(Command& command, metrics::SignificanceOptions& options) {
  command
      .option("--bootstrap", options.bootstrap,
              "Resamples for confidence intervals and paired bootstrap; 0: none; usually 1000 if there are "
              "several systems, else 0")
      .range(std::size_t{0}, std::size_t{10'000'000});
  command.option("--randomization", options.randomization, "Shuffles for approximate randomisation; 0: none")
      .range(std::size_t{0}, std::size_t{10'000'000});
  command.flag("--t-test", options.t_test, "Two-tailed paired t-test of sentence scores");
  command.option("--confidence", options.confidence, "Level of the confidence intervals, per cent")
      .range(1.0, 99.9999);
}

}  // namespace

void add_evaluate(Command& parent) {
  auto [command, arguments] = parent.add<EvaluateCommand>(
      "evaluate",
      "Scores translations against references: BLEU, chrF and TER as sacreBLEU computes them, WER, PER, NIST "
      "and METEOR, with signatures, confidence intervals and the significance of differences.",
      "calque evaluate -r test.en system1.en system2.en --report scores.html", run);
  command.option("-r,--reference", arguments.references, "Reference translations; repeat for several sets")
      .reads()
      .required()
      .repeated();
  command.option("hypotheses", arguments.hypotheses, "Translations to score, one file per system")
      .reads()
      .required();
  add_metric_options(command, arguments);
  add_significance_options(command, arguments.significance);
  command.flag("--sentence", arguments.output.sentences,
               "A score for each sentence: tab-separated, or inside the JSON object");
  command.flag("--breakdown", arguments.output.breakdown,
               "Scores by sentence length and by n-gram order as well");
  command.option("--report", arguments.report, "Write a page (HTML) with scores, plots and sentences")
      .writes();
  command.option("--report-sentences", arguments.report_sentences, "The most sentences to show on the page");
  command.flag("--json", arguments.json, "Print one JSON object");
}

}  // namespace calque::apps
