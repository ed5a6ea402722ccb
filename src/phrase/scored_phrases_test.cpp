#include "phrase/scored_phrases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "phrase/lexicon.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using testing::AlignedCorpus;

ScoredPhrases score(const AlignedCorpus& corpus, const ExtractOptions& options = {},
                    std::size_t thread_count = 1) {
  ThreadPool threads(thread_count);
  return extract_and_score(corpus.text, corpus.alignments, {.extract = options}, threads, silent_reporter());
}

std::string join(std::span<const text::WordId> words, const text::Vocabulary& vocabulary) {
  std::string joined;
  for (const text::WordId word : words)
    joined += (joined.empty() ? "" : " ") + std::string(vocabulary.word(word));
  return joined;
}

struct NamedPair {
  ScoredPair pair;
  std::uint32_t source_count;
  std::uint32_t target_count;
  std::vector<InternalLink> links;
  double probability(Score score) const { return std::exp(double{pair.log_scores[index_of(score)]}); }
};

std::map<std::pair<std::string, std::string>, NamedPair> by_name(const AlignedCorpus& corpus,
                                                                 const ScoredPhrases& phrases) {
  std::map<std::pair<std::string, std::string>, NamedPair> named;
  for (std::size_t i = 0; i < phrases.source.size(); ++i) {
    for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
      const ScoredPair& pair = phrases.pairs[k];
      const auto links = phrases.alignments[pair.alignment];
      const auto [place, added] =
          named.insert({{join(phrases.source[i], corpus.text.source_vocabulary),
                         join(phrases.target[pair.target], corpus.text.target_vocabulary)},
                        {pair,
                         phrases.source_counts[i],
                         phrases.target_counts[pair.target],
                         {links.begin(), links.end()}}});
      EXPECT_TRUE(added) << place->first.first << " ||| " << place->first.second << " is there twice";
    }
  }
  return named;
}

TEST(ScoredPhrasesTest, WorkedExample) {
  AlignedCorpus corpus;
  corpus.add("das haus", "the house", "0-0 1-1");
  corpus.add("das haus", "the house", "0-0 1-1");
  corpus.add("das", "that", "0-0");
  corpus.add("haus ja", "house", "0-0");
  const auto named = by_name(corpus, score(corpus));
  // Words: das-the 2, das-that 1, haus-house 3, ja unaligned 1.
  ASSERT_EQ(named.size(), 5u);
  const NamedPair& the = named.at({"das", "the"});
  EXPECT_EQ(the.pair.count, 2u);
  EXPECT_NEAR(the.probability(Score::kTargetGivenSource), 2.0 / 3, 1e-6);
  EXPECT_NEAR(the.probability(Score::kSourceGivenTarget), 1.0, 1e-6);
  EXPECT_NEAR(the.probability(Score::kLexicalTargetGivenSource), 2.0 / 3, 1e-6);
  EXPECT_NEAR(the.probability(Score::kLexicalSourceGivenTarget), 1.0, 1e-6);
  const NamedPair& both = named.at({"das haus", "the house"});
  EXPECT_EQ(both.pair.count, 2u);
  EXPECT_NEAR(both.probability(Score::kLexicalTargetGivenSource), 2.0 / 3, 1e-6);
  EXPECT_THAT(both.links, ::testing::ElementsAre(InternalLink{0, 0}, InternalLink{1, 1}));
  const NamedPair& unaligned = named.at({"haus ja", "house"});
  EXPECT_NEAR(unaligned.probability(Score::kSourceGivenTarget), 1.0 / 4, 1e-6);
  EXPECT_NEAR(unaligned.probability(Score::kLexicalSourceGivenTarget), 1.0,
              1e-6);  // w(haus|house) w(ja|NULL) = 1 * 1
  const NamedPair& house = named.at({"haus", "house"});
  EXPECT_EQ(house.pair.count, 3u);
  EXPECT_NEAR(house.probability(Score::kSourceGivenTarget), 3.0 / 4, 1e-6);
  EXPECT_TRUE(named.contains({"das", "that"}));
}

