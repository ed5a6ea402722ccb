// calque aer
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "align/aer.h"
#include "command.h"

namespace calque::apps {
namespace {

struct AerArguments {
  std::string gold;
  std::string test;
  bool json = false;
};

void run_aer(const AerArguments& arguments, Session&) {
  const align::AerCounts counts = align::count_files(arguments.gold, arguments.test);
  const align::AerScores scores = align::score(counts);
  if (arguments.json) {
    const nlohmann::ordered_json json{
        {"precision", scores.precision}, {"recall", scores.recall}, {"f1", scores.f1}, {"aer", scores.aer}};
    print_line(json.dump());
  } else {
    const auto show = [](const char* name, double value) {
      return fmt::format("{} {:.4f} ({:.2f} %)", name, value, 100.0 * value);
    };
    print_line(fmt::format("{}  {}  {}  {}  links {}, sure {}", show("precision", scores.precision),
                           show("recall", scores.recall), show("F1", scores.f1), show("AER", scores.aer),
                           counts.links, counts.sure));
  }
}

}  // namespace

void add_aer(Command& parent) {
  auto [command, arguments] = parent.add<AerArguments>(
      "aer",
      "Compares word alignments with gold ones: precision, recall, F1 and alignment error rate, as fractions "
      "of 1. Gold links are sure (i-j) or possible (i?j).",
      "calque aer --gold gold.align --test my.align", run_aer);
  command.option("--gold", arguments.gold, "Gold alignments").reads().required();
  command.option("--test", arguments.test, "Alignments to judge, one line for each gold line")
      .reads()
      .required();
  command.flag("--json", arguments.json, "Print one JSON object, figures as fractions of 1");
}

}  // namespace calque::apps
