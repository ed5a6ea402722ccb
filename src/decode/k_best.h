// The k best paths through a graph of recombined hypotheses, exactly and lazily.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "decode/feature.h"
#include "decode/search_graph.h"

namespace calque::decode {

// One way through the graph.
struct Derivation {
  double score = 0;
  std::vector<std::uint32_t> options;  // in target order
};

enum class Repeats {
  kKeep,
  kDrop,  // of derivations with the same target ids in the same order only the best is given
};

// Gives derivations that end in one of `finals` to `visit`, by falling score and in a fixed order among
// equals, until it returns false or there are no more. Requires: finals sorted, best first; graph kept its
// alternatives (else only the best path into each final is found); options are those the graph names.
//
// Every hypothesis has a list of the ways to reach it, best first, as long as needed so far: the next one
// is the best of its arcs, each continued from the next way to reach the arc's tail. Two ways to one
// hypothesis with the same words go on alike, so repeats are dropped there, long before they
// multiply.
void for_each_derivation(const SearchGraph& graph, std::span<const std::uint32_t> finals,
                         std::span<const TranslationOption> options, Repeats repeats,
                         const std::function<bool(const Derivation&)>& visit);

}  // namespace calque::decode
