#include "phrase/block_occurrences.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace calque::phrase {
namespace {

// The pairs of two sentences whose words are linked one by one.
std::size_t pairs_of(const std::string& source, const std::string& target, bool own_numbers_only) {
  text::ParallelCorpus corpus;
  corpus.source.add_line(source, corpus.source_vocabulary);
  corpus.target.add_line(target, corpus.target_vocabulary);
  std::vector<text::Link> links;
  for (std::uint32_t i = 0; i < corpus.source.sentence(0).size(); ++i) links.push_back({i, i});
  text::AlignmentCorpus alignment;
  alignment.add(links);
  ExtractOptions options;
  options.own_numbers_only = own_numbers_only;
  return OccurrenceCollector(corpus, alignment, options).collect(0, 1).records.size();
}

TEST(OccurrenceCollector, LeavesOutPairsThatMakeNumbersUp) {
  EXPECT_EQ(pairs_of("13 enfants", "1:30 children", false), 3U);
  EXPECT_EQ(pairs_of("13 enfants", "1:30 children", true), 1U);
  EXPECT_EQ(pairs_of("zwanzig Kinder", "20 children", true), 1U);
  EXPECT_EQ(pairs_of("2 2", "2 3", true), 1U);
}

TEST(OccurrenceCollector, KeepsNumbersThatTheSourceHas) {
  EXPECT_EQ(pairs_of("13 enfants", "13 children", true), 3U);
  EXPECT_EQ(pairs_of("1.000,5 km", "1,000.5 km", true), 3U);
  EXPECT_EQ(pairs_of("13 enfants", "thirteen children", true), 3U);
  EXPECT_EQ(pairs_of("二十 人", "20 people", true), 3U);
  EXPECT_EQ(pairs_of("１３ 人", "13 people", true), 3U);
}

}  // namespace
}  // namespace calque::phrase
