#include "pipeline/manifest.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "store/content_hash.h"
#include "store/json_text.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

constexpr const char* kFormat = "calque-model";
constexpr int kFormatVersion = 2;
constexpr const char* kChecksum = "checksum";  // of everything else in the manifest

}  // namespace

std::string language_model_file(std::size_t k) {
  return k == 0 ? kLanguageModelFile : fmt::format("lm{}.calque", k);
}

std::string alignment_file(std::size_t k) {
  return fmt::format("{}/alignment.{}.zst", kWorkFolder, k + 1);
}

std::string path_in(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

nlohmann::json read_manifest(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw UsageError({folder}, "there is no such model folder",
                     "give the folder that 'calque train -o' wrote");
  }
  const std::string path = path_in(folder, kManifestFile);
  if (!std::filesystem::exists(path)) {
    throw UsageError({path}, "the model has no manifest.json: training has not finished",
                     "run the same 'calque train' command again, it goes on where it stopped");
  }
  nlohmann::json manifest = store::parse_json(store::read_whole(path), false);
  if (!manifest.is_object() || manifest.value("format", "") != kFormat) {
    throw FormatError({path}, "this is not the manifest of a Calque model", "train the model again");
  }
  const auto version = manifest.find("format_version");
  if (version == manifest.end() || *version != kFormatVersion) {
    throw FormatError(
        {path},
        fmt::format("model format version {} is not known here (this program reads {})",
                    version == manifest.end() ? "?" : store::json_text(*version), kFormatVersion),
        "use the calque version that trained it, or train again");
  }
  const nlohmann::json checksum = std::exchange(manifest[kChecksum], nullptr);
  manifest.erase(kChecksum);
  if (checksum != store::hash_text(store::json_text(manifest))) {
    throw FormatError({path}, "the manifest is damaged or was edited",
                      "copy the model again or train it again");
  }
  return manifest;
}

nlohmann::json with_versions(const nlohmann::json& manifest) {
  nlohmann::json whole = {
      {"format", kFormat}, {"format_version", kFormatVersion}, {"tool_version", kToolVersion}};
  whole.update(manifest);
  return whole;
}

void write_manifest(const std::string& folder, const nlohmann::json& manifest) {
  nlohmann::ordered_json whole = {
      {"format", kFormat}, {"format_version", kFormatVersion}, {"tool_version", kToolVersion}};
  whole.update(manifest);
  whole[kChecksum] = store::hash_text(store::json_text(with_versions(manifest)));
  store::TextWriter writer(path_in(folder, kManifestFile));
  writer.write_line(store::json_text(whole, 2));
  writer.commit();
}

}  // namespace calque::pipeline
