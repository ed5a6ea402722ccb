#include "reorder/corpus_run.h"

#include <gtest/gtest.h>

#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

TEST(CorpusRun, TrainsOnAllSamplesWhateverTheLearnerHolds) {
  Bench bench(swapping_corpus(200, false, 3));
  const SampleOptions samples;
  const CorpusRun run{bench.text, bench.classes, samples, bench.threads, silent_reporter()};
  const auto all =
      collect_samples(bench.tiny.corpus, bench.tiny.alignments, bench.classes, samples, bench.threads);
  for (const char* name : {"lexical", "bayes-map", "mlr-dual"}) {
    const auto result = run.train(Learner::parse(name), bench.options_for(name), {"corpus"});
    EXPECT_EQ(result.report.samples, all.samples.size()) << name;
    const auto test = run.test(*result.classifier);
    const auto expected =
        evaluate(all.samples, predict(*result.classifier, bench.text, all.samples, bench.threads),
                 bench.classes.size());
    EXPECT_EQ(test.evaluation.overall.all, all.samples.size()) << name;
    EXPECT_EQ(test.evaluation.overall.right, expected.overall.right) << name;
    EXPECT_EQ(test.evaluation.mean_log_prob, expected.mean_log_prob) << name;
  }
}

TEST(CorpusRun, RefusesACorpusWithoutPhrasesAndTestsOnNone) {
  Bench bench(swapping_corpus(50, false, 3));
  const SampleOptions nothing{.max_words = 1};
  const CorpusRun run{bench.text, bench.classes, nothing, bench.threads, silent_reporter()};
  for (const char* name : {"bayes-map", "mlr-dual"})
    EXPECT_THROW(run.train(Learner::parse(name), bench.options_for(name), {"corpus"}), DataError) << name;
  EXPECT_EQ(run.test(*bench.trained("lexical").classifier).evaluation.overall.all, 0U);
}

}  // namespace
}  // namespace calque::reorder
