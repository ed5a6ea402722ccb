// A phrase table and language models made from a random corpus, as a fixture. Tests only.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "decode/features/standard_parts.h"
#include "lm/estimate/estimate.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"

namespace calque::decode::testing {

// Source word si is said ti, often with another word order and sometimes with an extra word.
inline text::ParallelCorpus random_corpus(Rng& rng, text::AlignmentCorpus& alignments) {
  text::ParallelCorpus corpus;
  for (int sentence = 0; sentence < 200; ++sentence) {
    std::vector<std::size_t> words(1 + rng.below(8));
    for (auto& word : words) word = rng.below(12);
    std::vector<std::uint32_t> order(words.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (rng.chance(0.3)) std::swap(order[i - 1], order[i]);
    }
    std::string source;
    std::string target;
    text::Alignment links;
    std::uint32_t position = 0;
    for (const std::size_t word : words) source += " s" + std::to_string(word);
    for (const std::uint32_t i : order) {
      links.push_back({i, position++});
      target += " t" + std::to_string(words[i]);
      if (!rng.chance(0.2)) continue;
      target += " x";
      ++position;
    }
    std::sort(links.begin(), links.end());
    corpus.source.add_line(source, corpus.source_vocabulary);
    corpus.target.add_line(target, corpus.target_vocabulary);
    alignments.add(links);
  }
  return corpus;
}

class RandomModels : public ::testing::Test {
 protected:
  void SetUp() override {
    Rng rng(11);
    corpus_ = random_corpus(rng, alignments_);
    ThreadPool pool(1);
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(::testing::TempDir()) / (std::string("calque_decode_") + test->name());
    phrase::write_phrase_table(phrase::extract_and_score(corpus_, alignments_, {}, pool, silent_reporter()),
                               {corpus_.source_vocabulary, corpus_.target_vocabulary}, path_.string());
    models_ = load(1);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // The phrase table with so many language models, of order 4 and below. Every word has a class, every second
  // one a name.
  std::shared_ptr<const Models> load(unsigned language_models,
                                     std::vector<LearnedReorderingModels> moves = {}) const {
    Models models{phrase::PhraseTable::open(path_.string()), {}};
    ThreadPool pool(1);
    for (unsigned order = 4; models.language_models.size() < language_models; --order) {
      models.language_models.push_back(lm::Model::from_data(lm::estimate(
          corpus_.target, corpus_.target_vocabulary, {.order = order}, pool, silent_reporter())));
    }
    models.learned_reordering = std::move(moves);
    models.labels = WordLabels::parse(
        label_lines("source", corpus_.source_vocabulary) + label_lines("target", corpus_.target_vocabulary),
        "labels", models.phrases.source_vocabulary(), models.phrases.target_vocabulary());
    return std::make_shared<const Models>(std::move(models));
  }

  text::ParallelCorpus corpus_;
  text::AlignmentCorpus alignments_;
  std::filesystem::path path_;
  std::shared_ptr<const Models> models_;

 private:
  static std::string label_lines(const std::string& side, const text::Vocabulary& vocabulary) {
    std::string lines;
    for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
      lines += side + "\t" + std::string(vocabulary.word(text::WordId{i})) + "\t" + std::to_string(i % 3) +
               (i % 2 == 0 ? "\tnamed\n" : "\n");
    }
    return lines;
  }
};

}  // namespace calque::decode::testing
