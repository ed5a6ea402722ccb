// The k best paths through a graph of merged hypotheses, exactly and lazily.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "decode/search_graph.h"

namespace calque::decode {

// One way through the graph.
struct Derivation {
  double score = 0;
  std::vector<std::uint32_t> options;  // in target order
};

// Gives derivations that end in one of `finals` to `visit`, by falling score and in a fixed order among
// equals, until it returns false or there are no more. Requires: finals sorted, best first; graph kept its
// alternatives (else only the best path into each final is found).
//
// Every path is the best path but for the places where it takes another arc. A path taken from the heap adds,
// for each arc not taken on its best stretch (the part before its last deviation), the path that deviates
// there; so each path is made once, after a path at least as good. The scores stored in the graph make the
// heap's order exact.
void for_each_derivation(const SearchGraph& graph, std::span<const std::uint32_t> finals,
                         const std::function<bool(const Derivation&)>& visit);

}  // namespace calque::decode
