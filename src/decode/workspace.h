// The scratch memory of one thread that translates: kept between sentences so that the search allocates next
// to nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "decode/future_cost.h"
#include "decode/option_table.h"
#include "decode/reference_matches.h"
#include "decode/search_graph.h"
#include "decode/search_records.h"

namespace calque::decode {

// Give each thread its own. Any workspace serves any decoder; contents mean nothing to callers.
struct Workspace {
  OptionTable options;
  FutureCost future;
  ReferenceMatches reference;
  SearchGraph graph;
  SearchScratch search;
  std::vector<std::unique_ptr<SentenceCache>> caches;  // by feature, null where a feature has none
  std::shared_ptr<const FeatureSet> caches_of;         // whose features the caches belong to
  // For which model and limit `options` remembers choices.
  std::shared_ptr<const PhraseSource> options_of;
  std::vector<double> options_weights;
  std::uint32_t options_limit = 0;
  std::uint32_t options_frequent_limit = 0;
  std::vector<text::WordId> source_ids;
};

}  // namespace calque::decode
