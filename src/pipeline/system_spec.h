// What a translation system consists of and how it translates: the part of a model folder's manifest that is
// needed to load the system (docs/formats/model-folder.md). What else stands in a manifest is a record of how
// the system was made.
//
// Values and pure functions. Throws FormatError that names the manifest, the key and what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "decode/features/models.h"
#include "decode/search_options.h"
#include "kernel/options.h"
#include "phrase/reordering_type.h"
#include "pipeline/learned_reordering.h"

namespace calque::pipeline {

// How a system was made.
enum class SystemKind : std::uint8_t {
  kTrained,   // by `calque train`
  kImported,  // from the files of a Moses system
  kBlock,     // a block bigram system, whose only features are those of its block model
};

// A learned reordering model with its files in the model folder.
struct LearnedReorderingSpec {
  LearnedReordering settings{};                     // beta is never 0 here
  std::map<reorder::Direction, std::string> files;  // at least one
  std::string word_classes_mark;                    // of the word classes that all files were trained with

  // Model number k, from 0, of a training run.
  static LearnedReorderingSpec trained(const LearnedReordering& settings, std::size_t k,
                                       std::string word_classes_mark);
};

struct SystemSpec {
  SystemKind kind = SystemKind::kTrained;
  bool distance = true;        // whether the length of jumps is a feature
  double distance_weight = 0;  // of that feature before tuning, beside an orientation model; 0: the usual one
  std::optional<phrase::ReorderingType> lexicalised{};  // the lexicalised reordering model
  std::vector<LearnedReorderingSpec> learned{};
  std::size_t language_models = 1;
  std::vector<std::string> phrase_features{};  // names of the registry (decode/features/registry.h)
  std::vector<std::string> sparse_features{};  // the same
  std::optional<kernel::KernelOptions> kernel{};
  bool pre_image = false;       // translates by pre-image search, not with the decoder; needs a kernel model
  bool function_words = false;  // has a list of the source language's function words
  bool pair_model = false;      // has a model that aligns single sentence pairs
  bool block_features = false;  // the scores of a block model beside all others
  std::map<std::string, std::string> search{};  // settings by name, for the system to translate with

  bool has_block_model() const { return kind == SystemKind::kBlock || block_features; }
  // "none", "distance" or the lexicalised model's name.
  std::string reordering_name() const;
  // The features that the decoder needs beyond the standard ones.
  decode::FeatureChoice features() const;
  // The defaults with the system's own settings. Throws UsageError for settings that do not exist or cannot
  // have such values; those of a parsed spec do and can.
  decode::SearchOptions search_options() const;
  // The model files in the folder, phrase table first.
  std::vector<std::string> model_files() const;
};

// `file` is the manifest's name for errors. Keys that older versions did not write may be missing.
SystemSpec parse_system_spec(const nlohmann::json& manifest, const std::string& file);
// Sets the keys of the manifest that parse_system_spec() reads. Others stay as they are.
void write_system_spec(const SystemSpec& spec, nlohmann::json& manifest);

}  // namespace calque::pipeline
