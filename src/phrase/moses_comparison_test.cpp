// Compares extraction and scores with what Moses made of the same corpus and alignments, where those files
// are at hand.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/extract.h"
#include "phrase/lexicon.h"
#include "phrase/phrase_table.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"
#include "phrase/testing/aligned_corpus.h"
#include "phrase/text_format.h"
#include "store/text_file.h"

namespace calque::phrase {
namespace {

using testing::AlignedCorpus;

const std::string kCorpus = "/tanaka-ja-en";

class MosesComparison : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(testing::data_folder() + kCorpus) ||
        !std::filesystem::exists(testing::peers_folder() + kCorpus)) {
      GTEST_SKIP() << "no tanaka-ja-en in " << testing::data_folder() << " and " << testing::peers_folder()
                   << ": set CALQUE_DATA and CALQUE_PEERS";
    }
  }
  static std::string peer(const std::string& name) { return testing::peers_folder() + kCorpus + "/" + name; }
  static AlignedCorpus corpus(const std::string& alignment) {
    const std::string folder = testing::data_folder() + kCorpus;
    return testing::read_corpus(folder + "/train.ja", folder + "/train.en", peer(alignment));
  }
};

// "source ||| target ||| rest" with the blanks of the fields trimmed.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (const auto field : split_fields(line, "|||")) fields.emplace_back(trim(field));
  return fields;
}

text::Alignment links_of(std::string_view field) {
  return text::parse_pharaoh(field, kMaxPhraseLength, kMaxPhraseLength, {});
}

TEST_F(MosesComparison, ExtractsTheSamePairsInTheSameOrder) {
  const AlignedCorpus corpus = MosesComparison::corpus("extract/alignment.first2000");
  ASSERT_EQ(corpus.text.size(), 2000u);
  ThreadPool threads(2);
  const auto occurrences = extract_occurrences(corpus.text, corpus.alignments, {}, threads);
  store::LineReader expected(peer("extract/pairs.zst"));
  std::string line;
  std::string ours;
  for (const Occurrence& occurrence : occurrences) {
    ASSERT_TRUE(expected.next(line));
    ours.clear();
    append_occurrence(corpus.text, corpus.alignments.alignment(occurrence.sentence), occurrence, ours);
    const auto theirs = fields_of(line);
    const auto mine = fields_of(ours);
    ASSERT_EQ(mine[0], theirs[0]) << expected.line_number();
    ASSERT_EQ(mine[1], theirs[1]) << expected.line_number();
    ASSERT_EQ(links_of(mine[2]), links_of(theirs[2])) << expected.line_number();
  }
  EXPECT_FALSE(expected.next(line)) << "missing: " << line;
}

TEST_F(MosesComparison, FindsTheSameOrientations) {
  const AlignedCorpus corpus = MosesComparison::corpus("extract/alignment.first2000");
  ThreadPool threads(2);
  for (const auto& [model, name] :
       {std::pair(OrientationModel::kWord, "word"), std::pair(OrientationModel::kPhrase, "phrase"),
        std::pair(OrientationModel::kHierarchical, "hier")}) {
    ExtractOptions options;
    options.orientation = model;
    store::LineReader expected(peer(std::string("extract/orientation.") + name + "-msd.zst"));
    std::string line;
    for (const Occurrence& occurrence :
         extract_occurrences(corpus.text, corpus.alignments, options, threads)) {
      ASSERT_TRUE(expected.next(line));
      // The three models share the last field, "word | phrase | hierarchical", with the others left empty.
      std::string theirs = fields_of(line)[2];
      std::erase(theirs, '|');
      const std::string mine =
          std::string(name_of(occurrence.backward)) + " " + std::string(name_of(occurrence.forward));
      ASSERT_EQ(mine, trim(theirs)) << name << ":" << expected.line_number() << ": " << line;
    }
    EXPECT_FALSE(expected.next(line)) << "missing: " << line;
  }
}

// A line of the table: source phrase, target phrase, scores, links, counts.
struct TableLine {
  std::vector<text::WordId> source;
  std::vector<text::WordId> target;
  std::array<double, kScoreCount> scores;
  text::Alignment links;
  std::array<double, 3> counts;  // target, source, joint
};

std::vector<text::WordId> words_of(std::string_view field, const text::Vocabulary& vocabulary) {
  std::vector<text::WordId> words;
  for (const auto word : split_words(field)) words.push_back(vocabulary.find(word).value());
  return words;
}

