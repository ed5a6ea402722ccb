// The standard features over real models: a phrase table and a language model made from a random corpus.
#include "decode/features/standard_parts.h"

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "decode/features/block_stack.h"
#include "decode/features/language_model.h"
#include "decode/testing/explanations.h"
#include "decode/testing/random_models.h"

namespace calque::decode {
namespace {

class StandardFeatures : public testing::RandomModels {
 protected:
  void SetUp() override {
    RandomModels::SetUp();
    decoder_parts_ = standard_parts(models_);
  }

  // Natural log probability of a whole sentence with its end, asked word by word.
  double sentence_log_prob(const std::vector<std::string>& words) const {
    const lm::Model& model = models_->language_models[0];
    lm::State state = model.begin_state();
    double sum = 0;
    for (const auto& word : words) sum += double{model.score(state, model.find(word), state)};
    return sum + double{model.score(state, model.sentence_end(), state)};
  }

  // Phrases of the step's source words, in the table's ids.
  std::optional<phrase::SourcePhraseId> source_phrase(const std::vector<std::string>& source,
                                                      const PhraseStep& step) const {
    std::vector<text::WordId> words;
    for (auto i = step.source.begin; i < step.source.end; ++i) {
      words.push_back(models_->phrases.source_vocabulary().find(source[i]).value_or(kUnknownSourceWord));
    }
    return models_->phrases.find(words);
  }
  // The pair that the step's words came from; nothing if the word was carried over.
  std::optional<phrase::Translation> pair_of(const std::vector<std::string>& source,
                                             const Translation& translation, const PhraseStep& step) const {
    const phrase::PhraseTable& table = models_->phrases;
    const auto phrase = source_phrase(source, step);
    if (!phrase) return std::nullopt;
    for (std::size_t i = 0; i < table.translation_count(*phrase); ++i) {
      const phrase::Translation candidate = table.translation(*phrase, i);
      std::vector<std::string> target;
      for (const auto word : candidate.target) target.emplace_back(table.target_vocabulary().word(word));
      if (std::equal(target.begin(), target.end(), translation.words.begin() + step.target.begin,
                     translation.words.begin() + step.target.end)) {
        return candidate;
      }
    }
    ADD_FAILURE() << "a phrase that is not in the table";
    return std::nullopt;
  }

  // Feature values from the translation's words and spans and the table's contents alone.
  std::vector<double> rescore(const std::vector<std::string>& source, const Translation& translation) const {
    std::vector<double> f(9, 0.0);
    f[4] = sentence_log_prob(translation.words);
    double end = 0;
    for (const PhraseStep& step : translation.phrases) {
      f[5] -= std::abs(step.source.begin - end);
      end = step.source.end;
      const auto pair = pair_of(source, translation, step);
      if (!pair) {
        f[8] -= 100;
        EXPECT_EQ(translation.words[step.target.begin], source[step.source.begin]);
        continue;
      }
      for (std::size_t k = 0; k < 4; ++k) f[k] += double{pair->log_scores[k]};
    }
    f[6] = -static_cast<double>(translation.words.size());
    f[7] = static_cast<double>(translation.phrases.size());
    return f;
  }

  DecoderParts decoder_parts_;
};

TEST_F(StandardFeatures, EveryEntryOfAnNBestListCanBeRescored) {
  const auto descriptions = decoder_parts_.features->descriptions();
  const Weights weights = default_weights(descriptions);
  const std::vector<double> flat = flatten(weights, descriptions);
  Rng rng(12);
  Workspace workspace;
  for (int round = 0; round < 30; ++round) {
    SearchOptions options;
    options.search = round % 2 == 0 ? SearchAlgorithm::kStacks : SearchAlgorithm::kCube;
    const Decoder decoder(decoder_parts_, weights, options);
    std::vector<std::string> source;
    for (std::size_t n = 1 + rng.below(12); n > 0; --n) source.push_back("s" + std::to_string(rng.below(13)));
    if (rng.chance(0.2)) source.emplace_back("t3");  // unknown to the table, known to the language model
    const std::vector<std::string_view> views(source.begin(), source.end());
    const auto found = decoder.translate(views, workspace, 30);
    for (const Translation& translation : found) {
      const std::vector<double> expected = rescore(source, translation);
      double dot = 0;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(translation.features[i], expected[i], 1e-3) << descriptions[0].name << i;
        dot += flat[i] * expected[i];
      }
      EXPECT_NEAR(translation.score, dot, 1e-3);
    }
    for (std::size_t i = 1; i < found.size(); ++i) EXPECT_GE(found[i - 1].score, found[i].score - 1e-9);
  }
}

TEST_F(StandardFeatures, HaveTheNamesAndDefaultsOfTheirDocumentation) {
  EXPECT_EQ(format_weights(default_weights(decoder_parts_.features->descriptions())),
            "TranslationModel0= 0.2 0.2 0.2 0.2\nLM0= 0.5\nDistortion0= 0.3\nWordPenalty0= "
            "-1\nPhrasePenalty0= 0.2\n"
            "UnknownWordPenalty0= 1\n");
}

// The same for lexicalised reordering, straight from its definition (theory/reordering.md#orientations).
class ExpectedReordering {
 public:
  explicit ExpectedReordering(const phrase::ReorderingType& type)
      : type_(type), scores_(type.score_count(), 0.0) {}

