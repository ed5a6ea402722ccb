// Queries against the back-off recursion over maps, the query state, and damaged binary files.
#include "lm/model.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "lm/arpa.h"
#include "lm/binary.h"
#include "lm/hash_tables.h"
#include "lm/perplexity.h"
#include "lm/testing/reference.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using testing::BackoffReference;
using testing::estimate_lines;
using ::testing::HasSubstr;
using testing::Ngram;
using testing::random_lines;

// Walks through random words and compares every answer with the reference over the whole history.
void expect_equal_on_random_walks(const Model& model, const BackoffReference& reference, std::uint64_t seed) {
  Rng rng(seed);
  const std::uint64_t words = model.vocabulary().size();
  for (int walk = 0; walk < 300; ++walk) {
    const bool from_begin = rng.chance(0.5);
    State state = from_begin ? model.begin_state() : model.empty_state();
    Ngram history;
    if (from_begin) history.push_back(1);
    for (int step = 0; step < 12; ++step) {
      const auto word = static_cast<std::uint32_t>(rng.below(words));
      State after;
      const float log_prob = model.score(state, text::WordId{word}, after);
      ASSERT_NEAR(log_prob, reference.log_prob(history, word), 1e-4);
      ASSERT_LT(after.length, std::max(model.order(), 1U));
      for (std::size_t k = after.length; k < after.words.size(); ++k) ASSERT_EQ(after.words[k], 0U);
      const float in_place = model.score(state, text::WordId{word}, state);
      ASSERT_EQ(in_place, log_prob);
      ASSERT_EQ(state, after);
      history.push_back(word);
    }
  }
}

class ModelOrders : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Orders, ModelOrders, ::testing::Values(1U, 2U, 3U, 4U, 5U, kMaxOrder));

TEST_P(ModelOrders, AnswersEqualTheReference) {
  for (const std::uint64_t words : {1U, 3U, 20U}) {
    const NgramModelData data = estimate_lines(random_lines(words, 200, words), GetParam());
    expect_equal_on_random_walks(Model::from_data(data), BackoffReference(data), 11);
  }
}

TEST_P(ModelOrders, FileAndMemoryGiveTheSameAnswers) {
  const ScratchFolder folder;
  const NgramModelData data = estimate_lines(random_lines(4, 100, 8), GetParam());
  const BackoffReference reference(data);
  write_binary(data, folder.path("x.lm"));
  write_arpa(data, folder.path("x.arpa"));
  write_arpa(data, folder.path("x.arpa.gz"));
  write_arpa(data, folder.path("x.arpa.zst"));
  for (const char* name : {"x.lm", "x.arpa", "x.arpa.gz", "x.arpa.zst"}) {
    const Model model = Model::load(folder.path(name), store::Verify::kFull);
    EXPECT_EQ(model.order(), GetParam());
    EXPECT_EQ(model.ngram_count(1), data.vocabulary.size());
    expect_equal_on_random_walks(model, reference, 12);
  }
}

// Equal states have equal futures, and states are short: what follows decides, not how one came there.
TEST_P(ModelOrders, EqualStatesHaveEqualFutures) {
  const NgramModelData data = estimate_lines(random_lines(9, 60, 4), GetParam());
  const Model model = Model::from_data(data);
  const BackoffReference reference(data);
  const auto words = static_cast<std::uint32_t>(data.vocabulary.size());
  std::map<std::vector<std::uint32_t>, Ngram> first_history;  // of each state
  Rng rng(3);
  std::size_t repeated = 0;
  for (int walk = 0; walk < 500; ++walk) {
    State state = model.begin_state();
    Ngram history{1};
    for (int step = 0; step < 10; ++step) {
      const auto word = static_cast<std::uint32_t>(rng.below(words));
      model.score(state, text::WordId{word}, state);
      history.push_back(word);
      const std::vector<std::uint32_t> key(state.words.begin(), state.words.begin() + state.length);
      const auto [found, is_new] = first_history.emplace(key, history);
      if (is_new) continue;
      ++repeated;
      const auto next = static_cast<std::uint32_t>(rng.below(words));
      const auto after_next = static_cast<std::uint32_t>(rng.below(words));
      Ngram a = found->second;
      Ngram b = history;
      ASSERT_NEAR(reference.log_prob(a, next), reference.log_prob(b, next), 1e-5);
      a.push_back(next);
      b.push_back(next);
      ASSERT_NEAR(reference.log_prob(a, after_next), reference.log_prob(b, after_next), 1e-5);
    }
  }
  EXPECT_GT(repeated, 1000U);
}

