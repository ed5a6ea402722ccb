// A trained translation system as it is used: text in, text out.
//
// Immutable after loading and shareable between threads. Decoders made from it keep its models alive.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "align/alignment_model.h"
#include "base/thread_pool.h"
#include "decode/decoder.h"
#include "decode/features/models.h"
#include "pipeline/dropped_words.h"
#include "pipeline/pre_image_translator.h"
#include "pipeline/system_spec.h"
#include "store/container.h"
#include "text/preparation.h"

namespace calque::pipeline {

class TranslationSystem {
 public:
  // Throws UsageError if parts are missing, FormatError or DataError if they are damaged. kFull checks every
  // checksum.
  static TranslationSystem load(const std::string& folder, store::Verify verify = store::Verify::kUsual);

  // The system of a folder that has no weights or manifest yet: with the default weights of its features.
  // `manifest` is what manifest.json will hold.
  static TranslationSystem load_untuned(nlohmann::json manifest, const std::string& folder);
  // The same models with other weights, which must be those of score_descriptions().
  TranslationSystem with_weights(decode::Weights weights) const;
  // How many systems this process has loaded so far.
  static std::size_t load_count();

  // The line as the models see it: words joined by blanks.
  std::string prepare(std::string_view line) const;
  // The translation as a person reads it. `source_line` is the raw line.
  std::string restore(const decode::Translation& translation, std::string_view source_line) const;

  // Text of either language as a person reads it.
  const text::Restorer& restorer() const { return *restorer_; }
  text::Restorer source_restorer() const;
  // Where a file of the model folder is.
  std::string path(const char* name) const;

  // A decoder with the model's weights and these search settings. Models of kernel regression have weights of
  // other features; their decoder has default weights.
  decode::Decoder decoder(const decode::SearchOptions& options) const;
  // The same with other weights.
  decode::Decoder decoder(const decode::SearchOptions& options, const decode::Weights& weights) const;

  // How text of either language becomes words. That of the target language is loaded when it is first needed;
  // throws then what loading throws.
  const text::SourcePreparer& source_preparer() const { return *preparer_; }
  const text::TargetPreparer& target_preparer() const;

  const text::Preparation& preparation() const { return preparation_; }
  const decode::Models& models() const { return *models_; }
  const decode::FeatureSet& features() const { return *decoder_parts_.features; }
  const decode::Weights& weights() const { return weights_; }
  const nlohmann::json& manifest() const { return manifest_; }
  const SystemSpec& spec() const { return spec_; }
  // The lexicalised model of how phrases move; nothing if there is none.
  const std::optional<phrase::ReorderingType>& reordering() const { return spec_.lexicalised; }
  // How models of kernel regression translate; null for all others.
  const PreImageTranslator* pre_image() const { return pre_image_.get(); }
  // Of the scores that translations have.
  std::span<const decode::FeatureDescription> score_descriptions() const {
    return spec_.pre_image ? std::span(pre_image_features_) : features().descriptions();
  }
  // What aligns single sentence pairs; null for systems that were trained without it. It is loaded when it is
  // first needed; throws then what loading throws.
  const align::AlignmentModel* pair_model() const;
  // What finds source words that translations leave out; null for systems that know no function words.
  const DroppedWords* dropped_words() const { return dropped_words_.get(); }
  bool has_sparse_features() const { return !spec_.sparse_features.empty(); }
  // Names of the registry (decode/features/registry.h).
  const std::vector<std::string>& phrase_features() const { return spec_.phrase_features; }
  // The model's own search settings, with defaults for all others.
  const decode::SearchOptions& search_options() const { return search_options_; }

 private:
  TranslationSystem() = default;
  // Everything but the weights.
  static TranslationSystem load_models(nlohmann::json manifest, const std::string& folder,
                                       store::Verify verify);

  struct LazyTarget {
    std::once_flag once;
    std::optional<text::TargetPreparer> preparer;
  };

  struct LazyPairModel {
    std::once_flag once;
    std::optional<align::AlignmentModel> model;
  };

  std::string folder_;
  nlohmann::json manifest_;
  SystemSpec spec_;
  decode::SearchOptions search_options_;
  text::Preparation preparation_;
  std::shared_ptr<const text::SourcePreparer> preparer_;
  std::shared_ptr<LazyTarget> target_ = std::make_shared<LazyTarget>();
  std::shared_ptr<LazyPairModel> pair_model_ = std::make_shared<LazyPairModel>();
  std::shared_ptr<const text::Restorer> restorer_;
  std::shared_ptr<const decode::Models> models_;
  std::shared_ptr<const DroppedWords> dropped_words_;
  decode::DecoderParts decoder_parts_;
  std::vector<decode::FeatureDescription> pre_image_features_;
  std::shared_ptr<const PreImageTranslator> pre_image_;
  decode::Weights weights_;
};

}  // namespace calque::pipeline
