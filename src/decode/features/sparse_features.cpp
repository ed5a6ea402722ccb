#include "decode/features/sparse_features.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "decode/features/sparse_orientation.h"
#include "decode/features/sparse_phrases.h"

namespace calque::decode {
namespace {

constexpr std::array<std::string_view, 3> kNames{"orientation", "pairs", "lengths"};

}  // namespace

std::string_view name_of(SparseKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<SparseKind> parse_sparse_kinds(std::string_view names) {
  std::vector<SparseKind> kinds;
  if (names.empty()) return kinds;
  for (const std::string_view name : split_fields(names, ",")) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
      throw UsageError({}, fmt::format("there are no sparse features '{}'", name),
                       "use orientation, pairs or lengths");
    }
    const auto kind = static_cast<SparseKind>(found - kNames.begin());
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) {
      throw UsageError({}, fmt::format("sparse features '{}' are asked for twice", name), "name them once");
    }
    kinds.push_back(kind);
  }
  return kinds;
}

std::string names_of(std::span<const SparseKind> kinds) {
  std::string names;
  for (const SparseKind kind : kinds) names += fmt::format("{}{}", names.empty() ? "" : ",", name_of(kind));
  return names;
}

std::unique_ptr<const Feature> make_sparse_feature(SparseKind kind, std::shared_ptr<const WordLabels> labels,
                                                   std::span<const SparseWeight> weights) {
  switch (kind) {
    case SparseKind::kOrientation:
      return std::make_unique<SparseOrientation>(std::move(labels), weights);
    case SparseKind::kPairs:
      return std::make_unique<SparsePhrases>(SparsePhrases::Of::kLinks, std::move(labels), weights);
    case SparseKind::kLengths:
      return std::make_unique<SparsePhrases>(SparsePhrases::Of::kLengths, std::move(labels), weights);
  }
  fail_check("a kind of sparse features", __FILE__, __LINE__);
}

}  // namespace calque::decode
