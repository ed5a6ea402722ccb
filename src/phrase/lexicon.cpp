#include "phrase/lexicon.h"

#include <array>
#include <cmath>

#include "base/hash.h"
#include "phrase/hash.h"

namespace calque::phrase {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t pack(text::WordId source, text::WordId target) {
  return std::uint64_t{text::index_of(source)} << 32U | text::index_of(target);
}

// Sum of the probabilities of the links of each word of one side, and their number.
class WordScores {
 public:
  explicit WordScores(std::span<const text::WordId> words) : words_(words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      sums_[i] = 0;
      links_[i] = 0;
    }
  }

  void add(std::size_t position, double probability) {
    sums_[position] += probability;
    ++links_[position];
  }
  // One logarithm for all words, unless the product becomes so small that it would lose digits.
  template <typename GivenNull>
  double log_product(const GivenNull& p_given_null) const {
    constexpr double kSmall = 1e-200;
    double product = 1;
    double log_prob = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      product *= links_[i] == 0 ? p_given_null(words_[i]) : sums_[i] / links_[i];
      if (product >= kSmall) continue;
      log_prob += std::log(product);
      product = 1;
    }
    return log_prob + std::log(product);
  }

 private:
  std::span<const text::WordId> words_;
  std::array<double, kMaxPhraseLength> sums_;  // as many as there are words
  std::array<std::uint32_t, kMaxPhraseLength> links_;
};

}  // namespace

Lexicon Lexicon::estimate(const text::ParallelCorpus& corpus, const Alignments& alignments) {
  Lexicon lexicon;
  lexicon.source_.resize(corpus.source_vocabulary.size());
  lexicon.target_.resize(corpus.target_vocabulary.size());
  for (std::size_t k = 0; k < alignments.size(); ++k) {
    for (std::size_t i = 0; i < corpus.size(); ++i) {
      lexicon.count_sentence(corpus.source.sentence(i), corpus.target.sentence(i), alignments.links(k, i));
    }
  }
  return lexicon;
}

void Lexicon::count_sentence(std::span<const text::WordId> source, std::span<const text::WordId> target,
                             std::span<const text::Link> links) {
  source_aligned_.assign(source.size(), false);
  target_aligned_.assign(target.size(), false);
  for (const text::Link& link : links) {
    source_aligned_[link.source] = target_aligned_[link.target] = true;
    ++source_[index_of(source[link.source])].total;
    ++target_[index_of(target[link.target])].total;
    add_link(source[link.source], target[link.target]);
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
  unaligned_source_ += count_unaligned(source, source_aligned_, source_);
  unaligned_target_ += count_unaligned(target, target_aligned_, target_);
}

void Lexicon::add_link(text::WordId source, text::WordId target) {
  const std::uint64_t words = pack(source, target);
  ++entries_
        .find_or_add(
            combine_hash(0, words), [&](const Entry& entry) { return entry.words == words; },
            [&] {
              return Entry{words, 0};
            })
        .count;
}

std::uint32_t Lexicon::link_count(text::WordId source, text::WordId target) const {
  const std::uint64_t words = pack(source, target);
  const Entry* const entry =
      entries_.find(combine_hash(0, words), [&](const Entry& other) { return other.words == words; });
  return entry == nullptr ? 0 : entry->count;
}

double Lexicon::p_target_given_source(text::WordId source, text::WordId target) const {
  return p_both(source, target).target_given_source;
}

double Lexicon::p_source_given_target(text::WordId source, text::WordId target) const {
  return p_both(source, target).source_given_target;
}

Lexicon::Both Lexicon::p_both(text::WordId source, text::WordId target) const {
  const std::uint32_t count = link_count(source, target);
  return {ratio(count, source_[index_of(source)].total), ratio(count, target_[index_of(target)].total)};
}

double Lexicon::p_target_given_null(text::WordId target) const {
  return ratio(target_[index_of(target)].unaligned, unaligned_target_);
}

double Lexicon::p_source_given_null(text::WordId source) const {
  return ratio(source_[index_of(source)].unaligned, unaligned_source_);
}

LexicalWeights log_lexical_weights(const Lexicon& lexicon, const AlignedPhrases& pair) {
  WordScores source_scores(pair.source);
  WordScores target_scores(pair.target);
  const bool same_links = pair.links_for_source.data() == pair.links_for_target.data();
  for (const InternalLink& link : pair.links_for_target) {
    const auto p = lexicon.p_both(pair.source[link.source], pair.target[link.target]);
    target_scores.add(link.target, p.target_given_source);
    if (same_links) source_scores.add(link.source, p.source_given_target);
  }
  if (!same_links) {
    for (const InternalLink& link : pair.links_for_source) {
      source_scores.add(link.source,
                        lexicon.p_source_given_target(pair.source[link.source], pair.target[link.target]));
    }
  }
  return {source_scores.log_product([&](text::WordId word) { return lexicon.p_source_given_null(word); }),
          target_scores.log_product([&](text::WordId word) { return lexicon.p_target_given_null(word); })};
}

}  // namespace calque::phrase
