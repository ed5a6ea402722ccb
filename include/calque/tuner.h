// Tunes the weights of a trained model on sentences with reference translations.
//
//   calque::TunerOptions options;
//   options.model_folder = "my-model";
//   options.source = "dev.de";
//   options.references = {"dev.en"};
//   const calque::TuningReport report = calque::Tuner(options).run();
//
// Translates the development set, finds better weights on the translations found so far, and again.
// Resumable: the same call goes on where it was interrupted. Deterministic by seed for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "calque/export.h"
#include "calque/progress.h"
#include "calque/search_options.h"
#include "calque/translator.h"

namespace calque {

struct TunerOptions {
  std::string model_folder{};
  std::string source{};                   // file with the sentences to translate
  std::vector<std::string> references{};  // files with their translations, one for each translator
  std::string method = "mert";            // mert, smoothed-mert, s-slack, 1-slack, mira or pro
  std::string metric = "bleu";
  std::string tokenization{};  // of the metric; empty: what suits the model's target language
  std::size_t n_best = 1000;
  std::size_t rounds = 10;
  std::optional<SearchOptions> search{};  // nothing: the model's own
  std::string weights_file{};             // where the weights go; empty: into the model
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: one per core
  ProgressListener progress{};
};

struct TuningRoundReport {
  double score = 0;       // of the development set with the weights that the round began with
  double list_score = 0;  // of the best candidates of all lists with the weights found
  std::size_t candidates = 0;
  double seconds = 0;
};

struct TuningReport {
  double before = 0;
  double after = 0;
  std::string signature{};  // of the metric
  std::vector<FeatureWeights> weights{};
  std::vector<TuningRoundReport> rounds{};
};

class CALQUE_API Tuner {
 public:
  // Throws UsageError for options that cannot work.
  explicit Tuner(const TunerOptions& options);
  ~Tuner();
  Tuner(Tuner&&) noexcept;
  Tuner& operator=(Tuner&&) noexcept;

  // Throws DataError for files that do not fit together, Cancelled when the token is used.
  TuningReport run(std::stop_token cancel = {});

 private:
  std::unique_ptr<TunerOptions> options_;
};

}  // namespace calque
