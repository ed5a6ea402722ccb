// The description of a system in the manifest: what is written is read, older manifests are understood, and
// what is wrong is named.
#include "pipeline/system_spec.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "pipeline/manifest.h"
#include "store/json_text.h"

namespace calque::pipeline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

nlohmann::json written(const SystemSpec& spec) {
  nlohmann::json manifest;
  write_system_spec(spec, manifest);
  return manifest;
}

// A system with everything in it.
SystemSpec rich_spec() {
  LearnedReordering adjusted;
  adjusted.classes = "5";
  adjusted.form = decode::ReorderingForm::kExponential;
  adjusted.max_ratio = 4;
  adjusted.charge_unlikely_rest = true;
  adjusted.directions = phrase::ReorderingDirections::kForward;
  LearnedReordering bayes;
  bayes.learner = reorder::Learner::parse("bayes-map");
  bayes.unknown = UnknownFallback::kUniform;
  SystemSpec spec;
  spec.lexicalised = phrase::ReorderingType::parse("hier-mslr-backward-f");
  spec.learned = {LearnedReorderingSpec::trained(adjusted, 0, "00ff"),
                  LearnedReorderingSpec::trained(bayes, 1, "")};
  spec.distance_weight = 0.07;
  spec.language_models = 2;
  spec.phrase_features = {"low-count", "count"};
  spec.sparse_features = {"pairs", "lengths"};
  spec.kernel.emplace();
  spec.pair_model = true;
  spec.block_features = true;
  spec.search = {{"stack-size", "17"}};
  return spec;
}

