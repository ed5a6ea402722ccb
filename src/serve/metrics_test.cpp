#include "serve/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::serve {
namespace {

using ::testing::HasSubstr;

TEST(Metrics, TextOfTheExpositionFormat) {
  Metrics metrics;
  metrics.begin_request();
  metrics.begin_request();
  metrics.end_request();
  metrics.count_request("translate", 200, 0.001);
  metrics.count_request("translate", 200, 0.3);
  metrics.count_request("translate", 200, 100);
  metrics.count_request("translate", 400, 0);
  metrics.count_translation(5, 2);
  metrics.count_correction(true);
  metrics.count_correction(true);
  metrics.count_correction(false);
  metrics.count_reload(true);
  metrics.count_reload(false);
  const std::string text = metrics.text(17, "1.2.3");
  const std::string name = "\ncalque_http_request_duration_seconds";
  const std::string labels = "{endpoint=\"translate\",status=\"200\"";
  for (const std::string& line :
       {name + "_bucket" + labels + ",le=\"0.001\"} 1\n", name + "_bucket" + labels + ",le=\"0.25\"} 1\n",
        name + "_bucket" + labels + ",le=\"0.5\"} 2\n", name + "_bucket" + labels + ",le=\"30\"} 2\n",
        name + "_bucket" + labels + ",le=\"+Inf\"} 3\n", name + "_count" + labels + "} 3\n",
        name + "_sum" + labels + "} 100.301\n", name + "_count{endpoint=\"translate\",status=\"400\"} 1\n",
        std::string("\n# TYPE calque_http_requests_in_flight gauge\ncalque_http_requests_in_flight 1\n"),
        std::string("\ncalque_queue_depth 17\n"), std::string("\ncalque_sentences_total 5\n"),
        std::string("\ncalque_unknown_words_total 2\n"), std::string("\ncalque_reloads_total 1\n"),
        std::string("\ncalque_corrections_total{change=\"added\"} 2\n"),
        std::string("\ncalque_corrections_total{change=\"undone\"} 1\n"),
        std::string("\ncalque_failed_reloads_total 1\n"),
        std::string("\ncalque_build_info{version=\"1.2.3\"} 1\n")})
    EXPECT_THAT(text, HasSubstr(line));
}

}  // namespace
}  // namespace calque::serve
