// calque lm query
#include <fmt/format.h>

#include "command.h"
#include "lm/query/text_scoring.h"
#include "report/language_model_text.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct QueryOptions {
  lm::TextScoring scoring;
  bool json = false;
  bool per_sentence = false;
};

// One line for each sentence if asked for, then the totals.
void query(const QueryOptions& options, Session& session) {
  store::TextWriter out("-");
  const auto write_score = [&](const TextScore& score) {
    if (!options.per_sentence) return;
    out.write_line(options.json ? report::score_json(score)
                                : fmt::format("{:.4f}\t{}\t{}", score.log10, score.tokens, score.oov));
  };
  const TextScore total = lm::score_text(options.scoring, write_score, session.reporter());
  out.write_line(options.json ? report::score_json(total) : report::score_text(total));
  out.commit();
}

}  // namespace

void add_lm_query(Command& parent) {
  auto [command, options] = parent.add<QueryOptions>("query", "Score text: log10 probability and perplexity",
                                                     "calque lm query en.lm -i test.en --json", query);
  lm::TextScoring& scoring = options.scoring;
  command.option("model", scoring.model, "Binary or ARPA language model").reads().required();
  command.option("-i,--input", scoring.text, "Text, one sentence per line ('-': standard input)").reads();
  command
      .option("--classes", scoring.classes,
              "Word classes ('calque classes'): score the sequence of classes with a model over them")
      .reads();
  command
      .option("--with", scoring.others,
              "Further models, interpolated log-linearly with the first (normalised: slow)")
      .reads();
  command.option("--weights", scoring.weights, "Weight of each model (default: all the same)").commas();
  command.flag("--unnormalized", scoring.unnormalized,
               "Leave the weighted sums as they are: fast, but no probabilities");
  command.flag("--json", options.json, "Report as JSON");
  command.flag("--per-sentence", options.per_sentence,
               "First one line for each sentence: log10, tokens, unknown words");
  command.flag(
      "--verify", [&scoring] { scoring.verify = store::Verify::kFull; },
      "Check every checksum of a binary model first");
  command.flag(
      "--in-memory", [&scoring] { scoring.residence = lm::Residence::kMemory; },
      "Copy a binary model into memory first: starts later, then answers faster");
}

}  // namespace calque::apps
