// The text a model is trained on: one array of model ids with <s> and </s> around each sentence, and the
// vocabulary they come from.
//
// Words are numbered as they first occur, after <unk>, <s> and </s>. "<s>" and "</s>" in the text are no
// words and count as <unk>, and so do words outside the chosen limits. The same ids for any number of
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "store/spool.h"
#include "text/corpus.h"
#include "text/parallel_input.h"
#include "text/vocabulary.h"

namespace calque::lm {

// Which words a model knows by name; all others are <unk>, in counts as in queries.
struct VocabularyLimits {
  // Words that occur less often are unknown. 0 and 1 keep all.
  std::uint64_t min_count = 1;
  // Words that are not listed are unknown. Null: no list.
  std::shared_ptr<const text::Vocabulary> listed = nullptr;
};

// Words separated by blanks or line ends. Throws UsageError if the file cannot be read, DataError for bad
// UTF-8.
std::shared_ptr<const text::Vocabulary> read_word_list(const std::string& path);

struct TextFacts {
  std::uint64_t sentences = 0;
  std::uint64_t words = 0;           // without <s> and </s>
  std::uint64_t reserved_words = 0;  // "<s>" and "</s>" found as words
  std::uint64_t outside_words = 0;   // occurrences of words that the limits make unknown
  std::uint64_t bad_lines = 0;       // left out: not UTF-8, or too long
};

struct TrainingText {
  text::Vocabulary vocabulary;
  std::vector<std::uint32_t> tokens;  // empty if they went to `spooled`
  store::Spool spooled;               // the tokens as varints, if there were too many for memory
  TextFacts facts;

  bool is_spooled() const { return spooled.size() > 0; }
};

// Where a text that is too large for memory goes.
struct TextMemory {
  std::uint64_t max_tokens = ~std::uint64_t{0};  // more than so many are written to a temporary file
  std::string folder;                            // of the temporary file; empty: the system's
};

TrainingText mark_text(const text::Corpus& corpus, const text::Vocabulary& words,
                       const VocabularyLimits& limits);

// Reads tokenised text, one sentence per line ("-": standard input). Throws UsageError if the file cannot be
// read and, unless bad lines are skipped, DataError with file, line and byte for bad UTF-8.
TrainingText read_training_text(const std::string& path, const VocabularyLimits& limits,
                                const TextMemory& memory, text::BadLinePolicy bad_lines, ThreadPool& threads,
                                Reporter& reporter);

}  // namespace calque::lm
