// detokenize(tokenize(line)) == line for ordinary writing, on sentences written for this test and on
// combinations.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "text/detokenizer.h"
#include "text/normalize.h"
#include "text/tokenizer.h"

namespace calque::text {
namespace {

constexpr std::array<std::string_view, 48> kEnglish{
    "The cat sat on the mat.",
    "Don't worry, it's only a dream.",
    "I'm sure they'll come; we've waited for hours.",
    "She said, \"I can't believe it!\"",
    "\"Is she coming, too?\" \"I hope so.\"",
    "He paid $5 for a cup of coffee and $1,234.56 for the machine.",
    "Sales rose by 3.5% in 2019, after a 10% drop.",
    "The meeting starts at 10:30 and ends at 12:00.",
    "Mr. Smith and Dr. Jones live in St. Louis.",
    "J. R. R. Tolkien wrote it, not C. S. Lewis.",
    "Visit https://www.example.com/path?x=1&y=2 for details.",
    "Write to jane.doe@example.org, please.",
    "See www.example.com.",
    "The well-known, state-of-the-art method works.",
    "Wait... what happened?",
    "Well, well, well... nothing to see here!",
    "Really?! Are you serious?!",
    "This (and only this) is what I mean.",
    "The results [see Table 2] are clear.",
    "The dogs' tails wagged; the boss's car was red.",
    "It was the best of times—it was the worst of times.",
    "He was – as always – late.",
    "The years 1990–2000 were wild.",
    "Pages 10-20 are missing.",
    "“Hello,” she said. “How are you?”",
    "She called it ‘odd’ and left.",
    "It’s John’s turn, isn’t it?",
    "He shouted 'stop' and ran.",
    "Let's meet at 5 o'clock at O'Brien's pub.",
    "AT&T and R&D are in the Q&A section.",
    "Use either tea and/or coffee; the speed is 100 km/h.",
    "The file is named read_me.txt.",
    "Call f(x) or print() and add friend(s) to the list.",
    "Temperatures fell to -5 degrees, i.e. well below zero.",
    "The U.S. economy grew, e.g. in the U.K. too.",
    "At 5 p.m. we left; see No. 5 and Fig. 3.",
    "I love C++ and C#, but not .NET.",
    "Tom & Jerry cost US$30 in the shop.",
    "My #1 choice is @someone, of course.",
    "What a day :-) See you soon!",
    "Rock 'n' roll will never die.",
    "Get 'em while they're hot, 'cause they sell fast.",
    "The '90s were great.",
    "Naïve café owners in São Paulo and Zürich agree.",
    "One, two, three: go!",
    "Was it 'now or never'?",
    "The ratio is 3:1 and 1/2 of them are < 5.",
    "Press Ctrl+C to stop, or type --help.",
};

constexpr std::array<std::string_view, 34> kGerman{
    "Das ist ein Haus.",
    "Wie geht's dir heute?",
    "Er sagte: „Ich komme morgen.“",
    "„Guten Tag“, sagte sie, „wie geht es Ihnen?“",
    "Der Preis stieg um 3,5 % auf 1.234,56 €.",
    "Wir treffen uns am 3. Mai um 10:30 Uhr.",
    "Das gilt z.B. für Hunde, d.h. für alle Tiere.",
    "Das gilt z. B. für Katzen.",
    "Herr Dr. Müller und Frau Prof. Schmidt kommen.",
    "Die Vor- und Nachteile sind bekannt.",
    "Der schwarz-weiße Hund spielt im Gummi-Pool.",
    "Das Taekwondo-Turnier fand im Jahr 1999 statt.",
    "Er kam – wie immer – zu spät.",
    "Wirklich? Ja, wirklich!",
    "Die Straße (sie ist lang) führt nach Köln.",
    "Äpfel, Birnen und Öl; alles für 20 €.",
    "Siehe Abs. 2 und Nr. 5.",
    "Ich hab's gesehen, aber sie hat's nicht geglaubt.",
    "Hans' Auto ist kaputt.",
    "Liebe Kolleg(inn)en, willkommen!",
    "Die Besucher/innen warten.",
    "»So ist es«, sagte er.",
    "Sie liest ‚Faust‘ von Goethe.",
    "Ist das ein \"Test\" oder nicht?",
    "Die Temperatur beträgt -5 °C.",
    "Das Ganze kostet 5 €, also ca. 6 $.",
    "Die GmbH & Co. KG sitzt in Berlin.",
    "E-Mail: info@beispiel.de, Tel. 030/123456.",
    "Besuchen Sie https://www.beispiel.de/seite.",
    "Na ja... mal sehen.",
    "Das ist das 21. Jahrhundert.",
    "Sie fragte: Warum nicht?",
    "Fußgängerübergänge überqueren.",
    "Es war einmal … ein König.",
};

constexpr std::array<std::string_view, 37> kFrench{
    "T'occupes-tu de lui, demanda-t-on ?",
    "« Donne-le-moi », dit-elle.",
    "Prends rendez-vous, peut-être viendra-t-il.",
    "Le chat est sur la table.",
    "L'homme qu'il a vu n'est pas d'ici.",
    "Aujourd'hui, c'est-à-dire maintenant, j'arrive.",
    "Qu'est-ce que c'est ?",
    "Quelle belle journée !",
    "Il a dit : « Je viens demain. »",
    "« Bonjour », dit-elle, « comment allez-vous ? »",
    "Le prix a augmenté de 3,5 % en 2019.",
    "Cela coûte 20 € ; c'est cher.",
    "La réunion commence à 10:30.",
    "M. Dupont et Mme Durand sont arrivés.",
    "Quelqu'un d'autre l'a fait jusqu'ici.",
    "Y a-t-il quelqu'un ?",
    "Voici les résultats (voir le tableau 2).",
    "Peut-être... on verra.",
    "Vraiment ?! C'est incroyable !",
    "L’été, j’aime l’océan.",
    "Les années 1990-2000 furent belles.",
    "Le rendez-vous est à 18h30.",
    "Il vient – comme toujours – en retard.",
    "Écrivez à jean@exemple.fr, s'il vous plaît.",
    "Consultez https://www.exemple.fr/page pour plus d'informations.",
    "Les étudiant(e)s sont là.",
    "Le œuf et la sœur de l'évêque.",
    "Dis-moi : où es-tu ?",
    "Un, deux, trois ; partez !",
    "Le « oui » l'emporte.",
    "Il habite au no. 5, rue de l'Église.",
    "Ils disent \"non\" à tout.",
    "Le prud'homme a parlé.",
    "La vitesse est de 100 km/h.",
    "Le coût/bénéfice est bon.",
    "Lui-même l'a su dès l'âge de 5 ans.",
    "D'accord, d'abord on mange, puis on s'en va.",
};

constexpr std::array<std::string_view, 34> kJapanese{
    "今日はいい天気ですね。",
    "私は東京に住んでいます。",
    "「おはよう」と彼は言った。",
    "これは本ですか？",
    "すごい！本当に？",
    "彼は3時に来ました。",
    "2024年10月5日に生まれました。",
    "東京タワーは高いです。",
    "コーヒーを一杯ください。",
    "彼女はiPhoneを持っている。",
    "Pythonでプログラムを書く。",
    "価格は1,234円です。",
    "（これは例です）",
    "『坊っちゃん』を読みました。",
    "りんご、みかん、バナナを買った。",
    "えっ……何ですか。",
    "ジョン・スミスさんは来ません。",
    "そうですね〜。",
    "消費税は10%です。",
    "会議は10:30からです。",
    "お問い合わせはinfo@example.jpまで。",
    "電話番号は03-1234-5678です。",
    "ＡＢＣ社の株価が上がった。",
    "私の名前は田中です。よろしくお願いします。",
    "水を飲みたい。",
    "犬が好きだが、猫は嫌いだ。",
    "すごい😀",
    "人々は時々笑う。",
    "【重要】お知らせ",
    "Windows 11を使う。",
    "彼は「まさか！」と叫んだ。",
    "1つ、2つ、3つ。",
    "学校へ行かなければならない。",
    "それはＯＫです。",
};

constexpr std::array<std::string_view, 34> kChinese{
    "今天天气很好。",
    "我住在北京。",
    "“你好，”她说，“你是谁？”",
    "这是一本书吗？",
    "太好了！真的吗？",
    "他3点来的。",
    "2024年10月5日，星期六。",
    "我们来试试。",
    "请给我一杯咖啡，谢谢。",
    "她有一部iPhone手机。",
    "用Python写程序。",
    "价格是1,234元。",
    "（这是一个例子）",
    "《红楼梦》是一部小说。",
    "苹果、香蕉和橙子。",
    "嗯……我不知道。",
    "约翰·史密斯不来了。",
    "增长了10%。",
    "会议10:30开始。",
    "请发邮件到info@example.cn。",
    "电话是010-12345678。",
    "学校下周一开学。",
    "他——我的朋友——走了。",
    "他说：“我不去。”",
    "我喜欢狗；她喜欢猫。",
    "中华人民共和国成立于1949年。",
    "你叫什么名字？",
    "【通知】明天放假。",
    "请使用Windows 11系统。",
    "我爱你❤️",
    "一、二、三。",
    "她‘笑’了。",
    "参见第5章。",
    "这台机器卖$500。",
};

class RoundTrip {
 public:
  explicit RoundTrip(std::string_view language) : tokenizer_(language), detokenizer_(language) {}

