// Properties of many generated sentences.
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "phrasebook/generator.h"
#include "phrasebook/linearise.h"

namespace calque::phrasebook {
namespace {

constexpr int kJapaneseSentences = 6000;

std::string text_of(const Tokens& tokens) {
  std::string line;
  append_line(tokens, Spacing::kTokens, line);
  return line;
}

template <typename Check>
void for_sentences(int count, Check check) {
  Rng rng(20);
  Sentence s;
  Tokens tokens;
  for (int i = 0; i < count; ++i) {
    generate(rng, s);
    tokens.clear();
    japanese().linearise(s, tokens);
    check(s, tokens);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(JapaneseCorpus, WritesCompleteTokens) {
  for_sentences(kJapaneseSentences, [](const Sentence& s, const Tokens& tokens) {
    SCOPED_TRACE(text_of(tokens));
    ASSERT_GE(tokens.size(), 2U);
    const NodeMask known = s.last_node == kMaxNode ? ~NodeMask{1} : (mask_of(s.last_node) << 1) - 2;
    for (const Token& token : tokens) {
      EXPECT_FALSE(token.form.empty());
      EXPECT_EQ(token.form.find(' '), std::string_view::npos);
      EXPECT_FALSE(token.space_before);
      EXPECT_EQ(token.nodes & ~known, 0U) << token.form;
      if (is_content(token.lemma)) {
        EXPECT_NE(token.nodes, 0U) << token.form;
      }
    }
    const std::string_view end = tokens.back().form;
    EXPECT_TRUE(end == "。" || end == "？" || end == "！") << end;
    EXPECT_EQ(tokens.back().nodes, mask_of(s.end_node));
  });
}

// Each token that shows a content concept in English has a counterpart in Japanese.
TEST(JapaneseCorpus, ExpressesEveryContentWordOfEnglish) {
  Tokens other;
  for_sentences(kJapaneseSentences, [&](const Sentence& s, const Tokens& tokens) {
    other.clear();
    english().linearise(s, other);
    NodeMask expressed = 0;
    for (const Token& token : tokens) expressed |= token.nodes;
    for (const Token& token : other) {
      if (is_content(token.lemma)) {
        EXPECT_NE(token.nodes & expressed, 0U) << token.form << ": " << text_of(tokens);
      }
    }
  });
}

// No auxiliary meets a stem that it cannot follow, and no particle stands twice.
TEST(JapaneseCorpus, KeepsWordOrder) {
  const std::set<std::pair<std::string_view, std::string_view>> impossible = {
      {"は", "は"},     {"が", "が"},     {"を", "を"},     {"に", "に"},   {"で", "で"},
      {"の", "の"},     {"は", "が"},     {"を", "は"},     {"だ", "ます"}, {"ます", "ます"},
      {"です", "です"}, {"ます", "です"}, {"ない", "ます"}, {"、", "、"},   {"だ", "です"}};
  for_sentences(kJapaneseSentences, [&](const Sentence&, const Tokens& tokens) {
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      EXPECT_FALSE(impossible.contains({tokens[i - 1].form, tokens[i].form})) << text_of(tokens);
    }
  });
}

TEST(JapaneseCorpus, GivesTheSameTokensAgain) {
  Tokens again;
  for_sentences(200, [&](const Sentence& s, const Tokens& tokens) {
    again.clear();
    japanese().linearise(s, again);
    EXPECT_EQ(text_of(tokens), text_of(again));
  });
}

// Consistent phrase pairs of up to seven words by brute force, as the definition says it.
struct PairCounts {
  int all = 0;
  int non_monotone = 0;
};

PairCounts count_pairs(int source_length, int target_length, const text::Alignment& links) {
  std::set<std::pair<int, int>> linked = {{-1, -1}};  // the sentence starts are linked
  for (const auto& link : links)
    linked.insert({static_cast<int>(link.source), static_cast<int>(link.target)});
  PairCounts counts;
  const auto consistent = [&](int a, int b, int c, int d) {
    bool any = false;
    for (const auto& [i, j] : linked) {
      const bool in_source = a <= i && i < b;
      const bool in_target = c <= j && j < d;
      if (in_source != in_target) return false;
      any = any || in_source;
    }
    return any;
  };
  for (int a = 0; a < source_length; ++a) {
    for (int b = a + 1; b <= source_length && b <= a + 7; ++b) {
      for (int c = 0; c < target_length; ++c) {
        for (int d = c + 1; d <= target_length && d <= c + 7; ++d) {
          if (!consistent(a, b, c, d)) continue;
          ++counts.all;
          if (!linked.contains({a - 1, c - 1})) ++counts.non_monotone;
        }
      }
    }
  }
  return counts;
}

TEST(JapaneseCorpus, ReordersAgainstEnglish) {
  Tokens other;
  text::Alignment links;
  int all = 0;
  int non_monotone = 0;
  for_sentences(300, [&](const Sentence& s, const Tokens& tokens) {
    other.clear();
    english().linearise(s, other);
    link_tokens(tokens, other, links);
    const PairCounts counts =
        count_pairs(static_cast<int>(tokens.size()), static_cast<int>(other.size()), links);
    all += counts.all;
    non_monotone += counts.non_monotone;
  });
  EXPECT_GT(all, 1000);
  EXPECT_GE(non_monotone * 10, all * 3);
}

}  // namespace
}  // namespace calque::phrasebook
