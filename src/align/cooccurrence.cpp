#include "align/cooccurrence.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"

namespace calque::align {
namespace {

constexpr std::size_t kSourceWordsPerBlock = 64;

using text::index_of;
using text::WordId;

std::span<const WordId> words_of(const text::Corpus& corpus, std::uint32_t sentence, text::Span span) {
  return corpus.sentence(sentence).subspan(span.begin, span.size());
}

// The segments in which each source word occurs, ascending; a word twice in a segment is listed twice.
struct Occurrences {
  std::vector<std::size_t> begin;
  std::vector<std::uint32_t> segment;
};

Occurrences list_occurrences(const text::ParallelCorpus& corpus, std::span<const Segment> segments) {
  Occurrences list;
  list.begin.assign(corpus.source_vocabulary.size() + 1, 0);
  for (const Segment& segment : segments) {
    for (const WordId word : words_of(corpus.source, segment.sentence, segment.source))
      ++list.begin[index_of(word) + 1];
  }
  for (std::size_t w = 1; w < list.begin.size(); ++w) list.begin[w] += list.begin[w - 1];
  list.segment.resize(list.begin.back());
  std::vector<std::size_t> next(list.begin.begin(), list.begin.end() - 1);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (const WordId word : words_of(corpus.source, segments[s].sentence, segments[s].source)) {
      list.segment[next[index_of(word)]++] = static_cast<std::uint32_t>(s);
    }
  }
  return list;
}

struct RowBlock {
  std::vector<std::uint32_t> targets;
  std::vector<std::size_t> row_sizes;
};

// Marks the target words seen with the current source word; one per thread.
struct SeenWords {
  std::vector<std::uint32_t> last_seen;
  std::uint32_t round = 0;
};

void append_row(const text::ParallelCorpus& corpus, std::span<const Segment> segments,
                std::span<const std::uint32_t> occurrences, SeenWords& seen, RowBlock& rows) {
  ++seen.round;
  const std::size_t row_begin = rows.targets.size();
  for (std::size_t k = 0; k < occurrences.size(); ++k) {
    if (k > 0 && occurrences[k] == occurrences[k - 1]) continue;
    const Segment& segment = segments[occurrences[k]];
    for (const WordId word : words_of(corpus.target, segment.sentence, segment.target)) {
      if (seen.last_seen[index_of(word)] == seen.round) continue;
      seen.last_seen[index_of(word)] = seen.round;
      rows.targets.push_back(static_cast<std::uint32_t>(word));
    }
  }
  std::sort(rows.targets.begin() + static_cast<std::ptrdiff_t>(row_begin), rows.targets.end());
  rows.row_sizes.push_back(rows.targets.size() - row_begin);
}

}  // namespace

CooccurrenceTable::CooccurrenceTable(const text::ParallelCorpus& corpus, std::span<const Segment> segments,
                                     ThreadPool& threads)
    : row_begin_{0}, target_words_(corpus.target_vocabulary.size()) {
  CALQUE_CHECK(segments.size() < std::numeric_limits<std::uint32_t>::max());
  const Occurrences occurrences = list_occurrences(corpus, segments);
  std::vector<SeenWords> seen(threads.threads());
  const auto blocks = threads.map_blocks<RowBlock>(
      corpus.source_vocabulary.size(), kSourceWordsPerBlock, [&](const Block& block) {
        RowBlock rows;
        SeenWords& marks = seen[block.thread];
        marks.last_seen.resize(target_words_, 0);
        for (std::size_t word = block.begin; word < block.end; ++word) {
          const std::span<const std::uint32_t> all(occurrences.segment);
          const std::size_t begin = occurrences.begin[word];
          append_row(corpus, segments, all.subspan(begin, occurrences.begin[word + 1] - begin), marks, rows);
        }
        return rows;
      });
  std::size_t total = 0;
  for (const RowBlock& rows : blocks) total += rows.targets.size();
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError({}, "the corpus has more than 4,294,967,295 distinct word pairs", "align it in parts");
  }
  targets_.reserve(total);
  row_begin_.reserve(corpus.source_vocabulary.size() + 1);
  for (const RowBlock& rows : blocks) {
    targets_.insert(targets_.end(), rows.targets.begin(), rows.targets.end());
    for (const std::size_t size : rows.row_sizes) row_begin_.push_back(row_begin_.back() + size);
  }
}

std::optional<std::size_t> CooccurrenceTable::find(WordId source, WordId target) const {
  if (index_of(source) >= source_words()) return std::nullopt;
  const auto words = row(index_of(source));
  const auto wanted = static_cast<std::uint32_t>(target);
  const auto found = std::lower_bound(words.begin(), words.end(), wanted);
  if (found == words.end() || *found != wanted) return std::nullopt;
  return row_begin_[index_of(source)] + static_cast<std::size_t>(found - words.begin());
}

std::size_t CooccurrenceTable::longest_row() const {
  std::size_t longest = 0;
  for (std::size_t w = 0; w < source_words(); ++w) longest = std::max(longest, row(w).size());
  return longest;
}

