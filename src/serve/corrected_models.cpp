#include "serve/corrected_models.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "serve/request_error.h"
#include "serve/source_text.h"

namespace calque::serve {
namespace {

// Nobody corrects more at a time, and what is learned of longer texts is little.
constexpr std::size_t kMaxCorrectionBytes = 8'000;

using Pair = std::pair<std::string, std::string>;

Pair pair_of(const Model& model) {
  return {model.source, model.target};
}

std::shared_ptr<const ModelSet> with_translators(const ModelSet& models,
                                                 const std::map<Pair, Translator>& translators) {
  std::vector<Model> corrected = models.models();
  for (Model& model : corrected) {
    const auto found = translators.find(pair_of(model));
    if (found != translators.end()) model.translator = found->second;
  }
  return std::make_shared<const ModelSet>(std::move(corrected), models.shared_detector());
}

std::size_t line_count(std::string_view text) {
  std::size_t count = 0;
  for (const std::string_view line : split_fields(text, "\n"))
    if (!trim(line).empty()) ++count;
  return count;
}

void check(const Model& model, const std::string& source, const std::string& target) {
  if (std::max(source.size(), target.size()) > kMaxCorrectionBytes)
    throw RequestError(400, fmt::format("a correction has at most {} bytes; correct one sentence at a time",
                                        kMaxCorrectionBytes));
  if (source_text(model, source).layout.sentences().empty())
    throw RequestError(400, "the text has no words, so there is nothing to correct");
  if (trim(target).empty()) throw RequestError(400, "the translation is blank");
  const std::size_t lines = line_count(source);
  if (lines > 1 && lines != line_count(target))
    throw RequestError(400, fmt::format("the text has {} lines and its translation {}; correct one at a time",
                                        lines, line_count(target)));
}

// The correction that counts for a text; null if there is none.
const Correction* last_of(const std::vector<Correction>& corrections, std::string_view source) {
  const auto found = std::find_if(corrections.rbegin(), corrections.rend(),
                                  [&](const Correction& each) { return each.source == source; });
  return found == corrections.rend() ? nullptr : &*found;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw UsageError({folder, 0, 0}, fmt::format("this folder cannot be made ({})", error.message()),
                     "name a folder for corrections that may be written");
}

}  // namespace

std::string correction_name(std::string_view source, std::string_view target, std::uint64_t id) {
  return fmt::format("{}-{}-{}", source, target, id);
}

CorrectedModels::CorrectedModels(CorrectionSettings settings, std::shared_ptr<const ModelSet> models)
    : settings_(std::move(settings)) {
  if (takes_corrections()) make_folder(settings_.folder);
  set(models);
}

std::shared_ptr<const ModelSet> CorrectedModels::get() const {
  const std::lock_guard lock(mutex_);
  return models_;
}

CorrectedModels::Lists CorrectedModels::lists() const {
  const std::lock_guard lock(mutex_);
  return lists_;
}

std::vector<std::string> CorrectedModels::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

std::vector<CorrectedModels::PairCorrections> CorrectedModels::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<PairCorrections> all;
  for (const Model& model : models_->models()) {
    const auto found = lists_.find(pair_of(model));
    if (found != lists_.end()) all.push_back({model.source, model.target, found->second});
  }
  return all;
}

// Opens it if it is not yet. Under `changing_`.
Corrections& CorrectedModels::journal(const Pair& pair) {
  const auto found = journals_.find(pair);
  if (found != journals_.end()) return found->second;
  const std::filesystem::path folder(settings_.folder);
  Corrections opened((folder / fmt::format("{}-{}.jsonl", pair.first, pair.second)).string());
  if (!opened.warning().empty()) {
    const std::lock_guard lock(mutex_);
    warnings_.push_back(opened.warning());
  }
  return journals_.emplace(pair, std::move(opened)).first->second;
}

void CorrectedModels::use(std::shared_ptr<const ModelSet> models, Lists lists) {
  const std::lock_guard lock(mutex_);
  models_.swap(models);
  lists_.swap(lists);
}

void CorrectedModels::set(const std::shared_ptr<const ModelSet>& models) {
  std::map<Pair, Translator> translators;
  if (!takes_corrections()) return use(models, {});
  const auto lay_over = [&](const Lists& lists) {
    for (const Model& model : models->models()) {
      const auto list = lists.find(pair_of(model));
      if (list == lists.end()) continue;
      Translator& translator = translators.try_emplace(pair_of(model), model.translator).first->second;
      translator = translator.with_corrections(*list->second);
    }
  };
  // What is known by now takes most of the time and is prepared while changes go on; what came meanwhile is
  // added when they have to wait.
  lay_over(lists());
  const std::lock_guard changing(changing_);
  Lists lists;
  for (const Model& model : models->models()) {
    const Pair pair = pair_of(model);
    lists[pair] = std::make_shared<const std::vector<Correction>>(journal(pair).list());
  }
  lay_over(lists);
  use(with_translators(*models, translators), std::move(lists));
}

// The list of this pair is read anew from its journal. Under `changing_`.
void CorrectedModels::use(const Pair& pair, Translator translator) {
  Lists lists = this->lists();
  lists[pair] = std::make_shared<const std::vector<Correction>>(journal(pair).list());
  const std::shared_ptr<const ModelSet> models = get();
  use(with_translators(*models, {{pair, std::move(translator)}}), std::move(lists));
}

std::string CorrectedModels::add(const Model& asked, const std::string& source, const std::string& target) {
  const std::lock_guard changing(changing_);
  // The client's model may have been corrected or loaded anew since it asked.
  const std::shared_ptr<const ModelSet> models = get();
  const Model* const model = models->find(asked.source, asked.target);
  if (model == nullptr)
    throw RequestError(503, "the models were changed; try again", std::chrono::seconds(1));
  check(*model, source, target);
  Corrections& kept = journal(pair_of(*model));
  std::vector<Correction> corrections = kept.list();
  const Correction* const last = last_of(corrections, source);
  if (last != nullptr && last->target == target)
    return correction_name(model->source, model->target, last->id);
  if (corrections.size() >= settings_.limit)
    throw RequestError(400, fmt::format("there are {} corrections already, as many as this server takes; "
                                        "undo some, or let the next training learn them",
                                        corrections.size()));
  corrections.push_back({.source = source, .target = target});
  // What cannot be used must not be kept, and what is not kept must not be used.
  Translator corrected = model->translator.with_corrections(corrections);
  const std::uint64_t id = kept.add(source, target);
  use(pair_of(*model), std::move(corrected));
  return correction_name(model->source, model->target, id);
}

bool CorrectedModels::remove(std::string_view name) {
  const std::lock_guard changing(changing_);
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos) return false;
  const std::optional<std::uint64_t> id = parse_unsigned(name.substr(dash + 1));
  const std::shared_ptr<const ModelSet> models = get();
  for (const Model& model : models->models()) {
    if (!id || name != correction_name(model.source, model.target, *id)) continue;
    Corrections& kept = journal(pair_of(model));
    std::vector<Correction> corrections = kept.list();
    if (std::erase_if(corrections, [&](const Correction& each) { return each.id == *id; }) == 0) return false;
    Translator corrected = model.translator.with_corrections(corrections);
    kept.remove(*id);
    use(pair_of(model), std::move(corrected));
    return true;
  }
  return false;
}

}  // namespace calque::serve
