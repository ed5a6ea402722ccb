// Who else learns from the occurrences of a corpus while a phrase table is made of them, so that they are
// extracted once.
//
// Occurrences come sentence pair by sentence pair, in waves of blocks. Blocks of a wave are observed by
// several threads at once, the sentence pairs of a block one after the other; an observer that keeps what it
// makes of each block apart and puts it together at the end of the wave, in block order, makes the same for
// any number of threads. The other calls come from one thread.
#pragma once

#include <cstddef>
#include <span>

#include "phrase/extract.h"

namespace calque::phrase {

class OccurrenceObserver {
 public:
  OccurrenceObserver() = default;
  OccurrenceObserver(const OccurrenceObserver&) = delete;
  OccurrenceObserver& operator=(const OccurrenceObserver&) = delete;
  virtual ~OccurrenceObserver() = default;

  virtual void begin_wave(std::size_t blocks) = 0;
  // All occurrences of a sentence pair that its first alignment allows, those that PairRules leave out among
  // them. What is passed is valid during the call.
  virtual void observe(std::size_t block, const AlignedPair& pair, std::span<const Occurrence> found) = 0;
  virtual void end_wave() = 0;
  // After the last wave. Not called if something else failed before.
  virtual void end_corpus() = 0;
};

}  // namespace calque::phrase
