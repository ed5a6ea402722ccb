// Word classes against a plain reference that knows nothing of increments: it counts the whole corpus anew
// for every assignment.
#include "text/word_classes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "text/word_classes_bigrams.h"
#include "text/word_classes_counts.h"
#include "text/word_classes_search.h"

namespace calque::text {
namespace {

// Sum over all events of ln p(w | class of w) p(class of w | class of the word before), relative frequencies.
double plain_log_likelihood(const Corpus& corpus, const std::vector<std::uint32_t>& class_of) {
  constexpr int kBoundary = -1;
  std::map<std::pair<int, int>, double> pairs;
  std::map<int, double> before;   // how often a class stands before something
  std::map<int, double> members;  // running words of a class
  std::map<int, double> words;    // and of a word; boundary: -1
  struct Event {
    int left_class, right_class, word;
  };
  std::vector<Event> events;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    int left = kBoundary;
    const auto see = [&](int right, int word) {
      events.push_back({left, right, word});
      left = right;
    };
    for (const WordId word : corpus.sentence(i)) {
      see(static_cast<int>(class_of[index_of(word)]), static_cast<int>(index_of(word)));
    }
    see(kBoundary, kBoundary);
  }
  for (const Event& e : events) {
    ++pairs[{e.left_class, e.right_class}];
    ++before[e.left_class];
    ++members[e.right_class];
    ++words[e.word];
  }
  double sum = 0.0;
  for (const Event& e : events) {
    sum += std::log(words[e.word] / members[e.right_class]) +
           std::log(pairs[{e.left_class, e.right_class}] / before[e.left_class]);
  }
  return sum;
}

// Words repeat, sentences may be empty, and all words 0 .. words-1 occur.
Corpus random_corpus(std::size_t words, std::size_t sentences, Rng& rng) {
  Corpus corpus;
  std::vector<WordId> all;
  for (std::uint32_t w = 0; w < words; ++w) all.push_back(WordId{w});
  corpus.add_sentence(all);
  for (std::size_t i = 0; i < sentences; ++i) {
    std::vector<WordId> sentence;
    for (std::uint64_t left = rng.below(9); left > 0; --left) {
      sentence.push_back(WordId{static_cast<std::uint32_t>(rng.below(1 + rng.below(words)))});
    }
    corpus.add_sentence(sentence);
  }
  return corpus;
}

std::vector<std::uint32_t> random_classes(std::size_t words, std::size_t classes, Rng& rng) {
  std::vector<std::uint32_t> class_of(words);
  for (std::uint32_t& c : class_of) c = static_cast<std::uint32_t>(rng.below(classes));
  return class_of;
}

std::vector<std::uint32_t> by_id(const BigramRows& rows, std::span<const std::uint32_t> by_rank) {
  std::vector<std::uint32_t> result(rows.words());
  for (std::uint32_t rank = 0; rank < rows.words(); ++rank) result[index_of(rows.word(rank))] = by_rank[rank];
  return result;
}

void expect_no_move_improves(const Corpus& corpus, const WordClasses& found) {
  const double reached = plain_log_likelihood(corpus, found.class_of);
  std::vector<std::uint32_t> changed = found.class_of;
  for (std::size_t word = 0; word < changed.size(); ++word) {
    for (std::uint32_t c = 0; c < found.classes; ++c) {
      changed[word] = c;
      EXPECT_LE(plain_log_likelihood(corpus, changed), reached + 1e-9 * std::abs(reached))
          << "word " << word << " to class " << c;
    }
    changed[word] = found.class_of[word];
  }
}

TEST(WordClassesTest, RowsHoldEveryBigram) {
  Rng rng(5);
  const Corpus corpus = random_corpus(12, 60, rng);
  const BigramRows rows(corpus, 12);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> expected;
  std::vector<std::uint32_t> rank_of(12);
  ASSERT_EQ(rows.words(), 12U);
  for (std::uint32_t rank = 0; rank < 12; ++rank) rank_of[index_of(rows.word(rank))] = rank;
  for (std::uint32_t rank = 1; rank < 12; ++rank) EXPECT_GE(rows.count(rank - 1), rows.count(rank));
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    std::uint32_t left = rows.boundary();
    for (const WordId word : corpus.sentence(i)) {
      ++expected[{left, rank_of[index_of(word)]}];
      left = rank_of[index_of(word)];
    }
    ++expected[{left, rows.boundary()}];
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> forward;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> backward;
  for (std::uint32_t rank = 0; rank <= 12; ++rank) {
    if (rows.self_count(rank) > 0) forward[{rank, rank}] = backward[{rank, rank}] = rows.self_count(rank);
    for (const Neighbour& right : rows.successors(rank)) forward[{rank, right.rank}] = right.count;
    for (const Neighbour& left : rows.predecessors(rank)) backward[{left.rank, rank}] = left.count;
  }
  EXPECT_EQ(forward, expected);
  EXPECT_EQ(backward, expected);
}

TEST(WordClassesTest, GainsEqualCountingAnew) {
  Rng rng(11);
  for (int round = 0; round < 40; ++round) {
    const std::size_t words = 1 + rng.below(10);
    const std::size_t classes = 1 + rng.below(5);
    const Corpus corpus = random_corpus(words, rng.below(40), rng);
    const BigramRows rows(corpus, words);
    std::vector<std::uint32_t> class_of = random_classes(words, classes, rng);  // by rank
    class_of.push_back(static_cast<std::uint32_t>(classes));
    ClassCounts counts(rows, class_of, classes);
    WordContext context(classes);
    std::vector<double> gains(classes);
    for (int step = 0; step < 20; ++step) {
      const auto rank = static_cast<std::uint32_t>(rng.below(words));
      const std::uint32_t from = class_of[rank];
      context.fill(rows, class_of, rank);
      counts.gains(context, from, gains);
      const double old = plain_log_likelihood(corpus, by_id(rows, class_of));
      for (std::uint32_t to = 0; to < classes; ++to) {
        class_of[rank] = to;
        const double now = plain_log_likelihood(corpus, by_id(rows, class_of));
        EXPECT_NEAR(gains[to], now - old, 1e-9 * std::abs(old)) << "from " << from << " to " << to;
      }
      class_of[rank] = static_cast<std::uint32_t>(rng.below(classes));
      counts.move(context, from, class_of[rank]);
      EXPECT_NEAR(counts.class_log_likelihood(), ClassCounts(rows, class_of, classes).class_log_likelihood(),
                  1e-9);
    }
  }
}

TEST(WordClassesTest, ExchangeNeverLowersTheLikelihoodAndEnds) {
  Rng rng(12);
  for (int round = 0; round < 10; ++round) {
    const std::size_t words = 20 + rng.below(30);
    const Corpus corpus = random_corpus(words, 100, rng);
    const BigramRows rows(corpus, words);
    ClassSearch search(rows, random_classes(words, 4, rng), 4);
    double reached = search.log_likelihood();
    std::size_t sweeps = 0;
    for (bool moving = true; moving; ++sweeps) {
      ASSERT_LT(sweeps, 200U);
      const std::size_t moves = search.exchange();
      const double now = plain_log_likelihood(corpus, by_id(rows, search.class_of()));
      EXPECT_NEAR(search.log_likelihood(), now, 1e-9 * std::abs(now));
      if (moves > 0) {
        EXPECT_GT(now, reached);
      } else {
        EXPECT_DOUBLE_EQ(search.log_likelihood(), reached);
      }
      reached = search.log_likelihood();
      moving = moves > 0;
    }
  }
}

TEST(WordClassesTest, AnnealingKeepsTheCountsRight) {
  Rng rng(13);
  const Corpus corpus = random_corpus(30, 100, rng);
  const BigramRows rows(corpus, 30);
  ClassSearch search(rows, random_classes(30, 5, rng), 5);
  const std::vector<std::uint32_t> before(search.class_of().begin(), search.class_of().end());
  const GumbelNoise noise(1);
  for (const double temperature : {10.0, 1.0, 0.1}) {
    search.anneal(temperature, rows.words(), noise, rng);
    const double now = plain_log_likelihood(corpus, by_id(rows, search.class_of()));
    EXPECT_NEAR(search.log_likelihood(), now, 1e-9 * std::abs(now));
  }
  EXPECT_FALSE(std::equal(before.begin(), before.end(), search.class_of().begin()));
}

TEST(WordClassesTest, FindsTheBestOfAllAssignmentsOfAFewWords) {
  Rng rng(14);
  ThreadPool threads(1);
  for (int round = 0; round < 12; ++round) {
    const Corpus corpus = random_corpus(6, 25, rng);
    double best = -1e300;
    for (std::uint32_t bits = 0; bits < 64; ++bits) {
      std::vector<std::uint32_t> class_of;
      for (std::uint32_t word = 0; word < 6; ++word) class_of.push_back(bits >> word & 1U);
      best = std::max(best, plain_log_likelihood(corpus, class_of));
    }
    const WordClassTraining one =
        train_word_classes(corpus, 6, {.classes = 2, .runs = 1}, threads, silent_reporter());
    EXPECT_LE(one.log_likelihood, best + 1e-9);
    expect_no_move_improves(corpus, one.classes);
    const WordClassTraining many =
        train_word_classes(corpus, 6, {.classes = 2, .runs = 20}, threads, silent_reporter());
    EXPECT_NEAR(many.log_likelihood, best, 1e-9 * std::abs(best));
  }
}

TEST(WordClassesTest, ReachesALocalOptimumAndReportsItsFigures) {
  Rng rng(15);
  ThreadPool threads(1);
  const Corpus corpus = random_corpus(25, 80, rng);
  for (const ClassStart start : {ClassStart::kRoundRobin, ClassStart::kFrequent}) {
    for (const std::size_t annealing : {0U, 10U}) {
      const WordClassTraining training =
          train_word_classes(corpus, 25, {.classes = 4, .annealing_sweeps = annealing, .start = start},
                             threads, silent_reporter());
      EXPECT_TRUE(training.converged);
      EXPECT_EQ(training.words, 25U);
      const double plain = plain_log_likelihood(corpus, training.classes.class_of);
      EXPECT_NEAR(training.log_likelihood, plain, 1e-9 * std::abs(plain));
      EXPECT_NEAR(training.perplexity,
                  std::exp(-plain / static_cast<double>(corpus.token_count() + corpus.size())), 1e-9);
      EXPECT_DOUBLE_EQ(training.perplexity,
                       *std::min_element(training.run_perplexities.begin(), training.run_perplexities.end()));
      expect_no_move_improves(corpus, training.classes);
    }
  }
}

TEST(WordClassesTest, FindsTheClassesOfAGrammar) {
  // Three kinds of words in a fixed order, and marks that may follow each other.
  const std::vector<std::string> first{"the", "a", "my", "this"};
  const std::vector<std::string> second{"dog", "cat", "house", "tree", "man"};
  const std::vector<std::string> third{"sleeps", "falls", "stands"};
  Rng rng(16);
  Vocabulary vocabulary;
  Corpus corpus;
  const auto pick = [&](const std::vector<std::string>& from) { return from[rng.below(from.size())]; };
  for (int i = 0; i < 500; ++i) {
    corpus.add_line(pick(first) + " " + pick(second) + " " + pick(third) + (i % 3 == 0 ? " ! !" : " !"),
                    vocabulary);
  }
  ThreadPool threads(2);
  const WordClasses classes =
      train_word_classes(corpus, vocabulary.size(), {.classes = 4}, threads, silent_reporter()).classes;
  std::vector<std::vector<std::string>> kinds{first, second, third, {"!"}};
  std::vector<std::uint32_t> found;
  for (const auto& kind : kinds) {
    found.push_back(classes.of(*vocabulary.find(kind.front())));
    for (const std::string& word : kind) EXPECT_EQ(classes.of(*vocabulary.find(word)), found.back()) << word;
  }
  EXPECT_EQ(found.back(), 0U) << "the class with the most running words comes first";
  std::sort(found.begin(), found.end());
  EXPECT_THAT(found, ::testing::ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(classes.unknown_class, classes.of(*vocabulary.find("dog"))) << "the class with the most words";
  EXPECT_EQ(classes.of(WordId{12345}), classes.unknown_class);
}

TEST(WordClassesTest, DoesNotDependOnTheNumberOfThreads) {
  Rng rng(17);
  const Corpus corpus = random_corpus(200, 2000, rng);
  ThreadPool one(1);
  const WordClassOptions options{.classes = 10, .runs = 5, .seed = 3};
  const WordClassTraining expected = train_word_classes(corpus, 200, options, one, silent_reporter());
  for (const std::size_t count : {2U, 8U}) {
    ThreadPool threads(count);
    const WordClassTraining training = train_word_classes(corpus, 200, options, threads, silent_reporter());
    EXPECT_EQ(training.classes.class_of, expected.classes.class_of);
    EXPECT_EQ(training.run_perplexities, expected.run_perplexities);
  }
}

TEST(WordClassesTest, SmallSizes) {
  ThreadPool threads(1);
  const auto train = [&](const Corpus& corpus, std::size_t vocabulary_size, std::size_t classes) {
    return train_word_classes(corpus, vocabulary_size, {.classes = classes}, threads, silent_reporter());
  };
  const WordClassTraining none = train(Corpus(), 0, 50);
  EXPECT_EQ(none.classes.classes, 0U);
  EXPECT_TRUE(none.classes.class_of.empty());
  EXPECT_EQ(none.perplexity, 1.0);

  Corpus empty_lines;
  empty_lines.add_sentence({});
  EXPECT_EQ(train(empty_lines, 2, 50).classes.class_of, (std::vector<std::uint32_t>{0, 0}))
      << "words that do not occur";

  Corpus one;
  const std::vector<WordId> word{WordId{1}};
  one.add_sentence(word);
  const WordClassTraining single = train(one, 3, 50);
  EXPECT_EQ(single.words, 1U);
  EXPECT_EQ(single.classes.classes, 1U);
  EXPECT_NEAR(single.perplexity, 1.0, 1e-12) << "nothing is uncertain";

  Rng rng(18);
  const Corpus few = random_corpus(5, 10, rng);
  const WordClassTraining own = train(few, 5, 50);
  EXPECT_EQ(own.classes.classes, 5U) << "fewer words than classes: one for each";
  EXPECT_EQ(train(few, 5, 1).classes.class_of, std::vector<std::uint32_t>(5, 0));
}

TEST(WordClassesTest, RefusesBadOptions) {
  ThreadPool threads(1);
  for (const WordClassOptions& options :
       {WordClassOptions{.classes = 0}, WordClassOptions{.classes = kMaxClasses + 1},
        WordClassOptions{.runs = 0}, WordClassOptions{.iterations = 0}}) {
    EXPECT_THROW(train_word_classes(Corpus(), 0, options, threads, silent_reporter()), UsageError);
  }
}

}  // namespace
}  // namespace calque::text
