// calque kernel train
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "kernel/model.h"
#include "pipeline/manifest.h"
#include "pipeline/trainer.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

// A model that translates by itself needs a better prediction than a feature among others.
kernel::KernelOptions usual_options() {
  kernel::KernelOptions options;
  options.neighbours = 1000;
  return options;
}

struct KernelTrainArguments {
  TrainingArguments training;
  kernel::KernelOptions kernel = usual_options();
  std::size_t order = 0;  // 0: what suits the method
  std::vector<double> length_weights;
  bool inverse_frequency = false;
  // Default: what suits the method.
  std::optional<double> ridge;
  std::optional<double> swap_cost;
  std::optional<double> phrase_weight;
  std::optional<double> language_model_weight;
  std::uint64_t memory_megabytes = 1024;
  bool json = false;
};

kernel::KernelOptions kernel_options(const KernelTrainArguments& arguments, std::uint64_t seed) {
  kernel::KernelOptions options = arguments.kernel;
  options.target.order = arguments.order;
  // theory/kernel-regression.md#settings.
  if (arguments.order == 0) options.target.order = options.method == kernel::Method::kMargin ? 5 : 3;
  options.target.length_weights = arguments.length_weights;
  options.target.inverse_frequency = arguments.inverse_frequency;
  options.source = options.target;
  // A sentence of ten words has a kernel with itself of nearly thirty, and a cosine of 1.
  options.ridge = arguments.ridge.value_or(options.cosine ? 0.2 : 5);
  if (options.method == kernel::Method::kMargin)
    options.swap_cost = options.phrase_weight = options.language_model_weight = 0;
  options.swap_cost = arguments.swap_cost.value_or(options.swap_cost);
  options.phrase_weight = arguments.phrase_weight.value_or(options.phrase_weight);
  options.language_model_weight = arguments.language_model_weight.value_or(options.language_model_weight);
  options.memory = arguments.memory_megabytes << 20U;
  options.margin.memory = options.memory;
  options.margin.seed = seed;
  options.validate();
  return options;
}

void run(KernelTrainArguments& arguments, Session& session) {
  arguments.training.complete(session.common.seed);
  pipeline::TrainOptions& options = arguments.training.options;
  options.language_model.order = 3;
  options.translate_by_pre_image = true;
  options.kernel = kernel_options(arguments, session.common.seed);
  const pipeline::TrainResult result = pipeline::train(options, session.threads(), session.reporter());
  const auto model = kernel::KernelModel::load(pipeline::path_in(result.model_folder, pipeline::kKernelFile));
  nlohmann::ordered_json json = {{"model", result.model_folder},
                                 {"method", name_of(model.options().method)},
                                 {"sentences", model.source().sentence_count()},
                                 {"source_ngrams", model.source().ngram_count()},
                                 {"target_ngrams", model.target().ngram_count()},
                                 {"ridge", model.ridge()},
                                 {"seconds", result.seconds}};
  if (result.evaluated) json["development_bleu"] = result.development_bleu;
  if (arguments.json) {
    print_line(json.dump());
    return;
  }
  print_line(fmt::format("model   {}\nn-grams {} in the source, {} in the target, of {} sentence pairs",
                         result.model_folder, model.source().ngram_count(), model.target().ngram_count(),
                         model.source().sentence_count()));
  if (result.evaluated)
    print_line(fmt::format("BLEU on the development set: {:.2f}", result.development_bleu));
  print_line(fmt::format("translate with: calque translate -m {} <FILE", result.model_folder));
}

void add_regression_options(Command& command, KernelTrainArguments& arguments) {
  kernel::KernelOptions& o = arguments.kernel;
  command.option("--method", o.method, "lsr: least squares; mmr: maximum margin");
  command.option("--order", arguments.order, "Longest n-gram (default: 3 for lsr, 5 for mmr)");
  command
      .option("--length-weights", arguments.length_weights,
              "What n-grams of one, two, ... words weigh, with commas between (default: all 1)")
      .commas();
  command.flag("--cosine", o.cosine, "lsr: bring all vectors to length 1 first");
  command.flag("--idf", arguments.inverse_frequency, "Weigh n-grams by inverse document frequency");
  command.option("--solver", o.solver,
                 "lsr: local (sentences like the input), cholesky, matrix-free, or low-rank");
  command.option("--ridge", arguments.ridge,
                 "lsr: added to the Gram matrix's diagonal; 0: only if it is singular (default: 5, with "
                 "--cosine 0.2)");
  command.option("--neighbours", o.neighbours, "local: training sentences for each input");
  command.option(
      "--neighbour-choice", o.choice,
      "local: rare (nearest among those with rare n-grams), nearest, coverage (of all n-grams), or "
      "pivots (of the low-rank factor, the same for every input)");
  command.option("--rank", o.rank, "low-rank: largest rank");
  command.option("--cost", o.margin.cost, "mmr: cost of a violated margin, C");
  command.option("--tolerance", o.margin.tolerance, "mmr: gap between primal and dual at which to stop");
  command.option("--passes", o.margin.max_passes, "mmr: most passes over the data");
  command.option("--emphasis", o.emphasis,
                 "lsr: what predicted counts are multiplied by in the search; 1: as they are");
  command.option("--phrase-weight", arguments.phrase_weight,
                 "Weight of the phrase table's scores beside the regression (default: 4 for lsr, 0 for mmr)");
  command.option("--lm-weight", arguments.language_model_weight,
                 "Weight of a trigram model of the target side (default: 1 for lsr, 0 for mmr)");
  command.option("--swap-cost", arguments.swap_cost,
                 "What an exchange of two phrases costs in the search (default: 2 for lsr, 0 for mmr)");
  command.option("--matrix-memory", arguments.memory_megabytes, "Largest matrix of kernels, in MB");
}

}  // namespace

void add_kernel_train(Command& parent) {
  auto [command, arguments] = parent.add<KernelTrainArguments>(
      "train", "Train a translator by regression between n-grams of two languages",
      "calque kernel train -s corpus.fr -t corpus.en -o model", run);
  add_training_options(command, arguments.training);
  add_regression_options(command, arguments);
  add_tune_option(command, arguments.training.options.tuning, "none");
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
