// The kinds of sparse features by the names that people use for them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"
#include "decode/features/word_labels.h"
#include "decode/weights.h"

namespace calque::decode {

enum class SparseKind : std::uint8_t {
  kOrientation,  // sparse_orientation.h
  kPairs,        // sparse_phrases.h
  kLengths,
};

std::string_view name_of(SparseKind kind);
// Names separated by commas; empty: none. Throws UsageError for an unknown name and one that is there twice.
std::vector<SparseKind> parse_sparse_kinds(std::string_view names);
std::string names_of(std::span<const SparseKind> kinds);

std::unique_ptr<const Feature> make_sparse_feature(SparseKind kind, std::shared_ptr<const WordLabels> labels,
                                                   std::span<const SparseWeight> weights);

}  // namespace calque::decode
