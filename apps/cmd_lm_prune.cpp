// calque lm prune
#include <string>

#include <fmt/format.h>

#include "cmd_lm.h"
#include "lm/estimate/prune.h"
#include "lm/files/binary.h"

namespace calque::apps {
namespace {

struct PruneCommand {
  std::string model;
  ModelOutput output;
  lm::PruneOptions options{.threshold = 1e-8};
};

void prune(const PruneCommand& command, Session& session) {
  Reporter& reporter = session.reporter();
  reporter.stage("reading " + command.model);
  lm::NgramModelData data = lm::read_ngram_data(command.model);
  reporter.stage("pruning");
  const lm::PruneReport report = lm::prune(data, command.options);
  for (std::size_t n = 1; n <= report.before.size(); ++n)
    reporter.note(fmt::format("{}-grams: {} of {} kept", n, report.after[n - 1], report.before[n - 1]));
  write_model(data, command.output, session);
}

}  // namespace

void add_lm_prune(Command& parent) {
  auto [command, options] =
      parent.add<PruneCommand>("prune", "Drop the n-grams that matter least",
                               "calque lm prune en.arpa --threshold 1e-8 -o small.lm", prune);
  command.option("model", options.model, "ARPA file, or binary model in the trie layout").reads().required();
  command.option("--threshold", options.options.threshold,
                 "Drop n-grams without which the perplexity of the model rises by less than this fraction");
  add_model_output(command, options.output);
}

}  // namespace calque::apps
