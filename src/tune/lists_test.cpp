#include "tune/lists.h"

#include <cstring>

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "metrics/bleu.h"
#include "store/text_file.h"
#include "tune/n_best_reader.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CandidateLists two_sentences() {
  return CandidateLists({{"LM0", {0.5}}, {"TM0", {0.2, 0.2}}}, 2);
}

TEST(Lists, MergesWithoutDuplicates) {
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  batch.add(1, "b", std::vector{1.0, 2.0, 3.0});
  batch.add(0, "a", std::vector{1.0, 2.0, 3.0});
  batch.add(0, "a", std::vector{1.0, 2.0, 3.0});
  batch.add(0, "a", std::vector{1.0, 2.0, 4.0});    // same words, other features
  batch.add(0, "a a", std::vector{1.0, 2.0, 3.0});  // other words, same features
  EXPECT_EQ(lists.merge(batch), 4U);
  EXPECT_EQ(lists.merge(batch), 0U);
  EXPECT_EQ(lists.size(0), 3U);
  EXPECT_EQ(lists.size(1), 1U);
  EXPECT_EQ(lists.text_count(), 3U);
  EXPECT_THAT(lists.column(0, 2), ElementsAre(3.0F, 4.0F, 3.0F));
  EXPECT_EQ(lists.text_of(0), lists.text_of(1));
  EXPECT_EQ(lists.words(lists.text_of(2)), "a a");
}

TEST(Lists, TheSameWordsInTwoSentencesHaveTheirOwnStatistics) {
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  for (const std::size_t s : {0, 1}) batch.add(s, "a b", std::vector{1.0, 2.0, 3.0});
  lists.merge(batch);
  ThreadPool threads(2);
  const metrics::Bleu bleu({.tokenization = metrics::Tokenization::kNone});
  lists.score(*bleu.bind({{"a b", "c"}}, threads), threads);
  EXPECT_EQ(lists.statistics(0)[0], 2);
  EXPECT_EQ(lists.statistics(1)[0], 0);
}

TEST(Lists, MinusZeroIsZero) {
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  batch.add(0, "a", std::vector{0.0, 0.0, 0.0});
  batch.add(0, "a", std::vector{-0.0, 0.0, 0.0});
  EXPECT_EQ(lists.merge(batch), 1U);
}

TEST(Lists, IndicatorsTellCandidatesApart) {
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  batch.add(0, "a", std::vector{0.0, 0.0, 0.0});
  batch.add_sparse("S0[y]", 1);
  batch.add_sparse("S0[x]", 2);
  batch.add(0, "a", std::vector{0.0, 0.0, 0.0});
  batch.add(0, "a", std::vector{0.0, 0.0, 0.0});
  batch.add_sparse("S0[x]", 2);
  batch.add_sparse("S0[y]", 1);  // the order of indicators does not matter
  EXPECT_EQ(lists.merge(batch), 2U);
  EXPECT_THAT(lists.sparse_names(), ElementsAre("S0[y]", "S0[x]"));
  EXPECT_EQ(lists.sparse(0).size(), 2U);
  EXPECT_EQ(lists.sparse(1).size(), 0U);
}

TEST(Lists, SavingAndLoadingGivesTheSame) {
  const calque::testing::ScratchFolder folder;
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  batch.add(0, "a b", std::vector{0.25, -1.0, 2.0});
  batch.add_sparse("S0[x]", 2);
  batch.add(1, "", std::vector{0.25, -1.0, 2.0});
  lists.merge(batch);
  lists.save(folder.path("lists"));
  CandidateLists loaded = CandidateLists::load(folder.path("lists"));
  EXPECT_EQ(loaded.merge(batch), 0U);
  loaded.save(folder.path("again"));
  EXPECT_EQ(calque::testing::read_bytes(folder.path("lists")),
            calque::testing::read_bytes(folder.path("again")));
}

