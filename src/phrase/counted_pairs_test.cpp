#include "phrase/counted_pairs.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/reporter.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using calque::testing::read_bytes;
using calque::testing::ScratchFolder;
using testing::AlignedCorpus;

struct Counted {
  CountedPairs phrases;
  std::vector<CountedPair> pairs;
  bool occurrences_on_disk = false;
};

Counted count(const AlignedCorpus& corpus, const MemoryOptions& memory, std::size_t thread_count) {
  ThreadPool threads(thread_count);
  NumberedOccurrences numbered = number_occurrences({corpus.text, corpus.alignments}, {}, memory.share(1, 2),
                                                    threads, silent_reporter());
  Counted counted;
  counted.occurrences_on_disk = numbered.occurrences.on_disk();
  counted.phrases =
      count_pairs(std::move(numbered), Lexicon::estimate(corpus.text, corpus.alignments), memory, threads);
  store::SpillingArray<CountedPair>::Reader reader(counted.phrases.pairs);
  while (!reader.done()) counted.pairs.push_back(reader.next());
  return counted;
}

bool same(const CountedPair& a, const CountedPair& b) {
  return a.target == b.target && a.alignment == b.alignment && a.count == b.count &&
         a.orientations == b.orientations &&
         a.log_lexical_source_given_target == b.log_lexical_source_given_target &&
         a.log_lexical_target_given_source == b.log_lexical_target_given_source;
}

TEST(CountedPairsTest, NeitherMemoryNorThreadsChangeAnything) {
  const AlignedCorpus corpus = testing::random_corpus(41, 6000, 8);
  const Counted expected = count(corpus, {}, 1);
  EXPECT_FALSE(expected.occurrences_on_disk);
  EXPECT_EQ(std::accumulate(expected.phrases.pairs_of_source.begin(), expected.phrases.pairs_of_source.end(),
                            std::size_t{0}),
            expected.pairs.size());
  for (const std::uint64_t bytes :
       {std::uint64_t{1} << 16U, std::uint64_t{1} << 20U, std::uint64_t{1} << 30U}) {
    for (const std::size_t threads : {1U, 2U, 4U}) {
      const Counted counted = count(corpus, {bytes, ""}, threads);
      EXPECT_EQ(counted.occurrences_on_disk, bytes <= std::uint64_t{1} << 20U);
      EXPECT_EQ(counted.phrases.source.begins, expected.phrases.source.begins);
      EXPECT_EQ(counted.phrases.source_counts, expected.phrases.source_counts);
      EXPECT_EQ(counted.phrases.target.begins, expected.phrases.target.begins);
      EXPECT_EQ(counted.phrases.target_counts, expected.phrases.target_counts);
      EXPECT_EQ(counted.phrases.pairs_of_source, expected.phrases.pairs_of_source);
      EXPECT_EQ(counted.phrases.orientations, expected.phrases.orientations);
      ASSERT_TRUE(std::ranges::equal(counted.pairs, expected.pairs, same));
    }
  }
}

TEST(TableExtractionTest, TheFileIsTheSameHoweverItIsMade) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(42, 3000, 8);
  ThreadPool one(1);
  write_phrase_table(extract_and_score(corpus.text, corpus.alignments, {}, one, silent_reporter()),
                     {corpus.text.source_vocabulary, corpus.text.target_vocabulary},
                     scratch.path("expected"));
  const std::string expected = read_bytes(scratch.path("expected"));
  for (const std::uint64_t bytes : {MemoryOptions::kMinimum, MemoryOptions{}.bytes}) {
    for (const std::size_t count : {1U, 2U, 4U}) {
      ThreadPool threads(count);
      TableOptions options;
      options.memory.bytes = bytes;
      extract_to_table({corpus.text, corpus.alignments}, options, scratch.path("table"), threads,
                       silent_reporter());
      EXPECT_EQ(read_bytes(scratch.path("table")), expected);
    }
  }
}

TEST(TableExtractionTest, TellsWhatCannotWork) {
  const ScratchFolder scratch;
  AlignedCorpus corpus;
  corpus.add("a", "x", "0-0");
  ThreadPool threads(1);
  const auto extract = [&](const TableOptions& options) {
    extract_to_table({corpus.text, corpus.alignments}, options, scratch.path("table"), threads,
                     silent_reporter());
  };
  TableOptions options;
  options.memory.bytes = 1;
  EXPECT_THROW(extract(options), UsageError);
  options = {};
  options.extract.max_length = 0;
  EXPECT_THROW(extract(options), UsageError);
  corpus.alignments.add({});
  EXPECT_THROW(extract({}), UsageError);
  EXPECT_THROW(parse_enum<Smoothing>("laplace"), UsageError);
}

TEST(PhraseListTest, OrdersAreThoseOfAPlainSort) {
  Rng rng(43);
  Sequences<text::WordId> phrases;
  std::vector<std::vector<text::WordId>> plain;
  for (int i = 0; i < 3000; ++i) {
    std::vector<text::WordId> words(1 + rng.below(6));
    for (text::WordId& word : words) word = text::WordId{static_cast<std::uint32_t>(rng.below(4))};
    if (std::ranges::find(plain, words) == plain.end()) plain.push_back(words);
  }
  for (const auto& words : plain) {
    phrases.items.insert(phrases.items.end(), words.begin(), words.end());
    phrases.close();
  }
  const PhraseList list = list_of(phrases);
  ThreadPool threads(2);
  const auto lexicographic = lexicographic_order(list, threads);
  const auto levels = level_order(list, lexicographic);
  const auto by = [&](const auto& less) {
    std::vector<std::uint32_t> order(plain.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, less);
    return order;
  };
  EXPECT_EQ(lexicographic, by([&](auto a, auto b) { return plain[a] < plain[b]; }));
  EXPECT_EQ(levels, by([&](auto a, auto b) {
              return plain[a].size() != plain[b].size() ? plain[a].size() < plain[b].size()
                                                        : plain[a] < plain[b];
            }));
}

}  // namespace
}  // namespace calque::phrase
