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

  TrainingResult trained(const std::string& name, TrainOptions options = {}) {
    options.learner = Learner::parse(name);
    if (!options.min_count) options.min_count = options.learner.linear() ? 1 : 2;
    return train(text, split.train, classes, options, threads);
  }
  double precision(const Classifier& classifier) {
    return evaluate(split.test, predict(classifier, text, split.test, threads), classes.size())
        .overall.precision();
  }
  double precision(const std::string& name) { return precision(*trained(name).classifier); }
};

}  // namespace calque::reorder::testing
