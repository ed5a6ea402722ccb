#include "block/trainer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "block/source_filter.h"

namespace calque::block {
namespace {

constexpr std::size_t kPairsAtOnce = 64;
constexpr std::size_t kPairsInMemory = 4096;
constexpr std::string_view kOrientationLetters = "abcde";
constexpr std::string_view kNeutralLetters = "acde";
constexpr std::string_view kDistortionLetters = "abcdefg";

enum class Use { kTrain, kHoldOut, kLeaveOut };

// What counting finds in a run of sentence pairs.
struct Counted {
  EventCounts counts;
  std::vector<std::pair<BlockId, Orientation>> placed;
  std::array<std::vector<std::uint64_t>, kBinaryKinds> keys;
};

struct Points {
  DataPoints points{0};
  DataPoints neutral{0};
  DataPoints held_out{0};
  DataPoints held_out_neutral{0};
};

class EventTraining {
 public:
  EventTraining(const EventInputs& inputs, const EventSettings& settings, ThreadPool& threads)
      : inputs_(inputs), settings_(settings), threads_(threads) {}

  Events run(Reporter& reporter) {
    reporter.stage("matching blocks");
    count();
    reporter.stage("scoring blocks");
    score_blocks();
    const BlockModel costs = costs_only();
    reporter.stage("listing alternatives");
    make_points(costs);
    return std::move(events_);
  }

 private:
  SentencePair pair(std::size_t i) const {
    return {inputs_.text.source.sentence(i), inputs_.text.target.sentence(i), inputs_.text.alignments, i};
  }

  Use use_of(std::size_t i) const {
    if (settings_.filter != nullptr &&
        !settings_.filter->shares(inputs_.text.source.sentence(i), settings_.shared_words))
      return Use::kLeaveOut;
    const bool held_out =
        settings_.held_out_every > 0 && i % settings_.held_out_every == settings_.held_out_every - 1;
    return held_out ? Use::kHoldOut : Use::kTrain;
  }

  void count() {
    std::vector<Matcher> matchers;
    for (std::size_t i = 0; i < threads_.threads(); ++i)
      matchers.emplace_back(inputs_.blocks, settings_.events.seen);
    auto parts = threads_.map_blocks<Counted>(
        inputs_.text.source.size(), kPairsAtOnce,
        [&](const Block& work) { return count_pairs(work, matchers[work.thread]); });
    if (settings_.kind == ModelKind::kOrientation) events_.data.orientations.resize(inputs_.blocks.size());
    std::array<std::vector<std::uint64_t>, kBinaryKinds> keys;
    for (Counted& part : parts) {
      add(part.counts);
      if (settings_.kind == ModelKind::kOrientation) {
        for (const auto& [block, orientation] : part.placed) {
          OrientationCount& count = events_.data.orientations[block];
          ++(orientation == Orientation::kLeft ? count.left : count.right);
        }
      }
      for (std::size_t k = 0; k < kBinaryKinds; ++k)
        keys[k].insert(keys[k].end(), part.keys[k].begin(), part.keys[k].end());
      part = {};
    }
    if (events_.counts.bigrams[0] + events_.counts.bigrams[1] == 0) {
      throw DataError({}, "no block follows another in any sentence pair",
                      "train on sentence pairs that the phrase table was made from");
    }
    events_.binary = BinaryFeatures(std::move(keys), settings_.threshold);
  }

  void add(const EventCounts& part) {
    EventCounts& all = events_.counts;
    all.sentences += part.sentences;
    all.held_out_sentences += part.held_out_sentences;
    all.filtered_sentences += part.filtered_sentences;
    all.matches += part.matches;
    all.points += part.points;
    for (std::size_t k = 0; k < all.bigrams.size(); ++k) all.bigrams[k] += part.bigrams[k];
  }

