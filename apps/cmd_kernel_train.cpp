// calque kernel train
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "kernel/choice.h"
#include "kernel/model.h"
#include "pipeline/manifest.h"
#include "pipeline/trainer.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

struct KernelTrainArguments {
  TrainingArguments training;
  kernel::KernelChoice kernel;
  bool json = false;
};

void run(KernelTrainArguments& arguments, Session& session) {
  arguments.training.complete(session.common.seed);
  pipeline::TrainOptions& options = arguments.training.options;
  options.language_model.order = 3;
  options.translate_by_pre_image = true;
  options.kernel = arguments.kernel.complete(session.common.seed);
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

void add_regression_options(Command& command, kernel::KernelChoice& choice) {
  kernel::KernelOptions& o = choice.options;
  command.option("--method", o.method, "lsr: least squares; mmr: maximum margin");
  command.option("--order", choice.order, "Longest n-gram (default: 3 for lsr, 5 for mmr)");
  command
      .option("--length-weights", choice.length_weights,
              "What n-grams of one, two, ... words weigh, with commas between (default: all 1)")
      .commas();
  command.flag("--cosine", o.cosine, "lsr: bring all vectors to length 1 first");
  command.flag("--idf", choice.inverse_frequency, "Weigh n-grams by inverse document frequency");
  command.option("--solver", o.solver,
                 "lsr: local (sentences like the input), cholesky, matrix-free, or low-rank");
  command.option("--ridge", choice.ridge,
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
  command.option("--phrase-weight", choice.phrase_weight,
                 "Weight of the phrase table's scores beside the regression (default: 4 for lsr, 0 for mmr)");
  command.option("--lm-weight", choice.language_model_weight,
                 "Weight of a trigram model of the target side (default: 1 for lsr, 0 for mmr)");
  command.option("--swap-cost", choice.swap_cost,
                 "What an exchange of two phrases costs in the search (default: 2 for lsr, 0 for mmr)");
  command.option("--matrix-memory", choice.memory_megabytes, "Largest matrix of kernels, in MB");
}

}  // namespace

void add_kernel_train(Command& parent) {
  auto [command, arguments] = parent.add<KernelTrainArguments>(
      "train", "Train a translator by regression between n-grams of two languages",
      "calque kernel train -s corpus.fr -t corpus.en -o model", run);
  add_training_options(command, arguments.training);
  add_regression_options(command, arguments.kernel);
  add_tune_option(command, arguments.training.options.tuning, "none");
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
