#include "serve/metrics.h"

#include <algorithm>
#include <cstddef>

#include "base/format.h"

namespace calque::serve {
namespace {

void add_header(std::string& out, std::string_view name, std::string_view kind, std::string_view help) {
  append_format(out, "# HELP {} {}\n# TYPE {} {}\n", name, help, name, kind);
}

template <typename Number>
void add_value(std::string& out, std::string_view name, std::string_view kind, std::string_view help,
               Number value) {
  add_header(out, name, kind, help);
  append_format(out, "{} {}\n", name, value);
}

}  // namespace

void Metrics::count_request(std::string_view operation, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  Histogram& histogram = requests_[{std::string(operation), status}];
  const auto bucket = std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds);
  ++histogram.counts[static_cast<std::size_t>(bucket - kBuckets.begin())];
  histogram.sum += seconds;
}

void Metrics::count_translation(std::uint64_t sentences, std::uint64_t unknown_words) {
  const std::lock_guard lock(mutex_);
  sentences_ += sentences;
  unknown_words_ += unknown_words;
}

void Metrics::count_correction(bool added) {
  const std::lock_guard lock(mutex_);
  ++(added ? corrections_added_ : corrections_undone_);
}

void Metrics::begin_request() {
  const std::lock_guard lock(mutex_);
  ++in_flight_;
}

void Metrics::end_request() {
  const std::lock_guard lock(mutex_);
  --in_flight_;
}

void Metrics::count_reload(bool succeeded) {
  const std::lock_guard lock(mutex_);
  ++(succeeded ? reloads_ : failed_reloads_);
}

std::string Metrics::text(std::size_t queue_depth, std::string_view version) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  constexpr std::string_view kDuration = "calque_http_request_duration_seconds";
  add_header(out, kDuration, "histogram", "Time from a whole request to its answer.");
  for (const auto& [key, histogram] : requests_) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
      sum += histogram.counts[i];
      const std::string bound = i < kBuckets.size() ? fmt::format("{}", kBuckets[i]) : "+Inf";
      append_format(out, "{}_bucket{{endpoint=\"{}\",status=\"{}\",le=\"{}\"}} {}\n", kDuration, key.first,
                    key.second, bound, sum);
    }
    append_format(out, "{}_sum{{endpoint=\"{}\",status=\"{}\"}} {}\n", kDuration, key.first, key.second,
                  histogram.sum);
    append_format(out, "{}_count{{endpoint=\"{}\",status=\"{}\"}} {}\n", kDuration, key.first, key.second,
                  sum);
  }
  add_value(out, "calque_http_requests_in_flight", "gauge", "Requests that are not answered yet.",
            in_flight_);
  add_value(out, "calque_queue_depth", "gauge", "Sentences that wait for a thread.", queue_depth);
  add_value(out, "calque_sentences_total", "counter", "Sentences translated.", sentences_);
  add_value(out, "calque_unknown_words_total", "counter", "Words that no model could translate.",
            unknown_words_);
  add_header(out, "calque_corrections_total", "counter", "Corrections that clients made and undid.");
  append_format(out, "calque_corrections_total{{change=\"added\"}} {}\n", corrections_added_);
  append_format(out, "calque_corrections_total{{change=\"undone\"}} {}\n", corrections_undone_);
  add_value(out, "calque_reloads_total", "counter", "Times that the models were loaded anew.", reloads_);
  add_value(out, "calque_failed_reloads_total", "counter", "Reloads that kept the old models.",
            failed_reloads_);
  add_header(out, "calque_build_info", "gauge", "The version that runs.");
  append_format(out, "calque_build_info{{version=\"{}\"}} 1\n", version);
  return out;
}

}  // namespace calque::serve
