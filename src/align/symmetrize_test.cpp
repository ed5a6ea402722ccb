#include "align/symmetrize.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "align/aer.h"
#include "base/error.h"
#include "base/rng.h"

namespace calque::align {
namespace {

using text::Alignment;
using text::Link;

Alignment links(std::string_view line) {
  return text::parse_pharaoh(line, 1000, 1000, {});
}

std::string run(std::string_view source_to_target, std::string_view target_to_source, Symmetrization method) {
  return text::to_pharaoh(symmetrize(links(source_to_target), links(target_to_source), method));
}

// Worked by hand. Intersection 0-0; the union adds 1-0, 1-1 (neighbours in turn), 3-3 and 3-4, 4-3 away from
// them.
TEST(Symmetrize, HandWorkedExample) {
  const char* s2t = "0-0 1-1 3-3 3-4";
  const char* t2s = "0-0 1-0 4-3";
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kIntersect), "0-0");
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kUnion), "0-0 1-0 1-1 3-3 3-4 4-3");
  // 1-0 is next to 0-0 and source 1 is free; from it 1-1 is reached, target 1 is free.
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kGrow), "0-0 1-0 1-1");
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kGrowDiag), "0-0 1-0 1-1");
  // Final: 3-3 (both free), 3-4 (target free), then 4-3 (source free).
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kGrowDiagFinal), "0-0 1-0 1-1 3-3 3-4 4-3");
  // Final-and: 3-3 only; then source 3 and target 3 are taken.
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kGrowDiagFinalAnd), "0-0 1-0 1-1 3-3");
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kSourceToTarget), s2t);
  EXPECT_EQ(run(s2t, t2s, Symmetrization::kTargetToSource), t2s);
}

TEST(Symmetrize, DiagonalNeighboursNeedDiag) {
  EXPECT_EQ(run("0-0 1-1", "0-0", Symmetrization::kGrow), "0-0");
  EXPECT_EQ(run("0-0 1-1", "0-0", Symmetrization::kGrowDiag), "0-0 1-1");
}

TEST(Symmetrize, NothingFromNothing) {
  for (int m = 0; m <= static_cast<int>(Symmetrization::kTargetToSource); ++m) {
    EXPECT_EQ(run("", "", static_cast<Symmetrization>(m)), "");
  }
  EXPECT_EQ(run("", "2-1", Symmetrization::kGrowDiagFinalAnd), "2-1");
}

