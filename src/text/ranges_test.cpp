// Where tokens stand in running text, on both sides: what must hold for any text, on sentences that try every
// step of preparation, on random ones, and on real corpora where they are present.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "store/text_file.h"
#include "text/casing.h"
#include "text/normalize.h"
#include "text/offset_map.h"
#include "text/preparation.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// What a piece of text and the token made of it have in common.
std::string essence(std::string_view piece) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kSame{
      {"„", "\""}, {"“", "\""}, {"”", "\""}, {"‟", "\""},      {"«", "\""},
      {"»", "\""}, {"—", "–"},  {"--", "–"}, {"…", "..."},     {"’", "'"},
      {"ʼ", "'"},  {",", "."},  {" ", "."},  {"i\u0307", "i"}, {"ı", "i"}};
  std::string plain = to_lower(normalize(piece));
  const bool number = !plain.empty() && plain.front() >= '0' && plain.front() <= '9';
  for (const auto& [from, to] : kSame) {
    if (!number && to == ".") continue;
    for (std::size_t at = plain.find(from); at != std::string::npos; at = plain.find(from, at + to.size()))
      plain.replace(at, from.size(), to);
  }
  return plain;
}

// Whether the tokens' ranges rise, are apart, leave out blanks only, and hold what the tokens are.
void check_ranges(std::string_view text, const std::vector<ByteRange>& ranges,
                  const std::vector<std::string>& tokens) {
  ASSERT_EQ(ranges.size(), tokens.size()) << text;
  std::uint32_t end = 0;
  const auto gap_is_blank = [&](std::uint32_t begin, std::uint32_t stop) {
    return normalize(text.substr(begin, stop - begin)).find_first_not_of(' ') == std::string::npos;
  };
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto [begin, stop] = ranges[i];
    ASSERT_LE(end, begin) << text << " token " << i;
    ASSERT_LT(begin, stop) << text << " token " << i;
    ASSERT_LE(stop, text.size()) << text << " token " << i;
    EXPECT_TRUE(gap_is_blank(end, begin)) << text << " before token " << i;
    const std::string_view piece = text.substr(begin, stop - begin);
    EXPECT_FALSE(find_invalid_utf8(piece)) << text << " token " << i;
    EXPECT_EQ(essence(piece), essence(tokens[i])) << text << " token " << i;
    end = stop;
  }
  EXPECT_TRUE(gap_is_blank(end, static_cast<std::uint32_t>(text.size()))) << text;
}

Preparation plain(std::string_view source, std::string_view target) {
  Preparation preparation;
  preparation.source_language = source;
  preparation.target_language = target;
  preparation.casing = Casing::kLower;
  return preparation;
}

// Both sides: the text as it is cut, and the text that is made of its words again.
void check_both_sides(std::string_view line, std::string_view language, std::string_view other) {
  const SourcePreparer preparer(plain(language, other), nullptr);
  const std::vector<std::string> tokens = preparer.prepare(line);
  check_ranges(line, preparer.token_ranges(line), tokens);

  const Restorer restorer(plain(other, language));
  const std::vector<std::string_view> words(tokens.begin(), tokens.end());
  std::vector<ByteRange> ranges;
  const std::string text = restorer.restore(words, line, ranges);
  EXPECT_EQ(text, restorer.restore(words, line));
  check_ranges(text, ranges, tokens);
}

TEST(RangesTest, HoldForEveryStepOfPreparation) {
  for (const auto& [language, line] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"de", "Er sagte: „Das sind 1.234,5 €“ — oder…"},
           {"de", "  Wie geht’s?  »So«, \"so\". "},
           {"fr", "« Oui », dit-elle, 12\u00A0345,6 km ; l’été…"},
           {"fr", "Il y a 1 000 000 d’e\u0301toiles -- ou « moins »."},
           {"en", "\u200BIt\u00ADself \uFEFF\u201CNo\u2019s 1,000.5\u201D\u00A0now\u2026 c\u0327a"},
           {"en", "\u1100\u1161\u11A8 \u0958 a\u0323\u0307 q\u0307\u0323 \u212B\u2126"},
           {"zh", "他说：“我有二十三日。”１２％"},
           {"ja", "「これは、本です。」と言った。ﾃｽﾄ\u3099"},
           {"th", "ภาษาไทยง่ายมาก"},
           {"", ""},
           {"", " \u00A0\u200B "},
       }) {
    check_both_sides(line, language, "en");
    check_both_sides(line, language, "fr");
  }
}

