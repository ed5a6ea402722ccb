// What `calque translate` prints for one line.
#pragma once

#include <cstddef>
#include <string>

#include "calque/translator.h"

namespace calque::apps {

struct TranslationFormat {
  std::size_t n_best = 0;  // 0: the best alone
  bool alignments = false;
  bool trace = false;
  bool json = false;
  bool constrained = false;  // translations were given, and may be out of reach
};

// With its line ends.
std::string format_response(const TranslationFormat& options, const Translator& translator,
                            const Request& request, const Response& response);

}  // namespace calque::apps
