// Word classes: every word of a corpus in one of a few classes, so that words used alike share one.
//
// The classes are those that make the corpus most likely under a class bigram model (word_classes_counts.h),
// as far as the exchange algorithm finds them: words move one at a time to the class that helps most, until
// none wants to move. Several independent runs begin with annealing, which leads past poor optima, and the
// best one is kept. The result depends on corpus, options and seed, never on the number of threads. Values
// only; safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/enum_names.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "text/corpus.h"

namespace calque::text {

// Most classes that can be trained or read. Tables of class pairs grow with the square.
inline constexpr std::size_t kMaxClasses = 4096;

struct WordClasses {
  std::vector<std::uint32_t> class_of;  // by word id, each below `classes`
  std::size_t classes = 0;
  // For words that were not seen: the class with the most different words (the first of equals). New words
  // belong to the open classes, and those are the large ones.
  std::uint32_t unknown_class = 0;

  // The class of a word, or unknown_class for an id that is not in the vocabulary.
  std::uint32_t of(WordId word) const {
    return index_of(word) < class_of.size() ? class_of[index_of(word)] : unknown_class;
  }
};

// The class with the most words, the first of equals; 0 if there are no words.
std::uint32_t largest_class(const std::vector<std::uint32_t>& class_of, std::size_t classes);

// Where a run begins. Runs after the first, which must differ, begin with random classes.
enum class ClassStart {
  kRoundRobin,  // words in order of frequency are dealt out to the classes
  kFrequent,    // the most frequent words have a class each, and the last class has all others
};
constexpr auto enum_names(ClassStart) {
  using enum ClassStart;
  return EnumNames<ClassStart>("unknown start", {{"round-robin", kRoundRobin}, {"frequent", kFrequent}});
}

struct WordClassOptions {
  std::size_t classes = 50;  // at most; fewer if there are fewer words
  std::size_t runs = 4;      // independent searches, of which the best is kept; they run in parallel
  // Sweeps over the words with random moves, fewer and fewer of them, before the exchange; 0: only the
  // exchange.
  std::size_t annealing_sweeps = 40;
  std::size_t iterations = 100;  // most sweeps of the exchange in a run; it ends when no word moves
  ClassStart start = ClassStart::kRoundRobin;
  std::uint64_t seed = 1;

  // A single exchange without annealing: good enough for features.
  static WordClassOptions quick(std::size_t classes, std::uint64_t seed) {
    return {.classes = classes, .runs = 1, .annealing_sweeps = 0, .iterations = 10, .seed = seed};
  }

  // Throws UsageError for a value that makes no sense.
  void validate() const;
};

struct WordClassTraining {
  WordClasses classes;
  std::size_t words = 0;       // different words that occur
  double log_likelihood = 0;   // of words and sentence ends, natural logarithm
  double perplexity = 1;       // for each word and sentence end
  std::size_t iterations = 0;  // sweeps of the exchange in the best run
  bool converged = false;      // its last sweep moved no word: no single move makes the corpus more likely
  std::vector<double> run_perplexities;
};

// Classes are numbered from 0 by falling number of running words. A word of the vocabulary that does not
// occur in the corpus gets the unknown class. Throws UsageError for bad options, DataError for a corpus of
// 2^31 words and sentences or more.
WordClassTraining train_word_classes(const Corpus& corpus, std::size_t vocabulary_size,
                                     const WordClassOptions& options, ThreadPool& threads,
                                     Reporter& reporter);

}  // namespace calque::text