  // Bigrams of held-out pairs count for nothing.
  Counted count_pairs(const Block& work, Matcher& matcher) const {
    Counted counted;
    std::vector<Match> all_matches;
    std::vector<Match> matches;
    std::vector<Bigram> bigrams;
    for (std::size_t i = work.begin; i < work.end; ++i) {
      const Use use = use_of(i);
      if (use == Use::kHoldOut) ++counted.counts.held_out_sentences;
      if (use == Use::kLeaveOut) ++counted.counts.filtered_sentences;
      if (use != Use::kTrain) continue;
      ++counted.counts.sentences;
      const SentencePair sentences = pair(i);
      matcher.find(sentences, all_matches);
      choose_true(all_matches, sentences, settings_.events.true_matches, matches);
      list_bigrams(matches, settings_.events.adjacency, bigrams);
      counted.counts.matches += matches.size();
      for (const Bigram& bigram : bigrams) count_bigram(matches, bigram, counted);
      counted.counts.points += points_in(matches.size(), bigrams);
    }
    return counted;
  }

  // Matches that have a successor.
  static std::size_t points_in(std::size_t matches, std::span<const Bigram> bigrams) {
    std::vector<bool> is_followed(matches);
    for (const Bigram& bigram : bigrams) {
      if (bigram.previous != kNoMatch) is_followed[bigram.previous] = true;
    }
    return static_cast<std::size_t>(std::count(is_followed.begin(), is_followed.end(), true));
  }

  void count_bigram(std::span<const Match> matches, const Bigram& bigram, Counted& counted) const {
    ++counted.counts.bigrams[static_cast<std::size_t>(bigram.orientation)];
    if (bigram.previous == kNoMatch) return;
    const BlockId next = matches[bigram.match].block;
    const BlockId previous = matches[bigram.previous].block;
    if (settings_.kind == ModelKind::kOrientation) counted.placed.emplace_back(next, bigram.orientation);
    if (settings_.binary.empty()) return;
    const BlockSides before = BlockSides::of(previous, inputs_.blocks.target_words(previous));
    const BlockSides after = BlockSides::of(next, inputs_.blocks.target_words(next));
    for (const BinaryKind kind : settings_.binary) {
      counted.keys[static_cast<std::size_t>(kind)].push_back(feature_key(kind, before, after));
    }
  }

  void score_blocks() {
    ModelData& data = events_.data;
    const BlockSet& blocks = inputs_.blocks;
    data.kind = settings_.kind;
    data.prior_costs.resize(blocks.size());
    if (settings_.kind == ModelKind::kOrientation) {
      for (BlockId b = 0; b < blocks.size(); ++b)
        data.prior_costs[b] = cost_of(blocks.count(b) / blocks.total_count());
    } else {
      for (BlockId b = 0; b < blocks.size(); ++b)
        data.prior_costs[b] = cost_of(blocks.count(b) / blocks.target_total(blocks.target_of(b)));
      count_steps();
    }
    data.lexical_costs = inputs_.p_source_given_target && settings_.kind == ModelKind::kDistortion
                             ? model1_costs(blocks, inputs_.p_source_given_target, threads_)
                             : lexical_costs(blocks, settings_.norm, threads_);
  }

  void count_steps() {
    StepCounts counts(inputs_.text.source_words);
    for (const text::AlignmentCorpus& alignment : inputs_.text.alignments) {
      CALQUE_CHECK(alignment.size() == inputs_.text.source.size());
      for (std::size_t i = 0; i < alignment.size(); ++i) {
        if (use_of(i) != Use::kHoldOut) counts.add(inputs_.text.source.sentence(i), alignment.alignment(i));
      }
    }
    events_.data.steps = counts.costs(settings_.steps);
  }

  BlockModel costs_only() const {
    ModelData data = events_.data;
    const bool orientation = data.kind == ModelKind::kOrientation;
    data.weights.resize(orientation ? kOrientationFloats : kDistortionFloats);
    data.neutral_weights.resize(orientation ? kNeutralFloats : 0);
    return BlockModel::from_data(std::move(data));
  }

