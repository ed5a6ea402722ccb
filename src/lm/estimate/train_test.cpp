// Estimation on disk gives the model of estimation in memory, to the last bit; and the parts it is made of.
#include "lm/estimate/train.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "lm/estimate/sorted_runs.h"
#include "lm/estimate/spooled_estimate.h"
#include "lm/files/arpa.h"
#include "lm/testing/reference.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using ::testing::HasSubstr;
using testing::make_text;
using testing::random_lines;

// Cuts the text into pieces of a few sentences, keeps a few contexts in memory at a time.
SpooledModel spooled(const std::vector<std::string>& lines, const EstimateOptions& options) {
  const testing::Text text = make_text(lines);
  TrainingText marked = mark_text(text.corpus, text.vocabulary, options.words);
  ThreadPool threads(2);
  std::vector<store::Spool> runs;
  std::vector<std::uint32_t> piece;
  for (const std::uint32_t token : marked.tokens) {
    piece.push_back(token);
    if (token != 2 || piece.size() < 100) continue;
    runs.push_back(
        write_run(piece, sort_positions(piece, {marked.vocabulary.size(), options.order}, threads), ""));
    piece.clear();
  }
  if (!piece.empty()) {
    runs.push_back(
        write_run(piece, sort_positions(piece, {marked.vocabulary.size(), options.order}, threads), ""));
  }
  SpoolCountOptions count_options;
  for (unsigned n = 1; n <= options.order; ++n)
    count_options.thresholds.push_back(options.prune_threshold(n));
  count_options.vocabulary_size = marked.vocabulary.size();
  count_options.range_size = 7;
  SpooledCounts counts = count_runs(runs, count_options);
  std::vector<CountsOfCounts> counts_of_counts;
  for (const SpooledLevel& level : counts.levels)
    counts_of_counts.push_back(options.smoothing == Smoothing::kKatz ? level.occurrences : level.adjusted);
  const OrderDiscounts discounts = estimate_order_discounts(options.smoothing, counts_of_counts);
  return estimate_spooled(std::move(counts), std::move(marked.vocabulary), discounts, options,
                          silent_reporter());
}

NgramModelData estimate_on_disk(const std::vector<std::string>& lines, const EstimateOptions& options) {
  ThreadPool threads(2);
  return load(spooled(lines, options), threads);
}

void expect_same(const NgramModelData& a, const NgramModelData& b) {
  ASSERT_EQ(a.order(), b.order());
  EXPECT_EQ(a.vocabulary.characters(), b.vocabulary.characters());
  for (unsigned n = 0; n < a.order(); ++n) {
    EXPECT_EQ(a.levels[n].first_word, b.levels[n].first_word);
    EXPECT_EQ(a.levels[n].suffix, b.levels[n].suffix);
    EXPECT_EQ(a.levels[n].context, b.levels[n].context);
    EXPECT_EQ(a.levels[n].log_prob, b.levels[n].log_prob);
    EXPECT_EQ(a.levels[n].backoff, b.levels[n].backoff);
  }
}

class OnDisk : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Orders, OnDisk, ::testing::Values(1U, 2U, 3U, 5U, 10U));

TEST_P(OnDisk, GivesTheModelOfEstimationInMemory) {
  std::vector<std::vector<std::string>> texts = testing::odd_texts();
  texts.push_back(random_lines(3, 300, 9));
  for (const auto& lines : texts) {
    for (const Smoothing smoothing : {Smoothing::kKneserNey, Smoothing::kKatz}) {
      for (const std::vector<std::uint64_t>& prune :
           {std::vector<std::uint64_t>{}, std::vector<std::uint64_t>{0, 0, 1},
            std::vector<std::uint64_t>{0, 2}}) {
        if (prune.size() > GetParam()) continue;
        const EstimateOptions options{.order = GetParam(), .smoothing = smoothing, .prune = prune};
        expect_same(estimate_on_disk(lines, options), testing::estimate_with(lines, options));
      }
    }
  }
}

std::string write_lines(const ScratchFolder& folder, const std::vector<std::string>& lines) {
  const std::string path = folder.path("text");
  store::TextWriter writer(path);
  for (const std::string& line : lines) writer.write_line(line);
  writer.commit();
  return path;
}

