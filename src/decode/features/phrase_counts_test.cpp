#include "decode/features/phrase_counts.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/table_extraction.h"

namespace calque::decode {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::FloatNear;

// A table in which the word "sN" is translated "tN" and was extracted N times.
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
                          const TranslationOption& option) {
  const std::size_t count = kind == PhraseCountKind::kLowCount ? 4 : 1;
  std::vector<float> values(count, -1.0F);
  PhraseCounts({"Counts0", std::vector<double>(count, 1.0)}, kind, table).score({{}, option}, values);
  return values;
}

std::vector<float> scores(const std::shared_ptr<const phrase::PhraseTable>& table, PhraseCountKind kind,
                          std::size_t count) {
  const std::vector<text::WordId> word{*table->source_vocabulary().find("s" + std::to_string(count))};
  TranslationOption option;
  option.pair = table->translation(*table->find(word), 0).pair;
  return scores(table, kind, option);
}

TEST(PhraseCountsTest, TellsHowOftenAPairWasExtracted) {
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

TEST(PhraseCountsTest, CopiedWordsAndGivenTranslationsScoreNothing) {
  const ScratchFolder scratch;
  const auto table = std::make_shared<const phrase::PhraseTable>(table_of(scratch, {1}));
  TranslationOption copied;
  copied.copied = true;
  copied.pair = 12345;
  TranslationOption given;
  given.pair = kNoPair;
  for (const auto kind : {PhraseCountKind::kCount, PhraseCountKind::kSingleton, PhraseCountKind::kLowCount}) {
    EXPECT_THAT(scores(table, kind, copied), ::testing::Each(0.0F));
    EXPECT_THAT(scores(table, kind, given), ::testing::Each(0.0F));
  }
}

}  // namespace
}  // namespace calque::decode
