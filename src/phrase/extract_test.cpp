#include "phrase/extract.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using testing::AlignedCorpus;
using text::Span;

struct Pair {
  Span source;
  Span target;
  auto operator<=>(const Pair&) const = default;
};

std::vector<Occurrence> extract(const AlignedCorpus& corpus, const ExtractOptions& options = {}) {
  ThreadPool threads(1);
  return extract_occurrences(corpus.text, corpus.alignments, options, threads);
}

// Everything by definition, looking at every pair of spans.
class BruteForce {
 public:
  BruteForce(const AlignedCorpus& corpus, std::size_t sentence)
      : source_length_(static_cast<std::uint32_t>(corpus.text.source.sentence(sentence).size())),
        target_length_(static_cast<std::uint32_t>(corpus.text.target.sentence(sentence).size())),
        links_(corpus.alignments.alignment(sentence)) {}

  std::set<Pair> blocks(std::size_t max_length) const {
    std::set<Pair> found;
    for (const Span source : spans(source_length_, max_length)) {
      for (const Span target : spans(target_length_, max_length)) {
        if (consistent({source, target})) found.insert({source, target});
      }
    }
    return found;
  }

  // theory/reordering.md#training-samples: the nearest aligned target word to the left, its last source
  // word, then end + 1 - begin.
  std::int32_t distance(const Pair& pair) const {
    for (std::int64_t i = std::int64_t{pair.target.begin} - 1; i >= 0; --i) {
      std::int64_t last = -1;
      for (const text::Link& link : links_) {
        if (link.target == i) last = std::max<std::int64_t>(last, link.source);
      }
      if (last >= 0) return static_cast<std::int32_t>(last + 1 - pair.source.begin);
    }
    return -static_cast<std::int32_t>(pair.source.begin);
  }

  // theory/reordering.md#orientations; `blocks` are those that count as neighbours.
  Orientation backward(const Pair& pair, const std::set<Pair>& blocks) const {
    const std::int64_t row = std::int64_t{pair.target.begin} - 1;
    const bool left = linked(std::int64_t{pair.source.begin} - 1, row);
    const bool right = linked(pair.source.end, row);
    const auto ends_before = [&](const Pair& block) { return block.target.end == pair.target.begin; };
    return decide(
        left, right,
        [&](const Pair& block) { return ends_before(block) && block.source.end == pair.source.begin; },
        [&](const Pair& block) { return ends_before(block) && block.source.begin == pair.source.end; },
        blocks, distance(pair) <= 0);
  }
  // Whether the first source word of the nearest aligned target word to the right stands to the right.
  bool goes_on_rightwards(const Pair& pair) const {
    for (std::uint32_t i = pair.target.end; i < target_length_; ++i) {
      for (const text::Link& link : links_) {  // sorted by source
        if (link.target == i) return link.source >= pair.source.end;
      }
    }
    return true;
  }
  Orientation forward(const Pair& pair, const std::set<Pair>& blocks, ForwardBlocks rule) const {
    const bool right = linked(pair.source.end, pair.target.end);
    const bool left = linked(std::int64_t{pair.source.begin} - 1, pair.target.end);
    const auto at_next = [&](const Pair& block) {
      return rule == ForwardBlocks::kMirrored ? block.target.begin == pair.target.end
                                              : block.target.end == pair.target.end + 1;
    };
    return decide(
        right, left,
        [&](const Pair& block) { return at_next(block) && block.source.begin == pair.source.end; },
        [&](const Pair& block) { return at_next(block) && block.source.end == pair.source.begin; }, blocks,
        goes_on_rightwards(pair));
  }

  std::size_t links_inside(const Pair& pair) const {
    return static_cast<std::size_t>(std::ranges::count_if(links_, [&](const text::Link& link) {
      return pair.source.contains(link.source) && pair.target.contains(link.target);
    }));
  }
  std::uint32_t longest() const { return std::max(source_length_, target_length_); }