  // `counts` of the phrase pair said next; nothing for a word carried over.
  void add(text::Span source, const std::optional<phrase::OrientationCounts>& counts) {
    const bool hierarchical = type_.model == phrase::OrientationModel::kHierarchical;
    const std::size_t backward = place(hierarchical ? blocks_.back() : previous_, source);
    const std::size_t forward = hierarchical ? place_among_free(source) : backward;
    const std::size_t classes = type_.class_count();
    if (counts && type_.has_backward()) scores_[backward] += log_prob(counts->backward, backward);
    if (last_ && type_.has_forward())
      scores_[scores_.size() - classes + forward] += log_prob(last_->forward, forward);
    last_ = counts;
    previous_ = source;
    for (std::uint32_t i = source.begin; i < source.end; ++i) covered_.insert(i);
    blocks_.push_back(source);
    for (std::size_t n = blocks_.size(); n > 1; --n) {
      const text::Span top = blocks_[n - 1];
      text::Span& below = blocks_[n - 2];
      if (below.end != top.begin && top.end != below.begin) break;
      below = {std::min(below.begin, top.begin), std::max(below.end, top.end)};
      blocks_.pop_back();
    }
  }
  const std::vector<double>& scores() const { return scores_; }

 private:
  // The words between count as one with the previous phrase as long as its neighbour among them is free.
  std::size_t place_among_free(text::Span now) const {
    text::Span before = previous_;
    if (now.begin > before.end && !covered_.contains(before.end)) before.end = now.begin;
    if (now.end < before.begin && !covered_.contains(before.begin - 1)) before.begin = now.end;
    return place(before, now);
  }
  std::size_t place(text::Span before, text::Span now) const {
    if (now.begin == before.end) return 0;
    const bool swap = now.end == before.begin;
    if (type_.classes == phrase::OrientationClasses::kMonotonicity) return 1;
    if (swap) return 1;
    if (type_.classes == phrase::OrientationClasses::kMsd) return 2;
    return now.begin < before.begin ? 2 : 3;
  }
  double log_prob(const std::array<std::uint32_t, 4>& counts, std::size_t placed) const {
    std::vector<double> merged(counts.begin(), counts.end());
    while (merged.size() > type_.class_count()) {
      merged[merged.size() - 2] += merged.back();
      merged.pop_back();
    }
    double total = 0;
    for (const double count : merged) total += count + 0.5;
    return std::log((merged[placed] + 0.5) / total);
  }

