// calque lm train, calque lm query
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "lm/arpa.h"
#include "lm/binary.h"
#include "lm/estimate.h"
#include "lm/model.h"
#include "lm/perplexity.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct TrainOptions {
  std::string input = "-";
  std::string output;
  std::string smoothing = "kneser-ney";
  unsigned order = 5;
};

struct QueryOptions {
  std::string model;
  std::string input = "-";
  bool json = false;
  bool per_sentence = false;
  bool verify = false;
};

bool is_arpa_name(const std::string& path) {
  return path == "-" || path.ends_with(".arpa") || path.ends_with(".arpa.gz") || path.ends_with(".arpa.zst");
}

void report_model(const text::MonolingualCorpus& text, const lm::NgramModelData& data, Reporter& reporter) {
  reporter.note(fmt::format("{} sentences, {} words, vocabulary {}", text.sentences.size(),
                            text.sentences.token_count(), data.vocabulary.size()));
  for (unsigned n = 1; n <= data.order(); ++n) {
    const auto& amount = data.discounts[n - 1].amount;
    reporter.note(fmt::format("{}-grams: {}, discounts {:.5f} {:.5f} {:.5f}{}", n, data.levels[n - 1].size(),
                              amount[0], amount[1], amount[2],
                              data.discounts[n - 1].is_fallback ? " (fall-back)" : ""));
  }
}

void train(const TrainOptions& options, Session& session) {
  if (options.smoothing != "kneser-ney") {
    throw UsageError({}, fmt::format("unknown smoothing '{}'", options.smoothing),
                     "use --smoothing kneser-ney");
  }
  if (options.order < 1 || options.order > lm::kMaxOrder) {
    throw UsageError({}, fmt::format("a language model cannot have order {}", options.order),
                     fmt::format("choose -n from 1 to {}", lm::kMaxOrder));
  }
  Reporter& reporter = session.reporter();
  const text::MonolingualCorpus text = text::read_corpus(options.input, reporter);
  const lm::NgramModelData data =
      lm::estimate(text.sentences, text.vocabulary, {.order = options.order}, session.threads(), reporter);
  report_model(text, data, reporter);
  reporter.stage("writing " + options.output);
  if (is_arpa_name(options.output)) {
    lm::write_arpa(data, options.output);
  } else {
    lm::write_binary(data, options.output);
  }
}

nlohmann::ordered_json to_json(const lm::TextScore& score) {
  return {{"sentences", score.sentences},
          {"tokens", score.tokens},
          {"oov", score.oov},
          {"log10", score.log10},
          {"perplexity", score.perplexity()},
          {"perplexity_without_oov", score.perplexity_without_oov()}};
}

std::string to_text(const lm::TextScore& score) {
  return fmt::format(
      "sentences {}\ntokens {}\noov {}\nlog10 {:.4f}\nperplexity {:.4f}\nperplexity without oov {:.4f}",
      score.sentences, score.tokens, score.oov, score.log10, score.perplexity(),
      score.perplexity_without_oov());
}

// One line for each sentence, then the totals.
void query(const QueryOptions& options, Session& session) {
  if (options.model == "-" && options.input == "-") {
    throw UsageError({}, "model and text cannot both come from standard input",
                     "name a file for one of them");
  }
  Reporter& reporter = session.reporter();
  const lm::Model model =
      lm::Model::load(options.model, options.verify ? store::Verify::kFull : store::Verify::kHeader);
  reporter.stage("scoring");
  store::LineReader reader(options.input);
  store::TextWriter out("-");
  lm::TextScore total;
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    const lm::TextScore score = lm::score_line(model, line);
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

void add_train(CLI::App& parent, Session& session) {
  CLI::App* command = add_command(parent, session, "train", "Estimate a language model from text",
                                  "calque lm train -i train.en -n 5 -o en.lm");
  auto options = std::make_shared<TrainOptions>();
  command->add_option("-i,--input", options->input, "Text, one sentence per line ('-': standard input)")
      ->capture_default_str();
  command->add_option("-n,--order", options->order, "Longest n-gram, 1 to 10")->capture_default_str();
  command->add_option("--smoothing", options->smoothing, "kneser-ney")->capture_default_str();
  command
      ->add_option(
          "-o,--output", options->output,
          "Model file: ARPA text if it ends in .arpa, .arpa.gz or .arpa.zst ('-': ARPA to standard output), "
          "else binary")
      ->required();
  command->callback([options, &session] { train(*options, session); });
}

void add_query(CLI::App& parent, Session& session) {
  CLI::App* command = add_command(parent, session, "query", "Score text: log10 probability and perplexity",
                                  "calque lm query en.lm -i test.en --json");
  auto options = std::make_shared<QueryOptions>();
  command->add_option("model", options->model, "Binary or ARPA language model")->required();
  command->add_option("-i,--input", options->input, "Text, one sentence per line ('-': standard input)")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Report as JSON");
  command->add_flag("--per-sentence", options->per_sentence,
                    "First one line for each sentence: log10, tokens, unknown words");
  command->add_flag("--verify", options->verify, "Check every checksum of a binary model first");
  command->callback([options, &session] { query(*options, session); });
}

}  // namespace

void add_lm_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("lm", "N-gram language models: train, query");
  command->require_subcommand(1);
  add_train(*command, session);
  add_query(*command, session);
}

}  // namespace calque::apps
