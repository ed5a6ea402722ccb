// calque reorder compare
#include <memory>

#include "cmd_reorder.h"
#include "reorder_comparison.h"
#include "reorder_comparison_output.h"
#include "reorder_page.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

void run_compare(CompareArguments& arguments, Session& session) {
  ReorderComparison comparison(arguments, session);
  comparison.run();
  if (!arguments.scatter.empty()) write_scatter(comparison, arguments.scatter);
  if (!arguments.report.empty()) {
    store::TextWriter page(arguments.report);
    page.write_line(reorder_page(comparison));
    page.commit();
  }
  if (arguments.json) {
    print_line(comparison_json(comparison));
  } else {
    print_comparison(comparison);
  }
}

}  // namespace

void add_reorder_compare(CLI::App& parent, Session& session) {
  CLI::App* command = add_command(
      parent, session, "compare",
      "Trains several learners on the same samples and tests them on sentences held out, several times with "
      "different draws. Seconds are CPU time.",
      "calque reorder compare -s train.de -t train.en -a train.align --learners lexical,mlr-dual,dpr-mms");
  const auto arguments = std::make_shared<CompareArguments>();
  add_corpus_options(*command, arguments->input);
  add_class_options(*command, arguments->input);
  command
      ->add_option("--learners", arguments->learners,
                   "Names separated by commas; usual: the published ones once each; all: every one")
      ->capture_default_str();
  add_learner_options(*command, arguments->learner);
  command->add_option("--test-fraction", arguments->test_fraction, "Part of the sentences that is held out")
      ->capture_default_str();
  command->add_option("--repeats", arguments->repeats, "How often sentences are drawn")
      ->capture_default_str();
  command->add_option("--sizes", arguments->sizes,
                      "Also train on these parts of the training sentences: 0.1,0.25,0.5");
  command->add_flag("--passes", arguments->passes,
                    "Also give errors and seconds after each pass over the data, and how samples settle");
  command->add_option("--scatter", arguments->scatter,
                      "Write a line for each source phrase: the best learner beside the lexical one");
  command->add_option("--report", arguments->report,
                      "Write all tables and plots as one HTML page; implies --passes");
  command->add_flag("--json", arguments->json, "Print the figures as JSON");
  command->callback([arguments, &session] { run_compare(*arguments, session); });
}

}  // namespace calque::apps
