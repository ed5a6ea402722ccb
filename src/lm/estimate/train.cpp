#include "lm/estimate/train.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/estimate/count.h"
#include "lm/estimate/order_discounts.h"
#include "lm/estimate/sorted_runs.h"
#include "lm/estimate/spooled_counts.h"
#include "lm/estimate/spooled_estimate.h"
#include "lm/files/arpa.h"

namespace calque::lm {
namespace {

// For each token of a piece: the token (in an array that may be twice as large as it is full), its place in
// the sort, and scratch memory.
constexpr std::uint64_t kPieceBytesPerToken = 24;
// 20 in NgramModelData, the rest in tables and the keys they are sorted by.
constexpr std::uint64_t kLoadingBytesPerNgram = 45;

std::uint64_t piece_tokens(const EstimateOptions& options) {
  return options.memory_bytes == 0 ? kNoNgram - 1 : options.memory_bytes / kPieceBytesPerToken;
}

// Sorts one piece after the other and leaves a run of each.
class RunMaker {
 public:
  RunMaker(std::size_t vocabulary_size, const EstimateOptions& options, ThreadPool& threads)
      : vocabulary_size_(vocabulary_size), options_(options), threads_(threads) {}

  void add_piece(std::span<const std::uint32_t> tokens) {
    add_piece(tokens, sort_positions(tokens, {vocabulary_size_, options_.order}, threads_));
  }
  void add_piece(std::span<const std::uint32_t> tokens, const SortedPositions& sorted) {
    runs_.push_back(write_run(tokens, sorted, options_.temporary_folder, block_bytes_));
  }
  void add_spooled(const store::Spool& spool, Reporter& reporter) {
    // All runs are open when they are merged, so with many of them the blocks are small.
    const std::uint64_t pieces = spool.size() / piece_tokens(options_) + 1;
    block_bytes_ = std::clamp<std::size_t>(options_.memory_bytes / 8 / pieces,
                                           store::SpoolWriter::kSmallestBlockBytes, block_bytes_);
    std::vector<std::uint32_t> piece;
    piece.reserve(std::min(piece_tokens(options_), spool.size()));
    store::SpoolReader reader(spool);
    while (reader.items_left() > 0) {
      reader.begin_item();
      piece.push_back(reader.varint32());
      if (piece.back() != kSentenceEndIndex) continue;
      if (reader.items_left() > 0 && piece.size() < piece_tokens(options_)) continue;
      add_piece(piece);
      piece.clear();
      reporter.progress(spool.size() - reader.items_left(), spool.size());
    }
  }
  std::vector<store::Spool> take() { return std::move(runs_); }

 private:
  std::size_t vocabulary_size_;
  const EstimateOptions& options_;
  ThreadPool& threads_;
  std::size_t block_bytes_ = store::SpoolWriter::kDefaultBlockBytes;
  std::vector<store::Spool> runs_;
};

// A model that will be loaded has to fit.
void check_model_fits(const SpooledCounts& counts, const EstimateOptions& options) {
  std::vector<std::uint64_t> ngrams;
  for (const SpooledLevel& level : counts.levels) ngrams.push_back(level.kept);
  const std::uint64_t bytes = loading_bytes(ngrams);
  if (!options.will_be_loaded || bytes <= options.memory_bytes) return;
  throw UsageError(
      {},
      fmt::format("a binary model is built in memory, and this one takes {} MiB of it", (bytes >> 20U) + 1),
      "write ARPA, give more --memory, or --prune more");
}

std::unique_ptr<SpooledModel> estimate_runs(const std::vector<store::Spool>& runs, TrainingText& text,
                                            const EstimateOptions& options, Reporter& reporter) {
  reporter.stage(fmt::format("merging {} run{}", runs.size(), runs.size() == 1 ? "" : "s"));
  SpoolCountOptions count_options;
  for (unsigned n = 1; n <= options.order; ++n)
    count_options.thresholds.push_back(options.prune_threshold(n));
  count_options.vocabulary_size = text.vocabulary.size();
  count_options.range_size = std::max<std::size_t>(1024, options.memory_bytes / 2 / kBytesPerContext);
  count_options.folder = options.temporary_folder;
  SpooledCounts counts = count_runs(runs, count_options);
  check_model_fits(counts, options);
  std::vector<CountsOfCounts> counts_of_counts;
  for (const SpooledLevel& level : counts.levels) {
    counts_of_counts.push_back(options.smoothing == Smoothing::kKatz ? level.occurrences : level.adjusted);
  }
  const OrderDiscounts discounts = estimate_order_discounts(options.smoothing, counts_of_counts);
  report_oddities(text.facts, discounts, reporter);
  reporter.stage("language model");
  return std::make_unique<SpooledModel>(
      estimate_spooled(std::move(counts), std::move(text.vocabulary), discounts, options, reporter));
}

void check_memory(const EstimateOptions& options) {
  if (options.memory_bytes == 0 || options.memory_bytes >= kMinMemory) return;
  throw UsageError({}, fmt::format("a memory limit of {} bytes is too small", options.memory_bytes),
                   fmt::format("give at least {} MiB", kMinMemory >> 20U));
}

}  // namespace

std::uint64_t estimation_bytes(std::uint64_t tokens, const std::vector<std::uint64_t>& ngrams,
                               bool with_occurrences) {
  std::uint64_t arrays = 0;
  std::uint64_t scratch = 0;
  for (std::size_t n = 1; n <= ngrams.size(); ++n) {
    arrays += ngrams[n - 1];
    if (n == 1) continue;
    // Sums of each context, and probabilities of this level and the one below in double precision.
    const std::uint64_t own = n == ngrams.size() ? 0 : sizeof(double) * ngrams[n - 1];
    scratch = std::max<std::uint64_t>(scratch, (24 + sizeof(double)) * ngrams[n - 2] + own);
  }
  // First word, suffix and one or two counts while the text is there; later context, probability, back-off.
  const std::uint64_t counting = kSortBytesPerToken * tokens + arrays * (with_occurrences ? 16 : 12);
  const std::uint64_t estimating = arrays * (with_occurrences ? 28 : 24) + scratch;
  return std::max(counting, estimating);
}

std::uint64_t loading_bytes(const std::vector<std::uint64_t>& ngrams) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : ngrams) sum += count;
  return sum * kLoadingBytesPerNgram;
}

