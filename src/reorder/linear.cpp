#include "reorder/linear.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "reorder/feature_section.h"
#include "reorder/row_scores.h"

namespace calque::reorder {

std::vector<float> Linear::packed(const learn::Weights& weights) {
  std::vector<float> values;
  values.reserve(weights.features() * weights.classes());
  for (std::size_t f = 0; f < weights.features(); ++f) {
    for (std::size_t k = 0; k < weights.classes(); ++k)
      values.push_back(static_cast<float>(weights.at(f, k)));
  }
  return values;
}

Linear::Linear(LinearTables tables, std::size_t classes)
    : tables_(std::move(tables)), maker_(tables_.features), classes_(classes) {
  const std::size_t reals = tables_.reals ? tables_.reals->count() : 0;
  CALQUE_CHECK(tables_.weights.size() == (tables_.dictionary.size() + reals) * classes);
}

Linear::Linear(const FeatureOptions& features, KeyTable dictionary, const learn::Weights& weights)
    : Linear(LinearTables{features, std::move(dictionary), packed(weights)}, weights.classes()) {}

auto Linear::scores() const {
  return RowScores(maker_, tables_.dictionary, tables_.reals.get(), tables_.link,
                   [this](std::uint32_t id) { return tables_.weights.data() + id * classes_; });
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
  auto found = scores().influences(sentence, span, target, names, classes_);
  for (Influence& real : scores().real_influences(sentence, span, target, classes_))
    found.push_back(std::move(real));
  return found;
}

void Linear::write_tables(store::ContainerWriter& file, const std::string& prefix) const {
  write_feature_options(tables_.features, file, prefix + "features");
  tables_.dictionary.write(file, prefix + "dictionary");
  file.add(prefix + "weights", tables_.weights.span());
  file.add(prefix + "link", std::vector<std::uint32_t>{static_cast<std::uint32_t>(tables_.link)});
  if (tables_.reals) tables_.reals->write(file, prefix);
}

void Linear::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "linear");
  write_tables(file, "");
}

LinearTables Linear::read_tables(const std::shared_ptr<const store::Container>& file,
                                 const std::string& prefix, std::size_t classes,
                                 ReadRealFeatures read_reals) {
  LinearTables tables;
  tables.features = read_feature_options(*file, prefix + "features");
  tables.dictionary = KeyTable::read(file, prefix + "dictionary");
  tables.weights = {file, prefix + "weights"};
  tables.link = read_link(*file, prefix + "link");
  if (read_reals != nullptr) tables.reals = read_reals(file, prefix, tables.features, classes);
  const std::size_t reals = tables.reals ? tables.reals->count() : 0;
  const bool good = tables.weights.size() == (tables.dictionary.size() + reals) * classes &&
                    std::all_of(tables.weights.begin(), tables.weights.end(),
                                [](float weight) { return std::isfinite(weight); });
  if (!good) file->damaged("impossible values in section " + prefix + "weights");
  return tables;
}

std::unique_ptr<const Classifier> Linear::read(const std::shared_ptr<const store::Container>& file,
                                               std::size_t classes, ReadRealFeatures read_reals) {
  return std::make_unique<const Linear>(read_tables(file, "", classes, read_reals), classes);
}

}  // namespace calque::reorder
