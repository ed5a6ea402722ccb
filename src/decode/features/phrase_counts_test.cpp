#include "decode/features/phrase_counts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/table_extraction.h"

namespace calque::decode {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::FloatNear;

// A table in which the word "sN" is said "tN" and was extracted N times.
phrase::PhraseTable table_of(const ScratchFolder& scratch, const std::vector<std::size_t>& counts) {
  text::ParallelCorpus corpus;
  text::AlignmentCorpus alignments;
  for (const std::size_t count : counts) {
    for (std::size_t i = 0; i < count; ++i) {
      corpus.source.add_line("s" + std::to_string(count), corpus.source_vocabulary);
      corpus.target.add_line("t" + std::to_string(count), corpus.target_vocabulary);
      alignments.add(text::Alignment{{0, 0}});
    }
  }
  ThreadPool threads(1);
  phrase::extract_to_table({corpus, alignments}, {}, scratch.path("table"), threads, silent_reporter());
  return phrase::PhraseTable::open(scratch.path("table"));
}

std::vector<float> scores(const std::shared_ptr<const phrase::PhraseTable>& table, PhraseCountKind kind,
                          std::size_t count) {
  const std::vector<text::WordId> word{*table->source_vocabulary().find("s" + std::to_string(count))};
  TranslationOption option;
  option.pair = table->translation(*table->find(word), 0).pair;
  const PhraseCounts feature(table, kind);
  std::vector<float> values(feature.score_count(), -1.0F);
  feature.score({{}, option}, values);
  return values;
}

TEST(PhraseCountsTest, SaysHowOftenAPairWasExtracted) {
  const ScratchFolder scratch;
  const auto table = std::make_shared<const phrase::PhraseTable>(table_of(scratch, {1, 2, 3, 4, 5, 9, 10}));
  EXPECT_THAT(scores(table, PhraseCountKind::kCount, 1), ElementsAre(0.0F));
  EXPECT_THAT(scores(table, PhraseCountKind::kCount, 9), ElementsAre(FloatNear(std::log(9.0F), 1e-6F)));
  EXPECT_THAT(scores(table, PhraseCountKind::kSingleton, 1), ElementsAre(1.0F));
  EXPECT_THAT(scores(table, PhraseCountKind::kSingleton, 2), ElementsAre(0.0F));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 1), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 2), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 3), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 4), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 5), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 9), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(scores(table, PhraseCountKind::kLowCount, 10), ElementsAre(0, 0, 0, 0));
}

TEST(PhraseCountsTest, WordsCarriedOverAndGivenTranslationsScoreNothing) {
  const ScratchFolder scratch;
  const auto table = std::make_shared<const phrase::PhraseTable>(table_of(scratch, {1}));
  TranslationOption option;
  option.copied = true;
  option.pair = 12345;
  for (const PhraseCountKind kind : parse_phrase_count_kinds("count,singleton,low-count")) {
    const PhraseCounts feature(table, kind);
    std::vector<float> values(feature.score_count(), -1.0F);
    feature.score({{}, option}, values);
    EXPECT_THAT(values, ::testing::Each(0.0F));
    TranslationOption given;
    given.pair = kNoPair;
    std::ranges::fill(values, -1.0F);
    feature.score({{}, given}, values);
    EXPECT_THAT(values, ::testing::Each(0.0F));
  }
}

TEST(PhraseCountsTest, Names) {
  EXPECT_EQ(names_of(parse_phrase_count_kinds("low-count,count")), "low-count,count");
  EXPECT_TRUE(parse_phrase_count_kinds("").empty());
  EXPECT_THROW(parse_phrase_count_kinds("count,frequency"), UsageError);
  EXPECT_THROW(parse_phrase_count_kinds("count,count"), UsageError);
}

}  // namespace
}  // namespace calque::decode
