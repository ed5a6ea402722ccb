#include "phrase/text_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "text/bars.h"

namespace calque::phrase {

namespace {

void append_words(std::span<const text::WordId> words, const text::Vocabulary& vocabulary, std::string& out) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += ' ';
    text::append_escaped_bars(vocabulary.word(words[i]), out);
  }
}

void append_link(std::uint32_t source, std::uint32_t target, bool first, std::string& out) {
  append_format(out, "{}{}-{}", first ? "" : " ", source, target);
}

// Every phrase as it is written, with the separator after it, and the numbers of the phrases in byte order of
// that. With the separator the order of the fields is that of the whole lines.
struct WrittenPhrases {
  std::vector<std::string> texts;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> ranks;

  WrittenPhrases(const Sequences<text::WordId>& phrases, const text::Vocabulary& vocabulary)
      : texts(phrases.size()), order(phrases.size()), ranks(phrases.size()) {
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      append_words(phrases[i], vocabulary, texts[i]);
      texts[i] += kFieldSeparator;
    }
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) -> const std::string& { return texts[i]; });
    for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<std::uint32_t>(i);
  }
};

void append_pair(const ScoredPhrases& phrases, const ScoredPair& pair, std::uint32_t source_count,
                 std::string& out) {
  for (std::size_t i = 0; i < kScoreCount; ++i) {
    append_format(out, "{}{:.6g}", i == 0 ? "" : " ", std::exp(double{pair.log_scores[i]}));
  }
  out += kFieldSeparator;
  bool first = true;
  for (const InternalLink& link : phrases.alignments[pair.alignment]) {
    append_link(link.source, link.target, first, out);
    first = false;
  }
  append_format(out, " ||| {} {} {} |||\n", phrases.target_counts[pair.target], source_count, pair.count);
}

}  // namespace

void append_occurrence(const text::ParallelCorpus& corpus, std::span<const text::Link> sentence_links,
                       const Occurrence& occurrence, std::string& out) {
  const auto source = corpus.source.sentence(occurrence.sentence);
  const auto target = corpus.target.sentence(occurrence.sentence);
  append_words(source.subspan(occurrence.source_begin, occurrence.source_length), corpus.source_vocabulary,
               out);
  out += kFieldSeparator;
  append_words(target.subspan(occurrence.target_begin, occurrence.target_length), corpus.target_vocabulary,
               out);
  out += kFieldSeparator;
  bool first = true;
  for (const text::Link& link : inner_links(sentence_links, occurrence)) {
    append_link(link.source - occurrence.source_begin, link.target - occurrence.target_begin, first, out);
    first = false;
  }
  append_format(out, " ||| {} {} ||| {}\n", name_of(occurrence.backward), name_of(occurrence.forward),
                occurrence.distance);
}

void write_moses_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                       store::TextWriter& out) {
  const WrittenPhrases source(phrases.source, vocabularies.source);
  const WrittenPhrases target(phrases.target, vocabularies.target);
  std::vector<ScoredPair> pairs;
  std::string line;
  for (const std::uint32_t phrase : source.order) {
    pairs.assign(phrases.pairs.begin() + static_cast<std::ptrdiff_t>(phrases.pair_offsets[phrase]),
                 phrases.pairs.begin() + static_cast<std::ptrdiff_t>(phrases.pair_offsets[phrase + 1]));
    std::ranges::sort(pairs, {}, [&](const ScoredPair& pair) { return target.ranks[pair.target]; });
    for (const ScoredPair& pair : pairs) {
      line = source.texts[phrase];
      line += target.texts[pair.target];
      append_pair(phrases, pair, phrases.source_counts[phrase], line);
      out.write(line);
    }
  }
}

}  // namespace calque::phrase
