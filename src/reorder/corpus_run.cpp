#include "reorder/corpus_run.h"

#include <utility>

#include <fmt/format.h>

#include "base/cpu_time.h"

namespace calque::reorder {
namespace {

void check_samples(std::size_t samples, const Place& place) {
  if (samples > 0) return;
  throw DataError(place, "no phrase pairs to learn from",
                  "check that corpus and alignment are not empty and belong together");
}

}  // namespace

TrainingResult CorpusRun::train(const Learner& learner, const TrainOptions& options,
                                const Place& place) const {
  const std::string stage = "training " + learner.name();
  if (learner.counts()) {
    reporter.stage(stage);
    auto streamed =
        train_streamed(text, {text.corpus(), text.alignments(), classes, samples}, options, threads);
    check_samples(streamed.result.report.samples, place);
    note(streamed.result.report.samples, streamed.counts);
    return std::move(streamed.result);
  }
  const SampleSet set = collect();
  check_samples(set.samples.size(), place);
  reporter.stage(stage);
  return reorder::train(text, set.samples, classes, options, threads);
}

CorpusRun::Test CorpusRun::test(const Classifier& classifier) const {
  const SampleSet set = collect();
  reporter.stage("testing");
  const double start = cpu_seconds();
  const auto predictions = predict(classifier, text, set.samples, threads);
  const double seconds = cpu_seconds() - start;
  return {evaluate(set.samples, predictions, classes.size()), seconds};
}

SampleSet CorpusRun::collect() const {
  reporter.stage("collecting phrase movements");
  SampleSet set = collect_samples(text.corpus(), text.alignments(), classes, samples, threads);
  note(set.samples.size(), set.counts);
  return set;
}

void CorpusRun::note(std::size_t sample_count, const SampleCounts& counts) const {
  reporter.note(fmt::format("{} samples from {} sentence pairs; {} pairs and {} samples left out",
                            sample_count, counts.sentences, counts.dropped_sentences,
                            counts.dropped_distances));
}

}  // namespace calque::reorder
