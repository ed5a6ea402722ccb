#include "text/clean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/parse.h"

namespace calque::text {
namespace {

// Eight bytes at a time through a mixer that is a bijection, so that no step loses information early.
std::uint64_t hash_bytes(std::string_view text, std::uint64_t state) {
  state = split_mix(state ^ (text.size() * kGoldenRatio));
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(sizeof(word), text.size());
    std::memcpy(&word, text.data(), count);
    state = split_mix((state + kGoldenRatio) ^ word);
    text.remove_prefix(count);
  }
  return state;
}

std::size_t count_words(std::string_view line) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : line) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return words;
}

// Cuts sentences into words; case is left alone, since truecasers are trained on what is kept.
class PairCutter {
 public:
  explicit PairCutter(Preparation preparation)
      : source_(keep_case(preparation), nullptr), target_(keep_case(preparation), nullptr) {}

  SentencePairText cut(const SentencePairText& pair) const {
    return {cut_line(source_, pair.source), cut_line(target_, pair.target)};
  }

 private:
  static Preparation& keep_case(Preparation& preparation) {
    preparation.casing = Casing::kKeep;
    return preparation;
  }
  static std::string cut_line(const Preparer& preparer, std::string_view line) {
    std::vector<std::string> tokens;
    preparer.cut(line, tokens);
    return fmt::format("{}", fmt::join(tokens, " "));
  }

  SourcePreparer source_;
  TargetPreparer target_;
};

}  // namespace

std::string_view describe(Removal removal) {
  constexpr std::array<std::string_view, kRemovalCount> kDescriptions{"no separator between the sides",
                                                                      "not UTF-8",
                                                                      "a side is empty",
                                                                      "too short",
                                                                      "too long",
                                                                      "lengths too different",
                                                                      "target equals source",
                                                                      "repeated pair"};
  return kDescriptions.at(static_cast<std::size_t>(removal));
}

void CleanOptions::validate() const {
  if (min_words > max_words) {
    throw UsageError({}, fmt::format("the shortest length {} exceeds the longest {}", min_words, max_words),
                     "no pair could stay; swap or widen the limits");
  }
  if (!std::isfinite(max_ratio) || max_ratio < 1.0) {
    throw UsageError({}, fmt::format("the length ratio {} is below 1", max_ratio),
                     "the ratio is longer side by shorter side, 9 for example");
  }
}

PairFilter::PairFilter(const CleanOptions& options) : options_(options) {
  options_.validate();
}

std::optional<Removal> PairFilter::check(const SentencePairText& pair) {
  const std::size_t source_words = count_words(pair.source);
  const std::size_t target_words = count_words(pair.target);
  const auto [shorter, longer] = std::minmax(source_words, target_words);
  if (shorter == 0) return Removal::kEmpty;
  if (shorter < options_.min_words) return Removal::kTooShort;
  if (longer > options_.max_words) return Removal::kTooLong;
  if (static_cast<double>(longer) > options_.max_ratio * static_cast<double>(shorter)) return Removal::kRatio;
  if (options_.remove_identical && trim(pair.source) == trim(pair.target)) return Removal::kIdentical;
  if (options_.remove_duplicates) {
    const std::uint64_t hash = hash_bytes(trim(pair.target), hash_bytes(trim(pair.source), 0));
    if (!seen_.insert(hash).second) return Removal::kDuplicate;
  }
  return std::nullopt;
}

CleanResult clean(const ParallelInput& input, const CleanOptions& options, const Preparation& preparation,
                  const std::function<void(const CleanPair&)>& keep, ThreadPool& threads,
                  Reporter& reporter) {
  constexpr std::size_t kMostPairs =
      8192;  // read at a time, cut in parallel; fewer at first, for small texts
  constexpr std::size_t kFirstPairs = 128;
  constexpr std::size_t kBlockPairs = 128;
  PairFilter filter(options);
  ParallelReader reader(input);
  const PairCutter cutter(preparation);
  warn_of_languages(preparation, reporter);
  CleanResult result;
  std::vector<SentencePairText> written(kFirstPairs);
  std::vector<SentencePairText> cut(kFirstPairs);
  while (const std::size_t size = reader.next_batch(written)) {
    threads.for_blocks(size, kBlockPairs, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) cut[i] = cutter.cut(written[i]);
    });
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t number = result.read++;
      if (const auto removal = filter.check(cut[i])) {
        ++result.removed[static_cast<std::size_t>(*removal)];
      } else {
        ++result.kept;
        keep({written[i], cut[i], number});
      }
    }
    reporter.progress(reader.bytes_read(), reader.bytes_total());
    written.resize(std::min(kMostPairs, 2 * written.size()));
    cut.resize(written.size());
  }
  const ParallelReadCounts& counts = reader.counts();
  result.removed[static_cast<std::size_t>(Removal::kBadEncoding)] = counts.bad_encoding;
  result.removed[static_cast<std::size_t>(Removal::kBadFormat)] = counts.bad_format;
  result.unpaired = counts.unpaired;
  result.read += counts.bad_encoding + counts.bad_format;
  return result;
}

}  // namespace calque::text
