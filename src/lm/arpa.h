// ARPA text files: the format in which n-gram models are exchanged. docs/formats/arpa.md gives it line by
// line.
//
// The reader is strict: wrong counts, missing sections, numbers that are none or cannot be, n-grams that
// stand there twice or use unlisted words give a FormatError with file, line and reason. It never believes a
// declared count before it has seen the lines. Models pruned by other tools may lack n-grams that longer ones
// are built on; those are filled in with the probability that backing off gives, which changes no answer.
#pragma once

#include <string>
#include <string_view>

#include "base/thread_pool.h"
#include "lm/ngram_data.h"
#include "lm/spooled_model.h"

namespace calque::lm {

// log10 probability of unknown words in a model that has no <unk>.
inline constexpr double kMissingUnknownLog10 = -100.0;

// Plain, .gz or .zst, told by content; "-" is standard input. Only blank lines may stand before \data\.
NgramModelData read_arpa(const std::string& path);
// The same from memory; `name` stands for the file in messages.
NgramModelData parse_arpa(std::string_view text, const std::string& name);

// Compressed if the name ends in .gz or .zst; appears under `path` only when complete. The same bytes for any
// number of threads, and for a model on disk as for the same model in memory.
void write_arpa(const NgramModelData& data, const std::string& path, ThreadPool& threads);
void write_arpa(const NgramModelData& data, const std::string& path);
void write_arpa(const SpooledModel& model, const std::string& path, ThreadPool& threads);

}  // namespace calque::lm
