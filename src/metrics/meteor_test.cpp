#include "metrics/meteor.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "metrics/meteor_alignment.h"

namespace calque::metrics {
namespace {

using MeteorWords = std::vector<MeteorWord>;

Score meteor_score(const MeteorOptions& options, const ReferenceSets& references,
                   const std::vector<std::string>& lines) {
  ThreadPool threads(1);
  const Meteor meteor(options);
  return meteor.score(collect_statistics(*meteor.bind(references, threads), lines, threads).total());
}

MeteorOptions plain_meteor() {
  MeteorOptions options;
  options.tokenization = Tokenization::kNone;
  options.stem_language.clear();
  return options;
}

struct Quality {
  std::int64_t matches = 0;
  std::int64_t crossings = 0;
  std::int64_t chunks = 0;

  bool better_than(const Quality& other) const {
    if (matches != other.matches) return matches > other.matches;
    return std::tie(crossings, chunks) < std::tie(other.crossings, other.chunks);
  }
  bool operator==(const Quality&) const = default;
};

Quality quality(const std::vector<std::int32_t>& target) {
  Quality result;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] < 0) continue;
    ++result.matches;
    for (std::size_t k = 0; k < i; ++k) result.crossings += target[k] > target[i] ? 1 : 0;
    if (i == 0 || target[i - 1] < 0 || target[i] != target[i - 1] + 1) ++result.chunks;
  }
  return result;
}

// Tries every alignment of equal words.
Quality best_of_all(const MeteorWords& hypothesis, const MeteorWords& reference) {
  std::vector<std::int32_t> target(hypothesis.size(), -1);
  std::vector<bool> taken(reference.size(), false);
  Quality best;
  const std::function<void(std::size_t)> walk = [&](std::size_t i) {
    if (i == hypothesis.size()) {
      const Quality now = quality(target);
      if (now.better_than(best)) best = now;
      return;
    }
    walk(i + 1);
    for (std::size_t j = 0; j < reference.size(); ++j) {
      if (taken[j] || reference[j][0] != hypothesis[i][0]) continue;
      taken[j] = true;
      target[i] = static_cast<std::int32_t>(j);
      walk(i + 1);
      target[i] = -1;
      taken[j] = false;
    }
  };
  walk(0);
  return best;
}

MeteorWords random_meteor_words(Rng& rng, std::size_t longest, std::uint64_t vocabulary) {
  MeteorWords words(rng.below(longest + 1));
  for (MeteorWord& word : words)
    word = {static_cast<std::uint32_t>(rng.below(vocabulary)), kNoClass, kNoClass};
  return words;
}

TEST(Meteor, AlignmentIsTheBestOfAll) {
  Rng rng(9);
  MeteorAligner aligner;
  for (int round = 0; round < 400; ++round) {
    const std::uint64_t vocabulary = 1 + rng.below(5);
    const MeteorWords hypothesis = random_meteor_words(rng, 6, vocabulary);
    const MeteorWords reference = random_meteor_words(rng, 6, vocabulary);
    const Quality expected = best_of_all(hypothesis, reference);
    const MeteorAlignment& found = aligner.align(hypothesis, reference);
    const Quality got = quality(found.target);
    ASSERT_EQ(got.matches, expected.matches) << round;
    ASSERT_EQ(got.crossings, expected.crossings) << round;
    ASSERT_EQ(found.matches[0], expected.matches);
    ASSERT_EQ(found.chunks, got.chunks);
    ASSERT_GE(got.chunks, expected.chunks);
  }
}

// theory/metrics.md#worked-example.
TEST(Meteor, WorkedExample) {
  const Score score = meteor_score(plain_meteor(), {{"the cat sat on the mat"}}, {"the cat sat on mat"});
  EXPECT_NEAR(score.value, 82.033898, 5e-7);
  EXPECT_DOUBLE_EQ(score.figures[0].value, 100.0);
  EXPECT_DOUBLE_EQ(score.figures[1].value, 100.0 * 5 / 6);
  EXPECT_DOUBLE_EQ(score.figures[2].value, 2.0);
}

TEST(Meteor, StemsMatchAfterWords) {
  MeteorOptions options = plain_meteor();
  EXPECT_EQ(meteor_score(options, {{"dogs running"}}, {"dog runs"}).value, 0.0);
  options.stem_language = "en";
  const Score score = meteor_score(options, {{"dogs running"}}, {"dog runs"});
  // P = R = 1, one chunk of two words.
  EXPECT_NEAR(score.value, 100.0 * (1.0 - 0.5 / 8), 1e-9);
  EXPECT_EQ(score.figures[4].value, 2.0);
  // "dog" takes the equal word even though "dogs" comes first.
  const Score exact = meteor_score(options, {{"dogs dog"}}, {"dog"});
  EXPECT_EQ(exact.figures[3].value, 1.0);
  options.stem_language = "de";
  EXPECT_GT(meteor_score(options, {{"H\u00e4user"}}, {"h\u00e4user"}).value, 0.0);
}

TEST(Meteor, UnknownLanguageIsRefused) {
  MeteorOptions options;
  options.stem_language = "klingon";
  EXPECT_THAT([&] { Meteor{options}; },
              ::testing::ThrowsMessage<UsageError>(::testing::HasSubstr("klingon")));
}

class SynonymFile {
 public:
  explicit SynonymFile(const std::string& content) : path_(::testing::TempDir() + "calque-synonyms.txt") {
    std::ofstream(path_) << content;
  }
  ~SynonymFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Meteor, SynonymsMatchLast) {
  const SynonymFile file("big large Huge\n\nquick fast\n");
  MeteorOptions options = plain_meteor();
  options.synonyms = std::make_shared<const Synonyms>(file.path());
  const Score score = meteor_score(options, {{"a huge fast dog"}}, {"a big quick cat"});
  EXPECT_EQ(score.figures[3].value, 1.0);
  EXPECT_EQ(score.figures[5].value, 2.0);
  EXPECT_EQ(Meteor(options).signature(1), "nrefs:1|case:mixed|tok:none|stem:none|syn:5");
}

TEST(Meteor, BadSynonymFiles) {
  const SynonymFile twice("big large\nhuge big\n");
  EXPECT_THAT([&] { Synonyms{twice.path()}; }, ::testing::ThrowsMessage<DataError>(::testing::AllOf(
                                                   ::testing::HasSubstr(":2"), ::testing::HasSubstr("big"))));
  const SynonymFile bytes("a \xff\n");
  EXPECT_THROW(Synonyms{bytes.path()}, DataError);
  EXPECT_THROW(Synonyms{"no/such/file"}, UsageError);
}

TEST(Meteor, ManyEqualWordsArePairedInOrder) {
  MeteorAligner aligner;
  const MeteorWords many(500, MeteorWord{1, kNoClass, kNoClass});
  const MeteorAlignment& alignment = aligner.align(many, many);
  EXPECT_EQ(alignment.matches[0], 500);
  EXPECT_EQ(alignment.chunks, 1);
}

}  // namespace
}  // namespace calque::metrics
