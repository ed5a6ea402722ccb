// Stack search over one segment: hypotheses grow phrase by phrase and compete with those that cover as many
// words.
//
// Deterministic. Works in a workspace whose options, preparations and future costs are ready for the segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/coverage.h"
#include "decode/search_options.h"
#include "decode/workspace.h"

namespace calque::decode {

// Where a search begins and what it covers.
struct SearchTask {
  text::Span segment;                         // positions in the whole sentence; not empty
  bool ends_sentence = true;                  // the segment is the last one
  std::uint32_t previous_end = 0;             // end of the source phrase said before the segment
  std::span<const std::byte> begin_states{};  // feature states at that point
  bool keep_alternatives = false;             // n-best lists will be asked for
};

class Search {
 public:
  Search(const ModelView& model, const SearchOptions& options, const SearchTask& task, Workspace& workspace);

  // Complete hypotheses in workspace.graph, best first; never empty. Valid until the next search in the
  // workspace.
  // Throws NumericError if the models give no numbers.
  std::span<const std::uint32_t> run();

  // Parts of the key of a hypothesis in the graph.
  std::uint32_t source_end(std::uint32_t hypothesis) const;
  std::span<const std::byte> states(std::uint32_t hypothesis) const;

 private:
  // One feature that is asked during the search.
  struct Asked {
    const Feature* feature;
    Preparation* preparation;
    std::size_t state_offset;
    std::span<const double> weights;
  };
  // A run of free words and what is known when one of its spans is covered.
  struct Gap {
    std::uint32_t begin;
    std::uint32_t end;
    double future_elsewhere;  // estimate for all free words outside this gap
  };

  void add_start();
  void expand(std::uint32_t index, std::uint32_t covered);
  void expand_gap(const Gap& gap, std::uint32_t first_gap);
  void expand_span(std::uint32_t begin, std::uint32_t end, double future);
  double ask(const Asked& asked, const ApplyContext& context);
  bool within_limit(std::uint32_t a, std::uint32_t b) const;
  double bound_of_expansions() const;

  const SearchOptions& options_;
  const SearchTask& task_;
  Workspace& workspace_;
  const FeatureSet& features_;
  std::vector<Asked> jump_features_;
  std::vector<Asked> expansion_features_;
  std::size_t coverage_words_;
  std::size_t states_at_;       // byte offset of the feature states inside a key
  double expansion_bound_ = 0;  // no weighted sum of expansion features is larger
  // The hypothesis being expanded; its key is in workspace_.current_key.
  std::uint32_t current_ = kNone;
  std::uint32_t current_covered_ = 0;
  std::uint32_t current_end_ = 0;
  double current_score_ = 0;
};

}  // namespace calque::decode
