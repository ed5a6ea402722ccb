// The built-in bilingual phrasebook: sentence pairs with gold word alignments out of grammars.
//
// The i-th pair of a part depends on (grammars, seed, part) alone, never on the number of threads. The three
// parts never share a source sentence: the hash of the source words decides the part that a sentence belongs
// to, so nothing has to be remembered between them. Inside a part a pair occurs once, except that train keeps
// repeats of short sentences (at most kShortSentence source tokens), as real corpora do. Errors: UsageError
// if the grammars have too few different sentences, DataError if a rule has no row for a sentence.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "phrasebook/grammar.h"
#include "phrasebook/speaker.h"
#include "text/alignment.h"

namespace calque::phrasebook {

enum class Part { kTrain, kDev, kTest };

// "train", "dev", "test".
std::string_view name_of(Part part);

inline constexpr std::size_t kShortSentence = 6;

struct PairOptions {
  std::shared_ptr<const Grammar> grammar;
  std::uint64_t seed = 1;
  Spacing spacing = Spacing::kTokens;  // kRaw: natural text; alignments still count tokens
};

struct SentencePair {
  std::string source;
  std::string target;
  text::Alignment alignment;
};

// One pair inside a PairGenerator's buffers; valid during the call that hands it out.
struct PairView {
  std::string_view source;
  std::string_view target;
  std::span<const text::Link> alignment;
  std::size_t source_tokens = 0;
  std::size_t target_tokens = 0;
};

// A stream of the pairs of one part. Not shared between threads; uses the pool's threads itself.
class PairGenerator {
 public:
  PairGenerator(const PairOptions& options, Part part, ThreadPool& threads);
  ~PairGenerator();
  PairGenerator(const PairGenerator&) = delete;
  PairGenerator& operator=(const PairGenerator&) = delete;

  // Hands the next `count` pairs to `take`, in order, from the calling thread.
  void generate(std::uint64_t count, const std::function<void(const PairView&)>& take);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The first `count` pairs of a part, for tests and small corpora.
std::vector<SentencePair> generate_pairs(const PairOptions& options, Part part, std::uint64_t count,
                                         ThreadPool& threads);

}  // namespace calque::phrasebook
