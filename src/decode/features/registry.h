// The features that a system can have besides the standard ones, by the names that people use for them.
//
// A new feature is a class derived from one of the bases in feature.h and a row of the table in registry.cpp;
// CONTRIBUTING.md shows the way. The command line, manifests and the exchange with Moses go by the table.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"
#include "decode/features/models.h"
#include "decode/weights.h"

namespace calque::decode {

// Which option of `calque train` switches a feature on. Manifests keep the same names.
enum class FeatureOption : std::uint8_t {
  kPhrase,  // --phrase-features: an OptionFeature of the phrase pair by itself, wherever it is used
  kSparse,  // --sparse-features: a sum of named indicators (indicators.h)
};

// What features are made from.
struct FeatureInput {
  std::shared_ptr<const Models> models;
  std::span<const SparseWeight> sparse_weights{};

  // Keep all models alive.
  std::shared_ptr<const phrase::PhraseTable> table() const { return {models, &models->phrases}; }
  std::shared_ptr<const WordLabels> labels() const { return {models, &models->labels}; }
};

struct RegisteredFeature {
  FeatureOption option;
  std::string_view name;  // in options and manifests
  std::string_view help;
  FeatureDescription description;  // name in weights and n-best lists, default weights
  std::unique_ptr<const Feature> (*make)(const FeatureDescription& description, const FeatureInput& input);
};

std::span<const RegisteredFeature> registered_features();

// Throws UsageError if there is none of that name.
const RegisteredFeature& registered_feature(FeatureOption option, std::string_view name);
// Whether a phrase feature is called so in weights and n-best lists.
bool is_phrase_feature(std::string_view description_name);

// Names separated by commas; empty or "none": none. Throws UsageError for an unknown name and one that is
// there twice.
std::vector<std::string> parse_feature_names(FeatureOption option, std::string_view names);
// "count (logarithm of ...), singleton (...)", for the help of the option.
std::string feature_help(FeatureOption option);

// In the order of the names.
void append_features(FeatureOption option, std::span<const std::string> names, const FeatureInput& input,
                     std::vector<std::unique_ptr<const Feature>>& features);

}  // namespace calque::decode
