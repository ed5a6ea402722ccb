// Queries against the back-off recursion over maps, in every layout and every way of asking, and the query
// state.
#include "lm/query/model.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "lm/files/arpa.h"
#include "lm/files/binary.h"
#include "lm/query/perplexity.h"
#include "lm/testing/random_model.h"
#include "lm/testing/reference.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using testing::BackoffReference;
using testing::estimate_lines;
using testing::Ngram;
using testing::random_lines;
using testing::random_model;

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

constexpr std::array<BinaryOptions, 2> kExactLayouts{{{Layout::kProbing, 0}, {Layout::kTrie, 0}}};

class ModelOrders : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Orders, ModelOrders, ::testing::Range(1U, kMaxOrder + 1));

TEST_P(ModelOrders, AnswersEqualTheReference) {
  for (const BinaryOptions& options : kExactLayouts) {
    for (const std::uint64_t words : {1U, 3U, 20U}) {
      const NgramModelData data = estimate_lines(random_lines(words, 200, words), GetParam());
      expect_equal_on_random_walks(Model::from_data(data, options), BackoffReference(data), 11);
    }
  }
}

TEST_P(ModelOrders, AnswersOfRandomModelsEqualTheReference) {
  for (const BinaryOptions& options : kExactLayouts) {
    for (const std::uint32_t words : {1U, 4U, 60U}) {
      const NgramModelData data = random_model(words, GetParam(), words, 400);
      expect_equal_on_random_walks(Model::from_data(data, options), BackoffReference(data), 13);
    }
  }
}

// Asks both models the same and expects the same bits, states included.
void expect_same_bits(const Model& a, const Model& b, std::uint64_t seed) {
  Rng rng(seed);
  for (int walk = 0; walk < 200; ++walk) {
    State in_a = a.begin_state();
    State in_b = b.begin_state();
    for (int step = 0; step < 12; ++step) {
      const text::WordId word{static_cast<std::uint32_t>(rng.below(a.vocabulary().size()))};
      const float log_prob = a.score(in_a, word, in_a);
      ASSERT_EQ(std::bit_cast<std::uint32_t>(log_prob),
                std::bit_cast<std::uint32_t>(b.score(in_b, word, in_b)));
      ASSERT_EQ(std::memcmp(&in_a, &in_b, sizeof(State)), 0);
    }
  }
}

TEST_P(ModelOrders, LayoutsAgreeToTheLastBit) {
  for (const std::uint64_t seed : {1U, 2U}) {
    const NgramModelData data = random_model(seed, GetParam(), 30, 300);
    expect_same_bits(Model::from_data(data, kExactLayouts[0]), Model::from_data(data, kExactLayouts[1]),
                     seed);
  }
}

TEST_P(ModelOrders, EveryFormOfAFileGivesTheSameAnswers) {
  const ScratchFolder folder;
  const NgramModelData data = estimate_lines(random_lines(4, 100, 8), GetParam());
  const Model memory = Model::from_data(data);
  for (const char* name : {"x.arpa", "x.arpa.gz", "x.arpa.zst"}) write_arpa(data, folder.path(name));
  write_binary(data, folder.path("probing.lm"));
  write_binary(data, {.layout = Layout::kTrie}, folder.path("trie.lm"));
  write_binary(read_ngram_data(folder.path("trie.lm")), folder.path("back.lm"));
  write_binary(read_ngram_data(folder.path("x.arpa")), {.layout = Layout::kTrie}, folder.path("arpa.lm"));
  for (const char* name :
       {"x.arpa", "x.arpa.gz", "x.arpa.zst", "probing.lm", "trie.lm", "back.lm", "arpa.lm"}) {
    const Model model = Model::load(folder.path(name), store::Verify::kFull);
    EXPECT_EQ(model.order(), GetParam());
    EXPECT_EQ(model.ngram_count(1), data.vocabulary.size());
    expect_same_bits(memory, model, 12);
    const Model copied = Model::load(folder.path(name), store::Verify::kFull, Residence::kMemory);
    EXPECT_EQ(copied.is_binary_file(), model.is_binary_file());
    expect_same_bits(memory, copied, 12);
  }
  EXPECT_EQ(read_bytes(folder.path("probing.lm")), read_bytes(folder.path("back.lm")));
  EXPECT_THROW(read_ngram_data(folder.path("probing.lm")), UsageError);
}

std::vector<text::WordId> random_words(Rng& rng, const Model& model, std::size_t count) {
  std::vector<text::WordId> words(count);
  // Some ids beyond the vocabulary, which count as unknown.
  for (auto& word : words)
    word = text::WordId{static_cast<std::uint32_t>(rng.below(model.vocabulary().size() + 2))};
  return words;
}

