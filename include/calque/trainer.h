// Trains a translator: from sentence pairs to a model folder.
//
//   calque::TrainerOptions options;
//   options.corpus = {"corpus.de", "corpus.en"};
//   options.model_folder = "my-model";
//   calque::Trainer(options).run();
//
// Work is done in steps, each kept in the folder when it is finished: a call that was interrupted, cancelled
// or that failed goes on with the step it was in when it is made again. The same input, seed and options give
// the same bytes for any number of threads.
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

namespace calque {

// Sentence pairs in files. One path: TSV, "source ||| target" lines or TMX, told by name and content.
struct ParallelFiles {
  std::string source{};
  std::string target{};  // empty: `source` holds both sides
};

enum class CasePolicy { kKeep, kLower, kTruecase };

struct TrainerOptions {
  // Input.
  ParallelFiles corpus{};
  ParallelFiles development{};  // to tune and score the model on; empty: pairs held out of the corpus
  std::string corrections{};    // journal of corrections (calque/corrections.h) to learn from as well
  // ISO 639, "de"; empty: from the file names (corpus.de). Needed for TMX.
  std::string source_language{};
  std::string target_language{};
  bool pretokenized = false;           // words already stand between blanks
  std::optional<CasePolicy> casing{};  // nothing: kTruecase, for pretokenised text kKeep
  bool skip_bad_lines = false;         // leave out and count unreadable lines instead of failing

  // Models.
  std::vector<std::string> alignments{};  // files of word alignments to use instead of aligning
  std::string reordering{};               // models of how phrases move, with commas between; empty: the best
  unsigned language_model_order = 5;
  std::vector<std::string> language_models{};  // further ones, ARPA or binary files
  // Method that tunes the weights on the development pairs or, without any, on pairs held out of the corpus;
  // "none": default weights.
  std::string tuning = "mira";

  // Output and running.
  std::string model_folder{};
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: one per core
  ProgressListener progress{};
};

struct TrainingReport {
  std::string model_folder{};
  std::string report{};  // path of a page that tells what was learned from what
  double seconds = 0;    // of all steps, those kept from an earlier call included
  std::optional<double> development_bleu{};
};

class CALQUE_API Trainer {
 public:
  // Throws UsageError for options that cannot work.
  explicit Trainer(const TrainerOptions& options);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  // Trains, or goes on where an earlier run in the same folder stopped. Throws DataError for input that
  // cannot be read, and Cancelled when the token is used; the folder can then be resumed.
  TrainingReport run(std::stop_token cancel = {});

 private:
  struct Settings;
  std::unique_ptr<Settings> settings_;
};

}  // namespace calque
