// Tiny grammars worked by hand: what the engine makes of them, and what it says of mistakes, with file and
// line.
#include "phrasebook/grammar.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "phrasebook/speaker.h"
#include "phrasebook/tree_drawer.h"

namespace calque::phrasebook {
namespace {

constexpr std::string_view kWorld = R"(category S NP V A
attribute subject
types person thing
words NP
  person *3 : man woman
  thing : stone
words A subject
  - / person : happy
  - / stone : hard
words V subject
  - / person : sleep call
S = says v:V s:NP(v.subject)
S = is s:NP a:A(subject=s)
)";

constexpr std::string_view kEnglish = R"(class vowel = a e i o u -uni
join a <vowel> -> an
glue before .
category NP V A S
paradigm word NP x
  = x
words word
  man a_man; woman a_woman; stone a_old_stone; happy; hard; sleep sleeps; call calls
rule says = s v "."
rule is = s "is" a "."
)";

constexpr std::string_view kGerman = R"(feature Gender = masc fem
feature Case = nom acc
glue before .
category NP gives Gender : (Case)
category V : does part
category A : (Gender)
category S
table der Gender Case
  masc nom = der
  masc acc = den
  fem = die
paradigm noun NP x : masc
  = x
paradigm verb V x k=-
  does = x+t
  part = k
paradigm adjective A x
  masc = x+er
  fem = x+e
words noun
  man Mann; woman Frau :fem; stone Stein
words verb
  sleep schläf; call ruf an
words adjective
  happy froh; hard hart
rule says : nom = der{s} s v.does v.part "."
rule is : s nom = der s "ist" a "."
)";

Grammar tiny() {
  return read_grammar({"world.grammar", kWorld}, {"de.grammar", kGerman}, {"en.grammar", kEnglish});
}

std::string said(Speaker& speaker, const Tree& tree) {
  Tokens tokens;
  EXPECT_TRUE(speaker.say(tree, tokens));
  std::string line;
  append_line(tokens, Spacing::kTokens, line);
  return line;
}

// Every sentence of the tiny grammars with its translation and links.
std::map<std::string, std::string> all_pairs(const Grammar& grammar) {
  TreeDrawer drawer(grammar.world, grammar.usable);
  Speaker source(grammar.source, grammar.world);
  Speaker target(grammar.target, grammar.world);
  Rng rng(1);
  Tree tree;
  Tokens from;
  Tokens to;
  text::Alignment links;
  std::map<std::string, std::string> pairs;
  for (int i = 0; i < 500; ++i) {
    if (!drawer.draw(rng, tree)) continue;
    source.say(tree, from);
    target.say(tree, to);
    link_tokens(from, to, links);
    std::string line;
    append_line(from, Spacing::kTokens, line);
    std::string other;
    append_line(to, Spacing::kRaw, other);
    pairs[line] = other + " " + text::to_pharaoh(links);
  }
  return pairs;
}

TEST(Grammar, SaysWhatMakesSenseAndNothingElse) {
  const auto pairs = all_pairs(tiny());
  std::set<std::string> sources;
  for (const auto& [source, target] : pairs) sources.insert(source);
  // Stones do not sleep, only they are hard, and only persons are happy.
  EXPECT_EQ(sources, (std::set<std::string>{"Der Mann schläft .", "Die Frau schläft .", "Der Mann ruft an .",
                                            "Die Frau ruft an .", "Der Mann ist froher .",
                                            "Die Frau ist frohe .", "Der Stein ist harter ."}));
}

TEST(Grammar, LinksWhatComesFromTheSameNode) {
  const auto pairs = all_pairs(tiny());
  // The article belongs to the rule on one side and to the noun on the other: the rule has no words there.
  EXPECT_EQ(pairs.at("Die Frau ruft an ."), "A woman calls. 1-0 1-1 2-2 3-2 4-3");
  // "is" and "ist" are the rule's own words, and so is "Der"; marks link with marks.
  EXPECT_EQ(pairs.at("Der Stein ist harter ."), "An old stone is hard. 0-3 1-0 1-1 1-2 2-3 3-4 4-5");
}

TEST(Grammar, FrequenciesFollowRanksAndWeights) {
  const Grammar grammar = tiny();
  TreeDrawer drawer(grammar.world, grammar.usable);
  Rng rng(5);
  Tree tree;
  std::map<std::string, double> count;
  double all = 0;
  for (int i = 0; i < 40'000; ++i) {
    ASSERT_TRUE(drawer.draw(rng, tree));
    const Function& rule = grammar.world.functions[tree[0].function];
    if (rule.name != "is") continue;
    ++count[grammar.world.functions[tree[tree[0].children[0]].function].name];
    ++all;
  }
  // man 3/3, woman 3/4, stone 1/3, out of 25/12.
  EXPECT_NEAR(count["man"] / all, 12.0 / 25, 0.01);
  EXPECT_NEAR(count["woman"] / all, 9.0 / 25, 0.01);
  EXPECT_NEAR(count["stone"] / all, 4.0 / 25, 0.01);
}