 private:
  static std::vector<Span> spans(std::uint32_t length, std::size_t max_length) {
    std::vector<Span> all;
    for (std::uint32_t begin = 0; begin < length; ++begin) {
      for (std::uint32_t end = begin + 1; end <= length && end - begin <= max_length; ++end)
        all.push_back({begin, end});
    }
    return all;
  }
  bool consistent(const Pair& pair) const {
    const bool crossing = std::ranges::any_of(links_, [&](const text::Link& link) {
      return pair.source.contains(link.source) != pair.target.contains(link.target);
    });
    return !crossing && links_inside(pair) > 0;
  }
  bool linked(std::int64_t source, std::int64_t target) const {
    if (source == -1 && target == -1) return true;
    if (source == source_length_ && target == target_length_) return true;
    return std::ranges::any_of(
        links_, [&](const text::Link& link) { return link.source == source && link.target == target; });
  }
  template <typename Monotone, typename Swap>
  static Orientation decide(bool monotone_link, bool swap_link, const Monotone& monotone, const Swap& swap,
                            const std::set<Pair>& blocks, bool rightwards) {
    if ((monotone_link && !swap_link) || std::ranges::any_of(blocks, monotone)) return Orientation::kMonotone;
    if ((swap_link && !monotone_link) || std::ranges::any_of(blocks, swap)) return Orientation::kSwap;
    return rightwards ? Orientation::kDiscontinuousRight : Orientation::kDiscontinuousLeft;
  }

  std::uint32_t source_length_;
  std::uint32_t target_length_;
  std::span<const text::Link> links_;
};

TEST(ExtractTest, FindsExactlyTheConsistentPairs) {
  const AlignedCorpus corpus = testing::random_corpus(1, 400, 9);
  for (const std::size_t max_length : {1, 3, 7, 100}) {
    std::vector<std::set<Pair>> found(corpus.text.size());
    ExtractOptions options;
    options.max_length = max_length;
    for (const Occurrence& occurrence : extract(corpus, options)) {
      const Pair pair{occurrence.source(), occurrence.target()};
      EXPECT_TRUE(found[occurrence.sentence].insert(pair).second) << "twice";
    }
    for (std::size_t i = 0; i < corpus.text.size(); ++i) {
      EXPECT_EQ(found[i], BruteForce(corpus, i).blocks(max_length))
          << text::to_pharaoh(corpus.alignments.alignment(i));
    }
  }
}

TEST(ExtractTest, LinksAndDistanceFollowTheirDefinition) {
  const AlignedCorpus corpus = testing::random_corpus(2, 300, 9);
  std::set<bool> signs;
  for (const Occurrence& occurrence : extract(corpus)) {
    const BruteForce oracle(corpus, occurrence.sentence);
    const Pair pair{occurrence.source(), occurrence.target()};
    EXPECT_EQ(occurrence.distance, oracle.distance(pair));
    signs.insert(occurrence.distance > 0);
    const auto links = inner_links(corpus.alignments.alignment(occurrence.sentence), occurrence);
    EXPECT_EQ(links.size(), oracle.links_inside(pair));
    for (const text::Link& link : links) {
      EXPECT_TRUE(pair.source.contains(link.source) && pair.target.contains(link.target));
    }
  }
  EXPECT_EQ(signs.size(), 2u);
}

TEST(ExtractTest, OrientationsFollowTheirDefinition) {
  const AlignedCorpus corpus = testing::random_corpus(3, 200, 8);
  for (const auto model :
       {OrientationModel::kWord, OrientationModel::kPhrase, OrientationModel::kHierarchical}) {
    for (const auto rule : {ForwardBlocks::kOneTargetWord, ForwardBlocks::kMirrored}) {
      ExtractOptions options;
      options.max_length = 3;
      options.orientation = model;
      options.forward_blocks = rule;
      std::map<std::size_t, std::set<Pair>> neighbours;
      for (const Occurrence& occurrence : extract(corpus, options)) {
        const BruteForce oracle(corpus, occurrence.sentence);
        if (!neighbours.contains(occurrence.sentence) && model != OrientationModel::kWord) {
          const bool limited = model == OrientationModel::kPhrase;
          neighbours[occurrence.sentence] = oracle.blocks(limited ? options.max_length : oracle.longest());
        }
        const Pair pair{occurrence.source(), occurrence.target()};
        EXPECT_EQ(occurrence.backward, oracle.backward(pair, neighbours[occurrence.sentence]));
        EXPECT_EQ(occurrence.forward, oracle.forward(pair, neighbours[occurrence.sentence], rule));
      }
    }
  }
}

