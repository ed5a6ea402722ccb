#include "text/clean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

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
  if (!options.source_language.empty()) source_tokenizer_.emplace(options.source_language);
  if (!options.target_language.empty()) target_tokenizer_.emplace(options.target_language);
}

std::size_t PairFilter::count_words(std::string_view line, const std::optional<Tokenizer>& tokenizer) const {
  if (tokenizer) return tokenizer->count_tokens(line);
  std::size_t words = 0;
  bool inside = false;
  for (const char c : line) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return words;
}

std::optional<Removal> PairFilter::check(const SentencePairText& pair) {
  const std::size_t source_words = count_words(pair.source, source_tokenizer_);
  const std::size_t target_words = count_words(pair.target, target_tokenizer_);
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

CleanResult clean(const ParallelInput& input, const CleanOptions& options,
                  const std::function<void(const SentencePairText&)>& keep, Reporter& reporter) {
  ParallelInput tolerant = input;
  tolerant.bad_lines = BadLinePolicy::kSkipAndCount;
  PairFilter filter(options);
  ParallelReader reader(tolerant);
  CleanResult result;
  SentencePairText pair;
  constexpr std::uint64_t kProgressEvery = 1 << 14;
  while (reader.next(pair)) {
    if (const auto removal = filter.check(pair)) {
      ++result.removed[static_cast<std::size_t>(*removal)];
    } else {
      ++result.kept;
      keep(pair);
    }
    if (reader.counts().pairs % kProgressEvery == 0)
      reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  const ParallelReadCounts& counts = reader.counts();
  result.removed[static_cast<std::size_t>(Removal::kBadEncoding)] = counts.bad_encoding;
  result.removed[static_cast<std::size_t>(Removal::kBadFormat)] = counts.bad_format;
  result.unpaired = counts.unpaired;
  result.read = counts.pairs + counts.bad_encoding + counts.bad_format;
  return result;
}

}  // namespace calque::text
