// Whole training runs on a few sentences: what is loaded and read back how often, and that a run which was
// stopped anywhere goes on to the same model.
#include "pipeline/trainer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "phrase/extract.h"
#include "pipeline/description.h"
#include "pipeline/manifest.h"
#include "pipeline/system.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

// Keeps the names of all stages. Throws when it has been called `limit` times, like a caller who cancels.
class TestReporter final : public Reporter {
 public:
  explicit TestReporter(std::size_t limit = 1'000'000) : left_(limit) {}

  void stage(std::string_view name) override {
    count();
    stages.emplace_back(name);
  }
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) override { count(); }
  void note(std::string_view /*text*/) override { count(); }
  void warning(std::string_view /*text*/) override {}

  std::size_t stages_with(const std::string& beginning) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        stages, [&](const std::string& stage) { return stage.starts_with(beginning); }));
  }

  std::vector<std::string> stages;

 private:
  void count() {
    if (left_-- == 0) throw Stopped();
  }
  std::size_t left_;
};

class TrainerTest : public ::testing::Test {
 protected:
  TrainerTest() {
    std::string source;
    std::string target;
    for (const char* noun : {"hund katze", "katze baum", "baum haus", "haus hund"}) {
      for (const char* verb : {"sieht", "hat", "sucht"}) {
        const std::string n(noun);
        const std::size_t blank = n.find(' ');
        source += n.substr(0, blank) + " " + n.substr(blank + 1) + " " + verb + "\n";
        target += "the " + n.substr(0, blank) + "s " + verb + "en a " + n.substr(blank + 1) + "s\n";
      }
    }
    options_.input.source = scratch_.file("text.de", source);
    options_.input.target = scratch_.file("text.en", target);
    options_.development = options_.input;
    options_.preparation.pretokenized = true;
    options_.preparation.casing = text::Casing::kKeep;
    options_.aligners.resize(2);
    options_.language_model.order = 3;
    options_.reordering =
        parse_reordering("hier-mslr-bidirectional-fe,dual-mlr,naive-bayes", {.word_classes = 3});
  }

  TrainResult train_in(const char* folder, Reporter& reporter) {
    options_.model_folder = scratch_.path(folder);
    return train(options_, threads_, reporter);
  }

  // The bytes of all model files by name.
  std::map<std::string, std::string> model_in(const char* folder) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(scratch_.path(folder))) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() && name != kReportFile) files[name] = read_bytes(entry.path().string());
    }
    return files;
  }

  ScratchFolder scratch_;
  TrainOptions options_;
  ThreadPool threads_{2};
};

TEST_F(TrainerTest, LoadsTheModelOnceAndReadsNothingBack) {
  options_.tuning = tune::find_method("mert");
  const std::size_t before = TranslationSystem::load_count();
  TestReporter reporter;
  const TrainResult result = train_in("model", reporter);
  EXPECT_EQ(TranslationSystem::load_count(), before + 1);
  EXPECT_EQ(reporter.stages_with("reading"), 0U);
  EXPECT_TRUE(result.evaluated);
  // What was scored is what others load.
  const auto system = TranslationSystem::load(result.model_folder);
  EXPECT_EQ(system.spec().learned.size(), 2U);
  EXPECT_TRUE(
      read_bytes(scratch_.path("model/weights.txt")).ends_with(decode::format_weights(system.weights())));
}

// Twelve sentence pairs with two alignments, and two learned models with samples of two directions each.
TEST_F(TrainerTest, ExtractsThePhrasesOfASentenceOnceForAllModels) {
  const auto extractions = [&](const char* folder) {
    const std::size_t before = phrase::PhraseExtractor::pair_count();
    train_in(folder, silent_reporter());
    return phrase::PhraseExtractor::pair_count() - before;
  };
  EXPECT_EQ(extractions("model"), 24U);
  EXPECT_EQ(extractions("model"), 0U);
  const auto model = model_in("model");
  // Without the table its phrases are extracted again and no samples collected; without a learned model, they
  // are extracted for its samples, with the first alignment alone.
  std::filesystem::remove(scratch_.path("model/phrases.calque"));
  EXPECT_EQ(extractions("model"), 24U);
  std::filesystem::remove(scratch_.path("model/reordering.2.forward.calque"));
  EXPECT_EQ(extractions("model"), 12U);
  EXPECT_EQ(model_in("model"), model);
  // Orientations of the table that are not those of the samples.
  options_.reordering =
      parse_reordering("word-mslr-bidirectional-fe,dual-mlr,naive-bayes", {.word_classes = 3});
  EXPECT_EQ(extractions("other"), 36U);
  auto other = model_in("other");
  for (const char* file : {"reordering.1.backward.calque", "reordering.1.forward.calque",
                           "reordering.2.backward.calque", "reordering.2.forward.calque"})
    EXPECT_EQ(other.at(file), model.at(file)) << file;
}

TEST_F(TrainerTest, AModelWithoutTuningHasTheDefaultWeightsOfItsFeatures) {
  TestReporter reporter;
  const TrainResult result = train_in("model", reporter);
  const auto system = TranslationSystem::load(result.model_folder);
  EXPECT_EQ(decode::format_weights(system.weights()),
            decode::format_weights(decode::default_weights(system.features().descriptions())));
}

