// Features, dictionaries and rows (theory/reordering.md#worked-examples B,
// theory/dual-logistic-regression.md#features).
#include "reorder/features.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/parse.h"
#include "base/rng.h"
#include "reorder/key_counts.h"
#include "reorder/key_table.h"
#include "reorder/rows.h"
#include "reorder/testing.h"

namespace calque::reorder {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Words of a line, with classes that are the first letter's.
struct Line {
  std::string text;
  std::vector<std::string_view> names;
  std::vector<Key> keys;
  std::vector<std::uint32_t> classes;

  explicit Line(std::string line, bool with_classes = false)
      : text(std::move(line)), names(split_words(text)) {
    for (const auto name : names) {
      keys.push_back(key_of(name));
      if (with_classes) classes.push_back(static_cast<std::uint32_t>(name[0]));
    }
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  WordsView view() const { return {keys, classes}; }
};

FeatureOptions nothing() {
  FeatureOptions options;
  options.context_words = options.context_classes = options.target_words = options.target_classes = 0;
  return options;
}

std::vector<std::string> names_of(const FeatureOptions& options, const Line& source, text::Span span,
                                  const Line& target, const std::vector<phrase::InternalLink>& links = {}) {
  std::vector<std::string> names;
  for (const auto& feature : FeatureMaker(options).named_features(source.view(), span, {target.view(), links},
                                                                  {source.names, target.names}))
    names.push_back(feature.name);
  return names;
}

TEST(Features, WorkedExampleOfNineContextFeatures) {
  FeatureOptions options = nothing();
  options.context_words = 1;
  const Line source("s0 s1 s2 s3 s4 s5 s6 s7");
  const Line target("t");
  EXPECT_THAT(names_of(options, source, {2, 4}, target),
              UnorderedElementsAre("context at -2: s0", "context at -2: s0 s1", "context at -1: s1",
                                   "context at +1: s4", "context at +1: s4 s5", "context at +1: s4 s5 s6",
                                   "context at +2: s5", "context at +2: s5 s6", "context at +3: s6"));
  options.include_edge = 1;
  const auto names = names_of(options, source, {2, 4}, target);
  EXPECT_THAT(names, ::testing::Contains("context at +0: s3").Times(0));
  EXPECT_THAT(names, ::testing::IsSupersetOf({"context: s2", "context at -1: s1 s2", "context: s3 s4"}));
}

// The example of theory/dual-logistic-regression.md#features, with its erratum.
TEST(Features, WorkedExampleOfPairsAndNeighbours) {
  const FeatureOptions options = FeatureOptions::preset("pairs");
  const Line source("f1 f2 f3 f4 f5 f6");
  EXPECT_THAT(names_of(options, source, {0, 2}, Line("e1"), {{0, 0}, {1, 0}}),
              UnorderedElementsAre("pair: f1 e1", "pair: f2 e1", "adjacent: f3"));
  EXPECT_THAT(names_of(options, source, {2, 5}, Line("e4 e5"), {{0, 1}, {2, 0}}),
              UnorderedElementsAre("pair: f3 e5", "pair: f5 e4", "adjacent: f2", "adjacent: f6"));
  EXPECT_THAT(names_of(options, source, {5, 6}, Line("e2 e3"), {{0, 0}, {0, 1}}),
              UnorderedElementsAre("pair: f6 e2", "pair: f6 e3", "adjacent: f5"));
}

TEST(Features, SidesArePartOfTheNameOnlyIfAsked) {
  FeatureOptions options = nothing();
  options.adjacent = 1;
  const Line source("x a x");
  std::vector<Key> keys;
  FeatureMaker(options).source_features(source.view(), {1, 2}, keys);
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_EQ(keys[0], keys[1]);
  keys.clear();
  options.mark_side = 1;
  FeatureMaker(options).source_features(source.view(), {1, 2}, keys);
  EXPECT_NE(keys[0], keys[1]);
}

TEST(Features, ClassesTargetsAndPositions) {
  FeatureOptions options = nothing();
  options.context_classes = options.target_classes = options.target_words = 1;
  options.target_order = 2;
  options.window = 1;
  const Line source("k m n", true);
  const Line target("u v", true);
  EXPECT_THAT(names_of(options, source, {1, 2}, target),
              UnorderedElementsAre("context classes at -1: c107", "context classes at +1: c110", "target: u",
                                   "target: u v", "target: v", "target classes: c117",
                                   "target classes: c117 c118", "target classes: c118"));
  options.target_positions = 1;
  options.target_classes = 0;
  EXPECT_THAT(names_of(options, source, {0, 3}, target),
              UnorderedElementsAre("target at +1: u", "target at +1: u v", "target at +2: v"));
  // Without classes of words there are no features of classes.
  EXPECT_THAT(names_of(options, Line("k m n"), {0, 3}, target).size(), 3U);
}

TEST(Features, BordersStandForWords) {
  FeatureOptions options = nothing();
  options.context_words = 1;
  options.context_order = 1;
  options.window = 2;
  const Line source("a b");
  const Line target("t");
  EXPECT_THAT(names_of(options, source, {0, 2}, target), IsEmpty());
  options.borders = 1;
  EXPECT_THAT(names_of(options, source, {0, 2}, target),
              UnorderedElementsAre("context at -1: <s>", "context at +1: </s>", "words before the phrase: 0",
                                   "words after the phrase: 0", "source length: 2", "target length: 1"));
}

TEST(Features, SourceAndPairPartsAreApartAndKeysAgreeWithNames) {
  const Line source("a b c a b", true);
  const Line target("a b a", true);
  const std::vector<phrase::InternalLink> links{{0, 0}, {1, 2}};
  for (const char* preset : {"dpr", "pairs", "rich"}) {
    const FeatureMaker maker(FeatureOptions::preset(preset));
    std::vector<Key> from_source;
    std::vector<Key> from_pair;
    maker.source_features(source.view(), {1, 3}, from_source);
    maker.pair_features(source.view(), {1, 3}, {target.view(), links}, from_pair);
    const std::set<Key> distinct(from_source.begin(), from_source.end());
    for (const Key key : from_pair) EXPECT_EQ(distinct.count(key), 0U);
    std::vector<Key> all = from_source;
    all.insert(all.end(), from_pair.begin(), from_pair.end());
    std::vector<Key> named;
    std::map<Key, std::string> names;
    for (const auto& feature :
         maker.named_features(source.view(), {1, 3}, {target.view(), links}, {source.names, target.names})) {
      named.push_back(feature.key);
      EXPECT_TRUE(names.try_emplace(feature.key, feature.name).first->second == feature.name);
    }
    EXPECT_EQ(named, all);
  }
  EXPECT_THROW(FeatureOptions::preset("poor"), UsageError);
}

TEST(Features, PresetsCanBeChanged) {
  EXPECT_EQ(FeatureOptions::parse("dpr"), FeatureOptions::preset("dpr"));
  FeatureOptions expected = FeatureOptions::preset("rich");
  expected.window = 5;
  expected.bias = 1;
  expected.word_pairs = 0;
  EXPECT_EQ(FeatureOptions::parse("rich,window=5,bias=1,word-pairs=0"), expected);
  for (const char* bad :
       {"", "window=3", "rich,", "rich,window", "rich,window=101", "rich,bias=2", "rich,x=1", "rich,bias=-1"})
    EXPECT_THROW(FeatureOptions::parse(bad), UsageError) << bad;
}

TEST(KeyTable, FindsRanksAndNothingElse) {
  Rng rng(1);
  for (const std::size_t size : {0U, 1U, 2U, 7U, 1000U, 50000U}) {
    std::set<Key> chosen;
    while (chosen.size() < size) chosen.insert(degski_mix(rng.next()));
    const std::vector<Key> keys(chosen.begin(), chosen.end());
    const KeyTable table(keys);
    EXPECT_EQ(table.size(), size);
    for (std::uint32_t i = 0; i < keys.size(); ++i) EXPECT_EQ(table.find(keys[i]), i);
    for (int trial = 0; trial < 1000; ++trial) {
      const Key other = degski_mix(rng.next());
      if (chosen.count(other) == 0) {
        EXPECT_EQ(table.find(other), KeyTable::kNone);
      }
    }
    EXPECT_EQ(KeyTable(std::vector<Key>{}).find(0), KeyTable::kNone);
  }
}

TEST(KeyTable, HashedNumbersAreTheFirstBits) {
  const KeyTable table = KeyTable::hashed(10);
  EXPECT_EQ(table.size(), 1024U);
  Rng rng(1);
  for (int i = 0; i < 100; ++i) {
    const Key key = rng.next();
    EXPECT_EQ(table.find(key), key >> 54U);
  }
}

TEST(KeyCounts, AgreeWithAMapForAnyNumberOfThreads) {
  CountPlan plan;
  plan.items = 20000;
  plan.width = 2;
  plan.keys_of = [](const Block& block, std::vector<Key>& keys, std::vector<std::uint32_t>& sizes) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      Rng rng(i);
      const std::uint64_t count = rng.below(5);
      for (std::uint64_t n = 0; n < count; ++n)
        keys.push_back(rng.below(3) == 0 ? 0 : degski_mix(rng.below(500)));
      sizes.push_back(static_cast<std::uint32_t>(count));
    }
  };
  plan.count = [](const CountedItem& item, std::uint32_t* counters) {
    counters[0] += item.times;
    ++counters[1];
  };
  std::map<Key, std::pair<std::uint32_t, std::uint32_t>> expected;
  for (std::size_t i = 0; i < plan.items; ++i) {
    std::vector<Key> keys;
    std::vector<std::uint32_t> sizes;
    plan.keys_of({0, i, i + 1, 0}, keys, sizes);
    for (const Key key : keys) ++expected[std::max<Key>(1, key)].first;
    std::set<Key> distinct(keys.begin(), keys.end());
    for (const Key key : distinct) ++expected[std::max<Key>(1, key)].second;
  }
  for (const std::size_t count : {1U, 3U}) {
    ThreadPool threads(count);
    const SortedCounts counts = count_keys(plan, threads);
    ASSERT_EQ(counts.keys.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [key, value] : expected) {
      EXPECT_EQ(counts.keys[i], key);
      EXPECT_THAT(counts.of(i), ElementsAre(value.first, value.second));
      ++i;
    }
  }
}

