// calque kernel score
#include "base/error.h"
#include "command.h"
#include "pipeline/kernel_scores.h"

namespace calque::apps {
namespace {

void run(const pipeline::KernelScoring& scoring, Session& session) {
  if (scoring.target.empty() == scoring.n_best.empty())
    throw UsageError({}, "translations are given in exactly one way", "give either -t or --n-best");
  pipeline::score_by_kernel(scoring, session.threads(), session.reporter());
}

}  // namespace

void add_kernel_score(Command& parent) {
  auto [command, scoring] = parent.add<pipeline::KernelScoring>(
      "score",
      "How well translations fit their sentences: the squared distance to what least squares predict, or the "
      "similarity of maximum margin; or n-best lists with the score as one more feature",
      "calque kernel score -m model -s test.fr -t test.en", run);
  command.option("-m,--model", scoring.model_folder, "Model folder with a kernel regression")
      .reads()
      .required();
  command.option("-s,--source", scoring.source, "Sentences, one a line ('-': standard input)")
      .reads()
      .required();
  command.option("-t,--target", scoring.target, "Their translations: prints one number for each line")
      .reads()
      .differs_from("--source");
  command
      .option("--n-best", scoring.n_best,
              "Their n-best lists: adds KernelScore0, the higher the better, to each line")
      .reads();
  command
      .option("--weight", scoring.weight,
              "Weight of the score in the lists' totals, by which they are sorted anew")
      .needs("--n-best");
  command.option("-o,--output", scoring.output, "Where to write ('-': standard output)").writes();
}

}  // namespace calque::apps
