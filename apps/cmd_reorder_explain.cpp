// calque reorder explain
#include <string>

#include "command.h"
#include "reorder/explanation.h"
#include "report/reordering_text.h"

namespace calque::apps {
namespace {

struct ExplainArguments {
  std::string model;
  std::string sentence;
  std::string span;
  std::string target;
  std::string alignment;
  std::size_t maximum = 20;
  bool json = false;
};

void run_explain(const ExplainArguments& arguments, Session&) {
  const auto model = reorder::ReorderingModel::load(arguments.model);
  const auto explanation =
      reorder::explain(model, {arguments.sentence, arguments.span, arguments.target, arguments.alignment});
  print_line(arguments.json ? report::explanation_json(model, explanation, arguments.maximum)
                            : report::explanation_text(model, explanation, arguments.maximum));
}

}  // namespace

void add_reorder_explain(Command& parent) {
  auto [command, arguments] = parent.add<ExplainArguments>(
      "explain", "Which features moved a phrase: class probabilities and what each feature adds",
      "calque reorder explain -m reordering.model --sentence 'das Haus ist klein' --span 0-1 --target 'the "
      "house' --alignment '0-0 1-1'",
      run_explain);
  command.option("-m,--model", arguments.model, "Model of 'calque reorder train'").reads().required();
  command.option("--sentence", arguments.sentence, "Source sentence, words separated by blanks").required();
  command.option("--span", arguments.span, "First and last word of the source phrase, from 0: 2-4")
      .required();
  command.option("--target", arguments.target, "Target phrase").required();
  command.option("--alignment", arguments.alignment,
                 "Links inside the phrase pair, counted from its first words: '0-0 1-1'");
  command.option("--most", arguments.maximum, "Features to show, those that decide most first");
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
