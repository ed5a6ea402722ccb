// Sparse features: their names, and their scores against a count of indicators straight from the derivation.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "decode/features/sparse_orientation.h"
#include "decode/features/sparse_phrases.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::make_toy_system;
using testing::random_pairs;
using testing::random_sentence;
using testing::ToyPair;
using testing::ToyPhrases;
using testing::ToySystem;
using testing::views;
using testing::Words;

// Classes by the word's last digit modulo 2; words 0 to 2 are named. The words x and y have no labels.
std::string label_text(const ToyPhrases& phrases) {
  std::string text;
  const auto add = [&](const char* side, const text::Vocabulary& vocabulary) {
    for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
      const std::string word(vocabulary.word(text::WordId{i}));
      const int digit = word.back() - '0';
      text += std::string(side) + "\t" + word + "\t" + std::to_string(digit % 2) +
              (digit < 3 ? "\tnamed\n" : "\n");
    }
  };
  add("source", phrases.source_vocabulary());
  add("target", phrases.target_vocabulary());
  return text;
}

std::vector<std::string> labels_of(const std::string& word) {
  const int digit = word.back() - '0';
  std::vector<std::string> labels{"c:" + std::to_string(digit % 2)};
  if (digit < 3) labels.push_back("w:" + word);
  return labels;
}

// The definition: what holds in a derivation, counted from its spans, words and links.
class Counted {
 public:
  Counted(const ToySystem& system, const Words& source, const Translation& translation) : source_(source) {
    for (const ToyPair& pair : system.phrases->pairs()) known_.insert(pair.source.begin(), pair.source.end());
    for (const ToyPair& pair : system.phrases->pairs())
      known_target_.insert(pair.target.begin(), pair.target.end());
    std::string last;
    for (const PhraseStep& step : translation.phrases) {
      const Words words(translation.words.begin() + step.target.begin,
                        translation.words.begin() + step.target.end);
      const std::string move = moved(step.source);
      add_orientation(step.source, words, move, last);
      add_phrase(step, words, translation);
      last = words.back();
      push(step.source);
    }
  }
  std::map<std::string, double> counts;

 private:
  std::string moved(text::Span now) const {
    if (now.begin == blocks_.back().end) return ".M";
    return now.end == blocks_.back().begin ? ".S" : ".D";
  }
  void add(const std::string& feature, const std::string& what, const std::string& word,
           const std::string& move, bool known) {
    if (!known) return;
    for (const std::string& label : labels_of(word))
      counts[feature + "[" + what + "." + label + move + "]"] += 1;
  }
  void add_source(const std::string& what, std::uint32_t i, const std::string& move) {
    add("SparseOrientation0", what, source_[i], move, known_.contains(source_[i]));
  }
  void add_target(const std::string& what, const std::string& word, const std::string& move) {
    if (!word.empty()) add("SparseOrientation0", what, word, move, known_target_.contains(word));
  }
  void add_orientation(text::Span span, const Words& words, const std::string& move,
                       const std::string& last) {
    add_source("phr.src.first", span.begin, move);
    add_source("phr.src.last", span.end - 1, move);
    add_target("phr.tgt.first", words.front(), move);
    add_target("phr.tgt.last", words.back(), move);
    add_target("prv.tgt.last", last, move);
    const text::Span block = blocks_.back();
    if (block.begin != block.end) {
      add_source("blk.src.first", block.begin, move);
      add_source("blk.src.last", block.end - 1, move);
    }
    for (std::uint32_t i = block.end; i < span.begin; ++i) add_source("btw.src", i, move);
    for (std::uint32_t i = span.end; i < block.begin; ++i) add_source("btw.src", i, move);
  }
  void add_phrase(const PhraseStep& step, const Words& words, const Translation& translation) {
    const std::string source_length = std::to_string(step.source.size());
    const std::string target_length = std::to_string(words.size());
    counts["SparseLengths0[len.src." + source_length + "]"] += 1;
    counts["SparseLengths0[len.tgt." + target_length + "]"] += 1;
    counts["SparseLengths0[len." + source_length + "." + target_length + "]"] += 1;
    for (const text::Link& link : translation.alignment) {
      if (!step.source.contains(link.source)) continue;
      if (!known_.contains(source_[link.source]) || !known_target_.contains(translation.words[link.target]))
        continue;
      for (const std::string& s : labels_of(source_[link.source])) {
        for (const std::string& t : labels_of(translation.words[link.target])) {
          if (s[0] == t[0]) counts["SparsePairs0[pair." + s + "." + t + "]"] += 1;
        }
      }
    }
  }
  void push(text::Span span) {
    blocks_.push_back(span);
    while (blocks_.size() > 1) {
      const text::Span top = blocks_.back();
      text::Span& below = blocks_[blocks_.size() - 2];
      if (below.end != top.begin && top.end != below.begin) break;
      below = {std::min(below.begin, top.begin), std::max(below.end, top.end)};
      blocks_.pop_back();
    }
  }

  const Words& source_;
  std::set<std::string> known_;
  std::set<std::string> known_target_;
  std::vector<text::Span> blocks_{{0, 0}};
};

ToySystem with_sparse_features(const std::vector<ToyPair>& pairs, std::span<const SparseWeight> weights) {
  const ToyPhrases phrases(pairs);
  const auto labels = std::make_shared<const WordLabels>(WordLabels::parse(
      label_text(phrases), "labels", phrases.source_vocabulary(), phrases.target_vocabulary()));
  std::vector<std::unique_ptr<const Feature>> features;
  const auto describe = [](const char* name) { return FeatureDescription{name, {1.0}}; };
  features.push_back(std::make_unique<SparseOrientation>(describe("SparseOrientation0"), labels, weights));
  features.push_back(
      std::make_unique<SparsePhrases>(describe("SparsePairs0"), SparsePhrases::Of::kLinks, labels, weights));
  features.push_back(std::make_unique<SparsePhrases>(describe("SparseLengths0"), SparsePhrases::Of::kLengths,
                                                     labels, weights));
  return make_toy_system(pairs, Scope::kContinuation, std::move(features));
}

