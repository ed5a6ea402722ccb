#include "pipeline/step_log.h"

#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "store/content_hash.h"
#include "store/json_text.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

constexpr const char* kLogFile = "work/steps.json";

std::map<std::string, StepRecord> read_records(const std::string& path) {
  std::map<std::string, StepRecord> records;
  if (!std::filesystem::exists(path)) return records;
  try {
    const nlohmann::json json = store::parse_json(store::read_whole(path));
    for (const auto& [name, entry] : json.items()) {
      records[name] = {entry.at("key"), entry.at("facts"), entry.at("seconds"), entry.at("outputs")};
    }
  } catch (const nlohmann::json::exception&) {
    return {};  // damaged: every step simply runs again
  }
  return records;
}

std::string key_of(const Step& step) {
  return store::hash_text(store::json_text(step.depends_on));
}

}  // namespace

StepLog::StepLog(std::string folder)
    : folder_(std::move(folder)), records_(read_records(path_of(kLogFile))) {}

std::string StepLog::path_of(const std::string& file) const {
  return (std::filesystem::path(folder_) / file).string();
}

bool StepLog::is_done(const Step& step, const std::string& key) const {
  const auto found = records_.find(step.name);
  if (found == records_.end() || found->second.key != key) return false;
  for (const std::string& output : step.outputs) {
    const auto hash = found->second.output_hashes.find(output);
    if (hash == found->second.output_hashes.end() || !std::filesystem::exists(path_of(output)) ||
        store::hash_file(path_of(output)) != hash->second) {
      return false;
    }
  }
  return true;
}

bool StepLog::is_done(const Step& step) const {
  return is_done(step, key_of(step));
}

const StepRecord& StepLog::run(const Step& step, const std::function<nlohmann::json()>& work,
                               Reporter& reporter) {
  const std::string key = key_of(step);
  order_.push_back(step.name);
  if (is_done(step, key)) {
    reporter.stage(step.title + " (done before, kept)");
    return records_.at(step.name);
  }
  reporter.stage(step.title);
  records_.erase(step.name);
  const auto start = std::chrono::steady_clock::now();
  StepRecord record{key, work(), 0, {}};
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const std::string& output : step.outputs)
    record.output_hashes[output] = store::hash_file(path_of(output));
  reporter.note(fmt::format("done in {:.1f} s", record.seconds));
  const auto place = records_.insert_or_assign(step.name, std::move(record)).first;
  save();
  return place->second;
}

void StepLog::save() const {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, record] : records_) {
    json[name] = {{"key", record.key},
                  {"facts", record.facts},
                  {"seconds", record.seconds},
                  {"outputs", record.output_hashes}};
  }
  store::TextWriter writer(path_of(kLogFile));
  writer.write_line(store::json_text(json, 2));
  writer.commit();
}

}  // namespace calque::pipeline
