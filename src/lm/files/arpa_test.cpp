// The ARPA reader: what it accepts, what it fills in, and what it refuses, with file, line and reason.
#include "lm/files/arpa.h"

#include <cmath>
#include <filesystem>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "lm/files/arpa_number.h"
#include "lm/query/model.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using ::testing::AllOf;
using testing::estimate_lines;
using ::testing::HasSubstr;
using testing::random_lines;

constexpr const char* kSmall =
    "\\data\\\n"          // 1
    "ngram 1=4\n"         // 2
    "ngram 2=2\n"         // 3
    "\n"                  // 4
    "\\1-grams:\n"        // 5
    "-1\t<unk>\t0\n"      // 6
    "-99\t<s>\t-0.5\n"    // 7
    "-0.5\t</s>\n"        // 8
    "-0.25\ta\t-0.125\n"  // 9
    "\n"                  // 10
    "\\2-grams:\n"        // 11
    "-0.75\t<s> a\n"      // 12
    "-0.0625\ta </s>\n"   // 13
    "\n"                  // 14
    "\\end\\\n";          // 15

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

double log10_of(const Model& model, const std::vector<std::string>& words) {
  State state = model.empty_state();
  float last = 0.0F;
  for (const std::string& word : words) {
    const text::WordId id = word == "<s>"    ? model.sentence_begin()
                            : word == "</s>" ? model.sentence_end()
                                             : model.find(word);
    last = model.score(state, id, state);
  }
  return last / std::numbers::ln10;
}

TEST(Arpa, ReadsASmallModel) {
  const Model model = Model::from_data(parse_arpa(kSmall, "small"));
  EXPECT_EQ(model.order(), 2U);
  EXPECT_NEAR(log10_of(model, {"<s>", "a"}), -0.75, 1e-6);
  EXPECT_NEAR(log10_of(model, {"a", "</s>"}), -0.0625, 1e-6);
  EXPECT_NEAR(log10_of(model, {"a", "a"}), -0.125 - 0.25, 1e-6);
  EXPECT_NEAR(log10_of(model, {"<s>", "nowhere"}), -0.5 - 1.0, 1e-6);
}

TEST(Arpa, ToleratesLineEndsBlanksAndText) {
  std::string crlf;
  for (const char c : std::string(kSmall)) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parse_arpa(crlf, "crlf").levels[1].size(), 2U);
  EXPECT_EQ(parse_arpa("\n\n" + std::string(kSmall) + "anything", "blank").levels[1].size(), 2U);
  EXPECT_EQ(parse_arpa(replaced(kSmall, "-0.75\t<s> a", " -0.75 <s>\ta "), "blanks").levels[1].size(), 2U);
  EXPECT_EQ(parse_arpa(replaced(kSmall, "ngram 2=2", "ngram 2 = 2"), "blanks").levels[1].size(), 2U);
}

TEST(Arpa, AModelWithoutUnknownWordGetsOne) {
  const std::string text = replaced(replaced(kSmall, "-1\t<unk>\t0\n", ""), "ngram 1=4", "ngram 1=3");
  const Model model = Model::from_data(parse_arpa(text, "no unk"));
  EXPECT_NEAR(log10_of(model, {"nowhere"}), kMissingUnknownLog10, 1e-4);
}

TEST(Arpa, WritesAndReadsTheSameModel) {
  const ScratchFolder folder;
  for (const unsigned order : {1U, 2U, 5U}) {
    const NgramModelData data = estimate_lines(random_lines(order, 50, 6), order);
    write_arpa(data, folder.path("a.arpa"));
    const NgramModelData again = read_arpa(folder.path("a.arpa"));
    ASSERT_EQ(again.order(), order);
    EXPECT_EQ(again.vocabulary.characters(), data.vocabulary.characters());
    for (unsigned n = 0; n < order; ++n) {
      ASSERT_EQ(again.levels[n].first_word, data.levels[n].first_word);
      ASSERT_EQ(again.levels[n].suffix, data.levels[n].suffix);
      ASSERT_EQ(again.levels[n].context, data.levels[n].context);
      EXPECT_EQ(again.levels[n].log_prob, data.levels[n].log_prob);
      EXPECT_EQ(again.levels[n].backoff, data.levels[n].backoff);
    }
    write_arpa(again, folder.path("b.arpa"));
    EXPECT_EQ(read_bytes(folder.path("b.arpa")), read_bytes(folder.path("a.arpa")));
  }
}

