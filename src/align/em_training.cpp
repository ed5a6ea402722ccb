#include "align/em_training.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "align/directed_model.h"
#include "text/word_classes.h"

namespace calque::align {
namespace {

// Probabilities below this are not kept: they never decide.
constexpr double kMinStored = 1e-7;
// Jump classes need not be the best word classes, and the exchange finds most in its first sweeps.
constexpr std::size_t kClassSweeps = 5;

text::WordClasses jump_classes(const TrainingData& data, Direction direction, const AlignOptions& options,
                               ThreadPool& threads) {
  if (options.jump_classes <= 1) return {};
  text::WordClassOptions class_options;
  class_options.classes = options.jump_classes;
  class_options.runs = 1;
  class_options.annealing_sweeps = 0;
  class_options.iterations = kClassSweeps;
  const text::ParallelCorpus& corpus = data.corpus();
  const bool forward = is_forward(direction);
  return text::train_word_classes(forward ? corpus.source : corpus.target,
                                  (forward ? corpus.source_vocabulary : corpus.target_vocabulary).size(),
                                  class_options, threads, silent_reporter())
      .classes;
}

// What follows Model 1, and for how many iterations.
struct SecondModel {
  ExpectedPositions positions;
  std::size_t iterations = 0;
};

SecondModel second_model(const TrainingData& data, Direction direction, const AlignOptions& options,
                         ThreadPool& threads) {
  if (options.model == AlignmentModelKind::kDiagonal) {
    return {DiagonalPositions{options.null_probability}, options.diagonal_iterations};
  }
  if (options.model != AlignmentModelKind::kHmm || options.hmm_iterations == 0) return {};
  text::WordClasses classes = jump_classes(data, direction, options, threads);
  const std::size_t sets = std::max<std::size_t>(1, classes.classes);
  return {HmmParameters{JumpModel(options.jump_window, sets), options.null_probability, std::move(classes)},
          options.hmm_iterations};
}

struct TrainedDirection {
  DirectedModel model;
  std::vector<double> log_likelihood;
};

using TrainedDirections = std::array<TrainedDirection, 2>;

TrainedDirection train_alone(const TrainingData& data, Direction direction, const AlignOptions& options,
                             ThreadPool& threads, Reporter& reporter) {
  reporter.stage(is_forward(direction) ? "aligning target words to source words"
                                       : "aligning source words to target words");
  SecondModel second = second_model(data, direction, options, threads);
  const std::size_t steps = options.ibm1_iterations + second.iterations;
  TrainedDirection result;
  DirectedTrainer trainer(data, direction, options, threads);
  for (std::size_t k = 0; k < steps; ++k) {
    if (k == options.ibm1_iterations) trainer.continue_with(std::move(second.positions));
    result.log_likelihood.push_back(trainer.run_iteration());
    reporter.progress(k + 1, steps);
  }
  result.model = trainer.release();
  return result;
}

TrainedDirections train_in_agreement(const TrainingData& data, const AlignOptions& options,
                                     ThreadPool& threads, Reporter& reporter) {
  reporter.stage("aligning words in both directions");
  std::array<SecondModel, 2> second{second_model(data, kDirections[0], options, threads),
                                    second_model(data, kDirections[1], options, threads)};
  const std::size_t steps = options.ibm1_iterations + second[0].iterations;
  std::array<DirectedTrainer, 2> trainers{DirectedTrainer(data, kDirections[0], options, threads),
                                          DirectedTrainer(data, kDirections[1], options, threads)};
  TrainedDirections result;
  for (std::size_t k = 0; k < steps; ++k) {
    for (std::size_t d = 0; k == options.ibm1_iterations && d < 2; ++d) {
      trainers[d].continue_with(std::move(second[d].positions));
    }
    const std::array<double, 2> log_likelihood = run_agreeing_iteration(trainers[0], trainers[1]);
    for (std::size_t d = 0; d < 2; ++d) result[d].log_likelihood.push_back(log_likelihood[d]);
    reporter.progress(k + 1, steps);
  }
  for (std::size_t d = 0; d < 2; ++d) result[d].model = trainers[d].release();
  return result;
}

LexicalTableData lexical_table(const TrainingData& data, const TrainedDirections& trained,
                               ThreadPool& threads) {
  const CooccurrenceTable& table = data.table();
  const std::array<const LexicalParameters*, 2> parameters{&trained[0].model.lexicon,
                                                           &trained[1].model.lexicon};
  LexicalTableData lexicon;
  const auto probability_of = [&](const WordPair& pair) -> std::optional<PairProbabilities> {
    const double forward = parameters[0]->pair[pair.number];
    const double reverse = parameters[1]->pair[pair.number];
    if (forward < kMinStored && reverse < kMinStored) return std::nullopt;
    return PairProbabilities{static_cast<float>(forward), static_cast<float>(reverse)};
  };
  lexicon.add_pairs(table, probability_of, threads);
  const std::array<std::size_t, 2> words{table.source_words(), table.target_words()};
  for (std::size_t d = 0; d < 2; ++d) {
    DirectedExtras& extras = lexicon.extras[d];
    extras.unseen.assign(words[d], static_cast<float>(kSmallestProbability));
    for (const double p : parameters[d]->null) extras.null.push_back(static_cast<float>(p));
    extras.unknown_generator = static_cast<float>(1.0 / (static_cast<double>(words[1 - d]) + 1.0));
    extras.unknown_null = extras.unknown_generator;
  }
  return lexicon;
}

PositionModel as_position_model(ExpectedPositions positions) {
  return std::visit([](auto&& kind) -> PositionModel { return std::forward<decltype(kind)>(kind); },
                    std::move(positions));
}

}  // namespace

TrainingResult train_by_expectation(const TrainingData& data, const AlignOptions& options,
                                    ThreadPool& threads, Reporter& reporter) {
  TrainedDirections trained;
  if (options.agreement) {
    trained = train_in_agreement(data, options, threads, reporter);
  } else {
    for (const Direction direction : kDirections) {
      trained[index_of(direction)] = train_alone(data, direction, options, threads, reporter);
    }
  }
  LexicalTableData lexicon = lexical_table(data, trained, threads);
  return {AlignmentModel(options.model, std::move(lexicon),
                         {as_position_model(std::move(trained[0].model.positions)),
                          as_position_model(std::move(trained[1].model.positions))}),
          {std::move(trained[0].log_likelihood), std::move(trained[1].log_likelihood)}};
}

}  // namespace calque::align
