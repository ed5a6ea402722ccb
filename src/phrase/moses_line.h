// Lines of a Moses text table: their fields and numbers, with errors that say where and what.
//
// Views into the line. Throws DataError, and UsageError if there is no such file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/reporter.h"
#include "store/text_file.h"

namespace calque::phrase {

// Fields between "|||", without blanks at their ends.
class MosesFields {
 public:
  static constexpr std::size_t kMaximum = 8;

  // Checks UTF-8 and that there are at least `fewest` fields and at most kMaximum.
  MosesFields(std::string_view line, std::size_t minimum, const Place& place);

  std::size_t size() const { return size_; }
  // Empty if there is no such field.
  std::string_view operator[](std::size_t i) const { return i < size_ ? fields_[i] : std::string_view(); }

 private:
  std::array<std::string_view, kMaximum> fields_;
  std::size_t size_ = 0;
};

// Calls add_line(line, place) for each line of the file, and reports progress. Returns the number of lines.
template <typename AddLine>
std::uint64_t for_each_moses_line(const std::string& path, Reporter& reporter, const AddLine& add_line) {
  constexpr std::uint64_t kLinesPerReport = 1 << 14;
  store::LineReader reader(path, store::kMaxDataLine);
  std::string line;
  while (reader.next(line)) {
    add_line(line, reader.place());
    if (reader.line_number() % kLinesPerReport == 0)
      reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  return reader.line_number();
}

// Words of a phrase, 1 to kMaxPhraseLength. `side` is "source" or "target".
void split_phrase(std::string_view field, std::string_view side, const Place& place,
                  std::vector<std::string_view>& words);

// Probabilities from 0 to 1 as natural logarithms. Like Moses, nothing falls below -100; up to 1.001 is taken
// for rounding of 1. Exactly as many as there are places in `log_probs`.
void parse_log_probs(std::span<const std::string_view> numbers, const Place& place,
                     std::span<float> log_probs);

}  // namespace calque::phrase