TEST(ScoredPhrasesTest, LexicalWeightAveragesOverTheLinksOfAWord) {
  AlignedCorpus corpus;
  corpus.add("a b", "x", "0-0 1-0");
  corpus.add("a", "y", "0-0");
  corpus.add("b", "x", "0-0");
  corpus.add("", "z x", "");
  // Links: a-x 1, a-y 1, b-x 2; NULL-z 1, NULL-x 1.
  const auto named = by_name(corpus, score(corpus));
  const NamedPair& pair = named.at({"a b", "x"});
  EXPECT_NEAR(pair.probability(Score::kLexicalTargetGivenSource), (0.5 + 1.0) / 2, 1e-6);
  EXPECT_NEAR(pair.probability(Score::kLexicalSourceGivenTarget), 0.25 * 0.5,
              1e-6);  // x: 3 links, once unaligned
  const Lexicon lexicon = Lexicon::estimate(corpus.text, corpus.alignments);
  EXPECT_DOUBLE_EQ(lexicon.p_target_given_null(*corpus.text.target_vocabulary.find("z")), 0.5);
  EXPECT_DOUBLE_EQ(lexicon.p_target_given_source(*corpus.text.source_vocabulary.find("b"),
                                                 *corpus.text.target_vocabulary.find("y")),
                   0.0);
}

