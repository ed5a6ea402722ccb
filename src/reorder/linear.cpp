#include "reorder/linear.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "reorder/feature_section.h"
#include "reorder/row_scores.h"

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

auto Linear::scores() const {
  return RowScores(maker_, dictionary_, [this](std::uint32_t id) { return weights_.data() + id * classes_; });
}

void Linear::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.cluster = KeyTable::kNone;
  scratch.sums.assign(classes_, 0.0);
  scratch.squares = 0.0;
  scores().begin(scratch);
}

void Linear::log_probs(SpanScratch& scratch, const TargetPhrase& target, std::span<float> log_probs) const {
  scores().finish(scratch, target, log_probs);
}

std::vector<Influence> Linear::influences(const WordsView& sentence, text::Span span,
                                          const TargetPhrase& target, const WordNames& names) const {
  return scores().influences(maker_.named_features(sentence, span, target, names), classes_);
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
