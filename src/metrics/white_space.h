// White space as Python's str.split() sees it, because sacreBLEU splits with it; and lower-casing by Unicode.
//
// Pure functions and an immutable class, safe to share between threads. Only the constructor of Lowercaser
// throws: MachineError if ICU cannot be set up.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace calque::metrics {

// Length in bytes of the white space character at the start of `text`, 0 if there is none.
std::size_t white_space_length(std::string_view text);
// Overwrites `tokens` with views into `text`.
void split_at_white_space(std::string_view text, std::vector<std::string_view>& tokens);
std::string_view without_trailing_white_space(std::string_view text);

class Lowercaser {
 public:
  Lowercaser();
  // Overwrites `out`. Requires: line does not view `out`.
  void copy_lowercased(std::string_view line, std::string& out) const;

 private:
  std::shared_ptr<const void> case_map_;  // ICU's
};

}  // namespace calque::metrics