  void make_points(const BlockModel& costs) {
    std::vector<VectorMaker> vectors;
    for (const ModelOfFold& fold : inputs_.language_models)
      vectors.emplace_back(inputs_.blocks, costs, *fold.model, fold.words);
    EventOptions options = settings_.events;
    if (settings_.max_points > 0)
      options.point_every *= (events_.counts.points + settings_.max_points - 1) / settings_.max_points;
    options.point_every = std::max<std::size_t>(options.point_every, 1);
    events_.counts.point_every = options.point_every;
    std::vector<EventMaker> makers;  // by thread, then by fold
    for (std::size_t i = 0; i < threads_.threads() * vectors.size(); ++i)
      makers.emplace_back(vectors[i % vectors.size()], events_.binary, options);
    const std::size_t floats =
        settings_.kind == ModelKind::kOrientation ? kOrientationFloats : kDistortionFloats;
    const auto empty = [&] {
      return Points{DataPoints(floats), DataPoints(kNeutralFloats), DataPoints(floats),
                    DataPoints(kNeutralFloats)};
    };
    const auto points_of = [&](const Block& work, std::size_t first) {
      Points part = empty();
      for (std::size_t i = first + work.begin; i < first + work.end; ++i) {
        EventMaker& maker = makers[work.thread * vectors.size() + i % vectors.size()];
        const Use use = use_of(i);
        if (use == Use::kTrain) maker.add_points(pair(i), part.points, part.neutral);
        if (use == Use::kHoldOut) maker.add_points(pair(i), part.held_out, part.held_out_neutral);
      }
      return part;
    };
    Points all = empty();
    // Some thousands at a time, so that no two copies of everything are in memory at once.
    const std::size_t pairs = inputs_.text.source.size();
    for (std::size_t first = 0; first < pairs; first += kPairsInMemory) {
      auto parts = threads_.map_blocks<Points>(std::min(kPairsInMemory, pairs - first), kPairsAtOnce,
                                               [&](const Block& work) { return points_of(work, first); });
      for (Points& part : parts) {
        all.points.append(part.points);
        all.neutral.append(part.neutral);
        all.held_out.append(part.held_out);
        all.held_out_neutral.append(part.held_out_neutral);
        part = {};
      }
    }
    events_.points = std::move(all.points);
    events_.neutral = std::move(all.neutral);
    events_.held_out = std::move(all.held_out);
    events_.held_out_neutral = std::move(all.held_out_neutral);
  }

  const EventInputs& inputs_;
  const EventSettings& settings_;
  ThreadPool& threads_;
  Events events_;
};

// One set of points with its own weights, in one or two stages.
struct Learning {
  const DataPoints* points = nullptr;
  const DataPoints* held_out = nullptr;
  std::vector<bool> moves{};
  BlockWeights weights{};
  std::vector<PassReport> passes{};

  void run(const WeightSettings& settings, const PassObserver& observer) {
    OnlineOptions options = settings.online;
    options.float_moves = moves;
    if (settings.keep_floats) options.float_moves.assign(moves.size(), false);
    const bool staged = settings.two_stages && !settings.keep_floats && points->binary_limit() > 0;
    if (staged) {
      options.passes = settings.float_passes;
      options.binary_moves = false;
      passes = train_in_memory(*points, *held_out, options, weights, observer);
      options = settings.online;
      options.float_moves.assign(moves.size(), false);
    }
    const auto more = train_in_memory(*points, *held_out, options, weights, observer);
    passes.insert(passes.end(), more.begin(), more.end());
  }
};

std::array<std::vector<BinaryWeight>, kBinaryKinds> weights_by_kind(const BinaryFeatures& features,
                                                                    std::span<const double> weights) {
  std::array<std::vector<BinaryWeight>, kBinaryKinds> result;
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    const auto kind = static_cast<BinaryKind>(k);
    const auto keys = features.keys(kind);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t number = features.first(kind) + i;
      if (number < weights.size() && weights[number] != 0)
        result[k].push_back({keys[i], static_cast<float>(weights[number])});
    }
  }
  return result;
}

}  // namespace

text::Corpus in_ids_of(const text::VocabularyView& vocabulary, const text::Corpus& sentences,
                       const text::VocabularyView& own) {
  std::vector<text::WordId> ids(own.size());
  for (std::uint32_t i = 0; i < own.size(); ++i)
    ids[i] = vocabulary.find(own.word(text::WordId{i})).value_or(kNotInSet);
  text::Corpus result;
  std::vector<text::WordId> words;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    words.clear();
    for (const text::WordId word : sentences.sentence(i)) words.push_back(ids[text::index_of(word)]);
    result.add_sentence(words);
  }
  return result;
}

