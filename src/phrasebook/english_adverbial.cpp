// English adverbials.
#include "phrasebook/english.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

constexpr std::array<std::string_view, 14> kEnglishHours = {"",     "one",    "two",    "three", "four",
                                                            "five", "six",    "seven",  "eight", "nine",
                                                            "ten",  "eleven", "twelve", "one"};

}  // namespace

// Place and manner in the order of the tree, time last; frequency stands before the verb and is left out
// here.
void EnglishWriter::adverbials(const Clause& c) {
  for (const bool time : {false, true}) {
    for (std::size_t i = 0; i < c.adverbial_count; ++i) {
      const Adverbial& a = c.adverbials[i];
      if (is_time(a) != time || (c.fronting == Fronting::kTime && i == first_time(c))) continue;
      if (a.kind == AdverbialKind::kAdverb && facts(a.concept_id).adverb_class == AdverbClass::kFrequency)
        continue;
      const bool bare = c.type == ClauseType::kCalendar || c.type == ClauseType::kClockTime;
      if (!bare) {
        adverbial(a);
      } else if (a.kind == AdverbialKind::kClock) {
        clock(a);
      } else {
        if (a.day != 0) write_.words(digits(a.day), mask_of(a.day_node));
        write_.words(lexicon_[a.concept_id].base, mask_of(a.node), a.concept_id);
      }
    }
  }
}

void EnglishWriter::clock(const Adverbial& a) {
  const NodeMask minute = mask_of(a.minute_node);
  if (a.minute == 15) write_.words("a quarter past", minute);
  if (a.minute == 30) write_.words("half past", minute);
  if (a.minute == 45) write_.words("a quarter to", minute);
  const int hour = a.minute == 45 ? a.hour + 1 : a.hour;
  write_.words(kEnglishHours[static_cast<std::size_t>(hour)], mask_of(a.hour_node));
  if (a.minute == 0) write_.words("o'clock", mask_of(a.clock_node));
}

void EnglishWriter::adverbial(const Adverbial& a) {
  const NodeMask relation = mask_of(a.relation_node);
  switch (a.kind) {
    case AdverbialKind::kAdverb:
      return write_.words(lexicon_[a.concept_id].base, mask_of(a.node), a.concept_id);
    case AdverbialKind::kPhrase:
      if (a.concept_id == kAgo) {
        noun_phrase(a.np, EnglishCase::kObject);
        return write_.words("ago", mask_of(a.node), kAgo);
      }
      preposition(a.concept_id, s_.np(a.np).head, mask_of(a.node));
      return noun_phrase(a.np, EnglishCase::kObject);
    case AdverbialKind::kClock:
      write_.words("at", relation);
      return clock(a);
    case AdverbialKind::kWeekday:
      write_.words("on", relation);
      return write_.words(lexicon_[a.concept_id].base, mask_of(a.node), a.concept_id);
    case AdverbialKind::kDate:
      write_.words("on", relation);
      write_.words(digits(a.day), mask_of(a.day_node));
      return write_.words(lexicon_[a.concept_id].base, mask_of(a.node), a.concept_id);
    case AdverbialKind::kMonth:
    case AdverbialKind::kSeason:
      write_.words("in", relation);
      return write_.words(lexicon_[a.concept_id].base, mask_of(a.node), a.concept_id);
    case AdverbialKind::kYear:
      write_.words("in", relation);
      return write_.words(digits(a.year), mask_of(a.node));
  }
}

}  // namespace calque::phrasebook
