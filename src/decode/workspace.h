// The scratch memory of one thread that translates: kept between sentences so that the search allocates next
// to nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "decode/future_cost.h"
#include "decode/option_table.h"
#include "decode/search_graph.h"

namespace calque::decode {

// Give each thread its own. Any workspace serves any decoder; contents mean nothing to callers.
struct Workspace {
  OptionTable options;
  FutureCost future;
  SearchGraph graph;
  std::vector<std::unique_ptr<Preparation>>
      preparations;                                // one per feature, null where there is nothing to prepare
  std::shared_ptr<const FeatureSet> prepared_for;  // whose preparations these are
  std::vector<text::WordId> source_ids;
  std::vector<std::byte> current_key;
  std::vector<std::byte> candidate_key;
  std::vector<float> scores;
};

}  // namespace calque::decode