TEST_P(ModelOrders, SentencesAreScoredAsWordByWord) {
  Rng rng(21);
  for (const BinaryOptions& options : kExactLayouts) {
    const Model model = Model::from_data(estimate_lines(random_lines(7, 150, 6), GetParam()), options);
    for (const std::size_t length : {0U, 1U, 2U, 15U, 16U, 17U, 40U, 100U}) {
      const std::vector<text::WordId> words = random_words(rng, model, length);
      std::vector<float> expected;
      State state = model.begin_state();
      for (const text::WordId word : words) expected.push_back(model.score(state, word, state));
      State sequence_state = model.begin_state();
      std::vector<float> log_probs(length);
      model.score_sequence(sequence_state, words, log_probs);
      EXPECT_EQ(log_probs, expected);
      EXPECT_EQ(std::memcmp(&sequence_state, &state, sizeof(State)), 0);
      expected.push_back(model.score(state, model.sentence_end(), state));
      log_probs.resize(length + 1);
      model.score_sentence(words, log_probs);
      EXPECT_EQ(log_probs, expected);
    }
  }
}

TEST_P(ModelOrders, BatchesAreScoredAsOneByOne) {
  Rng rng(22);
  for (const BinaryOptions& options : kExactLayouts) {
    const Model model = Model::from_data(estimate_lines(random_lines(8, 150, 6), GetParam()), options);
    std::vector<State> states(70);
    for (State& state : states) {
      std::vector<float> unused(3);
      model.score_sequence(state, random_words(rng, model, 3), unused);
    }
    std::vector<Query> queries;
    std::vector<State> after(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
      queries.push_back({&states[i], random_words(rng, model, 1)[0], i % 2 == 0 ? &after[i] : &states[i]});
    const std::vector<State> before = states;
    model.score_batch(queries);
    for (std::size_t i = 0; i < states.size(); ++i) {
      State expected;
      EXPECT_EQ(queries[i].log_prob, model.score(before[i], queries[i].word, expected));
      EXPECT_EQ(std::memcmp(queries[i].after, &expected, sizeof(State)), 0);
    }
    model.score_batch({});
  }
}

// The promise of score_phrase: after the dependent words nothing before the phrase matters any more.
TEST_P(ModelOrders, WhatIsContextFreeInAPhraseDependsOnNoContext) {
  Rng rng(23);
  for (const BinaryOptions& options : kExactLayouts) {
    const Model model = Model::from_data(estimate_lines(random_lines(9, 100, 5), GetParam()), options);
    std::size_t free_words = 0;
    for (int round = 0; round < 300; ++round) {
      const std::vector<text::WordId> phrase = random_words(rng, model, 1 + rng.below(6));
      State end;
      std::vector<float> log_probs(phrase.size());
      const PhraseScore score = model.score_phrase(phrase, end, log_probs);
      float sum = 0;
      float dependent = 0;
      for (std::size_t i = 0; i < phrase.size(); ++i) {
        sum += log_probs[i];
        if (i < score.dependent_words) dependent += log_probs[i];
      }
      EXPECT_EQ(score.log_prob, sum);
      EXPECT_EQ(score.dependent_log_prob, dependent);
      EXPECT_EQ(score.dependent_words, GetParam() == 1 ? 0U : score.dependent_words);
      free_words += phrase.size() - score.dependent_words;
      for (int context = 0; context < 5; ++context) {
        State state = rng.chance(0.3) ? model.begin_state() : model.empty_state();
        for (const text::WordId word : random_words(rng, model, rng.below(6)))
          model.score(state, word, state);
        for (std::size_t i = 0; i < phrase.size(); ++i) {
          const float log_prob = model.score(state, phrase[i], state);
          if (i >= score.dependent_words) {
            ASSERT_EQ(log_prob, log_probs[i]);
          }
        }
        if (score.dependent_words < phrase.size()) {
          ASSERT_EQ(state, end);
        }
      }
    }
    EXPECT_GT(free_words, 0U);
  }
}

TEST_P(ModelOrders, QuantisedModelsStayNearTheExactOnes) {
  const NgramModelData data = random_model(5, GetParam(), 40, 500);
  const Model exact = Model::from_data(data);
  float last_error = std::numeric_limits<float>::infinity();
  for (const unsigned bits : {2U, 4U, 8U, 16U}) {
    const Model model = Model::from_data(data, {.layout = Layout::kTrie, .quantize_bits = bits});
    EXPECT_EQ(model.quantized_bits(), bits);
    Rng rng(6);
    float largest = 0;
    State state = exact.begin_state();
    State quantized = state;
    for (int i = 0; i < 3000; ++i) {
      const text::WordId word{static_cast<std::uint32_t>(rng.below(exact.vocabulary().size()))};
      const float difference = exact.score(state, word, state) - model.score(quantized, word, quantized);
      largest = std::max(largest, std::abs(difference));
      ASSERT_EQ(state, quantized) << "what matters later does not depend on rounding";
    }
    EXPECT_LE(largest, last_error);
    last_error = largest;
  }
  EXPECT_EQ(last_error, 0.0F) << "65536 values are enough for all of them";
}

// Equal states have equal futures, and states are short: what follows decides, not how one came there.
TEST_P(ModelOrders, EqualStatesHaveEqualFutures) {
  const NgramModelData data = estimate_lines(random_lines(9, 60, 4), GetParam());
  const Model model = Model::from_data(data, kExactLayouts[GetParam() % 2]);
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

}  // namespace
}  // namespace calque::lm
