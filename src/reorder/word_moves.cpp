#include "reorder/word_moves.h"

#include <vector>

#include "learn/dual_logistic.h"
#include "reorder/linear.h"
#include "reorder/rows.h"

namespace calque::reorder {

std::shared_ptr<const Classifier> train_word_moves(const CorpusText& text, std::span<const Sample> samples,
                                                   const SentencePart& part, std::size_t classes,
                                                   ThreadPool& threads) {
  constexpr std::size_t kMinCount = 2;
  // Without target words, so that features of pairs, of which there are none at first, are not missed later.
  std::vector<Sample> words;
  for (Sample sample : samples) {
    if (sample.source_length != 1 || sample.sentence % part.divisor != part.remainder) continue;
    sample.target_length = 0;
    sample.link_count = 0;
    words.push_back(sample);
  }
  const FeatureOptions options = FeatureOptions::preset("rich");
  const FeatureMaker maker(options);
  KeyTable dictionary = build_dictionary(text, words, maker, kMinCount, threads);
  learn::Rows rows = build_normalised_rows(text, words, maker, dictionary, threads);
  const std::size_t features = dictionary.size();
  auto result = learn::train_by_dual(std::move(rows), labels_of(words), classes, features, {});
  return std::make_shared<const Linear>(options, std::move(dictionary), result.weights);
}

void write_word_moves(const Classifier& model, store::ContainerWriter& file, const std::string& prefix) {
  dynamic_cast<const Linear&>(model).write_tables(file, prefix);
}

std::shared_ptr<const Classifier> read_word_moves(const std::shared_ptr<const store::Container>& file,
                                                  const std::string& prefix, std::size_t classes) {
  return std::make_shared<const Linear>(Linear::read_tables(file, prefix, classes, nullptr), classes);
}

}  // namespace calque::reorder