TEST(Train, GoesToDiskOnlyIfItMustAndWritesTheSameFile) {
  const ScratchFolder folder;
  const std::string text = write_lines(folder, random_lines(21, 180000, 26));
  ThreadPool threads(2);
  EstimateOptions options{.order = 4, .words = {.min_count = 3000}};
  const TrainedModel free = train(text, options, threads, silent_reporter());
  ASSERT_TRUE(free.in_memory.has_value());
  EXPECT_GT(free.facts.outside_words, 0U);
  write_arpa(*free.in_memory, folder.path("memory.arpa"), threads);

  options.memory_bytes = kMinMemory;
  options.temporary_folder = std::filesystem::path(text).parent_path().string();
  const TrainedModel bounded = train(text, options, threads, silent_reporter());
  ASSERT_NE(bounded.on_disk, nullptr);
  write_arpa(*bounded.on_disk, folder.path("disk.arpa"), threads);
  EXPECT_EQ(read_bytes(folder.path("disk.arpa")), read_bytes(folder.path("memory.arpa")));

  options.prune = {0, 0, 0, 0};
  options.will_be_loaded =
      true;  // more n-grams than estimation in memory has room for, but not than loading has
  expect_same(load(*train(text, options, threads, silent_reporter()).on_disk, threads), *free.in_memory);
  options.will_be_loaded = false;
  options.memory_bytes = std::uint64_t{4} << 30U;
  EXPECT_TRUE(train(text, options, threads, silent_reporter()).in_memory.has_value());
  options.memory_bytes = kMinMemory - 1;
  EXPECT_THROW(train(text, options, threads, silent_reporter()), UsageError);
}

TEST(Train, TellsAndWritesTheSameFromMemoryAndFromDisk) {
  const ScratchFolder folder;
  const std::vector<std::string> lines = random_lines(1, 200, 20);
  const std::string text = write_lines(folder, lines);
  ThreadPool threads(1);
  const TrainedModel in_memory = train(text, {.order = 3}, threads, silent_reporter());
  TrainedModel on_disk;
  on_disk.on_disk = std::make_unique<SpooledModel>(spooled(lines, {.order = 3}));
  EXPECT_EQ(in_memory.sizes(), on_disk.sizes());
  EXPECT_EQ(in_memory.discounts().size(), on_disk.discounts().size());
  for (const char* name : {"m.arpa", "m.lm"}) {
    write_model(in_memory, {folder.path(name), {}}, threads, silent_reporter());
    const std::string expected = read_bytes(folder.path(name));
    write_model(on_disk, {folder.path(name), {}}, threads, silent_reporter());
    EXPECT_EQ(read_bytes(folder.path(name)), expected) << name;
  }
}

TEST(Train, ReadsTextAsTheCorpusReaderDoes) {
  const ScratchFolder folder;
  const std::vector<std::string> lines = {"a  b\tc", "", "<s> a <unk>", "d"};
  ThreadPool threads(2);
  const TrainedModel model = train(write_lines(folder, lines), {.order = 3}, threads, silent_reporter());
  EXPECT_EQ(model.facts.sentences, 4U);
  EXPECT_EQ(model.facts.words, 7U);
  EXPECT_EQ(model.facts.reserved_words, 1U);
  expect_same(*model.in_memory, testing::estimate_lines(lines, 3));
}

TEST(Train, BadUtf8IsRefusedWithItsLine) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  try {
    train(write_lines(folder, {"fine", "b\xff"}), {.order = 2}, threads, silent_reporter());
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("text:2: byte 2"));
  }
}

// Longer than what is read at a time, so that reading, numbering and taking in overlap.
TEST(Train, ReadsLongTextInOrderWithAnyNumberOfThreads) {
  const ScratchFolder folder;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 800; ++i) {
    std::string line;
    for (std::size_t k = 0; k < 1500; ++k) line += "w" + std::to_string((i * 31 + k * k) % (300 + i)) + " ";
    lines.push_back(line);
  }
  const std::string path = write_lines(folder, lines);
  ASSERT_GT(std::filesystem::file_size(path), std::uintmax_t{5} << 20U);  // batches of 2 MiB for one thread
  const NgramModelData expected = testing::estimate_lines(lines, 2);
  for (const std::size_t count : {1, 2, 3}) {
    ThreadPool threads(count);
    const TrainedModel model = train(path, {.order = 2}, threads, silent_reporter());
    EXPECT_EQ(model.facts.sentences, lines.size());
    expect_same(*model.in_memory, expected);
  }
  lines[690] += "b\xff";
  const std::string damaged = write_lines(folder, lines);
  for (const std::size_t count : {1, 2, 3}) {
    ThreadPool threads(count);
    try {
      train(damaged, {.order = 2}, threads, silent_reporter());
      FAIL();
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("text:691: byte"));
    }
  }
}

}  // namespace
}  // namespace calque::lm