void EventSettings::complete(std::optional<Adjacency> successors) {
  const bool orientation = kind == ModelKind::kOrientation;
  if (orientation) events.alternatives = Alternatives::kSource;
  events.adjacency = successors.value_or(orientation ? Adjacency::kTouching : Adjacency::kAnywhere);
  validate();
}

void EventSettings::validate() const {
  if (kind == ModelKind::kOrientation && events.adjacency == Adjacency::kAnywhere) {
    throw UsageError({}, "the orientation model is made of blocks that touch",
                     "leave --successors out, or use the distortion model");
  }
  if (events.max_alternatives == 0) {
    throw UsageError({}, "no alternatives are left to learn from", "9 alternatives are usual");
  }
  if (!(steps.lambda >= 0 && steps.lambda <= 1)) {
    throw UsageError({}, "the share of a word's own steps is not between 0 and 1", "0.9 is usual");
  }
  if (shared_words == 0) {
    throw UsageError({}, "with 0 words in common every sentence pair would be used",
                     "give --shared-words of 1 or more");
  }
  if (held_out_every == 1) {
    throw UsageError({}, "no sentence pair is left to learn from",
                     "hold out one of 2 or more, or 0 for none");
  }
}

Events make_events(const EventInputs& inputs, const EventSettings& settings, ThreadPool& threads,
                   Reporter& reporter) {
  settings.validate();
  CALQUE_CHECK(!inputs.language_models.empty());
  if (inputs.blocks.size() == 0 || !(inputs.blocks.total_count() > 0)) {
    throw DataError({}, "the phrase table has no pairs with counts",
                    "use a model of 'calque train', or a phrase table with counts");
  }
  return EventTraining(inputs, settings, threads).run(reporter);
}

std::vector<bool> WeightSettings::chosen(std::string_view all) const {
  std::vector<bool> result(all.size(), components.empty());
  for (const char letter : components) {
    const std::size_t at = all.find(letter);
    if (at != std::string_view::npos) result[at] = true;
  }
  return result;
}

Trained train_weights(Events& events, const WeightSettings& settings, ThreadPool& threads,
                      Reporter& reporter) {
  settings.online.validate();
  const bool orientation = events.data.kind == ModelKind::kOrientation;
  const std::string_view letters = orientation ? kOrientationLetters : kDistortionLetters;
  for (const char letter : settings.components) {
    if (letters.find(letter) == std::string_view::npos) {
      throw UsageError({}, fmt::format("this model has no feature '{}'", letter),
                       fmt::format("use letters of {}", letters));
    }
  }
  std::array<Learning, 2> learnings{
      Learning{&events.points, &events.held_out, settings.chosen(letters), zero_weights(events.points)},
      Learning{&events.neutral, &events.held_out_neutral, settings.chosen(kNeutralLetters),
               zero_weights(events.neutral)}};
  const auto begin_with = [](Learning& learning, const std::vector<double>& start) {
    if (start.empty()) return;
    CALQUE_CHECK(start.size() == learning.weights.floats.size());
    learning.weights.floats = start;
  };
  begin_with(learnings[0], settings.start);
  if (orientation) begin_with(learnings[1], settings.neutral_start);
  TrainingReport report;
  reporter.stage("training weights");
  if (settings.check_bound) report.bound = check_bound(events.points, settings.online, learnings[0].weights);
  threads.for_blocks(orientation ? 2 : 1, 1,
                     [&](const Block& work) { learnings[work.index].run(settings, {}); });
  report.passes = std::move(learnings[0].passes);
  report.neutral_passes = std::move(learnings[1].passes);
  ModelData data = std::move(events.data);
  data.weights = learnings[0].weights.floats;
  if (orientation) data.neutral_weights = learnings[1].weights.floats;
  data.binary = weights_by_kind(events.binary, learnings[0].weights.binary);
  return {BlockModel::from_data(std::move(data)), std::move(report)};
}

}  // namespace calque::block
