// Bigram counts of classes, and what moving one word between classes does to the likelihood.
//
// The model is p(w | v) = p(w | class of w) p(class of w | class of v) with relative frequencies; the
// sentence boundary is a class of its own. Its log-likelihood of the corpus it was counted on is (Kneser and
// Ney 1993; Martin, Liermann and Ney 1998)
//     sum over words N(w) ln N(w) + sum over class pairs N(g,h) ln N(g,h) - 2 sum over classes N(g) ln N(g)
// so a move changes only the cells in the rows and columns of the two classes.
//
// Reading is safe from many threads, each with its own WordContext; move() changes the counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/word_classes_bigrams.h"

namespace calque::text {

// n ln n, with a table for the counts that occur often.
class EntropyTable {
 public:
  explicit EntropyTable(std::uint64_t largest_count);

  double operator()(std::uint32_t n) const { return n < values_.size() ? values_[n] : compute(n); }

 private:
  static double compute(std::uint32_t n);
  std::vector<double> values_;
};

// The classes one word stands between. Scratch memory: filled again for each word.
struct WordContext {
  explicit WordContext(std::size_t classes) : left(classes + 1, 0), right(classes + 1, 0) {}

  // Occurrences next to a word of each class (the last one: the boundary) other than the word itself, and the
  // classes where that is not 0.
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> right;
  std::vector<std::uint32_t> left_classes;
  std::vector<std::uint32_t> right_classes;
  std::uint32_t self = 0;   // occurrences next to itself
  std::uint32_t count = 0;  // all occurrences

  void fill(const BigramRows& rows, std::span<const std::uint32_t> class_of, std::uint32_t rank);
};

class ClassCounts {
 public:
  // class_of: by rank, the boundary's entry included and equal to `classes`.
  ClassCounts(const BigramRows& rows, std::span<const std::uint32_t> class_of, std::size_t classes);

  // By how much the log-likelihood grows if the word moves from its class to each of the others;
  // gains[from] = 0. Requires: gains has an entry for each class.
  void gains(const WordContext& word, std::uint32_t from, std::span<double> gains) const;
  void move(const WordContext& word, std::uint32_t from, std::uint32_t to);

  // The sum above without its first term, which no move changes. Computed anew from the counts.
  double class_log_likelihood() const;
  // n ln n as used here.
  const EntropyTable& entropy() const { return entropy_; }

 private:
  // One direction of the counts: cell (g, h) at g * width + h. `value` and `step` spare the inner loop its
  // look-ups.
  struct Table {
    std::vector<std::uint32_t> count;
    std::vector<double> value;  // n ln n
    std::vector<double> step;   // (n + 1) ln (n + 1) - n ln n: rare words raise most cells by one
  };

  std::size_t cell(std::uint32_t g, std::uint32_t h) const { return std::size_t{g} * width_ + h; }
  std::uint32_t pairs(std::uint32_t g, std::uint32_t h) const { return by_left_.count[cell(g, h)]; }
  void add_to_cell(std::uint32_t g, std::uint32_t h, std::int64_t change);
  void refresh(Table& table, std::size_t cell, std::uint32_t count) const;
  double raised(std::uint32_t count, std::int64_t change) const;
  void add_to_size(std::uint32_t g, std::int64_t change);
  double removal_gain(const WordContext& word, std::uint32_t from) const;
  void add_row(const Table& table, std::uint32_t row, std::uint32_t change, std::span<double> gains) const;
  void correct_diagonal(const WordContext& word, std::span<double> gains) const;
  void correct_crossings(const WordContext& word, std::uint32_t from, std::span<double> gains) const;

  EntropyTable entropy_;
  std::size_t classes_;
  std::size_t width_;                 // classes and the boundary
  Table by_left_;                     // cell (g, h): g stands before h
  Table by_right_;                    // cell (h, g): the same counts, transposed
  std::vector<std::uint32_t> sizes_;  // running words of each class
  std::vector<double> size_values_;   // their n ln n
};

}  // namespace calque::text
