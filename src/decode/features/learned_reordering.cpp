#include "decode/features/learned_reordering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

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

// What the models say about the options of one search, and scratch memory.
class LearnedReordering::Prepared final : public SentenceCache {
 public:
  void load(const SourceSentence& sentence, const reorder::ClassLookup& classes) {
    source_words_.clear();
    source_classes_.clear();
    for (const std::string_view word : sentence.words) {
      source_words_.push_back(reorder::key_of(word));
      if (!classes.empty()) source_classes_.push_back(classes.of(source_words_.back()));
    }
  }
  reorder::WordsView source() const { return {source_words_, source_classes_}; }

  // The option's target side; valid until the next call.
  reorder::TargetPhrase target(const LearnedReordering& feature, const SourceSentence& sentence,
                               const TranslationOption& option) {
    const reorder::ClassLookup& classes = feature.moves_.any().description().target_classes;
    target_words_.clear();
    target_classes_.clear();
    for (const text::WordId word : option.target) {
      const std::size_t id = text::index_of(word);
      const bool known = id < feature.target_keys_.size();
      target_words_.push_back(known ? feature.target_keys_[id] : reorder::key_of(sentence.outside_text(id)));
      if (classes.empty()) continue;
      target_classes_.push_back(known ? feature.target_classes_[id] : classes.of(target_words_.back()));
    }
    return {{target_words_, target_classes_}, option.alignment};
  }

  // Phrase pairs come again from sentence to sentence: what their own features say is kept, in places that
  // pairs share.
  class PairMemory {
   public:
    // Where the pair's sums are or go: `width` numbers, of which the last is negative if they are not known.
    std::span<float> of(std::size_t pair, std::size_t width) {
      if (sums_.empty()) {
        pairs_.assign(kPlaces, kNoPair);
        sums_.resize(kPlaces * width);
      }
      const std::size_t place = pair % kPlaces;
      const std::span<float> sums = std::span(sums_).subspan(place * width, width);
      if (pairs_[place] != pair) {
        pairs_[place] = pair;
        sums.back() = -1.0F;
      }
      return sums;
    }

   private:
    static constexpr std::size_t kPlaces = 1U << 15U;
    std::vector<std::size_t> pairs_;
    std::vector<float> sums_;
  };

  // One direction's.
  struct Asked {
    std::vector<float> log_probs;  // by option, then by class
    reorder::SpanScratch scratch;
    PairMemory memory;
  };
  Asked backward;
  Asked forward;

 private:
  std::vector<reorder::Key> source_words_;
  std::vector<std::uint32_t> source_classes_;
  std::vector<reorder::Key> target_words_;
  std::vector<std::uint32_t> target_classes_;
};

LearnedReordering::LearnedReordering(LearnedReorderingModels moves, text::VocabularyView target,
                                     std::size_t number)
    : moves_(std::move(moves)), place_(moves_.any().description().orientation) {
  moves_.validate();
  const reorder::ClassLookup& classes_of_words = moves_.any().description().target_classes;
  target_keys_.reserve(target.size());
  for (std::size_t i = 0; i < target.size(); ++i) {
    target_keys_.push_back(reorder::key_of(target.word(static_cast<text::WordId>(i))));
    if (!classes_of_words.empty()) target_classes_.push_back(classes_of_words.of(target_keys_.back()));
  }
  description_ = {fmt::format("LearnedReordering{}", number),
                  std::vector<double>(scores_per_direction() * (both() ? 2 : 1), kDefaultWeight)};
}

void LearnedReordering::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                                 std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
}

std::unique_ptr<SentenceCache> LearnedReordering::new_sentence_cache() const {
  return std::make_unique<Prepared>();
}

void LearnedReordering::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                                SentenceCache& cache) const {
  auto& prepared = static_cast<Prepared&>(cache);
  const std::size_t count = classes().size();
  prepared.load(sentence, moves_.any().description().source_classes);
  const auto uniform = static_cast<float>(-std::log(static_cast<double>(count)));
  const auto score_step = [&](const reorder::ReorderingModel* model, Prepared::Asked& active) {
    if (model == nullptr) return;
    active.log_probs.assign(options.size() * count, uniform);
    const reorder::Classifier& classifier = model->classifier();
    text::Span span{};  // no option's
    bool known = true;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const TranslationOption& option = options[i];
      if (option.source != span) {
        span = option.source;
        known = moves_.unknown == UnknownPhrases::kModel ||
                classifier.knows_phrase(prepared.source().part(span).words);
        if (known) classifier.begin_span(prepared.source(), span, active.scratch);
      }
      if (!known) continue;
      active.scratch.pair_memory = {};
      if (option.pair != kNoPair) active.scratch.pair_memory = active.memory.of(option.pair, count + 1);
      classifier.log_probs(active.scratch, prepared.target(*this, sentence, option),
                           std::span(active.log_probs).subspan(i * count, count));
    }
  };
  score_step(moves_.backward.get(), prepared.backward);
  score_step(moves_.forward.get(), prepared.forward);
}

