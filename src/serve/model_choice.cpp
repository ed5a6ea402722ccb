#include "serve/model_choice.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "serve/http.h"
#include "serve/languages.h"
#include "serve/request_error.h"

namespace calque::serve {
namespace {

constexpr std::string_view kAuto = "auto";

// The model for languages that are known; the target may be empty.
const Model& model_for(const ModelSet& models, std::string_view source, std::string_view target) {
  const std::string from = language_code(source);
  const std::vector<std::string> targets = models.targets(from);
  if (targets.empty())
    throw RequestError(400, fmt::format("nothing is translated from '{}' here; from {}", source,
                                        fmt::join(models.sources(), ", ")));
  const Model* model = models.find(from, target.empty() ? targets.front() : language_code(target));
  if (model == nullptr)
    throw RequestError(400, fmt::format("'{}' is not translated into '{}' here; into {}", source, target,
                                        fmt::join(targets, ", ")));
  return *model;
}

// The languages that something is translated from into the target; any target if that is empty.
std::vector<std::string> sources_for(const ModelSet& models, const std::string& target) {
  std::vector<std::string> sources = models.sources();
  if (!target.empty())
    std::erase_if(sources, [&](const std::string& source) { return models.find(source, target) == nullptr; });
  return sources;
}

}  // namespace

Choice choose_model(const ModelSet& models, std::string_view source, std::string_view target,
                    std::string_view text) {
  if (!source.empty() && lower_ascii(source) != kAuto) return {&model_for(models, source, target), {}};
  const std::string to = target.empty() ? std::string() : language_code(target);
  const std::vector<std::string> sources = sources_for(models, to);
  if (sources.empty()) throw RequestError(400, fmt::format("nothing is translated into '{}' here", target));
  if (source.empty() && sources.size() == 1) return {&model_for(models, sources.front(), target), {}};
  const std::vector<Detection> found = models.detector().detect(text);
  if (!found.empty() && found.front().confidence > 0 && found.front().language == to)
    return {nullptr, found.front()};
  const auto usable = std::find_if(found.begin(), found.end(), [&](const Detection& each) {
    return std::find(sources.begin(), sources.end(), each.language) != sources.end();
  });
  const Detection detection = usable == found.end() ? Detection{sources.front(), 0} : *usable;
  return {&model_for(models, detection.language, target), detection};
}

}  // namespace calque::serve
