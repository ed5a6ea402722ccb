#include "align/link_writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"

namespace calque::align {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

// Keeps what is said to people.
class KeepingReporter final : public Reporter {
 public:
  void stage(std::string_view /*name*/) override {}
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) override {}
  void note(std::string_view text) override { notes.emplace_back(text); }
  void warning(std::string_view text) override { warnings.emplace_back(text); }

  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

TEST(LinkWriter, WritesALineForEachPairWithProbabilitiesIfAsked) {
  const ScratchFolder scratch;
  ThreadPool threads(2);
  AlignmentResult result;
  const std::vector<text::Link> links{{0, 0}, {2, 1}};
  result.links.add(links);
  result.links.add({});
  result.probabilities = {0.5F, 0.9876F};
  for (const bool posteriors : {false, true}) {
    KeepingReporter reporter;
    LinkWriter writer(scratch.path("links"), posteriors, threads);
    writer.write(result);
    writer.commit(reporter);
    EXPECT_EQ(read_bytes(scratch.path("links")), posteriors ? "0-0:0.5000 2-1:0.9876\n\n" : "0-0 2-1\n\n");
    EXPECT_EQ(reporter.notes, std::vector<std::string>{"2 links in 2 sentence pairs"});
  }
}

TEST(LinkWriter, BatchesOfAnySizeGiveTheSameLinks) {
  const ScratchFolder scratch;
  ThreadPool threads(2);
  text::ParallelCorpus corpus;
  for (const char* line : {"a b", "b c", "c a", "a", "b", "c"}) {
    corpus.source.add_line(line, corpus.source_vocabulary);
    corpus.target.add_line(line, corpus.target_vocabulary);
  }
  AlignOptions options;
  options.model = AlignmentModelKind::kIbm1;
  train_model(corpus, options, threads, silent_reporter())
      .model.save(scratch.path("model"), corpus.source_vocabulary, corpus.target_vocabulary);
  const auto model = AlignmentModel::load(scratch.path("model"));
  text::ParallelInput input;
  input.source = scratch.file("s", "a b\n\nc x y z\n");
  input.target = scratch.file("t", "b a\nc\nc\n");
  std::string expected;
  for (const std::size_t pairs : {1U, 2U, 100U}) {
    KeepingReporter reporter;
    text::ParallelReader reader(input);
    LinkWriter writer(scratch.path("links"), false, threads);
    align_text(model, reader, options, {pairs, true}, writer, threads, reporter);
    writer.commit(reporter);
    const std::string links = read_bytes(scratch.path("links"));
    if (expected.empty()) expected = links;
    EXPECT_EQ(links, expected);
    EXPECT_EQ(reporter.notes.front(), "1 sentence pairs have an empty side and get no links");
    EXPECT_TRUE(reporter.warnings.empty());  // three of six source words are known
  }
  EXPECT_EQ(expected, "0-1 1-0\n\n0-0\n");
}

}  // namespace
}  // namespace calque::align
