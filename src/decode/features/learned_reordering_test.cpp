// Learned reordering in the decoder: what n-best lists report against the classifier asked anew, with moves
// classified from the derivation's spans alone.
#include "decode/features/learned_reordering.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "decode/testing/explanations.h"
#include "decode/testing/learned_models.h"
#include "decode/testing/orientation_oracle.h"
#include "decode/testing/random_models.h"

namespace calque::decode {
namespace {

using phrase::OrientationModel;
using testing::LearnedRecipe;
using testing::OrientationOracle;
using text::Span;

class LearnedFeature : public testing::RandomModels {
 protected:
  LearnedReorderingModels moves_of(const LearnedRecipe& recipe) const {
    return testing::learn_moves(corpus_, alignments_, recipe);
  }
  static std::vector<std::string> sentence(Rng& rng) {
    std::vector<std::string> words(1 + rng.below(7));
    for (auto& word : words) word = "s" + std::to_string(rng.below(13));  // s12 is unknown
    return words;
  }

  // Log probabilities of a step's classes, asked of the classifier with words as text.
  std::vector<float> score_step(const LearnedReorderingModels& moves, const reorder::ReorderingModel& model,
                                const std::vector<std::string>& source, const Translation& translation,
                                const PhraseStep& step) const {
    std::vector<reorder::Key> keys;
    std::vector<std::uint32_t> classes;
    for (const auto& word : source) {
      keys.push_back(reorder::key_of(word));
      classes.push_back(model.description().source_classes.of(keys.back()));
    }
    std::vector<reorder::Key> target;
    std::vector<std::uint32_t> target_classes;
    for (auto i = step.target.begin; i < step.target.end; ++i) {
      target.push_back(reorder::key_of(translation.words[i]));
      target_classes.push_back(model.description().target_classes.of(target.back()));
    }
    std::vector<float> log_probs(model.classes().size());
    reorder::SpanScratch scratch;
    const reorder::WordsView view{keys, classes};
    if (moves.unknown == UnknownPhrases::kUniform &&
        !model.classifier().knows_phrase(view.part(step.source).words)) {
      std::fill(log_probs.begin(), log_probs.end(), -std::log(static_cast<float>(log_probs.size())));
      return log_probs;
    }
    const auto links = links_of(source, translation, step);
    model.classifier().begin_span(view, step.source, scratch);
    model.classifier().log_probs(scratch, {{target, target_classes}, links}, log_probs);
    return log_probs;
  }
  std::vector<phrase::InternalLink> links_of(const std::vector<std::string>& source,
                                             const Translation& translation, const PhraseStep& step) const {
    const phrase::PhraseTable& table = models_->phrases;
    std::vector<text::WordId> words;
    for (auto i = step.source.begin; i < step.source.end; ++i)
      words.push_back(table.source_vocabulary().find(source[i]).value_or(kUnknownSourceWord));
    const auto found = table.find(words);
    if (!found) return {};
    for (std::size_t k = 0; k < table.translation_count(*found); ++k) {
      const phrase::Translation candidate = table.translation(*found, k);
      std::vector<std::string> target;
      for (const auto word : candidate.target) target.emplace_back(table.target_vocabulary().word(word));
      if (std::equal(target.begin(), target.end(), translation.words.begin() + step.target.begin,
                     translation.words.begin() + step.target.end))
        return {candidate.alignment.begin(), candidate.alignment.end()};
    }
    ADD_FAILURE();
    return {};
  }