TEST(Arpa, NumbersReadBackAsTheSameFloat) {
  Rng rng(1);
  for (int i = 0; i < 200000; ++i) {
    const double size = std::pow(10.0, -7.0 + 10.0 * rng.uniform());
    const auto value = static_cast<float>(rng.chance(0.7) ? -size : size);
    std::string text;
    append_log10(value, text);
    const auto log10 = parse_real(text);
    ASSERT_TRUE(log10.has_value()) << text;
    ASSERT_EQ(static_cast<float>(*log10 * std::numbers::ln10), value) << text;
  }
  const auto written = [](double log10) {
    std::string text;
    append_log10(static_cast<float>(log10 * std::numbers::ln10), text);
    return text;
  };
  EXPECT_EQ(written(0.0), "0");
  EXPECT_EQ(written(-0.0), "0");
  EXPECT_EQ(written(-100.0).substr(0, 4), "-100");
  EXPECT_NEAR(*parse_real(written(-0.0625)), -0.0625, 1e-8);
  EXPECT_NEAR(*parse_real(written(12345.678)), 12345.678, 1e-3);
}

TEST(Arpa, TheSameBytesForAnyNumberOfThreads) {
  const ScratchFolder folder;
  const NgramModelData data = estimate_lines(random_lines(3, 20000, 26), 5);
  ASSERT_GT(data.levels[4].size(), 2U << 14U);  // three blocks of parallel work
  write_arpa(data, folder.path("one.arpa"));
  ThreadPool threads(3);
  write_arpa(data, folder.path("three.arpa"), threads);
  EXPECT_EQ(read_bytes(folder.path("one.arpa")), read_bytes(folder.path("three.arpa")));
}

TEST(Arpa, AnEmptyTextMakesAReadableFile) {
  const ScratchFolder folder;
  write_arpa(estimate_lines({}, 3), folder.path("empty.arpa"));
  EXPECT_EQ(read_arpa(folder.path("empty.arpa")).order(), 3U);
}

// Trigrams whose ends ("b c", "b </s>") and beginnings ("b a") are not listed, as pruning leaves them.
TEST(Arpa, FillsInWhatPruningLeftOut) {
  const std::string text =
      "\\data\\\nngram 1=6\nngram 2=1\nngram 3=3\n\n\\1-grams:\n-2 <unk>\n-99 <s> -0.5\n-1 </s>\n-1.1 a "
      "-0.1\n"
      "-1.2 b -0.2\n-1.3 c -0.3\n\n\\2-grams:\n-0.4 a b -0.15\n\n\\3-grams:\n-0.01 a b c\n-0.02 b a c\n-0.03 "
      "c b "
      "</s>\n\n\\end\\\n";
  const NgramModelData data = parse_arpa(text, "pruned");
  const Model model = Model::from_data(data);
  EXPECT_NEAR(log10_of(model, {"a", "b", "c"}), -0.01, 1e-6);
  EXPECT_NEAR(log10_of(model, {"b", "a", "c"}), -0.02, 1e-6);
  EXPECT_NEAR(log10_of(model, {"c", "b", "</s>"}), -0.03, 1e-6);
  EXPECT_NEAR(log10_of(model, {"b", "c"}), -0.2 - 1.3, 1e-6);  // filled in, and as backing off has it
  EXPECT_NEAR(log10_of(model, {"c", "b", "c"}), 0.0 - 0.2 - 1.3,
              1e-6);  // "c b" was filled in with back-off 0
  EXPECT_NEAR(log10_of(model, {"a", "b", "a"}), -0.15 - 0.2 - 1.1, 1e-6);  // "a b" has its own
  EXPECT_NEAR(log10_of(model, {"b", "a", "b"}), 0.0 - 0.4, 1e-6);
}

struct BadFile {
  const char* from;
  const char* to;
  const char* line;    // ":N" that the message must name
  const char* reason;  // and what it must say
};

class ArpaRefuses : public ::testing::TestWithParam<BadFile> {};

