// The files of a Moses system: phrase tables, reordering tables, moses.ini and lines of weights.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parse.h"
#include "decode/features/registry.h"
#include "phrase/moses_reordering.h"
#include "phrase/moses_table.h"
#include "pipeline/moses_settings.h"
#include "reader.h"

namespace calque::fuzz {
namespace {

void check(const phrase::ImportedPhrases& imported) {
  const phrase::ScoredPhrases& phrases = imported.phrases;
  CALQUE_CHECK(phrases.pair_offsets.size() == phrases.source.size() + 1);
  CALQUE_CHECK(phrases.pair_offsets.back() == phrases.pairs.size());
  for (const phrase::ScoredPair& pair : phrases.pairs) {
    CALQUE_CHECK(!phrases.target[pair.target].empty());
    for (const float score : pair.log_scores)
      CALQUE_CHECK(std::isfinite(score) && score >= -100 && score < 0.01F);
  }
}

// The lines after the first that begins with '#' are those of the reordering table.
void read_tables(Bytes bytes) {
  phrase::MosesTableBuilder table;
  std::optional<phrase::ImportedPhrases> imported;
  std::optional<phrase::MosesReorderingBuilder> reordering;
  Place place{.file = "fuzz"};
  for (const std::string_view line : split_fields(text_of(bytes), "\n")) {
    ++place.line;
    if (!imported && line.starts_with('#')) {
      imported = table.finish("fuzz");
      check(*imported);
      reordering.emplace(*imported, std::nullopt);
    } else if (reordering) {
      reordering->add_line(line, place);
    } else {
      table.add_line(line, place);
    }
  }
  if (reordering) {
    const phrase::GivenReordering given = std::move(*reordering).finish();
    for (const std::uint32_t row : given.row_of_pair) CALQUE_CHECK(row < given.row_count());
  } else {
    check(table.finish("fuzz"));
  }
}

void read_settings(Bytes bytes) {
  const pipeline::MosesSettings settings = pipeline::parse_moses_ini(text_of(bytes), "fuzz");
  std::vector<decode::FeatureDescription> features;
  for (const decode::RegisteredFeature& row : decode::registered_features())
    features.push_back(row.description);
  pipeline::parse_moses_weights(settings.weight_lines, "fuzz", features, settings.reordering_type);
}

void read_moses_weights(Bytes bytes) {
  static const std::vector<decode::FeatureDescription> features{{"TranslationModel0", {0.2, 0.2, 0.2, 0.2}},
                                                                {"LM0", {0.5}},
                                                                {"Distortion0", {0.3}},
                                                                {"WordPenalty0", {-1}},
                                                                {"PhrasePenalty0", {0.2}},
                                                                {"UnknownWordPenalty0", {1}}};
  pipeline::parse_moses_weights(text_of(bytes), "fuzz", features, std::nullopt);
}

const Registered tables({"moses-table", read_tables});
const Registered settings({"moses-ini", read_settings});
const Registered weights({"moses-weights", read_moses_weights});

}  // namespace
}  // namespace calque::fuzz
