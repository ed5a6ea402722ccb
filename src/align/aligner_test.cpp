// Training and the whole aligner: EM against enumeration, likelihoods, degenerate corpora, threads, real
// data.
#include "align/aligner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "align/aer.h"
#include "align/directed_model.h"
#include "align/testing.h"

namespace calque::align {
namespace {

using testing::corpus_of;
using testing::random_corpus;
using text::WordId;

constexpr std::array<Direction, 2> kDirections{Direction::kSourceGeneratesTarget,
                                               Direction::kTargetGeneratesSource};

AlignOptions plain_options() {
  AlignOptions options;
  options.lexical_smoothing = LexicalSmoothing::kNone;
  return options;
}

std::string as_text(const text::AlignmentCorpus& alignments) {
  std::string out;
  for (std::size_t i = 0; i < alignments.size(); ++i) out += text::to_pharaoh(alignments.alignment(i)) + "\n";
  return out;
}

double p_null_word(const DirectedModel& model, WordId word) {
  return model.lexicon.null[text::index_of(word)];
}

// Expected Model 1 counts of all (generator, generated) word pairs by enumerating every alignment of every
// pair.
struct EnumeratedCounts {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> pair;  // (source word, target word)
  std::map<std::uint32_t, double> null;
  double log_likelihood = 0.0;
};

EnumeratedCounts enumerate_ibm1(const TrainingData& data, const DirectedModel& model) {
  const bool forward = model.direction == Direction::kSourceGeneratesTarget;
  const text::ParallelCorpus& corpus = data.corpus();
  EnumeratedCounts counts;
  for (std::size_t k = 0; k < corpus.size(); ++k) {
    const auto generators = forward ? corpus.source.sentence(k) : corpus.target.sentence(k);
    const auto generated = forward ? corpus.target.sentence(k) : corpus.source.sentence(k);
    if (generators.empty() || generated.empty()) continue;
    const auto key = [&](std::size_t i, std::size_t j) {
      const auto a = static_cast<std::uint32_t>(generators[i]);
      const auto b = static_cast<std::uint32_t>(generated[j]);
      return forward ? std::pair{a, b} : std::pair{b, a};
    };
    std::size_t alignments = 1;
    for (std::size_t j = 0; j < generated.size(); ++j) alignments *= generators.size() + 1;
    const auto probability = [&](std::size_t code) {
      double p = 1.0;
      for (std::size_t j = 0; j < generated.size(); ++j, code /= generators.size() + 1) {
        const std::size_t a = code % (generators.size() + 1);
        if (a == 0) {
          p *= model.null_probability * p_null_word(model, generated[j]);
        } else {
          const auto [s, t] = key(a - 1, j);
          p *= (1.0 - model.null_probability) / static_cast<double>(generators.size()) *
               model.lexicon.pair[data.table().find(WordId{s}, WordId{t}).value()];
        }
      }
      return p;
    };
    double total = 0.0;
    for (std::size_t code = 0; code < alignments; ++code) total += probability(code);
    counts.log_likelihood += std::log(total);
    for (std::size_t code = 0; code < alignments; ++code) {
      const double share = probability(code) / total;
      std::size_t rest = code;
      for (std::size_t j = 0; j < generated.size(); ++j, rest /= generators.size() + 1) {
        const std::size_t a = rest % (generators.size() + 1);
        if (a == 0) counts.null[static_cast<std::uint32_t>(generated[j])] += share;
        if (a != 0) counts.pair[key(a - 1, j)] += share;
      }
    }
  }
  return counts;
}

TEST(DirectedTrainer, Ibm1CountsAgreeWithEnumeration) {
  const auto corpus =
      corpus_of({{"a b c", "x y"}, {"a b", "y z x"}, {"b b", "y y z"}, {"", "x"}, {"c", "z"}});
  ThreadPool threads(1);
  const AlignOptions options = plain_options();
  const TrainingData data(corpus, options, threads);
  for (const Direction direction : kDirections) {
    DirectedTrainer trainer(data, direction, options, threads);
    for (int iteration = 0; iteration < 3; ++iteration) {
      const EnumeratedCounts expected = enumerate_ibm1(data, trainer.model());
      EXPECT_NEAR(trainer.run_ibm1_iteration(), expected.log_likelihood, 1e-9);
      for (const auto& [words, count] : expected.pair) {
        const auto pair = data.table().find(WordId{words.first}, WordId{words.second});
        ASSERT_TRUE(pair);
        EXPECT_NEAR(LexicalCounts::value(trainer.counts().pair()[*pair]), count, 1e-8);
      }
      for (const auto& [word, count] : expected.null) {
        EXPECT_NEAR(LexicalCounts::value(trainer.counts().null()[word]), count, 1e-8);
      }
    }
  }
}

// Sums of p(generated | generator) over generated words, for every generator that occurs in a pair.
void expect_sums_to_one(const TrainingData& data, const DirectedModel& model) {
  const CooccurrenceTable& table = data.table();
  const bool forward = model.direction == Direction::kSourceGeneratesTarget;
  std::vector<double> sums(forward ? table.source_words() : table.target_words(), 0.0);
  std::vector<bool> occurs(sums.size(), false);
  for (std::size_t s = 0; s < table.source_words(); ++s) {
    for (std::size_t k = 0; k < table.row(s).size(); ++k) {
      const std::size_t generator = forward ? s : table.row(s)[k];
      sums[generator] += model.lexicon.pair[table.row_begin(s) + k];
      occurs[generator] = true;
    }
  }
  for (std::size_t g = 0; g < sums.size(); ++g) {
    if (occurs[g]) {
      EXPECT_NEAR(sums[g], 1.0, 1e-9);
    }
  }
  double null_sum = 0.0;
  for (const double p : model.lexicon.null) null_sum += p;
  EXPECT_NEAR(null_sum, 1.0, 1e-9);
}

TEST(DirectedTrainer, LikelihoodNeverFallsAndProbabilitiesSumToOne) {
  const auto corpus = random_corpus(300, 12, 25, 4);
  ThreadPool threads(2);
  AlignOptions options = plain_options();
  options.jump_window = 3;
  const TrainingData data(corpus, options, threads);
  for (const Direction direction : kDirections) {
    DirectedTrainer trainer(data, direction, options, threads);
    double last = -std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 10; ++iteration) {
      const double now = trainer.run_ibm1_iteration();
      EXPECT_GE(now, last - 1e-5) << "Model 1 iteration " << iteration;
      last = now;
      expect_sums_to_one(data, trainer.model());
    }
    // Another model: its likelihood starts anew.
    last = -std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 15; ++iteration) {
      const double now = trainer.run_hmm_iteration();
      EXPECT_GE(now, last - 1e-5) << "HMM iteration " << iteration;
      last = now;
      expect_sums_to_one(data, trainer.model());
    }
  }
}

