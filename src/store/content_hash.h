// A fingerprint of a file's bytes, for manifests and for deciding whether a training step must run again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace calque::store {

// "xxh3:" and 16 hexadecimal digits of XXH3-64.
std::string hash_text(std::string_view text);
// The same over the file as it stands on disk (compressed bytes are hashed as they are). Throws UsageError if
// absent.
std::string hash_file(const std::string& path);

}  // namespace calque::store
