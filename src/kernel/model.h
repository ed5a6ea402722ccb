// A trained kernel model: the features of both sides of its corpus, and the regression between them. A file
// (docs/formats/kernel-model.md) that is mapped, never parsed.
//
// Immutable and shareable between threads; views live as long as the model, also after it is moved. What a
// damaged file holds is found on opening (all of it with Verify::kFull) or when it is used: FormatError.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "kernel/dual_weights.h"
#include "kernel/options.h"
#include "kernel/prefix_score.h"
#include "store/container.h"
#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::kernel {

class KernelModel {
 public:
  static KernelModel load(const std::string& path, store::Verify verify = store::Verify::kUsual);
  ~KernelModel();
  KernelModel(KernelModel&&) noexcept;
  KernelModel& operator=(KernelModel&&) noexcept;

  const KernelOptions& options() const;
  // What was really added to the diagonal.
  double ridge() const;
  text::VocabularyView source_vocabulary() const;
  text::VocabularyView target_vocabulary() const;
  const SpectrumIndex& source() const;
  const SpectrumIndex& target() const;

  DualWeights weights(const SourcePrefixes& input) const;
  // How translations are scored with these weights.
  PrefixScore prefix_score(const DualWeights& dual) const;

 private:
  struct Parts;
  explicit KernelModel(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Ids of words; words that the vocabulary does not have get ids after its last, equal words the same.
std::vector<text::WordId> number_words(const text::VocabularyView& vocabulary,
                                       std::span<const std::string_view> words);

// How well a translation fits a sentence: least squares, the squared distance between prediction and
// translation; maximum margin, their similarity with its sign changed. Lower is better.
double loss(const KernelModel& model, std::span<const std::string_view> source,
            std::span<const std::string_view> target);
// The same for several translations of one sentence, with one regression.
std::vector<double> losses(const KernelModel& model, std::span<const std::string_view> source,
                           std::span<const std::vector<std::string_view>> targets);

// What a training run found.
struct KernelReport {
  std::size_t sentences = 0;
  std::size_t source_ngrams = 0;
  std::size_t target_ngrams = 0;
  double ridge = 0;            // least squares: what was needed
  std::size_t rank = 0;        // low rank: what was reached
  double remaining = 0;        // low rank: part of the diagonal that is not explained
  std::size_t supporting = 0;  // maximum margin: pairs with weight
  double primal = 0;
  double dual = 0;
  std::size_t passes = 0;
};

// Trains and writes the model. The bytes depend on corpus and options alone. Throws UsageError for bad
// options, DataError for a corpus without words on either side.
KernelReport train_kernel(const text::ParallelCorpus& corpus, const KernelOptions& options,
                          const std::string& path, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::kernel