TEST(Model, StateForgetsWhatCannotMatter) {
  const Model model = Model::from_data(estimate_lines({"a b c", "a b d"}, 4));
  State state = model.begin_state();
  EXPECT_EQ(state.length, 1U);
  model.score(state, model.find("a"), state);
  EXPECT_EQ(state.length, 2U);
  model.score(state, model.find("c"), state);  // "a c" never occurs; "c" goes on to </s>
  EXPECT_EQ(state.length, 1U);
  model.score(state, model.find("nowhere"), state);
  EXPECT_EQ(state, State{});
  model.score(model.begin_state(), model.sentence_end(), state);
  EXPECT_EQ(state, State{});
}

TEST(Model, WordsOutsideTheVocabularyAreUnknown) {
  const Model model = Model::from_data(estimate_lines({"a b c"}, 2));
  EXPECT_EQ(model.find("zebra"), model.unknown());
  EXPECT_EQ(model.find("<s>"), model.unknown());
  EXPECT_EQ(model.find("</s>"), model.unknown());
  EXPECT_NE(model.find("a"), model.unknown());
  State after;
  EXPECT_EQ(model.score({}, text::WordId{4000000000U}, after), model.score({}, model.unknown(), after));
}

TEST(Perplexity, FollowsFromTheTotals) {
  const NgramModelData data = estimate_lines({"a b", "b a", "a"}, 2);
  const Model model = Model::from_data(data);
  const BackoffReference reference(data);
  const auto a = static_cast<std::uint32_t>(model.find("a"));
  const double known = (reference.log_prob({1}, a) + reference.log_prob({0}, 2)) / std::numbers::ln10;
  const double unknown = reference.log_prob({1, a}, 0) / std::numbers::ln10;
  const TextScore score = score_line(model, "  a zebra ");
  EXPECT_EQ(score.sentences, 1U);
  EXPECT_EQ(score.tokens, 3U);
  EXPECT_EQ(score.oov, 1U);
  EXPECT_NEAR(score.log10, known + unknown, 1e-5);
  EXPECT_NEAR(score.perplexity(), std::pow(10.0, -(known + unknown) / 3), 1e-4);
  EXPECT_NEAR(score.perplexity_without_oov(), std::pow(10.0, -known / 2), 1e-4);
  EXPECT_EQ(score_line(model, "").tokens, 1U);
  EXPECT_EQ(TextScore{}.perplexity(), 0.0);
}

struct KnownPerplexity {
  const char* text;
  std::uint64_t oov;
  double with_oov;
  double without_oov;
};

// Perplexities of a stored model as another program reports them.
TEST(Perplexity, AgreesWithAnotherProgram) {
  const char* folder = std::getenv("CALQUE_DATA");
  const std::filesystem::path data_folder = folder != nullptr ? folder : "../shared/data";
  const std::string model_path = data_folder / "../peers/tanaka-ja-en/lm.5gram.arpa.zst";
  if (!std::filesystem::exists(model_path)) GTEST_SKIP() << "needs " << model_path;
  const Model model = Model::load(model_path);
  for (const KnownPerplexity& known :
       {KnownPerplexity{"dev.en", 20, 19.73, 18.84}, KnownPerplexity{"test.en", 28, 21.51, 20.19}}) {
    TextScore total;
    store::LineReader reader(data_folder / "tanaka-ja-en" / known.text);
    for (std::string line; reader.next(line);) total += score_line(model, line);
    EXPECT_EQ(total.sentences, 500U);
    EXPECT_EQ(total.oov, known.oov);
    EXPECT_NEAR(total.perplexity(), known.with_oov, 0.005);
    EXPECT_NEAR(total.perplexity_without_oov(), known.without_oov, 0.005);
  }
}