TableLine parse_line(const std::string& line, const text::ParallelCorpus& corpus) {
  const auto fields = fields_of(line);
  TableLine parsed;
  parsed.source = words_of(fields.at(0), corpus.source_vocabulary);
  parsed.target = words_of(fields.at(1), corpus.target_vocabulary);
  const auto scores = split_words(fields.at(2));
  for (std::size_t i = 0; i < kScoreCount; ++i) parsed.scores[i] = parse_real(scores.at(i)).value();
  parsed.links = links_of(fields.at(3));
  const auto counts = split_words(fields.at(4));
  for (std::size_t i = 0; i < 3; ++i) parsed.counts[i] = parse_real(counts.at(i)).value();
  return parsed;
}

// Moses rounds every w to 7 digits after the point before it multiplies: how far that can move the product.
double rounding_error(const Lexicon& lexicon, const TableLine& line, Score score) {
  const bool of_target = score == Score::kLexicalTargetGivenSource;
  const auto& words = of_target ? line.target : line.source;
  double error = 0;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    double sum = 0;
    double links = 0;
    for (const text::Link& link : line.links) {
      if ((of_target ? link.target : link.source) != i) continue;
      const text::WordId source = line.source[link.source];
      const text::WordId target = line.target[link.target];
      sum += of_target ? lexicon.p_target_given_source(source, target)
                       : lexicon.p_source_given_target(source, target);
      links += 1;
    }
    const double given_null =
        of_target ? lexicon.p_target_given_null(words[i]) : lexicon.p_source_given_null(words[i]);
    error += 0.5e-7 / (links > 0 ? sum / links : given_null);
  }
  return error;
}

TEST_F(MosesComparison, GivesTheSameTable) {
  const AlignedCorpus corpus = MosesComparison::corpus("alignment.giza.gdfa.zst");
  ThreadPool threads(2);
  const ScoredPhrases phrases =
      extract_and_score(corpus.text, corpus.alignments, {}, threads, silent_reporter());
  EXPECT_EQ(phrases.statistics.occurrences, 739487u);
  EXPECT_EQ(phrases.statistics.pairs, 423930u);

  calque::testing::ScratchFolder scratch;
  const std::string path = scratch.path("table");
  write_phrase_table(phrases, {corpus.text.source_vocabulary, corpus.text.target_vocabulary}, path);
  const PhraseTable table = PhraseTable::open(path, store::Verify::kFull);
  EXPECT_EQ(table.pair_count(), 423930u);
  const Lexicon lexicon = Lexicon::estimate(corpus.text, corpus.alignments);

  store::LineReader expected(peer("phrase-table.zst"));
  std::string text;
  std::size_t lines = 0;
  std::size_t far_scores = 0;
  while (expected.next(text)) {
    const TableLine line = parse_line(text, corpus.text);
    const auto phrase = table.find(line.source);
    ASSERT_TRUE(phrase) << text;
    std::optional<Translation> found;
    for (std::size_t i = 0; i < table.translation_count(*phrase) && !found; ++i) {
      const Translation translation = table.translation(*phrase, i);
      if (std::ranges::equal(translation.target, line.target)) found = translation;
    }
    ASSERT_TRUE(found) << text;
    ++lines;
    EXPECT_EQ(found->target_count, line.counts[0]) << text;
    EXPECT_EQ(table.source_count(*phrase), line.counts[1]) << text;
    EXPECT_EQ(found->joint_count, line.counts[2]) << text;
    text::Alignment links;
    for (const InternalLink& link : found->alignment) links.push_back({link.source, link.target});
    EXPECT_EQ(links, line.links) << text;
    for (std::size_t i = 0; i < kScoreCount; ++i) {
      const auto score = static_cast<Score>(i);
      const double difference = std::abs(std::exp(double{found->log_scores[i]}) / line.scores[i] - 1);
      const bool lexical =
          score == Score::kLexicalSourceGivenTarget || score == Score::kLexicalTargetGivenSource;
      // The weight of the source words may rest on another, equally frequent alignment than the one in the
      // line, for which the rounding error is not quite the same.
      EXPECT_LT(difference, lexical ? 1e-4 + rounding_error(lexicon, line, score) : 1e-5) << i << " " << text;
      far_scores += difference > 1e-4 ? 1 : 0;
    }
  }
  EXPECT_EQ(lines, 83807u);
  // Where all w are large enough for 7 digits the scores agree; the others are few.
  EXPECT_LT(far_scores, lines * kScoreCount / 50);
}

}  // namespace
}  // namespace calque::phrase