  std::string operator()(std::string_view line) const {
    return detokenizer_.detokenize(tokenizer_.tokenize(line));
  }
  std::string tokenized(std::string_view line) const {
    std::string out;
    tokenizer_.append_tokenized(line, out);
    return out;
  }

 private:
  Tokenizer tokenizer_;
  Detokenizer detokenizer_;
};

template <std::size_t N>
void expect_restored(std::string_view language, const std::array<std::string_view, N>& lines) {
  const RoundTrip round_trip(language);
  for (const std::string_view line : lines) {
    EXPECT_EQ(round_trip(line), line) << language << ": " << round_trip.tokenized(line);
  }
}

// Cutting what has been cut changes nothing.
template <std::size_t N>
void expect_idempotent(std::string_view language, const std::array<std::string_view, N>& lines) {
  const RoundTrip round_trip(language);
  for (const std::string_view line : lines) {
    const std::string once = round_trip.tokenized(line);
    EXPECT_EQ(round_trip.tokenized(once), once) << language;
  }
}

TEST(RoundTripTest, RestoresEnglish) {
  expect_restored("en", kEnglish);
}
TEST(RoundTripTest, RestoresGerman) {
  expect_restored("de", kGerman);
}
TEST(RoundTripTest, RestoresFrench) {
  expect_restored("fr", kFrench);
}
TEST(RoundTripTest, RestoresJapanese) {
  expect_restored("ja", kJapanese);
}
TEST(RoundTripTest, RestoresChinese) {
  expect_restored("zh", kChinese);
}

TEST(RoundTripTest, TokenisingTokensChangesNothing) {
  expect_idempotent("en", kEnglish);
  expect_idempotent("de", kGerman);
  expect_idempotent("fr", kFrench);
  expect_idempotent("ja", kJapanese);
  expect_idempotent("zh", kChinese);
}

TEST(RoundTripTest, RestoresRightToLeftAndOtherScripts) {
  EXPECT_EQ(RoundTrip("ar")("مرحبا، كيف حالك؟"), "مرحبا، كيف حالك؟");
  EXPECT_EQ(RoundTrip("he")("שלום, מה שלומך? (טוב)"), "שלום, מה שלומך? (טוב)");
  EXPECT_EQ(RoundTrip("hi")("यह एक किताब है।"), "यह एक किताब है।");
  EXPECT_EQ(RoundTrip("ru")("Он сказал: «Да», — и ушёл."), "Он сказал: «Да», — и ушёл.");
  EXPECT_EQ(RoundTrip("ko")("안녕하세요, 저는 학생입니다."), "안녕하세요, 저는 학생입니다.");
  EXPECT_EQ(RoundTrip("es")("¿Qué tal? ¡Hola, señor!"), "¿Qué tal? ¡Hola, señor!");
  EXPECT_EQ(RoundTrip("it")("L'arte dell'amico è un po' strana."), "L'arte dell'amico è un po' strana.");
  EXPECT_EQ(RoundTrip("sv")("Han sa ”ja” igår."), "Han sa ”ja” igår.");
  EXPECT_EQ(RoundTrip("th")("สวัสดีครับ"), "สวัสดีครับ");
  EXPECT_EQ(RoundTrip("")("Saluton, mondo!"), "Saluton, mondo!");
}

// Sentences put together at random from parts that occur next to each other in ordinary English.
TEST(RoundTripTest, RestoresGeneratedEnglish) {
  const std::vector<std::string> words{
      "tree",     "I'm",        "well-known",  "don't",   "3.5",        "1,000",
      "10:30",    "O'Neil's",   "naïve",       "e.g.",    "and/or",     "$7.50",
      "12%",      "f(x)",       "a@b.example", "dogs'",   "R&D",        "http://x.example/y",
      "(really)", "\"quoted\"", "[1]",         "“curly”", "(\"both\")", "Mr."};
  const std::vector<std::string> marks{"", "", "", ",", ";", ":"};
  const std::vector<std::string> ends{"end.",   "end!",   "end?",     "end?!",
                                      "end...", "(end).", "\"end.\"", "end)."};
  const RoundTrip round_trip("en");
  Rng rng(7);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string line;
    const std::uint64_t length = 1 + rng.below(12);
    for (std::uint64_t i = 0; i < length; ++i) {
      line += words[rng.below(words.size())] + marks[rng.below(marks.size())] + " ";
    }
    line += ends[rng.below(ends.size())];
    ASSERT_EQ(round_trip(line), line) << round_trip.tokenized(line);
  }
}

// No character is ever lost or changed, whatever the text: only blanks come and go.
TEST(RoundTripTest, OnlyBlanksChangeOnAnyText) {
  const std::vector<std::string> pieces{"a",  "B", "'", "\"", "’", "(",      ")", "[", ".",  ",",
                                        "-",  "–", "—", "%",  "$", "5",      " ", " ", "日", "本",
                                        "。", "😀", "é", "!",  "?", "|||",    "<", "«", "»",  "„",
                                        "“",  ":", "/", "ไ",  "…", "\u200d", "¿", "@", "''", "e\u0301"};
  const auto without_blanks = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  Rng rng(11);
  for (const char* language : {"en", "de", "fr", "ja", "zh", "sv", "it", ""}) {
    const RoundTrip round_trip(language);
    for (int trial = 0; trial < 3000; ++trial) {
      std::string line;
      const std::uint64_t length = rng.below(14);
      for (std::uint64_t i = 0; i < length; ++i) line += pieces[rng.below(pieces.size())];
      const std::string expected = without_blanks(normalize(line));
      ASSERT_EQ(without_blanks(round_trip.tokenized(line)), expected) << line;
      ASSERT_EQ(without_blanks(round_trip(line)), expected) << line;
    }
  }
}

}  // namespace
}  // namespace calque::text