TEST(Grammar, RecursionEnds) {
  const Grammar grammar = read_grammar(
      {"world.grammar", "category S N\nwords N *1\n  - : a\nS = s n:N\nN = both n:N m:N *50\n"},
      {"xx.grammar", "category S N\nparadigm p N x\n  = x\nwords p\n  a\nrule s = n\nrule both = n m\n"},
      {"yy.grammar", "category S N\nparadigm p N x\n  = x\nwords p\n  a\nrule s = n\nrule both = m n\n"});
  TreeDrawer drawer(grammar.world, grammar.usable);
  Rng rng(1);
  Tree tree;
  for (int i = 0; i < 200; ++i) {
    drawer.draw(rng, tree);
    EXPECT_LE(tree.size(), kMaxNodes + kMaxArguments);
  }
}

TEST(Grammar, ARuleThatRepeatsItsArgumentStopsAtALimit) {
  const std::string other =
      "category S N\nparadigm p N x\n  = x\nwords p\n  a -\nrule s = n\nrule deep = n n n n n n n n\n";
  const Grammar grammar =
      read_grammar({"world.grammar", "category S N\nwords N *1\n  - : a\nS = s n:N\nN = deep n:N *1000\n"},
                   {"xx.grammar", other}, {"yy.grammar", other});
  TreeDrawer drawer(grammar.world, grammar.usable);
  Speaker speaker(grammar.source, grammar.world);
  Rng rng(1);
  Tree tree;
  Tokens tokens;
  for (int i = 0; i < 20; ++i) {
    if (!drawer.draw(rng, tree)) continue;
    EXPECT_FALSE(speaker.say(tree, tokens));
  }
}

TEST(Grammar, APartialLanguageLeavesWordsOut) {
  std::string text(kEnglish);
  text.replace(text.find("; hard"), 6, "");
  text += "partial\n";
  const Grammar grammar =
      read_grammar({"world.grammar", kWorld}, {"de.grammar", kGerman}, {"en.grammar", text});
  for (const auto& [source, target] : all_pairs(grammar)) EXPECT_EQ(source.find("hart"), std::string::npos);
}

struct Mistake {
  std::string_view wrong;  // stands in place of `right`
  std::string_view right;
  std::string_view place;
  std::string_view problem;
};

void expect_refused(const Mistake& mistake, std::string_view original, bool is_world) {
  std::string text(original);
  const std::size_t at = text.find(mistake.right);
  ASSERT_NE(at, std::string::npos) << mistake.right;
  text.replace(at, mistake.right.size(), mistake.wrong);
  try {
    read_grammar({"world.grammar", is_world ? std::string_view(text) : kWorld},
                 {"de.grammar", is_world ? kGerman : std::string_view(text)}, {"en.grammar", kEnglish});
    ADD_FAILURE() << "accepted: " << mistake.wrong;
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_status(), 2);
    EXPECT_EQ(describe(error.place()), mistake.place) << error.what();
    EXPECT_THAT(error.what(), ::testing::HasSubstr(std::string(mistake.problem)));
    EXPECT_FALSE(error.remedy().empty());
  }
}

TEST(Grammar, MistakesInTheWorldAreNamedWithTheirLine) {
  const Mistake mistakes[] = {
      {"category S NP V A B", "category S NP V A", "world.grammar:1", "neither words nor rules"},
      {"types person person", "types person thing", "world.grammar:3", "defined twice"},
      {"words XY", "words NP", "world.grammar:4", "unknown category 'XY'"},
      {"  animal : stone", "  thing : stone", "world.grammar:6", "unknown type 'animal'"},
      {"  thing : man", "  thing : stone", "world.grammar:6", "'man' is defined twice"},
      {"  thing stone", "  thing : stone", "world.grammar:6", "no ':'"},
      {"  thing *x : stone", "  thing : stone", "world.grammar:6", "no weight"},
      {"words A object", "words A subject", "world.grammar:7", "unknown attribute 'object'"},
      {"  - / person / person : happy", "  - / person : happy", "world.grammar:8", "more '/'"},
      {"S = says v:V s:NP(v.object)", "S = says v:V s:NP(v.subject)", "world.grammar:12",
       "unknown attribute 'object'"},
      {"S = says v:V s:NP(v.subject", "S = says v:V s:NP(v.subject)", "world.grammar:12", "bracket"},
      {"S = says v:V s:XP", "S = says v:V s:NP(v.subject)", "world.grammar:12", "unknown category 'XP'"},
      {"S = says v:V v:NP", "S = says v:V s:NP(v.subject)", "world.grammar:12", "two arguments"},
      {"S = says s:NP v", "S = says v:V s:NP(v.subject)", "world.grammar:12", "no category"},
      {"something S", "S = is s:NP a:A(subject=s)", "world.grammar:13", "begins nothing"},
      {"A = very a:A\nNP = and n:NP m:NP\nV = again v:V\nS = is s:NP a:A(subject=s)\n  x : y",
       "S = is s:NP a:A(subject=s)", "world.grammar:17", "belongs to nothing"},
  };
  for (const Mistake& mistake : mistakes) expect_refused(mistake, kWorld, true);
}

