#include "metrics/ter.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "metrics/beam_edit_distance.h"
#include "metrics/edit_distance.h"

namespace calque::metrics {
namespace {

using text::WordId;
using Words = std::vector<WordId>;

Score ter_score(const TerOptions& options, const ReferenceSets& references,
                const std::vector<std::string>& lines) {
  ThreadPool threads(1);
  const Ter ter(options);
  return ter.score(collect_statistics(*ter.bind(references, threads), lines, threads).total());
}

Words random_nonempty_words(Rng& rng, std::size_t longest, std::uint32_t vocabulary) {
  Words words(1 + rng.below(longest));
  for (WordId& word : words) word = WordId{static_cast<std::uint32_t>(rng.below(vocabulary))};
  return words;
}

// The whole table, the trace, and every move written out plainly, for sentences short enough for the beam.
struct PlainTer {
  struct Trace {
    std::int64_t distance = 0;
    std::vector<int> aligned;
    std::vector<bool> hypothesis_wrong;
    std::vector<bool> reference_wrong;
  };

  static Trace trace(const Words& h, const Words& r) {
    std::vector<std::vector<int>> cost(h.size() + 1, std::vector<int>(r.size() + 1));
    for (std::size_t i = 0; i <= h.size(); ++i) {
      for (std::size_t j = 0; j <= r.size(); ++j) {
        if (i == 0 || j == 0) {
          cost[i][j] = static_cast<int>(i + j);
        } else {
          cost[i][j] = std::min(
              {cost[i - 1][j - 1] + (h[i - 1] == r[j - 1] ? 0 : 1), cost[i - 1][j] + 1, cost[i][j - 1] + 1});
        }
      }
    }
    Trace result;
    result.distance = cost[h.size()][r.size()];
    result.aligned.resize(r.size());
    result.hypothesis_wrong.assign(h.size(), true);
    result.reference_wrong.assign(r.size(), true);
    std::size_t i = h.size();
    std::size_t j = r.size();
    while (i > 0 || j > 0) {
      const bool equal = i > 0 && j > 0 && h[i - 1] == r[j - 1];
      if (i > 0 && j > 0 && cost[i][j] == cost[i - 1][j - 1] + (equal ? 0 : 1)) {
        --i;
        --j;
        result.aligned[j] = static_cast<int>(i);
        result.hypothesis_wrong[i] = !equal;
        result.reference_wrong[j] = !equal;
      } else if (i > 0 && cost[i][j] == cost[i - 1][j] + 1) {
        --i;
      } else {
        --j;
        result.aligned[j] = static_cast<int>(i) - 1;
      }
    }
    return result;
  }

  static Words moved(const Words& words, std::size_t begin, std::size_t length, std::size_t target) {
    const Words piece(words.begin() + static_cast<std::ptrdiff_t>(begin),
                      words.begin() + static_cast<std::ptrdiff_t>(begin + length));
    Words rest = words;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
               rest.begin() + static_cast<std::ptrdiff_t>(begin + length));
    std::size_t place = target;                            // before the sequence
    if (target > begin + length) place = target - length;  // after it
    const auto at = static_cast<std::ptrdiff_t>(std::min(place, rest.size()));
    rest.insert(rest.begin() + at, piece.begin(), piece.end());
    return rest;
  }

