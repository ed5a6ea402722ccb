#include "pipeline/learned_reordering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "phrase/text_format.h"
#include "pipeline/manifest.h"

namespace calque::pipeline {
namespace {

using Unknown = LearnedReordering::Unknown;
using phrase::ReorderingDirections;

constexpr std::array<std::string_view, 3> kDirections{"backward", "forward", "bidirectional"};
constexpr std::array<std::string_view, 3> kUnknown{"model", "frequencies", "uniform"};

// Other names of learners.
struct Alias {
  std::string_view name;
  std::string_view learner;
};
constexpr std::array<Alias, 6> kAliases{{{"dual-mlr", "mlr-dual"},
                                         {"mlr", "mlr-sgd"},
                                         {"naive-bayes", "bayes-map"},
                                         {"me", "mlr-dual"},
                                         {"dpr-me", "dpr-mlr-dual"},
                                         {"dpr-dual-mlr", "dpr-mlr-dual"}}};

template <std::size_t kCount>
std::size_t index_in(const std::array<std::string_view, kCount>& names, std::string_view name,
                     std::string_view what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw UsageError({}, fmt::format("unknown {} '{}'", what, name),
                     fmt::format("use one of {}", fmt::join(names, ", ")));
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::string all_names() {
  std::vector<std::string> names{kNoReordering, kDistanceOnly, "lexicalised",
                                 "hier-msd-bidirectional-fe and the like"};
  for (const Alias& alias : kAliases) names.emplace_back(alias.name);
  for (const reorder::Learner& learner : reorder::all_learners()) names.push_back(learner.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::optional<reorder::Learner> find_learner(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return reorder::Learner::parse(alias.learner);
  }
  for (const reorder::Learner& learner : reorder::all_learners()) {
    if (learner.name() == name) return learner;
  }
  return std::nullopt;
}

// Names of lexicalised models have four parts, and begin with what orientations refer to.
std::optional<phrase::ReorderingType> find_lexicalised(std::string_view name) {
  if (name == "lexicalised") return phrase::ReorderingType{};
  const auto begins = [&](std::string_view word) { return name.starts_with(word); };
  if (!begins("word-") && !begins("wbe-") && !begins("phrase-") && !begins("hier-")) return std::nullopt;
  if (name == "word-distance") return std::nullopt;
  return phrase::ReorderingType::parse(name);
}

std::size_t class_count(const LearnedReordering& learned) {
  return reorder::ReorderingClasses::parse(learned.classes).size();
}

[[noreturn]] void no_sense(const std::string& folder) {
  throw FormatError({path_in(folder, kManifestFile)}, "the manifest's learned_reordering makes no sense",
                    "copy the model again or train it again");
}

decode::LearnedReorderingModels load_entry(const nlohmann::json& entry, const std::string& folder,
                                           store::Verify verify) {
  decode::LearnedReorderingModels moves;
  const auto form = decode::reordering_form(entry.at("form").get<std::string>());
  if (!form || entry.at("files").empty()) no_sense(folder);
  moves.form = *form;
  moves.adjustment.beta = entry.at("beta").get<double>();
  moves.adjustment.max_ratio = entry.value("most_ratio", moves.adjustment.max_ratio);
  moves.adjustment.charge_unlikely_rest = entry.value("charge_unlikely_rest", false);
  if (entry.at("unknown_phrases") == kUnknown[static_cast<std::size_t>(Unknown::kUniform)])
    moves.unknown = decode::UnknownPhrases::kUniform;
  for (const auto& [direction, file] : entry.at("files").items()) {
    const std::string path = path_in(folder, file.get<std::string>());
    auto model =
        std::make_shared<const reorder::ReorderingModel>(reorder::ReorderingModel::load(path, verify));
    if (word_classes_mark(*model) != entry.at("word_classes_mark").get<std::string>()) {
      throw FormatError({path}, "the reordering model was trained with other word classes than the system",
                        "copy the model again or train it again");
    }
    (direction == kDirections[0] ? moves.backward : moves.forward) = std::move(model);
  }
  moves.validate();
  return moves;
}

}  // namespace

std::vector<reorder::Direction> LearnedReordering::direction_list() const {
  std::vector<reorder::Direction> list;
  if (directions != ReorderingDirections::kForward) list.push_back(reorder::Direction::kBackward);
  if (directions != ReorderingDirections::kBackward) list.push_back(reorder::Direction::kForward);
  return list;
}

std::vector<std::string> LearnedReordering::files(std::size_t k) const {
  std::vector<std::string> names;
  for (const reorder::Direction direction : direction_list()) names.push_back(reordering_file(k, direction));
  return names;
}

void LearnedReordering::validate() const {
  const auto set = reorder::ReorderingClasses::parse(classes);
  if (decode::uses_distance(form) && !set.by_distance()) {
    throw UsageError({}, fmt::format("classes '{}' cannot adjust the distance", classes),
                     "add --reordering-classes 3, or choose another --reordering-form");
  }
  if (!(beta >= 0) || !std::isfinite(beta))
    throw UsageError({}, "beta must be a positive number",
                     "leave --reordering-beta out for the number of classes");
  if (!(max_ratio > 0))
    throw UsageError({}, "the most that a distance is multiplied with must be positive",
                     "leave --reordering-most-ratio out for no limit");
  // What the learner cannot do is told now, not after hours of alignment.
  reorder::TrainOptions training;
  training.learner = learner;
  if (!features.empty()) training.features = reorder::FeatureOptions::parse(features);
  reorder::validate(training, set);
  if (word_classes > text::kMaxClasses) {
    throw UsageError({}, fmt::format("{} word classes are too many", word_classes),
                     fmt::format("use at most {}", text::kMaxClasses));
  }
}

ReorderingChoice parse_reordering(std::string_view names, const LearnedReordering& settings) {
  ReorderingChoice choice;
  bool asks_for_distance = false;
  for (const std::string_view name : split_fields(names, ",")) {
    if (name == kNoReordering) {
      choice.distance = false;
    } else if (name == kDistanceOnly) {
      asks_for_distance = true;
    } else if (const auto lexicalised = find_lexicalised(name)) {
      if (choice.lexicalised) {
        throw UsageError({}, "two lexicalised reordering models",
                         "the phrase table has one; learned models can be several");
      }
      choice.lexicalised = lexicalised;
    } else if (const auto learner = find_learner(name)) {
      choice.learned.push_back(settings);
      choice.learned.back().learner = *learner;
      choice.learned.back().validate();
    } else {
      throw UsageError({}, fmt::format("unknown reordering '{}'", name),
                       fmt::format("use some of these, with commas between: {}", all_names()));
    }
  }
  if (!choice.distance && (asks_for_distance || choice.lexicalised)) {
    throw UsageError({}, "reordering 'none' can stand beside learned models only",
                     "leave it out, or what is not learned");
  }
  return choice;
}

std::string name_of(const ReorderingChoice& choice) {
  if (choice.lexicalised) return choice.lexicalised->name();
  return choice.distance ? kDistanceOnly : kNoReordering;
}

ReorderingDirections parse_directions(std::string_view name) {
  return static_cast<ReorderingDirections>(index_in(kDirections, name, "directions"));
}

Unknown parse_unknown(std::string_view name) {
  return static_cast<Unknown>(index_in(kUnknown, name, "choice for phrases without sub-model"));
}

std::string_view name_of(reorder::Direction direction) {
  return kDirections[static_cast<std::size_t>(direction)];
}

std::string reordering_file(std::size_t k, reorder::Direction direction) {
  return fmt::format("reordering.{}.{}.calque", k + 1, name_of(direction));
}

nlohmann::json training_settings(const LearnedReordering& learned) {
  return {{"learner", learned.learner.name()},
          {"classes", learned.classes},
          {"orientation", phrase::name_of(learned.orientation)},
          {"directions", kDirections[static_cast<std::size_t>(learned.directions)]},
          {"features", learned.features},
          {"word_classes", learned.word_classes},
          {"unknown_phrases", kUnknown[static_cast<std::size_t>(learned.unknown)]}};
}

nlohmann::json manifest_entry(const LearnedReordering& learned, std::size_t k, const nlohmann::json& facts) {
  nlohmann::json entry = training_settings(learned);
  for (const reorder::Direction direction : learned.direction_list())
    entry["files"][std::string(name_of(direction))] = reordering_file(k, direction);
  entry["form"] = decode::name_of(learned.form);
  entry["beta"] = learned.beta > 0 ? learned.beta : static_cast<double>(class_count(learned));
  // JSON has no infinity, and models without these settings have neither field.
  if (std::isfinite(learned.max_ratio)) entry["most_ratio"] = learned.max_ratio;
  if (learned.charge_unlikely_rest) entry["charge_unlikely_rest"] = true;
  entry["word_classes_mark"] = facts.at("word_classes_mark");
  return entry;
}

std::string word_classes_mark(const reorder::ReorderingModel& model) {
  const auto& description = model.description();
  return fmt::format("{:016x}", reorder::extended(description.source_classes.fingerprint(),
                                                  description.target_classes.fingerprint()));
}

std::vector<decode::LearnedReorderingModels> load_learned(const nlohmann::json& options,
                                                          const std::string& folder, store::Verify verify) {
  std::vector<decode::LearnedReorderingModels> all;
  const auto entries = options.find("learned_reordering");
  if (entries == options.end()) return all;
  try {
    for (const nlohmann::json& entry : *entries) all.push_back(load_entry(entry, folder, verify));
  } catch (const nlohmann::json::exception&) {
    no_sense(folder);
  }
  return all;
}

}  // namespace calque::pipeline