std::string error_of(const nlohmann::json& manifest) {
  try {
    parse_system_spec(manifest, "folder/manifest.json");
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

nlohmann::json with(const char* pointer, const nlohmann::json& value) {
  nlohmann::json manifest = written(rich_spec());
  manifest[nlohmann::json::json_pointer(pointer)] = value;
  return manifest;
}

nlohmann::json without(const char* parent, const char* key) {
  nlohmann::json manifest = written(rich_spec());
  manifest[nlohmann::json::json_pointer(parent)].erase(key);
  return manifest;
}

TEST(SystemSpecTest, WhatIsWrittenIsRead) {
  SystemSpec pre_image;
  pre_image.kernel.emplace();
  pre_image.pre_image = true;
  SystemSpec without_distance;
  without_distance.distance = false;
  SystemSpec imported;
  imported.kind = SystemKind::kImported;
  imported.search = {{"distortion-limit", "6"}};
  SystemSpec block;
  block.kind = SystemKind::kBlock;
  for (const SystemSpec& spec : {SystemSpec{}, rich_spec(), pre_image, without_distance, imported, block}) {
    const nlohmann::json manifest = written(spec);
    const SystemSpec read = parse_system_spec(manifest, "manifest.json");
    EXPECT_EQ(written(read), manifest);
    EXPECT_EQ(read.kind, spec.kind);
    EXPECT_EQ(read.features().kernel, spec.features().kernel);
    EXPECT_EQ(read.model_files(), spec.model_files());
  }
  const SystemSpec read = parse_system_spec(written(rich_spec()), "manifest.json");
  EXPECT_EQ(read.learned[0].settings.form, decode::ReorderingForm::kExponential);
  EXPECT_EQ(read.learned[0].settings.max_ratio, 4);
  EXPECT_EQ(read.features().distance_weight, 0.07);
  EXPECT_EQ(read.learned[1].settings.unknown, UnknownFallback::kUniform);
  EXPECT_EQ(read.search_options().stack_size, 17U);
  EXPECT_THAT(read.phrase_features, ElementsAre("low-count", "count"));
}

TEST(SystemSpecTest, KeysAreWrittenAsEver) {
  EXPECT_EQ(store::json_text(written({})), R"({"options":{"language_models":1,"phrase_features":"",)"
                                           R"("reordering":"distance","sparse_features":""}})");
  EXPECT_EQ(store::json_text(written({.kind = SystemKind::kBlock})),
            R"({"options":{"reordering":"distance","system":"block"}})");
  EXPECT_EQ(store::json_text(written({.kind = SystemKind::kImported, .distance = false})),
            R"({"options":{"imported":"moses","phrase_features":"","reordering":"none"}})");
}

TEST(SystemSpecTest, TrainedReorderingModelsNameTheirFiles) {
  LearnedReordering settings;
  settings.classes = "5";
  const auto both = LearnedReorderingSpec::trained(settings, 1, "00");
  EXPECT_THAT(both.files,
              ElementsAre(std::pair(reorder::Direction::kBackward, "reordering.2.backward.calque"),
                          std::pair(reorder::Direction::kForward, "reordering.2.forward.calque")));
  EXPECT_EQ(both.settings.beta, 5.0);
  settings.beta = 2;
  EXPECT_EQ(LearnedReorderingSpec::trained(settings, 0, "").settings.beta, 2.0);
}

TEST(SystemSpecTest, ModelFilesAreThoseOfTheFolder) {
  EXPECT_THAT(rich_spec().model_files(),
              ElementsAre("phrases.calque", "lm.calque", "lm1.calque", "pairs.calque", "labels.txt",
                          "reordering.1.forward.calque", "reordering.2.backward.calque",
                          "reordering.2.forward.calque", "kernel.calque", "block.calque"));
}

TEST(SystemSpecTest, OlderManifestsNameLess) {
  const nlohmann::json old = {{"options", {{"reordering", "word-msd-bidirectional-fe"}, {"lm_order", 5}}}};
  const SystemSpec spec = parse_system_spec(old, "manifest.json");
  EXPECT_EQ(spec.reordering_name(), "word-msd-bidirectional-fe");
  EXPECT_EQ(spec.language_models, 1U);
  EXPECT_TRUE(spec.phrase_features.empty() && spec.sparse_features.empty() && spec.learned.empty());
  EXPECT_FALSE(spec.kernel || spec.pre_image || spec.pair_model || spec.has_block_model());
  nlohmann::json entry = written(rich_spec())["options"]["learned_reordering"][1];
  for (const char* key : {"learner", "classes", "orientation", "directions", "features", "word_classes"})
    entry.erase(key);
  nlohmann::json manifest = old;
  manifest["options"]["learned_reordering"] = {entry};
  EXPECT_EQ(parse_system_spec(manifest, "manifest.json").learned[0].files.size(), 2U);
}

TEST(SystemSpecTest, MissingKeysAreNamed) {
  EXPECT_THAT(error_of(nlohmann::json::object()),
              AllOf(HasSubstr("folder/manifest.json"), HasSubstr("'options'")));
  EXPECT_THAT(error_of(without("/options", "reordering")), HasSubstr("'options.reordering' is missing"));
  for (const char* key : {"form", "beta", "files", "unknown_phrases", "word_classes_mark"}) {
    EXPECT_THAT(error_of(without("/options/learned_reordering/1", key)),
                HasSubstr(fmt::format("'options.learned_reordering[1].{}' is missing", key)));
  }
  nlohmann::json manifest = with("/options/translation", "pre-image");
  EXPECT_EQ(error_of(manifest), "");
  manifest["options"].erase("kernel");
  EXPECT_THAT(error_of(manifest), HasSubstr("'options.kernel' is missing"));
}

TEST(SystemSpecTest, ValuesOfAnotherTypeAreNamed) {
  for (const char* key : {"reordering", "phrase_features", "sparse_features", "language_models", "kernel",
                          "translation", "block_features", "system", "learned_reordering"}) {
    EXPECT_THAT(error_of(with(fmt::format("/options/{}", key).c_str(), 1.5)),
                HasSubstr(fmt::format("'options.{}'", key)));
  }
  EXPECT_THAT(error_of(with("/options", "none")), HasSubstr("'options' is no JSON object"));
  EXPECT_THAT(error_of(with("/search", 1)), HasSubstr("'search' is no JSON object"));
  EXPECT_THAT(error_of(with("/search/stack-size", 1)), HasSubstr("'search.stack-size' is no text"));
  EXPECT_THAT(error_of(with("/options/learned_reordering/0/beta", "x")), HasSubstr("[0].beta' is no number"));
  EXPECT_THAT(error_of(with("/options/learned_reordering/0/files/forward", 1)),
              HasSubstr("files.forward' is no text"));
}

TEST(SystemSpecTest, ValuesThatAreNotKnownAreNamed) {
  for (const char* key :
       {"reordering", "phrase_features", "sparse_features", "translation", "system", "imported"}) {
    EXPECT_THAT(error_of(with(fmt::format("/options/{}", key).c_str(), "odd")),
                AllOf(HasSubstr(fmt::format("'options.{}' is 'odd'", key)), HasSubstr("newer calque")));
  }
  for (const char* key : {"form", "unknown_phrases", "learner", "classes", "orientation", "directions"}) {
    EXPECT_THAT(error_of(with(fmt::format("/options/learned_reordering/0/{}", key).c_str(), "odd")),
                HasSubstr(fmt::format("[0].{}' is 'odd'", key)));
  }
  EXPECT_THAT(error_of(with("/options/learned_reordering/0/files/up", "x")), HasSubstr("'up'"));
  EXPECT_THAT(error_of(with("/options/learned_reordering/0/files", nlohmann::json::object())),
              HasSubstr("names no file"));
  EXPECT_THAT(error_of(with("/options/kernel", "odd")), HasSubstr("folder/manifest.json"));
  EXPECT_THAT(error_of(with("/search/odd", "1")), HasSubstr("'odd'"));
  EXPECT_THAT(error_of(with("/options/distance_weight", -1.0)), HasSubstr("options.distance_weight"));
  EXPECT_THAT(error_of(with("/search/stack-size", "many")), HasSubstr("stack-size"));
}

}  // namespace
}  // namespace calque::pipeline
