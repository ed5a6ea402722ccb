// Which steps of a training run are done, so that an interrupted or repeated run does only what is missing.
//
// A step is done again when its key changes: the key names everything its result depends on (options, content
// of the inputs, the steps before it, the version of the program), never the time or the number of threads.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"

namespace calque::pipeline {

struct Step {
  std::string name;                  // "align": the record's name
  std::string title;                 // what people see
  nlohmann::json depends_on;         // everything the result depends on
  std::vector<std::string> outputs;  // files it writes, relative to the model folder
};

struct StepRecord {
  std::string key;
  nlohmann::json facts;  // figures the step reports, for the report page and for later steps
  double seconds = 0;
  std::map<std::string, std::string> output_hashes;
};

class StepLog {
 public:
  // `folder` is the model folder; the log is FOLDER/work/steps.json. A log that cannot be read counts as
  // empty.
  explicit StepLog(std::string folder);

  // Runs `work` unless a finished run with the same key is on record and its outputs are unchanged. `work`
  // returns the step's facts. The record is on disk before run returns.
  const StepRecord& run(const Step& step, const std::function<nlohmann::json()>& work, Reporter& reporter);

  // Whether run() would find that a finished run is on record.
  bool is_done(const Step& step) const;

  // Steps in the order they were run in this process.
  const std::vector<std::string>& order() const { return order_; }
  const StepRecord& record(const std::string& name) const { return records_.at(name); }

 private:
  bool is_done(const Step& step, const std::string& key) const;
  std::string path_of(const std::string& file) const;
  void save() const;

  std::string folder_;
  std::map<std::string, StepRecord> records_;
  std::vector<std::string> order_;
};

}  // namespace calque::pipeline
