#include "pipeline/model_parts.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "pipeline/manifest.h"
#include "store/container.h"
#include "store/content_hash.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

bool is_model(const std::string& file) {
  return file.ends_with(".calque");
}

bool has_header(const std::string& path) {
  try {
    store::Container::open_any(path, store::Verify::kHeader);
    return true;
  } catch (const Error&) {
    return false;
  }
}

nlohmann::json describe(const std::string& path) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) {
    throw UsageError({path}, fmt::format("a file of the model is missing ({})", error.message()),
                     "copy the model again or train it again");
  }
  if (is_model(path)) {
    try {
      const auto container = store::Container::open_any(path, store::Verify::kHeader);
      return {{"bytes", bytes}, {"hash", fmt::format("header:{:016x}", container.checksum())}};
    } catch (const FormatError&) {  // a language model may also be text
    }
  }
  return {{"bytes", bytes}, {"hash", store::hash_file(path)}};
}

}  // namespace

std::vector<std::string> part_files(const SystemSpec& spec, const std::string& folder) {
  std::vector<std::string> files = spec.model_files();
  files.emplace_back(kPreparationFile);
  for (const char* file : {kSourceTruecaseFile, kTargetTruecaseFile})
    if (fs::exists(path_in(folder, file))) files.emplace_back(file);
  return files;
}

nlohmann::json describe_parts(const SystemSpec& spec, const std::string& folder) {
  nlohmann::json parts = nlohmann::json::object();
  for (const std::string& file : part_files(spec, folder)) parts[file] = describe(path_in(folder, file));
  return parts;
}

void accept_parts(const std::string& folder) {
  nlohmann::json manifest = read_manifest(folder);
  const SystemSpec spec = parse_system_spec(manifest, path_in(folder, kManifestFile));
  manifest["parts"] = describe_parts(spec, folder);
  write_manifest(folder, manifest);
}

void check_parts(const nlohmann::json& manifest, const SystemSpec& spec, const std::string& folder,
                 Moment moment) {
  const nlohmann::json parts = manifest.value("parts", nlohmann::json::object());
  const std::vector<std::string> used = part_files(spec, folder);
  std::set<std::string> files(used.begin(), used.end());
  // A file that belongs to the model must be there, also if nothing asks for it yet.
  for (const auto& part : parts.items()) files.insert(part.key());
  for (const std::string& file : files) {
    const bool checked = moment == Moment::kAfterLoading
                             ? is_model(file)
                             : !is_model(file) || has_header(path_in(folder, file));
    if (!checked) continue;
    const auto part = parts.find(file);
    if (part != parts.end() && *part == describe(path_in(folder, file))) continue;
    throw FormatError(
        {path_in(folder, file)},
        part == parts.end() ? "the model's manifest does not name this file"
                            : "this is not the file that belongs to the model",
        "copy the model again or train it again; if you exchanged the file on purpose, run 'calque "
        "inspect FOLDER --accept-parts'");
  }
}

}  // namespace calque::pipeline
