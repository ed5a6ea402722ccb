// A small corpus whose learners are tested.
#pragma once

#include <string>
#include <utility>

#include "base/thread_pool.h"
#include "reorder/evaluation.h"
#include "reorder/testing.h"
#include "reorder/trainer.h"

namespace calque::reorder::testing {

// A corpus with samples, split.
struct Bench {
  TinyCorpus tiny;
  ThreadPool threads{2};
  ReorderingClasses classes = ReorderingClasses::parse("3");
  CorpusText text;
  Split split;

  explicit Bench(TinyCorpus corpus) : tiny(std::move(corpus)), text(tiny.corpus, tiny.alignments, {}) {
    const auto set = collect_samples(tiny.corpus, tiny.alignments, classes, {}, threads);
    split = split_by_sentence(set.samples, 0.25, 1);
  }

  // Keeps rarer features than by default, as there are few samples.
  TrainOptions options_for(const std::string& name, OptionValues values = {}) const {
    const auto learner = Learner::parse(name);
    if (learner.takes("min-count")) values.try_emplace("min-count", std::size_t{learner.linear() ? 1U : 2U});
    return {learner.method(values, classes)};
  }
  TrainingResult trained(const std::string& name, const OptionValues& values = {}) {
    return train(text, split.train, classes, options_for(name, values), threads);
  }
  double precision(const Classifier& classifier) {
    return evaluate(split.test, predict(classifier, text, split.test, threads), classes.size())
        .overall.precision();
  }
  double precision(const std::string& name) { return precision(*trained(name).classifier); }
};

}  // namespace calque::reorder::testing
