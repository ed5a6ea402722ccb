// Figures of a running server, as Prometheus reads them. Safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace calque::serve {

class Metrics {
 public:
  // A request was answered after so many seconds.
  void count_request(std::string_view operation, int status, double seconds);
  void count_translation(std::uint64_t sentences, std::uint64_t unknown_words);
  void count_correction(bool added);  // or undone
  void begin_request();
  void end_request();
  void count_reload(bool succeeded);

  // Text of the exposition format, version 0.0.4.
  std::string text(std::size_t queue_depth, std::string_view version) const;

  // Upper bounds of the histogram's buckets in seconds.
  static constexpr std::array<double, 14> kBuckets{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                   0.25,  0.5,    1,     2.5,  5,     10,   30};

 private:
  struct Histogram {
    std::array<std::uint64_t, kBuckets.size() + 1> counts{};
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, Histogram> requests_;  // by operation and status
  std::int64_t in_flight_ = 0;
  std::uint64_t sentences_ = 0;
  std::uint64_t unknown_words_ = 0;
  std::uint64_t corrections_added_ = 0;
  std::uint64_t corrections_undone_ = 0;
  std::uint64_t reloads_ = 0;
  std::uint64_t failed_reloads_ = 0;
};

}  // namespace calque::serve
