// calque reorder compare
#include <string>

#include "cmd_reorder.h"
#include "command.h"
#include "reorder/comparison.h"
#include "report/comparison_page.h"
#include "report/comparison_text.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct CompareArguments {
  ReorderInput input;
  std::string learners = "usual";
  std::string sizes;
  reorder::ComparisonOptions options;
  std::string scatter;
  std::string report;
  bool json = false;
};

reorder::Comparison comparison_of(CompareArguments& arguments, Session& session) {
  const auto classes = reorder::ReorderingClasses::parse(arguments.input.classes);
  reorder::ComparisonOptions& options = arguments.options;
  options.learners = reorder::parse_learners(arguments.learners, classes);
  options.sizes = reorder::parse_sizes(arguments.sizes);
  arguments.input.samples.validate();
  options.samples = arguments.input.samples;
  options.corpus_name = arguments.input.files.paths.corpus.source;
  options.seed = session.common.seed;
  options.passes = options.passes || !arguments.report.empty();
  return {options, classes, session.threads(), session.reporter()};
}

void run_compare(CompareArguments& arguments, Session& session) {
  reorder::Comparison comparison = comparison_of(arguments, session);
  const reorder::CorpusFromFiles corpus(arguments.input.files, session.common.seed, session.threads(),
                                        session.reporter());
  comparison.run(corpus.text());
  if (!arguments.scatter.empty()) store::write_whole(arguments.scatter, report::cluster_table(comparison));
  if (!arguments.report.empty()) store::write_whole(arguments.report, report::comparison_page(comparison));
  print_line(arguments.json ? report::comparison_json(comparison) : report::comparison_text(comparison));
}

}  // namespace

void add_reorder_compare(Command& parent) {
  auto [command, arguments] = parent.add<CompareArguments>(
      "compare",
      "Trains several learners on the same samples and tests them on sentences held out, several times with "
      "different draws. Seconds are CPU time.",
      "calque reorder compare -s train.de -t train.en -a train.align --learners lexical,mlr-dual,dpr-mms",
      run_compare);
  add_corpus_options(command, arguments.input);
  add_class_options(command, arguments.input);
  command.option("--learners", arguments.learners,
                 "Names separated by commas; usual: the published ones once each; all: every one");
  add_learner_options(command, arguments.options.learning);
  command.option("--test-fraction", arguments.options.test_fraction,
                 "Part of the sentences that is held out");
  command.option("--repeats", arguments.options.repeats, "How often sentences are drawn");
  command.option("--sizes", arguments.sizes,
                 "Also train on these parts of the training sentences: 0.1,0.25,0.5");
  command.flag("--passes", arguments.options.passes,
               "Also give errors and seconds after each pass over the data, and how samples settle");
  command
      .option("--scatter", arguments.scatter,
              "Write a line for each source phrase: the best learner beside the lexical one")
      .writes();
  command
      .option("--report", arguments.report, "Write all tables and plots as one HTML page; implies --passes")
      .writes();
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
