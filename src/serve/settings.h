// What a server is allowed to do and where it listens.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace calque::serve {

struct Settings {
  std::vector<std::string> models{};      // folders, as load_models() takes them
  std::vector<std::string> glossaries{};  // files, as load_models() takes them
  std::string host = "127.0.0.1";
  std::uint16_t port = 5000;
  std::size_t threads = 0;  // that translate; 0: one per core

  // Limits of one request.
  std::size_t limit_text = 100'000;      // characters of all its texts together
  std::size_t limit_batch = 1'000;       // texts
  std::size_t limit_body = 8ULL << 20U;  // bytes
  std::chrono::seconds limit_time{60};   // until it is answered or given up
  // Limits of the server.
  std::size_t limit_queue = 10'000;  // sentences that wait
  std::size_t limit_connections = 1'000;
  std::size_t limit_requests = 0;  // of one key or address in a minute; 0: any number

  std::string api_keys{};                 // file of keys; empty: no key is needed
  std::string corrections{};              // folder of journals; empty: none are taken
  std::string correction_keys{};          // file of the keys that may correct; empty: whoever may translate
  std::size_t limit_corrections = 5'000;  // of a pair of languages
  std::string metrics_token{};            // who may read /metrics; empty: everybody
  bool behind_proxy = false;              // the client's address is the last of X-Forwarded-For
};

// Reads a file of lines "name = value" into the settings: the names of the command's options without their
// dashes. Blank lines and lines that begin with # mean nothing; "model" may occur several times. Throws
// UsageError if there is no such file, DataError with its line for a name or value that cannot be.
void read_settings(const std::string& path, Settings& settings);

// Sets one of them. False if there is none of that name; throws UsageError for a value that cannot be.
bool set_setting(Settings& settings, std::string_view name, std::string_view value);
std::vector<std::string_view> setting_names();

}  // namespace calque::serve
