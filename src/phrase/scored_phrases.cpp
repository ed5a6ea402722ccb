#include "phrase/scored_phrases.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "phrase/hash.h"
#include "phrase/intern.h"
#include "phrase/lexicon.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kPhrasesPerBlock = 2048;

// Where the words and links of an occurrence stand.
class OccurrenceView {
 public:
  OccurrenceView(const text::ParallelCorpus& corpus, const Alignments& alignments,
                 std::span<const Occurrence> occurrences)
      : corpus_(corpus), alignments_(alignments), occurrences_(occurrences) {}

  std::size_t size() const { return occurrences_.size(); }
  std::span<const text::WordId> source(std::uint32_t item) const {
    const Occurrence& found = occurrences_[item];
    return corpus_.source.tokens().subspan(corpus_.source.offset(found.sentence) + found.source_begin,
                                           found.source_length);
  }
  std::span<const text::WordId> target(std::uint32_t item) const {
    const Occurrence& found = occurrences_[item];
    return corpus_.target.tokens().subspan(corpus_.target.offset(found.sentence) + found.target_begin,
                                           found.target_length);
  }
  std::span<const text::Link> links(std::uint32_t item) const {
    const Occurrence& found = occurrences_[item];
    return inner_links(alignments_.links(found.alignment, found.sentence), found);
  }
  InternalLink inside(std::uint32_t item, const text::Link& link) const {
    return {static_cast<std::uint8_t>(link.source - occurrences_[item].source_begin),
            static_cast<std::uint8_t>(link.target - occurrences_[item].target_begin)};
  }

 private:
  const text::ParallelCorpus& corpus_;
  Alignments alignments_;
  std::span<const Occurrence> occurrences_;
};

template <typename WordsOf>
Interned intern_phrases(std::size_t count, const WordsOf& words_of, ThreadPool& threads) {
  return intern(
      count, [&](std::uint32_t item) { return hash_words(words_of(item)); },
      [&](std::uint32_t a, std::uint32_t b) { return std::ranges::equal(words_of(a), words_of(b)); },
      threads);
}

Interned intern_alignments(const OccurrenceView& view, ThreadPool& threads) {
  const auto hash = [&](std::uint32_t item) {
    std::uint64_t value = 0;
    for (const text::Link& link : view.links(item)) {
      const InternalLink inside = view.inside(item, link);
      value = mix_into(value, (std::uint64_t{inside.source} << 8 | inside.target) + 1);
    }
    return mix_into(value, 0);
  };
  const auto equal = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::equal(view.links(a), view.links(b), [&](const text::Link& x, const text::Link& y) {
      return view.inside(a, x) == view.inside(b, y);
    });
  };
  return intern(view.size(), hash, equal, threads);
}

template <typename WordsOf>
Sequences<text::WordId> phrases_of(const Interned& interned, const WordsOf& words_of) {
  Sequences<text::WordId> phrases;
  for (const std::uint32_t item : interned.first) {
    const auto words = words_of(item);
    phrases.items.insert(phrases.items.end(), words.begin(), words.end());
    phrases.close();
  }
  return phrases;
}

Sequences<InternalLink> alignments_of(const Interned& interned, const OccurrenceView& view) {
  Sequences<InternalLink> alignments;
  for (const std::uint32_t item : interned.first) {
    for (const text::Link& link : view.links(item)) alignments.items.push_back(view.inside(item, link));
    alignments.close();
  }
  return alignments;
}

bool by_target(const InternalLink& a, const InternalLink& b) {
  return a.target != b.target ? a.target < b.target : a.source < b.source;
}

// What an occurrence of a given source phrase adds to the counts, in one number: sorted, occurrences of a
// pair stand together, and among them those with the same internal alignment.
struct OccurrenceKey {
  static constexpr unsigned kAlignmentBits = 28;
  static constexpr std::size_t kMostAlignments = std::size_t{1} << kAlignmentBits;

  static std::uint64_t of(std::uint32_t target, std::uint32_t alignment, Orientation backward,
                          Orientation forward) {
    return std::uint64_t{target} << 32U | std::uint64_t{alignment} << 4U | index_of(backward) << 2U |
           index_of(forward);
  }
  static std::uint32_t target(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32U); }
  static std::uint32_t alignment(std::uint64_t key) { return static_cast<std::uint32_t>(key) >> 4U; }
  static std::size_t backward(std::uint64_t key) { return key >> 2U & 3U; }
  static std::size_t forward(std::uint64_t key) { return key & 3U; }
};

