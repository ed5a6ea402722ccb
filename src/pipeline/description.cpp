#include "pipeline/description.h"

#include <cmath>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "lm/query/model.h"
#include "phrase/moses_writer.h"
#include "pipeline/learned_reordering.h"
#include "pipeline/manifest.h"
#include "store/content_hash.h"
#include "text/alignment.h"

namespace calque::pipeline {
namespace {

using Json = nlohmann::ordered_json;

// The learned models of how phrases move.
Json describe_moves(const decode::Models& models) {
  Json all = Json::array();
  for (const decode::LearnedReorderingModels& moves : models.learned_reordering) {
    const auto& description = moves.any().description();
    Json directions = Json::array();
    if (moves.backward) directions.push_back(name_of(reorder::Direction::kBackward));
    if (moves.forward) directions.push_back(name_of(reorder::Direction::kForward));
    all.push_back({{"learner", description.learner},
                   {"classes", description.classes.labels()},
                   {"directions", directions},
                   {"form", decode::name_of(moves.form)}});
    if (!decode::uses_distance(moves.form)) continue;
    const auto& adjustment = moves.adjustment;
    all.back()["beta"] = adjustment.beta;
    // JSON has no infinity.
    all.back()["most_ratio"] = std::isfinite(adjustment.max_ratio) ? Json(adjustment.max_ratio) : Json();
    all.back()["charge_unlikely_rest"] = adjustment.charge_unlikely_rest;
  }
  return all;
}

std::string words_text(std::span<const text::WordId> words, const text::VocabularyView& vocabulary) {
  std::vector<std::string_view> texts;
  for (const text::WordId word : words) texts.push_back(vocabulary.word(word));
  return fmt::format("{}", fmt::join(texts, " "));
}

// The orientations of a pair: how often each was seen (unless scores were given), and its probability as the
// decoder uses it.
Json describe_orientations(const TranslationSystem& system, phrase::SourcePhraseId source, std::size_t pair) {
  Json json = Json::object();
  const phrase::PhraseTable& table = system.models().phrases;
  if (!table.given_reordering_type()) {
    const phrase::OrientationCounts& counts = table.orientations(pair);
    json["backward_counts"] = counts.backward;
    json["forward_counts"] = counts.forward;
  }
  const auto& type = system.reordering();
  if (!type) return json;
  std::vector<float> log_probs(type->score_count());
  phrase::reordering_log_probs(table, *type, source, pair, log_probs);
  const auto part = [&](std::size_t begin) {
    Json probabilities = Json::array();
    for (std::size_t k = begin; k < begin + type->class_count(); ++k)
      probabilities.push_back(std::exp(double{log_probs[k]}));
    return probabilities;
  };
  if (type->has_backward()) json["backward"] = part(0);
  if (type->has_forward()) json["forward"] = part(type->score_count() - type->class_count());
  return json;
}

Json describe_translation(const TranslationSystem& system, phrase::SourcePhraseId source,
                          const phrase::Translation& t) {
  text::Alignment links;
  for (const auto& link : t.alignment) links.push_back({link.source, link.target});
  using phrase::Score;
  const auto probability = [&](Score score) { return std::exp(t.log_scores[phrase::index_of(score)]); };
  Json json = {{"target", words_text(t.target, system.models().phrases.target_vocabulary())},
               {"count", t.joint_count},
               {"p_target_given_source", probability(Score::kTargetGivenSource)},
               {"p_source_given_target", probability(Score::kSourceGivenTarget)},
               {"lex_target_given_source", probability(Score::kLexicalTargetGivenSource)},
               {"lex_source_given_target", probability(Score::kLexicalSourceGivenTarget)},
               {"alignment", text::to_pharaoh(links)}};
  json["orientations"] = describe_orientations(system, source, t.pair);
  return json;
}

}  // namespace

Json describe_system(const TranslationSystem& system, const std::string& folder) {
  const auto& models = system.models();
  Json ngrams = Json::array();
  for (unsigned n = 1; n <= models.language_models[0].order(); ++n)
    ngrams.push_back(models.language_models[0].ngram_count(n));
  const auto& preparation = system.preparation();
  return {{"model", folder},
          {"trained_with", system.manifest().value("tool_version", "")},
          {"source_language", preparation.source_language},
          {"target_language", preparation.target_language},
          {"pretokenized", preparation.pretokenized},
          {"casing", name_of(preparation.casing)},
          {"source_vocabulary", models.phrases.source_vocabulary().size()},
          {"target_vocabulary", models.phrases.target_vocabulary().size()},
          {"source_phrases", models.phrases.source_phrase_count()},
          {"phrase_pairs", models.phrases.pair_count()},
          {"reordering", system.spec().reordering_name()},
          {"learned_reordering", describe_moves(models)},
          {"language_models", models.language_models.size()},
          {"language_model_ngrams", ngrams}};
}

Json describe_features(const TranslationSystem& system) {
  Json json = Json::object();
  for (const auto& group : system.weights().groups) json[group.name] = group.values;
  return json;
}

Json describe_phrase(const TranslationSystem& system, const std::string& phrase) {
  const phrase::PhraseTable& table = system.models().phrases;
  const std::string prepared = system.prepare(phrase);
  Json json = {{"phrase", prepared}, {"translations", Json::array()}};
  std::vector<text::WordId> words;
  for (const std::string_view word : split_words(prepared)) {
    const auto id = table.source_vocabulary().find(word);
    if (!id) return json;
    words.push_back(*id);
  }
  const auto found = table.find(words);
  if (!found) return json;
  json["count"] = table.source_count(*found);
  for (std::size_t i = 0; i < table.translation_count(*found); ++i)
    json["translations"].push_back(describe_translation(system, *found, table.translation(*found, i)));
  return json;
}

Json describe_container(const std::string& path, store::Verify verify) {
  const auto container = store::Container::open_any(path, verify);
  Json json = {{"file", path},
               {"kind", container.kind()},
               {"version", container.version()},
               {"sections", Json::array()}};
  for (const auto& s : container.sections())
    json["sections"].push_back({{"name", s.name}, {"elements", s.count}, {"bytes", s.bytes}});
  return json;
}

Json describe_language_model(const std::string& path, store::Verify verify) {
  const lm::Model model = lm::Model::load(path, verify);
  Json ngrams = Json::array();
  for (unsigned n = 1; n <= model.order(); ++n) ngrams.push_back(model.ngram_count(n));
  Json json = {{"model", path},
               {"form", model.is_binary_file() ? name_of(model.layout()) : "arpa"},
               {"order", model.order()},
               {"ngrams", ngrams},
               {"vocabulary", model.vocabulary().size()},
               {"quantized_bits", model.quantized_bits()}};
  if (path != "-") json["bytes"] = std::filesystem::file_size(path);
  json["verified"] = verify == store::Verify::kFull || !model.is_binary_file();
  return json;
}

}  // namespace calque::pipeline
