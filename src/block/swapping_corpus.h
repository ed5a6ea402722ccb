// For tests: a corpus of words that swap, with its blocks, alignments and language model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "block/trainer.h"
#include "lm/estimate/estimate.h"

namespace calque::block::testing {

// Source word i translates as target word i; neighbours whose first word is below 3 swap. Blocks are the
// linked words and, if phrases of two words are wanted, two neighbours that stay neighbours.
struct SwappingCorpus {
  explicit SwappingCorpus(std::size_t sentences, std::size_t longest = 1, std::uint64_t seed = 1) {
    Rng rng(seed);
    for (std::size_t n = 0; n < sentences; ++n) {
      std::vector<std::uint32_t> line(2 + rng.below(6));
      for (auto& word : line) word = static_cast<std::uint32_t>(rng.below(8));
      std::vector<std::uint32_t> order(line.size());
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
      for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        if (line[order[i]] < 3) {
          std::swap(order[i], order[i + 1]);
          ++i;
        }
      }
      std::string source;
      std::string target;
      text::Alignment links;
      for (const std::uint32_t word : line) source += " s" + std::to_string(word);
      for (std::uint32_t i = 0; i < order.size(); ++i) {
        // A word has two translations, of which one prevails after some words and the other after others.
        const bool odd = i > 0 && line[order[i - 1]] % 2 == 1;
        target += (rng.chance(odd ? 0.85 : 0.15) ? " u" : " t") + std::to_string(line[order[i]]);
        links.push_back({order[i], i});
      }
      std::sort(links.begin(), links.end());
      corpus.source.add_line(source, corpus.source_vocabulary);
      corpus.target.add_line(target, corpus.target_vocabulary);
      alignments.add(links);
    }
    count_blocks(longest);
    ThreadPool pool(1);
    language_model = std::make_unique<lm::Model>(lm::Model::from_data(
        lm::estimate(corpus.target, corpus.target_vocabulary, {.order = 3}, pool, silent_reporter())));
    for (std::uint32_t i = 0; i < corpus.target_vocabulary.size(); ++i)
      lm_words.push_back(language_model->find(corpus.target_vocabulary.word(text::WordId{i})));
  }

  Events events(const EventSettings& settings, std::size_t thread_count = 1) const {
    ThreadPool threads(thread_count);
    const TrainingText text{corpus.source, corpus.target, {&alignments, 1}, corpus.source_vocabulary.size()};
    const ModelOfFold fold{language_model.get(), lm_words};
    return make_events({*blocks, text, {&fold, 1}}, settings, threads, silent_reporter());
  }

  void count_blocks(std::size_t longest) {
    using Words = std::vector<text::WordId>;
    std::map<std::pair<Words, Words>, double> counts;
    for (std::size_t n = 0; n < corpus.size(); ++n) {
      const auto source = corpus.source.sentence(n);
      const auto target = corpus.target.sentence(n);
      std::vector<std::uint32_t> target_of(source.size());  // target position by source position
      for (const text::Link& link : alignments.alignment(n)) target_of[link.source] = link.target;
      for (std::size_t j = 0; j < source.size(); ++j) {
        ++counts[{{source[j]}, {target[target_of[j]]}}];
        if (longest < 2 || j + 1 == source.size()) continue;
        const std::uint32_t first = std::min(target_of[j], target_of[j + 1]);
        if (std::max(target_of[j], target_of[j + 1]) == first + 1)
          ++counts[{{source[j], source[j + 1]}, {target[first], target[first + 1]}}];
      }
    }
    std::vector<CountedBlock> list;
    for (const auto& [pair, count] : counts) list.push_back({pair.first, pair.second, count});
    blocks = std::make_unique<BlockSet>(list);
  }

  text::ParallelCorpus corpus;
  text::AlignmentCorpus alignments;
  std::unique_ptr<BlockSet> blocks;
  std::unique_ptr<lm::Model> language_model;
  std::vector<text::WordId> lm_words;
};

}  // namespace calque::block::testing