// Turns the occurrences of a source phrase into pairs: counts, picks alignments and computes the scores.
class PairScorer {
 public:
  PairScorer(const ScoredPhrases& phrases, const Lexicon& lexicon) : phrases_(phrases), lexicon_(lexicon) {
    target_order_ = phrases.alignments;
    for (std::size_t i = 0; i < target_order_.size(); ++i) {
      const auto links =
          std::span(target_order_.items)
              .subspan(target_order_.offsets[i], target_order_.offsets[i + 1] - target_order_.offsets[i]);
      std::sort(links.begin(), links.end(), by_target);
    }
  }

  // `keys` of every occurrence of the source phrase; they are sorted in place.
  void score(std::uint32_t source, std::span<std::uint64_t> keys, std::vector<ScoredPair>& out) const {
    std::sort(keys.begin(), keys.end());
    const std::size_t first_pair = out.size();
    for (std::size_t begin = 0; begin < keys.size();) {
      std::size_t end = begin;
      while (end < keys.size() && OccurrenceKey::target(keys[end]) == OccurrenceKey::target(keys[begin]))
        ++end;
      out.push_back(make_pair(source, keys.subspan(begin, end - begin)));
      begin = end;
    }
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first_pair), out.end(),
                     [](const ScoredPair& a, const ScoredPair& b) { return a.count > b.count; });
  }

 private:
  // The most frequent alignment in the two orders that break ties.
  struct BestAlignments {
    std::uint32_t for_target = 0;
    std::uint32_t for_source = 0;
  };

  ScoredPair make_pair(std::uint32_t source, std::span<const std::uint64_t> keys) const {
    const BestAlignments best = best_alignments(keys);
    ScoredPair pair;
    pair.target = OccurrenceKey::target(keys.front());
    for (const std::uint64_t key : keys) {
      ++pair.orientations.backward[OccurrenceKey::backward(key)];
      ++pair.orientations.forward[OccurrenceKey::forward(key)];
    }
    pair.alignment = best.for_target;
    pair.count = static_cast<std::uint32_t>(keys.size());
    const auto source_words = phrases_.source[source];
    const auto target_words = phrases_.target[pair.target];
    const double log_count = std::log(static_cast<double>(pair.count));
    const auto store = [&](Score score, double log_prob) {
      pair.log_scores[index_of(score)] = static_cast<float>(log_prob);
    };
    store(Score::kSourceGivenTarget,
          log_count - std::log(static_cast<double>(phrases_.target_counts[pair.target])));
    store(Score::kTargetGivenSource,
          log_count - std::log(static_cast<double>(phrases_.source_counts[source])));
    store(Score::kLexicalSourceGivenTarget,
          log_lexical_source_given_target(
              lexicon_, {source_words, target_words, phrases_.alignments[best.for_source]}));
    store(Score::kLexicalTargetGivenSource,
          log_lexical_target_given_source(
              lexicon_, {source_words, target_words, phrases_.alignments[best.for_target]}));
    return pair;
  }

  // Among equally frequent alignments the weight of the target words takes the greatest by target position,
  // the weight of the source words the greatest by source position: docs/modules/phrase.md says why.
  BestAlignments best_alignments(std::span<const std::uint64_t> keys) const {
    BestAlignments best;
    std::size_t best_count = 0;
    for (std::size_t begin = 0; begin < keys.size();) {
      std::size_t end = begin;
      const std::uint32_t alignment = OccurrenceKey::alignment(keys[begin]);
      while (end < keys.size() && OccurrenceKey::alignment(keys[end]) == alignment) ++end;
      const std::size_t count = end - begin;
      const bool tied = count == best_count;
      if (count > best_count || (tied && greater_by_target(alignment, best.for_target)))
        best.for_target = alignment;
      if (count > best_count || (tied && greater_by_source(alignment, best.for_source)))
        best.for_source = alignment;
      best_count = std::max(best_count, count);
      begin = end;
    }
    return best;
  }

  // Compares the lists "links of word 0, links of word 1, ..." lexicographically, a longer list of links of a
  // word being greater than its beginning.
  bool greater_by_target(std::uint32_t a, std::uint32_t b) const {
    const auto [x, y] = std::ranges::mismatch(target_order_[a], target_order_[b]);
    if (x == target_order_[a].end() || y == target_order_[b].end()) return x != target_order_[a].end();
    return x->target != y->target ? x->target < y->target : x->source > y->source;
  }
  bool greater_by_source(std::uint32_t a, std::uint32_t b) const {
    const auto [x, y] = std::ranges::mismatch(phrases_.alignments[a], phrases_.alignments[b]);
    if (x == phrases_.alignments[a].end() || y == phrases_.alignments[b].end())
      return x != phrases_.alignments[a].end();
    return x->source != y->source ? x->source < y->source : x->target > y->target;
  }

  const ScoredPhrases& phrases_;
  const Lexicon& lexicon_;
  Sequences<InternalLink> target_order_;
};

