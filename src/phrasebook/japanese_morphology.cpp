#include "phrasebook/japanese_morphology.h"

#include <array>
#include <cstddef>

#include "base/error.h"

namespace calque::phrasebook::ja {
namespace {

constexpr std::size_t kKanaBytes = 3;

// One row of the godan paradigm: the last kana of the dictionary form and what stands in its place.
struct GodanRow {
  std::string_view u;
  std::string_view a;
  std::string_view i;
  std::string_view e;
  std::string_view o;
  std::string_view te;  // the sound change before て and た
  bool voiced;
};

constexpr std::array<GodanRow, 9> kGodanRows = {{
    {"う", "わ", "い", "え", "お", "っ", false},
    {"く", "か", "き", "け", "こ", "い", false},
    {"ぐ", "が", "ぎ", "げ", "ご", "い", true},
    {"す", "さ", "し", "せ", "そ", "し", false},
    {"つ", "た", "ち", "て", "と", "っ", false},
    {"ぬ", "な", "に", "ね", "の", "ん", true},
    {"ぶ", "ば", "び", "べ", "ぼ", "ん", true},
    {"む", "ま", "み", "め", "も", "ん", true},
    {"る", "ら", "り", "れ", "ろ", "っ", false},
}};

[[noreturn]] void fail_form(std::string_view form, std::string_view what) {
  throw UsageError({}, "the form " + std::string(form) + " is not " + std::string(what),
                   "correct the lexicon entry");
}

// The form without its last kana, which must be `last`.
std::string without(std::string_view form, std::string_view last, std::string_view what) {
  if (form.size() < kKanaBytes || !form.ends_with(last)) fail_form(form, what);
  return std::string(form.substr(0, form.size() - last.size()));
}

std::string operator+(const std::string& a, std::string_view b) {
  return std::string(a).append(b);
}

VerbForms conjugate_godan(std::string_view dictionary) {
  for (const GodanRow& row : kGodanRows) {
    if (!dictionary.ends_with(row.u)) continue;
    const std::string root = without(dictionary, row.u, "a godan verb");
    VerbForms f;
    f.dictionary = dictionary;
    f.continuative = root + row.i;
    f.te_stem = root + row.te;
    f.irrealis = root + row.a;
    f.passive_stem = f.irrealis;
    f.potential_stem = root + row.e;
    f.potential = f.potential_stem + std::string_view("る");
    f.volitional = root + row.o + std::string_view("う");
    f.voiced = row.voiced;
    return f;
  }
  fail_form(dictionary, "a godan verb");
}

VerbForms conjugate_ichidan(std::string_view dictionary) {
  VerbForms f;
  f.dictionary = dictionary;
  f.continuative = without(dictionary, "る", "an ichidan verb");
  f.te_stem = f.irrealis = f.passive_stem = f.continuative;
  f.volitional = f.continuative + std::string_view("よう");
  f.long_passive = true;
  return f;
}

// する and 来る, with anything written in front of them.
VerbForms conjugate_suru(std::string_view dictionary) {
  const std::string root = without(dictionary, "する", "する");
  VerbForms f;
  f.dictionary = dictionary;
  f.continuative = f.te_stem = f.irrealis = root + std::string_view("し");
  f.passive_stem = root + std::string_view("さ");
  f.potential_stem = root + std::string_view("でき");
  f.potential = root + std::string_view("できる");
  f.volitional = root + std::string_view("しよう");
  return f;
}

}  // namespace

VerbForms conjugate(std::string_view dictionary, VerbClass inflection) {
  switch (inflection) {
    case VerbClass::kIchidan:
      return conjugate_ichidan(dictionary);
    case VerbClass::kSuru:
      return conjugate_suru(dictionary);
    case VerbClass::kKuru:
      // In kanji 来る looks like an ichidan verb (its readings differ: きます, こない).
      return conjugate_ichidan(dictionary);
    case VerbClass::kAisuru: {
      VerbForms f = conjugate_godan(without(dictionary, "る", "愛する"));
      f.dictionary = dictionary;
      return f;
    }
    case VerbClass::kIku: {
      VerbForms f = conjugate_godan(dictionary);
      f.te_stem = without(dictionary, "く", "行く") + std::string_view("っ");
      return f;
    }
    case VerbClass::kAru: {
      VerbForms f = conjugate_godan(dictionary);
      f.irrealis = without(dictionary, "ある", "ある");
      f.potential.clear();
      f.potential_stem.clear();
      return f;
    }
    case VerbClass::kGodan:
      break;
  }
  return conjugate_godan(dictionary);
}

AdjectiveForms inflect(std::string_view dictionary) {
  AdjectiveForms f;
  f.dictionary = dictionary;
  f.stem = without(dictionary, "い", "an い-adjective");
  const bool good = dictionary == "いい";
  if (good) f.stem = "よ";
  f.adverbial = f.stem + std::string_view("く");
  f.past = f.stem + std::string_view("かった");
  f.conditional = f.past + std::string_view("ら");
  // Before すぎる the kanji is usual.
  if (good) f.stem = "良";
  return f;
}

}  // namespace calque::phrasebook::ja
