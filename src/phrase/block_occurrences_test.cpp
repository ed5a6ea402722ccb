#include "phrase/block_occurrences.h"

#include <string>

#include <gtest/gtest.h>

#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

TEST(OccurrenceCollector, LeavesOutWhatTheFilterDoesNotAllow) {
  const testing::AlignedCorpus pair = testing::linked_pair("13 enfants", "1:30 children");
  const ExtractOptions options;
  EXPECT_EQ(OccurrenceCollector(pair.text, pair.alignments, options).collect(0, 1).records.size(), 3U);
  const PairFilter filter(pair.text, pair.alignments, {.same_numbers = true});
  EXPECT_EQ(OccurrenceCollector(pair.text, pair.alignments, options, &filter).collect(0, 1).records.size(),
            1U);
}

}  // namespace
}  // namespace calque::phrase