// The verb moves over the object: jumps of 0, 1 and 2 words in every pair.
TEST_F(TrainerTest, DistanceSettingsFollowTheJumpsOfTheTrainingText) {
  std::string alignments;
  for (int i = 0; i < 12; ++i) alignments += "0-1 1-4 2-2\n";
  options_.alignments = {scratch_.file("text.align", alignments)};
  TestReporter reporter;
  const auto system = TranslationSystem::load(train_in("model", reporter).model_folder);
  EXPECT_EQ(system.spec().search, (std::map<std::string, std::string>{{"distortion-limit", "6"}}));
  EXPECT_EQ(system.search_options().distortion_limit, 6);
  const auto distance = std::ranges::find(system.weights().groups, "Distortion0", &decode::WeightGroup::name);
  ASSERT_NE(distance, system.weights().groups.end());
  ASSERT_EQ(distance->values.size(), 1U);
  EXPECT_NEAR(distance->values[0], 0.07 * std::log(2.0), 1e-12);
}

TEST_F(TrainerTest, ASystemIsDescribedWithItsPhrases) {
  const TrainResult result = train_in("model", silent_reporter());
  const auto system = TranslationSystem::load(result.model_folder);
  const auto whole = describe_system(system, "model");
  EXPECT_EQ(whole["phrase_pairs"], system.models().phrases.pair_count());
  EXPECT_EQ(whole["learned_reordering"].size(), 2U);
  EXPECT_EQ(describe_features(system).size(), system.weights().groups.size());
  const auto known = describe_phrase(system, "hund");
  ASSERT_FALSE(known["translations"].empty());
  double sum = 0;
  for (const auto& probability : known["translations"][0]["orientations"]["backward"])
    sum += probability.get<double>();
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_TRUE(describe_phrase(system, "zebra")["translations"].empty());
  EXPECT_FALSE(describe_phrase(system, "zebra").contains("count"));
}

TEST_F(TrainerTest, AFileThatWasChangedIsRefused) {
  const std::string folder = train_in("model", silent_reporter()).model_folder;
  EXPECT_NO_THROW(TranslationSystem::load(folder));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!entry.is_regular_file() || path.ends_with("report.html")) continue;
    const std::string whole = read_bytes(path);
    // Zeros may stand between sections, and the line with the checksum of weights is a comment that people
    // may remove.
    const std::size_t begin = whole.starts_with("# checksum") ? whole.find('\n') : 0;
    for (std::size_t at = begin; at < whole.size(); at += whole.size() / 23 + 1) {
      if (whole[at] == 0) continue;
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      store::write_whole(path, changed);
      EXPECT_THROW(TranslationSystem::load(folder), Error) << path << " " << at;
    }
    store::write_whole(path, whole);
  }
  EXPECT_NO_THROW(TranslationSystem::load(folder));
}

TEST_F(TrainerTest, WeightsMayBeEdited) {
  const std::string folder = train_in("model", silent_reporter()).model_folder;
  const std::string path = path_in(folder, kWeightsFile);
  std::string text = read_bytes(path);
  text.erase(0, text.find('\n') + 1);
  text.replace(text.find("LM0= 0.5"), 8, "LM0= 0.7");
  store::write_whole(path, text);
  EXPECT_NO_THROW(TranslationSystem::load(folder));
}

TEST_F(TrainerTest, PartsOfTwoModelsAreRefused) {
  const std::string one = train_in("one", silent_reporter()).model_folder;
  options_.seed = 7;
  options_.table.extract.max_length = 2;
  const std::string two = train_in("two", silent_reporter()).model_folder;
  std::filesystem::copy_file(path_in(two, kPhraseTableFile), path_in(one, kPhraseTableFile),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW(TranslationSystem::load(one), FormatError);
}

TEST_F(TrainerTest, AStepThatIsMissingReadsBackOnlyWhatItNeeds) {
  TestReporter reporter;
  train_in("model", reporter);
  const auto model = model_in("model");
  std::filesystem::remove(scratch_.path("model/reordering.1.forward.calque"));
  std::filesystem::remove(scratch_.path("model/reordering.2.forward.calque"));
  TestReporter second;
  train_in("model", second);
  EXPECT_EQ(second.stages_with("reading"), 1U);  // the first alignment, for both models
  EXPECT_EQ(second.stages_with("learning how phrases move"), 2U);
  EXPECT_EQ(model_in("model"), model);
}

TEST_F(TrainerTest, ARunThatWasStoppedAnywhereGoesOnToTheSameModel) {
  TestReporter whole;
  train_in("whole", whole);
  const auto model = model_in("whole");
  std::size_t stops = 0;
  for (std::size_t limit = 0;; limit += 7) {
    const std::string folder = "stopped" + std::to_string(limit);
    TestReporter stopping(limit);
    try {
      train_in(folder.c_str(), stopping);
      break;
    } catch (const Stopped&) {
      ++stops;
    }
    TestReporter reporter;
    train_in(folder.c_str(), reporter);
    EXPECT_EQ(model_in(folder.c_str()), model) << "stopped after " << limit << " reports";
  }
  EXPECT_GT(stops, 5U);
}

}  // namespace
}  // namespace calque::pipeline
