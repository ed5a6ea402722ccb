// The keys that clients prove themselves with.
//
// Immutable after reading and safe to share between threads. Looking up a key takes the same time whatever of
// it is right, so that nobody can find one out character by character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace calque::serve {

struct ApiKey {
  std::string key{};
  std::size_t limit_requests = 0;  // in a minute; 0: that of everybody
};

class ApiKeys {
 public:
  ApiKeys() = default;
  // A key on each line, behind it perhaps blanks and its own limit of requests in a minute. Blank lines and
  // lines that begin with # mean nothing. Throws UsageError if there is no such file, DataError with its line
  // for what is no key, and for a file without keys.
  static ApiKeys read(const std::string& path);

  bool empty() const { return keys_.empty(); }
  // Null if there is no such key.
  const ApiKey* find(std::string_view sent) const;

 private:
  std::vector<ApiKey> keys_;
};

// Whether the texts are equal, in a time that depends on the lengths alone.
bool equal_in_constant_time(std::string_view sent, std::string_view secret);

}  // namespace calque::serve
