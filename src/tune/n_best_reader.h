// N-best lists as text into the store (docs/formats/n-best.md), as Calque and Moses write them: plain, gzip
// or zstd.
//
// Throws DataError with file and line for lines that are no candidates: other features than the lines before,
// values that are not finite, a sentence number that no reference has.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "tune/lists.h"

namespace calque::tune {

// The features that a list's first line has, with the weights that tuning starts from if none are given:
// those of Calque's own features of that name, else 1 for the only score of a feature and 0.2 for each of
// several. Throws DataError if there is no line.
std::vector<decode::FeatureDescription> features_of_list(const std::string& path);

// Merges the files one after the other. Returns the lines that were no duplicates.
std::size_t read_n_best(std::span<const std::string> paths, CandidateLists& lists, ThreadPool& threads);

// Throws DataError if a sentence has no candidates; `source` says where they should have been.
void check_complete(const CandidateLists& lists, const std::string& source);

}  // namespace calque::tune
