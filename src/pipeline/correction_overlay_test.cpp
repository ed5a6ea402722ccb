#include "pipeline/correction_overlay.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "align/aligner.h"
#include "base/parse.h"
#include "base/reporter.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "base/thread_pool.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"
#include "pipeline/pair_alignment.h"

namespace calque::pipeline {
namespace {

using Strings = std::vector<std::string>;

Strings strings(std::string_view line) {
  Strings words;
  for (const std::string_view word : split_words(line)) words.emplace_back(word);
  return words;
}

std::string shown(const std::vector<text::Link>& links) {
  std::string text;
  for (const text::Link& link : links)
    text += std::to_string(link.source) + "-" + std::to_string(link.target) + " ";
  return text;
}

class PairAlignmentTest : public ::testing::Test {
 protected:
  PairAlignmentTest() {
    phrase::testing::AlignedCorpus corpus;
    corpus.add("das haus ist klein", "the house is small", "0-0 1-1 2-2 3-3");
    corpus.add("das buch ist alt", "the book is old", "0-0 1-1 2-2 3-3");
    corpus.add("vom haus", "of the house", "0-0 0-1 1-2");
    ThreadPool threads(1);
    phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder_.path("table"), threads,
                             silent_reporter());
    table_ = std::make_unique<phrase::PhraseTable>(phrase::PhraseTable::open(folder_.path("table")));
  }
  std::string links(std::string_view source, std::string_view target) const {
    return shown(align_pair(*table_, strings(source), strings(target)));
  }

