// One direction's iterations: counts against enumeration, likelihoods that never fall, agreement against a
// direct computation.
#include "align/directed_model.h"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "align/testing.h"

namespace calque::align {
namespace {

using testing::corpus_of;
using testing::random_corpus;
using testing::unsmoothed_options;
using text::WordId;

double p_null_word(const DirectedModel& model, WordId word) {
  return model.lexicon.null[text::index_of(word)];
}

// The prior of generator i of I for word j of J, from its definition by plain sums.
double position_prior(const DirectedModel& model, const DiagonalRow& place, std::size_t generator) {
  const auto* diagonal = std::get_if<DiagonalPositions>(&model.positions);
  const double tension = diagonal == nullptr ? 0.0 : diagonal->tension;
  double sum = 0.0;
  for (std::size_t i = 0; i < place.generators; ++i) sum += std::exp(-tension * place.distance(i));
  return std::exp(-tension * place.distance(generator)) / sum;
}

// Expected counts of all (generator, generated) word pairs by enumerating every alignment of every sentence
// pair. For Model 1 and the diagonal model.
struct EnumeratedCounts {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> pair;  // (source word, target word)
  std::map<std::uint32_t, double> null;
  double log_likelihood = 0.0;
};

EnumeratedCounts enumerate_alignments(const TrainingData& data, const DirectedModel& model) {
  const bool forward = is_forward(model.direction);
  const text::ParallelCorpus& corpus = data.corpus();
  const double p_null = std::visit([](const auto& p) { return p.null_probability; }, model.positions);
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
          p *= p_null * p_null_word(model, generated[j]);
        } else {
          const auto [s, t] = key(a - 1, j);
          p *= (1.0 - p_null) * position_prior(model, {j, generated.size(), generators.size()}, a - 1) *
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

void expect_counts(const TrainingData& data, const LexicalCounts& counts, const EnumeratedCounts& expected) {
  for (const auto& [words, count] : expected.pair) {
    const auto pair = data.table().find(WordId{words.first}, WordId{words.second});
    ASSERT_TRUE(pair);
    EXPECT_NEAR(LexicalCounts::value(counts.pair()[*pair]), count, 1e-8);
  }
  for (const auto& [word, count] : expected.null) {
    EXPECT_NEAR(LexicalCounts::value(counts.null()[word]), count, 1e-8);
  }
}

TEST(DirectedTrainer, CountsAgreeWithEnumeration) {
  const auto corpus =
      corpus_of({{"a b c", "x y"}, {"a b", "y z x"}, {"b b", "y y z"}, {"", "x"}, {"c", "z"}});
  ThreadPool threads(1);
  const AlignOptions options = unsmoothed_options();
  const TrainingData data(corpus, options, threads);
  for (const Direction direction : kDirections) {
    DirectedTrainer trainer(data, direction, options, threads);
    for (int iteration = 0; iteration < 6; ++iteration) {
      if (iteration == 3) trainer.continue_with(DiagonalPositions{0.1, 4.0});
      const EnumeratedCounts expected = enumerate_alignments(data, trainer.model());
      EXPECT_NEAR(trainer.run_iteration(), expected.log_likelihood, 1e-9);
      expect_counts(data, trainer.counts(), expected);
    }
    EXPECT_NE(std::get<DiagonalPositions>(trainer.model().positions).tension, 4.0);
  }
}

// Sums of p(generated | generator) over generated words, for every generator that occurs in a pair.
void expect_sums_to_one(const TrainingData& data, const DirectedModel& model) {
  const CooccurrenceTable& table = data.table();
  const bool forward = is_forward(model.direction);
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

text::WordClasses classes_by_turns(std::size_t words, std::uint32_t classes) {
  text::WordClasses result;
  result.classes = classes;
  for (std::uint32_t w = 0; w < words; ++w) result.class_of.push_back(w % classes);
  return result;
}

TEST(DirectedTrainer, LikelihoodNeverFallsAndProbabilitiesSumToOne) {
  const auto corpus = random_corpus(300, 12, 25, 4);
  ThreadPool threads(2);
  const AlignOptions options = unsmoothed_options();
  const TrainingData data(corpus, options, threads);
  for (const Direction direction : kDirections) {
    DirectedTrainer trainer(data, direction, options, threads);
    const auto expect_rise = [&](const char* name, int iterations) {
      // Another model: its likelihood starts anew.
      double last = -std::numeric_limits<double>::infinity();
      for (int iteration = 0; iteration < iterations; ++iteration) {
        const double now = trainer.run_iteration();
        EXPECT_GE(now, last - 1e-5) << name << " iteration " << iteration;
        last = now;
        expect_sums_to_one(data, trainer.model());
      }
    };
    expect_rise("Model 1", 8);
    trainer.continue_with(DiagonalPositions{});
    expect_rise("diagonal", 10);
    trainer.continue_with(HmmParameters{JumpModel(3), 0.2, {}});
    expect_rise("HMM", 10);
    trainer.continue_with(HmmParameters{JumpModel(3, 4), 0.2, classes_by_turns(25, 4)});
    expect_rise("HMM with classes", 15);
  }
}

TEST(DirectedTrainer, SmoothingVariants) {
  const auto corpus = random_corpus(100, 8, 10, 9);
  ThreadPool threads(1);
  AlignOptions options = unsmoothed_options();
  options.lexical_smoothing = LexicalSmoothing::kAdditive;
  const TrainingData data(corpus, options, threads);
  DirectedTrainer additive(data, kDirections[0], options, threads);
  additive.run_iteration();
  expect_sums_to_one(data, additive.model());
  options.lexical_smoothing = LexicalSmoothing::kVariational;
  DirectedTrainer variational(data, kDirections[0], options, threads);
  variational.run_iteration();
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

// Posteriors of Model 1, by their formula.
using LinkTable = std::vector<std::vector<double>>;  // by generated word and, null word first, generator

LinkTable model1_posteriors(const TrainingData& data, const DirectedModel& model, std::size_t sentence) {
  const bool forward = is_forward(model.direction);
  const auto source = data.corpus().source.sentence(sentence);
  const auto target = data.corpus().target.sentence(sentence);
  const auto generators = forward ? source : target;
  const auto generated = forward ? target : source;
  const double p_null = std::get<UniformPositions>(model.positions).null_probability;
  LinkTable table;
  for (const WordId word : generated) {
    auto& row = table.emplace_back();
    row.push_back(p_null * p_null_word(model, word));
    double sum = row[0];
    for (const WordId generator : generators) {
      const auto pair = forward ? data.table().find(generator, word) : data.table().find(word, generator);
      row.push_back((1.0 - p_null) / static_cast<double>(generators.size()) * model.lexicon.pair[*pair]);
      sum += row.back();
    }
    for (double& p : row) p /= sum;
  }
  return table;
}

// Expected counts of the direction whose posteriors are `own`: products with those of the other direction,
// scaled to the share of links that the word has.
void add_products(const LinkTable& own, const LinkTable& other, std::span<const WordId> generated,
                  const std::function<void(std::size_t, std::size_t, double)>& add_link,
                  EnumeratedCounts& expected) {
  for (std::size_t j = 0; j < own.size(); ++j) {
    expected.null[static_cast<std::uint32_t>(generated[j])] += own[j][0];
    double sum = 0.0;
    for (std::size_t i = 0; i < other.size(); ++i) sum += own[j][i + 1] * other[i][j + 1];
    for (std::size_t i = 0; i < other.size(); ++i) {
      add_link(j, i, (1.0 - own[j][0]) * own[j][i + 1] * other[i][j + 1] / sum);
    }
  }
}

TEST(Agreement, CountsAreScaledProductsOfPosteriors) {
  const auto corpus =
      corpus_of({{"a b c", "x y"}, {"a b", "y z x"}, {"b b", "y y z"}, {"", "x"}, {"c", "z"}});
  ThreadPool threads(2);
  const AlignOptions options = unsmoothed_options();
  const TrainingData data(corpus, options, threads);
  DirectedTrainer forward(data, kDirections[0], options, threads);
  DirectedTrainer reverse(data, kDirections[1], options, threads);
  for (int iteration = 0; iteration < 4; ++iteration) {
    EnumeratedCounts expected_forward;
    EnumeratedCounts expected_reverse;
    for (const std::size_t k : {0, 1, 2, 4}) {
      const auto source = corpus.source.sentence(k);
      const auto target = corpus.target.sentence(k);
      const auto key = [&](std::size_t s, std::size_t t) {
        return std::pair{static_cast<std::uint32_t>(source[s]), static_cast<std::uint32_t>(target[t])};
      };
      const LinkTable a = model1_posteriors(data, forward.model(), k);
      const LinkTable b = model1_posteriors(data, reverse.model(), k);
      add_products(
          a, b, target,
          [&](std::size_t t, std::size_t s, double count) { expected_forward.pair[key(s, t)] += count; },
          expected_forward);
      add_products(
          b, a, source,
          [&](std::size_t s, std::size_t t, double count) { expected_reverse.pair[key(s, t)] += count; },
          expected_reverse);
    }
    const double forward_before = enumerate_alignments(data, forward.model()).log_likelihood;
    const double reverse_before = enumerate_alignments(data, reverse.model()).log_likelihood;
    const std::array<double, 2> log_likelihood = run_agreeing_iteration(forward, reverse);
    EXPECT_NEAR(log_likelihood[0], forward_before, 1e-9);
    EXPECT_NEAR(log_likelihood[1], reverse_before, 1e-9);
    expect_counts(data, forward.counts(), expected_forward);
    expect_counts(data, reverse.counts(), expected_reverse);
    expect_sums_to_one(data, forward.model());
    expect_sums_to_one(data, reverse.model());
  }
}

}  // namespace
}  // namespace calque::align
