#include "decode/features/registry.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "decode/features/phrase_counts.h"
#include "decode/features/sparse_orientation.h"
#include "decode/features/sparse_phrases.h"
#include "decode/features/unaligned_words.h"

namespace calque::decode {
namespace {

using Description = FeatureDescription;
using Input = FeatureInput;

// For features that need no model.
template <typename T>
std::unique_ptr<const Feature> make(const Description& description, const Input& /*input*/) {
  return std::make_unique<T>(description);
}

template <PhraseCountKind kind>
std::unique_ptr<const Feature> make_counts(const Description& description, const Input& input) {
  return std::make_unique<PhraseCounts>(description, kind, input.table());
}

template <SparsePhrases::Of what>
std::unique_ptr<const Feature> make_sparse_phrases(const Description& description, const Input& input) {
  return std::make_unique<SparsePhrases>(description, what, input.labels(), input.sparse_weights);
}

std::unique_ptr<const Feature> make_sparse_orientation(const Description& description, const Input& input) {
  return std::make_unique<SparseOrientation>(description, input.labels(), input.sparse_weights);
}

constexpr auto kPhrase = FeatureOption::kPhrase;
constexpr auto kSparse = FeatureOption::kSparse;

// The default weights of low counts were found on development sets. Features of weight 0 change nothing until
// they are tuned.
const std::vector<RegisteredFeature>& feature_table() {
  static const std::vector<RegisteredFeature> kFeatures{
      {kPhrase,
       "count",
       "logarithm of how often the phrase pair was seen",
       {"PhraseCount0", {0.0}},
       make_counts<PhraseCountKind::kCount>},
      {kPhrase,
       "singleton",
       "pairs seen once",
       {"SingletonPhrase0", {0.0}},
       make_counts<PhraseCountKind::kSingleton>},
      {kPhrase,
       "low-count",
       "pairs seen once, twice, 3 or 4 times, 5 to 9 times",
       {"LowCountPhrase0", {-1.0, -1.0, -0.6, -0.2}},
       make_counts<PhraseCountKind::kLowCount>},
      {kPhrase,
       "unaligned",
       "source and target words without a link",
       {"UnalignedWords0", {0.0, 0.0}},
       make<UnalignedWords>},
      {kSparse,
       "orientation",
       "words at the edges of phrases that follow, swap or jump",
       {"SparseOrientation0", {1.0}},
       make_sparse_orientation},
      {kSparse,
       "pairs",
       "linked words",
       {"SparsePairs0", {1.0}},
       make_sparse_phrases<SparsePhrases::Of::kLinks>},
      {kSparse,
       "lengths",
       "lengths of phrases",
       {"SparseLengths0", {1.0}},
       make_sparse_phrases<SparsePhrases::Of::kLengths>},
  };
  return kFeatures;
}

std::string_view name_of(FeatureOption option) {
  return option == kPhrase ? "phrase feature" : "sparse feature";
}

std::string all_names(FeatureOption option) {
  std::string names;
  for (const RegisteredFeature& feature : feature_table()) {
    if (feature.option == option) names += fmt::format("{}, ", feature.name);
  }
  return names;
}

}  // namespace

std::span<const RegisteredFeature> registered_features() {
  return feature_table();
}

const RegisteredFeature& registered_feature(FeatureOption option, std::string_view name) {
  const auto& table = feature_table();
  const auto found = std::ranges::find_if(
      table, [&](const RegisteredFeature& row) { return row.option == option && row.name == name; });
  if (found != table.end()) return *found;
  throw UsageError({}, fmt::format("there is no {} '{}'", name_of(option), name),
                   fmt::format("use none, {}or several with commas between them", all_names(option)));
}

bool is_phrase_feature(std::string_view description_name) {
  return std::ranges::any_of(feature_table(), [&](const RegisteredFeature& row) {
    return row.option == kPhrase && row.description.name == description_name;
  });
}

std::vector<std::string> parse_feature_names(FeatureOption option, std::string_view names) {
  std::vector<std::string> result;
  if (names.empty() || names == "none") return result;
  for (const std::string_view name : split_fields(names, ",")) {
    const RegisteredFeature& feature = registered_feature(option, name);
    if (std::ranges::find(result, name) != result.end()) {
      throw UsageError({}, fmt::format("the {} '{}' is named twice", name_of(option), feature.name),
                       "name each once");
    }
    result.emplace_back(name);
  }
  return result;
}

std::string feature_help(FeatureOption option) {
  std::string help;
  for (const RegisteredFeature& feature : feature_table()) {
    if (feature.option != option) continue;
    help += fmt::format("{}{} ({})", help.empty() ? "" : ", ", feature.name, feature.help);
  }
  return help;
}

void append_features(FeatureOption option, std::span<const std::string> names, const FeatureInput& input,
                     std::vector<std::unique_ptr<const Feature>>& features) {
  for (const std::string& name : names) {
    const RegisteredFeature& row = registered_feature(option, name);
    features.push_back(row.make(row.description, input));
  }
}

}  // namespace calque::decode
