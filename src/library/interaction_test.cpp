// What a page or an editor asks of a translator: where words stand, what else phrases could be, which choices
// are fixed, what the model knows of a phrase.
#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "calque/calque.h"

namespace calque {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A model of running text: "Der NOUN VERB." in all combinations, where one verb has two translations.
class InteractionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<testing::ScratchFolder>();
    const std::vector<std::pair<std::string, std::string>> nouns{
        {"Hund", "dog"}, {"Kater", "cat"}, {"Vogel", "bird"}, {"Fuchs", "fox"}};
    const std::vector<std::pair<std::string, std::string>> verbs{
        {"schläft", "sleeps"}, {"schläft", "rests"}, {"schläft", "sleeps"}, {"steht", "stands"}};
    std::ofstream source(folder_->path("t.de"));
    std::ofstream target(folder_->path("t.en"));
    for (int again = 0; again < 20; ++again) {
      for (const auto& noun : nouns) {
        for (const auto& verb : verbs) {
          source << "Der " << noun.first << ' ' << verb.first << ".\n";
          target << "The " << noun.second << ' ' << verb.second << ".\n";
        }
      }
    }
    source.close();
    target.close();
    TrainerOptions options;
    options.corpus = {folder_->path("t.de"), folder_->path("t.en")};
    options.model_folder = folder_->path("model");
    options.threads = 2;
    Trainer(options).run();
    translator_ = std::make_unique<Translator>(Translator::load(options.model_folder));
  }
  static void TearDownTestSuite() {
    translator_.reset();
    folder_.reset();
  }

  static std::vector<std::string> pieces(const std::string& text, const std::vector<TextRange>& ranges) {
    std::vector<std::string> pieces;
    for (const TextRange& range : ranges) pieces.push_back(text.substr(range.begin, range.end - range.begin));
    return pieces;
  }

  static std::string problem_of(const Request& request) {
    try {
      (void)translator_->translate(request);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  static std::unique_ptr<testing::ScratchFolder> folder_;
  static std::unique_ptr<Translator> translator_;
};
std::unique_ptr<testing::ScratchFolder> InteractionTest::folder_;
std::unique_ptr<Translator> InteractionTest::translator_;

TEST_F(InteractionTest, TokensAndSentencesStandWhereTheyAreInBothTexts) {
  Request request;
  request.text = " Der\u00A0Hund schläft.  „Der Quux“ steht… ";
  const Response plain = translator_->translate(request);
  EXPECT_THAT(plain.source_ranges, IsEmpty());
  EXPECT_THAT(plain.best().token_ranges, IsEmpty());

  request.ranges = true;
  const Response response = translator_->translate(request);
  EXPECT_EQ(response.text(), plain.text());
  EXPECT_THAT(pieces(request.text, response.source_ranges),
              ElementsAre("Der", "Hund", "schläft", ".", "„", "Der", "Quux", "“", "steht", "…"));
  EXPECT_EQ(response.text(), " The dog sleeps.  “The Quux” stands… ");
  EXPECT_THAT(pieces(response.text(), response.best().token_ranges),
              ElementsAre("The", "dog", "sleeps", ".", "“", "The", "Quux", "”", "stands", "…"));
  ASSERT_THAT(response.sentences, SizeIs(2));
  EXPECT_THAT(pieces(request.text, {response.sentences[0].source, response.sentences[1].source}),
              ElementsAre("Der\u00A0Hund schläft.", "„Der Quux“ steht…"));
  EXPECT_THAT(pieces(response.text(), {response.sentences[0].target, response.sentences[1].target}),
              ElementsAre("The dog sleeps.", "“The Quux” stands…"));
  EXPECT_EQ(response.sentences[1].source_tokens, (TokenRange{4, 10}));
  EXPECT_EQ(response.sentences[1].target_tokens, (TokenRange{4, 10}));
  EXPECT_EQ(translator_->sentences(request.text),
            (std::vector<TextRange>{response.sentences[0].source, response.sentences[1].source}));
}

TEST_F(InteractionTest, TheTextsOfAnNBestListHaveRangesEach) {
  Request request;
  request.text = "Der Hund schläft.";
  request.n_best = 3;
  request.ranges = true;
  const Response response = translator_->translate(request);
  ASSERT_GE(response.translations.size(), 2U);
  for (const Translation& translation : response.translations) {
    ASSERT_EQ(translation.token_ranges.size(), translation.tokens.size());
    EXPECT_EQ(translation.token_ranges.back().end, translation.text.size());
  }
  ASSERT_THAT(response.sentences, SizeIs(1));
  EXPECT_EQ(response.sentences[0].source, (TextRange{0, request.text.size()}));
}

TEST_F(InteractionTest, PhrasesHaveAlternativesWithTheirProbabilities) {
  Request request;
  request.text = "Der Hund schläft. Der Kater schläft.";
  request.alternatives = 4;
  const Response response = translator_->translate(request);
  ASSERT_EQ(response.alternatives.size(), response.best().phrases.size());
  bool has_rests = false;
  for (std::size_t i = 0; i < response.alternatives.size(); ++i) {
    const PhraseAlternatives& alternatives = response.alternatives[i];
    EXPECT_EQ(alternatives.source, response.best().phrases[i].source);
    ASSERT_FALSE(alternatives.options.empty());
    EXPECT_LE(alternatives.options.size(), 4U);
    double sum = 0;
    for (const Alternative& option : alternatives.options) {
      has_rests = has_rests || option.target.find("rests") != std::string::npos;
      sum += option.probability;
    }
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, 1 + 1e-6);
  }
  EXPECT_TRUE(has_rests);

  request.alternatives = 1;
  const Response shortest = translator_->translate(request);
  for (const PhraseAlternatives& alternatives : shortest.alternatives)
    EXPECT_THAT(alternatives.options, SizeIs(1));
}

