#include "align/segments.h"

#include <algorithm>

#include "base/error.h"

namespace calque::align {
namespace {

// Positions fit into 14 bits (chain_group.cpp).
constexpr std::uint64_t kLongestSide = 10'000;

void add_pieces(std::uint32_t sentence, std::uint64_t source_length, std::uint64_t target_length,
                std::size_t piece_length, std::vector<Segment>& segments) {
  const std::uint64_t pieces = (std::max(source_length, target_length) + piece_length - 1) / piece_length;
  const auto cut = [&](std::uint64_t length, std::uint64_t k) {
    return static_cast<std::uint32_t>(length * k / pieces);
  };
  for (std::uint64_t k = 0; k < pieces; ++k) {
    const Segment piece{sentence,
                        {cut(source_length, k), cut(source_length, k + 1)},
                        {cut(target_length, k), cut(target_length, k + 1)}};
    if (piece.cells() > 0) segments.push_back(piece);
  }
}

}  // namespace

Segmentation cut_into_segments(const text::ParallelCorpus& corpus, const AlignOptions& options) {
  CALQUE_CHECK(corpus.source.size() == corpus.target.size());
  Segmentation result;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    const std::uint64_t source_length = corpus.source.sentence(i).size();
    const std::uint64_t target_length = corpus.target.sentence(i).size();
    const auto sentence = static_cast<std::uint32_t>(i);
    if (source_length == 0 || target_length == 0) {
      ++result.empty_pairs;
    } else if (source_length * target_length <= options.max_pair_cells &&
               std::max(source_length, target_length) <= kLongestSide) {
      result.segments.push_back({sentence,
                                 {0, static_cast<std::uint32_t>(source_length)},
                                 {0, static_cast<std::uint32_t>(target_length)}});
    } else {
      ++result.cut_pairs;
      add_pieces(sentence, source_length, target_length, options.piece_length, result.segments);
    }
  }
  for (const Segment& segment : result.segments) {
    result.longest_side = std::max({result.longest_side, segment.source.size(), segment.target.size()});
  }
  return result;
}

}  // namespace calque::align