  // The feature's values for a derivation.
  std::vector<double> rescore(const LearnedReorderingModels& moves, const std::vector<std::string>& source,
                              const Translation& translation) const {
    const auto& set = moves.any().classes();
    const OrientationModel model = moves.any().description().orientation;
    const std::size_t per_direction = moves.form == ReorderingForm::kPerClass ? set.size() : 1;
    std::vector<double> values(per_direction * ((moves.backward && moves.forward) ? 2 : 1), 0.0);
    std::vector<Span> said;
    for (const PhraseStep& step : translation.phrases) said.push_back(step.source);
    const OrientationOracle oracle(said);
    const auto add = [&](const reorder::ReorderingModel& active, const PhraseStep& step, std::size_t n,
                         phrase::Orientation orientation, std::size_t first) {
      const std::size_t k = set.class_of(oracle.distance(n), orientation);
      const double log_prob = double{score_step(moves, active, source, translation, step)[k]};
      const double value = uses_distance(moves.form)
                               ? -std::abs(oracle.distance(n)) / (moves.adjustment.beta * std::exp(log_prob))
                               : log_prob;
      values[first + (moves.form == ReorderingForm::kPerClass ? k : 0)] += value;
    };
    for (std::size_t n = 0; n < translation.phrases.size(); ++n) {
      if (moves.backward) add(*moves.backward, translation.phrases[n], n, oracle.backward(model, n), 0);
      if (moves.forward && n > 0) {
        add(*moves.forward, translation.phrases[n - 1], n, oracle.forward(model, n),
            values.size() - per_direction);
      }
    }
    if (moves.form == ReorderingForm::kExponential) {
      for (double& value : values) value = std::exp(value) - 1.0;
    }
    return values;
  }