TEST(DirectedTrainer, SmoothingVariants) {
  const auto corpus = random_corpus(100, 8, 10, 9);
  ThreadPool threads(1);
  AlignOptions options = plain_options();
  options.lexical_smoothing = LexicalSmoothing::kAdditive;
  const TrainingData data(corpus, options, threads);
  DirectedTrainer additive(data, kDirections[0], options, threads);
  additive.run_ibm1_iteration();
  expect_sums_to_one(data, additive.model());
  options.lexical_smoothing = LexicalSmoothing::kVariational;
  DirectedTrainer variational(data, kDirections[0], options, threads);
  variational.run_ibm1_iteration();
  const auto& table = data.table();
  for (std::size_t s = 0; s < table.source_words(); ++s) {
    double sum = 0.0;
    for (std::size_t k = 0; k < table.row(s).size(); ++k) {
      sum += variational.model().lexicon.pair[table.row_begin(s) + k];
    }
    EXPECT_LT(sum, 1.0);  // the mean-field estimate leaves mass out
    EXPECT_GT(sum, 0.0);
  }
}

TEST(Lexicon, DigammaAgreesWithKnownValues) {
  constexpr double kEuler = 0.57721566490153286;
  EXPECT_NEAR(digamma(1.0), -kEuler, 1e-13);
  EXPECT_NEAR(digamma(0.5), -kEuler - 2.0 * std::log(2.0), 1e-13);
  EXPECT_NEAR(digamma(5.0), 25.0 / 12 - kEuler, 1e-13);
  EXPECT_NEAR(digamma(0.01), -100.56088545786867, 1e-10);
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

TEST(Aligner, LearnsAnObviousDictionary) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (int k = 0; k < 10; ++k) {
    lines.insert(lines.end(), {{"das haus", "the house"}, {"das buch", "the book"}, {"ein buch", "a book"}});
  }
  const auto corpus = corpus_of(lines);
  ThreadPool threads(1);
  for (const AlignmentModel model : {AlignmentModel::kIbm1, AlignmentModel::kHmm}) {
    AlignOptions options;
    options.model = model;
    const auto result = align_both_directions(corpus, options, threads, silent_reporter());
    for (std::size_t i = 0; i < corpus.size(); ++i) {
      EXPECT_EQ(text::to_pharaoh(result.symmetrized.alignment(i)), "0-0 1-1");
    }
    const auto buch = corpus.source_vocabulary.find("buch").value();
    const auto book = corpus.target_vocabulary.find("book").value();
    const auto the = corpus.target_vocabulary.find("the").value();
    EXPECT_GT(result.lexicon.p_target_given_source(book, buch),
              result.lexicon.p_target_given_source(the, buch));
    EXPECT_GT(result.lexicon.p_source_given_target(buch, book), 0.5);
    EXPECT_EQ(result.lexicon.p_target_given_source(the, WordId{99}), 0.0);
  }
}

