// Search over one segment: hypotheses grow phrase by phrase and compete with those that cover as many words.
//
// Deterministic. Works in a workspace whose options, caches and future costs are ready for the segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "decode/search_space.h"
#include "decode/search_width.h"

namespace calque::decode {

class Search {
 public:
  Search(const ModelView& model, const SearchOptions& options, const SearchTask& task, Workspace& workspace);

  // Complete hypotheses in workspace.graph, best first; empty only if the task's reference cannot be reached.
  // Valid until the next search in the workspace. Throws NumericError if a model's scores are not numbers.
  std::span<const std::uint32_t> run();

  // Of a hypothesis in the graph: end of its last source phrase, and states of all features.
  std::uint32_t source_end(std::uint32_t hypothesis) const;
  void write_states(std::uint32_t hypothesis, std::span<std::byte> states) const {
    space_.write_states(hypothesis, states);
  }

 private:
  void fill_from_all_pairs(std::uint32_t covered);
  void fill_from_all_pairs(ExpansionGrid& grid);
  void fill_by_cube_pruning(std::uint32_t covered);
  void open_row(std::uint32_t covered, std::uint32_t number, std::uint32_t hypothesis);
  void fetch(std::uint32_t covered, const CubeRow& row);
  double guess(const GridOption& option) const;

  const SearchOptions& options_;
  SearchWidth width_;
  bool may_fail_;
  const Interrupt* interrupt_;
  Workspace& workspace_;
  SearchSpace space_;
};

}  // namespace calque::decode