  static std::int64_t edits(Words words, const Words& reference) {
    std::int64_t moves = 0;
    while (true) {
      const Trace now = trace(words, reference);
      using Candidate = std::tuple<std::int64_t, std::size_t, std::int64_t, std::int64_t, Words>;
      std::vector<Candidate> candidates;
      for (std::size_t h = 0; h < words.size(); ++h) {
        for (std::size_t r = 0; r < reference.size(); ++r) {
          for (std::size_t n = 1; n <= 10 && h + n <= words.size() && r + n <= reference.size() &&
                                  words[h + n - 1] == reference[r + n - 1];
               ++n) {
            const auto any = [n](const std::vector<bool>& wrong, std::size_t begin) {
              return std::any_of(wrong.begin() + static_cast<std::ptrdiff_t>(begin),
                                 wrong.begin() + static_cast<std::ptrdiff_t>(begin + n),
                                 [](bool w) { return w; });
            };
            const int place = now.aligned[r];
            if (!any(now.hypothesis_wrong, h) || !any(now.reference_wrong, r)) continue;
            if (place >= static_cast<int>(h) && place < static_cast<int>(h + n)) continue;
            for (std::size_t offset = 0; offset <= n; ++offset) {
              const std::size_t target =
                  r + offset == 0 ? 0 : static_cast<std::size_t>(now.aligned[r + offset - 1] + 1);
              Words shifted = moved(words, h, n, target);
              const std::int64_t gain = now.distance - trace(shifted, reference).distance;
              candidates.emplace_back(gain, n, -static_cast<std::int64_t>(h),
                                      -static_cast<std::int64_t>(target), std::move(shifted));
            }
          }
        }
      }
      const auto best = std::max_element(candidates.begin(), candidates.end());
      if (best == candidates.end() || std::get<0>(*best) <= 0) return moves + now.distance;
      words = std::get<4>(*best);
      ++moves;
    }
  }
};

TEST(Ter, AgreesWithTheAlgorithmWrittenPlainly) {
  Rng rng(4);
  TerSearch search;
  for (int round = 0; round < 400; ++round) {
    const Words reference = random_nonempty_words(rng, 10, 6);
    const Words hypothesis = random_nonempty_words(rng, 10, 6);
    ASSERT_EQ(search.edits(hypothesis, reference), PlainTer::edits(hypothesis, reference)) << round;
  }
}

TEST(Ter, AMoveIsOneEdit) {
  EXPECT_DOUBLE_EQ(ter_score({}, {{"a b c d e f g h"}}, {"e f g h a b c d"}).value, 100.0 / 8);
  EXPECT_DOUBLE_EQ(ter_score({}, {{"the cat sat on the mat"}}, {"the cat sat on mat"}).value, 100.0 / 6);
}

TEST(Ter, NeverMoreEditsThanWithoutMoves) {
  Rng rng(5);
  TerSearch search;
  for (int round = 0; round < 100; ++round) {
    const Words reference = random_nonempty_words(rng, 40, 12);
    const Words hypothesis = random_nonempty_words(rng, 40, 12);
    BeamEditDistance beam;
    beam.start(reference);
    const std::int64_t distance = beam.align(hypothesis);
    EXPECT_LE(search.edits(hypothesis, reference), distance);
    EXPECT_GE(distance, word_edit_distance(hypothesis, reference));
  }
}

// The bit-vector short cut must give what the beam gives, also where the beam is narrower than the table.
TEST(Ter, PermutationsAreScoredAsFromScratch) {
  Rng rng(6);
  BeamEditDistance beam;
  BeamEditDistance fresh;
  for (int round = 0; round < 300; ++round) {
    const std::size_t longest = round % 2 == 0 ? 30 : 120;
    const Words reference =
        random_nonempty_words(rng, longest, 1 + static_cast<std::uint32_t>(rng.below(60)));
    Words words = random_nonempty_words(rng, longest, 60);
    beam.start(reference);
    fresh.start(reference);
    beam.align(words);
    const std::size_t shared = rng.below(words.size());
    rng.shuffle(std::span(words).subspan(shared));
    EXPECT_EQ(beam.distance_of_permutation(words, shared), fresh.align(words));
  }
}

TEST(Ter, EmptySidesAndSeveralReferences) {
  EXPECT_EQ(ter_score({}, {{""}}, {""}).value, 0.0);
  EXPECT_EQ(ter_score({}, {{""}}, {"a b"}).value, 100.0);
  EXPECT_EQ(ter_score({}, {{"a b"}}, {""}).value, 100.0);
  // The fewest edits over the average length.
  EXPECT_DOUBLE_EQ(ter_score({}, {{"a b"}, {"a b c d"}}, {"a b x"}).value, 100.0 * 1 / 3);
}

std::string joined(const TerOptions& options, std::string_view line) {
  TokenBuffer buffer;
  TercomTokenizer(options).tokenize(line, buffer);
  std::string out;
  for (const std::string_view token : buffer.tokens) out += (out.empty() ? "" : "|") + std::string(token);
  return out;
}

TEST(Tercom, Options) {
  EXPECT_EQ(joined({}, "The Dog's bone, 3.5 \u732b"), "the|dog's|bone,|3.5|\u732b");
  TerOptions options;
  options.case_sensitive = true;
  options.normalize = true;
  EXPECT_EQ(joined(options, "The Dog's &quot;bone&quot;, 3.5 5-year x."),
            "The|Dog|'s|\"|bone|\"|,|3.5|5|-|year|x|.");
  options.split_asian = true;
  EXPECT_EQ(joined(options, "\u732b\u732b\u3002\u30ab\u30bf x"), "\u732b|\u732b|\u3002|\u30ab\u30bf|x");
  options.normalize = false;
  options.keep_punctuation = false;
  EXPECT_EQ(joined(options, "Well, (yes)! \u732b\u3002"), "Well|yes|\u732b");
  EXPECT_EQ(Ter(options).signature(1), "nrefs:1|case:mixed|tok:tercom|norm:no|punct:no|asian:yes");
}

}  // namespace
}  // namespace calque::metrics
