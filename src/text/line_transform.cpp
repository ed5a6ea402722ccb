#include "text/line_transform.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::text {

void transform_lines(const LineFiles& files, const LineTransform& transform, ThreadPool& threads,
                     Reporter& reporter) {
  constexpr std::size_t kBatchLines = 1 << 15;
  constexpr std::size_t kBatchBytes = 1 << 24;
  constexpr std::size_t kBlockLines = 256;
  store::LineReader reader(files.input);
  store::TextWriter writer(files.output);
  std::vector<std::string> lines(kBatchLines);
  std::atomic<std::uint64_t> skipped = 0;
  for (bool more = true; more;) {
    const std::uint64_t lines_before = reader.line_number();
    std::size_t count = 0;
    std::size_t bytes = 0;
    while (count < kBatchLines && bytes < kBatchBytes && (more = reader.next(lines[count])))
      bytes += lines[count++].size();
    const std::string file = reader.place().file;
    const auto blocks = threads.map_blocks<std::string>(count, kBlockLines, [&](const Block& block) {
      std::string out;
      for (std::size_t i = block.begin; i < block.end; ++i) {
        if (files.skip_bad_lines && find_invalid_utf8(lines[i])) {
          out += lines[i];
          ++skipped;
        } else {
          check_utf8(lines[i], {file, lines_before + i + 1, 0});
          transform(lines[i], out);
        }
        out += '\n';
      }
      return out;
    });
    for (const std::string& block : blocks) writer.write(block);
    if (reader.bytes_total() > 0) reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  if (skipped > 0)
    reporter.warning(fmt::format("{} lines are not UTF-8 and passed through as they are", skipped.load()));
  writer.commit();
}

}  // namespace calque::text