TEST(Rows, DropRareFeaturesAndCountRepeats) {
  testing::TinyCorpus tiny;
  tiny.add("a b", "A A", "0-0 0-1 1-1");
  tiny.add("a", "A", "0-0");
  ThreadPool threads(2);
  const CorpusText text(tiny.corpus, tiny.alignments, {});
  const auto set = collect_samples(tiny.corpus, tiny.alignments, ReorderingClasses::parse("3"), {}, threads);
  ASSERT_EQ(set.samples.size(), 2U);  // the sentences as wholes
  FeatureOptions options = nothing();
  options.target_words = 1;
  const FeatureMaker maker(options);
  const KeyTable all = build_dictionary(text, set.samples, maker, 1, threads);
  EXPECT_EQ(all.size(), 2U);  // A, A A
  const KeyTable frequent = build_dictionary(text, set.samples, maker, 3, threads);
  EXPECT_EQ(frequent.size(), 1U);
  auto rows = build_rows(text, set.samples, maker, frequent, threads);
  EXPECT_THAT(rows.row(0).values, ElementsAre(2.0F));
  EXPECT_THAT(rows.row(1).values, ElementsAre(1.0F));
  rows = build_rows(text, set.samples, maker, all, threads);
  rows.normalise();
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(learn::squared_norm(rows.row(i)), 1.0, 1e-6);
  EXPECT_EQ(build_rows(text, set.samples, maker, KeyTable(), threads).row(0).size(), 0U);
}

}  // namespace
}  // namespace calque::reorder
