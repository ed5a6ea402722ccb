// What `calque translate` prints for one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decode/translation.h"
#include "pipeline/system.h"

namespace calque::apps {

struct AnswerOptions {
  std::size_t n_best = 0;  // 0: the best alone
  bool alignments = false;
  bool trace = false;
  bool json = false;
  bool constrained = false;  // translations were given, and may be out of reach
};

// One translated line.
struct AnsweredLine {
  std::uint64_t number = 0;                           // from 0
  std::string source;                                 // as it came in
  std::string plain;                                  // without markup
  std::vector<std::string> words;                     // as the models see them
  std::span<const decode::Translation> translations;  // best first; empty if a given one is out of reach
  std::size_t chosen = 0;                             // the one to show
};

// With its line ends.
std::string answer(const AnswerOptions& options, const pipeline::TranslationSystem& system,
                   const AnsweredLine& line);

}  // namespace calque::apps
