// The manifest of a model folder: what the model was made from and with, and which files belong to it.
// docs/formats/model-folder.md describes it. Written last, so its presence means that the model is whole.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

namespace calque::pipeline {

inline constexpr const char* kToolVersion = CALQUE_VERSION;

// The files of a model folder.
inline constexpr const char* kManifestFile = "manifest.json";
inline constexpr const char* kPreparationFile = "preparation.txt";
inline constexpr const char* kSourceTruecaseFile = "truecase.source.txt";
inline constexpr const char* kTargetTruecaseFile = "truecase.target.txt";
inline constexpr const char* kPhraseTableFile = "phrases.calque";
inline constexpr const char* kFunctionWordsFile = "function-words.txt";
inline constexpr const char* kPairModelFile = "pairs.calque";
inline constexpr const char* kLanguageModelFile = "lm.calque";
inline constexpr const char* kWordLabelsFile = "labels.txt";
inline constexpr const char* kBlockModelFile = "block.calque";
inline constexpr const char* kKernelFile = "kernel.calque";
inline constexpr const char* kWeightsFile = "weights.txt";
inline constexpr const char* kReportFile = "report.html";
inline constexpr const char* kWorkFolder = "work";
inline constexpr const char* kTuningFolder = "work/tuning";
// Pairs that were held out of the training text as they were written, the weights tuned on them, and the
// folder of the system that is tuned.
inline constexpr const char* kHeldOutSourceFile = "work/held-out.source.txt";
inline constexpr const char* kHeldOutTargetFile = "work/held-out.target.txt";
inline constexpr const char* kHeldOutWeightsFile = "work/held-out.weights.txt";
inline constexpr const char* kHeldOutFolder = "work/held-out";
inline constexpr const char* kCorpusFile = "work/corpus.calque";
inline constexpr const char* kSourceClassesFile = "work/classes.source.txt";
inline constexpr const char* kTargetClassesFile = "work/classes.target.txt";

// Value of options.reordering without lexicalised reordering; otherwise its name (phrase/reordering_type.h).
inline constexpr const char* kDistanceOnly = "distance";
// The same without even the distance.
inline constexpr const char* kNoReordering = "none";

// Language model number k of the folder, from 0; the first is kLanguageModelFile.
std::string language_model_file(std::size_t k);
// The corpus's word alignment number k, from 0.
std::string alignment_file(std::size_t k);

std::string path_in(const std::string& folder, const std::string& file);

// Throws UsageError if there is no model folder or no manifest in it, FormatError if it cannot be read or is
// of another version.
nlohmann::json read_manifest(const std::string& folder);
// The manifest with the format's and the program's version, as it is read back.
nlohmann::json with_versions(const nlohmann::json& manifest);
void write_manifest(const std::string& folder, const nlohmann::json& manifest);

}  // namespace calque::pipeline