  phrase::ReorderingType type_;
  std::vector<double> scores_;
  text::Span previous_{0, 0};
  std::set<std::uint32_t> covered_;
  std::vector<text::Span> blocks_{{0, 0}};
  std::optional<phrase::OrientationCounts> last_;
};

TEST_F(StandardFeatures, LexicalisedReorderingFollowsItsDefinition) {
  const phrase::PhraseTable& table = models_->phrases;
  for (const char* name : {"word-msd-bidirectional-fe", "hier-msd-bidirectional-fe", "hier-mslr-forward-f",
                           "phrase-monotonicity-backward-fe", "word-mslr-bidirectional-f"}) {
    const auto type = phrase::ReorderingType::parse(name);
    const DecoderParts decoder_parts = standard_parts(models_, {.reordering = type});
    const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
    Rng rng(14);
    Workspace workspace;
    std::size_t jumps = 0;
    for (int round = 0; round < 10; ++round) {
      std::vector<std::string> source;
      for (std::size_t n = 1 + rng.below(12); n > 0; --n)
        source.push_back("s" + std::to_string(rng.below(13)));
      const std::vector<std::string_view> views(source.begin(), source.end());
      for (const Translation& translation : decoder.translate(views, workspace, 20)) {
        ExpectedReordering expected(type);
        std::uint32_t end = 0;
        for (const PhraseStep& step : translation.phrases) {
          jumps += step.source.begin != std::exchange(end, step.source.end) ? 1 : 0;
          const auto pair = pair_of(source, translation, step);
          std::optional<phrase::OrientationCounts> counts;
          if (pair) counts = table.orientations(pair->pair);
          if (pair && type.condition == phrase::ReorderingCondition::kSource) {
            counts = phrase::OrientationCounts{};
            const auto phrase = *source_phrase(source, step);
            for (std::size_t i = 0; i < table.translation_count(phrase); ++i) {
              const auto& one = table.orientations(table.translation(phrase, i).pair);
              for (std::size_t o = 0; o < 4; ++o) {
                counts->backward[o] += one.backward[o];
                counts->forward[o] += one.forward[o];
              }
            }
          }
          expected.add(step.source, counts);
        }
        ASSERT_EQ(translation.features.size(), 9 + type.score_count());
        for (std::size_t i = 0; i < type.score_count(); ++i) {
          EXPECT_NEAR(translation.features[9 + i], expected.scores()[i], 1e-4) << name << " score " << i;
        }
      }
    }
    EXPECT_GT(jumps, 0u);
  }
}

// The probability of every class in the phrase table's counts, half a count added to each.
TEST_F(StandardFeatures, LexicalisedReorderingIsExplainedByThePhraseTable) {
  const phrase::PhraseTable& table = models_->phrases;
  const auto type = phrase::ReorderingType::parse("phrase-mslr-bidirectional-fe");
  const std::vector<std::string> labels{"monotone", "swap", "left", "right"};
  const DecoderParts decoder_parts = standard_parts(models_, {.reordering = type});
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
  Rng rng(15);
  Workspace workspace;
  std::set<std::string> seen;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> source;
    for (std::size_t n = 1 + rng.below(12); n > 0; --n) source.push_back("s" + std::to_string(rng.below(13)));
    const std::vector<std::string_view> views(source.begin(), source.end());
    const Request request{.words = views, .n = 20, .explain = true};
    for (const Translation& translation : decoder.translate(request, workspace).translations) {
      testing::check_explanations(translation);
      std::optional<phrase::Translation> last;
      text::Span before{0, 0};
      for (std::size_t n = 0; n < translation.phrases.size(); ++n) {
        const PhraseStep& step = translation.phrases[n];
        const auto pair = pair_of(source, translation, step);
        std::vector<std::pair<std::string, std::array<std::uint32_t, 4>>> expected;
        if (pair) expected.emplace_back("backward", table.orientations(pair->pair).backward);
        if (last) expected.emplace_back("forward", table.orientations(last->pair).forward);
        const auto& found = translation.explanations[n].reordering;
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t d = 0; d < found.size(); ++d) {
          EXPECT_EQ(found[d].model, "LexicalReordering0");
          EXPECT_EQ(found[d].direction, expected[d].first);
          EXPECT_EQ(found[d].orientation, labels[phrase::index_of(orientation(before, step.source))]);
          seen.insert(found[d].orientation);
          const auto& counts = expected[d].second;
          const double total = 2.0 + counts[0] + counts[1] + counts[2] + counts[3];
          ASSERT_EQ(found[d].distribution.size(), labels.size());
          for (std::size_t k = 0; k < labels.size(); ++k) {
            EXPECT_EQ(found[d].distribution[k].first, labels[k]);
            EXPECT_NEAR(found[d].distribution[k].second, std::log((counts[k] + 0.5) / total), 1e-5);
          }
        }
        last = pair;
        before = step.source;
      }
    }
  }
  EXPECT_EQ(seen.size(), labels.size());
}

TEST_F(StandardFeatures, AnEarlierEndOfTheLanguageModelStateIsNoDifference) {
  // Splitting a phrase in two must not change the language model's total.
  const LanguageModel feature(std::shared_ptr<const lm::Model>(models_, &models_->language_models[0]),
                              models_->phrases.target_vocabulary());
  std::vector<text::WordId> words;
  for (const char* word : {"t1", "x", "t2", "t3", "t1", "t1"}) {
    words.push_back(*models_->phrases.target_vocabulary().find(word));
  }
  const std::span<const text::WordId> all(words);
  for (std::size_t cut = 1; cut < words.size(); ++cut) {
    std::vector<TranslationOption> options(3);
    options[0].target = all;
    options[1].target = all.first(cut);
    options[2].target = all.subspan(cut);
    for (std::uint32_t i = 0; i < 3; ++i) options[i].index = i;
    const auto cache = feature.new_sentence_cache();
    cache->prepare_options({{}, {}, static_cast<std::uint32_t>(models_->phrases.target_vocabulary().size())},
                           options);
    std::vector<std::byte> begin(feature.state_bytes());
    std::vector<std::byte> middle(begin);
    std::vector<std::byte> whole_end(begin);
    std::vector<std::byte> parts_end(begin);
    feature.write_begin_state(begin.data());
    float whole = 0;
    float first = 0;
    float second = 0;
    feature.apply({options[0], 0, false}, cache.get(), begin.data(), whole_end.data(), {&whole, 1});
    feature.apply({options[1], 0, false}, cache.get(), begin.data(), middle.data(), {&first, 1});
    feature.apply({options[2], 0, false}, cache.get(), middle.data(), parts_end.data(), {&second, 1});
    EXPECT_NEAR(whole, first + second, 1e-5F);
    EXPECT_EQ(whole_end, parts_end);
  }
}

}  // namespace
}  // namespace calque::decode
