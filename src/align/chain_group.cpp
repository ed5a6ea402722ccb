#include "align/chain_group.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "align/chain_state.h"
#include "align/sampler_tables.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/lanes.h"

namespace calque::align {
namespace {

using text::index_of;
using text::WordId;

using Integers = std::int32_t __attribute__((vector_size(16)));

template <std::size_t kChains, typename Link>
class Group final : public ChainGroup {
  using Code = LinkCode<Link>;
  using State = DirectionState<Link>;

 public:
  Group(const TrainingData& data, const SamplerPriors& priors, std::size_t first_chain, std::uint64_t seed)
      : data_(data),
        priors_(priors),
        first_chain_(first_chain),
        seed_(seed),
        agreement_bonus_(std::exp(priors.agreement) - 1.0F),
        null_odds_(priors.null_probability / (1.0F - priors.null_probability)),
        links_(data),
        same_{SameWords(data.table().source_words()), SameWords(data.table().target_words())} {
    const std::size_t longest = data.segmentation().longest_side;
    const std::array<std::size_t, 2> words{data.table().source_words(), data.table().target_words()};
    const std::array<std::size_t, 2> tokens{data.corpus().source.token_count(),
                                            data.corpus().target.token_count()};
    for (std::size_t d = 0; d < 2; ++d) {
      generators_[d].resize(words[d] * kChains);
      for (std::size_t c = 0; c < kChains; ++c) {
        State& state = states_.emplace_back(longest);
        state.null_links.assign(words[1 - d], 0);
        state.null_prior_mass = priors.null_translation * static_cast<float>(words[1 - d]);
        state.links.assign(tokens[1 - d], Code::kNoLinkYet);
      }
    }
    for (const Direction direction : kDirections) {
      for (const std::uint32_t partners : data.table().partners(direction)) {
        prior_mass_[index_of(direction)].push_back(priors.translation * static_cast<float>(partners));
      }
    }
  }

  void sweep(SamplingStage stage, std::uint64_t number) override {
    stage_ = stage;
    sweep_number_ = number;
    for (State& state : states_) {
      state.jumps.update(state.jump_counts, priors_.jump);
      std::fill(state.jump_counts.begin(), state.jump_counts.end(), 0);
    }
    const std::size_t segments = data_.segmentation().segments.size();
    if (segments > 0) data_.index().cells(0, cells_);
    for (std::size_t s = 0; s < segments; ++s) {
      next_cells_.clear();
      if (s + 1 < segments) data_.index().cells(s + 1, next_cells_);
      fetched_ = 0;
      sample_segment(s);
      std::swap(cells_, next_cells_);
    }
  }

  std::uint64_t pair_links(const WordPair& pair, Direction direction) const override {
    const bool forward = is_forward(direction);
    return links_.over_chains(index_of(direction), {pair.number, forward ? pair.source : pair.target,
                                                    forward ? pair.target : pair.source});
  }
  GeneratorCounts generator_counts(std::size_t word, Direction direction) const override {
    GeneratorCounts sum;
    for (std::size_t c = 0; c < kChains; ++c) {
      const GeneratorEntry& entry = generators_[index_of(direction)][word * kChains + c];
      sum.links += entry.links;
      for (std::size_t k = 0; k < kFertilities; ++k) sum.fertilities[k] += entry.fertilities[k];
    }
    return sum;
  }
  std::uint64_t null_links(std::size_t word, Direction direction) const override {
    return sum_over_chains(direction, [word](const State& state) { return state.null_links[word]; });
  }
  std::uint64_t jumps(std::size_t bucket, Direction direction) const override {
    return sum_over_chains(direction, [bucket](const State& state) { return state.jump_counts[bucket]; });
  }
  std::optional<std::size_t> link(std::size_t token, std::size_t chain, Direction direction) const override {
    const Link link = states_[index_of(direction) * kChains + chain].links[token] & Code::kPositionBits;
    return link < Code::kNoLinkYet ? std::optional<std::size_t>(link) : std::nullopt;
  }

 private:
  template <typename Number>
  std::uint64_t sum_over_chains(Direction direction, Number number) const {
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < kChains; ++c) {
      sum += number(states_[index_of(direction) * kChains + c]);
    }
    return sum;
  }

