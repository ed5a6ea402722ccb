#include "serve/detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "text/casing.h"
#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

// Longer texts are judged by their beginning.
constexpr std::size_t kMaxLetters = 2000;
// Words of scripts without blanks are cut where they are this long.
constexpr std::size_t kMaxWord = 24;
// Shares of the predictions from two characters, one and none; what is left is for characters never seen, of
// which there may be as many as Unicode has letters.
constexpr std::array<double, 3> kShares{0.7, 0.2, 0.0999};
constexpr double kUnseen = 0.0001 / 130'000;
// A word that the language has is as probable as it is frequent, or as its spelling is.
constexpr double kWordShare = 0.9;
// How frequent a word is depends much on what a text is about, so large counts count less.
constexpr double kCountPower = 0.6;
constexpr char32_t kBorder = U' ';

using Characters = std::vector<char32_t>;

// Up to three characters of 21 bits each. None is 0, so keys of different lengths differ.
std::uint64_t key_of(const char32_t* characters, std::size_t length) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < length; ++i) key = key << 21U | (characters[i] & 0x1FFFFFU);
  return key;
}

double find(const std::unordered_map<std::uint64_t, double>& counts, std::uint64_t key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

// The letters of a word between two borders.
Characters bordered(std::string_view word) {
  Characters characters{kBorder, kBorder};
  for (std::size_t i = 0; i < word.size();) {
    const text::Utf8Character character = text::character_at(word, i);
    characters.push_back(character.code);
    i += character.bytes;
  }
  characters.push_back(kBorder);
  return characters;
}

bool is_letter(char32_t code) {
  const text::CharClass cls = text::class_of(code);
  return cls == text::CharClass::kLetter || cls == text::CharClass::kUnspaced ||
         cls == text::CharClass::kMark;
}

// Runs of letters in lower case.
std::vector<std::string> words_of(std::string_view text) {
  const std::string lower = text::to_lower(text);
  std::vector<std::string> words;
  std::size_t letters = 0;
  std::size_t length = 0;
  bool inside = false;
  for (std::size_t i = 0; i < lower.size() && letters < kMaxLetters;) {
    const text::Utf8Character character = text::character_at(lower, i);
    const bool letter = is_letter(character.code);
    if (letter) {
      if (!inside || length == kMaxWord) {
        words.emplace_back();
        length = 0;
      }
      words.back().append(lower, i, character.bytes);
      ++length;
      ++letters;
    }
    inside = letter;
    i += character.bytes;
  }
  return words;
}

}  // namespace

Detector::Profile& Detector::profile(std::string_view language) {
  const auto place =
      std::lower_bound(profiles_.begin(), profiles_.end(), language,
                       [](const Profile& profile, std::string_view code) { return profile.language < code; });
  if (place != profiles_.end() && place->language == language) return *place;
  Profile made;
  made.language = language;
  return *profiles_.insert(place, std::move(made));
}

void Detector::add(std::string_view language, std::string_view word, double count) {
  Profile& of = profile(language);
  for (const std::string& part : words_of(word)) {
    const double known = std::pow(count, kCountPower);
    of.words[part] += known;
    of.word_total += known;
    const Characters characters = bordered(part);
    // How words are spelt shows better in many words than in the few frequent ones.
    const double weight = std::log1p(count);
    for (std::size_t i = 2; i < characters.size(); ++i) {
      for (std::size_t before = 0; before <= 2; ++before) {
        of.characters[key_of(&characters[i - before], before + 1)] += weight;
        of.histories[key_of(&characters[i - before], before)] += weight;
      }
    }
  }
}

double Detector::spelling_log_prob(const Profile& profile, const Characters& characters) {
  double log_prob = 0;
  for (std::size_t i = 2; i < characters.size(); ++i) {
    double prob = kUnseen;
    for (std::size_t before = 0; before <= 2; ++before) {
      const double seen = find(profile.histories, key_of(&characters[i - before], before));
      if (seen > 0)
        prob += kShares[2 - before] * find(profile.characters, key_of(&characters[i - before], before + 1)) /
                seen;
    }
    log_prob += std::log(prob);
  }
  return log_prob;
}

double Detector::word_log_prob(const Profile& profile, const std::string& word) {
  const double spelling = std::exp(spelling_log_prob(profile, bordered(word)));
  const auto found = profile.words.find(word);
  const double known = found == profile.words.end() ? 0 : found->second / profile.word_total;
  return std::log(std::max(kWordShare * known + (1 - kWordShare) * spelling, 1e-300));
}

// The share of the characters that the language has.
double Detector::known_share(const Profile& profile, const std::vector<std::string>& words) {
  double known = 0;
  double all = 0;
  for (const std::string& word : words) {
    const Characters characters = bordered(word);
    for (std::size_t i = 2; i + 1 < characters.size(); ++i) {
      ++all;
      if (find(profile.characters, key_of(&characters[i], 1)) > 0) ++known;
    }
  }
  return all == 0 ? 0 : known / all;
}

std::vector<Detection> Detector::detect(std::string_view text) const {
  const std::vector<std::string> words = words_of(text);
  std::vector<Detection> found;
  for (const Profile& of : profiles_) {
    double log_prob = 0;
    for (const std::string& word : words) log_prob += word_log_prob(of, word);
    found.push_back({of.language, log_prob});
  }
  if (words.empty()) {
    for (Detection& each : found) each.confidence = 0;
    return found;
  }
  double best = -std::numeric_limits<double>::infinity();
  for (const Detection& each : found) best = std::max(best, each.confidence);
  double sum = 0;
  for (Detection& each : found) sum += each.confidence = std::exp(each.confidence - best);
  // A text in characters that a language does not have is not in it with certainty.
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i].confidence =
        std::round(1000 * found[i].confidence / sum * known_share(profiles_[i], words)) / 10;
  std::stable_sort(found.begin(), found.end(),
                   [](const Detection& a, const Detection& b) { return a.confidence > b.confidence; });
  return found;
}

}  // namespace calque::serve
