#include "text/known_forms.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include <unicode/uchar.h>

#include "base/parse.h"
#include "text/casing.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// Shorter parts are mostly endings and prepositions, which a word may contain by chance.
constexpr std::size_t kShortestPart = 4;
// Longer ones, which stand before verbs and their nouns: what they make is seldom what they say.
constexpr std::string_view kPrepositions = " durch gegen hinter nach neben ohne unter wider zwischen über ";
// In German, it makes one noun of another (Italiener), so that such nouns are no forms of each other.
constexpr std::string_view kAgentEnding = "er";
// In bytes. Longer ones are no words, and would take long.
constexpr std::size_t kLongestWord = 100;

std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items = split_words(list);
  items.insert(items.begin(), std::string_view());
  return items;
}

std::size_t length_of(std::string_view word) {
  return static_cast<std::size_t>(
      std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Letters, and hyphens between them.
bool is_word(std::string_view word) {
  if (word.empty() || word.size() > kLongestWord || word.front() == '-' || word.back() == '-') return false;
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    const auto code = static_cast<UChar32>(character.code);
    if (character.code != U'-' && u_isalpha(code) == 0 && u_charType(code) != U_NON_SPACING_MARK)
      return false;
    at += character.bytes;
  }
  return true;
}

}  // namespace

KnownForms::KnownForms(std::string_view language) {
  const std::string base = base_language(language);
  if (base == "de") {
    endings_ = items_of("e en em er es n s st t te ten");
    links_ = items_of("s es n en er e");
  } else if (base == "fr") {
    hyphenated_pronouns_ = true;
    endings_ = items_of("e s es x a ait aient ant ante ants ent er ez nt é ée ées és");
  } else if (base == "ar") {
    // Articles, prepositions and pronouns are written as part of their word, and some letters in more than
    // one way.
    beginnings_ = items_of("ا أ إ آ ال الا الأ الإ ب بال س ف فال ك كال ل لل و وال");
    endings_ = items_of("ا ات ان ة ت ته تي ك كم نا ني ه ها هم وا ون ى ي ين");
    shortest_stem_ = 3;
  }
}

std::string KnownForms::form(std::string_view word, const Count& count) const {
  std::string best;
  if (hyphenated_pronouns_ && is_hyphenated_pronoun(word)) {
    std::string alone(word.substr(word.rfind('-') + 1));
    return count(alone) > 0 ? alone : best;
  }
  if (!is_word(word) || beginnings_.size() + endings_.size() == 2) return best;
  const bool noun = !links_.empty() && initial_case(word) == InitialCase::kUpper;
  std::tuple<std::size_t, std::ptrdiff_t, double> best_rank;  // length of the stem, letters added, count
  for (const std::string_view beginning : beginnings_) {
    for (const std::string_view ending : endings_) {
      if (beginning.size() + ending.size() >= word.size() || !word.starts_with(beginning) ||
          !word.ends_with(ending) || (noun && ending == kAgentEnding))
        continue;
      const std::string stem(word.substr(beginning.size(), word.size() - beginning.size() - ending.size()));
      const std::size_t length = length_of(stem);
      if (length < std::max(shortest_stem_, std::get<0>(best_rank))) continue;
      for (const std::string_view new_beginning : beginnings_) {
        for (const std::string_view new_ending : endings_) {
          std::string other = std::string(new_beginning) + stem + std::string(new_ending);
          const double uses = count(other);
          const std::tuple rank{length, -static_cast<std::ptrdiff_t>(length_of(other) - length), uses};
          if (uses == 0 || (!best.empty() && rank <= best_rank)) continue;
          best_rank = rank;
          best = std::move(other);
        }
      }
    }
  }
  return best;
}

std::vector<std::string> KnownForms::parts(std::string_view word, const Count& count) const {
  if (links_.empty() || !is_word(word)) return {};
  if (word.find('-') != std::string_view::npos) return hyphenated_parts(word, count);
  // Verbs and adjectives are not what they seem to be made of as often as nouns.
  if (initial_case(word) != InitialCase::kUpper) return {};
  std::vector<std::string> best;
  double best_score = 0;
  for (std::size_t cut = 1; cut < word.size(); ++cut) {
    if ((word[cut] & 0xC0) == 0x80) continue;
    const std::string_view rest = word.substr(cut);
    for (const std::string_view link : links_) {
      if (!rest.starts_with(link)) continue;
      const std::string first = part(word.substr(0, cut), false, count);
      const std::string last = part(rest.substr(link.size()), true, count);
      if (first.empty() || last.empty()) continue;
      const double score = std::sqrt(count(first) * count(last));
      if (score <= best_score) continue;
      best_score = score;
      best = {first, last};
    }
  }
  return best;
}

// A part as the model knows it best. The first may be the stem of a verb (Trinkglas); the last says what the
// whole is, a noun.
std::string KnownForms::part(std::string_view word, bool last, const Count& count) const {
  if (length_of(word) < kShortestPart) return {};
  std::string best;
  double best_count = 0;
  const auto consider = [&](std::string candidate) {
    const double found = count(candidate);
    if (found > best_count) {
      best_count = found;
      best = std::move(candidate);
    }
  };
  const std::string lower = to_lower(word);
  consider(capitalize_sentence(lower));
  if (last) {
    for (const std::string_view ending : endings_) {
      if (best.empty() && lower.ends_with(ending) && length_of(lower) >= kShortestPart + ending.size())
        consider(capitalize_sentence(lower.substr(0, lower.size() - ending.size())));
    }
    return best;
  }
  if (listed(kPrepositions, lower)) return {};
  consider(lower);
  if (best.empty()) consider(lower + "en");
  return best;
}

std::vector<std::string> KnownForms::hyphenated_parts(std::string_view word, const Count& count) const {
  std::vector<std::string> result;
  bool any = false;
  while (!word.empty()) {
    const std::size_t hyphen = std::min(word.find('-'), word.size());
    const std::string_view piece = word.substr(0, hyphen);
    word.remove_prefix(std::min(hyphen + 1, word.size()));
    const bool short_noun = length_of(piece) < kShortestPart && initial_case(piece) == InitialCase::kUpper;
    if (length_of(piece) + 1 < kShortestPart || (word.empty() && short_noun)) return {};
    if (count(piece) > 0) {
      result.emplace_back(piece);
      any = true;
      continue;
    }
    std::vector<std::string> smaller;
    if (std::string other = form(piece, count); !other.empty()) smaller.push_back(std::move(other));
    if (smaller.empty()) smaller = parts(piece, count);
    any = any || !smaller.empty();
    if (smaller.empty()) smaller.emplace_back(piece);
    std::move(smaller.begin(), smaller.end(), std::back_inserter(result));
  }
  return any ? result : std::vector<std::string>();
}

}  // namespace calque::text