// Reading both sentences backwards exchanges the two orientations, if forward looks at the mirrored blocks.
TEST(ExtractTest, MirroredForwardIsBackwardOfTheReversedPair) {
  AlignedCorpus corpus;
  AlignedCorpus reversed;
  Rng rng(4);
  for (int n = 0; n < 100; ++n) {
    text::Alignment links;
    text::Alignment reversed_links;
    for (std::uint32_t i = 0; i < 6; ++i) {
      const auto j = static_cast<std::uint32_t>(rng.below(8));
      if (j >= 6) continue;
      links.push_back({i, j});
      reversed_links.push_back({5 - i, 5 - j});
    }
    corpus.add("a b c d e f", "a b c d e f", text::to_pharaoh(links));
    reversed.add("a b c d e f", "a b c d e f", text::to_pharaoh(reversed_links));
  }
  ExtractOptions options;
  options.forward_blocks = ForwardBlocks::kMirrored;
  std::map<std::pair<std::size_t, Pair>, Orientation> backward;
  for (const Occurrence& occurrence : extract(reversed, options)) {
    const Span s = occurrence.source();
    const Span t = occurrence.target();
    backward[{occurrence.sentence, {{6 - s.end, 6 - s.begin}, {6 - t.end, 6 - t.begin}}}] =
        occurrence.backward;
  }
  for (const Occurrence& occurrence : extract(corpus, options)) {
    EXPECT_EQ(occurrence.forward,
              (backward.at({occurrence.sentence, {occurrence.source(), occurrence.target()}})));
  }
}

TEST(ExtractTest, KeepsTheStatedOrder) {
  std::optional<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t>> last;
  for (const Occurrence& o : extract(testing::random_corpus(5, 100, 9))) {
    const auto key =
        std::tuple(o.sentence, o.target_begin, o.target().end, -std::int64_t{o.source_begin}, o.source().end);
    if (last) {
      EXPECT_LT(*last, key);
    }
    last = key;
  }
  EXPECT_TRUE(last);
}

TEST(ExtractTest, DegenerateInput) {
  EXPECT_TRUE(extract({}).empty());
  AlignedCorpus corpus;
  corpus.add("", "", "");
  corpus.add("a b", "", "");
  corpus.add("", "x", "");
  corpus.add("a b c", "x y z", "");
  EXPECT_TRUE(extract(corpus).empty());
  corpus.add("a", "x", "0-0");
  const auto found = extract(corpus);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sentence, 4u);
  EXPECT_EQ(found[0].distance, 0);
  EXPECT_EQ(found[0].backward, Orientation::kMonotone);
  EXPECT_EQ(found[0].forward, Orientation::kMonotone);
}

TEST(ExtractTest, LongSentencesAreNoProblem) {
  AlignedCorpus corpus;
  std::string words;
  std::string links;
  for (int i = 0; i < 3000; ++i) {
    words += "w ";
    links += std::to_string(i) + "-" + std::to_string(2999 - i) + " ";
  }
  corpus.add(words, words, links);
  const auto found = extract(corpus);
  EXPECT_EQ(found.size(), 7u * 3000u - 21u);
  EXPECT_EQ(std::ranges::count(found, Orientation::kSwap, &Occurrence::backward), 7 * 3000 - 21 - 7);
}

TEST(ExtractTest, RefusesWhatCannotBe) {
  for (const std::size_t max_length : {0, 101}) {
    ExtractOptions options;
    options.max_length = max_length;
    EXPECT_THROW(options.validate(), UsageError);
    EXPECT_THROW(extract({}, options), UsageError);
  }
  AlignedCorpus corpus;
  corpus.add("a b", "x", "0-0");
  const std::vector<text::Link> outside{{0, 0}, {1, 1}};
  corpus.text.source.add_line("a b", corpus.text.source_vocabulary);
  EXPECT_THROW(extract(corpus), UsageError);  // one sentence without a partner
  corpus.text.target.add_line("x", corpus.text.target_vocabulary);
  corpus.alignments.add(outside);
  try {
    extract(corpus);
    FAIL() << "accepted a link outside the sentence";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("sentence pair 2: link 1-1"));
  }
}

TEST(ExtractTest, SameForAnyNumberOfThreads) {
  const AlignedCorpus corpus = testing::random_corpus(6, 5000, 6);
  const auto one = extract(corpus);
  for (const std::size_t count : {2, 4}) {
    ThreadPool threads(count);
    const auto many = extract_occurrences(corpus.text, corpus.alignments, {}, threads);
    ASSERT_EQ(many.size(), one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(many[i].sentence, one[i].sentence);
      EXPECT_EQ(many[i].source(), one[i].source());
      EXPECT_EQ(many[i].target(), one[i].target());
      EXPECT_EQ(many[i].distance, one[i].distance);
    }
  }
}

}  // namespace
}  // namespace calque::phrase