// The keys of all occurrences, those of one source phrase side by side.
struct GroupedKeys {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> offsets;  // per source phrase
};

GroupedKeys group_by_source(const Interned& source, const Interned& target, const Interned& alignment,
                            std::span<const Occurrence> occurrences) {
  GroupedKeys grouped;
  grouped.offsets.assign(source.first.size() + 1, 0);
  for (std::size_t i = 0; i < source.counts.size(); ++i)
    grouped.offsets[i + 1] = grouped.offsets[i] + source.counts[i];
  grouped.keys.resize(source.ids.size());
  std::vector<std::uint64_t> next(grouped.offsets.begin(), grouped.offsets.end() - 1);
  for (std::size_t i = 0; i < source.ids.size(); ++i) {
    grouped.keys[next[source.ids[i]]++] =
        OccurrenceKey::of(target.ids[i], alignment.ids[i], occurrences[i].backward, occurrences[i].forward);
  }
  return grouped;
}

void score_pairs(GroupedKeys grouped, const Lexicon& lexicon, ThreadPool& threads, ScoredPhrases& phrases) {
  struct Scored {
    std::vector<ScoredPair> pairs;
    std::vector<std::uint64_t> ends;  // of each source phrase, inside the block
  };
  const PairScorer scorer(phrases, lexicon);
  const auto blocks =
      threads.map_blocks<Scored>(phrases.source.size(), kPhrasesPerBlock, [&](const Block& block) {
        Scored scored;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          const auto keys = std::span(grouped.keys)
                                .subspan(grouped.offsets[i], grouped.offsets[i + 1] - grouped.offsets[i]);
          scorer.score(static_cast<std::uint32_t>(i), keys, scored.pairs);
          scored.ends.push_back(scored.pairs.size());
        }
        return scored;
      });
  for (const Scored& scored : blocks) {
    const std::uint64_t base = phrases.pairs.size();
    phrases.pairs.insert(phrases.pairs.end(), scored.pairs.begin(), scored.pairs.end());
    for (const std::uint64_t end : scored.ends) phrases.pair_offsets.push_back(base + end);
  }
}

}  // namespace

ScoredPhrases extract_and_score(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                const ExtractOptions& options, ThreadPool& threads, Reporter& reporter) {
  reporter.stage("extracting phrases");
  const std::vector<Occurrence> occurrences = extract_occurrences(corpus, alignments, options, threads);
  if (occurrences.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError(
        {}, fmt::format("{} phrase occurrences are more than can be counted at once", occurrences.size()),
        "use a smaller maximum phrase length or fewer sentence pairs");
  }
  const OccurrenceView view(corpus, alignments, occurrences);
  const auto source_words = [&](std::uint32_t item) { return view.source(item); };
  const auto target_words = [&](std::uint32_t item) { return view.target(item); };

  reporter.stage("counting phrases");
  Interned source = intern_phrases(view.size(), source_words, threads);
  Interned target = intern_phrases(view.size(), target_words, threads);
  const Interned alignment = intern_alignments(view, threads);
  CALQUE_CHECK(alignment.first.size() < OccurrenceKey::kMostAlignments);
  ScoredPhrases phrases;
  phrases.source = phrases_of(source, source_words);
  phrases.target = phrases_of(target, target_words);
  phrases.alignments = alignments_of(alignment, view);

  reporter.stage("scoring phrases");
  GroupedKeys grouped = group_by_source(source, target, alignment, occurrences);
  phrases.source_counts = std::move(source.counts);
  phrases.target_counts = std::move(target.counts);
  const Lexicon lexicon = Lexicon::estimate(corpus, alignments, threads);
  score_pairs(std::move(grouped), lexicon, threads, phrases);
  phrases.statistics = {occurrences.size(), phrases.pairs.size(), phrases.source.size(),
                        phrases.target.size()};
  reporter.note(fmt::format("{} phrase occurrences, {} distinct pairs, {} source phrases",
                            phrases.statistics.occurrences, phrases.statistics.pairs,
                            phrases.statistics.source_phrases));
  return phrases;
}

}  // namespace calque::phrase
