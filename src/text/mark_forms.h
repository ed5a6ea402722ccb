// Quotation marks, dashes and ellipses as typewriters and as printers write them: "so", “so”, „so“, « so ».
//
// Models see one form of each. Double quotation marks become “ and ”, by the side on which they stand; — and
// -- become –; … becomes three full stops. On the way out they are written as the source text does: straight
// if its marks are straight, and otherwise in the shape of the target language („so“ in German, « so » in
// French). If the source has none of a kind, the target side of the training text decides: its more
// frequent habit is recorded with the model. Single quotation marks stay as they are, because they look like
// apostrophes, and so do the marks of Chinese and Japanese, which have no straight form.
//
// Pure functions, safe from any thread; a MarkCounter is not to be shared.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/offset_map.h"

namespace calque::text {

// How marks are written: each is empty if a text has none.
struct MarkHabits {
  std::string quote = "\"";      // " or “ for what the language has
  std::string dash = "\u2013";   // – — or --
  std::string ellipsis = "...";  // ... or …

  bool operator==(const MarkHabits&) const = default;
};

// "\" – ...": the three marks between blanks, as a model records them.
std::string to_text(const MarkHabits& habits);
// Returns false for anything else.
bool parse_mark_habits(std::string_view text, MarkHabits& habits);

// Turns the double quotation marks of a line to “ and ”. Returns whether `out` was filled; if not, there is
// nothing to turn.
bool turn_quotes(std::string_view line, std::string& out);
// Dashes and ellipses of words, of a language other than Chinese and Japanese.
void plain_marks(std::vector<std::string>& tokens, std::string_view language);

// How a text writes its marks.
MarkHabits marks_of(std::string_view line);
// The marks of a source that decide for its translation, and the habit where there are none.
MarkHabits combine(const MarkHabits& source, const MarkHabits& habit, std::string_view target_language);

// Writes dashes as the habits say; before words are joined, because dashes differ in their blanks.
void write_dashes(std::vector<std::string>& tokens, const MarkHabits& habits);
// Quotation marks and ellipses of joined text.
// Where everything went is put into `map`, if given; it must be empty.
std::string write_marks(std::string_view text, const MarkHabits& habits, std::string_view language,
                        OffsetMap* map = nullptr);

// Counts how a text writes its marks.
class MarkCounter {
 public:
  void add(std::string_view line);
  // The more frequent form of each, and the defaults for what does not occur.
  MarkHabits habits() const;

 private:
  std::array<std::uint64_t, 2> quotes_{};    // straight, typographic
  std::array<std::uint64_t, 3> dashes_{};    // – — --
  std::array<std::uint64_t, 2> ellipses_{};  // ... …
};

}  // namespace calque::text