std::size_t LearnedReordering::position_state_bytes() const {
  return classes().by_distance() ? sizeof(std::uint32_t) : place_.bytes();
}

void LearnedReordering::write_begin_position_state(std::byte* place) const {
  if (classes().by_distance()) {
    std::memset(place, 0, sizeof(std::uint32_t));
  } else {
    place_.write_begin(place);
  }
}

std::size_t LearnedReordering::pending_state_bytes() const {
  return moves_.forward ? classes().size() * sizeof(float) : 0;
}

// A move is the distance for scores that are made of it, the classes of both directions where they can
// differ, and else the class.
std::uint32_t LearnedReordering::move_count() const {
  if (adjusted()) return std::numeric_limits<std::uint32_t>::max();
  const auto count = static_cast<std::uint32_t>(classes().size());
  return both() && !classes().by_distance() ? count * count : count;
}

std::uint32_t LearnedReordering::move(text::Span source, const std::byte* before,
                                      std::byte* after) const noexcept {
  if (classes().by_distance()) {
    std::uint32_t end = 0;
    std::memcpy(&end, before, sizeof end);
    std::memcpy(after, &source.end, sizeof source.end);
    const std::int32_t distance = static_cast<std::int32_t>(end) - static_cast<std::int32_t>(source.begin);
    return adjusted() ? number_of(distance) : classes().class_of(distance, phrase::Orientation::kMonotone);
  }
  const auto found = place_.advance(source, before, after);
  const std::uint32_t backward = classes().class_of(0, found.backward);
  if (!moves_.forward) return backward;
  const std::uint32_t forward = classes().class_of(0, found.forward);
  return moves_.backward ? backward * static_cast<std::uint32_t>(classes().size()) + forward : forward;
}

std::size_t LearnedReordering::backward_class(std::uint32_t move) const noexcept {
  if (adjusted()) return classes().class_of(distance_of(move), phrase::Orientation::kMonotone);
  return both() && !classes().by_distance() ? move / classes().size() : move;
}

std::size_t LearnedReordering::forward_class(std::uint32_t move) const noexcept {
  if (adjusted()) return backward_class(move);
  return both() && !classes().by_distance() ? move % classes().size() : move;
}

float LearnedReordering::score(float log_prob, std::uint32_t move) const noexcept {
  if (!adjusted()) return log_prob;
  return static_cast<float>(
      reorder::distance_adjusted_score(distance_of(move), std::exp(double{log_prob}), moves_.adjustment));
}

void LearnedReordering::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                            std::uint32_t move, std::span<float> scores) const noexcept {
  if (!moves_.backward) return;
  const std::size_t placed = backward_class(move);
  const float log_prob =
      static_cast<const Prepared*>(cache)->backward.log_probs[option.index * classes().size() + placed];
  scores[moves_.form == ReorderingForm::kPerClass ? placed : 0] += score(log_prob, move);
}

void LearnedReordering::add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                                           std::span<float> scores) const noexcept {
  if (!moves_.forward) return;
  const std::size_t placed = forward_class(move);
  // Before the first phrase all is zero, and nobody says anything about the move.
  const bool begin = std::all_of(pending_state, pending_state + pending_state_bytes(),
                                 [](std::byte b) { return b == std::byte{0}; });
  if (begin) return;
  float log_prob = 0;
  std::memcpy(&log_prob, pending_state + placed * sizeof(float), sizeof(float));
  const std::size_t first = scores.size() - scores_per_direction();
  scores[first + (moves_.form == ReorderingForm::kPerClass ? placed : 0)] += score(log_prob, move);
}

void LearnedReordering::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                            std::byte* pending_state) const noexcept {
  if (!moves_.forward) return;
  const auto& forward = static_cast<const Prepared*>(cache)->forward.log_probs;
  std::memcpy(pending_state, forward.data() + option.index * classes().size(), pending_state_bytes());
}

}  // namespace calque::decode
