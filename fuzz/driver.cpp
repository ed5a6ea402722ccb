// A libFuzzer program of some readers: fuzz_NAME READER [libFuzzer's options] [folders of inputs].
// Without a reader it lists them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "reader.h"
#include "sealed.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace calque::fuzz {

std::vector<Reader>& readers() {
  static std::vector<Reader> all;
  return all;
}

MemoryFile::MemoryFile(Bytes bytes) : descriptor_(memfd_create("fuzz", 0)) {
  CALQUE_CHECK(descriptor_ >= 0);
  CALQUE_CHECK(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}
MemoryFile::~MemoryFile() {
  close(descriptor_);
}
std::string MemoryFile::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

namespace {

// The processes that libFuzzer itself starts learn the reader from the environment.
constexpr const char* kChoice = "CALQUE_FUZZ_READER";
const Reader* chosen = nullptr;

void choose(const std::string& name) {
  for (const Reader& reader : readers())
    if (reader.name == name) chosen = &reader;
}

[[noreturn]] void list_readers() {
  std::sort(readers().begin(), readers().end(),
            [](const Reader& a, const Reader& b) { return a.name < b.name; });
  for (const Reader& reader : readers()) std::printf("%s\n", std::string(reader.name).c_str());
  std::exit(0);
}

}  // namespace
}  // namespace calque::fuzz

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  using namespace calque::fuzz;
  if (const char* inherited = std::getenv(kChoice)) choose(inherited);
  if (chosen != nullptr) return 0;
  if (*argc > 1) choose((*argv)[1]);
  if (chosen == nullptr) list_readers();
  setenv(kChoice, (*argv)[1], 1);
  std::copy(*argv + 2, *argv + *argc + 1, *argv + 1);
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace calque::fuzz;
  try {
    if (chosen->container) {
      chosen->read(sealed({data, size}));
    } else {
      chosen->read({data, size});
    }
  } catch (const calque::Error&) {
    // The expected answer to most inputs.
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace calque::fuzz;
  if (chosen->container && seed % 8 != 0 && mutate_section(data, size, max_size, seed / 8)) return size;
  return LLVMFuzzerMutate(data, size, max_size);
}
