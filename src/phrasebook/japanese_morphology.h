// Conjugation of Japanese verbs and い-adjectives from their dictionary forms.
//
// Pure functions of their arguments. The forms are cut where a morphological analyser cuts them: a stem, then
// auxiliaries (書き + ます, 書い + て, 書か + ない), which japanese_chain.h puts together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace calque::phrasebook::ja {

enum class VerbClass : std::uint8_t {
  kGodan,    // 書く, 飲む, 買う: the stem's last sound moves through the vowels
  kIchidan,  // 食べる: る falls off
  kSuru,     // する
  kKuru,     // 来る
  kAisuru,   // 愛する: godan like 愛す except for its dictionary form
  kIku,      // 行く: godan, but 行って
  kAru,      // ある: godan, but its negation is ない alone
};

struct VerbForms {
  std::string dictionary;      // 書く
  std::string continuative;    // 書き: before ます, たい, 始める
  std::string te_stem;         // 書い: before て, た, たら; 飲ん before で, だ, だら
  std::string irrealis;        // 書か: before ない, なければ; empty for ある
  std::string passive_stem;    // 書か: before れる; 食べ before られる; さ before れる
  std::string potential;       // 書ける; empty if られる follows the irrealis (食べられる)
  std::string potential_stem;  // 書け
  std::string volitional;      // 書こう
  bool voiced = false;         // で, だ, だら instead of て, た, たら
  bool long_passive = false;   // られる instead of れる
};

// Throws calque::UsageError if the dictionary form does not fit the class.
VerbForms conjugate(std::string_view dictionary, VerbClass inflection);

struct AdjectiveForms {
  std::string dictionary;   // 高い
  std::string stem;         // 高: before すぎる
  std::string adverbial;    // 高く: before ない, て, なる
  std::string past;         // 高かった
  std::string conditional;  // 高かったら
};

// いい has the forms of 良い (よく, よかった). Throws calque::UsageError unless the form ends in い.
AdjectiveForms inflect(std::string_view dictionary);

}  // namespace calque::phrasebook::ja