TEST_P(ArpaRefuses, WithLineAndReason) {
  const BadFile& bad = GetParam();
  try {
    parse_arpa(replaced(kSmall, bad.from, bad.to), "bad.arpa");
    FAIL() << "accepted " << bad.to;
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr(std::string("bad.arpa") + bad.line + ":"), HasSubstr(bad.reason)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, ArpaRefuses,
    ::testing::Values(
        BadFile{"\\data\\", "data", ":1", "\\data\\"}, BadFile{"ngram 1=4", "ngram 1", ":2", "COUNT"},
        BadFile{"ngram 1=4", "ngram 1=-4", ":2", "COUNT"},
        BadFile{"ngram 1=4", "ngram 1=99999999999999", ":2", "cannot be"},
        BadFile{"ngram 1=4", "ngram 1=4000000000", ":10", "after 4 lines"},
        BadFile{"ngram 2=2", "ngram 2=1000000000", ":14", "after 2 lines"},
        BadFile{"\\end\\", "\\3-grams:\n-1 a a a\n\n\\end\\", ":15", "expected \\end\\"},
        BadFile{"-0.75\t<s> a", "-0.75\t<s> a nan", ":12", "2 words"},
        BadFile{"-0.125", "nan", ":9", "finite"}, BadFile{"ngram 1=4", "ngram 1=3", ":9", "more 1-grams"},
        BadFile{"ngram 2=2", "ngram 3=2", ":3", "2-grams"},
        BadFile{"ngram 2=2", "ngram 2=3", ":14", "after 2 lines"},
        BadFile{"\\1-grams:", "\\1-gram:", ":5", "expected \\1-grams:"},
        BadFile{"\\2-grams:", "\\end\\", ":11", "expected \\2-grams:"},
        BadFile{"\\end\\", "", ":15", "expected \\end\\"}, BadFile{"-1\t", "nan\t", ":6", "finite"},
        BadFile{"-1\t", "-inf\t", ":6", "finite"}, BadFile{"-1\t", "x\t", ":6", "finite"},
        BadFile{"-1\t", "0.5\t", ":6", "above 0"}, BadFile{"-1\t", "-1e30\t", ":6", "out of range"},
        BadFile{"-0.125", "1e999", ":9", "finite"}, BadFile{"-0.5\t</s>", "-0.5\ta", ":9", "second time"},
        BadFile{"-0.5\t</s>", "-0.5\tb", ":5", "no <s> or no </s>"},
        BadFile{"<s> a", "<s> b", ":12", "'b' is not among"},
        BadFile{"<s> a", "a </s>", ":13", "already in line 12"}, BadFile{"<s> a", "<s>", ":12", "2 words"},
        BadFile{"<s> a", "<s> a\t-1", ":12", "2 words"}));

TEST(Arpa, CutAnywhereItIsRefused) {
  const std::string text = kSmall;
  const std::size_t whole = text.find("\\end\\") + 5;
  for (std::size_t size = 0; size < whole; ++size) {
    EXPECT_THROW(parse_arpa(std::string_view(text).substr(0, size), "cut"), FormatError) << size;
  }
}

// The inputs that fuzzing starts from: each becomes a model that answers, or a FormatError.
TEST(Arpa, TheFuzzingCorpusIsReadOrRefused) {
  std::size_t read = 0;
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator("fuzz/corpus/arpa")) {
    const std::string text = read_bytes(entry.path().string());
    try {
      const Model model = Model::from_data(parse_arpa(text, entry.path().string()));
      State state = model.begin_state();
      for (std::uint32_t word = 0; word < model.vocabulary().size(); ++word)
        EXPECT_TRUE(std::isfinite(model.score(state, text::WordId{word}, state)));
      ++read;
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), HasSubstr(entry.path().string()));
      ++refused;
    }
  }
  EXPECT_GE(read, 4U);
  EXPECT_GE(refused, 12U);
}

TEST(Arpa, TooHighAnOrderIsRefused) {
  std::string text = "\\data\\\n";
  for (unsigned n = 1; n <= kMaxOrder + 1; ++n) text += "ngram " + std::to_string(n) + "=1\n";
  EXPECT_THROW(parse_arpa(text, "long"), FormatError);
}

}  // namespace
}  // namespace calque::lm
