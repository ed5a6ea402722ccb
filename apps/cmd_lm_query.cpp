// calque lm query
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cmd_lm.h"
#include "lm/query/class_model.h"
#include "lm/query/mixture.h"
#include "lm/query/model.h"
#include "lm/query/perplexity.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct QueryOptions {
  std::string model;
  std::string input = "-";
  std::string classes;
  std::vector<std::string> others;
  std::vector<double> weights;
  bool unnormalized = false;
  bool json = false;
  bool per_sentence = false;
  bool verify = false;
  bool in_memory = false;
};

nlohmann::ordered_json to_json(const TextScore& score) {
  return {{"sentences", score.sentences},
          {"tokens", score.tokens},
          {"oov", score.oov},
          {"log10", score.log10},
          {"perplexity", score.perplexity()},
          {"perplexity_without_oov", score.perplexity_without_oov()}};
}

std::string to_text(const TextScore& score) {
  return fmt::format(
      "sentences {}\ntokens {}\noov {}\nlog10 {:.4f}\nperplexity {:.4f}\nperplexity without oov {:.4f}",
      score.sentences, score.tokens, score.oov, score.log10, score.perplexity(),
      score.perplexity_without_oov());
}

// One line for each sentence if asked for, then the totals.
template <typename ScoreLine>
void report_scores(const QueryOptions& options, Reporter& reporter, const ScoreLine& score_line) {
  reporter.stage("scoring");
  store::LineReader reader(options.input);
  store::TextWriter out("-");
  TextScore total;
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    const TextScore score = score_line(line);
    total += score;
    if (options.per_sentence) {
      out.write_line(options.json ? to_json(score).dump()
                                  : fmt::format("{:.4f}\t{}\t{}", score.log10, score.tokens, score.oov));
    }
    reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  out.write_line(options.json ? to_json(total).dump() : to_text(total));
  out.commit();
}

lm::Residence residence(const QueryOptions& options) {
  return options.in_memory ? lm::Residence::kMemory : lm::Residence::kMapped;
}

void query_mixture(const QueryOptions& options, const lm::Model& model, store::Verify verify,
                   Reporter& reporter) {
  std::vector<lm::Model> others;
  for (const std::string& path : options.others)
    others.push_back(lm::Model::load(path, verify, residence(options)));
  std::vector<const lm::Model*> models{&model};
  for (const lm::Model& other : others) models.push_back(&other);
  std::vector<double> weights = options.weights;
  if (weights.empty()) weights.assign(models.size(), 1.0 / static_cast<double>(models.size()));
  if (weights.size() != models.size()) {
    throw UsageError({}, fmt::format("{} weights for {} models", weights.size(), models.size()),
                     "give --weights one number for each model, the first model's first");
  }
  const lm::ModelMixture mixture(models, weights);
  report_scores(options, reporter,
                [&](const std::string& line) { return mixture.score_line(line, !options.unnormalized); });
}

void check_options(const QueryOptions& options) {
  if (options.model == "-" && options.input == "-") {
    throw UsageError({}, "model and text cannot both come from standard input",
                     "name a file for one of them");
  }
  if (options.others.empty() && (!options.weights.empty() || options.unnormalized)) {
    throw UsageError({}, "--weights and --unnormalized are for several models",
                     "name the others with --with");
  }
  if (!options.others.empty() && !options.classes.empty()) {
    throw UsageError({}, "--with and --classes exclude each other", "leave one out");
  }
}

void query(const QueryOptions& options, Session& session) {
  check_options(options);
  Reporter& reporter = session.reporter();
  const auto verify = options.verify ? store::Verify::kFull : store::Verify::kUsual;
  const lm::Model model = lm::Model::load(options.model, verify, residence(options));
  if (!options.others.empty()) {
    query_mixture(options, model, verify, reporter);
  } else if (!options.classes.empty()) {
    const lm::ClassModel classes(model, text::read_word_classes(options.classes));
    report_scores(options, reporter, [&](const std::string& line) { return classes.score_line(line); });
  } else {
    lm::LineScorer scorer(model);
    report_scores(options, reporter, [&](const std::string& line) { return scorer.score(line); });
  }
}

}  // namespace

void add_lm_query(Command& parent) {
  auto [command, options] = parent.add<QueryOptions>("query", "Score text: log10 probability and perplexity",
                                                     "calque lm query en.lm -i test.en --json", query);
  command.option("model", options.model, "Binary or ARPA language model").reads().required();
  command.option("-i,--input", options.input, "Text, one sentence per line ('-': standard input)").reads();
  command
      .option("--classes", options.classes,
              "Word classes ('calque classes'): score the sequence of classes with a model over them")
      .reads();
  command
      .option("--with", options.others,
              "Further models, interpolated log-linearly with the first (normalised: slow)")
      .reads();
  command.option("--weights", options.weights, "Weight of each model (default: all the same)").commas();
  command.flag("--unnormalized", options.unnormalized,
               "Leave the weighted sums as they are: fast, but no probabilities");
  command.flag("--json", options.json, "Report as JSON");
  command.flag("--per-sentence", options.per_sentence,
               "First one line for each sentence: log10, tokens, unknown words");
  command.flag("--verify", options.verify, "Check every checksum of a binary model first");
  command.flag("--in-memory", options.in_memory,
               "Copy a binary model into memory first: starts later, then answers faster");
}

}  // namespace calque::apps
