// Where the tags of a segment go in its translation, by the links between words.
//
// A pair of tags goes around the smallest range of the target that holds the words linked to its source
// words, a tag without text beside the word that it stood beside. Tags are never repeated nor left out, and
// what stood inside of a pair stays inside, so the result is as well nested as the segment. Pure functions;
// never throw on any links, which may be none or make no sense.
//
// The rules where links do not decide:
// - a pair around all words of what it stands in goes around all of that in the translation;
// - a target word linked to words of two pairs beside each other belongs to the one with more links, then to
//   the first; a pair whose words are torn apart by those of another holds the longest run of them, the first
//   of several;
// - a tag written tight after a word and not before one goes with the word before it, others with the word
//   after it; if that word has no link, with the nearest that has;
// - words that come out as they went in keep tags between their letters;
// - without any links, words are linked in order, as far into the target as into the source;
// - a tag before all words of what it stands in goes to the beginning, one after all words to the end.
#pragma once

#include <vector>

#include "documents/segment.h"

namespace calque::documents {

struct Placement {
  // For each node of the segment its range of the target. Ranges of nodes beside each other do not overlap,
  // and all are inside that of the pair around them. Text that is kept replaces its range.
  std::vector<TextRange> ranges{};
  // What stands for kept text in a place where it could not stay, to be left out; sorted, and apart from what
  // kept text replaces.
  std::vector<TextRange> removed{};
};

Placement place_nodes(const Segment& segment, const Translated& translated);

}  // namespace calque::documents
