// calque inspect
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "command.h"
#include "phrase/moses_writer.h"
#include "pipeline/learned_reordering.h"
#include "pipeline/manifest.h"
#include "pipeline/system.h"
#include "store/content_hash.h"
#include "text/alignment.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct InspectArguments {
  std::string model;
  std::vector<std::string> phrases;
  std::size_t limit = 20;
  bool features = false;
  bool verify = false;
  bool json = false;
};

using Json = nlohmann::ordered_json;

// A container file of any kind: its sections.
Json describe_container(const std::string& path, store::Verify verify) {
  const auto container = store::Container::open_any(path, verify);
  Json json = {{"file", path},
               {"kind", container.kind()},
               {"version", container.version()},
               {"sections", Json::array()}};
  for (const auto& s : container.sections()) {
    json["sections"].push_back({{"name", s.name}, {"elements", s.count}, {"bytes", s.bytes}});
  }
  return json;
}

void print_container(const Json& json) {
  fmt::print("{}: {} model, format version {}\n", json["file"].get<std::string>(),
             json["kind"].get<std::string>(), json["version"].get<int>());
  for (const auto& s : json["sections"]) {
    fmt::print("  {:<28} {:>12} elements {:>14} bytes\n", s["name"].get<std::string>(),
               s["elements"].get<std::uint64_t>(), s["bytes"].get<std::uint64_t>());
  }
}

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

