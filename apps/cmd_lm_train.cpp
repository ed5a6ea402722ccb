// calque lm train
#include <cstdint>
#include <optional>
#include <string>

#include "cmd_lm.h"
#include "command.h"
#include "lm/estimate/train.h"
#include "report/language_model_text.h"

namespace calque::apps {
namespace {

constexpr std::uint64_t kUsualMemory = std::uint64_t{3} << 29U;

struct TrainOptions {
  std::string input = "-";
  lm::ModelOutput output;
  std::string word_list;
  lm::EstimateOptions estimate;
  std::optional<std::uint64_t> memory;
  bool json = false;
};

void train(TrainOptions& options, Session& session) {
  if (options.json) refuse_mixed_output("model", options.output.path, "name a file with -o");
  if (!options.word_list.empty()) options.estimate.words.listed = lm::read_word_list(options.word_list);
  // Without a limit that was asked for, a model that is larger than the usual one is loaded all the same.
  options.estimate.will_be_loaded = options.memory && !options.output.is_arpa();
  options.estimate.memory_bytes = options.memory.value_or(kUsualMemory);
  const lm::TrainedModel model =
      lm::train(options.input, options.estimate, session.threads(), session.reporter());
  model.report(session.reporter());
  lm::write_model(model, options.output, session.threads(), session.reporter());
  if (options.json) print_line(report::language_model_json(model, options.estimate));
}

void add_limits(Command& command, TrainOptions& options) {
  command
      .option("--prune", options.estimate.prune,
              "For each length 1, 2, ...: leave out n-grams that occur so often or less; the last number "
              "holds for all longer ones ('--prune 0 0 1': drop trigrams and longer that occur once)")
      .commas();
  command
      .option("--vocabulary", options.word_list, "File of words; all other words of the text count as <unk>")
      .reads();
  command.option("--min-count", options.estimate.words.min_count,
                 "Words that occur less often count as <unk>");
  command
      .option("--memory", options.memory,
              "Most memory to use, such as 500M or 2G; what does not fit is worked on in temporary files "
              "(usually 1.5G for estimation; 0: no limit)")
      .bytes();
  command.option("--temporary", options.estimate.temporary_folder,
                 "Folder for temporary files (default: the system's)");
}

}  // namespace

void add_lm_train(Command& parent) {
  auto [command, options] =
      parent.add<TrainOptions>("train", "Estimate a language model from text",
                               "calque lm train -i train.en -n 5 --prune 0 0 1 -o en.lm", train);
  command.option("-i,--input", options.input, "Text, one sentence per line ('-': standard input)").reads();
  command.flag(
      "--skip-bad-lines",
      [&estimate = options.estimate] { estimate.bad_lines = text::BadLinePolicy::kSkipAndCount; },
      "Leave out and count unreadable lines instead of stopping");
  command.option("-n,--order", options.estimate.order, "Longest n-gram, 1 to 10");
  command.option("--smoothing", options.estimate.smoothing, "kneser-ney (interpolated, modified) or katz",
                 "use --smoothing kneser-ney or katz");
  add_limits(command, options);
  add_model_output(command, options.output);
  command.flag("--json", options.json, "Report the figures of the model as JSON");
}

}  // namespace calque::apps
