#include "decode/features/learned_reordering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "calque/translation.h"

namespace calque::decode {
namespace {

struct NamedReorderingForm {
  std::string_view name;
  ReorderingForm form;
};
constexpr std::array<NamedReorderingForm, 4> kReorderingForms{
    {{"one", ReorderingForm::kOneWeight},
     {"per-class", ReorderingForm::kPerClass},
     {"adjusted", ReorderingForm::kDistanceAdjusted},
     {"exponential", ReorderingForm::kExponential}}};

constexpr double kDefaultWeight = 0.3;

std::size_t scores_per_direction(const LearnedReorderingModels& models) {
  return models.form == ReorderingForm::kPerClass ? models.any().classes().size() : 1;
}

FeatureDescription describe(const LearnedReorderingModels& models, std::size_t number) {
  const std::size_t directions = models.backward && models.forward ? 2 : 1;
  return {fmt::format("{}{}", kLearnedReorderingName, number),
          std::vector<double>(scores_per_direction(models) * directions, kDefaultWeight)};
}

// The position state is the end of the previous phrase if distances are all that matters.
ReorderingTraits traits_of(const LearnedReorderingModels& models) {
  const reorder::ReorderingClasses& classes = models.any().classes();
  const OrientationTracker tracker(models.any().description().orientation);
  return {.position_state_bytes = classes.by_distance() ? sizeof(std::uint32_t) : tracker.bytes(),
          .pending_state_bytes = models.forward ? classes.size() * sizeof(float) : 0,
          .upper_bound = 0.0F,
          .estimates_nothing = true};
}

// Signed distances as numbers from 0.
std::uint32_t number_of(std::int32_t distance) {
  return distance >= 0 ? static_cast<std::uint32_t>(distance) * 2
                       : static_cast<std::uint32_t>(-distance) * 2 - 1;
}
std::int32_t distance_of(std::uint32_t number) {
  const auto half = static_cast<std::int32_t>((number + 1) / 2);
  return number % 2 == 0 ? half : -half;
}

[[noreturn]] void do_not_fit(std::string_view what) {
  throw UsageError({}, fmt::format("the two learned reordering models have not the same {}", what),
                   "train both directions together");
}

void check_direction(const reorder::ReorderingModel* model, reorder::Direction direction) {
  if (model == nullptr || model->description().direction == direction) return;
  throw UsageError({}, "a learned reordering model of the other direction",
                   "a model of the moves to phrases is backward, one of the moves on from them forward");
}

}  // namespace

std::optional<ReorderingForm> reordering_form(std::string_view name) {
  const auto* const found = std::find_if(kReorderingForms.begin(), kReorderingForms.end(),
                                         [&](const NamedReorderingForm& form) { return form.name == name; });
  return found == kReorderingForms.end() ? std::nullopt : std::optional(found->form);
}

std::string_view name_of(ReorderingForm form) {
  return kReorderingForms[static_cast<std::size_t>(form)].name;
}

void LearnedReorderingModels::validate() const {
  CALQUE_CHECK(backward || forward);
  check_direction(backward.get(), reorder::Direction::kBackward);
  check_direction(forward.get(), reorder::Direction::kForward);
  if (backward && forward) {
    const auto& a = backward->description();
    const auto& b = forward->description();
    if (a.classes.name() != b.classes.name() || a.orientation != b.orientation)
      do_not_fit("classes of moves");
    if (a.source_classes.fingerprint() != b.source_classes.fingerprint() ||
        a.target_classes.fingerprint() != b.target_classes.fingerprint())
      do_not_fit("word classes");
  }
  if (uses_distance(form) && !any().classes().by_distance()) {
    throw UsageError({}, "only classes by distance can adjust the distance",
                     "use classes 3, 5 or distances such as -4,0,1,5, or another form of scores");
  }
  if (!(adjustment.beta > 0.0) || !std::isfinite(adjustment.beta))
    throw UsageError({}, "beta must be a positive number", "the number of classes is usual");
  if (!(adjustment.max_ratio > 0.0))
    throw UsageError({}, "the most that a distance is multiplied with must be positive", "5 is a mild limit");
}

// The probabilities of the options of one search, and scratch memory.
class LearnedReordering::CachedScores final : public SentenceCache {
 public:
  explicit CachedScores(const LearnedReordering& feature) : feature_(feature) {}

