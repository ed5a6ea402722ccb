// The options of every command that trains a system from sentence pairs: which pairs, how they are prepared
// and aligned, and what becomes of their phrases.
#pragma once

#include <cstdint>
#include <string>

#include "options.h"
#include "parallel_arguments.h"
#include "phrase/table_options.h"
#include "pipeline/train_options.h"

namespace calque::apps {

struct TrainingArguments {
  pipeline::TrainOptions options;
  ParallelArguments pairs;
  std::optional<text::Casing> casing{};  // usually what suits the text
  std::string align_model = "several";   // or one model's name
  align::Symmetrization symmetrize = align::Symmetrization::kGrowDiagFinalAnd;

  // Fills `options` from the names given. Throws UsageError for names that do not exist and for a development
  // set with one side.
  void complete(std::uint64_t seed);
};

// --tune: a method, or none (null); without the option, the `usual` one. Throws UsageError for other names.
void add_tune_option(Command& command, const tune::Method*& method, const char* usual);

// Options of every command that makes a phrase table.
void add_table_options(Command& command, phrase::TableOptions& options);

// The arguments must live as long as the command.
void add_training_options(Command& command, TrainingArguments& arguments);

}  // namespace calque::apps
