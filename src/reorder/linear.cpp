#include "reorder/linear.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "reorder/feature_section.h"
#include "reorder/rows.h"

namespace calque::reorder {
namespace {

std::vector<float> packed(const learn::Weights& weights) {
  std::vector<float> values;
  values.reserve(weights.features() * weights.classes());
  for (std::size_t f = 0; f < weights.features(); ++f) {
    for (std::size_t k = 0; k < weights.classes(); ++k)
      values.push_back(static_cast<float>(weights.at(f, k)));
  }
  return values;
}

}  // namespace

Linear::Linear(LinearTables tables, std::size_t classes)
    : maker_(tables.features),
      dictionary_(std::move(tables.dictionary)),
      weights_(std::move(tables.weights)),
      classes_(classes) {}

Linear::Linear(const FeatureOptions& features, KeyTable dictionary, const learn::Weights& weights)
    : Linear({features, std::move(dictionary), packed(weights)}, weights.classes()) {
  CALQUE_CHECK(dictionary_.size() == weights.features());
}

// Adds what the keys in the scratch memory say, and their squared length.
void Linear::add_features(SpanScratch& scratch, std::span<double> sums, double& squares) const {
  scratch.ids.clear();
  for (const Key key : scratch.keys) scratch.ids.push_back(dictionary_.find(std::max<Key>(1, key)));
  merge_repeats(scratch.ids, scratch.values);
  for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
    const float* weights = weights_.data() + scratch.ids[i] * classes_;
    const auto value = static_cast<double>(scratch.values[i]);
    for (std::size_t k = 0; k < classes_; ++k) sums[k] += value * static_cast<double>(weights[k]);
    squares += value * value;
  }
}

void Linear::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.cluster = KeyTable::kNone;
  scratch.sums.assign(classes_, 0.0);
  scratch.squares = 0.0;
  scratch.keys.clear();
  maker_.source_features(sentence, span, scratch.keys);
  add_features(scratch, scratch.sums, scratch.squares);
}

void Linear::log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const {
  scratch.keys.clear();
  maker_.pair_features(scratch.sentence, scratch.span, target, scratch.keys);
  scratch.scores.assign(scratch.sums.begin(), scratch.sums.end());
  double squares = scratch.squares;
  add_features(scratch, scratch.scores, squares);
  // Rows are divided by their length, as they were in training.
  const double scale = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
  for (double& score : scratch.scores) score *= scale;
  write_log_probs(scratch.scores, log_probs);
}

std::vector<Influence> Linear::influences(const WordsView& sentence, text::Span span,
                                          const TargetPhrase& target, const WordNames& names) const {
  std::vector<Influence> found;
  std::vector<std::uint32_t> ids;
  for (const NamedFeature& feature : maker_.named_features(sentence, span, target, names)) {
    const std::uint32_t id = dictionary_.find(std::max<Key>(1, feature.key));
    if (id == KeyTable::kNone) continue;
    ids.push_back(id);
    Influence influence{feature.name, {}};
    for (std::size_t k = 0; k < classes_; ++k)
      influence.by_class.push_back(static_cast<double>(weights_[id * classes_ + k]));
    found.push_back(std::move(influence));
  }
  std::vector<float> values;
  merge_repeats(ids, values);
  double squares = 0.0;
  for (const float value : values) squares += static_cast<double>(value) * static_cast<double>(value);
  for (Influence& influence : found) {
    for (double& value : influence.by_class) value /= std::sqrt(squares);
  }
  return found;
}

void Linear::write_tables(store::ContainerWriter& file, const std::string& prefix) const {
  write_feature_options(maker_.options(), file, prefix + "features");
  dictionary_.write(file, prefix + "dictionary");
  file.add(prefix + "weights", weights_.span());
}

void Linear::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "linear");
  write_tables(file, "");
}

LinearTables Linear::read_tables(const std::shared_ptr<const store::Container>& file,
                                 const std::string& prefix, std::size_t classes) {
  LinearTables tables{read_feature_options(*file, prefix + "features"),
                      KeyTable::read(file, prefix + "dictionary"),
                      {file, prefix + "weights"}};
  const bool good = tables.weights.size() == tables.dictionary.size() * classes &&
                    std::all_of(tables.weights.begin(), tables.weights.end(),
                                [](float weight) { return std::isfinite(weight); });
  if (!good) file->damaged("impossible values in section " + prefix + "weights");
  return tables;
}

std::unique_ptr<const Classifier> Linear::read(const std::shared_ptr<const store::Container>& file,
                                               std::size_t classes) {
  return std::make_unique<const Linear>(read_tables(file, "", classes), classes);
}

}  // namespace calque::reorder
