// The files of a model, tied to its manifest.
//
// The manifest names every file that translating reads, but for the weights, which people may edit and which
// have a checksum of their own. Parts of two models, or a file that was changed by hand or by a failing disk,
// are found when a model is loaded: a file of several gigabytes by the checksum of its header, which covers
// those of all its sections.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/system_spec.h"

namespace calque::pipeline {

// The files of a system in a folder, as they are named there: those of its models, its preparation and its
// truecase models.
std::vector<std::string> part_files(const SystemSpec& spec, const std::string& folder);

// {"bytes": ..., "hash": ...} of each file, for the manifest's "parts". Throws UsageError if one is missing.
nlohmann::json describe_parts(const SystemSpec& spec, const std::string& folder);

// Makes the files as they are now the model's, after one was exchanged for another on purpose.
void accept_parts(const std::string& folder);

// Before anything is loaded, settings and lists are checked, and models by their headers: what a reader would
// say about a damaged word list, or about one whose words are those of another phrase table, helps nobody. A
// model whose header cannot be read says better itself what is wrong with it, so it is left to its reader.
// Models are checked again afterwards: then what was loaded is what belongs there.
enum class Moment { kBeforeLoading, kAfterLoading };

// Throws FormatError naming a file that is not the one that the manifest describes, or that the manifest does
// not name.
void check_parts(const nlohmann::json& manifest, const SystemSpec& spec, const std::string& folder,
                 Moment moment);

}  // namespace calque::pipeline