  void prepare_options(const SourceSentence& sentence, std::span<const TranslationOption> options) override {
    load(sentence, feature_.models_.any().description().source_classes);
    compute(feature_.models_.backward.get(), sentence, options, backward_);
    compute(feature_.models_.forward.get(), sentence, options, forward_);
  }

  // By class.
  static std::span<const float> backward(const SentenceCache* cache, const TranslationOption& option) {
    return static_cast<const CachedScores*>(cache)->of(option, &CachedScores::backward_);
  }
  static std::span<const float> forward(const SentenceCache* cache, const TranslationOption& option) {
    return static_cast<const CachedScores*>(cache)->of(option, &CachedScores::forward_);
  }

 private:
  // Phrase pairs recur from sentence to sentence: the sums of their own features are kept, in slots that
  // pairs share.
  class PairMemory {
   public:
    // The slot of the pair's sums: `width` numbers, of which the last is negative if they are not known.
    std::span<float> of(std::size_t pair, std::size_t width) {
      if (sums_.empty()) {
        pairs_.assign(kSlots, kNoPair);
        sums_.resize(kSlots * width);
      }
      const std::size_t slot = pair % kSlots;
      const std::span<float> sums = std::span(sums_).subspan(slot * width, width);
      if (pairs_[slot] != pair) {
        pairs_[slot] = pair;
        sums.back() = -1.0F;
      }
      return sums;
    }

   private:
    static constexpr std::size_t kSlots = 1U << 15U;
    std::vector<std::size_t> pairs_;
    std::vector<float> sums_;
  };

  struct DirectionScores {
    std::vector<float> log_probs;  // by option, then by class
    reorder::SpanScratch scratch;
    PairMemory memory;
  };

  std::span<const float> of(const TranslationOption& option, DirectionScores CachedScores::*direction) const {
    const std::size_t count = feature_.classes().size();
    return std::span((this->*direction).log_probs).subspan(option.index * count, count);
  }

  void load(const SourceSentence& sentence, const reorder::ClassLookup& classes) {
    source_words_.clear();
    source_classes_.clear();
    for (const std::string_view word : sentence.words) {
      source_words_.push_back(reorder::key_of(word));
      if (!classes.empty()) source_classes_.push_back(classes.of(source_words_.back()));
    }
  }
  reorder::WordsView source() const { return {source_words_, source_classes_}; }

  void compute(const reorder::ReorderingModel* model, const SourceSentence& sentence,
               std::span<const TranslationOption> options, DirectionScores& direction) {
    if (model == nullptr) return;
    const std::size_t count = feature_.classes().size();
    const auto uniform = static_cast<float>(-std::log(static_cast<double>(count)));
    direction.log_probs.assign(options.size() * count, uniform);
    const reorder::Classifier& classifier = model->classifier();
    text::Span span{};  // no option's
    bool known = true;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const TranslationOption& option = options[i];
      if (option.source != span) {
        span = option.source;
        known = feature_.models_.unknown == UnknownPhrases::kModel ||
                classifier.knows_phrase(source().part(span).words);
        if (known) classifier.begin_span(source(), span, direction.scratch);
      }
      if (!known) continue;
      direction.scratch.pair_memory = {};
      if (option.pair != kNoPair) direction.scratch.pair_memory = direction.memory.of(option.pair, count + 1);
      classifier.log_probs(direction.scratch, target(sentence, option),
                           std::span(direction.log_probs).subspan(i * count, count));
    }
  }

