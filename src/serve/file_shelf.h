// Translated files that wait to be fetched by their name, in memory.
//
// A name is 128 random bits, so nobody can guess that of somebody else's file. Files go after some minutes,
// and the oldest go when there are too many bytes. Safe from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace calque::serve {

struct ShelvedFile {
  std::string file_name{};  // as the client shall save it
  std::string content_type{};
  std::string content{};
};

class FileShelf {
 public:
  using Clock = std::chrono::steady_clock;

  explicit FileShelf(std::size_t max_bytes = std::size_t{256} << 20U,
                     Clock::duration time = std::chrono::minutes(10))
      : max_bytes_(max_bytes), time_(time) {}

  // The name under which the file can be fetched.
  std::string put(ShelvedFile file, Clock::time_point now = Clock::now());
  std::optional<ShelvedFile> get(std::string_view name, Clock::time_point now = Clock::now());

 private:
  struct Entry {
    std::string name;
    ShelvedFile file;
    Clock::time_point until;
  };

  void drop_old(Clock::time_point now);

  std::size_t max_bytes_;
  Clock::duration time_;
  std::mutex mutex_;
  std::deque<Entry> entries_;  // oldest first
  std::size_t bytes_ = 0;
};

}  // namespace calque::serve
