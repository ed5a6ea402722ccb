// The whole aligner: degenerate corpora, threads, real data.
#include "align/aligner.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "align/aer.h"
#include "align/testing.h"
#include "align/text_numberer.h"
#include "align/training_data.h"

namespace calque::align {
namespace {

using testing::corpus_of;
using ::testing::ElementsAre;
using testing::kAllKinds;
using testing::random_corpus;
using text::WordId;

std::string as_text(const text::AlignmentCorpus& alignments) {
  std::string out;
  for (std::size_t i = 0; i < alignments.size(); ++i) out += text::to_pharaoh(alignments.alignment(i)) + "\n";
  return out;
}

TEST(TextNumberer, CountsTheWordsThatTheVocabularyHas) {
  const auto known = corpus_of({{"a b", "x"}});
  TextNumberer numberer{text::VocabularyView(known.source_vocabulary)};
  text::Corpus corpus;
  numberer.add(" b  zebra a", corpus);
  numberer.add("", corpus);
  ASSERT_EQ(corpus.size(), 2);
  EXPECT_THAT(corpus.sentence(0),
              ElementsAre(known.source.sentence(0)[1], kUnknownWord, known.source.sentence(0)[0]));
  EXPECT_EQ(numberer.known_words(), 2);
  EXPECT_EQ(numberer.words(), 3);
}

TEST(Cooccurrence, FindsExactlyTheWordPairsThatOccurTogether) {
  const auto corpus = random_corpus(200, 6, 30, 12);
  ThreadPool threads(3);
  const AlignOptions options;
  const TrainingData data(corpus, options, threads);
  std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    for (const WordId s : corpus.source.sentence(i)) {
      for (const WordId t : corpus.target.sentence(i)) {
        expected.insert({static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(t)});
      }
    }
  }
  EXPECT_EQ(data.table().size(), expected.size());
  for (const auto& [s, t] : expected) EXPECT_TRUE(data.table().find(WordId{s}, WordId{t}));
  EXPECT_FALSE(data.table().find(WordId{9999}, WordId{0}));
}

AlignmentResult train_and_align(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                ThreadPool& threads) {
  return align(train_model(corpus, options, threads, silent_reporter()).model, corpus, options, threads);
}

TEST(CellIndex, StoredAndSearchedCellsAreTheSame) {
  const auto corpus = random_corpus(100, 9, 30, 13);
  ThreadPool threads(2);
  AlignOptions options;
  const TrainingData stored(corpus, options, threads);
  options.memory_bytes = stored.memory().minimum() + stored.memory().index - 1;
  const TrainingData searched(corpus, options, threads);
  ASSERT_TRUE(stored.index().stored());
  ASSERT_FALSE(searched.index().stored());
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  for (std::size_t s = 0; s < stored.segmentation().segments.size(); ++s) {
    stored.index().cells(s, a);
    searched.index().cells(s, b);
    EXPECT_EQ(a, b);
    const Segment& segment = stored.segmentation().segments[s];
    const auto source = corpus.source.sentence(segment.sentence);
    const auto target = corpus.target.sentence(segment.sentence);
    for (std::size_t t = 0; t < target.size(); ++t) {
      for (std::size_t k = 0; k < source.size(); ++k) {
        EXPECT_EQ(a[t * source.size() + k], stored.table().find(source[k], target[t]).value());
      }
    }
  }
}

TEST(TrainingData, RefusesLessMemoryThanTheLeast) {
  const auto corpus = random_corpus(100, 9, 30, 13);
  ThreadPool threads(1);
  AlignOptions options;
  options.memory_bytes = 1000;
  EXPECT_THROW(TrainingData(corpus, options, threads), UsageError);
}

TEST(Aligner, LearnsAnObviousDictionary) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (int k = 0; k < 10; ++k) {
    lines.insert(lines.end(), {{"das haus", "the house"}, {"das buch", "the book"}, {"ein buch", "a book"}});
  }
  const auto corpus = corpus_of(lines);
  ThreadPool threads(1);
  for (const AlignmentModelKind kind : kAllKinds) {
    SCOPED_TRACE(name_of(kind));
    AlignOptions options;
    options.model = kind;
    const TrainingResult trained = train_model(corpus, options, threads, silent_reporter());
    const AlignmentResult result = align(trained.model, corpus, options, threads);
    for (std::size_t i = 0; i < corpus.size(); ++i) {
      EXPECT_EQ(text::to_pharaoh(result.links.alignment(i)), "0-0 1-1");
    }
    const auto buch = corpus.source_vocabulary.find("buch").value();
    const auto book = corpus.target_vocabulary.find("book").value();
    const auto the = corpus.target_vocabulary.find("the").value();
    const LexicalTable& lexicon = trained.model.lexicon();
    EXPECT_GT(lexicon.probability(buch, book)[0], lexicon.probability(buch, the)[0]);
    EXPECT_GT(lexicon.probability(buch, book)[1], 0.5F);
    EXPECT_LT(lexicon.probability(kUnknownWord, the)[0], 0.5F);
  }
}