  // The option's target side; valid until the next call.
  reorder::TargetPhrase target(const SourceSentence& sentence, const TranslationOption& option) {
    const reorder::ClassLookup& classes = feature_.models_.any().description().target_classes;
    target_words_.clear();
    target_classes_.clear();
    for (const text::WordId word : option.target) {
      const std::size_t id = text::index_of(word);
      const bool known = id < feature_.target_keys_.size();
      target_words_.push_back(known ? feature_.target_keys_[id] : reorder::key_of(sentence.outside_text(id)));
      if (classes.empty()) continue;
      target_classes_.push_back(known ? feature_.target_classes_[id] : classes.of(target_words_.back()));
    }
    return {{target_words_, target_classes_}, option.alignment};
  }

  const LearnedReordering& feature_;
  DirectionScores backward_;
  DirectionScores forward_;
  std::vector<reorder::Key> source_words_;
  std::vector<std::uint32_t> source_classes_;
  std::vector<reorder::Key> target_words_;
  std::vector<std::uint32_t> target_classes_;
};

LearnedReordering::LearnedReordering(LearnedReorderingModels models, text::VocabularyView target,
                                     std::size_t number)
    : ReorderingFeature((models.validate(), describe(models, number)), traits_of(models)),
      models_(std::move(models)),
      tracker_(models_.any().description().orientation) {
  const reorder::ClassLookup& classes_of_words = models_.any().description().target_classes;
  target_keys_.reserve(target.size());
  for (std::size_t i = 0; i < target.size(); ++i) {
    target_keys_.push_back(reorder::key_of(target.word(static_cast<text::WordId>(i))));
    if (!classes_of_words.empty()) target_classes_.push_back(classes_of_words.of(target_keys_.back()));
  }
}

std::unique_ptr<SentenceCache> LearnedReordering::new_sentence_cache() const {
  return std::make_unique<CachedScores>(*this);
}

void LearnedReordering::write_begin_position_state(std::byte* state) const {
  if (classes().by_distance()) {
    std::memset(state, 0, sizeof(std::uint32_t));
  } else {
    tracker_.write_begin(state);
  }
}

// The distance for scores that are made of it, the classes of both directions where they can differ, and
// otherwise the class.
std::uint32_t LearnedReordering::classify(text::Span source, const std::byte* before) const noexcept {
  if (classes().by_distance()) {
    std::uint32_t end = 0;
    std::memcpy(&end, before, sizeof end);
    const std::int32_t distance = static_cast<std::int32_t>(end) - static_cast<std::int32_t>(source.begin);
    return adjusted() ? number_of(distance) : classes().class_of(distance, phrase::Orientation::kMonotone);
  }
  const auto found = tracker_.orientations(source, before);
  const std::uint32_t backward = classes().class_of(0, found.backward);
  if (!models_.forward) return backward;
  const std::uint32_t forward = classes().class_of(0, found.forward);
  return models_.backward ? backward * static_cast<std::uint32_t>(classes().size()) + forward : forward;
}

void LearnedReordering::advance(text::Span source, const std::byte* before, std::byte* after) const noexcept {
  if (classes().by_distance()) {
    std::memcpy(after, &source.end, sizeof source.end);
  } else {
    tracker_.advance(source, before, after);
  }
}

std::size_t LearnedReordering::backward_class(std::uint32_t reordering_class) const noexcept {
  if (adjusted()) return classes().class_of(distance_of(reordering_class), phrase::Orientation::kMonotone);
  return both() && !classes().by_distance() ? reordering_class / classes().size() : reordering_class;
}

std::size_t LearnedReordering::forward_class(std::uint32_t reordering_class) const noexcept {
  if (adjusted()) return backward_class(reordering_class);
  return both() && !classes().by_distance() ? reordering_class % classes().size() : reordering_class;
}