  void sample_segment(std::size_t segment) {
    const Segment& piece = data_.segmentation().segments[segment];
    // The next sentence's counts are prefetched, a few for each word of this one that is sampled.
    cells_per_word_ = next_cells_.size() / (kChains * (piece.source.size() + piece.target.size())) + 1;
    const text::Corpus& source = data_.corpus().source;
    const text::Corpus& target = data_.corpus().target;
    const std::array<std::span<const WordId>, 2> words{
        source.sentence(piece.sentence).subspan(piece.source.begin, piece.source.size()),
        target.sentence(piece.sentence).subspan(piece.target.begin, piece.target.size())};
    const std::array<std::uint64_t, 2> first{source.offset(piece.sentence) + piece.source.begin,
                                             target.offset(piece.sentence) + piece.target.begin};
    for (std::size_t d = 0; d < 2; ++d) {
      same_[d].build(words[d]);
      const std::size_t width = words[0].size();
      view_ = {words[d],     words[1 - d], padded(words[d].size()), d == 0 ? 1 : width, d == 0 ? width : 1,
               first[1 - d], first[d]};
      for (std::size_t c = 0; c < kChains; ++c) {
        const std::uint64_t stream = (seed_ + first_chain_ + c) * kGoldenRatio + 2 * sweep_number_ + d;
        SentenceRandom random(stream, segment);
        sample_direction(d, c, random);
      }
    }
  }

  void fetch_ahead() {
    const std::size_t end = std::min(fetched_ + cells_per_word_, next_cells_.size());
    for (; fetched_ < end; ++fetched_) links_.fetch(next_cells_[fetched_]);
  }

  GeneratorEntry& entry(std::size_t d, std::size_t c, std::size_t i) {
    return generators_[d][index_of(view_.generators[i]) * kChains + c];
  }

  // The factor of generator i that does not depend on the generated word: the ratio of the probabilities of
  // its fertility with and without one more word, over its total. The generator's own place in the fertility
  // counts, where it was when the sentence began, is left out.
  float generator_factor(const GeneratorEntry& of, std::size_t d, std::size_t i,
                         std::uint32_t fertility) const {
    const float total = static_cast<float>(of.links) + prior_mass_[d][index_of(view_.generators[i])];
    if (stage_ != SamplingStage::kFertility) return 1.0F / total;
    if (fertility + 1 >= kFertilities) return kOverfullRatio / total;
    const std::uint32_t own = fertility_before_[i];
    const auto times = [&](std::uint32_t k) {
      return static_cast<float>(of.fertilities[k] - (k == own ? 1U : 0U)) + priors_.fertility;
    };
    return times(fertility + 1) / (times(fertility) * total);
  }

  // Fertilities, factors, next links and the other direction's links, as they are before sampling.
  void prepare(std::size_t d, std::size_t c) {
    const Link* const links = states_[d * kChains + c].links.data() + view_.first_generated;
    const std::size_t generated = view_.generated.size();
    const std::size_t generators = view_.generators.size();
    fertility_.assign(generators, 0);
    next_link_.resize(generated + 1);
    next_link_[generated] = static_cast<std::uint32_t>(generators);
    for (std::size_t j = generated; j-- > 0;) {
      const Link position = links[j] & Code::kPositionBits;
      const bool linked = position < Code::kNoLinkYet;
      next_link_[j] = linked ? position : next_link_[j + 1];
      if (linked) ++fertility_[position];
    }
    const bool counted = links[0] != Code::kNoLinkYet;
    fertility_before_.resize(generators);
    factor_.resize(view_.row);
    for (std::size_t i = 0; i < generators; ++i) {
      fertility_before_[i] = counted ? static_cast<std::uint32_t>(fertility_class(fertility_[i])) : kNobody;
      const GeneratorEntry& of = entry(d, c, i);
      factor_[i] = generator_factor(of, d, i, fertility_[i]);
    }
    std::fill(factor_.begin() + static_cast<std::ptrdiff_t>(generators), factor_.end(), 0.0F);
    weights_.resize(view_.row);
    const Link* const reverse = states_[(1 - d) * kChains + c].links.data() + view_.first_generator;
    agreeing_.assign(generated, kNobody);
    next_agreeing_.resize(generators);
    for (std::size_t i = 0; i < generators; ++i) {
      const Link position = reverse[i] & Code::kPositionBits;
      if (position >= Code::kNoLinkYet) continue;
      next_agreeing_[i] = std::exchange(agreeing_[position], static_cast<std::uint32_t>(i));
    }
  }

  typename PairLinks<kChains>::Place place(std::size_t j, std::size_t i) const {
    return {cells_[j * view_.generated_stride + i * view_.generator_stride], index_of(view_.generators[i]),
            index_of(view_.generated[j])};
  }

  // Puts the link into the counts (change 1) or takes it out (change -1).
  void change_link(std::size_t d, std::size_t c, std::size_t j, std::size_t i, int change) {
    const auto step = static_cast<std::uint32_t>(change);
    links_.change(d, c, place(j, i), step);
    GeneratorEntry& of = entry(d, c, i);
    of.links += step;
    fertility_[i] += step;
    std::size_t same = i;
    do {
      factor_[same] = generator_factor(of, d, same, fertility_[same]);
      same = same_[d].next(same);
    } while (same != i);
  }