  // Compares n-best lists of random sentences; returns how many entries.
  std::size_t check(const LearnedReorderingModels& moves, Rng& rng) const {
    const auto models = load(1, {moves});
    const DecoderParts decoder_parts = standard_parts(models, {});
    const auto descriptions = decoder_parts.features->descriptions();
    SearchOptions options;
    options.distortion_limit = -1;
    const Decoder decoder(decoder_parts, default_weights(descriptions), options);
    Workspace workspace;
    std::size_t entries = 0;
    for (int round = 0; round < 6; ++round) {
      const auto words = sentence(rng);
      const std::vector<std::string_view> views(words.begin(), words.end());
      for (const Translation& translation : decoder.translate(views, workspace, 20)) {
        const std::vector<double> expected = rescore(moves, words, translation);
        const std::size_t first = translation.features.size() - expected.size();
        for (std::size_t k = 0; k < expected.size(); ++k)
          EXPECT_NEAR(translation.features[first + k], expected[k], 1e-3 + 1e-4 * std::abs(expected[k]));
        ++entries;
      }
    }
    return entries;
  }
};

// The search weighs all options at once; ReorderingFeature does it one by one.
void expect_weighed_alike(const ReorderingFeature& feature, const SentenceCache& cache,
                          std::span<const TranslationOption> options, std::uint32_t classes) {
  const std::size_t count = feature.score_count();
  std::vector<double> weights(count);
  for (std::size_t k = 0; k < count; ++k) weights[k] = 0.3 - 0.17 * static_cast<double>(k);
  std::vector<float> scores(count);
  const std::size_t stride = feature.pending_state_bytes();
  std::vector<std::byte> states(stride * (options.size() + 1),
                                std::byte{0});  // the last: the sentence's start
  for (std::size_t i = 0; i < options.size(); ++i)
    feature.write_pending_state(&cache, options[i], states.data() + i * stride);
  for (std::uint32_t own_class = 0; own_class < classes; ++own_class) {
    const WeighedClass weighed{&cache, own_class, weights, scores};
    std::vector<double> at_once(options.size(), 0.5);
    std::vector<double> one_by_one(options.size(), 0.5);
    feature.weigh_backward(weighed, options, at_once);
    feature.ReorderingFeature::weigh_backward(weighed, options, one_by_one);
    EXPECT_EQ(at_once, one_by_one);
    at_once.assign(options.size() + 1, 0.5);
    one_by_one = at_once;
    feature.weigh_forward(weighed, {states.data(), stride}, at_once);
    feature.ReorderingFeature::weigh_forward(weighed, {states.data(), stride}, one_by_one);
    EXPECT_EQ(at_once, one_by_one);
  }
}

TEST_F(LearnedFeature, ScoresWeighedAllAtOnceAreThoseWeighedOneByOne) {
  struct Case {
    const char* classes;
    ReorderingForm form;
    std::uint32_t class_numbers;
  };
  for (const Case& tried :
       {Case{"mslr", ReorderingForm::kOneWeight, 16}, Case{"msd", ReorderingForm::kPerClass, 9},
        Case{"3", ReorderingForm::kDistanceAdjusted, 12}}) {
    const LearnedReorderingModels moves =
        moves_of({.classes = tried.classes, .backward = true, .forward = true, .form = tried.form});
    const DecoderParts parts = standard_parts(
        load(1, {moves}), {.reordering = phrase::ReorderingType::parse("hier-mslr-bidirectional-fe")});
    const auto caches = parts.features->new_sentence_caches();
    const std::vector<std::string_view> words{"s1", "s12", "s3", "s4"};
    std::vector<text::WordId> ids;
    for (const auto word : words)
      ids.push_back(parts.phrases->source_word(word).value_or(kUnknownSourceWord));
    const SourceSentence sentence{words, ids,
                                  static_cast<std::uint32_t>(parts.phrases->target_vocabulary_size())};
    std::vector<phrase::Translation> translations;
    std::vector<TranslationOption> options;
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
      if (ids[i] == kUnknownSourceWord) continue;
      translations.clear();
      parts.phrases->append_translations({&ids[i], 1}, translations);
      for (const phrase::Translation& translation : translations) {
        options.push_back(option_of(translation, {i, i + 1}));
        options.back().index = static_cast<std::uint32_t>(options.size() - 1);
      }
    }
    ASSERT_FALSE(options.empty());
    for (std::size_t i = 0; i < parts.features->size(); ++i) {
      const Feature& feature = (*parts.features)[i];
      if (feature.scope() != Scope::kReordering) continue;
      caches[i]->prepare_sentence(sentence);
      caches[i]->prepare_options(sentence, options);
      const bool learned = feature.description().name.starts_with(kLearnedReorderingName);
      expect_weighed_alike(static_cast<const ReorderingFeature&>(feature), *caches[i], options,
                           learned ? tried.class_numbers : 16);
    }
  }
}

TEST_F(LearnedFeature, ExplainsEveryStepWithWhatTheClassifierPredicts) {
  Rng rng(24);
  std::size_t predictions = 0;
  for (const auto& [classes, form] :
       {std::pair{"5", ReorderingForm::kOneWeight}, std::pair{"3", ReorderingForm::kDistanceAdjusted},
        std::pair{"3", ReorderingForm::kExponential}, std::pair{"mslr", ReorderingForm::kPerClass}}) {
    const LearnedReorderingModels moves =
        moves_of({.classes = classes, .backward = true, .forward = true, .form = form});
    const DecoderParts decoder_parts = standard_parts(load(1, {moves}), {});
    const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
    const auto& set = moves.any().classes();
    Workspace workspace;
    for (int round = 0; round < 10; ++round) {
      const auto words = sentence(rng);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const Request request{.words = views, .n = 10, .explain = true};
      for (const Translation& translation : decoder.translate(request, workspace).translations) {
        testing::check_explanations(translation);
        std::vector<Span> said;
        for (const PhraseStep& step : translation.phrases) said.push_back(step.source);
        const OrientationOracle oracle(said);
        for (std::size_t n = 0; n < said.size(); ++n) {
          const auto& found = translation.explanations[n].reordering;
          ASSERT_EQ(found.size(), n == 0 ? 1U : 2U);  // the start of the sentence predicts nothing
          for (std::size_t d = 0; d < found.size(); ++d) {
            const PhraseStep& seen_from = translation.phrases[n - d];
            const auto orientation = d == 0 ? oracle.backward(OrientationModel::kHierarchical, n)
                                            : oracle.forward(OrientationModel::kHierarchical, n);
            const auto expected =
                score_step(moves, d == 0 ? *moves.backward : *moves.forward, words, translation, seen_from);
            EXPECT_EQ(found[d].model, "LearnedReordering0");
            EXPECT_EQ(found[d].direction, d == 0 ? "backward" : "forward");
            EXPECT_EQ(found[d].orientation, set.labels()[set.class_of(oracle.distance(n), orientation)]);
            ASSERT_EQ(found[d].distribution.size(), set.size());
            for (std::size_t k = 0; k < set.size(); ++k) {
              EXPECT_EQ(found[d].distribution[k].first, set.labels()[k]);
              EXPECT_NEAR(found[d].distribution[k].second, double{expected[k]}, 1e-4);
            }
            ++predictions;
          }
        }
      }
    }
  }
  EXPECT_GT(predictions, 500U);
}

TEST_F(LearnedFeature, ReportsWhatTheClassifierSaysOfTheDerivation) {
  Rng rng(21);
  std::size_t entries = 0;
  for (const char* const learner : {"mlr-dual", "dpr-mms", "bayes-map", "lexical"}) {
    for (const char* const classes : {"3", "5", "-2,0,1,3", "msd", "mslr"}) {
      const bool by_distance = reorder::ReorderingClasses::parse(classes).by_distance();
      for (const auto orientation :
           {OrientationModel::kHierarchical, OrientationModel::kWord, OrientationModel::kPhrase}) {
        if (by_distance && orientation != OrientationModel::kHierarchical) continue;
        for (const unsigned directions : {1U, 2U, 3U}) {
          if (std::string(learner) != "mlr-dual" && directions != 3) continue;
          LearnedRecipe recipe{.learner = learner, .classes = classes, .orientation = orientation};
          recipe.backward = (directions & 1U) != 0;
          recipe.forward = (directions & 2U) != 0;
          LearnedReorderingModels moves = moves_of(recipe);
          for (const auto form : {ReorderingForm::kOneWeight, ReorderingForm::kPerClass,
                                  ReorderingForm::kDistanceAdjusted, ReorderingForm::kExponential}) {
            if (uses_distance(form) && !by_distance) continue;
            SCOPED_TRACE(std::string(learner) + " " + classes + " " + std::to_string(directions) + " " +
                         std::string(name_of(form)));
            moves.form = form;
            entries += check(moves, rng);
          }
        }
      }
    }
  }
  EXPECT_GT(entries, 3000U);
}

// theory/reordering.md#costs-in-the-decoder: probabilities depend on the source context and the target phrase
// only.
TEST_F(LearnedFeature, AsksOnceForEachSpanAndOnceForEachOption) {
  const std::vector<std::string> words{"s1", "s2", "s12", "s3", "s4", "s1"};
  const std::vector<std::string_view> views(words.begin(), words.end());
  for (const auto form : {ReorderingForm::kOneWeight, ReorderingForm::kExponential}) {
    const auto counts = std::make_shared<testing::AskedCounts>();
    LearnedReorderingModels moves =
        testing::moves_of("3", std::make_unique<const testing::CountingClassifier>(3, counts));
    moves.form = form;
    const DecoderParts decoder_parts = standard_parts(load(1, {moves}), {});
    SearchOptions options;
    options.distortion_limit = -1;
    const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), options);
    Workspace workspace;
    decoder.translate(views, workspace, 50);
    const auto options_of_search = workspace.options.options();
    std::set<std::pair<std::uint32_t, std::uint32_t>> spans;
    for (const TranslationOption& option : options_of_search)
      spans.emplace(option.source.begin, option.source.end);
    EXPECT_GT(options_of_search.size(), spans.size());
    EXPECT_EQ(counts->options, options_of_search.size());
    EXPECT_EQ(std::set(counts->spans.begin(), counts->spans.end()), spans);
    EXPECT_EQ(counts->spans.size(), spans.size());
  }
}