TEST(Grammar, ACycleWithoutAnExitIsFound) {
  const std::string_view world = "category S N\nS = s n:N\nN = again n:N\n";
  try {
    read_grammar({"world.grammar", world}, {"de.grammar", ""}, {"en.grammar", ""});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::StartsWith("world.grammar:"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("cycle without an exit"));
  }
}

TEST(Grammar, MistakesInALanguageAreNamedWithTheirLine) {
  const Mistake mistakes[] = {
      {"feature Gender =", "feature Gender = masc fem", "de.grammar:1", "cannot be read"},
      {"feature Case = nom masc", "feature Case = nom acc", "de.grammar:2", "defined twice"},
      {"category NP gives Number : (Case)", "category NP gives Gender : (Case)", "de.grammar:4",
       "unknown feature 'Number'"},
      {"category XY : does part", "category V : does part", "de.grammar:5", "unknown category 'XY'"},
      {"category V : does does", "category V : does part", "de.grammar:5", "occurs twice"},
      {"  masc nom = den", "  masc acc = den", "de.grammar:8", "missing form"},
      {"  masc dat = den", "  masc acc = den", "de.grammar:10", "unknown value of a feature 'dat'"},
      {"  does = x+t\n  off = k", "  does = x+t\n  part = k", "de.grammar:16", "neither a field"},
      {"  does = x+t", "  does = x+t\n  part = k", "de.grammar:14", "missing form"},
      {"  masc = x+er", "  masc = x+er\n  fem = x+e", "de.grammar:17", "missing form: no row gives 'happy'"},
      {"words nouns", "words noun", "de.grammar:20", "unknown paradigm 'nouns'"},
      {"  men Mann", "  man Mann", "de.grammar:21", "unknown word or rule 'men'"},
      {"  man Mann Männer Manns", "  man Mann", "de.grammar:21", "has 3 forms"},
      {"  man Mann :sg", "  man Mann", "de.grammar:21", "unknown value of a feature 'sg'"},
      {"  man Mann; man Herr", "  man Mann", "de.grammar:21", "occurs twice"},
      {"  sleep schläf; happy ruf", "  sleep schläf; call ruf an", "de.grammar:23", "is of category A"},
      {"rule saids : nom", "rule says : nom", "de.grammar:26", "unknown word or rule 'saids'"},
      {"rule says : nom = dem{s} s", "rule says : nom = der{s} s", "de.grammar:26", "neither an argument"},
      {"rule says : nom = der{s} s v.did", "rule says : nom = der{s} s v.does", "de.grammar:26",
       "no field 'did'"},
      {"v.part \".", "v.part \".\"", "de.grammar:26", "quotation mark"},
      {"v.part \".\"@x", "v.part \".\"", "de.grammar:26", "neither an argument nor a feature"},
      {"rule says = der{s} s", "rule says : nom = der{s} s", "de.grammar:26", "unresolved feature: Case"},
      {"rule is : s nom s:animal = der", "rule is : s nom = der", "de.grammar:27",
       "unknown value of a feature 's:animal'"},
      {"", "rule is : s nom = der s \"ist\" a \".\"", "de.grammar", "no words or rules for is"},
      {"rule is : s nom = der s \"ist\" a \".\"\nrule is = s", "rule is : s nom = der s \"ist\" a \".\"",
       "de.grammar:28", "written twice"},
      {"\xff", "glue before .", "de.grammar:3: byte 1", "UTF-8"},
  };
  for (const Mistake& mistake : mistakes) expect_refused(mistake, kGerman, false);
}

TEST(Grammar, ARowMustFit) {
  std::string text(kGerman);
  text.replace(text.find("rule is : s nom = der"), 21, "rule is : s nom\n  masc = der");
  const Grammar grammar =
      read_grammar({"world.grammar", kWorld}, {"de.grammar", text}, {"en.grammar", kEnglish});
  EXPECT_THROW(all_pairs(grammar), DataError);
}

TEST(Grammar, PairsAreOfLanguagesThatAreThere) {
  EXPECT_THAT(languages_of(), ::testing::ElementsAre("de", "en", "fr", "ja", "tr"));
  for (const char* wrong : {"", "de", "de-", "de-de", "de-zh", "xx-en", "de_en", "de-en-fr", "world-en"}) {
    EXPECT_THROW(load_grammar(wrong), UsageError) << wrong;
  }
  try {
    load_grammar("de-zh");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("de-zh"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("de, en, fr, ja, tr"));
  }
}

TEST(Grammar, OneSpeakerSaysTheSameAgain) {
  const Grammar grammar = load_grammar("tr-de");
  TreeDrawer drawer(grammar.world, grammar.usable);
  Speaker one(grammar.source, grammar.world);
  Rng rng(3);
  Tree tree;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(drawer.draw(rng, tree));
    Speaker fresh(grammar.source, grammar.world);
    EXPECT_EQ(said(one, tree), said(fresh, tree));
  }
}

}  // namespace
}  // namespace calque::phrasebook
