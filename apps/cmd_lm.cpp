// calque lm info, calque lm generate, and the commands that make models out of models: calque lm convert,
// prune and interpolate.
#include "cmd_lm.h"

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "command.h"
#include "lm/estimate/interpolate.h"
#include "lm/estimate/prune.h"
#include "lm/files/binary.h"
#include "lm/query/generate.h"
#include "pipeline/description.h"
#include "report/description_text.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

constexpr const char* kModelHelp = "ARPA file, or binary model in the trie layout";

struct InfoOptions {
  std::string model;
  bool verify = false;
  bool json = false;
};

void info(const InfoOptions& options, Session&) {
  const auto json = pipeline::describe_language_model(
      options.model, options.verify ? store::Verify::kFull : store::Verify::kUsual);
  fmt::print("{}", options.json ? json.dump() + "\n" : report::language_model_text(json));
  if (options.verify && !options.json) fmt::print("every checksum is right\n");
}

struct ConvertOptions {
  std::string model;
  lm::ModelOutput output;
  lm::PruneOptions prune{.threshold = 1e-8};
};

lm::NgramModelData read(const std::string& path, Reporter& reporter) {
  reporter.stage("reading " + path);
  return lm::read_ngram_data(path);
}

void convert(const ConvertOptions& options, Session& session) {
  lm::write_model(read(options.model, session.reporter()), options.output, session.threads(),
                  session.reporter());
}

void prune(const ConvertOptions& options, Session& session) {
  Reporter& reporter = session.reporter();
  lm::NgramModelData data = read(options.model, reporter);
  reporter.stage("pruning");
  const lm::PruneReport report = lm::prune(data, options.prune);
  for (std::size_t n = 1; n <= report.before.size(); ++n)
    reporter.note(fmt::format("{}-grams: {} of {} kept", n, report.after[n - 1], report.before[n - 1]));
  lm::write_model(data, options.output, session.threads(), reporter);
}

struct InterpolateOptions {
  lm::Interpolation interpolation;
  bool json = false;
  lm::ModelOutput output;
};

void interpolate(const InterpolateOptions& options, Session& session) {
  options.interpolation.validate();
  if (options.json) refuse_mixed_output("model", options.output.path, "name a file with -o");
  const lm::InterpolatedModel mixed = lm::interpolate(options.interpolation, session.reporter());
  lm::write_model(mixed.model, options.output, session.threads(), session.reporter());
  if (!options.json) return;
  nlohmann::ordered_json figures;
  if (mixed.tuned) figures = {{"perplexity", mixed.tuned->perplexity}, {"rounds", mixed.tuned->rounds}};
  figures["weights"] = mixed.weights;
  for (const lm::NgramLevel& level : mixed.model.levels) figures["ngrams"].push_back(level.size());
  print_line(figures.dump());
}

struct GenerateOptions {
  std::string model;
  std::uint64_t sentences = 10;
  std::size_t max_words = 200;
};

void generate(const GenerateOptions& options, Session& session) {
  const lm::NgramModelData data = read(options.model, session.reporter());
  const lm::Sampler sampler(data);
  session.reporter().stage("generating");
  Rng rng(session.common.seed);
  store::TextWriter out("-");
  for (std::uint64_t i = 0; i < options.sentences; ++i) out.write_line(sampler.line(rng, options.max_words));
  out.commit();
}

}  // namespace

void add_model_output(Command& command, lm::ModelOutput& output) {
  command
      .option(
          "-o,--output", output.path,
          "Model file: ARPA text if it ends in .arpa, .arpa.gz or .arpa.zst ('-': ARPA to standard output), "
          "else binary")
      .writes()
      .required();
  command.option("--layout", output.binary.layout,
                 "Layout of a binary model: probing (fastest), trie (smallest)",
                 "use --layout probing or trie");
  command.option("--quantize", output.binary.quantize_bits,
                 "Bits for each probability and back-off of a trie (0: exact)");
}

void add_lm_info(Command& parent) {
  auto [command, options] = parent.add<InfoOptions>("info", "Show what a language model file is",
                                                    "calque lm info en.lm --verify", info);
  command.option("model", options.model, "Binary or ARPA language model").reads().required();
  command.flag("--verify", options.verify, "Read the whole file: every checksum, every number");
  command.flag("--json", options.json, "Report as JSON");
}

void add_lm_convert(Command& parent) {
  auto [command, options] =
      parent.add<ConvertOptions>("convert", "Change a model's form: ARPA, probing or trie",
                                 "calque lm convert en.arpa --layout trie --quantize 8 -o en.lm", convert);
  command.option("model", options.model, "ARPA model, or binary model in the trie layout").reads().required();
  add_model_output(command, options.output);
}

void add_lm_prune(Command& parent) {
  auto [command, options] =
      parent.add<ConvertOptions>("prune", "Drop the n-grams that matter least",
                                 "calque lm prune en.arpa --threshold 1e-8 -o small.lm", prune);
  command.option("model", options.model, kModelHelp).reads().required();
  command.option("--threshold", options.prune.threshold,
                 "Drop n-grams without which the perplexity of the model rises by less than this fraction");
  add_model_output(command, options.output);
}

void add_lm_interpolate(Command& parent) {
  auto [command, options] = parent.add<InterpolateOptions>(
      "interpolate", "Make one model out of several",
      "calque lm interpolate in.arpa out.arpa --tune dev.en -o mixed.lm", interpolate);
  lm::Interpolation& interpolation = options.interpolation;
  command.option("models", interpolation.models, "ARPA files, or binary models in the trie layout")
      .reads()
      .required();
  command.option("--weights", interpolation.weights, "One for each model, in their order (default: equal)")
      .commas();
  command.option("--tune", interpolation.tune, "Text that the weights shall make most likely").reads();
  command.flag(
      "--log-linear", [&interpolation] { interpolation.mixture = lm::Mixture::kLogLinear; },
      "Mix logarithms, normalised, in place of probabilities");
  add_model_output(command, options.output);
  command.flag("--json", options.json, "Report weights and figures as JSON");
}

void add_lm_generate(Command& parent) {
  auto [command, options] = parent.add<GenerateOptions>(
      "generate", "Draw sentences from a model", "calque lm generate en.arpa -n 20 --seed 7", generate);
  command.option("model", options.model, kModelHelp).reads().required();
  command.option("-n,--sentences", options.sentences, "How many sentences");
  command.option("--max-words", options.max_words, "Cut sentences at so many words");
}

}  // namespace calque::apps