TEST(Aligner, DegenerateCorpora) {
  ThreadPool threads(2);
  for (const AlignmentModelKind kind : kAllKinds) {
    SCOPED_TRACE(name_of(kind));
    AlignOptions options;
    options.model = kind;
    const auto lines_of = [&](const text::ParallelCorpus& corpus) {
      return as_text(align_corpus(corpus, options, threads, silent_reporter()));
    };
    EXPECT_EQ(lines_of(corpus_of({})), "");
    EXPECT_EQ(lines_of(corpus_of({{"", ""}, {"a", ""}, {"", "b c"}})), "\n\n\n");
    EXPECT_EQ(lines_of(corpus_of({{"a", "b"}})), "0-0\n");
    if (kind == AlignmentModelKind::kHmm || kind == AlignmentModelKind::kFertility) {
      // Nothing is known but the order.
      EXPECT_EQ(lines_of(corpus_of({{"a b c d e", "v w x y z"}})), "0-0 1-1 2-2 3-3 4-4\n");
    }
    const auto result = train_and_align(corpus_of({{"a a a a", "b b"}, {"a", "b"}}), options, threads);
    EXPECT_EQ(result.links.size(), 2U);
    EXPECT_GT(result.links.alignment(0).size(), 0U);
    for (const float p : result.probabilities) EXPECT_TRUE(p > 0.0F && p <= 1.0F);
    EXPECT_EQ(train_and_align(corpus_of({{"a", ""}}), options, threads).empty_pairs, 1U);
  }
}

TEST(Aligner, SameBytesForAnyNumberOfThreadsAndWithoutTheIndex) {
  const auto corpus = random_corpus(600, 15, 60, 21);
  for (const AlignmentModelKind kind : kAllKinds) {
    SCOPED_TRACE(name_of(kind));
    AlignOptions options;
    options.model = kind;
    ThreadPool one(1);
    const auto expected = train_and_align(corpus, options, one);
    const auto expect_same = [&](const AlignmentResult& result) {
      EXPECT_EQ(as_text(result.links), as_text(expected.links));
      EXPECT_EQ(result.probabilities, expected.probabilities);
    };
    for (const std::size_t count : {2, 4, 7}) {
      SCOPED_TRACE(count);
      ThreadPool threads(count);
      expect_same(train_and_align(corpus, options, threads));
    }
    options.memory_bytes = TrainingData(corpus, options, one).memory().minimum() + 1;
    expect_same(train_and_align(corpus, options, one));
  }
}

TEST(Aligner, DirectedAlignmentsLinkEachGeneratedWordOnce) {
  const auto corpus = random_corpus(200, 12, 15, 33);
  ThreadPool threads(1);
  AlignOptions options;
  const TrainingResult trained = train_model(corpus, options, threads, silent_reporter());
  options.symmetrization = Symmetrization::kSourceToTarget;
  const auto forward = align(trained.model, corpus, options, threads).links;
  options.symmetrization = Symmetrization::kTargetToSource;
  const auto reverse = align(trained.model, corpus, options, threads).links;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    std::set<std::uint32_t> targets;
    for (const auto& link : forward.alignment(i)) EXPECT_TRUE(targets.insert(link.target).second);
    std::set<std::uint32_t> sources;
    for (const auto& link : reverse.alignment(i)) EXPECT_TRUE(sources.insert(link.source).second);
  }
}

