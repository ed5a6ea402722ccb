// Grammars: the world, languages, and what is said with them.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "phrasebook/grammar.h"
#include "phrasebook/speaker.h"
#include "phrasebook/tree_drawer.h"
#include "reader.h"

namespace calque::fuzz {
namespace {

// A line of '=' ends the world; the rest is a language.
void read_grammar_pair(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  const std::size_t cut = std::min(text.find("\n====\n"), text.size());
  const std::string_view language = text.substr(std::min(cut + 6, text.size()));
  const phrasebook::Grammar grammar = phrasebook::read_grammar(
      {"world.grammar", text.substr(0, cut)}, {"xx.grammar", language}, {"yy.grammar", language});
  phrasebook::TreeDrawer drawer(grammar.world, grammar.usable);
  phrasebook::Speaker speaker(grammar.source, grammar.world);
  Rng rng(bytes.size());
  phrasebook::Tree tree;
  phrasebook::Tokens tokens;
  for (int i = 0; i < 5; ++i) {
    if (drawer.draw(rng, tree)) speaker.say(tree, tokens);
  }
}

const Registered grammar({"grammar", read_grammar_pair});

}  // namespace
}  // namespace calque::fuzz
