// Fuzzing entry point (libFuzzer): a small binary language model in either layout with bytes changed and
// sections cut behind the checksums' back ends in a FormatError or in a model that answers, never outside its
// memory. Begins with fuzz/corpus/lm_binary, which the tests replay.
#include <cstddef>
#include <cstdint>

#include "lm/testing/damaged_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  calque::lm::testing::ask_damaged_model({bytes, size});
  return 0;
}