TEST(Aligner, PosteriorLinksReachTheThreshold) {
  const auto corpus = random_corpus(200, 12, 15, 34);
  ThreadPool threads(1);
  AlignOptions options;
  options.symmetrization = Symmetrization::kPosterior;
  const TrainingResult trained = train_model(corpus, options, threads, silent_reporter());
  std::size_t before = SIZE_MAX;
  for (const double threshold : {0.1, 0.5, 0.9}) {
    options.posterior_threshold = threshold;
    const auto result = align(trained.model, corpus, options, threads);
    ASSERT_EQ(result.probabilities.size(), result.links.link_count());
    for (const float p : result.probabilities) EXPECT_GE(p, static_cast<float>(threshold) - 1e-6F);
    EXPECT_LT(result.links.link_count(), before);
    EXPECT_GT(result.links.link_count(), 0U);
    before = result.links.link_count();
  }
}

TEST(Aligner, OverlongPairsAreAlignedInPieces) {
  Rng rng(8);
  std::string source;
  std::string target;
  for (int k = 0; k < 10'000; ++k) {
    const std::string word = std::to_string(rng.below(500));
    source += "s" + word + " ";
    target += "t" + word + " ";
  }
  const auto corpus = corpus_of({{source, target}, {"s1 s2", "t1 t2"}, {source, "t1"}});
  ThreadPool threads(2);
  AlignOptions options;
  options.max_pair_cells = 2'500;
  options.piece_length = 50;
  const auto result = train_and_align(corpus, options, threads);
  EXPECT_EQ(result.cut_pairs, 2U);
  std::size_t diagonal = 0;
  for (const auto& link : result.links.alignment(0)) {
    ASSERT_LT(link.source, 10'000U);
    ASSERT_EQ(link.source / 50, link.target / 50);
    diagonal += link.source == link.target ? 1 : 0;
  }
  EXPECT_GT(diagonal, 9'000U);
  EXPECT_EQ(text::to_pharaoh(result.links.alignment(1)), "0-0 1-1");
}

std::filesystem::path data_folder() {
  const char* folder = std::getenv("CALQUE_DATA");
  return folder != nullptr ? folder : "../shared/data";
}

void add_lines(const std::filesystem::path& source, const std::filesystem::path& target, std::size_t limit,
               text::ParallelCorpus& corpus) {
  std::ifstream sources(source);
  std::ifstream targets(target);
  std::string s;
  std::string t;
  for (std::size_t i = 0; i < limit && std::getline(sources, s) && std::getline(targets, t); ++i) {
    corpus.source.add_line(s, corpus.source_vocabulary);
    corpus.target.add_line(t, corpus.target_vocabulary);
  }
}

AerScores score_first(const text::AlignmentCorpus& alignments, const std::filesystem::path& gold) {
  std::ifstream file(gold);
  AerCounts counts;
  std::string line;
  for (std::size_t i = 0; std::getline(file, line); ++i) {
    counts += count_links(alignments.alignment(i), text::parse_gold(line, {gold.string(), i + 1}));
  }
  return score(counts);
}

// English-French gold pairs with nothing else to learn from: even so each model must beat the simpler one,
// and all what a broken model reaches.
TEST(Aligner, RealDataQuality) {
  const auto folder = data_folder() / "gold-enfr";
  if (!std::filesystem::exists(folder / "gold.align")) {
    GTEST_SKIP() << "no " << folder << "; set CALQUE_DATA to the folder of shared data";
  }
  text::ParallelCorpus corpus;
  add_lines(folder / "gold.en", folder / "gold.fr", SIZE_MAX, corpus);
  ThreadPool threads(2);
  const auto aer = [&](AlignmentModelKind kind) {
    AlignOptions options;
    options.model = kind;
    const auto links = align_corpus(corpus, options, threads, silent_reporter());
    const double value = score_first(links, folder / "gold.align").aer;
    RecordProperty(fmt::format("aer_{}", name_of(kind)), std::to_string(value));
    return value;
  };
  const double ibm1 = aer(AlignmentModelKind::kIbm1);
  const double hmm = aer(AlignmentModelKind::kHmm);
  const double fertility = aer(AlignmentModelKind::kFertility);
  EXPECT_LT(ibm1, 0.45);
  EXPECT_LT(hmm, ibm1 - 0.05);
  EXPECT_LT(fertility, hmm);
  EXPECT_LT(fertility, 0.25);
}

}  // namespace
}  // namespace calque::align