// The store goes on after a pause as if there had been none.
TEST(Lists, LoadedListsMergeAndScoreAsThoseNeverSaved) {
  const calque::testing::ScratchFolder folder;
  ThreadPool threads(2);
  const metrics::Bleu bleu({.tokenization = metrics::Tokenization::kNone});
  const auto bound = bleu.bind({{"a b c", "b c d"}}, threads);
  CandidateBatch first;
  first.add(0, "a b", std::vector{0.25, -1.0, 2.0});
  first.add_sparse("S0[x]", 2);
  first.add(1, "b c d", std::vector{0.25, -1.0, 2.0});
  CandidateBatch second;
  second.add(1, "b c", std::vector{1.0, 2.0, 3.0});
  second.add_sparse("S0[y]", 1);
  second.add(0, "a b", std::vector{0.5, -1.0, 2.0});  // known words, a new derivation
  second.add(0, "a b c", std::vector{0.5, -1.0, 2.0});
  second.add(1, "b c d", std::vector{0.25, -1.0, 2.0});  // nothing new
  CandidateLists lists = two_sentences();
  lists.merge(first);
  lists.score(*bound, threads);
  lists.save(folder.path("lists"));
  CandidateLists loaded = CandidateLists::load(folder.path("lists"));
  for (CandidateLists* store : {&lists, &loaded}) {
    EXPECT_EQ(store->merge(second), 3U);
    store->score(*bound, threads);
  }
  ASSERT_EQ(loaded.candidate_count(), lists.candidate_count());
  EXPECT_EQ(loaded.sparse_names(), lists.sparse_names());
  for (std::size_t c = 0; c < lists.candidate_count(); ++c) {
    EXPECT_EQ(loaded.words(loaded.text_of(c)), lists.words(lists.text_of(c)));
    const auto expected = lists.statistics(c);
    EXPECT_THAT(loaded.statistics(c), ::testing::ElementsAreArray(expected.begin(), expected.end()));
    EXPECT_THAT(loaded.sparse(c), ::testing::ElementsAreArray(lists.sparse(c)));
  }
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_THAT(loaded.column(s, k), ::testing::ElementsAreArray(lists.column(s, k)));
  EXPECT_EQ(loaded.statistics(loaded.first(0) + 2)[0], 3);  // "a b c": all three words
}

// Which bytes of a container belong to something: header, sections, their table (docs/formats/container.md).
std::vector<bool> meaningful_bytes(const std::string& file) {
  const auto number = [&](std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, file.data() + at, sizeof(value));
    return static_cast<std::size_t>(value);
  };
  std::vector<bool> meaningful(file.size(), false);
  const auto mark = [&](std::size_t first, std::size_t bytes) {
    for (std::size_t i = first; i < first + bytes; ++i) meaningful.at(i) = true;
  };
  mark(0, 64);
  const std::size_t table = number(40);
  mark(table, file.size() - table);
  for (std::size_t record = table; record < file.size(); record += 64)
    mark(number(record + 32), number(record + 40));
  return meaningful;
}

TEST(Lists, EveryDamagedByteIsFound) {
  const calque::testing::ScratchFolder folder;
  CandidateLists lists = two_sentences();
  CandidateBatch batch;
  batch.add(0, "a b", std::vector{0.25, -1.0, 2.0});
  batch.add_sparse("S0[x]", 2);
  lists.merge(batch);
  lists.save(folder.path("lists"));
  const std::string whole = calque::testing::read_bytes(folder.path("lists"));
  const std::vector<bool> meaningful = meaningful_bytes(whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (!meaningful[i]) continue;
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x20);
    EXPECT_THROW(CandidateLists::load(folder.file("damaged", bytes)), FormatError) << i;
  }
  EXPECT_THROW(CandidateLists::load(folder.file("cut", whole.substr(0, whole.size() / 2))), FormatError);
}

TEST(Lists, SubsetKeepsStatisticsAndFeatures) {
  const auto sample = testing::random_sample({}, 5);
  const std::vector<std::size_t> chosen{4, 1};
  const CandidateLists part = sample.lists.subset(chosen);
  for (std::size_t t = 0; t < 2; ++t) {
    ASSERT_EQ(part.size(t), sample.lists.size(chosen[t]));
    for (std::size_t i = 0; i < part.size(t); ++i) {
      const auto own = part.statistics(part.first(t) + i);
      const auto whole = sample.lists.statistics(sample.lists.first(chosen[t]) + i);
      EXPECT_TRUE(std::equal(own.begin(), own.end(), whole.begin()));
      EXPECT_EQ(part.column(t, 1)[i], sample.lists.column(chosen[t], 1)[i]);
    }
  }
}

class NBest : public ::testing::Test {
 protected:
  CandidateLists read(const std::string& text, std::size_t sentences = 2) {
    const std::string path = folder_.file("n-best", text);
    CandidateLists lists(features_of_list(path), sentences);
    read_n_best(std::vector{path}, lists, threads_);
    check_complete(lists, path);
    return lists;
  }
  void expect_refused(const std::string& text, const std::string& where, const std::string& what) {
    try {
      read(text);
      FAIL() << "accepted: " << text;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("n-best" + where));
      EXPECT_THAT(error.what(), HasSubstr(what));
    }
  }

  calque::testing::ScratchFolder folder_;
  ThreadPool threads_{2};
};

