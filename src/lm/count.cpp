#include "lm/count.h"

#include <algorithm>

#include "base/error.h"
#include "lm/counting_sort.h"
#include "lm/model.h"

namespace calque::lm {
namespace {

// The text as one array of model ids with <s> and </s> around each sentence.
struct MarkedText {
  std::vector<std::uint32_t> tokens;
  // How many words of the sentence end at each position, <s> included, cut at the order. Never looks over
  // <s>.
  std::vector<std::uint8_t> depth;
};

MarkedText mark_sentences(const text::Corpus& corpus, const std::vector<std::uint32_t>& id_of,
                          unsigned order) {
  MarkedText text;
  text.tokens.reserve(corpus.token_count() + 2 * corpus.size());
  text.depth.reserve(text.tokens.capacity());
  const auto push = [&](std::uint32_t token, std::size_t position) {
    text.tokens.push_back(token);
    text.depth.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(position + 1, order)));
  };
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    std::size_t position = 0;
    push(static_cast<std::uint32_t>(kSentenceBeginId), position++);
    for (const text::WordId word : corpus.sentence(i)) push(id_of[text::index_of(word)], position++);
    push(static_cast<std::uint32_t>(kSentenceEndId), position);
  }
  return text;
}

// Model ids for the words of the corpus: those that occur, in the order of their first vocabulary's ids.
std::vector<std::uint32_t> number_words(const text::Corpus& corpus, const text::Vocabulary& words,
                                        NgramCounts& result) {
  std::vector<std::uint32_t> occurrences(words.size(), 0);
  for (const text::WordId word : corpus.tokens()) ++occurrences[text::index_of(word)];
  std::vector<std::uint32_t> id_of(words.size(), 0);
  result.vocabulary = initial_vocabulary();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (occurrences[i] == 0) continue;
    const std::string_view word = words.word(text::WordId{static_cast<std::uint32_t>(i)});
    if (word == kSentenceBeginWord || word == kSentenceEndWord) {
      id_of[i] = static_cast<std::uint32_t>(kUnknownId);
      result.reserved_words += occurrences[i];
    } else {
      id_of[i] = static_cast<std::uint32_t>(result.vocabulary.add(word));
    }
  }
  return id_of;
}

// Every position but those of <s>, sorted by last word, word before it, ...; what lies before <s> sorts
// first.
std::vector<std::uint32_t> sort_positions(const MarkedText& text, std::size_t vocabulary_size,
                                          unsigned order) {
  std::vector<std::uint32_t> positions;
  positions.reserve(text.tokens.size());
  for (std::size_t p = 0; p < text.tokens.size(); ++p) {
    if (text.tokens[p] != static_cast<std::uint32_t>(kSentenceBeginId)) {
      positions.push_back(static_cast<std::uint32_t>(p));
    }
  }
  std::vector<std::uint32_t> scratch;
  for (unsigned back = order; back-- > 0;) {
    sort_by_key(positions, scratch, vocabulary_size + 1,
                [&](std::uint32_t p) { return back < text.depth[p] ? text.tokens[p - back] + 1 : 0U; });
  }
  return positions;
}

// How many last words each position shares with the one before it in sorted order (not more than either has).
std::vector<std::uint8_t> shared_lengths(const MarkedText& text,
                                         const std::vector<std::uint32_t>& positions) {
  std::vector<std::uint8_t> shared(positions.size(), 0);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    const std::uint32_t a = positions[i - 1];
    const std::uint32_t b = positions[i];
    const std::uint8_t limit = std::min(text.depth[a], text.depth[b]);
    std::uint8_t length = 0;
    while (length < limit && text.tokens[a - length] == text.tokens[b - length]) ++length;
    shared[i] = length;
  }
  return shared;
}

void reserve_levels(const MarkedText& text, const std::vector<std::uint32_t>& positions,
                    const std::vector<std::uint8_t>& shared, NgramCounts& result) {
  std::vector<std::size_t> sizes(result.levels.size() + 1, 0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (unsigned n = shared[i] + 1U; n <= text.depth[positions[i]]; ++n) ++sizes[n];
  }
  for (unsigned n = 2; n <= result.levels.size(); ++n) {
    result.levels[n - 1].first_word.reserve(sizes[n]);
    result.levels[n - 1].suffix.reserve(sizes[n]);
    result.counts[n - 1].reserve(sizes[n]);
  }
}

// One scan: a position opens the n-grams it does not share with the position before it. Each n-gram that is
// opened adds one different left word to its suffix; each position is one occurrence of the longest n-gram
// that ends there, which is of the highest order or begins with <s>.
void fill_levels(const MarkedText& text, const std::vector<std::uint32_t>& positions,
                 const std::vector<std::uint8_t>& shared, NgramCounts& result) {
  std::vector<std::uint32_t> current(result.levels.size() + 1, 0);  // the n-gram of each length that is open
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t p = positions[i];
    const unsigned depth = text.depth[p];
    current[1] = text.tokens[p];
    for (unsigned n = std::max(shared[i] + 1U, 2U); n <= depth; ++n) {
      NgramLevel& level = result.levels[n - 1];
      current[n] = static_cast<std::uint32_t>(level.size());
      level.first_word.push_back(text.tokens[p - (n - 1)]);
      level.suffix.push_back(current[n - 1]);
      result.counts[n - 1].push_back(0);
      ++result.counts[n - 2][current[n - 1]];
    }
    ++result.counts[depth - 1][current[depth]];
  }
}

}  // namespace

NgramCounts count_ngrams(const text::Corpus& corpus, const text::Vocabulary& words, unsigned order) {
  CALQUE_CHECK(order >= 1 && order <= kMaxOrder);
  if (corpus.token_count() + 2 * corpus.size() >= kNoNgram) {
    throw UsageError({}, "the text has 2^32 words or more", "train the language model on a part of it");
  }
  NgramCounts result;
  const std::vector<std::uint32_t> id_of = number_words(corpus, words, result);
  const std::size_t vocabulary_size = result.vocabulary.size();
  result.levels.resize(order);
  result.counts.resize(order);
  for (std::size_t word = 0; word < vocabulary_size; ++word) {
    result.levels[0].first_word.push_back(static_cast<std::uint32_t>(word));
  }
  result.counts[0].assign(vocabulary_size, 0);
  {
    const MarkedText text = mark_sentences(corpus, id_of, order);
    const std::vector<std::uint32_t> positions = sort_positions(text, vocabulary_size, order);
    const std::vector<std::uint8_t> shared = shared_lengths(text, positions);
    reserve_levels(text, positions, shared, result);
    fill_levels(text, positions, shared, result);
  }
  for (unsigned n = 2; n <= order; ++n) {
    const std::size_t missing = link_contexts(result.levels, n);
    CALQUE_CHECK(missing == 0);
  }
  return result;
}

}  // namespace calque::lm
