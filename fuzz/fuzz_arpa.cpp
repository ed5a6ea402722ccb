// Fuzzing entry point (libFuzzer): any bytes given to the ARPA reader end in a model that answers or in a
// FormatError.
// Built with -DCALQUE_FUZZ=ON (fuzz/CMakeLists.txt).
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "lm/files/arpa.h"
#include "lm/query/model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace calque;
  try {
    const lm::Model model =
        lm::Model::from_data(lm::parse_arpa({reinterpret_cast<const char*>(bytes), size}, "fuzz"));
    lm::State state = model.begin_state();
    for (std::uint32_t word = 0; word < model.vocabulary().size(); ++word) {
      if (!std::isfinite(model.score(state, text::WordId{word}, state))) std::abort();
    }
  } catch (const FormatError&) {
    // The expected answer to most inputs.
  }
  return 0;
}