TEST_F(LearnedFeature, PhrasesWithoutSubModelGetWhatWasAskedFor) {
  Rng rng(22);
  LearnedReorderingModels moves = moves_of({.learner = "dpr-mms", .classes = "5", .global_fallback = false});
  moves.unknown = UnknownPhrases::kUniform;
  EXPECT_GT(check(moves, rng), 50U);
  // A word that was never seen has no sub-model: one fifth.
  const DecoderParts decoder_parts = standard_parts(load(1, {moves}), {});
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
  Workspace workspace;
  const std::vector<std::string_view> unknown{"unheard"};
  EXPECT_NEAR(decoder.translate(unknown, workspace)[0].features.back(), std::log(1.0 / 5), 1e-6);
  moves.unknown = UnknownPhrases::kModel;  // class frequencies, since there is no model of all phrases
  EXPECT_GT(check(moves, rng), 50U);
}

TEST_F(LearnedFeature, ScoresPerClassAddUpToTheOneScore) {
  Rng rng(23);
  for (const char* const classes : {"3", "mslr"}) {
    LearnedReorderingModels moves = moves_of({.classes = classes, .forward = true});
    const auto one = standard_parts(load(1, {moves}), {});
    moves.form = ReorderingForm::kPerClass;
    const auto per_class = standard_parts(load(1, {moves}), {});
    const std::size_t count = moves.any().classes().size();
    const Decoder first(one, default_weights(one.features->descriptions()), {});
    const Decoder second(per_class, default_weights(per_class.features->descriptions()), {});
    Workspace workspace;
    for (int round = 0; round < 20; ++round) {
      const auto words = sentence(rng);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const Translation a = first.translate(views, workspace)[0];
      const Translation b = second.translate(views, workspace)[0];
      EXPECT_EQ(a.words, b.words);
      EXPECT_NEAR(a.score, b.score, 1e-4);
      for (const std::size_t direction : {0U, 1U}) {
        double sum = 0;
        for (std::size_t k = 0; k < count; ++k)
          sum += b.features[b.features.size() - (2 - direction) * count + k];
        EXPECT_NEAR(a.features[a.features.size() - 2 + direction], sum, 1e-4);
      }
    }
  }
}