TEST(Aligner, DegenerateCorpora) {
  ThreadPool threads(2);
  const AlignOptions options;
  const auto lines_of = [&](const text::ParallelCorpus& corpus) {
    return as_text(align_corpus(corpus, options, threads, silent_reporter()));
  };
  EXPECT_EQ(lines_of(corpus_of({})), "");
  EXPECT_EQ(lines_of(corpus_of({{"", ""}, {"a", ""}, {"", "b c"}})), "\n\n\n");
  EXPECT_EQ(lines_of(corpus_of({{"a", "b"}})), "0-0\n");
  // Nothing is known but the order.
  EXPECT_EQ(lines_of(corpus_of({{"a b c d e", "v w x y z"}})), "0-0 1-1 2-2 3-3 4-4\n");
  const auto repeated = corpus_of({{"a a a a", "b b"}, {"a", "b"}});
  const auto result = align_both_directions(repeated, options, threads, silent_reporter());
  EXPECT_EQ(result.symmetrized.size(), 2U);
  EXPECT_GT(result.symmetrized.alignment(0).size(), 0U);
  EXPECT_EQ(align_both_directions(corpus_of({{"a", ""}}), options, threads, silent_reporter()).empty_pairs,
            1U);
}

TEST(Aligner, SameBytesForAnyNumberOfThreadsAndWithoutTheIndex) {
  const auto corpus = random_corpus(1500, 15, 60, 21);
  AlignOptions options;
  ThreadPool one(1);
  const auto expected = align_both_directions(corpus, options, one, silent_reporter());
  const auto expect_same = [&](const AlignmentResult& result) {
    EXPECT_EQ(as_text(result.symmetrized), as_text(expected.symmetrized));
    EXPECT_EQ(result.lexicon.source_generates_target().pair, expected.lexicon.source_generates_target().pair);
    EXPECT_EQ(result.lexicon.target_generates_source().pair, expected.lexicon.target_generates_source().pair);
    EXPECT_EQ(result.lexicon.target_generates_source().null, expected.lexicon.target_generates_source().null);
    EXPECT_EQ(result.source_to_target_log_likelihood, expected.source_to_target_log_likelihood);
    EXPECT_EQ(result.target_to_source_log_likelihood, expected.target_to_source_log_likelihood);
  };
  for (const std::size_t count : {2, 4, 7}) {
    SCOPED_TRACE(count);
    ThreadPool threads(count);
    expect_same(align_both_directions(corpus, options, threads, silent_reporter()));
  }
  options.index_memory_bytes = 0;
  expect_same(align_both_directions(corpus, options, one, silent_reporter()));
}