std::vector<std::uint32_t> CooccurrenceTable::partners(Direction direction) const {
  std::vector<std::uint32_t> partners(is_forward(direction) ? source_words() : target_words_, 0);
  if (is_forward(direction)) {
    for (std::size_t w = 0; w < source_words(); ++w) partners[w] = static_cast<std::uint32_t>(row(w).size());
  } else {
    for (const std::uint32_t target : targets_) ++partners[target];
  }
  return partners;
}

namespace {

bool needs_long_places(const CooccurrenceTable& table) {
  return table.longest_row() > std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;
}

}  // namespace

std::uint64_t CellIndex::stored_bytes(std::span<const Segment> segments, const CooccurrenceTable& table) {
  std::uint64_t cells = 0;
  for (const Segment& segment : segments) cells += segment.cells();
  return cells * (needs_long_places(table) ? sizeof(std::uint32_t) : sizeof(std::uint16_t));
}

CellIndex::CellIndex(const text::ParallelCorpus& corpus, std::span<const Segment> segments,
                     const CooccurrenceTable& table, std::uint64_t memory_limit, ThreadPool& threads)
    : corpus_(corpus), segments_(segments), table_(table), offsets_{0} {
  stored_ = stored_bytes(segments, table) <= memory_limit;
  if (!stored_) return;
  offsets_.reserve(segments.size() + 1);
  for (const Segment& segment : segments) offsets_.push_back(offsets_.back() + segment.cells());
  if (needs_long_places(table)) {
    store_places(long_places_, threads);
  } else {
    store_places(short_places_, threads);
  }
}

// Each row is spread over an array by target word, then read from there by all cells of its source word: no
// searching. Source words are handed out in blocks; each writes columns of cells that nobody else does.
template <typename Place>
void CellIndex::store_places(std::vector<Place>& places, ThreadPool& threads) {
  places.resize(offsets_.back());
  const Occurrences occurrences = list_occurrences(corpus_, segments_);
  std::vector<std::vector<Place>> place_of(threads.threads());
  threads.for_blocks(table_.source_words(), kSourceWordsPerBlock, [&](const Block& block) {
    auto& place = place_of[block.thread];
    place.resize(table_.target_words());
    for (std::size_t word = block.begin; word < block.end; ++word) {
      const auto row = table_.row(word);
      for (std::size_t k = 0; k < row.size(); ++k) place[row[k]] = static_cast<Place>(k);
      std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
      for (std::size_t k = occurrences.begin[word]; k < occurrences.begin[word + 1]; ++k) {
        const std::uint32_t segment = occurrences.segment[k];
        if (segment == std::exchange(last, segment)) continue;
        const Segment& piece = segments_[segment];
        const auto source = words_of(corpus_.source, piece.sentence, piece.source);
        const auto target = words_of(corpus_.target, piece.sentence, piece.target);
        for (std::size_t s = 0; s < source.size(); ++s) {
          if (index_of(source[s]) != word) continue;
          Place* const column = places.data() + offsets_[segment] + s;
          for (std::size_t t = 0; t < target.size(); ++t)
            column[t * source.size()] = place[index_of(target[t])];
        }
      }
    }
  });
}

template <typename Place>
void CellIndex::expand(std::size_t segment, const std::vector<Place>& places,
                       std::span<std::uint32_t> cells) const {
  const Segment& piece = segments_[segment];
  const auto source = words_of(corpus_.source, piece.sentence, piece.source);
  const Place* place = places.data() + offsets_[segment];
  std::uint32_t* cell = cells.data();
  std::uint32_t* const row_begins = cell;  // the first row is written last, so it can hold them meanwhile
  for (std::size_t s = 0; s < source.size(); ++s) {
    row_begins[s] = static_cast<std::uint32_t>(table_.row_begin(index_of(source[s])));
  }
  for (std::size_t t = piece.target.size(); t-- > 0;) {
    for (std::size_t s = 0; s < source.size(); ++s) {
      cell[t * source.size() + s] = row_begins[s] + place[t * source.size() + s];
    }
  }
}

void CellIndex::search(std::size_t segment, std::span<std::uint32_t> cells) const {
  const Segment& piece = segments_[segment];
  const auto source = words_of(corpus_.source, piece.sentence, piece.source);
  const auto target = words_of(corpus_.target, piece.sentence, piece.target);
  for (std::size_t s = 0; s < source.size(); ++s) {
    const auto row = table_.row(index_of(source[s]));
    const std::size_t row_begin = table_.row_begin(index_of(source[s]));
    for (std::size_t t = 0; t < target.size(); ++t) {
      const auto found = std::lower_bound(row.begin(), row.end(), static_cast<std::uint32_t>(target[t]));
      cells[t * source.size() + s] =
          static_cast<std::uint32_t>(row_begin + static_cast<std::size_t>(found - row.begin()));
    }
  }
}

std::span<const std::uint32_t> CellIndex::cells(std::size_t segment,
                                                std::vector<std::uint32_t>& buffer) const {
  buffer.resize(static_cast<std::size_t>(segments_[segment].cells()));
  if (!stored_) {
    search(segment, buffer);
  } else if (long_places_.empty()) {
    expand(segment, short_places_, buffer);
  } else {
    expand(segment, long_places_, buffer);
  }
  return buffer;
}

}  // namespace calque::align
