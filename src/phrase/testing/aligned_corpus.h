// For tests: small aligned corpora from text, random ones, and the real ones of the data folder.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "base/rng.h"
#include "store/text_file.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::phrase::testing {

struct AlignedCorpus {
  text::ParallelCorpus text;
  text::AlignmentCorpus alignments;

  void add(std::string_view source, std::string_view target, std::string_view links) {
    text.source.add_line(source, text.source_vocabulary);
    text.target.add_line(target, text.target_vocabulary);
    const std::size_t last = text.source.size() - 1;
    alignments.add(text::parse_pharaoh(links, text.source.sentence(last).size(),
                                       text.target.sentence(last).size(), {"links", last + 1}));
  }
};

// One sentence pair whose words are linked one by one, as far as both sides reach.
inline AlignedCorpus linked_pair(std::string_view source, std::string_view target) {
  std::string links;
  const std::size_t words = std::min(split_words(source).size(), split_words(target).size());
  for (std::size_t i = 0; i < words; ++i) links += std::to_string(i) + "-" + std::to_string(i) + " ";
  AlignedCorpus corpus;
  corpus.add(source, target, links);
  return corpus;
}

// Sentences of 0 to max_length words over a small vocabulary, each possible link with the same small
// probability; some sentences have no link at all.
inline AlignedCorpus random_corpus(std::uint64_t seed, std::size_t sentences, std::size_t max_length) {
  AlignedCorpus corpus;
  Rng rng(seed);
  const auto random_line = [&](std::size_t length, char prefix) {
    std::string line;
    for (std::size_t i = 0; i < length; ++i) {
      line += prefix;
      line += std::to_string(rng.below(5));
      line += ' ';
    }
    return line;
  };
  for (std::size_t n = 0; n < sentences; ++n) {
    const std::size_t source_length = rng.below(max_length + 1);
    const std::size_t target_length = rng.below(max_length + 1);
    const double density = rng.chance(0.1) ? 0.0 : 1.5 * rng.uniform() / static_cast<double>(max_length);
    text::Alignment links;
    for (std::uint32_t i = 0; i < source_length; ++i) {
      for (std::uint32_t j = 0; j < target_length; ++j) {
        if (rng.chance(density)) links.push_back({i, j});
      }
    }
    corpus.add(random_line(source_length, 's'), random_line(target_length, 't'), text::to_pharaoh(links));
  }
  return corpus;
}

// Folders with real corpora and with what other systems make of them, as the environment names them.
inline std::string data_folder() {
  const char* folder = std::getenv("CALQUE_DATA");
  return folder != nullptr ? folder : "../shared/data";
}
inline std::string peers_folder() {
  const char* folder = std::getenv("CALQUE_PEERS");
  return folder != nullptr ? folder : data_folder() + "/../peers";
}

inline AlignedCorpus read_corpus(const std::string& source, const std::string& target,
                                 const std::string& alignment) {
  AlignedCorpus corpus;
  store::LineReader sources(source);
  store::LineReader targets(target);
  store::LineReader alignments(alignment);
  std::string source_line;
  std::string target_line;
  std::string links;
  while (alignments.next(links) && sources.next(source_line) && targets.next(target_line)) {
    corpus.add(source_line, target_line, links);
  }
  return corpus;
}

}  // namespace calque::phrase::testing