float LearnedReordering::score(float log_prob, std::uint32_t reordering_class) const noexcept {
  if (!adjusted()) return log_prob;
  return static_cast<float>(reorder::distance_adjusted_score(distance_of(reordering_class),
                                                             std::exp(double{log_prob}), models_.adjustment));
}

void LearnedReordering::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                            std::uint32_t reordering_class,
                                            std::span<float> scores) const noexcept {
  if (!models_.backward) return;
  const std::size_t own_class = backward_class(reordering_class);
  const float log_prob = CachedScores::backward(cache, option)[own_class];
  scores[models_.form == ReorderingForm::kPerClass ? own_class : 0] += score(log_prob, reordering_class);
}

void LearnedReordering::add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                                           std::span<float> scores) const noexcept {
  if (!models_.forward) return;
  const std::size_t own_class = forward_class(reordering_class);
  const auto log_prob = pending_log_prob(pending_state, own_class);
  if (!log_prob) return;
  const std::size_t first = scores.size() - scores_per_direction(models_);
  scores[first + (models_.form == ReorderingForm::kPerClass ? own_class : 0)] +=
      score(*log_prob, reordering_class);
}

// Nothing before the first phrase, where all bytes are zero.
std::optional<float> LearnedReordering::pending_log_prob(const std::byte* pending_state,
                                                         std::size_t own_class) const noexcept {
  const bool begin = std::all_of(pending_state, pending_state + pending_state_bytes(),
                                 [](std::byte b) { return b == std::byte{0}; });
  if (begin) return std::nullopt;
  float log_prob = 0;
  std::memcpy(&log_prob, pending_state + own_class * sizeof(float), sizeof(float));
  return log_prob;
}

void LearnedReordering::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                            std::byte* pending_state) const noexcept {
  if (!models_.forward) return;
  std::memcpy(pending_state, CachedScores::forward(cache, option).data(), pending_state_bytes());
}

// One product each, unless scores are made of distances.
void LearnedReordering::weigh_backward(const WeighedClass& weighed,
                                       std::span<const TranslationOption> options,
                                       std::span<double> sums) const noexcept {
  if (!models_.backward) return;
  const std::size_t own_class = backward_class(weighed.reordering_class);
  const double weight = weighed.weights[models_.form == ReorderingForm::kPerClass ? own_class : 0];
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const float log_prob = CachedScores::backward(weighed.cache, options[i])[own_class];
    sums[i] += weight * double{score(log_prob, weighed.reordering_class)};
  }
}

void LearnedReordering::weigh_forward(const WeighedClass& weighed, const PendingStates& states,
                                      std::span<double> sums) const noexcept {
  if (!models_.forward) return;
  const std::size_t own_class = forward_class(weighed.reordering_class);
  const std::size_t first = weighed.weights.size() - scores_per_direction(models_);
  const double weight = weighed.weights[first + (models_.form == ReorderingForm::kPerClass ? own_class : 0)];
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (const auto log_prob = pending_log_prob(states[i], own_class))
      sums[i] += weight * double{score(*log_prob, weighed.reordering_class)};
  }
}

void LearnedReordering::append_predictions(const DerivationStep& step,
                                           std::vector<ReorderingPrediction>& predictions) const {
  const std::vector<std::string>& labels = classes().labels();
  const std::uint32_t number = classify(step.option.source, step.state_before);
  const std::string& name = description().name;
  if (models_.backward) {
    const std::span<const float> log_probs = CachedScores::backward(step.cache, step.option);
    append_prediction({name, "backward", labels, log_probs, backward_class(number)}, predictions);
  }
  if (models_.forward) {
    std::vector<float> log_probs(labels.size());
    std::memcpy(log_probs.data(), step.state_before + position_state_bytes(), pending_state_bytes());
    append_prediction({name, "forward", labels, log_probs, forward_class(number)}, predictions);
  }
}

}  // namespace calque::decode
