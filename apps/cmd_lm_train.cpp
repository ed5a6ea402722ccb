// calque lm train
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cmd_lm.h"
#include "lm/estimate/train.h"
#include "lm/files/arpa.h"

namespace calque::apps {
namespace {

constexpr std::uint64_t kUsualMemory = std::uint64_t{3} << 29U;

struct TrainOptions {
  std::string input = "-";
  ModelOutput output;
  std::string word_list;
  lm::EstimateOptions estimate;
  std::optional<std::uint64_t> memory;
  bool json = false;
};

std::vector<std::uint64_t> sizes_of(const lm::TrainedModel& model) {
  std::vector<std::uint64_t> sizes;
  if (model.in_memory) {
    for (const lm::NgramLevel& level : model.in_memory->levels) sizes.push_back(level.size());
  } else {
    for (unsigned n = 1; n <= model.on_disk->order(); ++n) sizes.push_back(model.on_disk->size(n));
  }
  return sizes;
}

const std::vector<lm::Discounts>& discounts_of(const lm::TrainedModel& model) {
  return model.in_memory ? model.in_memory->discounts : model.on_disk->discounts;
}

void report_model(const lm::TrainedModel& model, Reporter& reporter) {
  const std::vector<std::uint64_t> sizes = sizes_of(model);
  const std::vector<lm::Discounts>& discounts = discounts_of(model);
  reporter.note(fmt::format("{} sentences, {} words, vocabulary {}{}", model.facts.sentences,
                            model.facts.words, sizes[0], model.on_disk ? ", estimated on disk" : ""));
  if (model.facts.bad_lines > 0)
    reporter.warning(fmt::format("{} lines cannot be read and are left out", model.facts.bad_lines));
  if (model.facts.outside_words > 0)
    reporter.note(fmt::format("{} words outside the vocabulary count as <unk>", model.facts.outside_words));
  for (std::size_t n = 1; n <= sizes.size(); ++n) {
    std::string note = fmt::format("{}-grams: {}", n, sizes[n - 1]);
    if (!discounts.empty()) {
      const lm::Discounts& order = discounts[n - 1];
      note += fmt::format(", discounts {:.5f}{}", fmt::join(order.amount, " "),
                          order.is_fallback ? " (fall-back)" : "");
    }
    reporter.note(note);
  }
}

nlohmann::ordered_json to_json(const lm::TrainedModel& model, const TrainOptions& options) {
  nlohmann::ordered_json json = {{"order", options.estimate.order},
                                 {"smoothing", name_of(options.estimate.smoothing)},
                                 {"sentences", model.facts.sentences},
                                 {"words", model.facts.words},
                                 {"outside_words", model.facts.outside_words},
                                 {"on_disk", model.on_disk != nullptr},
                                 {"ngrams", sizes_of(model)},
                                 {"discounts", nlohmann::ordered_json::array()}};
  for (const lm::Discounts& order : discounts_of(model)) json["discounts"].push_back(order.amount);
  return json;
}

void train(TrainOptions& options, Session& session) {
  if (options.json && options.output.path == "-") {
    throw UsageError({}, "figures and model cannot both go to standard output", "name a file with -o");
  }
  if (!options.word_list.empty()) options.estimate.words.listed = lm::read_word_list(options.word_list);
  // Without a limit that was asked for, a model that is larger than the usual one is loaded all the same.
  options.estimate.will_be_loaded = options.memory && !options.output.is_arpa();
  options.estimate.memory_bytes = options.memory.value_or(kUsualMemory);
  Reporter& reporter = session.reporter();
  lm::TrainedModel model = lm::train(options.input, options.estimate, session.threads(), reporter);
  report_model(model, reporter);
  if (model.in_memory) {
    write_model(*model.in_memory, options.output, session);
  } else if (options.output.is_arpa()) {
    reporter.stage("writing " + options.output.path);
    lm::write_arpa(*model.on_disk, options.output.path, session.threads());
  } else {
    write_model(lm::load(*model.on_disk, session.threads()), options.output, session);
  }
  if (!options.json) return;
  print_line(to_json(model, options).dump());
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
