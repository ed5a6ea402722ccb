// Corpora: the same bytes for any number of threads, disjoint parts, sound links, real reordering.
#include "phrasebook/phrasebook.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::phrasebook {
namespace {

// Grammars are read once.
std::shared_ptr<const Grammar> grammar(std::string_view pair) {
  static std::map<std::string, std::shared_ptr<const Grammar>, std::less<>> loaded;
  auto& found = loaded[std::string(pair)];
  if (found == nullptr) found = std::make_shared<const Grammar>(load_grammar(pair));
  return found;
}

std::vector<SentencePair> pairs(std::string_view languages, Part part, std::uint64_t count,
                                std::uint64_t seed = 1, std::size_t threads = 2) {
  ThreadPool pool(threads);
  return generate_pairs({grammar(languages), seed, Spacing::kTokens}, part, count, pool);
}

std::string flat(const std::vector<SentencePair>& list) {
  std::string text;
  for (const SentencePair& p : list) {
    text += p.source + "\t" + p.target + "\t";
    text::append_pharaoh(p.alignment, text);
    text += "\n";
  }
  return text;
}

TEST(Phrasebook, GivesTheSameBytesForAnyNumberOfThreads) {
  const std::string one = flat(pairs("de-en", Part::kTrain, 20'000, 1, 1));
  EXPECT_EQ(one, flat(pairs("de-en", Part::kTrain, 20'000, 1, 2)));
  EXPECT_EQ(one, flat(pairs("de-en", Part::kTrain, 20'000, 1, 4)));
}

TEST(Phrasebook, DependsOnTheSeed) {
  EXPECT_NE(flat(pairs("de-en", Part::kTrain, 100, 1)), flat(pairs("de-en", Part::kTrain, 100, 2)));
}

TEST(Phrasebook, AStreamContinuesWhereItStopped) {
  ThreadPool pool(1);
  const PairOptions options{grammar("de-en"), 5, Spacing::kTokens};
  PairGenerator generator(options, Part::kTest, pool);
  std::vector<std::string> sources;
  const auto take = [&](const PairView& view) { sources.emplace_back(view.source); };
  generator.generate(0, take);
  EXPECT_TRUE(sources.empty());
  for (int i = 0; i < 10; ++i) generator.generate(10, take);
  const auto whole = generate_pairs(options, Part::kTest, 100, pool);
  ASSERT_EQ(sources.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(sources[i], whole[i].source);
}

TEST(Phrasebook, PartsShareNoSourceSentence) {
  std::set<std::string> train;
  for (const SentencePair& p : pairs("de-en", Part::kTrain, 40'000)) train.insert(p.source);
  std::set<std::string> dev;
  for (const SentencePair& p : pairs("de-en", Part::kDev, 1'000)) {
    EXPECT_FALSE(train.contains(p.source)) << p.source;
    dev.insert(p.source);
  }
  for (const SentencePair& p : pairs("de-en", Part::kTest, 1'000)) {
    EXPECT_FALSE(train.contains(p.source)) << p.source;
    EXPECT_FALSE(dev.contains(p.source)) << p.source;
  }
}

TEST(Phrasebook, RepeatsOnlyShortTrainingPairs) {
  std::set<std::string> seen;
  for (const SentencePair& p : pairs("de-en", Part::kDev, 2'000)) {
    EXPECT_TRUE(seen.insert(p.source + "\t" + p.target).second) << p.source;
  }
  seen.clear();
  for (const SentencePair& p : pairs("de-en", Part::kTrain, 40'000)) {
    const bool is_new = seen.insert(p.source + "\t" + p.target).second;
    EXPECT_TRUE(is_new || split_words(p.source).size() <= kShortSentence) << p.source;
  }
}

TEST(Phrasebook, LinksLieInsideTheSentencesSortedAndUnique) {
  for (const char* languages : {"de-en", "en-de", "fr-en", "ja-en", "de-fr", "tr-en"}) {
    for (const SentencePair& p : pairs(languages, Part::kTrain, 3'000)) {
      const std::size_t source = split_words(p.source).size();
      const std::size_t target = split_words(p.target).size();
      EXPECT_FALSE(p.alignment.empty()) << p.source;
      for (std::size_t i = 0; i < p.alignment.size(); ++i) {
        EXPECT_LT(p.alignment[i].source, source) << p.source;
        EXPECT_LT(p.alignment[i].target, target) << p.target;
        if (i > 0) {
          EXPECT_LT(p.alignment[i - 1], p.alignment[i]);
        }
      }
    }
  }
}

TEST(Phrasebook, RawTextIsTheSameWordsInNaturalWriting) {
  ThreadPool pool(1);
  const auto tokens = generate_pairs({grammar("de-en"), 3, Spacing::kTokens}, Part::kDev, 200, pool);
  const auto raw = generate_pairs({grammar("de-en"), 3, Spacing::kRaw}, Part::kDev, 200, pool);
  const auto squeezed = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  for (std::size_t i = 0; i < raw.size(); ++i) {
    EXPECT_EQ(squeezed(tokens[i].source), squeezed(raw[i].source));
    EXPECT_EQ(squeezed(tokens[i].target), squeezed(raw[i].target));
    EXPECT_EQ(raw[i].source.find(" ."), std::string::npos) << raw[i].source;
    EXPECT_EQ(raw[i].target.find(" ,"), std::string::npos) << raw[i].target;
  }
}

// Brute force over all consistent phrase pairs of at most 7 words on each side. The word before the target
// phrase says the orientation: monotone iff it is linked to the word before the source phrase.
struct Orientations {
  std::uint64_t monotone = 0;
  std::uint64_t other = 0;
};

bool is_consistent(const SentencePair& p, std::uint32_t s1, std::uint32_t s2, std::uint32_t t1,
                   std::uint32_t t2) {
  bool any = false;
  for (const text::Link& link : p.alignment) {
    const bool in_source = s1 <= link.source && link.source < s2;
    const bool in_target = t1 <= link.target && link.target < t2;
    if (in_source != in_target) return false;
    any = any || in_source;
  }
  return any;
}

void count_orientations(const SentencePair& p, Orientations& count) {
  constexpr std::uint32_t kMax = 7;
  const auto n = static_cast<std::uint32_t>(split_words(p.source).size());
  const auto m = static_cast<std::uint32_t>(split_words(p.target).size());
  const auto linked = [&](std::uint32_t s, std::uint32_t t) {
    return std::find(p.alignment.begin(), p.alignment.end(), text::Link{s, t}) != p.alignment.end();
  };
  for (std::uint32_t s1 = 0; s1 < n; ++s1) {
    for (std::uint32_t s2 = s1 + 1; s2 <= std::min(n, s1 + kMax); ++s2) {
      for (std::uint32_t t1 = 0; t1 < m; ++t1) {
        for (std::uint32_t t2 = t1 + 1; t2 <= std::min(m, t1 + kMax); ++t2) {
          if (!is_consistent(p, s1, s2, t1, t2)) continue;
          const bool both_first = s1 == 0 && t1 == 0;
          const bool monotone = both_first || (s1 > 0 && t1 > 0 && linked(s1 - 1, t1 - 1));
          ++(monotone ? count.monotone : count.other);
        }
      }
    }
  }
}

TEST(Phrasebook, GermanAndEnglishReallyReorder) {
  Orientations count;
  for (const SentencePair& p : pairs("de-en", Part::kTrain, 1'000)) count_orientations(p, count);
  const double rate = static_cast<double>(count.other) / static_cast<double>(count.other + count.monotone);
  EXPECT_GE(rate, 0.15);
  EXPECT_LE(rate, 0.75);
  RecordProperty("non_monotone_percent", static_cast<int>(100 * rate));
}

TEST(Phrasebook, EveryPairOfLanguagesWorks) {
  for (const char* from : {"en", "de", "fr", "ja", "tr"}) {
    for (const char* to : {"en", "de", "fr", "ja", "tr"}) {
      if (std::string_view(from) == to) continue;
      const auto list = pairs(std::string(from) + "-" + to, Part::kDev, 20);
      EXPECT_EQ(list.size(), 20u);
    }
  }
}

TEST(Phrasebook, SaysWhenAGrammarHasTooFewSentences) {
  const auto few = std::make_shared<const Grammar>(
      read_grammar({"world.grammar", "category S N\nwords N\n  - : a b c\nS = s n:N\n"},
                   {"xx.grammar", "category S N\nparadigm p N x\n  = x\nwords p\n  a; b; c\nrule s = n\n"},
                   {"yy.grammar", "category S N\nparadigm p N x\n  = x\nwords p\n  a; b; c\nrule s = n\n"}));
  ThreadPool pool(1);
  EXPECT_THROW(generate_pairs({few, 1, Spacing::kTokens}, Part::kDev, 10, pool), UsageError);
}

}  // namespace
}  // namespace calque::phrasebook