// The published pseudo-code, over a full matrix, sweep after sweep.
Alignment plain_version(const Alignment& s2t, const Alignment& t2s, Symmetrization method) {
  std::set<Link> chosen;
  std::set<Link> all(s2t.begin(), s2t.end());
  all.insert(t2s.begin(), t2s.end());
  std::set_intersection(s2t.begin(), s2t.end(), t2s.begin(), t2s.end(), std::inserter(chosen, chosen.end()));
  const auto source_free = [&](std::uint32_t s) {
    return std::none_of(chosen.begin(), chosen.end(), [&](const Link& l) { return l.source == s; });
  };
  const auto target_free = [&](std::uint32_t t) {
    return std::none_of(chosen.begin(), chosen.end(), [&](const Link& l) { return l.target == t; });
  };
  std::vector<std::array<int, 2>> steps{{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
  if (method != Symmetrization::kGrow) steps.insert(steps.end(), {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}});
  for (bool added = true; added;) {
    added = false;
    for (std::uint32_t t = 0; t < 12; ++t) {
      for (std::uint32_t s = 0; s < 12; ++s) {
        if (!chosen.contains({s, t})) continue;
        for (const auto& step : steps) {
          const Link next{s + static_cast<std::uint32_t>(step[1]), t + static_cast<std::uint32_t>(step[0])};
          if (!all.contains(next) || chosen.contains(next)) continue;
          if (source_free(next.source) || target_free(next.target)) added = chosen.insert(next).second;
        }
      }
    }
  }
  for (const Alignment* directed : {&s2t, &t2s}) {
    if (method != Symmetrization::kGrowDiagFinal && method != Symmetrization::kGrowDiagFinalAnd) break;
    for (std::uint32_t t = 0; t < 12; ++t) {
      for (std::uint32_t s = 0; s < 12; ++s) {
        if (std::find(directed->begin(), directed->end(), Link{s, t}) == directed->end()) continue;
        const bool free = method == Symmetrization::kGrowDiagFinal ? source_free(s) || target_free(t)
                                                                   : source_free(s) && target_free(t);
        if (free) chosen.insert({s, t});
      }
    }
  }
  return {chosen.begin(), chosen.end()};
}

TEST(Symmetrize, AgreesWithThePseudoCodeOnRandomLinks) {
  Rng rng(5);
  for (int round = 0; round < 400; ++round) {
    std::set<Link> s2t;
    std::set<Link> t2s;
    const auto point = [&] {
      return Link{static_cast<std::uint32_t>(rng.below(12)), static_cast<std::uint32_t>(rng.below(12))};
    };
    for (std::uint64_t k = rng.below(40); k > 0; --k) {
      const Link link = point();
      if (!rng.chance(0.2)) s2t.insert(link);
      if (!rng.chance(0.6)) t2s.insert(link);
    }
    const Alignment a(s2t.begin(), s2t.end());
    const Alignment b(t2s.begin(), t2s.end());
    const Alignment both = symmetrize(a, b, Symmetrization::kIntersect);
    const Alignment either = symmetrize(a, b, Symmetrization::kUnion);
    for (const auto method : {Symmetrization::kGrow, Symmetrization::kGrowDiag,
                              Symmetrization::kGrowDiagFinal, Symmetrization::kGrowDiagFinalAnd}) {
      const Alignment result = symmetrize(a, b, method);
      EXPECT_EQ(result, plain_version(a, b, method)) << name_of(method);
      EXPECT_TRUE(std::includes(result.begin(), result.end(), both.begin(), both.end()));
      EXPECT_TRUE(std::includes(either.begin(), either.end(), result.begin(), result.end()));
    }
  }
}

// Growing against the sweep, one point per sweep: must not take time quadratic in the length.
TEST(Symmetrize, LongChainAgainstTheSweep) {
  constexpr std::uint32_t kLength = 200'000;
  Alignment chain;
  for (std::uint32_t i = 0; i < kLength; ++i) chain.push_back({i, 0});
  const Alignment last{{kLength - 1, 0}};
  EXPECT_EQ(symmetrize(last, chain, Symmetrization::kGrow).size(), kLength);
}

TEST(Aer, HandWorkedExample) {
  const auto gold = text::parse_gold("0-0 1-1 2?2 3?2", {});
  AerCounts counts = count_links(links("0-0 2-2 5-5"), gold);
  EXPECT_EQ(counts.links, 3U);
  EXPECT_EQ(counts.sure, 2U);
  EXPECT_EQ(counts.sure_found, 1U);
  EXPECT_EQ(counts.possible_found, 2U);
  const AerScores scores = score(counts);
  EXPECT_DOUBLE_EQ(scores.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(scores.recall, 0.5);
  EXPECT_DOUBLE_EQ(scores.f1, 4.0 / 7);
  EXPECT_DOUBLE_EQ(scores.aer, 1.0 - 3.0 / 5);
}

TEST(Aer, ExtremesAndSums) {
  const auto gold = text::parse_gold("0-0 1-1", {});
  AerCounts perfect = count_links(links("0-0 1-1"), gold);
  EXPECT_EQ(score(perfect).aer, 0.0);
  EXPECT_EQ(score(perfect).f1, 1.0);
  EXPECT_EQ(score(count_links(links("3-3"), gold)).aer, 1.0);
  EXPECT_EQ(score(count_links(links("3-3"), gold)).f1, 0.0);
  EXPECT_EQ(score(AerCounts{}).aer, 0.0);
  EXPECT_EQ(score(count_links({}, gold)).recall, 0.0);
  perfect += count_links(links("3-3"), gold);
  EXPECT_DOUBLE_EQ(score(perfect).aer, 1.0 - 4.0 / 7);
}

TEST(AlignOptions, NamesAndLimits) {
  for (const char* name : {"intersect", "union", "grow", "grow-diag", "grow-diag-final",
                           "grow-diag-final-and", "source-to-target", "target-to-source", "posterior"}) {
    ASSERT_TRUE(find_enum<Symmetrization>(name)) << name;
    EXPECT_EQ(name_of(*find_enum<Symmetrization>(name)), name);
  }
  for (const char* name : {"ibm1", "diagonal", "hmm", "fertility"}) {
    ASSERT_TRUE(find_enum<AlignmentModelKind>(name)) << name;
    EXPECT_EQ(name_of(*find_enum<AlignmentModelKind>(name)), name);
  }
  EXPECT_FALSE(find_enum<AlignmentModelKind>("ibm9"));
  AlignOptions options;
  EXPECT_NO_THROW(options.validate());
  options.null_probability = 1.0;
  EXPECT_THROW(options.validate(), UsageError);
  options = {};
  options.piece_length = 1000;
  EXPECT_THROW(options.validate(), UsageError);
  options = {};
  options.lexical_alpha = -1.0;
  EXPECT_THROW(options.validate(), UsageError);
}

}  // namespace
}  // namespace calque::align
