#include "decode/weights.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/content_hash.h"
#include "store/text_file.h"

namespace calque::decode {
namespace {

std::string names_of(std::span<const FeatureDescription> features) {
  std::string names;
  for (const auto& feature : features) names += (names.empty() ? "" : ", ") + feature.name;
  return names;
}

std::string numbers(std::size_t count) {
  return fmt::format("{} number{}", count, count == 1 ? "" : "s");
}

std::size_t position_of(std::string_view name, std::span<const FeatureDescription> features,
                        const Place& place) {
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i].name == name) return i;
  }
  throw DataError(place, fmt::format("there is no feature '{}' in this model", name),
                  "remove the line or use one of " + names_of(features));
}

std::vector<double> parse_values(std::span<const std::string_view> fields, const FeatureDescription& feature,
                                 const Place& place) {
  std::vector<double> values;
  for (const std::string_view field : fields) {
    const std::optional<double> value = parse_real(field);
    if (!value) {
      throw DataError(place, fmt::format("weight '{}' of {} is not a finite number", field, feature.name),
                      "write it as a decimal number such as 0.25");
    }
    values.push_back(*value);
  }
  if (values.size() != feature.score_count()) {
    throw DataError(place,
                    fmt::format("{} has {} scores but the line gives {}", feature.name, feature.score_count(),
                                numbers(values.size())),
                    "write one weight per score");
  }
  return values;
}

SparseWeight parse_sparse(std::string_view name, std::span<const std::string_view> fields,
                          std::span<const FeatureDescription> features, const Place& place) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string_view::npos || bracket + 2 > name.size() - 1) {
    throw DataError(place, fmt::format("'{}' is not a feature with an indicator in brackets", name),
                    "write lines such as 'SparseLengths0[len.2.3]= 0.1'");
  }
  const FeatureDescription& feature = features[position_of(name.substr(0, bracket), features, place)];
  const std::vector<double> value = parse_values(fields, {feature.name, {0}}, place);
  return {feature.name, std::string(name.substr(bracket + 1, name.size() - bracket - 2)), value[0]};
}

constexpr std::string_view kChecksumMark = "# checksum ";

// A comment in a file that a program wrote: a byte that flips on a disk would otherwise be another weight. It
// is the first line and covers all others, so that it does not get lost with the end of a file that is cut.
// Older versions wrote it as the last line.
void check_sum(std::string_view line, std::string_view text, const Place& place) {
  const auto begin = static_cast<std::size_t>(line.data() - text.data());
  const std::string_view covered =
      begin > 0 ? text.substr(0, begin) : text.substr(std::min(line.size() + 1, text.size()));
  const std::string_view given = line.substr(kChecksumMark.size(), store::hash_text({}).size());
  if (given == store::hash_text(covered)) return;
  throw DataError(place, "the weights are not those that were written with this checksum",
                  "remove this line if you have edited them; otherwise copy or tune them again");
}

}  // namespace

Weights default_weights(std::span<const FeatureDescription> features) {
  Weights weights;
  for (const auto& feature : features) weights.groups.push_back({feature.name, feature.default_weights});
  return weights;
}

Weights parse_weights(std::string_view text, const std::string& file,
                      std::span<const FeatureDescription> features) {
  Weights weights;
  for (const auto& feature : features) weights.groups.push_back({feature.name, {}});
  Place place{.file = file};
  for (std::string_view line : split_fields(text, "\n")) {
    ++place.line;
    if (line.starts_with(kChecksumMark)) check_sum(line, text, place);
    line = trim(line);
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> fields = split_words(line);
    if (fields[0].size() < 2 || fields[0].back() != '=') {
      throw DataError(place, fmt::format("'{}' is not a feature name followed by '='", fields[0]),
                      "write lines such as 'LM0= 0.5'");
    }
    const std::string_view name = fields[0].substr(0, fields[0].size() - 1);
    if (name.back() == ']') {
      weights.sparse.push_back(parse_sparse(name, std::span(fields).subspan(1), features, place));
      continue;
    }
    const std::size_t i = position_of(name, features, place);
    if (!weights.groups[i].values.empty()) {
      throw DataError(place, fmt::format("the weights of {} are given twice", features[i].name),
                      "keep one of the lines");
    }
    weights.groups[i].values = parse_values(std::span(fields).subspan(1), features[i], place);
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (!weights.groups[i].values.empty()) continue;
    throw DataError(
        {.file = file}, fmt::format("the weights of {} are missing", features[i].name),
        fmt::format("add a line '{}= ' with {}", features[i].name, numbers(features[i].score_count())));
  }
  return weights;
}

Weights read_weights(const std::string& path, std::span<const FeatureDescription> features) {
  return parse_weights(store::read_whole(path), path, features);
}

std::string format_weights(const Weights& weights) {
  std::string text;
  for (const auto& group : weights.groups) {
    text += group.name + "=";
    for (const double value : group.values) text += fmt::format(" {}", value);
    text += '\n';
  }
  for (const auto& weight : weights.sparse)
    text += fmt::format("{}[{}]= {}\n", weight.feature, weight.key, weight.value);
  return text;
}

void write_weights(const Weights& weights, const std::string& path) {
  std::string text = format_weights(weights);
  if (path != "-")
    text = fmt::format("{}{}; remove this line if you edit the file\n{}", kChecksumMark,
                       store::hash_text(text), text);
  store::write_whole(path, text);
}

std::vector<double> flatten(const Weights& weights, std::span<const FeatureDescription> features) {
  if (weights.groups.size() != features.size()) {
    throw UsageError({},
                     fmt::format("{} weight groups for {} features", weights.groups.size(), features.size()),
                     "give weights for " + names_of(features));
  }
  std::vector<double> values;
  for (const auto& feature : features) {
    const auto group = std::find_if(weights.groups.begin(), weights.groups.end(),
                                    [&](const auto& candidate) { return candidate.name == feature.name; });
    if (group == weights.groups.end() || group->values.size() != feature.score_count()) {
      throw UsageError({}, "the weights do not fit feature " + feature.name,
                       "give it " + numbers(feature.score_count()));
    }
    for (const double value : group->values) {
      if (!std::isfinite(value)) {
        throw UsageError({}, "a weight of " + feature.name + " is not finite", "use finite numbers");
      }
      values.push_back(value);
    }
  }
  return values;
}

Weights unflatten(std::span<const double> values, std::span<const FeatureDescription> features) {
  Weights weights;
  for (const auto& feature : features) {
    CALQUE_CHECK(values.size() >= feature.score_count());
    const auto own = values.first(feature.score_count());
    weights.groups.push_back({feature.name, {own.begin(), own.end()}});
    values = values.subspan(feature.score_count());
  }
  CALQUE_CHECK(values.empty());
  return weights;
}

}  // namespace calque::decode
