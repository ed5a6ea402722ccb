// A corpus out of the phrasebook as files (docs/formats/synth-corpus.md): train, dev and test, each with a
// file for both languages and, unless the text is raw, one of gold alignments.
//
// The bytes depend on the plan alone. All files appear together, when everything is written. Throws
// UsageError if the folder cannot be made, and what writing files throws.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrasebook/phrasebook.h"

namespace calque::phrasebook {

inline constexpr std::size_t kParts = 3;

struct CorpusPlan {
  std::string folder;  // made if it does not exist
  PairOptions pairs;
  std::array<std::uint64_t, kParts> sentences{20'000, 1'000, 1'000};  // by Part
};

struct PartSummary {
  std::string stem;  // path of its files without extension
  std::uint64_t sentences = 0;
  std::uint64_t source_words = 0;
  std::uint64_t target_words = 0;
};

std::array<PartSummary, kParts> write_corpus(const CorpusPlan& plan, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::phrasebook
