#include "pipeline/training_facts.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "pipeline/manifest.h"
#include "store/content_hash.h"

namespace calque::pipeline {
namespace {

nlohmann::json describe_file(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw UsageError({path}, "this is a folder, not a file", "name a file inside it");
  }
  return {{"file", std::filesystem::path(path).filename().string()}, {"hash", store::hash_file(path)}};
}

nlohmann::json describe_pair(const text::ParallelInput& input) {
  nlohmann::json described = {{"source", describe_file(input.source)},
                              {"format", static_cast<int>(input.format)}};
  if (!input.target.empty()) described["target"] = describe_file(input.target);
  return described;
}

}  // namespace

nlohmann::json describe_inputs(const TrainOptions& options) {
  nlohmann::json inputs = {{"training", describe_pair(options.input)}};
  if (!options.corrections.empty()) inputs["training"]["corrections"] = describe_file(options.corrections);
  if (!options.development.source.empty()) inputs["development"] = describe_pair(options.development);
  for (const std::string& file : options.alignments) inputs["alignments"].push_back(describe_file(file));
  for (const std::string& file : options.language_models)
    inputs["language_models"].push_back(describe_file(file));
  return inputs;
}

nlohmann::json preparation_options(const TrainOptions& options) {
  const text::CleanOptions& clean = options.clean;
  return {{"text", text::to_text(options.preparation)},
          {"min_words", clean.min_words},
          {"max_words", clean.max_words},
          {"max_ratio", clean.max_ratio},
          {"remove_duplicates", clean.remove_duplicates},
          {"remove_identical", clean.remove_identical},
          {"skip_bad_lines", options.input.bad_lines == text::BadLinePolicy::kSkipAndCount}};
}

nlohmann::json alignment_options(const align::AlignOptions& options) {
  return {{"model", name_of(options.model)},
          {"symmetrization", name_of(options.symmetrization)},
          {"ibm1_iterations", options.ibm1_iterations},
          {"hmm_iterations", options.hmm_iterations},
          {"null_probability", options.null_probability},
          {"lexical_smoothing", static_cast<int>(options.lexical_smoothing)},
          {"lexical_alpha", options.lexical_alpha},
          {"small_corpus_pairs", options.small_corpus_pairs},
          {"jump_window", options.jump_window},
          {"diagonal_iterations", options.diagonal_iterations},
          {"agreement", options.agreement},
          {"chains", options.sampling.chains},
          {"translation_sweeps", options.sampling.translation_sweeps},
          {"jump_sweeps", options.sampling.jump_sweeps},
          {"fertility_sweeps", options.sampling.fertility_sweeps},
          {"translation_prior", options.sampling.translation_prior},
          {"jump_prior", options.sampling.jump_prior},
          {"fertility_prior", options.sampling.fertility_prior},
          {"sampling_agreement", options.sampling.agreement},
          {"discount", options.sampling.discount},
          {"sampling_seed", options.sampling.seed},
          {"null_weight", options.null_weight},
          {"posterior_threshold", options.posterior_threshold},
          {"max_pair_cells", options.max_pair_cells},
          {"piece_length", options.piece_length}};
}

nlohmann::json table_options(const phrase::TableOptions& options) {
  return {{"max_length", options.extract.max_length},
          {"orientations", name_of(options.extract.orientation)},
          {"same_numbers", options.extract.rules.same_numbers},
          {"same_marks", options.extract.rules.same_marks},
          {"smoothing", name_of(options.smoothing)},
          {"prune_top", options.prune.top},
          {"prune_significance", options.prune.significance ? options.prune.significance->name() : "none"}};
}

nlohmann::json training_record(const TrainOptions& options) {
  nlohmann::json aligners = nlohmann::json::array();
  phrase::TableOptions table = options.table;
  table.extract.rules = options.pair_rules();
  for (const align::AlignOptions& aligner : options.aligners) aligners.push_back(alignment_options(aligner));
  return {{"preparation", preparation_options(options)},
          {"alignments", options.alignments.empty() ? aligners : nlohmann::json("given")},
          {"phrase_table", table_options(table)},
          {"lm_order", options.language_model.order},
          {"tuning", options.tuning != nullptr ? std::string(options.tuning->name) : "none"}};
}

nlohmann::json alignment_facts(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments) {
  std::uint64_t unaligned_source = 0;
  std::uint64_t unaligned_target = 0;
  std::vector<bool> source_linked;
  std::vector<bool> target_linked;
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    source_linked.assign(corpus.source.sentence(i).size(), false);
    target_linked.assign(corpus.target.sentence(i).size(), false);
    for (const text::Link& link : alignments.alignment(i)) {
      source_linked[link.source] = true;
      target_linked[link.target] = true;
    }
    unaligned_source +=
        static_cast<std::uint64_t>(std::count(source_linked.begin(), source_linked.end(), false));
    unaligned_target +=
        static_cast<std::uint64_t>(std::count(target_linked.begin(), target_linked.end(), false));
  }
  return {{"links", alignments.link_count()},
          {"unaligned_source", unaligned_source},
          {"unaligned_target", unaligned_target}};
}

nlohmann::json language_model_facts(const lm::NgramModelData& model) {
  nlohmann::json counts = nlohmann::json::array();
  for (const lm::NgramLevel& level : model.levels) counts.push_back(level.size());
  return {{"order", model.order()}, {"ngrams", counts}};
}

nlohmann::json kernel_facts(const kernel::KernelReport& report) {
  return {{"sentences", report.sentences},
          {"source_ngrams", report.source_ngrams},
          {"target_ngrams", report.target_ngrams},
          {"ridge", report.ridge},
          {"rank", report.rank},
          {"unexplained", report.remaining},
          {"supporting", report.supporting},
          {"primal", report.primal},
          {"dual", report.dual},
          {"passes", report.passes}};
}

nlohmann::json phrase_facts(const phrase::ExtractStatistics& statistics) {
  return {{"occurrences", statistics.occurrences},
          {"pairs", statistics.pairs},
          {"source_phrases", statistics.source_phrases},
          {"target_phrases", statistics.target_phrases},
          {"pruned_pairs", statistics.pruned_pairs}};
}

}  // namespace calque::pipeline