// Scores something with every word, so that a sanitizer sees each table touched.
void use(const Model& model) {
  State state = model.begin_state();
  for (std::uint32_t word = 0; word < model.vocabulary().size(); ++word) {
    model.score(state, text::WordId{word}, state);
    model.score(state, text::WordId{3}, state);
    model.find(model.vocabulary().word(text::WordId{word}));
  }
}

class DamagedFile : public ::testing::Test {
 protected:
  DamagedFile() {
    write_binary(estimate_lines(random_lines(6, 15, 3), 4), path_);
    bytes_ = read_bytes(path_);
  }
  // Flips bits of one byte in place; the same call again undoes it.
  void flip(std::size_t at, int bits) {
    bytes_[at] = static_cast<char>(bytes_[at] ^ bits);
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(bytes_[at]);
  }
  ScratchFolder folder_;
  std::string path_ = folder_.path("x.lm");
  std::string bytes_;
};

TEST_F(DamagedFile, CutFilesAreRefused) {
  for (std::size_t size = 0; size < bytes_.size(); size += 64) {
    const std::string cut = folder_.file("cut.lm", bytes_.substr(0, size));
    EXPECT_THROW(Model::load(cut), FormatError) << size;
  }
}

TEST_F(DamagedFile, EveryChangedByteOfTheContentIsFoundByAFullCheck) {
  const store::Container whole = store::Container::open_any(path_);
  std::size_t offset = 64;  // sections follow the header in order, at multiples of 64
  for (const store::SectionInfo& section : whole.sections()) {
    offset = (offset + 63) / 64 * 64;
    for (std::size_t i = offset; i < offset + section.bytes; ++i) {
      flip(i, 0x40);
      EXPECT_THROW(Model::load(path_, store::Verify::kFull), FormatError) << section.name << " byte " << i;
      flip(i, 0x40);
    }
    offset += section.bytes;
  }
}

TEST_F(DamagedFile, ChangedBytesNeverCrashAQuickCheck) {
  std::size_t refused = 0;
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    for (const int bits : {0x01, 0x80, 0xff}) {
      flip(i, bits);
      try {
        use(Model::load(path_));
      } catch (const FormatError&) {
        ++refused;
      }
      flip(i, bits);
    }
  }
  EXPECT_NO_THROW(use(Model::load(path_, store::Verify::kFull)));
  EXPECT_GT(refused, 0U);
}

TEST_F(DamagedFile, OtherFilesAreNamedForWhatTheyAre) {
  EXPECT_THROW(Model::load(folder_.path("absent.lm")), UsageError);
  try {
    Model::load(folder_.file("some.txt", "once upon a time\n"));
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), HasSubstr("some.txt:1"));
    EXPECT_THAT(error.what(), HasSubstr("no ARPA language model"));
  }
  {
    store::ContainerWriter writer(folder_.path("other"), "phrases", 1);
    writer.add_text("header", "x");
    writer.commit();
  }
  EXPECT_THROW(Model::load(folder_.path("other")), FormatError);
  {
    store::ContainerWriter writer(folder_.path("newer"), kContainerKind, kContainerVersion + 1);
    writer.add_text("header", "x");
    writer.commit();
  }
  EXPECT_THROW(Model::load(folder_.path("newer")), FormatError);
}

}  // namespace
}  // namespace calque::lm