TEST_F(InteractionTest, FixedPhrasesAreTranslatedSoInTheirSentence) {
  Request request;
  request.text = "Der Hund schläft. Der Kater schläft.";
  EXPECT_EQ(translator_->translate(request).text(), "The dog sleeps. The cat sleeps.");
  request.fixed = {{{6, 7}, "rests"}, {{1, 2}, "Big Bad Wolf"}};
  request.alternatives = 5;
  const Response response = translator_->translate(request);
  EXPECT_EQ(response.text(), "The Big Bad Wolf sleeps. The cat rests.");
  // What was fixed can be changed again: the others are offered beside it.
  const auto fixed = std::find_if(response.alternatives.begin(), response.alternatives.end(),
                                  [](const PhraseAlternatives& some) {
                                    return some.source == TokenRange{6, 7};
                                  });
  ASSERT_NE(fixed, response.alternatives.end());
  EXPECT_THAT(fixed->options, Contains(Field(&Alternative::target, "rests")));
  EXPECT_THAT(fixed->options, Contains(Field(&Alternative::target, "sleeps")));

  // They win against a glossary.
  request.glossary = {{"Kater schläft", "tom snores"}, {"Hund", "hound"}};
  EXPECT_EQ(translator_->translate(request).text().substr(25), "The cat rests.");
}

TEST_F(InteractionTest, WrongFixedPhrasesAreRefused) {
  Request request;
  request.text = "Der Hund schläft. Der Kater schläft.";
  const auto problem = [&](std::vector<FixedPhrase> fixed) {
    request.fixed = std::move(fixed);
    return problem_of(request);
  };
  EXPECT_THAT(problem({{{1, 2}, "dog"}, {{8, 9}, "x"}}),
              HasSubstr("fixed phrase 2, tokens 8 to 9, lies outside"));
  EXPECT_THAT(problem({{{2, 2}, "dog"}}), HasSubstr("has no tokens"));
  EXPECT_THAT(problem({{{3, 1}, "dog"}}), HasSubstr("has no tokens"));
  EXPECT_THAT(problem({{{1, 3}, "dog"}, {{2, 4}, "cat"}}), HasSubstr("overlaps"));
  EXPECT_THAT(problem({{{1, 2}, " "}}), HasSubstr("has no target words"));
  EXPECT_THAT(problem({{{3, 5}, "dog"}}), HasSubstr("goes beyond its sentence, which ends before token 4"));
  EXPECT_THAT(problem({{{7, 9}, "dog"}}), HasSubstr("goes beyond its sentence"));
  request.reference = "The dog.";
  EXPECT_THAT(problem({{{1, 2}, "dog"}}), HasSubstr("reference"));
  request.reference.reset();
  request.fixed = {{{1, 2}, "\xFF"}};
  EXPECT_THROW((void)translator_->translate(request), DataError);
}

TEST_F(InteractionTest, PhrasesAreLookedUp) {
  const std::vector<PhraseEntry> entries = translator_->look_up("Schläft");
  ASSERT_GE(entries.size(), 2U);
  EXPECT_EQ(entries[0].target, "sleeps");
  EXPECT_GT(entries[0].probability, entries[1].probability);
  EXPECT_GT(entries[0].count, entries[1].count);
  EXPECT_THAT(entries[0].features, SizeIs(4));
  EXPECT_THAT(translator_->look_up("Quux"), IsEmpty());
  EXPECT_THAT(translator_->look_up(""), IsEmpty());
  EXPECT_THROW((void)translator_->look_up("\xFF"), DataError);
}

TEST_F(InteractionTest, ExamplesComeFromTheTrainingText) {
  const std::vector<SentencePair> examples = translator_->examples("Hund schläft", 5);
  ASSERT_THAT(examples, SizeIs(2));  // as often as they stood there, once each
  EXPECT_EQ(examples[0].source, "Der Hund schläft.");
  EXPECT_THAT((std::vector{examples[0].target, examples[1].target}),
              ::testing::UnorderedElementsAre("The dog sleeps.", "The dog rests."));
  EXPECT_THAT(translator_->examples("Hund schläft", 1), SizeIs(1));
  EXPECT_THAT(translator_->examples("Hund Kater", 5), IsEmpty());
  EXPECT_THAT(translator_->examples("Quux", 5), IsEmpty());
}

}  // namespace
}  // namespace calque
