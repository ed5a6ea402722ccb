// Sub-models of source phrases (theory/reordering.md#one-model-per-source-phrase).
#include "reorder/clustered.h"

#include <algorithm>
#include <cmath>

#include "reorder/feature_section.h"
#include "reorder/row_scores.h"

namespace calque::reorder {

Clustered::Clustered(ClusterTables tables, std::unique_ptr<const Linear> fallback)
    : tables_(std::move(tables)), maker_(tables_.features), fallback_(std::move(fallback)) {
  double total = 0.0;
  for (const std::uint64_t count : tables_.class_counts) total += static_cast<double>(count);
  for (const std::uint64_t count : tables_.class_counts) {
    const double p = total > 0.0 ? static_cast<double>(count) / total
                                 : 1.0 / static_cast<double>(tables_.class_counts.size());
    log_priors_.push_back(static_cast<float>(std::log(std::max(kMinProbability, p))));
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
  return RowScores(maker_, tables_.dictionary, tables_.reals.get(), tables_.link,
                   [this, cluster](std::uint32_t id) { return weights_of(cluster, id); });
}

void Clustered::begin_span(const WordsView& sentence, text::Span span, SpanScratch& scratch) const {
  const std::uint32_t cluster =
      tables_.phrases.find(std::max<Key>(1, source_phrase_key(sentence.part(span).words)));
  scratch.cluster = cluster;
  if (cluster == KeyTable::kNone || mixes()) {
    // The last of the scratch memories inside is that of the fallback; the first belongs to real-valued
    // features.
    scratch.inside();
    if (scratch.inner.size() < 2) scratch.inner.emplace_back();
    if (fallback_) fallback_->begin_span(sentence, span, scratch.inner.back());
  }
  if (cluster == KeyTable::kNone) return;
  scratch.sentence = sentence;
  scratch.span = span;
  scratch.sums.assign(classes(), 0.0);
  scratch.squares = 0.0;
  scores(cluster).begin(scratch);
}

void Clustered::log_probs(SpanScratch& scratch, const TargetPhrase& target,
                          std::span<float> log_probs) const {
  if (scratch.cluster == KeyTable::kNone) {
    if (fallback_) {
      fallback_->log_probs(scratch.inner.back(), target, log_probs);
    } else {
      std::copy(log_priors_.begin(), log_priors_.end(), log_probs.begin());
    }
    return;
  }
  scores(scratch.cluster).finish(scratch, target, log_probs);
  if (!mixes()) return;
  scratch.inner_log_probs.resize(classes());
  fallback_->log_probs(scratch.inner.back(), target, scratch.inner_log_probs);
  const auto own = static_cast<float>(tables_.samples_of[scratch.cluster]);
  const float share = own / (own + static_cast<float>(tables_.mix));
  for (std::size_t k = 0; k < classes(); ++k) {
    const float p = share * std::exp(log_probs[k]) + (1.0F - share) * std::exp(scratch.inner_log_probs[k]);
    log_probs[k] = std::log(p);
  }
}

std::vector<Influence> Clustered::influences(const WordsView& sentence, text::Span span,
                                             const TargetPhrase& target, const WordNames& names) const {
  const std::uint32_t cluster =
      tables_.phrases.find(std::max<Key>(1, source_phrase_key(sentence.part(span).words)));
  if (cluster == KeyTable::kNone)
    return fallback_ ? fallback_->influences(sentence, span, target, names) : std::vector<Influence>{};
  auto found = scores(cluster).influences(sentence, span, target, names, classes());
  for (Influence& real : scores(cluster).real_influences(sentence, span, target, classes()))
    found.push_back(std::move(real));
  return found;
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
  file.add("samples_of", tables_.samples_of.span());
  file.add("mix", std::vector<double>{tables_.mix});
  file.add("link", std::vector<std::uint32_t>{static_cast<std::uint32_t>(tables_.link)});
  if (tables_.reals) tables_.reals->write(file, "");
  file.add("has_fallback", std::vector<std::uint32_t>{fallback_ ? 1U : 0U});
  if (fallback_) fallback_->write_tables(file, "fallback.");
}

std::unique_ptr<const Classifier> Clustered::read(const std::shared_ptr<const store::Container>& file,
                                                  std::size_t classes, ReadRealFeatures read_reals) {
  ClusterTables tables;
  tables.features = read_feature_options(*file, "features");
  tables.dictionary = KeyTable::read(file, "dictionary");
  tables.phrases = KeyTable::read(file, "phrases");
  tables.begins = {file, "begins"};
  tables.features_of = {file, "features_of"};
  tables.weights = {file, "weights"};
  tables.class_counts = {file, "class_counts"};
  tables.samples_of = {file, "samples_of"};
  tables.link = read_link(*file, "link");
  tables.reals = read_reals(file, "", tables.features, classes);
  const auto mix = file->section<double>("mix");
  const bool good = tables.begins.size() == tables.phrases.size() + 1 && tables.begins[0] == 0 &&
                    std::is_sorted(tables.begins.begin(), tables.begins.end()) &&
                    tables.begins[tables.phrases.size()] == tables.features_of.size() &&
                    tables.weights.size() == tables.features_of.size() * classes &&
                    tables.class_counts.size() == classes &&
                    tables.samples_of.size() == tables.phrases.size() && mix.size() == 1 && mix[0] >= 0.0 &&
                    std::isfinite(mix[0]) &&
                    std::all_of(tables.weights.begin(), tables.weights.end(),
                                [](float weight) { return std::isfinite(weight); });
  const auto has_fallback = file->section<std::uint32_t>("has_fallback");
  if (good) tables.mix = mix[0];
  if (!good || has_fallback.size() != 1) file->damaged("sections of sub-models do not fit together");
  std::unique_ptr<const Linear> fallback;
  if (has_fallback[0] != 0)
    fallback =
        std::make_unique<const Linear>(Linear::read_tables(file, "fallback.", classes, read_reals), classes);
  return std::make_unique<const Clustered>(std::move(tables), std::move(fallback));
}

}  // namespace calque::reorder