  // weights_[i] for all generators of word j; returns their sums by lane. `links(i)` is the number of links
  // of the two words.
  template <typename Links>
  Lanes weigh(const State& state, const Links& links, std::ptrdiff_t previous, std::ptrdiff_t next) {
    const std::size_t generators = view_.generators.size();
    const std::size_t whole = generators / kLanes * kLanes;
    const float prior = priors_.translation;
    const bool jumps = stage_ != SamplingStage::kTranslation;
    const float* const backward = jumps ? state.jumps.from(previous) : state.jumps.everywhere();
    const float* const leaving = jumps ? state.jumps.to(next) : state.jumps.everywhere();
    float* const weights = weights_.data();
    const float* const factor = factor_.data();
    Lanes sums{};
    for (std::size_t i = 0; i < whole; i += kLanes) {
      const Integers counts{links(i), links(i + 1), links(i + 2), links(i + 3)};
      const Lanes w = (__builtin_convertvector(counts, Lanes) + prior) * lanes_at(factor + i) *
                      lanes_at(backward + i) * lanes_at(leaving + i);
      lanes_at(weights + i) = w;
      sums += w;
    }
    for (std::size_t i = whole; i < generators; ++i) {
      weights[i] = (static_cast<float>(links(i)) + prior) * factor[i] * backward[i] * leaving[i];
      sums[i - whole] += weights[i];
    }
    return sums;
  }

  Lanes weigh_word(const State& state, std::size_t d, std::size_t c, std::size_t j, std::ptrdiff_t previous) {
    const auto next = static_cast<std::ptrdiff_t>(next_link_[j + 1]);
    Lanes sums{};
    if (links_.is_frequent(d, index_of(view_.generated[j]))) {
      const auto links = [&](std::size_t i) {
        return static_cast<std::int32_t>(links_.frequent(d, place(j, i))[c]);
      };
      sums = weigh(state, links, previous, next);
    } else {
      const std::uint32_t* const cell = cells_.data() + j * view_.generated_stride;
      const std::size_t stride = view_.generator_stride;
      const auto links = [&](std::size_t i) {
        return static_cast<std::int32_t>(links_.usual(d, cell[i * stride])[c]);
      };
      sums = weigh(state, links, previous, next);
    }
    if (stage_ == SamplingStage::kTranslation) return sums;
    for (std::uint32_t i = agreeing_[j]; i != kNobody; i = next_agreeing_[i]) {
      const float more = weights_[i] * agreement_bonus_;
      weights_[i] += more;
      sums[i % kLanes] += more;
    }
    return sums;
  }

  // The position at `point` of the weights laid end to end, lane by lane.
  std::size_t pick(const Lanes& sums, float point) const {
    const std::size_t generators = view_.generators.size();
    std::size_t lane = 0;
    while (lane + 1 < kLanes && point >= sums[lane]) point -= sums[lane++];
    std::size_t chosen = std::min(lane, generators - 1);
    for (std::size_t i = lane; i < generators; i += kLanes) {
      chosen = i;
      if (point < weights_[i]) break;
      point -= weights_[i];
    }
    return chosen;
  }

  // A new link for word j. Its present one is not in weights, except for the null word's. It rests if it
  // hardly could be another.
  Link draw(const State& state, std::size_t d, std::size_t c, std::size_t j, std::ptrdiff_t previous,
            SentenceRandom& random) {
    const Lanes sums = weigh_word(state, d, c, j, previous);
    const float linked = sum_of(sums);
    const bool translation_only = stage_ == SamplingStage::kTranslation;
    const float null_position =
        translation_only ? static_cast<float>(view_.generators.size())
                         : state.jumps.of(static_cast<std::ptrdiff_t>(next_link_[j + 1]) - previous);
    const auto null_links = static_cast<float>(state.null_links[index_of(view_.generated[j])]);
    const float null_total = static_cast<float>(state.all_null_links) + state.null_prior_mass;
    const float null_weight =
        (null_links + priors_.null_translation) / null_total * null_odds_ * null_position;
    const float all = linked + null_weight;
    const float point = random.uniform() * all;
    const Link link = point < linked ? static_cast<Link>(pick(sums, point)) : Code::kNullLink;
    const float weight = link == Code::kNullLink ? null_weight : weights_[link];
    const bool rests = !translation_only && weight >= kNearlyCertain * all;
    return rests ? static_cast<Link>(link | (kRests * Code::kOneRest)) : link;
  }

