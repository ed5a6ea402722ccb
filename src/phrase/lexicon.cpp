#include "phrase/lexicon.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace calque::phrase {
namespace {

constexpr std::size_t kWordsPerBlock = 1024;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Sum of the probabilities of the links of each word of one side, and their number.
struct WordScores {
  std::array<double, kMaxPhraseLength> sums{};
  std::array<std::uint32_t, kMaxPhraseLength> links{};

  void add(std::size_t position, double probability) {
    sums[position] += probability;
    ++links[position];
  }
  template <typename GivenNull>
  double log_product(std::span<const text::WordId> words, const GivenNull& p_given_null) const {
    double log_prob = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      log_prob += std::log(links[i] == 0 ? p_given_null(words[i]) : sums[i] / links[i]);
    }
    return log_prob;
  }
};

}  // namespace

Lexicon Lexicon::estimate(const text::ParallelCorpus& corpus, const Alignments& alignments,
                          ThreadPool& threads) {
  Lexicon lexicon;
  lexicon.source_.resize(corpus.source_vocabulary.size());
  lexicon.target_.resize(corpus.target_vocabulary.size());
  lexicon.row_offsets_.assign(lexicon.source_.size() + 1, 0);
  for (const text::AlignmentCorpus& alignment : alignments) lexicon.count_words(corpus, alignment);
  lexicon.deal_out_links(corpus, alignments);
  lexicon.add_up_rows(threads);
  return lexicon;
}

void Lexicon::count_words(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments) {
  std::vector<bool> source_aligned;
  std::vector<bool> target_aligned;
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    const auto source = corpus.source.sentence(i);
    const auto target = corpus.target.sentence(i);
    source_aligned.assign(source.size(), false);
    target_aligned.assign(target.size(), false);
    for (const text::Link& link : alignments.alignment(i)) {
      source_aligned[link.source] = target_aligned[link.target] = true;
      ++source_[index_of(source[link.source])].total;
      ++target_[index_of(target[link.target])].total;
      ++row_offsets_[index_of(source[link.source]) + 1];
    }
    const auto count_unaligned = [](auto words, const std::vector<bool>& aligned,
                                    std::vector<WordCount>& counts) {
      std::uint64_t unaligned = 0;
      for (std::size_t position = 0; position < words.size(); ++position) {
        if (aligned[position]) continue;
        ++counts[index_of(words[position])].total;
        ++counts[index_of(words[position])].unaligned;
        ++unaligned;
      }
      return unaligned;
    };
    unaligned_source_ += count_unaligned(source, source_aligned, source_);
    unaligned_target_ += count_unaligned(target, target_aligned, target_);
  }
}

// Puts the links side by side that have the same source word.
void Lexicon::deal_out_links(const text::ParallelCorpus& corpus, const Alignments& alignments) {
  for (std::size_t word = 0; word < source_.size(); ++word) row_offsets_[word + 1] += row_offsets_[word];
  entries_.resize(alignments.link_count());
  std::vector<std::uint64_t> next(row_offsets_.begin(), row_offsets_.end() - 1);
  for (const text::AlignmentCorpus& alignment : alignments) {
    for (std::size_t i = 0; i < alignment.size(); ++i) {
      const auto source = corpus.source.sentence(i);
      const auto target = corpus.target.sentence(i);
      for (const text::Link& link : alignment.alignment(i)) {
        entries_[next[index_of(source[link.source])]++] = {target[link.target], 1};
      }
    }
  }
}

// Sorts each row and adds equal entries up.
void Lexicon::add_up_rows(ThreadPool& threads) {
  row_sizes_.assign(source_.size(), 0);
  threads.for_blocks(source_.size(), kWordsPerBlock, [&](const Block& block) {
    for (std::size_t word = block.begin; word < block.end; ++word) {
      const auto row =
          std::span(entries_).subspan(row_offsets_[word], row_offsets_[word + 1] - row_offsets_[word]);
      std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.target < b.target; });
      std::uint32_t size = 0;
      for (const Entry& entry : row) {
        if (size > 0 && row[size - 1].target == entry.target) {
          ++row[size - 1].count;
        } else {
          row[size++] = {entry.target, 1};
        }
      }
      row_sizes_[word] = size;
    }
  });
}

std::uint64_t Lexicon::link_count(text::WordId source, text::WordId target) const {
  const auto row = std::span(entries_).subspan(row_offsets_[index_of(source)], row_sizes_[index_of(source)]);
  const auto found =
      std::lower_bound(row.begin(), row.end(), target,
                       [](const Entry& entry, text::WordId word) { return entry.target < word; });
  return found != row.end() && found->target == target ? found->count : 0;
}

double Lexicon::p_target_given_source(text::WordId source, text::WordId target) const {
  return ratio(link_count(source, target), source_[index_of(source)].total);
}

double Lexicon::p_source_given_target(text::WordId source, text::WordId target) const {
  return ratio(link_count(source, target), target_[index_of(target)].total);
}

double Lexicon::p_target_given_null(text::WordId target) const {
  return ratio(target_[index_of(target)].unaligned, unaligned_target_);
}

double Lexicon::p_source_given_null(text::WordId source) const {
  return ratio(source_[index_of(source)].unaligned, unaligned_source_);
}

double log_lexical_target_given_source(const Lexicon& lexicon, const AlignedPhrases& pair) {
  WordScores scores;
  for (const InternalLink& link : pair.links) {
    scores.add(link.target,
               lexicon.p_target_given_source(pair.source[link.source], pair.target[link.target]));
  }
  return scores.log_product(pair.target,
                            [&](text::WordId word) { return lexicon.p_target_given_null(word); });
}

double log_lexical_source_given_target(const Lexicon& lexicon, const AlignedPhrases& pair) {
  WordScores scores;
  for (const InternalLink& link : pair.links) {
    scores.add(link.source,
               lexicon.p_source_given_target(pair.source[link.source], pair.target[link.target]));
  }
  return scores.log_product(pair.source,
                            [&](text::WordId word) { return lexicon.p_source_given_null(word); });
}

}  // namespace calque::phrase
