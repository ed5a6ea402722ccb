// The steps of training from an aligned corpus to the models of a folder: language models, phrases, learned
// reordering, kernel regression.
//
// For one thread. Throws what the modules throw; a step that was done before is not done again.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/numbered_occurrences.h"
#include "phrase/occurrence_observer.h"
#include "pipeline/reordering_step.h"
#include "pipeline/step_log.h"
#include "pipeline/system_spec.h"
#include "pipeline/train_options.h"
#include "pipeline/training_text.h"
#include "pipeline/word_order.h"

namespace calque::pipeline {

std::size_t alignment_count(const TrainOptions& options);
// The alignment whose model is kept to align single pairs; nothing if none of them has a small one.
std::optional<std::size_t> kept_aligner(const TrainOptions& options);
// The names of steps.
std::string alignment_step(std::size_t k);
std::string reordering_step(std::size_t k);

// Where steps read and write.
struct StepContext {
  const TrainOptions& options;
  const nlohmann::json& inputs;  // describe_inputs
  TrainingText& text;
  StepLog& log;
  ThreadPool& threads;
  Reporter& reporter;
  WordOrder order{};                                  // of the whole training text
  std::map<std::string, std::string> earlier_keys{};  // of steps on another log

  std::string path(const std::string& file) const;
  // What a step depends on: the program, its own options, and the keys of the steps whose results it reads.
  nlohmann::json dependencies(nlohmann::json own, const std::vector<std::string>& steps) const;
};

class ModelSteps {
 public:
  explicit ModelSteps(const StepContext& context) : context_(context), samples_(context.options.table) {}

  void train_language_model();
  // Models that were given.
  void add_language_models();
  // What sparse features call words.
  void write_word_labels();
  // The phrase table, and the source language's function words. Only the first alignment stays in memory.
  void extract_phrases();
  // The same, and the learned reordering models, if possible from the same extraction.
  void extract_phrases_and_learn_reordering();
  void train_kernel();

  // The system that these steps made. `reordering`: the facts of each learned model.
  SystemSpec system_spec(const std::vector<nlohmann::json>& reordering) const;
  // Of the learned models that were made.
  std::vector<nlohmann::json> reordering_facts() const;

 private:
  void write_function_words(const phrase::AlignedText& text) const;
  void extract_phrases(bool for_reordering);
  // What looks on while phrases are extracted like this, or null.
  phrase::OccurrenceObserver* begin_samples(const phrase::ExtractOptions& extraction);
  void train_word_classes();
  Step step_of_reordering(std::size_t k) const;
  void learn_reordering(std::size_t k);
  const TrainOptions& options() const { return context_.options; }

  const StepContext& context_;
  ReorderingSamples samples_;
};

}  // namespace calque::pipeline
