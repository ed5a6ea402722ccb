#include "pipeline/moses_export.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "decode/features/registry.h"
#include "lm/estimate/estimate.h"
#include "lm/files/arpa.h"
#include "lm/files/binary.h"
#include "phrase/moses_reordering.h"
#include "phrase/moses_writer.h"
#include "pipeline/corpus_file.h"
#include "pipeline/manifest.h"
#include "pipeline/moses_settings.h"
#include "pipeline/system.h"
#include "store/content_hash.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

class Export {
 public:
  Export(const MosesExport& request, ThreadPool& threads, Reporter& reporter)
      : request_(request),
        threads_(threads),
        reporter_(reporter),
        system_(TranslationSystem::load(request.model_folder)) {}

  std::vector<std::string> run() {
    if (!system_.models().learned_reordering.empty()) {
      reporter_.warning(
          "Moses has no learned reordering models: theirs are left out, so tune the weights again with "
          "Moses");
    }
    std::error_code error;
    fs::create_directories(request_.output_folder, error);
    if (error) {
      throw UsageError({request_.output_folder}, fmt::format("cannot make the folder ({})", error.message()),
                       "check the name and that you may write there");
    }
    write_language_model();
    write_tables();
    write_text("weights", format_moses_weights(weights(), system_.reordering()));
    write_text("moses.ini", configuration());
    return written_;
  }

 private:
  std::string output(const std::string& name) {
    written_.push_back(path_in(request_.output_folder, name));
    return written_.back();
  }
  // Those of features that Moses has.
  decode::Weights weights() const {
    decode::Weights theirs = system_.weights();
    std::erase_if(theirs.groups, [](const decode::WeightGroup& group) {
      return group.name.starts_with(decode::kLearnedReorderingName);
    });
    return theirs;
  }

  std::string table_name(const std::string& name) const { return name + request_.compression; }

  void write_text(const std::string& name, std::string_view text) {
    store::TextWriter writer(output(name));
    writer.write(text);
    writer.commit();
  }

  void write_tables() {
    reporter_.stage("writing the phrase table");
    const phrase::PhraseTable& table = system_.models().phrases;
    store::TextWriter phrases(output(table_name("phrase-table")));
    phrase::write_moses_table(table, phrases, phrase_feature_scores());
    phrases.commit();
    if (!system_.reordering()) return;
    reporter_.stage("writing the reordering table");
    store::TextWriter reordering(output(table_name("reordering-table")));
    phrase::write_moses_reordering(table, *system_.reordering(), reordering);
    reordering.commit();
  }

  // Moses has no such features; as further scores of the phrase table they are the same.
  phrase::MosesExtraScores phrase_feature_scores() const {
    phrase::MosesExtraScores more;
    std::vector<const decode::Feature*> features;
    for (std::size_t i = 0; i < system_.features().size(); ++i) {
      const decode::Feature& feature = system_.features()[i];
      if (!decode::is_phrase_feature(feature.description().name)) continue;
      features.push_back(&feature);
      more.count += feature.score_count();
    }
    more.scores = [features](std::size_t source_length, const phrase::Translation& pair,
                             std::span<float> scores) {
      const auto option = decode::option_of(pair, {0, static_cast<std::uint32_t>(source_length)});
      for (const decode::Feature* feature : features) {
        feature->estimate({{}, option}, scores.first(feature->score_count()));
        scores = scores.subspan(feature->score_count());
      }
    };
    return more;
  }

  void write_language_model() {
    reporter_.stage("writing the language model");
    lm::write_arpa(language_model(), output(table_name("lm.arpa")), threads_);
  }

  // The probing layout holds hashes in place of words, so the n-grams must come from somewhere else: the file
  // the user names, or the training corpus if it is still there.
  lm::NgramModelData language_model() {
    if (!request_.language_model.empty()) {
      auto data = lm::read_ngram_data(request_.language_model);
      check_same(data, request_.language_model);
      return data;
    }
    const std::string own = path_in(request_.model_folder, kLanguageModelFile);
    if (system_.models().language_models[0].layout() == lm::Layout::kTrie) return lm::read_ngram_data(own);
    const std::string corpus = path_in(request_.model_folder, kCorpusFile);
    if (!fs::exists(corpus)) {
      throw UsageError({own}, "a language model in the probing layout does not hold its words",
                       fmt::format("name its ARPA file with --lm, or bring back {}", corpus));
    }
    return estimate_again(corpus);
  }

  lm::NgramModelData estimate_again(const std::string& corpus_path) {
    lm::EstimateOptions options;
    options.order = system_.models().language_models[0].order();
    const text::ParallelCorpus corpus = read_corpus(corpus_path).corpus;
    auto data = lm::estimate(corpus.target, corpus.target_vocabulary, options, threads_, reporter_);
    check_same(data, corpus_path);
    return data;
  }

  void check_same(const lm::NgramModelData& data, const std::string& from) const {
    const lm::Model& own = system_.models().language_models[0];
    bool same = data.order() == own.order();
    for (unsigned n = 1; same && n <= own.order(); ++n)
      same = data.levels[n - 1].size() == own.ngram_count(n);
    if (!same) {
      throw UsageError({from}, "this does not give the model's language model",
                       "name the ARPA file that the model was made with by --lm");
    }
  }

  std::string configuration() const {
    const auto path = [&](const std::string& name) {
      return fs::absolute(path_in(request_.output_folder, table_name(name))).lexically_normal().string();
    };
    const decode::SearchOptions& search = system_.search_options();
    std::string text =
        phrase_feature_comment(system_.phrase_features()) +
        fmt::format(
            "[input-factors]\n0\n\n[mapping]\n0 T 0\n\n[distortion-limit]\n{}\n\n[max-phrase-length]\n{}\n\n"
            "[feature]\nUnknownWordPenalty\nWordPenalty\nPhrasePenalty\n"
            "PhraseDictionaryMemory name=TranslationModel0 num-features={} path={} input-factor=0 "
            "output-factor=0 table-limit={}\n",
            search.distortion_limit, search.max_phrase_length,
            phrase::kScoreCount + phrase_feature_scores().count, path("phrase-table"), search.table_limit);
    if (const auto& type = system_.reordering()) {
      text += fmt::format(
          "LexicalReordering name=LexicalReordering0 num-features={} type={} input-factor=0 output-factor=0 "
          "path={}\n",
          type->score_count(), phrase::moses_name_of(*type), path("reordering-table"));
    }
    text += fmt::format("Distortion\nKENLM name=LM0 factor=0 path={} order={}\n\n[weight]\n", path("lm.arpa"),
                        system_.models().language_models[0].order());
    return text + format_moses_weights(weights(), system_.reordering());
  }

  const MosesExport& request_;
  ThreadPool& threads_;
  Reporter& reporter_;
  TranslationSystem system_;
  std::vector<std::string> written_;
};

}  // namespace

std::vector<std::string> export_moses(const MosesExport& request, ThreadPool& threads, Reporter& reporter) {
  return Export(request, threads, reporter).run();
}

}  // namespace calque::pipeline
