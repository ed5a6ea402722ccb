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

// The features of mlr-dual in a table of a million weights: as good as a weight for each, and no dictionary.
constexpr const char* kHashedFeatures = "rich,hash-bits=20";

std::string all_names() {
  std::vector<std::string> names{kNoReordering, kDistanceOnly, "lexicalised",
                                 "hier-msd-bidirectional-fe and the like"};
  for (const std::string& alias : reorder::learner_aliases()) names.push_back(alias);
  for (const reorder::Learner& learner : reorder::all_learners()) names.push_back(learner.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

// Names of lexicalised models have four parts, and begin with what orientations refer to.
std::optional<phrase::ReorderingType> find_lexicalised(std::string_view name) {
  if (name == "lexicalised") return phrase::ReorderingType{};
  const auto begins = [&](std::string_view word) { return name.starts_with(word); };
  if (!begins("word-") && !begins("wbe-") && !begins("phrase-") && !begins("hier-")) return std::nullopt;
  if (name == "word-distance") return std::nullopt;
  return phrase::ReorderingType::parse(name);
}

}  // namespace

std::vector<reorder::Direction> LearnedReordering::direction_list() const {
  std::vector<reorder::Direction> list;
  if (directions != phrase::ReorderingDirections::kForward) list.push_back(reorder::Direction::kBackward);
  if (directions != phrase::ReorderingDirections::kBackward) list.push_back(reorder::Direction::kForward);
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
  training(1);
  if (word_classes > text::kMaxClasses) {
    throw UsageError({}, fmt::format("{} word classes are too many", word_classes),
                     fmt::format("use at most {}", text::kMaxClasses));
  }
}

reorder::TrainOptions LearnedReordering::training(std::uint64_t seed) const {
  reorder::OptionValues values{{"no-global", unknown != UnknownFallback::kModel}};
  if (!features.empty()) {
    values["features"] = features;
  } else if (learner.name() == "mlr-dual") {
    values["features"] = kHashedFeatures;
  }
  return {learner.method(reorder::options_of(learner, values), reorder::ReorderingClasses::parse(classes)),
          seed};
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
    } else if (const auto learner = reorder::Learner::find(name)) {
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

std::string reordering_file(std::size_t k, reorder::Direction direction) {
  return fmt::format("reordering.{}.{}.calque", k + 1, name_of(direction));
}

nlohmann::json training_settings(const LearnedReordering& learned) {
  return {{"learner", learned.learner.name()},
          {"classes", learned.classes},
          {"orientation", name_of(learned.orientation)},
          {"directions", name_of(learned.directions)},
          {"features", learned.features},
          {"max_samples", learned.max_samples},
          {"word_classes", learned.word_classes},
          {"unknown_phrases", name_of(learned.unknown)}};
}

std::string word_classes_mark(const reorder::ReorderingModel& model) {
  const auto& description = model.description();
  return fmt::format("{:016x}", reorder::extended(description.source_classes.fingerprint(),
                                                  description.target_classes.fingerprint()));
}

}  // namespace calque::pipeline
