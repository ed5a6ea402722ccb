// The public library as a program uses it: train a tiny translator, translate, tune, align, score.
#include <chrono>
#include <cmath>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "calque/calque.h"

namespace calque {
namespace {

using testing::ScratchFolder;

void write_lines(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream out(path);
  for (const std::string& line : lines) out << line << '\n';
}

// Sentences "NOUN VERB" in two toy languages, all combinations, twice.
class Model : public ::testing::Test {
 protected:
  Model() {
    const std::vector<std::pair<std::string, std::string>> nouns{
        {"hund", "dog"}, {"katze", "cat"}, {"vogel", "bird"}, {"haus", "house"}};
    const std::vector<std::pair<std::string, std::string>> verbs{
        {"schlaeft", "sleeps"}, {"steht", "stands"}, {"faellt", "falls"}};
    std::vector<std::string> source;
    std::vector<std::string> target;
    for (int again = 0; again < 20; ++again) {
      for (const auto& noun : nouns) {
        for (const auto& verb : verbs) {
          source.push_back("der " + noun.first + " " + verb.first);
          target.push_back("the " + noun.second + " " + verb.second);
        }
      }
    }
    write_lines(folder_.path("t.de"), source);
    write_lines(folder_.path("t.en"), target);
    options_.corpus = {folder_.path("t.de"), folder_.path("t.en")};
    options_.model_folder = folder_.path("model");
    options_.pretokenized = true;
    options_.threads = 2;
  }

  Translator trained() {
    Trainer(options_).run();
    return Translator::load(options_.model_folder, {.threads = 2});
  }

