#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include <fmt/format.h>

#include "lm/arpa.h"
#include "lm/model.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

constexpr std::size_t kFlushBytes = 1 << 18;

// Nine significant digits: enough for the reader to find the very same float. Zero is never written "-0".
void append_log10(float log_prob, std::string& out) {
  const double log10 = log_prob == 0.0F ? 0.0 : log_prob / std::numbers::ln10;
  fmt::format_to(std::back_inserter(out), "{:.9g}", log10);
}

void append_level(const NgramModelData& data, unsigned n, std::string& buffer, store::TextWriter& out) {
  const NgramLevel& level = data.levels[n - 1];
  std::array<std::uint32_t, kMaxOrder> storage{};
  const std::span<std::uint32_t> words(storage.data(), n);
  for (std::size_t i = 0; i < level.size(); ++i) {
    append_log10(level.log_prob[i], buffer);
    words_of(data, static_cast<std::uint32_t>(i), words);
    char separator = '\t';
    for (const std::uint32_t word : words) {
      buffer += separator;
      buffer += data.vocabulary.word(text::WordId{word});
      separator = ' ';
    }
    if (n < data.order()) {
      buffer += '\t';
      append_log10(level.backoff[i], buffer);
    }
    buffer += '\n';
    if (buffer.size() < kFlushBytes) continue;
    out.write(buffer);
    buffer.clear();
  }
}

}  // namespace

void write_arpa(const NgramModelData& data, const std::string& path) {
  store::TextWriter out(path);
  std::string buffer = "\\data\\\n";
  for (unsigned n = 1; n <= data.order(); ++n) {
    fmt::format_to(std::back_inserter(buffer), "ngram {}={}\n", n, data.levels[n - 1].size());
  }
  buffer += '\n';
  for (unsigned n = 1; n <= data.order(); ++n) {
    fmt::format_to(std::back_inserter(buffer), "\\{}-grams:\n", n);
    append_level(data, n, buffer, out);
    buffer += '\n';
  }
  buffer += "\\end\\\n";
  out.write(buffer);
  out.commit();
}

}  // namespace calque::lm
