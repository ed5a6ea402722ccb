// Whole texts as commands read them: corpora with their alignments, training text of language models, test
// sets.
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/estimate/interpolate.h"
#include "lm/estimate/training_text.h"
#include "lm/testing/damaged_model.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "pipeline/corpus_file.h"
#include "reader.h"
#include "text/clean.h"
#include "text/corpus_reader.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

ThreadPool& one_thread() {
  static ThreadPool threads(1);
  return threads;
}

template <typename Read>
void expect_refusal(Read&& read) {
  try {
    read();
  } catch (const Error&) {
    // The expected answer to most inputs.
  }
}

// As a corpus and, for a corpus of three sentences, as their alignments.
void read_corpora(const std::string& path) {
  static const text::ParallelCorpus corpus = [] {
    text::ParallelCorpus made;
    for (int i = 0; i < 3; ++i) {
      made.source.add_line("a b c", made.source_vocabulary);
      made.target.add_line("x y z", made.target_vocabulary);
    }
    return made;
  }();
  static const pipeline::StoredCorpus stored{corpus, {0, 1, 2}};
  expect_refusal([&] {
    const auto links = text::read_alignments(path, corpus, "corpus", silent_reporter());
    CALQUE_CHECK(links.size() == corpus.source.size());
  });
  expect_refusal([&] { pipeline::read_given_alignments(path, stored); });
  expect_refusal([&] {
    const auto read = text::read_corpus(path, {.most = 1000}, silent_reporter());
    CALQUE_CHECK(read.sentences.token_count() <= 1000);
  });
  const text::ParallelCorpus read = text::read_parallel_corpus({path, path}, silent_reporter());
  CALQUE_CHECK(read.source.size() == read.target.size());
}

void read_training_text(const std::string& path) {
  static const std::vector<lm::NgramModelData> models(2, lm::testing::model_to_damage());
  expect_refusal([&] { lm::read_word_list(path); });
  expect_refusal([&] {
    for (const double weight : lm::tune_weights(models, path).weights) CALQUE_CHECK(std::isfinite(weight));
  });
  const auto skipping = lm::read_training_text(path, {}, {}, text::BadLinePolicy::kSkipAndCount, one_thread(),
                                               silent_reporter());
  const auto whole =
      lm::read_training_text(path, {}, {}, text::BadLinePolicy::kThrow, one_thread(), silent_reporter());
  CALQUE_CHECK(skipping.tokens == whole.tokens && skipping.facts.bad_lines == 0);
}

// Lines in turn are those of a reference and of a system.
void read_test_set(const std::string& path) {
  metrics::TestSet set;
  set.references.emplace_back();
  set.systems.push_back({"system", {}});
  for (std::string& line : metrics::read_lines(path)) {
    auto& side =
        set.references[0].size() == set.systems[0].lines.size() ? set.references[0] : set.systems[0].lines;
    side.push_back(std::move(line));
  }
  set.references[0].resize(set.systems[0].lines.size());
  if (set.references[0].empty()) return;
  const metrics::Evaluation evaluation =
      metrics::evaluate(metrics::make_metrics("all", {}), std::move(set), {.bootstrap = 0}, one_thread());
  for (const metrics::SystemMetric& metric : evaluation.systems[0].metrics)
    CALQUE_CHECK(std::isfinite(metric.score.value));
}

void clean(const std::string& path) {
  const text::Preparation preparation{.source_language = "de", .target_language = "en"};
  const text::CleanOptions options{.remove_duplicates = true, .remove_identical = true};
  std::uint64_t kept = 0;
  const auto keep = [&](const text::CleanPair& pair) {
    CALQUE_CHECK(!pair.cut.source.empty() && !pair.cut.target.empty());
    CALQUE_CHECK(!text::find_invalid_utf8(pair.written.source) && !text::find_invalid_utf8(pair.cut.source));
    ++kept;
  };
  const text::CleanResult result = text::clean(
      {.source = path, .format = text::ParallelFormat::kTsv, .bad_lines = text::BadLinePolicy::kSkipAndCount},
      options, preparation, keep, one_thread(), silent_reporter());
  std::uint64_t removed = 0;
  for (const std::uint64_t count : result.removed) removed += count;
  CALQUE_CHECK(result.kept == kept && result.read == kept + removed);
}

const Registered corpora({"text-corpus", from_file<read_corpora>});
const Registered training_text({"training-text", from_file<read_training_text>});
const Registered test_set({"test-set", from_file<read_test_set>});
const Registered cleaning({"cleaning", from_file<clean>});

}  // namespace
}  // namespace calque::fuzz