  calque::testing::ScratchFolder folder_;
  std::unique_ptr<phrase::PhraseTable> table_;
};

TEST_F(PairAlignmentTest, FollowsThePhrasesOfTheTable) {
  EXPECT_EQ(links("das buch ist klein", "the book is small"), "0-0 1-1 2-2 3-3 ");
  EXPECT_EQ(links("klein ist das haus", "the house is small"), "0-3 1-2 2-0 3-1 ");
  EXPECT_EQ(links("vom haus", "of the house"), "0-0 0-1 1-2 ");
}

TEST_F(PairAlignmentTest, WordsThatNobodyKnowsGoWhereNothingElseIs) {
  EXPECT_EQ(links("das schloss ist alt", "the castle is old"), "0-0 1-1 2-2 3-3 ");
  EXPECT_EQ(links("das schloss ist alt", "the old castle is old"), "0-0 1-1 1-2 2-3 3-4 ");
  EXPECT_EQ(links("das luftschloss ist alt", "the castle in the air is old").substr(0, 4), "0-0 ");
  EXPECT_EQ(links("xx yy zz", "aa bb"), "0-0 1-0 2-1 ");
}

TEST_F(PairAlignmentTest, MarksAreNotLinkedToWords) {
  EXPECT_EQ(links("das schloss ist alt", "“ the castle ” – is old !"), "0-1 1-2 2-5 3-6 ");
  EXPECT_EQ(links("das , schloss ist alt", "the castle is old"), "0-0 2-1 3-2 4-3 ");
}

TEST_F(PairAlignmentTest, EqualWordsAreTheSame) {
  EXPECT_EQ(links("qux 12 ist", "is 12 qux"), "0-2 1-1 2-0 ");
  EXPECT_EQ(links("", "is"), "");
  EXPECT_EQ(links("ist", ""), "");
}

// The table knows neither "schloss" nor "turm", which the words around them would link in their order.
TEST_F(PairAlignmentTest, AnAlignmentModelKnowsMore) {
  phrase::testing::AlignedCorpus corpus;
  for (int again = 0; again < 5; ++again) {
    corpus.add("das schloss ist alt", "the castle is old", "");
    corpus.add("das schloss brennt", "the castle burns", "");
    corpus.add("das haus brennt", "the house burns", "");
    corpus.add("der turm ist alt", "a tower is old", "");
    corpus.add("der turm brennt", "a tower burns", "");
    corpus.add("schloss", "castle", "");
    corpus.add("turm", "tower", "");
  }
  ThreadPool threads(1);
  align::AlignOptions options;
  options.model = align::AlignmentModelKind::kIbm1;
  const auto trained = align::train_model(corpus.text, options, threads, silent_reporter());
  trained.model.without_rare_pairs(0.01F).save(folder_.path("pairs"), corpus.text.source_vocabulary,
                                               corpus.text.target_vocabulary);
  const align::AlignmentModel model = align::AlignmentModel::load(folder_.path("pairs"));
  const Strings source = strings("das schloss turm ist alt");
  const Strings target = strings("the tower castle is old");
  EXPECT_EQ(shown(align_pair(*table_, source, target)), "0-0 1-1 2-2 3-3 4-4 ");
  EXPECT_EQ(shown(align_pair(*table_, source, target, {}, &model)), "0-0 1-2 2-1 3-3 4-4 ");
  // Words that it does not know are linked as before.
  EXPECT_EQ(shown(align_pair(*table_, strings("xx yy zz"), strings("aa bb"), {}, &model)), "0-0 1-0 2-1 ");
}

TEST(CorrectionChangesTest, KeepTheLongestCommonSubsequence) {
  const WordChanges found = changes(strings("the contract ends soon"), strings("so the agreement ends"));
  EXPECT_EQ(found.before, (std::vector<bool>{false, true, false, true}));
  EXPECT_EQ(found.after, (std::vector<bool>{true, false, true, false}));
}

// Whatever the sentences, what is left without the changes is the same on both sides, and no longer common
// part exists (found by trying all).
TEST(CorrectionChangesTest, LeaveTheSameWordsOnBothSides) {
  Rng rng(9);
  for (int round = 0; round < 200; ++round) {
    Strings before;
    Strings after;
    for (auto n = rng.below(8); n > 0; --n) before.emplace_back(1, static_cast<char>('a' + rng.below(3)));
    for (auto n = rng.below(8); n > 0; --n) after.emplace_back(1, static_cast<char>('a' + rng.below(3)));
    const WordChanges found = changes(before, after);
    const auto kept = [](const Strings& words, const std::vector<bool>& changed) {
      Strings left;
      for (std::size_t i = 0; i < words.size(); ++i)
        if (!changed[i]) left.push_back(words[i]);
      return left;
    };
    const Strings common = kept(before, found.before);
    EXPECT_EQ(common, kept(after, found.after));
    std::size_t longest = 0;
    for (std::uint32_t chosen = 0; chosen < (1U << before.size()); ++chosen) {
      std::size_t next = 0;
      std::size_t length = 0;
      bool fits = true;
      for (std::size_t i = 0; i < before.size() && fits; ++i) {
        if ((chosen >> i & 1U) == 0) continue;
        while (next < after.size() && after[next] != before[i]) ++next;
        fits = next++ < after.size();
        ++length;
      }
      if (fits) longest = std::max(longest, length);
    }
    EXPECT_EQ(common.size(), longest);
  }
}

TEST(CorrectionChangesTest, WordsTakeTheLinksOfThoseThatTheyReplace) {
  const Strings before = strings("the contract ends to day .");
  const Strings after = strings("the lease agreement ends today soon .");
  const std::vector<text::Link> links{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {3, 4}, {4, 5}};
  const WordChanges changed = changes(before, after);
  EXPECT_EQ(shown(edit_links(before.size(), links, changed)), "0-0 1-1 1-2 2-3 3-4 3-5 4-6 ");
  // What came in without anything going out has no link, and what went out takes its links along.
  const Strings less = strings("a c");
  const Strings more = strings("a b c");
  EXPECT_EQ(shown(edit_links(2, std::vector<text::Link>{{0, 0}, {1, 1}}, changes(less, more))), "0-0 1-2 ");
  EXPECT_EQ(shown(edit_links(3, std::vector<text::Link>{{0, 0}, {1, 1}, {2, 2}}, changes(more, less))),
            "0-0 2-1 ");
}

TEST(CorrectionOverlayTest, OnlyPhrasesWithAChangeAreTaken) {
  CorrectedPhrase whole{strings("der vertrag endet"), strings("the agreement ends"), {}};
  const std::vector<text::Link> links{{0, 0}, {1, 1}, {2, 2}};
  const auto phrases = changed_phrases(whole, links, {false, true, false}, {false, true, false}, 2);
  Strings shown;
  for (const CorrectedPhrase& phrase : phrases) {
    std::string text;
    for (const std::string& word : phrase.source) text += word + " ";
    text += "=";
    for (const std::string& word : phrase.target) text += " " + word;
    shown.push_back(text);
    EXPECT_EQ(phrase.alignment.size(), phrase.source.size());
    EXPECT_EQ(phrase.alignment[0], (phrase::InternalLink{0, 0}));
  }
  EXPECT_THAT(shown, ::testing::UnorderedElementsAre("vertrag = agreement", "der vertrag = the agreement",
                                                     "vertrag endet = agreement ends"));
}

TEST(CorrectionOverlayTest, NoPhraseBeginsOrEndsWithAWordWithoutALink) {
  CorrectedPhrase whole{strings("der kater schläft"), strings("the big cat sleeps"), {}};
  const std::vector<text::Link> links{{0, 0}, {1, 2}, {2, 3}};
  const std::vector<bool> none(3);
  const auto phrases = changed_phrases(whole, links, none, {false, true, false, false}, 7);
  ASSERT_EQ(phrases.size(), 2U);
  EXPECT_EQ(phrases[0].target, strings("the big cat"));
  EXPECT_EQ(phrases[1].target, strings("the big cat sleeps"));
}

std::shared_ptr<const CorrectedSentence> sentence(std::string_view source, std::string_view target,
                                                  std::vector<CorrectedPhrase> phrases) {
  auto made = std::make_shared<CorrectedSentence>();
  made->source_text = source;
  made->target_text = target;
  made->whole = {strings(source), strings(target), {}};
  made->phrases = std::move(phrases);
  return made;
}

TEST(CorrectionOverlayTest, FindsSentencesAndPhrasesAndTheLastOneWins) {
  const CorrectionOverlay overlay(
      {sentence("a b", "x", {{{"a"}, {"x"}, {}}, {{"a", "b"}, {"x", "y"}, {}}}),
       sentence("a b", "z", {{{"a"}, {"z"}, {}}, {{"b"}, {"v"}, {}}, {{"a", "b"}, {"z", "v"}, {}}})});
  EXPECT_EQ(overlay.find(strings("a b"))->target_text, "z");
  EXPECT_EQ(overlay.find(strings("a")), nullptr);
  EXPECT_TRUE(overlay.has_text(" a b\n"));
  EXPECT_FALSE(overlay.has_text("a  b"));

  std::vector<decode::Suggestion> suggestions{{.source = {2, 3}, .words = {"given"}}};
  overlay.add_phrases(strings("a b a c a"), suggestions);
  ASSERT_EQ(suggestions.size(), 5U);  // one "a" has a translation that allows no other
  EXPECT_EQ(suggestions[1].source, (text::Span{0, 1}));
  EXPECT_EQ(suggestions[1].words, Strings{"z"});
  EXPECT_EQ(suggestions[2].source, (text::Span{0, 2}));
  EXPECT_EQ(suggestions[2].words, strings("z v"));
  EXPECT_EQ(suggestions[3].words, Strings{"v"});
  EXPECT_EQ(suggestions[4].source, (text::Span{4, 5}));
  for (std::size_t i = 1; i < suggestions.size(); ++i) {
    EXPECT_FALSE(suggestions[i].exclusive);
    EXPECT_TRUE(suggestions[i].preferred);
    EXPECT_EQ(suggestions[i].log_prob, 0);  // nothing else is known of these words
  }
}

// What there is for "a" alone, as "words probability margin".
Strings offers(const CorrectionOverlay& overlay) {
  std::vector<decode::Suggestion> suggestions;
  overlay.add_phrases(strings("a"), suggestions);
  Strings shown;
  for (const decode::Suggestion& each : suggestions) {
    std::string text;
    for (const std::string& word : each.words) text += word + " ";
    shown.push_back(fmt::format("{}{:.4f} {}", text, std::exp(each.log_prob), each.margin));
  }
  return shown;
}

TEST(CorrectionOverlayTest, PhrasesCountAgainstTheTrainingTextAndOtherCorrections) {
  using ::testing::ElementsAre;
  const CorrectedPhrase to_x{{"a"}, {"x"}, {}, 30};
  const CorrectedPhrase to_new{{"a"}, {"n", "y"}, {}, 30, 1};
  // A correction is worth ten sentences.
  EXPECT_THAT(offers(CorrectionOverlay({sentence("a b", "x", {to_x})})), ElementsAre("x 0.2500 0"));
  EXPECT_THAT(offers(CorrectionOverlay({sentence("a b", "x", {to_x}), sentence("a c", "x", {to_x})})),
              ElementsAre("x 0.4000 0"));
  // Another sentence has the word, and it was not changed there; it counts once, however often it has it.
  EXPECT_THAT(offers(CorrectionOverlay({sentence("a b", "x", {to_x}), sentence("c a a", "y", {})})),
              ElementsAre("x 0.2000 0"));
  // Both translations are offered; new words have a margin.
  EXPECT_THAT(offers(CorrectionOverlay({sentence("a b", "x", {to_x}), sentence("a c", "n y", {to_new}),
                                        sentence("a d", "x", {to_x})})),
              ElementsAre("n y 0.1667 6", "x 0.3333 0"));
  // Of a sentence that says something else nothing is known.
  auto other = std::make_shared<CorrectedSentence>();
  other->whole.source = strings("a e");
  EXPECT_THAT(offers(CorrectionOverlay({sentence("a b", "x", {to_x}), other})), ElementsAre("x 0.2500 0"));
  // The latest four.
  std::vector<std::shared_ptr<const CorrectedSentence>> many;
  for (const std::string word : {"p", "q", "r", "s", "t", "p"})
    many.push_back(sentence("a " + std::to_string(many.size()), word, {{{"a"}, {word}, {}}}));
  EXPECT_THAT(offers(CorrectionOverlay(std::move(many))),
              ElementsAre("r 0.1667 0", "s 0.1667 0", "t 0.1667 0", "p 0.3333 0"));
}

}  // namespace
}  // namespace calque::pipeline
