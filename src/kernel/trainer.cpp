#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "kernel/cholesky.h"
#include "kernel/cosine_regression.h"
#include "kernel/low_rank.h"
#include "kernel/model.h"
#include "kernel/model_format.h"

namespace calque::kernel {
namespace {

void write_vocabulary(const text::Vocabulary& vocabulary, const std::string& side,
                      store::ContainerWriter& file) {
  file.add_text(side + "_characters", vocabulary.characters());
  file.add(side + "_word_offsets", vocabulary.offsets());
  file.add(side + "_word_table", vocabulary.table());
}

class KernelTraining {
 public:
  KernelTraining(const text::ParallelCorpus& corpus, const KernelOptions& options, ThreadPool& threads,
                 Reporter& reporter)
      : options_(options),
        threads_(threads),
        reporter_(reporter),
        source_(corpus.source, options.source),
        target_(corpus.target, options.target) {
    report_.sentences = corpus.size();
    report_.source_ngrams = source_.index().ngram_count();
    report_.target_ngrams = target_.index().ngram_count();
  }

  const KernelReport& run(store::ContainerWriter& file) {
    source_.index().save(file, "source");
    target_.index().save(file, "target");
    if (options_.method == Method::kMargin) {
      margin(file);
    } else {
      report_.ridge = options_.ridge;
      if (options_.solver == Solver::kCholesky) factor(file);
      if (options_.solver == Solver::kLowRank) low_rank(file);
      if (options_.solver == Solver::kLocal && options_.choice == NeighbourChoice::kPivots) pivots(file);
    }
    file.add(kRidgeSection, std::vector<double>{report_.ridge});
    return report_;
  }

 private:
  void factor(store::ContainerWriter& file) {
    reporter_.stage("factorising the Gram matrix");
    const CholeskyFactor made =
        factorise(source_.index(), solver_ridge(source_.index(), options_.cosine, options_.ridge),
                  options_.memory, threads_);
    report_.ridge = made.ridge;
    if (made.attempts > 1)
      reporter_.warning(
          fmt::format("the Gram matrix is singular (sentences are repeated, or nearly so): the "
                      "ridge is {:.1e} instead of {}",
                      made.ridge, options_.ridge));
    file.add(kTilesSection, made.tiles);
  }

  void low_rank(store::ContainerWriter& file) {
    reporter_.stage("factorising the Gram matrix");
    const LowRankFactor made = incomplete_cholesky(source_.index(), options_.rank, threads_);
    double all = 0;
    for (const double kernel : source_.index().self_kernels()) all += kernel;
    report_.rank = made.rank;
    report_.remaining = all > 0 ? made.remaining / all : 0.0;
    file.add(kLowRankSection, made.rows);
  }

  void pivots(store::ContainerWriter& file) {
    const std::size_t sentences = source_.index().sentence_count();
    const std::size_t bytes = options_.neighbours * sizeof(double);
    if (options_.neighbours < sentences && sentences > options_.memory / bytes) {
      throw UsageError({},
                       fmt::format("picking {} of {} sentences takes {} MB", options_.neighbours, sentences,
                                   sentences * bytes / 1000000),
                       "give fewer --neighbours, or more --matrix-memory");
    }
    reporter_.stage("choosing sentences");
    file.add(kPivotsSection, choose_pivots(source_.index(), options_.neighbours, threads_));
  }

  void margin(store::ContainerWriter& file) {
    reporter_.stage("maximum margin regression");
    const MarginSolution solution = train_margin(
        CentredKernel(source_.index()), CentredKernel(target_.index()), options_.margin, threads_, reporter_);
    report_.supporting = static_cast<std::size_t>(
        std::count_if(solution.alpha.begin(), solution.alpha.end(), [](double alpha) { return alpha > 0; }));
    report_.primal = solution.primal;
    report_.dual = solution.dual;
    report_.passes = solution.passes;
    if (solution.passes == options_.margin.max_passes)
      reporter_.warning(fmt::format("maximum margin regression stopped after {} passes; the gap is {:.2e}",
                                    solution.passes, solution.primal + solution.dual));
    file.add(kAlphaSection, solution.alpha);
  }

  const KernelOptions& options_;
  ThreadPool& threads_;
  Reporter& reporter_;
  SpectrumArrays source_;
  SpectrumArrays target_;
  KernelReport report_;
};

}  // namespace

KernelReport train_kernel(const text::ParallelCorpus& corpus, const KernelOptions& options,
                          const std::string& path, ThreadPool& threads, Reporter& reporter) {
  options.validate();
  if (corpus.source.token_count() == 0 || corpus.target.token_count() == 0) {
    throw DataError({path}, "there are no words to learn from",
                    "give sentence pairs with words on both sides");
  }
  reporter.stage("numbering n-grams");
  KernelTraining training(corpus, options, threads, reporter);
  store::ContainerWriter file(path, kKernelKind, kKernelVersion);
  file.add_text(kOptionsSection, to_text(options));
  write_vocabulary(corpus.source_vocabulary, "source", file);
  write_vocabulary(corpus.target_vocabulary, "target", file);
  KernelReport report = training.run(file);
  file.commit();
  return report;
}

}  // namespace calque::kernel
