// Sub-models of source phrases (spec 01 section 6).
#include <algorithm>
#include <cmath>

#include "reorder/feature_section.h"
#include "reorder/linear.h"
#include "reorder/row_scores.h"

namespace calque::reorder {

Clustered::Clustered(ClusterTables tables, std::unique_ptr<const Linear> fallback)
    : tables_(std::move(tables)), maker_(tables_.features), fallback_(std::move(fallback)) {
  double total = 0.0;
  for (const std::uint64_t count : tables_.class_counts) total += static_cast<double>(count);
  for (const std::uint64_t count : tables_.class_counts) {
    const double p = total > 0.0 ? static_cast<double>(count) / total
                                 : 1.0 / static_cast<double>(tables_.class_counts.size());
    log_priors_.push_back(static_cast<float>(std::log(std::max(kLeastProbability, p))));
  }
}

const float* Clustered::weights_of(std::uint32_t cluster, std::uint32_t feature) const {
  const std::uint32_t* begin = tables_.features_of.data() + tables_.begins[cluster];
  const std::uint32_t* end = tables_.features_of.data() + tables_.begins[cluster + 1];
  const std::uint32_t* found = std::lower_bound(begin, end, feature);
  if (found == end || *found != feature) return nullptr;
  return tables_.weights.data() + static_cast<std::size_t>(found - tables_.features_of.data()) * classes();
}

auto Clustered::scores(std::uint32_t cluster) const {
  return RowScores(maker_, tables_.dictionary,
                   [this, cluster](std::uint32_t id) { return weights_of(cluster, id); });
}

void Clustered::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  const std::uint32_t cluster =
      tables_.phrases.find(std::max<Key>(1, source_phrase_key(sentence.part(span).words)));
  if (cluster == KeyTable::kNone && fallback_) {
    fallback_->begin_span(sentence, span, scratch);
    return;
  }
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.cluster = cluster;
  scratch.sums.assign(classes(), 0.0);
  scratch.squares = 0.0;
  if (cluster != KeyTable::kNone) scores(cluster).begin(scratch);
}

void Clustered::log_probs(SpanScratch& scratch, const TargetPhrase& target,
                          std::span<float> log_probs) const {
  if (scratch.cluster == KeyTable::kNone) {
    if (fallback_) {
      fallback_->log_probs(scratch, target, log_probs);
    } else {
      std::copy(log_priors_.begin(), log_priors_.end(), log_probs.begin());
    }
    return;
  }
  scores(scratch.cluster).finish(scratch, target, log_probs);
}

std::vector<Influence> Clustered::influences(const WordsView& sentence, text::Span span,
                                             const TargetPhrase& target, const WordNames& names) const {
  const std::uint32_t cluster =
      tables_.phrases.find(std::max<Key>(1, source_phrase_key(sentence.part(span).words)));
  if (cluster == KeyTable::kNone)
    return fallback_ ? fallback_->influences(sentence, span, target, names) : std::vector<Influence>{};
  return scores(cluster).influences(maker_.named_features(sentence, span, target, names), classes());
}

bool Clustered::knows_phrase(std::span<const Key> source) const {
  return tables_.phrases.find(std::max<Key>(1, source_phrase_key(source))) != KeyTable::kNone;
}

void Clustered::write(store::ContainerWriter& file) const {
  file.add_text("classifier", "clustered");
  write_feature_options(tables_.features, file, "features");
  tables_.dictionary.write(file, "dictionary");
  tables_.phrases.write(file, "phrases");
  file.add("begins", tables_.begins.span());
  file.add("features_of", tables_.features_of.span());
  file.add("weights", tables_.weights.span());
  file.add("class_counts", tables_.class_counts.span());
  file.add("has_fallback", std::vector<std::uint32_t>{fallback_ ? 1U : 0U});
  if (fallback_) fallback_->write_tables(file, "fallback.");
}

std::unique_ptr<const Classifier> Clustered::read(const std::shared_ptr<const store::Container>& file,
                                                  std::size_t classes) {
  ClusterTables tables{read_feature_options(*file, "features"),
                       KeyTable::read(file, "dictionary"),
                       KeyTable::read(file, "phrases"),
                       {file, "begins"},
                       {file, "features_of"},
                       {file, "weights"},
                       {file, "class_counts"}};
  const bool good = tables.begins.size() == tables.phrases.size() + 1 && tables.begins[0] == 0 &&
                    std::is_sorted(tables.begins.begin(), tables.begins.end()) &&
                    tables.begins[tables.phrases.size()] == tables.features_of.size() &&
                    tables.weights.size() == tables.features_of.size() * classes &&
                    tables.class_counts.size() == classes &&
                    std::all_of(tables.weights.begin(), tables.weights.end(),
                                [](float weight) { return std::isfinite(weight); });
  const auto has_fallback = file->section<std::uint32_t>("has_fallback");
  if (!good || has_fallback.size() != 1) file->damaged("sections of sub-models do not fit together");
  std::unique_ptr<const Linear> fallback;
  if (has_fallback[0] != 0)
    fallback = std::make_unique<const Linear>(Linear::read_tables(file, "fallback.", classes), classes);
  return std::make_unique<const Clustered>(std::move(tables), std::move(fallback));
}

}  // namespace calque::reorder
