// Models and settings that are text: what is read can be asked and, where there is a writer, written and read
// again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "decode/features/registry.h"
#include "decode/features/word_labels.h"
#include "decode/weights.h"
#include "kernel/options.h"
#include "learn/class_distances.h"
#include "learn/class_embedding.h"
#include "lm/files/arpa.h"
#include "lm/query/model.h"
#include "metrics/meteor.h"
#include "pipeline/system_spec.h"
#include "reader.h"
#include "store/json_text.h"
#include "text/preparation.h"
#include "text/truecaser.h"
#include "text/vocabulary.h"
#include "text/word_classes_file.h"

namespace calque::fuzz {
namespace {

void read_arpa(Bytes bytes) {
  const lm::Model model = lm::Model::from_data(lm::parse_arpa(text_of(bytes), "fuzz"));
  lm::State state = model.begin_state();
  for (std::uint32_t word = 0; word < model.vocabulary().size(); ++word)
    CALQUE_CHECK(std::isfinite(model.score(state, text::WordId{word}, state)));
}

void read_classes(const std::string& path) {
  const text::WordClassTable table = text::read_word_classes(path);
  table.class_of("word");
  for (std::uint32_t i = 0; i < table.vocabulary.size(); ++i)
    CALQUE_CHECK(table.find(table.vocabulary.word(text::WordId{i})).has_value());
}

void read_labels(Bytes bytes) {
  static const text::Vocabulary words = [] {
    text::Vocabulary made;
    for (const char* word : {"a", "b", "das", "Haus", "|", "%"}) made.add(word);
    return made;
  }();
  const auto labels = decode::WordLabels::parse(text_of(bytes), "fuzz", words, words);
  for (const auto side : {decode::Side::kSource, decode::Side::kTarget}) {
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      const decode::LabelsOfWord of = labels.of(side, text::WordId{i});
      if (of.by_class != decode::kNoLabel) labels.name(side, of.by_class);
      if (of.by_name != decode::kNoLabel) labels.name(side, of.by_name);
    }
  }
}

void read_truecase_model(Bytes bytes) {
  const auto model = text::TruecaseModel::from_text(text_of(bytes), "fuzz");
  std::vector<std::string> tokens{"The", "HOUSE", ".", "\"", "Das", "\xc3\x9f"};
  model.apply(tokens);
  const std::string again = model.to_text();
  CALQUE_CHECK(text::TruecaseModel::from_text(again, "fuzz").to_text() == again);
}

void read_preparation(Bytes bytes) {
  const text::Preparation preparation = text::parse_preparation(text_of(bytes), "fuzz");
  CALQUE_CHECK(text::parse_preparation(text::to_text(preparation), "fuzz") == preparation);
}

void read_weights(Bytes bytes) {
  static const std::vector<decode::FeatureDescription> features = [] {
    std::vector<decode::FeatureDescription> made;
    for (const decode::RegisteredFeature& row : decode::registered_features())
      made.push_back(row.description);
    return made;
  }();
  const decode::Weights weights = decode::parse_weights(text_of(bytes), "fuzz", features);
  CALQUE_CHECK(decode::parse_weights(decode::format_weights(weights), "fuzz", features) == weights);
}

void read_manifest(Bytes bytes) {
  const nlohmann::json manifest = store::parse_json(text_of(bytes), false);
  if (manifest.is_discarded()) return;
  const pipeline::SystemSpec spec = pipeline::parse_system_spec(manifest, "fuzz");
  spec.model_files();
  spec.features();
  spec.search_options();
}

void read_kernel_options(Bytes bytes) {
  const kernel::KernelOptions options = kernel::parse_options(text_of(bytes), "fuzz");
  CALQUE_CHECK(kernel::to_text(kernel::parse_options(kernel::to_text(options), "fuzz")) ==
               kernel::to_text(options));
}

void read_distances(const std::string& path) {
  const auto distances = learn::read_class_distances(path, 3);
  for (std::size_t i = 0; i < 9; ++i) CALQUE_CHECK(distances(i / 3, i % 3) >= 0);
}

void read_embedding(const std::string& path) {
  const auto embedding = learn::read_class_embedding(path, 3);
  for (std::size_t i = 0; i < 9; ++i) embedding.product(i / 3, i % 3);
}

void read_synonyms(const std::string& path) {
  metrics::Synonyms(path).set_of("word");
}

const Registered arpa({"arpa", read_arpa});
const Registered classes({"word-classes", from_file<read_classes>});
const Registered labels({"word-labels", read_labels});
const Registered truecaser({"truecase-model", read_truecase_model});
const Registered preparation({"preparation", read_preparation});
const Registered weights({"weights", read_weights});
const Registered manifest({"manifest", read_manifest});
const Registered kernel_options({"kernel-options", read_kernel_options});
const Registered distances({"class-distances", from_file<read_distances>});
const Registered embedding({"class-embedding", from_file<read_embedding>});
const Registered synonyms({"synonyms", from_file<read_synonyms>});

}  // namespace
}  // namespace calque::fuzz
