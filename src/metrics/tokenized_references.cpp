#include "metrics/tokenized_references.h"

#include <utility>

#include "base/error.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kLinesPerBlock = 512;

// The tokens of a block of lines: numbered within the block, so that the one serial step looks up each
// distinct word of a block once.
struct TokenizedBlock {
  text::Vocabulary words;
  text::Corpus sentences;
};

}  // namespace

Tokenize segment_tokenizer(Tokenization tokenization, bool lowercase) {
  return [tokenizer = SegmentTokenizer(tokenization, lowercase)](std::string_view line, TokenBuffer& buffer) {
    tokenizer.tokenize(line, buffer);
  };
}

TokenizedReferences::TokenizedReferences(const ReferenceSets& references, Tokenize tokenize,
                                         ThreadPool& threads)
    : tokenize_(std::move(tokenize)) {
  CALQUE_CHECK(!references.empty());
  for (const auto& lines : references) {
    CALQUE_CHECK(lines.size() == references.front().size());
    add_set(lines, threads);
  }
}

void TokenizedReferences::add_set(const std::vector<std::string>& lines, ThreadPool& threads) {
  const auto blocks =
      threads.map_blocks<TokenizedBlock>(lines.size(), kLinesPerBlock, [&](const Block& range) {
        TokenizedBlock block;
        TokenBuffer buffer;
        std::vector<text::WordId> words;
        for (std::size_t i = range.begin; i < range.end; ++i) {
          tokenize_(lines[i], buffer);
          words.clear();
          for (const std::string_view token : buffer.tokens) words.push_back(block.words.add(token));
          block.sentences.add_sentence(words);
        }
        return block;
      });
  text::Corpus& set = sets_.emplace_back();
  std::vector<text::WordId> ids;
  std::vector<text::WordId> sentence;
  for (const TokenizedBlock& block : blocks) {
    ids.clear();
    for (std::uint32_t w = 0; w < block.words.size(); ++w) {
      ids.push_back(vocabulary_.add(block.words.word(text::WordId{w})));
    }
    for (std::size_t i = 0; i < block.sentences.size(); ++i) {
      sentence.clear();
      for (const text::WordId word : block.sentences.sentence(i))
        sentence.push_back(ids[text::index_of(word)]);
      set.add_sentence(sentence);
    }
  }
}

void TokenizedReferences::hypothesis_words(std::string_view line, TokenBuffer& buffer,
                                           std::vector<text::WordId>& words) const {
  tokenize_(line, buffer);
  words.clear();
  for (const std::string_view token : buffer.tokens)
    words.push_back(vocabulary_.find(token).value_or(kUnseenWord));
}

}  // namespace calque::metrics
