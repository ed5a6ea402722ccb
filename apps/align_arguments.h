// The options of every command that trains or uses a word alignment model.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "align/alignment_model.h"
#include "align/options.h"
#include "command.h"
#include "parallel_arguments.h"
#include "text/corpus.h"

namespace calque::apps {

struct AlignArguments {
  ParallelArguments corpus;
  std::string model = "fertility";
  std::string smoothing = "variational";
  std::string purpose = "translation";
  std::string symmetrization;  // empty: by purpose
  std::string direction = "both";
  align::AlignOptions options;
};

// Throw UsageError for names that do not exist.
align::AlignmentModelKind parse_alignment_model(const std::string& name);
align::Symmetrization parse_symmetrization(const std::string& name);

// Which model, and how it is trained.
void add_model_options(CLI::App& command, AlignArguments& arguments);
// How posteriors become links.
void add_link_options(CLI::App& command, AlignArguments& arguments);

// Throws UsageError for names that do not exist and numbers out of range.
align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common);

// Sentence pairs of tokenised text, in any of the formats of parallel_arguments.h.
text::ParallelCorpus read_pairs(const ParallelArguments& arguments, ThreadPool& threads);

}  // namespace calque::apps