  void change_null_links(State& state, std::size_t j, int change) const {
    state.null_links[index_of(view_.generated[j])] += static_cast<std::uint32_t>(change);
    state.all_null_links += change;
  }

  // Takes word j's link out of the counts, draws it again and puts it back.
  Link redraw(State& state, std::size_t d, std::size_t c, std::size_t j, std::ptrdiff_t previous,
              SentenceRandom& random) {
    const Link before = state.links[view_.first_generated + j];
    if (before == Code::kNullLink) change_null_links(state, j, -1);
    if (before < Code::kNoLinkYet) change_link(d, c, j, before, -1);
    const Link drawn = draw(state, d, c, j, previous, random);
    const Link now = drawn & Code::kPositionBits;
    if (now == Code::kNullLink) {
      change_null_links(state, j, 1);
    } else {
      change_link(d, c, j, now, 1);
    }
    return drawn;
  }

  void sample_direction(std::size_t d, std::size_t c, SentenceRandom& random) {
    prepare(d, c);
    State& state = states_[d * kChains + c];
    Link* const links = state.links.data() + view_.first_generated;
    std::ptrdiff_t previous = -1;
    for (std::size_t j = 0; j < view_.generated.size(); ++j) {
      fetch_ahead();
      if (links[j] > Code::kPositionBits) {
        links[j] = static_cast<Link>(links[j] - Code::kOneRest);
      } else {
        links[j] = redraw(state, d, c, j, previous, random);
      }
      const Link position = links[j] & Code::kPositionBits;
      if (position == Code::kNullLink) continue;
      ++state.jump_counts[jump_bucket(position - previous)];
      previous = position;
    }
    ++state.jump_counts[jump_bucket(static_cast<std::ptrdiff_t>(view_.generators.size()) - previous)];
    count_fertilities(d, c);
  }

  void count_fertilities(std::size_t d, std::size_t c) {
    for (std::size_t i = 0; i < view_.generators.size(); ++i) {
      const std::size_t now = fertility_class(fertility_[i]);
      if (now == fertility_before_[i]) continue;
      if (fertility_before_[i] != kNobody) --entry(d, c, i).fertilities[fertility_before_[i]];
      ++entry(d, c, i).fertilities[now];
    }
  }

  const TrainingData& data_;
  SamplerPriors priors_;
  std::size_t first_chain_;
  std::uint64_t seed_;
  float agreement_bonus_;
  float null_odds_;
  SamplingStage stage_ = SamplingStage::kTranslation;
  std::uint64_t sweep_number_ = 0;
  PairLinks<kChains> links_;
  // By direction and generator word: the prior's share of its total, for all words it occurs with.
  std::array<std::vector<float>, 2> prior_mass_;
  std::array<std::vector<GeneratorEntry>, 2> generators_;  // by direction; by generator word, chain
  std::vector<State> states_;                              // by direction, chain
  // Of the sentence at hand:
  SentenceView view_;
  std::array<SameWords, 2> same_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> next_cells_;
  std::size_t fetched_ = 0;  // of next_cells_
  std::size_t cells_per_word_ = 0;
  std::vector<std::uint32_t> fertility_;
  std::vector<std::uint32_t> fertility_before_;  // classes under which the sentence is counted; or kNobody
  std::vector<std::uint32_t> next_link_;         // by generated word: the first link from there on
  std::vector<std::uint32_t> agreeing_;          // by generated word: a generator whose reverse link it is
  std::vector<std::uint32_t> next_agreeing_;     // by generator: another such generator
  std::vector<float> factor_;
  std::vector<float> weights_;
};

template <typename Link>
std::unique_ptr<ChainGroup> make_group(const TrainingData& data, const SamplerPriors& priors,
                                       std::size_t first_chain, std::size_t chains, std::uint64_t seed) {
  switch (chains) {
    case 1:
      return std::make_unique<Group<1, Link>>(data, priors, first_chain, seed);
    case 2:
      return std::make_unique<Group<2, Link>>(data, priors, first_chain, seed);
    case 4:
      return std::make_unique<Group<4, Link>>(data, priors, first_chain, seed);
    default:
      fail_check("1, 2 or 4 chains", __FILE__, __LINE__);
  }
}

}  // namespace

std::unique_ptr<ChainGroup> make_chain_group(const TrainingData& data, const SamplerPriors& priors,
                                             std::size_t first_chain, std::size_t chains,
                                             std::uint64_t seed) {
  return links_fit_a_byte(data.segmentation())
             ? make_group<std::uint8_t>(data, priors, first_chain, chains, seed)
             : make_group<std::uint16_t>(data, priors, first_chain, chains, seed);
}

}  // namespace calque::align
