// Scores of real system outputs against those of sacreBLEU 2.6.0, where the shared data is at hand.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"

namespace calque::metrics {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  const char* folder = std::getenv("CALQUE_DATA");
  return folder != nullptr ? folder : "../shared/data";
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The file is written by one program with one value per line, so lines are enough; no JSON library here.
class ExpectedScores {
 public:
  explicit ExpectedScores(const fs::path& path) {
    std::string system;
    std::string group;
    for (const std::string& line : read_lines(path)) {
      const std::size_t indent = line.find_first_not_of(' ');
      const std::string_view rest = trim(line);
      if (rest.empty()) continue;
      if (rest.front() != '"') {
        if (const auto number = parse_real(without_comma(rest)))
          values_[system + " " + group].push_back(*number);
        continue;
      }
      const std::string key(rest.substr(1, rest.find('"', 1) - 1));
      if (indent == 1) systems_.push_back(system = key);
      if (indent == 2) group = key;
      if (indent == 3) add_value(system + " " + group + " " + key, rest.substr(rest.find(": ") + 2));
    }
  }
  const std::vector<std::string>& systems() const { return systems_; }
  const std::vector<double>& values(const std::string& key) { return values_[key]; }
  const std::string& text(const std::string& key) { return texts_[key]; }

 private:
  static std::string_view without_comma(std::string_view text) {
    if (text.ends_with(',')) text.remove_suffix(1);
    return text;
  }
  void add_value(const std::string& key, std::string_view text) {
    text = without_comma(text);
    if (const auto number = parse_real(text)) values_[key].push_back(*number);
    if (text.starts_with('"')) texts_[key] = text.substr(1, text.size() - 2);
  }
  std::vector<std::string> systems_;
  std::map<std::string, std::vector<double>> values_;
  std::map<std::string, std::string> texts_;
};

struct Variant {
  std::string name;
  std::unique_ptr<const Metric> metric;
};

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const char* name : {"13a", "none", "intl", "char"}) {
    BleuOptions options;
    options.tokenization = parse_enum<Tokenization>(name);
    all.push_back({std::string("bleu-") + name, std::make_unique<Bleu>(options)});
  }
  BleuOptions floor;
  floor.tokenization = Tokenization::kNone;
  floor.lowercase = true;
  floor.smoothing = BleuSmoothing::kFloor;
  all.push_back({"bleu-none-lc-floor", std::make_unique<Bleu>(floor)});
  ChrfOptions plus_plus;
  plus_plus.word_order = 2;
  all.push_back({"chrf2", std::make_unique<Chrf>(ChrfOptions{})});
  all.push_back({"chrf2++", std::make_unique<Chrf>(plus_plus)});
  all.push_back({"ter", std::make_unique<Ter>(TerOptions{})});
  return all;
}

void check_sentences(const ReferenceSets& references, const std::vector<std::string>& lines,
                     const std::vector<double>& expected) {
  BleuOptions options;
  options.tokenization = Tokenization::kNone;
  const Bleu bleu(options);
  ThreadPool threads(1);
  const StatisticsTable table = collect_statistics(*bleu.bind(references, threads), lines, threads);
  ASSERT_EQ(expected.size(), 10U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(bleu.sentence_score(table.row(i)).value, expected[i], 1e-11) << "sentence " << i;
  }
}

TEST(SacreBleu, EveryStoredSystemAgreesToEveryDigit) {
  const fs::path peers = data_folder() / ".." / "peers";
  if (!fs::exists(peers / "sacrebleu.json")) {
    GTEST_SKIP() << "no " << (peers / "sacrebleu.json") << "; set CALQUE_DATA to the folder of shared data";
  }
  ExpectedScores expected(peers / "sacrebleu.json");
  ASSERT_FALSE(expected.systems().empty());
  ThreadPool threads(2);
  for (const std::string& system : expected.systems()) {
    SCOPED_TRACE(system);
    const std::string corpus = system.substr(0, system.find('/'));
    const ReferenceSets references{read_lines(data_folder() / corpus / "test.en")};
    const auto lines = read_lines(peers / corpus / "moses" / system.substr(system.find('/') + 1));
    ASSERT_EQ(lines.size(), references[0].size());
    for (const Variant& variant : variants()) {
      SCOPED_TRACE(variant.name);
      const Metric& metric = *variant.metric;
      const Score score =
          metric.score(collect_statistics(*metric.bind(references, threads), lines, threads).total());
      const std::string key = system + " " + variant.name;
      const auto& value = expected.values(key + " score");
      ASSERT_EQ(value.size(), 1U);
      EXPECT_NEAR(score.value, value[0], 1e-11);
      EXPECT_THAT(expected.text(key + " signature"),
                  ::testing::StartsWith(metric.signature(1) + "|version:"));
      if (expected.values(key + " sys_len").empty()) continue;
      EXPECT_EQ(score.figures[5].value, expected.values(key + " sys_len")[0]);
      EXPECT_EQ(score.figures[6].value, expected.values(key + " ref_len")[0]);
      EXPECT_NEAR(score.figures[4].value, expected.values(key + " bp")[0], 1e-14);
    }
    check_sentences(references, lines, expected.values(system + " first10-sentence-bleu-none-exp"));
  }
}

}  // namespace
}  // namespace calque::metrics
