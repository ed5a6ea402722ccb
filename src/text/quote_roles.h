// Which quotation marks of a sentence open and which close, seen from its words alone.
//
// “ and „ say it themselves as far as the language is consistent; a straight quote, or one that the language
// writes on both sides, opens and closes in turn. A sentence may be cut out of a longer quotation, though, so
// that a mark has no partner in it: the sides are chosen so that as few marks as possible lack a partner or
// stand where such a mark hardly ever stands (closing at the start, opening before a comma).
//
// Pure function, safe from any thread; the cost is linear in the number of words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace calque::text {

struct LanguageRules;

enum class QuoteRole : std::uint8_t {
  kNone,   // no quotation mark
  kOpen,   // tight to what follows
  kClose,  // tight to what stands before; also an apostrophe after its word: the dogs '
};

// One role for each token; nothing at all if no token is a quotation mark.
std::vector<QuoteRole> quote_roles(std::span<const std::string_view> tokens, const LanguageRules& rules);

}  // namespace calque::text