TEST(LexiconTest, ProbabilitiesSumToOneWithTheEmptyWord) {
  const AlignedCorpus corpus = testing::random_corpus(11, 300, 8);
  const Lexicon lexicon = Lexicon::estimate(corpus.text, corpus.alignments);
  // What is missing to 1 is the share of the word's unaligned occurrences, counted here by hand.
  for (std::uint32_t s = 0; s < corpus.text.source_vocabulary.size(); ++s) {
    double unaligned = 0;
    double total = 0;
    for (std::size_t n = 0; n < corpus.text.size(); ++n) {
      const auto words = corpus.text.source.sentence(n);
      for (std::uint32_t i = 0; i < words.size(); ++i) {
        if (words[i] != text::WordId{s}) continue;
        const auto links = std::ranges::count(corpus.alignments.alignment(n), i, &text::Link::source);
        total += static_cast<double>(std::max<std::ptrdiff_t>(links, 1));
        unaligned += links == 0 ? 1 : 0;
      }
    }
    double sum = unaligned / total;
    for (std::uint32_t t = 0; t < corpus.text.target_vocabulary.size(); ++t) {
      sum += lexicon.p_target_given_source(text::WordId{s}, text::WordId{t});
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
  double sum = 0;
  for (std::uint32_t t = 0; t < corpus.text.target_vocabulary.size(); ++t) {
    sum += lexicon.p_target_given_null(text::WordId{t});
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(ScoredPhrasesTest, CountsEqualThoseOfACarefulCount) {
  const AlignedCorpus corpus = testing::random_corpus(12, 500, 7);
  std::map<std::pair<std::string, std::string>, std::uint32_t> joint;
  std::map<std::string, std::uint32_t> sources;
  std::map<std::string, std::uint32_t> targets;
  ThreadPool threads(1);
  for (const Occurrence& o : extract_occurrences(corpus.text, corpus.alignments, {}, threads)) {
    const auto source = join(corpus.text.source.sentence(o.sentence).subspan(o.source_begin, o.source_length),
                             corpus.text.source_vocabulary);
    const auto target = join(corpus.text.target.sentence(o.sentence).subspan(o.target_begin, o.target_length),
                             corpus.text.target_vocabulary);
    ++joint[{source, target}];
    ++sources[source];
    ++targets[target];
  }
  const ScoredPhrases phrases = score(corpus);
  const auto named = by_name(corpus, phrases);
  EXPECT_EQ(named.size(), joint.size());
  EXPECT_EQ(phrases.statistics.pairs, joint.size());
  EXPECT_EQ(phrases.statistics.source_phrases, sources.size());
  EXPECT_EQ(phrases.statistics.target_phrases, targets.size());
  for (const auto& [name, pair] : named) {
    EXPECT_EQ(pair.pair.count, joint.at(name));
    EXPECT_EQ(pair.source_count, sources.at(name.first));
    EXPECT_EQ(pair.target_count, targets.at(name.second));
    EXPECT_NEAR(pair.probability(Score::kTargetGivenSource), 1.0 * pair.pair.count / pair.source_count, 1e-6);
    EXPECT_NEAR(pair.probability(Score::kSourceGivenTarget), 1.0 * pair.pair.count / pair.target_count, 1e-6);
  }
}

TEST(ScoredPhrasesTest, RelativeFrequenciesSumToOneAndComeBestFirst) {
  const ScoredPhrases phrases = score(testing::random_corpus(13, 500, 7));
  std::vector<double> source_sums(phrases.target.size(), 0.0);
  for (std::size_t i = 0; i < phrases.source.size(); ++i) {
    double sum = 0;
    float last = 0;
    for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
      const LogScores& scores = phrases.pairs[k].log_scores;
      const float log_prob = scores[index_of(Score::kTargetGivenSource)];
      EXPECT_LE(log_prob, last);
      last = log_prob;
      sum += std::exp(double{log_prob});
      source_sums[phrases.pairs[k].target] += std::exp(double{scores[index_of(Score::kSourceGivenTarget)]});
      for (const float score : scores) {
        EXPECT_TRUE(std::isfinite(score));
        EXPECT_LE(score, 1e-6F);
      }
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
  }
  for (const double sum : source_sums) EXPECT_NEAR(sum, 1.0, 1e-5);
}

TEST(ScoredPhrasesTest, TakesTheMostFrequentInternalAlignment) {
  AlignedCorpus corpus;
  corpus.add("a b", "x y", "0-0 0-1 1-0 1-1");
  corpus.add("a b", "x y", "0-1 1-0");
  corpus.add("a b", "x y", "0-1 1-0");
  EXPECT_THAT(by_name(corpus, score(corpus)).at({"a b", "x y"}).links,
              ::testing::ElementsAre(InternalLink{0, 1}, InternalLink{1, 0}));
}

TEST(ScoredPhrasesTest, BreaksTiesBetweenAlignmentsByTheGreatestListOfTheTargetWords) {
  // By target word: {0} {1} against {1} {0}: the second is greater at the first word.
  AlignedCorpus corpus;
  corpus.add("a b", "x y", "0-0 1-1");
  corpus.add("a b", "x y", "0-1 1-0");
  EXPECT_THAT(by_name(corpus, score(corpus)).at({"a b", "x y"}).links,
              ::testing::ElementsAre(InternalLink{0, 1}, InternalLink{1, 0}));
  // {0,1} against {0}: a longer list is greater than its beginning.
  AlignedCorpus longer;
  longer.add("a b", "x", "0-0");
  longer.add("a b", "x", "0-0 1-0");
  EXPECT_EQ(by_name(longer, score(longer)).at({"a b", "x"}).links.size(), 2u);
}

TEST(ScoredPhrasesTest, DegenerateInput) {
  AlignedCorpus corpus;
  EXPECT_EQ(score(corpus).statistics.occurrences, 0u);
  corpus.add("", "", "");
  corpus.add("a b", "x y", "");
  const ScoredPhrases none = score(corpus);
  EXPECT_EQ(none.pairs.size(), 0u);
  EXPECT_EQ(none.pair_offsets.size(), 1u);
  corpus.add("a", "x", "0-0");
  const ScoredPhrases one = score(corpus);
  ASSERT_EQ(one.pairs.size(), 1u);
  EXPECT_EQ(one.pair_offsets.size(), 2u);
}

// Each alignment counts as if the corpus stood there once more with it.
TEST(ScoredPhrases, SeveralAlignmentsAreCountedTogether) {
  const AlignedCorpus first = testing::random_corpus(3, 60, 7);
  AlignedCorpus twice = first;
  AlignedCorpus second = first;
  second.alignments = {};
  Rng rng(4);
  for (std::size_t i = 0; i < first.text.size(); ++i) {
    text::Alignment links;
    for (const text::Link& link : first.alignments.alignment(i)) {
      if (rng.chance(0.7)) links.push_back(link);
    }
    second.alignments.add(links);
    twice.add(join(first.text.source.sentence(i), first.text.source_vocabulary),
              join(first.text.target.sentence(i), first.text.target_vocabulary), text::to_pharaoh(links));
  }
  const std::vector<text::AlignmentCorpus> alignments{first.alignments, second.alignments};
  ThreadPool threads(2);
  const auto together =
      by_name(first, extract_and_score(first.text, std::span(alignments), {}, threads, silent_reporter()));
  const auto one_after_the_other = by_name(twice, score(twice));
  EXPECT_GT(together.size(), by_name(first, score(first)).size());
  ASSERT_EQ(together.size(), one_after_the_other.size());
  for (const auto& [name, expected] : one_after_the_other) {
    const auto found = together.find(name);
    ASSERT_NE(found, together.end()) << name.first << " ||| " << name.second;
    EXPECT_EQ(found->second.pair.count, expected.pair.count);
    EXPECT_EQ(found->second.pair.log_scores, expected.pair.log_scores);
    EXPECT_EQ(found->second.links, expected.links);
  }
}

}  // namespace
}  // namespace calque::phrase
