// Many sentences through one decoder, in parallel, delivered in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "decode/decoder.h"

namespace calque::decode {

// Gives the next line of tokens separated by blanks; false at the end.
using LineSource = std::function<bool(std::string& line)>;
// Receives the line, its translations (best first, at least one) and its number from 0. Called in order, by
// one thread at a time, as soon as the translation and all before it are ready.
using TranslationSink = std::function<void(
    const std::string& line, const std::vector<Translation>& translations, std::uint64_t number)>;

// What is wanted for every line.
struct LineOptions {
  std::size_t n = 1;             // translations
  bool with_indicators = false;  // they name the indicators of sparse features
};

// Translates all lines. Memory is bounded by a few lines per thread. Output does not depend on the number of
// threads.
void translate_lines(const Decoder& decoder, ThreadPool& pool, const LineOptions& line_options,
                     const LineSource& source, const TranslationSink& sink);

}  // namespace calque::decode
