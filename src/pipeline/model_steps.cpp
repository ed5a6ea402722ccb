#include "pipeline/model_steps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "align/options.h"
#include "kernel/model.h"
#include "lm/files/binary.h"
#include "phrase/function_words.h"
#include "phrase/table_extraction.h"
#include "pipeline/manifest.h"
#include "pipeline/training_facts.h"
#include "store/text_file.h"

namespace calque::pipeline {

std::size_t alignment_count(const TrainOptions& options) {
  return options.alignments.empty() ? options.aligners.size() : options.alignments.size();
}

std::optional<std::size_t> kept_aligner(const TrainOptions& options) {
  if (!options.alignments.empty() || options.translate_by_pre_image) return std::nullopt;
  // The last ones are the simplest. The fertility model is several times as large.
  for (std::size_t k = options.aligners.size(); k-- > 0;)
    if (options.aligners[k].model != align::AlignmentModelKind::kFertility) return k;
  return std::nullopt;
}

std::string alignment_step(std::size_t k) {
  return fmt::format("align {}", k + 1);
}

std::string reordering_step(std::size_t k) {
  return fmt::format("reordering {}", k + 1);
}

std::string StepContext::path(const std::string& file) const {
  return path_in(options.model_folder, file);
}

nlohmann::json StepContext::dependencies(nlohmann::json own, const std::vector<std::string>& steps) const {
  nlohmann::json keys = nlohmann::json::array();
  for (const std::string& step : steps) {
    const auto earlier = earlier_keys.find(step);
    keys.push_back(earlier != earlier_keys.end() ? earlier->second : log.record(step).key);
  }
  return {{"tool", kToolVersion}, {"options", std::move(own)}, {"after", std::move(keys)}};
}

void ModelSteps::train_language_model() {
  const nlohmann::json own = {{"order", options().language_model.order}};
  context_.log.run(
      {"lm", "estimating the language model", context_.dependencies(own, {"prepare"}), {kLanguageModelFile}},
      [&] {
        const text::ParallelCorpus& corpus = context_.text.corpus();
        const auto model = lm::estimate(corpus.target, corpus.target_vocabulary, options().language_model,
                                        context_.threads, context_.reporter);
        lm::write_binary(model, context_.path(kLanguageModelFile));
        return language_model_facts(model);
      },
      context_.reporter);
}

void ModelSteps::add_language_models() {
  for (std::size_t k = 0; k < options().language_models.size(); ++k) {
    const std::string& given = options().language_models[k];
    const std::string file = language_model_file(k + 1);
    context_.log.run(
        {fmt::format("lm {}", k + 2),
         "reading the language model " + given,
         context_.dependencies({{"file", context_.inputs.at("language_models").at(k)}}, {}),
         {file}},
        [&] {
          const auto model = lm::read_ngram_data(given);
          lm::write_binary(model, context_.path(file));
          return language_model_facts(model);
        },
        context_.reporter);
  }
}

void ModelSteps::write_word_labels() {
  if (options().sparse_features.empty()) return;
  const nlohmann::json own = {{"classes", options().classes.classes},
                              {"seed", options().classes.seed},
                              {"named", options().named_words}};
  context_.log.run(
      {"labels", "sorting words into classes", context_.dependencies(own, {"prepare"}), {kWordLabelsFile}},
      [&] {
        const text::ParallelCorpus& corpus = context_.text.corpus();
        const auto classes = [&](const text::Corpus& side, const text::Vocabulary& vocabulary) {
          return text::train_word_classes(side, vocabulary.size(), options().classes, context_.threads,
                                          context_.reporter);
        };
        const auto source = classes(corpus.source, corpus.source_vocabulary);
        const auto target = classes(corpus.target, corpus.target_vocabulary);
        store::write_whole(
            context_.path(kWordLabelsFile),
            decode::WordLabels::format({corpus.source, corpus.source_vocabulary, source.classes},
                                       {corpus.target, corpus.target_vocabulary, target.classes},
                                       options().named_words));
        return nlohmann::json{{"source_perplexity", source.perplexity},
                              {"target_perplexity", target.perplexity}};
      },
      context_.reporter);
}

void ModelSteps::extract_phrases() {
  extract_phrases(false);
}

void ModelSteps::extract_phrases_and_learn_reordering() {
  train_word_classes();  // which models are still to be made depends on them
  extract_phrases(true);
  for (std::size_t k = 0; k < options().reordering.learned.size(); ++k) learn_reordering(k);
  samples_.clear();
}

// Models that an earlier run made need no samples.
phrase::OccurrenceObserver* ModelSteps::begin_samples(const phrase::ExtractOptions& extraction) {
  bool any = false;
  for (std::size_t k = 0; k < options().reordering.learned.size(); ++k) {
    if (context_.log.is_done(step_of_reordering(k))) continue;
    any = samples_.collect_while(extraction, options().reordering.learned[k]) || any;
  }
  return any ? &samples_ : nullptr;
}

void ModelSteps::extract_phrases(bool for_reordering) {
  phrase::TableOptions table = options().table;
  const auto& lexicalised = options().reordering.lexicalised;
  if (lexicalised) table.extract.orientation = lexicalised->model;
  table.extract.rules = options().pair_rules();
  std::vector<std::string> after{"prepare"};
  for (std::size_t k = 0; k < alignment_count(options()); ++k) after.push_back(alignment_step(k));
  context_.log.run(
      {"phrases",
       "extracting and scoring phrases",
       context_.dependencies(table_options(table), after),
       {kPhraseTableFile, kFunctionWordsFile}},
      [&] {
        TrainingText& text = context_.text;
        write_function_words({text.corpus(), text.alignments()});
        return phrase_facts(phrase::extract_to_table(
            {text.corpus(), text.alignments()}, table, context_.path(kPhraseTableFile), context_.threads,
            context_.reporter, for_reordering ? begin_samples(table.extract) : nullptr));
      },
      context_.reporter);
  context_.text.drop_further_alignments();
}

void ModelSteps::write_function_words(const phrase::AlignedText& text) const {
  const phrase::FunctionWords words(text.corpus, text.alignments);
  std::string list;
  for (std::uint32_t i = 0; i < text.corpus.source_vocabulary.size(); ++i) {
    if (words.contains(text::WordId{i}))
      list += fmt::format("{}\n", text.corpus.source_vocabulary.word(text::WordId{i}));
  }
  store::write_whole(context_.path(kFunctionWordsFile), list);
}

// Learned reordering models look at the classes of words.
void ModelSteps::train_word_classes() {
  const auto& learned = options().reordering.learned;
  if (learned.empty() || learned.front().word_classes == 0) return;
  const std::size_t count = learned.front().word_classes;
  context_.log.run(
      {"word classes",
       "sorting words into classes",
       context_.dependencies({{"classes", count}, {"seed", options().seed}}, {"prepare"}),
       {kSourceClassesFile, kTargetClassesFile}},
      [&] {
        return make_word_classes(context_.text.corpus(), count, options(), context_.threads,
                                 context_.reporter);
      },
      context_.reporter);
}

Step ModelSteps::step_of_reordering(std::size_t k) const {
  const LearnedReordering& learned = options().reordering.learned[k];
  nlohmann::json own = training_settings(learned);
  own["max_length"] = options().table.extract.max_length;
  own["seed"] = options().seed;
  own["neighbours"] = "phrases";
  std::vector<std::string> after{"prepare", alignment_step(0)};
  if (learned.word_classes > 0) after.emplace_back("word classes");
  return {reordering_step(k), fmt::format("learning how phrases move ({})", learned.learner.name()),
          context_.dependencies(own, after), learned.files(k)};
}

void ModelSteps::learn_reordering(std::size_t k) {
  context_.log.run(
      step_of_reordering(k),
      [&] {
        return train_reordering({context_.text.corpus(), context_.text.alignment(0)}, k, options(), samples_,
                                context_.threads, context_.reporter);
      },
      context_.reporter);
}

void ModelSteps::train_kernel() {
  if (!options().kernel) return;
  const nlohmann::json own = {{"options", kernel::to_text(*options().kernel)}};
  context_.log.run(
      {"kernel", "kernel regression", context_.dependencies(own, {"prepare"}), {kKernelFile}},
      [&] {
        return kernel_facts(kernel::train_kernel(context_.text.corpus(), *options().kernel,
                                                 context_.path(kKernelFile), context_.threads,
                                                 context_.reporter));
      },
      context_.reporter);
}

std::vector<nlohmann::json> ModelSteps::reordering_facts() const {
  std::vector<nlohmann::json> facts;
  for (std::size_t k = 0; k < options().reordering.learned.size(); ++k)
    facts.push_back(context_.log.record(reordering_step(k)).facts);
  return facts;
}

SystemSpec ModelSteps::system_spec(const std::vector<nlohmann::json>& reordering) const {
  SystemSpec spec{.distance = options().reordering.distance,
                  .distance_weight = options().reordering.distance ? context_.order.distance_weight : 0,
                  .lexicalised = options().reordering.lexicalised,
                  .language_models = options().language_models.size() + 1,
                  .phrase_features = options().phrase_features,
                  .sparse_features = options().sparse_features,
                  .kernel = options().kernel,
                  .pre_image = options().translate_by_pre_image,
                  .function_words = true,
                  .pair_model = kept_aligner(options()).has_value()};
  for (std::size_t k = 0; k < reordering.size(); ++k) {
    spec.learned.push_back(LearnedReorderingSpec::trained(options().reordering.learned[k], k,
                                                          reordering[k].at("word_classes_mark")));
  }
  spec.search = {{"distortion-limit", std::to_string(context_.order.distortion_limit)}};
  // The widths of the pre-image search (theory/kernel-regression.md#settings).
  if (spec.pre_image) spec.search = {{"stack-size", "100"}, {"table-limit", "10"}};
  return spec;
}

}  // namespace calque::pipeline
