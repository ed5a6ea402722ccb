// Any bytes as an n-best list, plain or compressed: a DataError or candidates whose numbers are finite and
// whose sentences exist, never a crash.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread_pool.h"
#include "tune/n_best_reader.h"

namespace {

using namespace calque;

// The reader takes files; this one is in memory.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : file_(memfd_create("n-best", 0)) {
    CALQUE_CHECK(file_ >= 0);
    CALQUE_CHECK(write(file_, data, size) == static_cast<ssize_t>(size));
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

void check(const tune::CandidateLists& lists, std::size_t added) {
  CALQUE_CHECK(lists.candidate_count() == added);
  for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
    for (std::size_t k = 0; k < lists.feature_count(); ++k) {
      CALQUE_CHECK(lists.column(s, k).size() == lists.size(s));
      for (const float value : lists.column(s, k)) CALQUE_CHECK(std::isfinite(value));
    }
  }
  for (std::size_t c = 0; c < lists.candidate_count(); ++c) {
    CALQUE_CHECK(lists.text_of(c) < lists.text_count());
    for (const tune::SparseValue& indicator : lists.sparse(c))
      CALQUE_CHECK(indicator.name < lists.sparse_names().size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  static ThreadPool threads(1);
  try {
    constexpr std::size_t kSentences = 4;
    tune::CandidateLists lists(tune::features_of_list(file.path()), kSentences);
    check(lists, tune::read_n_best(std::vector{file.path()}, lists, threads));
  } catch (const Error&) {
    // The expected answer to most inputs.
  }
  return 0;
}