TrainedModel train(const std::string& path, const EstimateOptions& options, ThreadPool& threads,
                   Reporter& reporter) {
  options.validate();
  check_memory(options);
  TrainingText text =
      read_training_text(path, options.words, {piece_tokens(options), options.temporary_folder},
                         options.bad_lines, threads, reporter);
  TrainedModel result;
  result.facts = text.facts;
  const std::size_t vocabulary_size = text.vocabulary.size();
  if (options.memory_bytes == 0) {
    result.in_memory = estimate(std::move(text), options, threads, reporter);
    return result;
  }
  if (text.facts.words + 2 * text.facts.sentences >= kNoNgram) {
    throw UsageError({path}, "the text has 2^32 words or more", "train the language model on a part of it");
  }
  reporter.stage("sorting");
  RunMaker maker(vocabulary_size, options, threads);
  if (text.is_spooled()) {
    maker.add_spooled(text.spooled, reporter);
    text.spooled = {};
  } else {
    SortedPositions sorted = sort_positions(text.tokens, {vocabulary_size, options.order}, threads);
    std::vector<std::uint64_t> ngrams{vocabulary_size};
    for (unsigned n = 2; n <= options.order; ++n) ngrams.push_back(sorted.ngrams(n));
    const bool with_occurrences = options.prunes() || options.smoothing == Smoothing::kKatz;
    if (estimation_bytes(text.tokens.size(), ngrams, with_occurrences) <= options.memory_bytes) {
      result.in_memory = estimate(std::move(text), std::move(sorted), options, threads, reporter);
      return result;
    }
    maker.add_piece(text.tokens, sorted);
    text.tokens = {};
  }
  result.on_disk = estimate_runs(maker.take(), text, options, reporter);
  return result;
}

std::vector<std::uint64_t> TrainedModel::sizes() const {
  std::vector<std::uint64_t> sizes;
  if (in_memory) {
    for (const NgramLevel& level : in_memory->levels) sizes.push_back(level.size());
  } else {
    for (unsigned n = 1; n <= on_disk->order(); ++n) sizes.push_back(on_disk->size(n));
  }
  return sizes;
}

const std::vector<Discounts>& TrainedModel::discounts() const {
  return in_memory ? in_memory->discounts : on_disk->discounts;
}

void TrainedModel::report(Reporter& reporter) const {
  const std::vector<std::uint64_t> ngrams = sizes();
  reporter.note(fmt::format("{} sentences, {} words, vocabulary {}{}", facts.sentences, facts.words,
                            ngrams[0], on_disk ? ", estimated on disk" : ""));
  if (facts.bad_lines > 0)
    reporter.warning(fmt::format("{} lines cannot be read and are left out", facts.bad_lines));
  if (facts.outside_words > 0)
    reporter.note(fmt::format("{} words outside the vocabulary count as <unk>", facts.outside_words));
  for (std::size_t n = 1; n <= ngrams.size(); ++n) {
    std::string note = fmt::format("{}-grams: {}", n, ngrams[n - 1]);
    if (!discounts().empty()) {
      const Discounts& order = discounts()[n - 1];
      note += fmt::format(", discounts {:.5f}{}", fmt::join(order.amount, " "),
                          order.is_fallback ? " (fall-back)" : "");
    }
    reporter.note(note);
  }
}

void write_model(const TrainedModel& model, const ModelOutput& output, ThreadPool& threads,
                 Reporter& reporter) {
  if (model.in_memory) {
    write_model(*model.in_memory, output, threads, reporter);
  } else if (output.is_arpa()) {
    reporter.stage("writing " + output.path);
    write_arpa(*model.on_disk, output.path, threads);
  } else {
    write_model(load(*model.on_disk, threads), output, threads, reporter);
  }
}

}  // namespace calque::lm