Json describe_system(const pipeline::TranslationSystem& system, const std::string& folder) {
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

void print_fields(const Json& json) {
  for (const auto& [name, value] : json.items()) {
    std::string label = name;
    for (char& c : label) {
      if (c == '_') c = ' ';
    }
    fmt::print("{:<24} {}\n", label, value.is_string() ? value.get<std::string>() : value.dump());
  }
}

Json describe_features(const pipeline::TranslationSystem& system) {
  Json json = Json::object();
  for (const auto& group : system.weights().groups) json[group.name] = group.values;
  return json;
}

void print_features(const Json& json) {
  for (const auto& [name, values] : json.items())
    fmt::print("{}= {}\n", name, fmt::join(values.get<std::vector<double>>(), " "));
}

std::string words_text(std::span<const text::WordId> words, const text::VocabularyView& vocabulary) {
  std::vector<std::string_view> texts;
  for (const text::WordId word : words) texts.push_back(vocabulary.word(word));
  return fmt::format("{}", fmt::join(texts, " "));
}

// The orientations of a pair: how often each was seen (unless scores were given), and its probability as the
// decoder uses it.
Json describe_orientations(const pipeline::TranslationSystem& system, phrase::SourcePhraseId source,
                           std::size_t pair) {
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
  std::vector<double> probabilities(log_probs.size());
  std::ranges::transform(log_probs, probabilities.begin(), [](float x) { return std::exp(double{x}); });
  const auto part = [&](std::size_t begin) {
    return Json(std::vector<double>(
        probabilities.begin() + static_cast<std::ptrdiff_t>(begin),
        probabilities.begin() + static_cast<std::ptrdiff_t>(begin + type->class_count())));
  };
  if (type->has_backward()) json["backward"] = part(0);
  if (type->has_forward()) json["forward"] = part(type->score_count() - type->class_count());
  return json;
}

Json describe_translation(const pipeline::TranslationSystem& system, phrase::SourcePhraseId source,
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

// All translations of a phrase given as running text; none if the model does not know it.
Json describe_phrase(const pipeline::TranslationSystem& system, const std::string& phrase) {
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

// "0.60 0.20 0.20", or the counts if the model does not use orientations.
std::string orientation_text(const Json& orientations, const char* direction) {
  std::string text;
  if (const auto found = orientations.find(direction); found != orientations.end()) {
    for (const auto& p : *found) text += fmt::format("{}{:.2f}", text.empty() ? "" : " ", p.get<double>());
    return text;
  }
  const auto counts = orientations.find(std::string(direction) + "_counts");
  if (orientations.contains("backward") || orientations.contains("forward") || counts == orientations.end())
    return "-";
  for (const auto& n : *counts) text += fmt::format("{}{}", text.empty() ? "" : " ", n.get<std::uint64_t>());
  return text;
}

// Columns as wide as their longest cell, in characters; those whose head begins with '>' stand at the right.
void print_table(const std::vector<std::vector<std::string>>& rows) {
  const auto width_of = [](std::string_view cell) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < cell.size(); i += text::character_at(cell, i).bytes) ++width;
    return width;
  };
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t k = 0; k < widths.size(); ++k) {
      const bool right = rows.front()[k].starts_with('>');
      const std::string cell = r == 0 && right ? " " + rows[r][k].substr(1) : rows[r][k];
      const std::string blanks(widths[k] - width_of(cell), ' ');
      line += "  ";
      line += right ? blanks + cell : cell + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

void print_phrase(const Json& json, std::size_t limit) {
  const auto& translations = json["translations"];
  if (translations.empty()) {
    fmt::print("{}: not in the phrase table\n", json["phrase"].get<std::string>());
    return;
  }
  fmt::print("{}: {} translation{}\n", json["phrase"].get<std::string>(), translations.size(),
             translations.size() == 1 ? "" : "s");
  std::vector<std::vector<std::string>> rows{
      {">count", ">p(t|s)", ">p(s|t)", ">lex(t|s)", ">lex(s|t)", "target", "links", "backward", "forward"}};
  for (std::size_t i = 0; i < std::min(limit, translations.size()); ++i) {
    const auto& t = translations[i];
    std::vector<std::string> row{fmt::format("{:.0f}", t["count"].get<double>())};
    for (const char* score : {"p_target_given_source", "p_source_given_target", "lex_target_given_source",
                              "lex_source_given_target"}) {
      row.push_back(fmt::format("{:.5f}", t[score].get<double>()));
    }
    row.push_back(t["target"].get<std::string>());
    row.push_back(t["alignment"].get<std::string>());
    row.push_back(orientation_text(t["orientations"], "backward"));
    row.push_back(orientation_text(t["orientations"], "forward"));
    rows.push_back(std::move(row));
  }
  print_table(rows);
  if (translations.size() > limit) fmt::print("  and {} more (--limit)\n", translations.size() - limit);
}

// The parts must be those that the manifest names.
void check_parts(const pipeline::TranslationSystem& system, const std::string& folder) {
  const auto parts = system.manifest().find("parts");
  if (parts == system.manifest().end()) return;
  for (const auto& [part, hash] : parts->items()) {
    const std::string path = pipeline::path_in(folder, part);
    if (store::hash_file(path) != hash) {
      throw FormatError({path}, "the file is not the one that the model was trained with",
                        "copy or train the model again");
    }
  }
}

void show(const Json& json, bool as_json, void (*print)(const Json&)) {
  if (as_json) {
    fmt::print("{}\n", json.dump());
  } else {
    print(json);
  }
}

void run(const InspectArguments& arguments, Session&) {
  const auto verify = arguments.verify ? store::Verify::kFull : store::Verify::kHeader;
  if (std::filesystem::is_regular_file(arguments.model)) {
    show(describe_container(arguments.model, verify), arguments.json, print_container);
    return;
  }
  const auto system = pipeline::TranslationSystem::load(arguments.model, verify);
  if (arguments.verify) check_parts(system, arguments.model);
  if (arguments.features) {
    show(describe_features(system), arguments.json, print_features);
  } else if (arguments.phrases.empty()) {
    show(describe_system(system, arguments.model), arguments.json, print_fields);
    if (arguments.verify && !arguments.json) fmt::print("every checksum is right\n");
  }
  for (const std::string& phrase : arguments.phrases) {
    const Json json = describe_phrase(system, phrase);
    if (arguments.json) {
      fmt::print("{}\n", json.dump());
    } else {
      print_phrase(json, arguments.limit);
    }
  }
}

}  // namespace

void add_inspect(Command& parent) {
  auto [command, arguments] = parent.add<InspectArguments>("inspect", "Show what is inside a model",
                                                           "calque inspect model \"das Haus\"", run);
  command.option("model", arguments.model, "Model folder, or one model file").required();
  command.option("phrase", arguments.phrases,
                 "Phrases to look up: their translations with scores, links and orientations");
  command.option("--limit", arguments.limit, "Translations shown per phrase");
  command.flag("--features", arguments.features, "List the features with their weights, in n-best order");
  command.flag("--verify", arguments.verify, "Check every checksum");
  command.flag("--json", arguments.json, "Report as JSON");
}

}  // namespace calque::apps