std::vector<Translation> translate(const ToySystem& system, const Words& sentence) {
  SearchOptions options;
  options.distortion_limit = 4;
  Workspace workspace;
  const auto words = views(sentence);
  return system.decoder(options)
      .translate({.words = words, .n = 30, .with_indicators = true}, workspace)
      .translations;
}

TEST(SparseFeatures, AreTheWeightedSumsOfTheIndicatorsOfTheDerivation) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    Rng rng(seed);
    const auto pairs = random_pairs(rng, 6, 4, 0.3);
    const Words sentence = random_sentence(rng, 7, 9);
    // Weights for about half of what occurs without them.
    std::map<std::string, double> weight_of;
    std::vector<SparseWeight> weights;
    const ToySystem plain = with_sparse_features(pairs, {});
    for (const Translation& translation : translate(plain, sentence)) {
      for (const auto& [name, count] : translation.indicators) {
        if (weight_of.contains(name) || rng.chance(0.5)) continue;
        const std::size_t bracket = name.find('[');
        weight_of[name] = rng.uniform() * 2 - 1;
        weights.push_back(
            {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2), weight_of[name]});
      }
    }
    const ToySystem system = with_sparse_features(pairs, weights);
    for (const Translation& translation : translate(system, sentence)) {
      const Counted expected(system, sentence, translation);
      const std::map<std::string, double> found(translation.indicators.begin(), translation.indicators.end());
      EXPECT_EQ(found, expected.counts);
      double sum = 0;
      for (const auto& [name, count] : found) sum += count * (weight_of.contains(name) ? weight_of[name] : 0);
      const std::size_t n = translation.features.size();
      EXPECT_NEAR(translation.features[n - 3] + translation.features[n - 2] + translation.features[n - 1],
                  sum, 1e-4);
      double total = 0;
      std::size_t next = 0;
      for (const auto& group : system.weights.groups) {
        for (const double weight : group.values) total += weight * translation.features[next++];
      }
      EXPECT_NEAR(translation.score, total, 1e-4);
    }
  }
}

TEST(SparseFeatures, NamesAreReadAsTheyAreWritten) {
  const ToyPhrases phrases({{{"a.b"}, {"[x]=1%"}, {}, {}}});
  const WordLabels labels =
      WordLabels::parse("source\ta.b\t3\tnamed\ntarget\t[x]=1%\t12\tnamed\nsource\tother\t1\n", "labels",
                        phrases.source_vocabulary(), phrases.target_vocabulary());
  for (std::uint8_t kind = 0; kind < kIndicatorKinds; ++kind) {
    for (std::uint32_t first : {0U, 1U}) {
      const Indicator indicator{IndicatorKind{kind}, kind < 8 ? 2U : 0U, first,
                                kind == 8 || kind == 11 ? 1U : 0U};
      EXPECT_EQ(parse_indicator(name_of(indicator, labels), labels), indicator) << name_of(indicator, labels);
    }
  }
  EXPECT_EQ(name_of({IndicatorKind::kPhraseSourceLast, 1, labels.of(Side::kSource, text::WordId{0}).by_name},
                    labels),
            "phr.src.last.w:a%2Eb.S");
  for (const char* wrong : {"", "phr", "phr.src.last.w:c.S", "phr.src.last.c:3.X", "phr.src.last.c:3",
                            "len.x", "len.1.2.3", "pair.c:3", "btw.src.c:3.M.M"}) {
    EXPECT_EQ(parse_indicator(wrong, labels), std::nullopt) << wrong;
  }
}

TEST(SparseFeatures, RefuseLabelsAndWeightsTheyCannotUse) {
  const ToyPhrases phrases({{{"a"}, {"b"}, {}, {}}});
  const auto parse = [&](const std::string& text) {
    return WordLabels::parse(text, "labels.txt", phrases.source_vocabulary(), phrases.target_vocabulary());
  };
  for (const char* wrong : {"source\ta", "middle\ta\t1", "source\ta\tx", "source\ta\t1\tNamed",
                            "source\ta\t4096", "source\ta\t1\tnamed\tagain"}) {
    try {
      parse(std::string("target\tb\t0\n") + wrong + "\n");
      ADD_FAILURE() << wrong;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("labels.txt:2")) << wrong;
    }
  }
  const std::vector<SparseWeight> weights{{"SparseLengths0", "len.none", 1}};
  EXPECT_THROW(IndicatorWeights(weights, "SparseLengths0", parse("")), UsageError);
}

TEST(SparseFeatures, LabelsNameTheMostFrequentWordsOfTheCorpus) {
  text::Vocabulary vocabulary;
  const auto rare = vocabulary.add("rare");
  const auto often = vocabulary.add("often");
  text::Corpus corpus;
  corpus.add_sentence(std::vector<text::WordId>{often, rare, often});
  const text::WordClasses classes{{1, 0}, 2, 1};
  EXPECT_EQ(WordLabels::format({corpus, vocabulary, classes}, {corpus, vocabulary, classes}, 1),
            "source\trare\t1\nsource\toften\t0\tnamed\ntarget\trare\t1\ntarget\toften\t0\tnamed\n");
}

}  // namespace
}  // namespace calque::decode
