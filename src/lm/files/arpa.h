// ARPA text files: the format in which n-gram models are exchanged. docs/formats/arpa.md gives it line by
// line.
//
// The reader is strict: wrong counts, missing sections, numbers that are none or cannot be, n-grams that
// stand there twice or use unlisted words give a FormatError with file, line and reason. It never trusts a
// declared count before it has seen the lines. Models pruned by other tools may lack n-grams that longer ones
// are built on; those are filled in with the probability that backing off gives, which changes no answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "lm/files/ngram_data.h"
#include "text/vocabulary.h"

namespace calque::lm {

// log10 probability of unknown words in a model that has no <unk>.
inline constexpr double kMissingUnknownLog10 = -100.0;

// Plain, .gz or .zst, recognised by content; "-" is standard input. Only blank lines may stand before \data\.
NgramModelData read_arpa(const std::string& path);
// The same from memory; `name` stands for the file in messages.
NgramModelData parse_arpa(std::string_view text, const std::string& name);

// Compressed if the name ends in .gz or .zst; appears under `path` only when complete. The same bytes for any
// number of threads, and for a model on disk as for the same model in memory.
void write_arpa(const NgramModelData& data, const std::string& path, ThreadPool& threads);
void write_arpa(const NgramModelData& data, const std::string& path);

// The lines of one section, or some of them.
struct ArpaLines {
  std::vector<std::uint32_t> words;  // n for each line
  std::vector<float> log_probs;
  std::vector<float> backoffs;

  void add(std::span<const std::uint32_t> ngram, float log_prob, float backoff) {
    words.insert(words.end(), ngram.begin(), ngram.end());
    log_probs.push_back(log_prob);
    backoffs.push_back(backoff);
  }
};
inline constexpr std::size_t kArpaBlockLines = 1 << 14;
// Adds the next lines of the section of n-grams of this length, at most kArpaBlockLines; false after the
// last.
using FillArpaLines = std::function<bool(unsigned length, ArpaLines& lines)>;
// The same for a model that is not in memory and has counts[n - 1] n-grams of length n: lines come from
// `fill`, called from this thread.
void write_arpa(const text::Vocabulary& vocabulary, const std::vector<std::uint64_t>& counts,
                const FillArpaLines& fill, const std::string& path, ThreadPool& threads);

}  // namespace calque::lm