TEST(Aligner, DirectedAlignmentsLinkEachGeneratedWordOnce) {
  const auto corpus = random_corpus(200, 12, 15, 33);
  ThreadPool threads(1);
  const auto result = align_both_directions(corpus, {}, threads, silent_reporter());
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    std::set<std::uint32_t> targets;
    for (const auto& link : result.source_to_target.alignment(i))
      EXPECT_TRUE(targets.insert(link.target).second);
    std::set<std::uint32_t> sources;
    for (const auto& link : result.target_to_source.alignment(i))
      EXPECT_TRUE(sources.insert(link.source).second);
  }
}

TEST(Aligner, PosteriorDecodingWithAHighThresholdKeepsOnlySureLinks) {
  const auto corpus = random_corpus(200, 12, 15, 34);
  ThreadPool threads(1);
  AlignOptions options;
  options.decoding = Decoding::kPosterior;
  options.posterior_threshold = 0.5;
  const auto half = align_both_directions(corpus, options, threads, silent_reporter());
  options.posterior_threshold = 0.9;
  const auto sure = align_both_directions(corpus, options, threads, silent_reporter());
  EXPECT_LT(sure.source_to_target.link_count(), half.source_to_target.link_count());
  EXPECT_GT(sure.source_to_target.link_count(), 0U);
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    const auto more = half.source_to_target.alignment(i);
    const auto less = sure.source_to_target.alignment(i);
    EXPECT_TRUE(std::includes(more.begin(), more.end(), less.begin(), less.end()));
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
  const auto result = align_both_directions(corpus, options, threads, silent_reporter());
  EXPECT_EQ(result.cut_pairs, 2U);
  std::size_t diagonal = 0;
  for (const auto& link : result.symmetrized.alignment(0)) {
    ASSERT_LT(link.source, 10'000U);
    ASSERT_EQ(link.source / 50, link.target / 50);
    diagonal += link.source == link.target ? 1 : 0;
  }
  EXPECT_GT(diagonal, 9'000U);
  EXPECT_EQ(text::to_pharaoh(result.symmetrized.alignment(1)), "0-0 1-1");
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

// English-French gold pairs with nothing else to learn from: even so the HMM must beat Model 1 clearly, and
// both must beat what a broken model reaches.
TEST(Aligner, RealDataQuality) {
  const auto folder = data_folder() / "gold-enfr";
  if (!std::filesystem::exists(folder / "gold.align")) {
    GTEST_SKIP() << "no " << folder << "; set CALQUE_DATA to the folder of shared data";
  }
  text::ParallelCorpus corpus;
  add_lines(folder / "gold.en", folder / "gold.fr", SIZE_MAX, corpus);
  ThreadPool threads(2);
  AlignOptions options;
  const double hmm =
      score_first(align_corpus(corpus, options, threads, silent_reporter()), folder / "gold.align").aer;
  options.model = AlignmentModel::kIbm1;
  const double ibm1 =
      score_first(align_corpus(corpus, options, threads, silent_reporter()), folder / "gold.align").aer;
  RecordProperty("aer_hmm", std::to_string(hmm));
  RecordProperty("aer_ibm1", std::to_string(ibm1));
  EXPECT_LT(hmm, 0.25);
  EXPECT_LT(ibm1, 0.45);
  EXPECT_LT(hmm, ibm1 - 0.05);
}

}  // namespace
}  // namespace calque::align
