#include "phrase/moses_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrase/moses_line.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kMinFields = 3;

// Fields in order.
enum Field : std::size_t { kSource, kTarget, kScores, kAlignment, kCounts, kSparse };

[[noreturn]] void refuse_link(std::string_view link, const Place& place) {
  throw DataError(place, fmt::format("'{}' is not a link between words of the two phrases", link),
                  "write links as source-target, counted from 0: 0-0 1-2");
}

InternalLink parse_link(std::string_view text, std::size_t source_length, std::size_t target_length,
                        const Place& place) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) refuse_link(text, place);
  const auto source = parse_unsigned(text.substr(0, dash));
  const auto target = parse_unsigned(text.substr(dash + 1));
  if (!source || !target || *source >= source_length || *target >= target_length) refuse_link(text, place);
  return {static_cast<std::uint8_t>(*source), static_cast<std::uint8_t>(*target)};
}

std::uint32_t parse_count(std::string_view text, const Place& place) {
  const auto count = parse_real(text);
  if (!count || *count < 0 || *count > double{std::numeric_limits<std::uint32_t>::max()}) {
    throw DataError(place, fmt::format("'{}' is not a count", text), "write a number from 0 to 4294967295");
  }
  return static_cast<std::uint32_t>(std::lround(*count));
}

// Counts come with every pair that a phrase is in. Where they disagree the largest is right: tables are
// filtered, never filled.
void raise_count(std::vector<std::uint32_t>& counts, std::uint32_t phrase, std::uint32_t count) {
  counts[phrase] = std::max(counts[phrase], count);
}

}  // namespace

std::uint32_t MosesTableBuilder::add_phrase(text::Vocabulary& vocabulary,
                                            SequenceSet<text::WordId>& phrases) {
  ids_.clear();
  for (const std::string_view word : words_) ids_.push_back(vocabulary.add(word));
  return phrases.add(ids_);
}

std::uint32_t MosesTableBuilder::add_source(std::string_view field, const Place& place) {
  if (field != last_source_ || field.empty()) {
    split_phrase(field, "source", place, words_);
    last_source_id_ = add_phrase(imported_.source_vocabulary, source_);
    last_source_ = field;
    imported_.phrases.source_counts.resize(source_.size());
  }
  return last_source_id_;
}

std::uint32_t MosesTableBuilder::add_alignment(std::string_view field, const Pair& pair, const Place& place) {
  const std::size_t source_length = source_.sequences()[pair.source].size();
  const std::size_t target_length = target_.sequences()[pair.target].size();
  split_words(field, words_);
  links_.clear();
  for (const std::string_view word : words_)
    links_.push_back(parse_link(word, source_length, target_length, place));
  std::ranges::sort(links_);
  links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
  return alignments_.add(links_);
}

void MosesTableBuilder::add_counts(std::string_view field, Pair& pair, const Place& place) {
  split_words(field, words_);
  if (words_.empty()) return;
  if (words_.size() != 2 && words_.size() != 3) {
    throw DataError(place, fmt::format("{} counts where 3 are expected", words_.size()),
                    "write the counts of the target phrase, the source phrase and the pair, or none");
  }
  raise_count(imported_.phrases.target_counts, pair.target, parse_count(words_[0], place));
  raise_count(imported_.phrases.source_counts, pair.source, parse_count(words_[1], place));
  if (words_.size() == 3) pair.count = parse_count(words_[2], place);
}

void MosesTableBuilder::add_line(std::string_view line, const Place& place) {
  const MosesFields fields(line, kMinFields, place);
  if (pairs_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw DataError(place, "the table has more than 4,294,967,294 pairs", "filter it for the text at hand");
  }
  Pair pair{};
  pair.source = add_source(fields[kSource], place);
  split_phrase(fields[kTarget], "target", place, words_);
  pair.target = add_phrase(imported_.target_vocabulary, target_);
  imported_.phrases.target_counts.resize(target_.size());
  split_words(fields[kScores], words_);
  if (words_.size() == pair.log_scores.size() + extra_scores_) words_.resize(pair.log_scores.size());
  parse_log_probs(words_, place, pair.log_scores);
  pair.alignment = add_alignment(fields[kAlignment], pair, place);
  add_counts(fields[kCounts], pair, place);
  if (!fields[kSparse].empty()) ++sparse_lines_;
  pairs_.push_back(pair);
  lines_.push_back(place.line);
}

// Numbers of the pairs by source phrase, in the order of their lines; `offsets` says where each one's begin.
std::vector<std::uint32_t> MosesTableBuilder::order_by_source(std::vector<std::uint64_t>& offsets) const {
  offsets.assign(source_.size() + 1, 0);
  for (const Pair& pair : pairs_) ++offsets[pair.source + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<std::uint32_t> order(pairs_.size());
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) order[next[pairs_[i].source]++] = i;
  return order;
}

void MosesTableBuilder::refuse_duplicates(std::span<std::uint32_t> group, const std::string& file) const {
  const auto target = [&](std::uint32_t i) { return pairs_[i].target; };
  std::ranges::sort(group, {}, [&](std::uint32_t i) { return std::pair(target(i), i); });
  const auto twice = std::ranges::adjacent_find(group, {}, target);
  if (twice == group.end()) return;
  throw DataError({file, lines_[*(twice + 1)]},
                  fmt::format("the pair stands in line {} already", lines_[*twice]), "keep one of the lines");
}

ImportedPhrases MosesTableBuilder::finish(const std::string& file) {
  ScoredPhrases& phrases = imported_.phrases;
  std::vector<std::uint32_t> order = order_by_source(phrases.pair_offsets);
  phrases.pairs.reserve(order.size());
  for (std::size_t source = 0; source < source_.size(); ++source) {
    const std::span group = std::span(order).subspan(
        phrases.pair_offsets[source], phrases.pair_offsets[source + 1] - phrases.pair_offsets[source]);
    refuse_duplicates(group, file);
    std::ranges::sort(group, {}, [&](std::uint32_t i) {
      return std::pair(-pairs_[i].log_scores[index_of(Score::kTargetGivenSource)], i);
    });
    for (const std::uint32_t i : group) {
      const Pair& pair = pairs_[i];
      phrases.pairs.push_back({pair.target, pair.alignment, pair.count, pair.log_scores, {}});
      phrases.statistics.occurrences += pair.count;
    }
  }
  phrases.source = std::move(source_).take();
  phrases.target = std::move(target_).take();
  phrases.alignments = std::move(alignments_).take();
  phrases.statistics.pairs = phrases.pairs.size();
  phrases.statistics.source_phrases = phrases.source.size();
  phrases.statistics.target_phrases = phrases.target.size();
  ImportedPhrases imported = std::move(imported_);
  *this = MosesTableBuilder();
  return imported;
}

ImportedPhrases read_moses_table(const std::string& path, Reporter& reporter, std::size_t extra_scores) {
  reporter.stage("reading the phrase table");
  MosesTableBuilder builder(extra_scores);
  const std::uint64_t lines = for_each_moses_line(
      path, reporter, [&](std::string_view line, const Place& place) { builder.add_line(line, place); });
  if (lines == 0) {
    throw UsageError({path}, "the phrase table is empty", "name a table with at least one pair");
  }
  if (builder.sparse_lines() > 0) {
    reporter.warning(
        fmt::format("{}: the sparse features of {} lines are not taken over", path, builder.sparse_lines()));
  }
  return builder.finish(path);
}

}  // namespace calque::phrase
