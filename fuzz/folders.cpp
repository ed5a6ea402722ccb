// Files that a model folder keeps beside its models: lists of words, and what lets training and tuning go on.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "base/thread_pool.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"
#include "pipeline/description.h"
#include "pipeline/dropped_words.h"
#include "pipeline/new_folder.h"
#include "pipeline/step_log.h"
#include "pipeline/tuning_state.h"
#include "reader.h"
#include "store/container.h"
#include "store/json_text.h"
#include "table.h"

namespace calque::fuzz {
namespace {

const calque::testing::ScratchFolder& scratch() {
  static const calque::testing::ScratchFolder folder;
  return folder;
}

void read_function_words(Bytes bytes) {
  const pipeline::DroppedWords dropped(small_table(), text_of(bytes), "fuzz");
  const std::vector<std::string> source{"das", "alte", "Haus", "."};
  decode::Translation translation;
  translation.words = {"the", "house"};
  for (const std::uint32_t position : dropped.find(source, {}, translation))
    CALQUE_CHECK(position < source.size());
}

// A log that cannot be read counts as none.
void read_steps(Bytes bytes) {
  std::filesystem::create_directories(scratch().folder() / "work");
  scratch().file("work/steps.json", text_of(bytes));
  pipeline::StepLog log(scratch().folder().string());
  log.run(
      {.name = "align", .title = "", .depends_on = nullptr, .outputs = {}}, [] { return nlohmann::json(1); },
      silent_reporter());
}

void read_tuning_state(Bytes bytes) {
  std::string key;
  const nlohmann::json json = store::parse_json(text_of(bytes), false);
  if (json.is_object() && json.contains("key") && json["key"].is_string()) key = json["key"];
  scratch().file("run-1.json", text_of(bytes));
  const auto state = pipeline::load_state(scratch().folder().string(), "run-1", key);
  if (state) CALQUE_CHECK(state->key == key);
}

// What a killed run had begun is removed, and nothing outside of its folder.
void read_unfinished(Bytes bytes) {
  const std::string other = scratch().file("other", "x");
  const std::string folder = scratch().path("model");
  std::filesystem::create_directories(folder);
  scratch().file("model/.unfinished", text_of(bytes));
  { const pipeline::NewFolder made(folder); }
  CALQUE_CHECK(std::filesystem::exists(other) && !std::filesystem::exists(folder));
}

void inspect(const std::string& path) {
  for (const auto verify : {store::Verify::kUsual, store::Verify::kFull})
    store::lenient_json_text(pipeline::describe_container(path, verify));
}

const Registered function_words({"function-words", read_function_words});
const Registered steps({"steps", read_steps});
const Registered tuning_state({"tuning-state", read_tuning_state});
const Registered unfinished({"unfinished-folder", read_unfinished});
const Registered containers({"inspect", from_file<inspect>, true});

}  // namespace
}  // namespace calque::fuzz
