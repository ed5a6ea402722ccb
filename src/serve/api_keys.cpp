#include "serve/api_keys.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"

namespace calque::serve {
namespace {

constexpr std::size_t kMinKey = 8;
constexpr std::size_t kMaxKey = 256;
constexpr std::uint64_t kMaxKeyRequests = 1'000'000;

bool is_key(std::string_view text) {
  return text.size() >= kMinKey && text.size() <= kMaxKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace

ApiKeys ApiKeys::read(const std::string& path) {
  ApiKeys keys;
  store::LineReader reader(path);
  std::string line;
  while (reader.next(line)) {
    const std::vector<std::string_view> words = split_words(trim(line));
    if (words.empty() || words.front().front() == '#') continue;
    // What stands in the file is secret, so messages do not repeat it.
    if (!is_key(words[0]) || words.size() > 2)
      throw DataError(reader.place(), "this is no key",
                      fmt::format("write a key of {} to {} ASCII characters, and perhaps a limit behind it",
                                  kMinKey, kMaxKey));
    ApiKey& key = keys.keys_.emplace_back();
    key.key = words[0];
    if (words.size() == 1) continue;
    const std::optional<std::uint64_t> limit = parse_unsigned(words[1]);
    if (!limit || *limit == 0 || *limit > kMaxKeyRequests)
      throw DataError(reader.place(), "the limit behind the key is no number of requests in a minute",
                      fmt::format("write a number from 1 to {}", kMaxKeyRequests));
    key.limit_requests = *limit;
  }
  if (keys.empty()) throw DataError({path, 0, 0}, "there is no key in it", "write one key on each line");
  return keys;
}

const ApiKey* ApiKeys::find(std::string_view sent) const {
  const ApiKey* found = nullptr;
  for (const ApiKey& key : keys_)
    if (equal_in_constant_time(sent, key.key)) found = &key;
  return found;
}

bool equal_in_constant_time(std::string_view sent, std::string_view secret) {
  unsigned difference = sent.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const char c = i < sent.size() ? sent[i] : '\0';
    difference |= static_cast<unsigned char>(c) ^ static_cast<unsigned char>(secret[i]);
  }
  return difference == 0;
}

}  // namespace calque::serve