TEST_F(NBest, ReadsWhatMosesWrites) {
  const auto lists = read(
      "0 ||| he goes . ||| LM0= -2.5 TM0= -1 -3e-1  ||| -4.1\n"
      "0 |||  ||| LM0= 0 TM0= 0 0 ||| 0 ||| 0-0\n"
      "1 ||| a ||| LM0= -1 TM0= 1 2 Sparse0[k.e]= 3 ||| 0\r\n");
  EXPECT_EQ(lists.candidate_count(), 3U);
  EXPECT_EQ(lists.feature_count(), 3U);
  EXPECT_EQ(lists.words(lists.text_of(0)), "he goes .");
  EXPECT_EQ(lists.words(lists.text_of(1)), "");
  EXPECT_THAT(lists.column(0, 2), ElementsAre(-0.3F, 0.0F));
  EXPECT_EQ(lists.sparse(2)[0].value, 3.0F);
}

TEST_F(NBest, CompressedOrNot) {
  const std::string text =
      "0 ||| he goes . ||| LM0= -2.5 TM0= -1 -0.5 ||| -4\n"
      "0 ||| he ||| LM0= -3 TM0= -1 -0.5 ||| -4.5\n"
      "1 ||| a ||| LM0= -1 TM0= 1 2 Sparse0[k]= 3 ||| 2\n";
  for (const char* name : {"lists", "lists.gz", "lists.zst"}) {
    store::TextWriter writer(folder_.path(name));
    writer.write(text);
    writer.commit();
    CandidateLists lists(features_of_list(folder_.path(name)), 2);
    EXPECT_EQ(read_n_best(std::vector{folder_.path(name)}, lists, threads_), 3U);
    EXPECT_EQ(lists.words(lists.text_of(1)), "he");
    EXPECT_EQ(lists.column(0, 0)[1], -3.0F);
  }
}

TEST_F(NBest, RefusesBadLines) {
  const std::string good = "0 ||| a ||| LM0= 1 TM0= 1 2 ||| 0\n";
  expect_refused(good + "1 ||| a ||| LM0= nan TM0= 1 2 ||| 0\n", ":2", "not a finite number");
  expect_refused(good + "1 ||| a ||| LM0= 1e39 TM0= 1 2 ||| 0\n", ":2", "not a finite number");
  expect_refused(good + "1 ||| a ||| LM0= 1 TM0= 1 2 S0[k]= 3e38 3e38 ||| 0\n", ":2", "too large");
  expect_refused(good + "1 ||| a ||| LM0= 1 TM0= 1 ||| 0\n", ":2", "TM0");
  expect_refused(good + "1 ||| a ||| LM0= 1 ||| 0\n", ":2", "'TM0' is missing");
  expect_refused(good + "1 ||| a ||| LM0= 1 TM0= 1 2 More0= 3 ||| 0\n", ":2", "More0");
  expect_refused(good + "2 ||| a ||| LM0= 1 TM0= 1 2 ||| 0\n", ":2", "beyond the 2 sentences");
  expect_refused(good + "x ||| a ||| LM0= 1 TM0= 1 2 ||| 0\n", ":2", "not a sentence number");
  expect_refused(good + "1 a LM0= 1\n", ":2", "three fields");
  expect_refused(good, ": ", "sentence 1 has no candidates");
  expect_refused("", ": ", "empty");
  expect_refused("0 ||| a ||| ||| 0\n", ":1", "no features");
  expect_refused("0 ||| a ||| 1 2 3 ||| 0\n", ":1", "before the first feature name");
}

TEST(TuningObjective, LowerIsBetterTurnsAround) {
  const testing::NumberBleu up(2);
  const testing::NumberBleu down(2, false);
  const std::vector<std::int64_t> good{4, 4, 3, 3, 4, 4};
  const std::vector<std::int64_t> bad{2, 4, 1, 3, 4, 4};
  EXPECT_GT(TuningObjective(up).value(good), TuningObjective(up).value(bad));
  EXPECT_GT(TuningObjective(down).value(good), TuningObjective(down).value(bad));
  EXPECT_NEAR(TuningObjective(down).printed(TuningObjective(down).value(bad)), down.score(bad).value, 1e-9);
}

TEST(Bleu, ValueIsTheScore) {
  const metrics::Bleu bleu({});
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::int64_t> row(10);
    for (std::size_t n = 0; n < 4; ++n) {
      row[4 + n] = static_cast<std::int64_t>(rng.below(9));
      row[n] = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(row[4 + n]) + 1));
    }
    row[8] = row[4];
    row[9] = static_cast<std::int64_t>(rng.below(12));
    EXPECT_NEAR(bleu.value(row), bleu.score(row).value, 1e-9);
  }
}

}  // namespace
}  // namespace calque::tune