TEST_F(LearnedFeature, ProbabilitiesOfAllMovesSumToOne) {
  const LearnedReorderingModels moves = moves_of({.classes = "5"});
  const LearnedReordering feature(moves, models_->phrases.target_vocabulary(), 0);
  const std::vector<std::string_view> words{"s1", "s2", "s12", "s3"};
  std::vector<text::WordId> ids;
  for (const auto word : words)
    ids.push_back(models_->phrases.source_vocabulary().find(word).value_or(kUnknownSourceWord));
  const auto size = static_cast<std::uint32_t>(models_->phrases.target_vocabulary().size());
  const SourceSentence sentence{words, ids, size};
  const std::vector<text::WordId> known{text::WordId{0}, text::WordId{1}};
  const std::vector<text::WordId> copied{text::WordId{size + 2}};
  const std::vector<TranslationOption> options{{{0, 2}, 0, false, known, {}, {}, 0},
                                               {{2, 3}, 1, true, copied, {}, {}, kNoPair}};
  const auto cache = feature.new_sentence_cache();
  cache->prepare_options(sentence, options);
  for (const TranslationOption& option : options) {
    double sum = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
      std::vector<float> score(1, 0.0F);
      feature.add_backward_scores(cache.get(), option, i, score);
      EXPECT_LT(score[0], 0.0F);
      sum += std::exp(double{score[0]});
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
  }
}

TEST_F(LearnedFeature, HasTheNamesAndDefaultsOfItsDocumentation) {
  LearnedReorderingModels moves = moves_of({.classes = "mslr", .forward = true});
  LearnedReorderingModels per_class = moves;
  per_class.form = ReorderingForm::kPerClass;
  const auto decoder_parts = standard_parts(load(1, {moves, per_class}), {});
  EXPECT_EQ(format_weights(default_weights(decoder_parts.features->descriptions())),
            "TranslationModel0= 0.2 0.2 0.2 0.2\nLM0= 0.5\nDistortion0= 0.1\nWordPenalty0= "
            "-1\nPhrasePenalty0= 0.2\n"
            "UnknownWordPenalty0= 1\nLearnedReordering0= 0.3 0.3\nLearnedReordering1= 0.3 0.3 0.3 0.3 0.3 "
            "0.3 0.3 0.3\n");
}

TEST_F(LearnedFeature, RefusesModelsThatDoNotFit) {
  const LearnedReorderingModels moves = moves_of({.classes = "mslr", .forward = true});
  EXPECT_NO_THROW(moves.validate());
  LearnedReorderingModels swapped = moves;
  std::swap(swapped.backward, swapped.forward);
  EXPECT_THROW(swapped.validate(), UsageError);
  LearnedReorderingModels adjusted = moves;
  for (const auto form : {ReorderingForm::kDistanceAdjusted, ReorderingForm::kExponential}) {
    adjusted.form = form;
    EXPECT_THROW(adjusted.validate(), UsageError);
  }
  LearnedReorderingModels capped = moves;
  capped.adjustment.max_ratio = 0;
  EXPECT_THROW(capped.validate(), UsageError);
  LearnedReorderingModels mixed = moves;
  mixed.backward = moves_of({.classes = "msd"}).backward;
  EXPECT_THROW(mixed.validate(), UsageError);
  mixed = moves;
  auto description = moves.backward->description();
  description.source_classes = {};
  mixed.backward = std::make_shared<const reorder::ReorderingModel>(
      description, std::make_unique<const testing::FixedClassifier>(std::vector<float>(4, -1.4F)));
  EXPECT_THROW(mixed.validate(), UsageError);
}

}  // namespace
}  // namespace calque::decode
