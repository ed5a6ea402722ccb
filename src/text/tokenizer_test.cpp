#include "text/tokenizer.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::text {
namespace {

std::string cut(std::string_view language, std::string_view line) {
  std::string out;
  Tokenizer(language).append_tokenized(line, out);
  return out;
}

TEST(TokenizerTest, CutsPunctuation) {
  EXPECT_EQ(cut("en", "Hello, world!"), "Hello , world !");
  EXPECT_EQ(cut("en", "(a) [b] {c}"), "( a ) [ b ] { c }");
  EXPECT_EQ(cut("en", "He said: \"Go!\""), "He said : \" Go ! \"");
  EXPECT_EQ(cut("en", "What?! No... Never…"), "What ?! No ... Never …");
  EXPECT_EQ(cut("en", "“Yes,” he said."), "“ Yes , ” he said .");
  EXPECT_EQ(cut("en", "one,two;three"), "one , two ; three");
  EXPECT_EQ(cut("en", "times—it"), "times — it");
  EXPECT_EQ(cut("en", "so--it goes"), "so -- it goes");
  EXPECT_EQ(cut("en", "well...maybe"), "well ... maybe");
}

TEST(TokenizerTest, KeepsWhatBelongsTogether) {
  for (const char* whole : {"1,234.56",
                            "10:30",
                            "3.5",
                            "-5",
                            "+5",
                            ".5",
                            "1990–2000",
                            "10-20",
                            "well-known",
                            "and/or",
                            "km/h",
                            "1/2",
                            "https://www.example.com/a_(b)?x=1,2&y=%20#z",
                            "www.example.com/x;y",
                            "jane.doe+x@example.co.uk",
                            "read_me.txt",
                            "AT&T",
                            "C++",
                            "C#",
                            ".NET",
                            "#1",
                            "@someone",
                            "f(x)",
                            "friend(s)",
                            "(un)do",
                            "a[i]",
                            "std::vector",
                            "--help",
                            "U.S.",
                            "e.g.",
                            "p.m.",
                            "<b>",
                            "</s>",
                            "<s>",
                            "|||",
                            "a|b",
                            "1+1=2",
                            "20°C",
                            "§5",
                            "Vor-",
                            "-fähig",
                            ":-)",
                            ":)",
                            "&amp;",
                            "5km",
                            "Ctrl+C",
                            "C:\\x",
                            "x=y",
                            "~",
                            "dogs'",
                            "US",
                            "A4",
                            "日本"}) {
    EXPECT_EQ(cut("en", whole), whole);
  }
}

TEST(TokenizerTest, SurroundingPunctuationComesOffUnits) {
  EXPECT_EQ(cut("en", "(see https://example.com/x)."), "( see https://example.com/x ) .");
  EXPECT_EQ(cut("en", "<jane@example.org>,"), "<jane@example.org> ,");
  EXPECT_EQ(cut("en", "At 10:30, 1,000 came."), "At 10:30 , 1,000 came .");
  EXPECT_EQ(cut("en", "call f(x)) now"), "call f(x) ) now");
}

TEST(TokenizerTest, MoneyAndPerCent) {
  EXPECT_EQ(cut("en", "$5 and $1,234.56, 3.5% of US$30"), "$ 5 and $ 1,234.56 , 3.5 % of US$ 30");
  EXPECT_EQ(cut("de", "3,5 % von 20 € (20€)"), "3,5 % von 20 € ( 20 € )");
  EXPECT_EQ(cut("en", "-$5 and a %d format"), "-$5 and a %d format");
}

TEST(TokenizerTest, FrenchPronounsAreCutFromTheirVerb) {
  EXPECT_EQ(cut("fr", "T'occupes-tu de lui ?"), "T' occupes -tu de lui ?");
  EXPECT_EQ(cut("fr", "Y a-t-il du pain ? Va-t-elle ?"), "Y a -t-il du pain ? Va -t-elle ?");
  EXPECT_EQ(cut("fr", "« Oui », dit-elle. Donne-le-moi !"), "« Oui » , dit -elle . Donne -le -moi !");
  EXPECT_EQ(cut("fr", "Qu'est-ce que c'est ?"), "Qu' est -ce que c' est ?");
  EXPECT_EQ(cut("fr", "peut-être un rendez-vous vis-à-vis de lui-même"),
            "peut-être un rendez-vous vis-à-vis de lui-même");
  EXPECT_EQ(cut("fr", "Rendez-vous au porte-monnaie, là-bas, celui-ci"),
            "Rendez-vous au porte-monnaie , là-bas , celui-ci");
  EXPECT_EQ(cut("fr", "le qu'en-dira-t-on et le cessez-le-feu"), "le qu' en-dira-t-on et le cessez-le-feu");
  EXPECT_EQ(cut("fr", "A -t-il -tu"), "A -t-il -tu") << "cut words stay as they are";
  EXPECT_EQ(cut("en", "give-me and take-le"), "give-me and take-le");
}

TEST(TokenizerTest, ApostrophesFollowTheLanguage) {
  EXPECT_EQ(cut("en", "I can't tell; I'm John's."), "I can 't tell ; I 'm John 's .");
  EXPECT_EQ(cut("en", "It’s 5 o'clock, O'Neil's."), "It ’s 5 o'clock , O'Neil 's .");
  EXPECT_EQ(cut("en", "the 1990's and the '90s"), "the 1990 's and the '90s");
  EXPECT_EQ(cut("en", "get 'em, 'cause rock 'n' roll"), "get 'em , 'cause rock 'n' roll");
  EXPECT_EQ(cut("en", "he said 'stop it' twice"), "he said ' stop it ' twice");
  EXPECT_EQ(cut("en", "‘odd’ things"), "‘ odd ’ things");
  EXPECT_EQ(cut("fr", "L'homme qu'il n'a pas vu aujourd'hui"), "L' homme qu' il n' a pas vu aujourd'hui");
  EXPECT_EQ(cut("fr", "c'est-à-dire l’été"), "c' est-à-dire l’ été");
  EXPECT_EQ(cut("it", "un po' dell'arte"), "un po' dell' arte");
  EXPECT_EQ(cut("de", "Wie geht's? Hans' Auto"), "Wie geht's ? Hans' Auto");
  EXPECT_EQ(cut("", "d'accord"), "d'accord");
}

TEST(TokenizerTest, FullStopsOfAbbreviations) {
  EXPECT_EQ(cut("en", "Mr. Smith met J. Doe."), "Mr. Smith met J. Doe .");
  EXPECT_EQ(cut("en", "See No. 5. Oh no. Why?"), "See No. 5 . Oh no . Why ?");
  EXPECT_EQ(cut("en", "Apples, etc. are here, etc."), "Apples , etc. are here , etc .");
  EXPECT_EQ(cut("en", "So am I. He left."), "So am I . He left .");
  EXPECT_EQ(cut("de", "Am 3. Mai z.B. mit Dr. No."), "Am 3. Mai z.B. mit Dr. No .");
  EXPECT_EQ(cut("de", "Im Jahr 1999. Dann nicht."), "Im Jahr 1999 . Dann nicht .");
  EXPECT_EQ(cut("en", "In 12. Then"), "In 12 . Then");
  EXPECT_EQ(cut("fr", "M. Dupont et Mme. Durand"), "M. Dupont et Mme. Durand");
  EXPECT_EQ(cut("en-GB", "Mr. X"), "Mr. X") << "a region does not matter";
}

TEST(TokenizerTest, SegmentsScriptsWithoutBlanks) {
  EXPECT_EQ(cut("ja", "私は東京に住んでいます。").find("東京 "), std::string("私 は ").size());
  EXPECT_EQ(cut("zh", "我住在北京，很好。"), "我 住在 北京 ， 很好 。");
  EXPECT_EQ(cut("zh", "用Python3写3个程序"), "用 Python3 写 3 个 程序");
  EXPECT_EQ(cut("ja", "「はい！！」……"), "「 はい ！！ 」 ……");
  EXPECT_EQ(cut("en", "I love 北京!"), "I love 北京 !");
}

TEST(TokenizerTest, OddText) {
  EXPECT_EQ(cut("en", ""), "");
  EXPECT_EQ(cut("en", " \t \u3000 \u00a0"), "");
  EXPECT_EQ(cut("en", std::string("a\0b", 3)), "ab");
  EXPECT_EQ(cut("en", "a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(cut("en", "e\u0301te\u0301, x\u0323\u0302."), "été , x\u0323\u0302 .")
      << "marks stay with their letter";
  EXPECT_EQ(cut("en", "\u0301x"), "\u0301x");
  EXPECT_EQ(cut("en", "nice😀😀! 👩\u200d🚀 🇩🇪"), "nice 😀😀 ! 👩\u200d🚀 🇩🇪");
  EXPECT_EQ(cut("he", "שלום, עולם!"), "שלום , עולם !");
  EXPECT_EQ(cut("en", "'"), "'");
  EXPECT_EQ(cut("en", "..."), "...");
  EXPECT_EQ(cut("en", "- -- —"), "- -- —");
  EXPECT_EQ(cut("en", "<s> a ||| b </s> [X]"), "<s> a ||| b </s> [ X ]");
}

// Work grows with the length of the line and not with its square: each of these takes milliseconds or hours.
TEST(TokenizerTest, VeryLongLines) {
  const std::size_t kWords = 100000;
  std::string words;
  for (std::size_t i = 0; i < kWords; ++i) words += "word ";
  EXPECT_EQ(Tokenizer("en").count_tokens(words), kWords);
  EXPECT_EQ(Tokenizer("en").count_tokens(std::string(1 << 20, 'x')), 1U);
  const std::size_t kBytes = 1 << 18;
  for (const char* unit :
       {"a",  "'", "'a", "a'", "(", ")",   "(a", "a)", ".", "a.", "a.,", "-",  "-a",     "\"",
        "!?", "%", "5%", "$5", "&", "&a;", "日", "ไ",  "😀", "—",  "://", "@.", "a.b.c.", "\u0301"}) {
    std::string line;
    while (line.size() < kBytes) line += unit;
    for (const char* language : {"en", "fr", "de"}) {
      EXPECT_GT(Tokenizer(language).count_tokens(line + "a"), 0U) << unit;
    }
  }
}

TEST(TokenizerTest, TheFormsOfTheCallAgree) {
  const Tokenizer tokenizer("en");
  const std::string line = "Don't panic: it's 5% (or 东京)!";
  const std::vector<std::string> tokens = tokenizer.tokenize(line);
  std::string joined;
  for (const std::string& token : tokens) joined += (joined.empty() ? "" : " ") + token;
  EXPECT_EQ(cut("en", line), joined);
  EXPECT_EQ(tokenizer.count_tokens(line), tokens.size());
  std::vector<std::string> reused{"old", "content"};
  tokenizer.tokenize("", reused);
  EXPECT_TRUE(reused.empty());
}

// A non-ASCII letter at the end sends the whole line through the general path; the rest must be cut the same.
TEST(TokenizerTest, AsciiLinesAreCutLikeOthers) {
  const std::string alphabet = "ab1 .,'\"()[]-!?:;%$&@#/<>|_ ";
  Rng rng(3);
  const Tokenizer tokenizer("en");
  for (int trial = 0; trial < 20000; ++trial) {
    std::string line;
    const std::uint64_t length = rng.below(24);
    for (std::uint64_t i = 0; i < length; ++i) line += alphabet[rng.below(alphabet.size())];
    std::string ascii;
    std::string general;
    tokenizer.append_tokenized(line + " z", ascii);
    tokenizer.append_tokenized(line + " é", general);
    ASSERT_EQ(ascii.substr(0, ascii.size() - 1), general.substr(0, general.size() - 2)) << line;
  }
}

TEST(TokenizerTest, OneTokenizerServesManyThreads) {
  const Tokenizer tokenizer("ja");
  const std::string line = "私は東京に住んでいます。Hello, it's me!";
  const std::vector<std::string> expected = tokenizer.tokenize(line);
  std::vector<int> wrong(4, 0);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 200; ++i) wrong[t] += tokenizer.tokenize(line) == expected ? 0 : 1;
      });
    }
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace calque::text
