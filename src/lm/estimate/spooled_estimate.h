// Smoothing when the n-grams are on disk: the same numbers as in memory, level by level, with a part of the
// contexts in memory at a time.
//
// The n-grams of a level are dealt out by the part that their context lies in; in each part contexts are
// looked up and summed, then every n-gram gets its probability; last the parts are read together in the old
// order. Nothing is sorted again. Errors are those of store::Spool.
#pragma once

#include <string>
#include <vector>

#include "base/reporter.h"
#include "lm/estimate/estimate.h"
#include "lm/estimate/order_discounts.h"
#include "lm/estimate/spooled_counts.h"
#include "lm/estimate/spooled_model.h"

namespace calque::lm {

// `counts` used up. Requires: options are valid.
SpooledModel estimate_spooled(SpooledCounts counts, text::Vocabulary vocabulary,
                              const OrderDiscounts& discounts, const EstimateOptions& options,
                              Reporter& reporter);

// Bytes that one context takes while its part is worked on.
inline constexpr std::uint64_t kBytesPerContext = 36;

}  // namespace calque::lm
