#include "align/aer.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "store/text_file.h"

namespace calque::align {
namespace {

double ratio_or_one(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

AerCounts& AerCounts::operator+=(const AerCounts& other) {
  links += other.links;
  sure += other.sure;
  sure_found += other.sure_found;
  possible_found += other.possible_found;
  return *this;
}

AerCounts count_links(std::span<const text::Link> links, const text::GoldAlignment& gold) {
  AerCounts counts;
  counts.links = links.size();
  counts.sure = gold.sure.size();
  for (const text::Link& link : links) {
    const bool sure = std::binary_search(gold.sure.begin(), gold.sure.end(), link);
    counts.sure_found += sure ? 1 : 0;
    counts.possible_found +=
        sure || std::binary_search(gold.possible.begin(), gold.possible.end(), link) ? 1 : 0;
  }
  return counts;
}

AerCounts count_files(const std::string& gold, const std::string& test) {
  store::LineReader gold_reader(gold);
  store::LineReader test_reader(test);
  AerCounts counts;
  std::string gold_line;
  std::string test_line;
  while (true) {
    const bool more_gold = gold_reader.next(gold_line);
    const bool more_test = test_reader.next(test_line);
    if (more_gold != more_test) {
      store::LineReader& longer = more_gold ? gold_reader : test_reader;
      while (longer.next(gold_line)) continue;
      throw DataError({test},
                      fmt::format("the file has {} lines, but {} has {}", test_reader.line_number(), gold,
                                  gold_reader.line_number()),
                      "give one alignment for each gold line, in the same order");
    }
    if (!more_gold) return counts;
    // The sentences are not at hand, so any position is in range.
    const auto links = text::parse_pharaoh(test_line, SIZE_MAX, SIZE_MAX, test_reader.place());
    counts += count_links(links, text::parse_gold(gold_line, gold_reader.place()));
  }
}

AerScores score(const AerCounts& counts) {
  AerScores scores;
  scores.precision = ratio_or_one(counts.possible_found, counts.links);
  scores.recall = ratio_or_one(counts.sure_found, counts.sure);
  const double sum = scores.precision + scores.recall;
  scores.f1 = sum == 0.0 ? 0.0 : 2.0 * scores.precision * scores.recall / sum;
  scores.aer = 1.0 - ratio_or_one(counts.sure_found + counts.possible_found, counts.links + counts.sure);
  return scores;
}

}  // namespace calque::align