TEST(RangesTest, AreThoseOfKnownText) {
  const SourcePreparer preparer(plain("de", "en"), nullptr);
  const std::string line = "„Ja“,\u00A0geht’s";
  EXPECT_EQ(preparer.prepare(line), (std::vector<std::string>{"“", "ja", "”", ",", "geht's"}));
  EXPECT_EQ(preparer.token_ranges(line), (std::vector<ByteRange>{{0, 3}, {3, 5}, {5, 8}, {8, 9}, {11, 19}}));

  std::vector<ByteRange> ranges;
  const Restorer restorer(plain("en", "fr"));
  const std::vector<std::string_view> words{"“", "oui", "”", "1.000", "..."};
  EXPECT_EQ(restorer.restore(words, "“Yes” …", ranges), "«\u00A0Oui\u00A0» 1\u00A0000…");
  EXPECT_EQ(ranges, (std::vector<ByteRange>{{0, 2}, {4, 7}, {9, 11}, {12, 18}, {18, 21}}));
}

TEST(RangesTest, OfTextThatIsCutAlreadyAreThoseOfItsWords) {
  Preparation preparation = plain("de", "en");
  preparation.pretokenized = true;
  EXPECT_EQ(SourcePreparer(preparation, nullptr).token_ranges(" ein  „Haus\t."),
            (std::vector<ByteRange>{{1, 4}, {6, 13}, {14, 15}}));
  std::vector<ByteRange> ranges;
  const std::vector<std::string_view> words{"a", "é", "."};
  EXPECT_EQ(Restorer(preparation).restore(words, "x", ranges), "a é .");
  EXPECT_EQ(ranges, (std::vector<ByteRange>{{0, 1}, {2, 4}, {5, 6}}));
}

TEST(RangesTest, HoldForRandomText) {
  const std::vector<std::string_view> pieces{
      "a",  "B", "é", "e\u0301", " ",  "  ",     "\u00A0", "\u202F", "1",  "234", ",",      ".",
      "..", "…", "“", "”",       "„",  "\"",     "'",      "’",      "«",  "»",   "-",      "--",
      "—",  "(", ")", "\u00AD",  "\t", "\u200B", "本",     "は",     "。", "!",   "\u0327", "ʼ"};
  Rng rng(7);
  for (int round = 0; round < 3000; ++round) {
    std::string line;
    for (auto length = rng.below(14); length > 0; --length) line += pieces[rng.below(pieces.size())];
    const std::vector<std::string_view> languages{"de", "en", "fr", "ja", "pl", ""};
    const SourcePreparer preparer(plain(languages[rng.below(languages.size())], "en"), nullptr);
    check_ranges(line, preparer.token_ranges(line), preparer.prepare(line));
    if (HasFailure()) return;
  }
}

TEST(RangesTest, HoldForRealText) {
  constexpr int kLines = 2000;
  const char* folder = std::getenv("CALQUE_DATA");
  const std::string data = folder == nullptr ? "../shared/data" : folder;
  int files = 0;
  for (const auto& [name, language] :
       std::vector<std::pair<const char*, const char*>>{{"raw-tatoeba-de-en/train.de", "de"},
                                                        {"raw-tatoeba-de-en/train.en", "en"},
                                                        {"raw-multi30k-fr-en/train.fr", "fr"},
                                                        {"raw-tatoeba-ja-en/train.ja", "ja"},
                                                        {"raw-news/news.ita", "it"},
                                                        {"raw-news/news.jpn", "ja"},
                                                        {"raw-news/news.kor", "ko"},
                                                        {"raw-news/news.nld", "nl"},
                                                        {"raw-news/news.pol", "pl"},
                                                        {"raw-news/news.por", "pt"},
                                                        {"raw-news/news.rus", "ru"},
                                                        {"raw-news/news.tur", "tr"}}) {
    if (!std::filesystem::exists(data + "/" + name)) continue;
    ++files;
    store::LineReader reader(data + "/" + name);
    std::string line;
    for (int i = 0; i < kLines && reader.next(line); ++i) {
      check_both_sides(line, language, std::string_view(language) == "en" ? "de" : "en");
      ASSERT_FALSE(HasFailure()) << name << " line " << i + 1;
    }
  }
  if (files == 0) GTEST_SKIP() << "no corpora in " << data;
}

}  // namespace
}  // namespace calque::text
