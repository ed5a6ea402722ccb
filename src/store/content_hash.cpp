#include "store/content_hash.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <xxhash.h>

#include "base/error.h"

namespace calque::store {
namespace {

std::string written(std::uint64_t hash) {
  return fmt::format("xxh3:{:016x}", hash);
}

}  // namespace

std::string hash_text(std::string_view text) {
  return written(XXH3_64bits(text.data(), text.size()));
}

std::string hash_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) {
    throw UsageError({path}, fmt::format("cannot open the file ({})", std::strerror(errno)),
                     "check the name and that you may read it");
  }
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  if (!state) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  std::array<char, 1 << 16> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    XXH3_64bits_update(state.get(), buffer.data(), got);
  }
  if (std::ferror(file.get()) != 0) throw MachineError({path}, "reading failed", "check the disk");
  return written(XXH3_64bits_digest(state.get()));
}

}  // namespace calque::store