  ScratchFolder folder_;
  TrainerOptions options_;
};

TEST_F(Model, TranslatesTextsBatchesAndStreams) {
  const Translator translator = trained();
  const Response response = translator.translate("der hund schlaeft");
  EXPECT_EQ(response.text(), "the dog sleeps");
  EXPECT_EQ(response.best().tokens.size(), 3U);
  EXPECT_EQ(response.source_tokens.size(), 3U);
  EXPECT_FALSE(response.best().phrases.empty());
  EXPECT_FALSE(response.best().alignment.empty());
  std::size_t scores = 0;
  double total = 0;
  for (const FeatureWeights& feature : translator.features()) {
    for (const double weight : feature.weights) total += weight * response.best().features[scores++];
  }
  EXPECT_EQ(scores, response.best().features.size());
  EXPECT_NEAR(total, response.best().score, 1e-4);

  std::vector<Request> requests(40);
  for (std::size_t i = 0; i < requests.size(); ++i)
    requests[i].text = i % 2 == 0 ? "der vogel faellt" : "der qux";
  const std::vector<Response> responses = translator.translate(requests);
  ASSERT_EQ(responses.size(), requests.size());
  for (std::size_t i = 0; i < responses.size(); ++i)
    EXPECT_EQ(responses[i].text(), i % 2 == 0 ? "the bird falls" : "the qux");
  EXPECT_EQ(responses[1].best().unknown, std::vector<std::uint32_t>{1});
}

TEST_F(Model, FollowsWhatARequestSays) {
  const Translator translator = trained();
  Request request;
  request.text = "der hund steht";
  request.n_best = 3;
  EXPECT_GT(translator.translate(request).translations.size(), 1U);
  request.n_best = 1;
  request.glossary = {{"hund", "hound"}};
  request.kept_words = {"steht"};
  EXPECT_EQ(translator.translate(request).text(), "the hound steht");
  request = {};
  request.text = "der hund steht";
  request.reference = "the dog stands";
  EXPECT_EQ(translator.translate(request).text(), "the dog stands");
  request.reference = "something else entirely";
  EXPECT_TRUE(translator.translate(request).translations.empty());
}

TEST_F(Model, ExplainsEveryPhrase) {
  const Translator translator = trained();
  Request request;
  request.text = "der hund steht qux";
  EXPECT_TRUE(translator.translate(request).best().phrases[0].features.empty());
  request.explain = true;
  const Translation explained = translator.translate(request).best();
  std::vector<double> sums(explained.features.size());
  std::size_t predictions = 0;
  for (const PhrasePair& phrase : explained.phrases) {
    ASSERT_EQ(phrase.features.size(), sums.size());
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += phrase.features[k];
    for (const ReorderingPrediction& prediction : phrase.reordering) {
      EXPECT_THAT(prediction.model, ::testing::AnyOf("LexicalReordering0", "LearnedReordering0"));
      EXPECT_EQ(prediction.orientation, "monotone");
      EXPECT_LT(prediction.log_prob, 0.0);
      EXPECT_EQ(prediction.distribution.front(), std::pair(prediction.orientation, prediction.log_prob));
      ++predictions;
    }
  }
  EXPECT_GT(predictions, 1U);
  for (std::size_t k = 0; k < sums.size(); ++k) EXPECT_NEAR(sums[k], explained.features[k], 1e-9);
}

TEST_F(Model, GivesUpWhenItIsTold) {
  const Translator translator = trained();
  Request request;
  request.text = "der hund steht";
  request.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  EXPECT_THROW(translator.translate(request), Cancelled);
  request.deadline.reset();
  std::stop_source source;
  request.cancel = source.get_token();
  EXPECT_NO_THROW(translator.translate(request));
  source.request_stop();
  EXPECT_THROW(translator.translate(request), Cancelled);
}

TEST_F(Model, ManyThreadsShareOneTranslator) {
  const Translator translator = trained();
  std::vector<std::jthread> threads;
  std::vector<std::string> texts(8);
  for (std::size_t t = 0; t < texts.size(); ++t)
    threads.emplace_back([&, t] { texts[t] = translator.translate("der katze faellt").text(); });
  threads.clear();
  for (const std::string& text : texts) EXPECT_EQ(text, texts.front());
}

TEST_F(Model, TrainingIsCancelledAndResumed) {
  std::stop_source source;
  std::size_t stages = 0;
  options_.progress = [&](const Progress& progress) {
    if (progress.kind == Progress::Kind::kStage && ++stages == 3) source.request_stop();
  };
  EXPECT_THROW(Trainer(options_).run(source.get_token()), Cancelled);
  EXPECT_THROW(Translator::load(options_.model_folder), UsageError);
  options_.progress = {};
  EXPECT_EQ(trained().translate("der hund schlaeft").text(), "the dog sleeps");
}

TEST_F(Model, TuningKeepsWhatIsRightAndWritesWeights) {
  trained();
  TunerOptions options;
  options.model_folder = options_.model_folder;
  options.source = folder_.path("t.de");
  options.references = {folder_.path("t.en")};
  options.method = "mira";
  options.tokenization = "none";
  options.n_best = 20;
  options.rounds = 2;
  options.weights_file = folder_.path("weights");
  const TuningReport report = Tuner(options).run();
  EXPECT_GE(report.after, report.before);
  EXPECT_FALSE(report.weights.empty());
  EXPECT_FALSE(report.rounds.empty());
  EXPECT_NO_THROW(Translator::load(options_.model_folder, {.weights = options.weights_file}));
  options.method = "magic";
  EXPECT_THROW(Tuner{options}, UsageError);
}

TEST(Aligner, LearnsLinksSavesAndLoads) {
  std::vector<SentencePair> pairs;
  for (int i = 0; i < 10; ++i) {
    pairs.push_back({"das haus", "the house"});
    pairs.push_back({"das buch", "the book"});
    pairs.push_back({"ein buch", "a book"});
  }
  const auto [aligner, alignments] = Aligner::train(pairs, {.threads = 1});
  ASSERT_EQ(alignments.size(), pairs.size());
  const std::vector<AlignmentLink> diagonal{{0, 0}, {1, 1}};
  EXPECT_EQ(alignments[0].links, diagonal);
  EXPECT_EQ(alignments[0].probabilities.size(), 2U);
  const ScratchFolder folder;
  aligner.save(folder.path("model"));
  EXPECT_EQ(Aligner::load(folder.path("model")).align(pairs).at(2).links, alignments[2].links);
  EXPECT_THROW(Aligner::load(folder.path("none")), UsageError);
}

TEST(LanguageModel, ScoresSentencesAndWords) {
  const ScratchFolder folder;
  write_lines(folder.path("lm.arpa"),
              {"\\data\\", "ngram 1=4", "ngram 2=1", "", "\\1-grams:", "-1\t<unk>", "-99\t<s>\t-0.5",
               "-0.7\t</s>", "-0.4\ta\t-0.3", "", "\\2-grams:", "-0.2\t<s> a", "", "\\end\\"});
  const LanguageModel model = LanguageModel::load(folder.path("lm.arpa"));
  EXPECT_EQ(model.order(), 2U);
  EXPECT_TRUE(model.contains("a"));
  EXPECT_FALSE(model.contains("b"));
  const TextScore score = model.score("a b");
  EXPECT_NEAR(score.log10, -0.2 + (-0.3 - 1) + -0.7, 1e-5);
  EXPECT_EQ(score.tokens, 3U);
  EXPECT_EQ(score.oov, 1U);
  EXPECT_NEAR(score.perplexity(), std::pow(10, 2.2 / 3), 1e-4);
  const std::vector<WordScore> words = model.word_scores("a b");
  ASSERT_EQ(words.size(), 3U);
  EXPECT_NEAR(words[0].log10, -0.2, 1e-6);
  EXPECT_TRUE(words[1].oov);
  LanguageModel::State state = model.begin_state();
  EXPECT_NEAR(model.score(state, "a", state), -0.2, 1e-6);
  EXPECT_NEAR(model.score_end(state), -0.3 - 0.7, 1e-6);
}

TEST(Evaluator, ScoresAndCompares) {
  const Evaluator evaluator(
      {.metrics = {"bleu", "wer"}, .tokenization = "none", .resamples = 50, .threads = 1});
  const std::vector<std::string> good{"the cat sat on mat"};
  const std::vector<std::string> bad{"mat"};
  const Evaluator::References references{{"the cat sat on the mat"}};
  const std::vector<MetricScore> scores = evaluator.score(good, references);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_NEAR(scores[0].value, 57.893007, 1e-6);
  EXPECT_NEAR(scores[1].value, 100.0 / 6, 1e-9);
  EXPECT_EQ(evaluator.line_scores(good, references)[1], std::vector<double>{scores[1].value});
  const std::vector<MetricComparison> comparisons = evaluator.compare(good, bad, references);
  ASSERT_EQ(comparisons.size(), 2U);
  EXPECT_GT(comparisons[0].a, comparisons[0].b);
  EXPECT_THROW(Evaluator({.metrics = {"magic"}}), UsageError);
  EXPECT_THROW(evaluator.score(good, {{"one", "two"}}), DataError);
}

}  // namespace
}  // namespace calque
