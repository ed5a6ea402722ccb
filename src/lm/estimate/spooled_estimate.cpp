#include "lm/estimate/spooled_estimate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"

namespace calque::lm {
namespace {

// The probabilities and contexts of one finished level, in the order of its n-grams.
class FinishedLevel {
 public:
  // Unigrams: `probs` in memory, and all with the empty context.
  explicit FinishedLevel(const std::vector<double>& probs) : unigrams_(&probs) {}
  explicit FinishedLevel(const store::Spool& spool) : reader_(store::SpoolReader(spool)) {}

  // Moves to an n-gram, not to one before the last.
  void move_to(std::uint32_t number) {
    if (unigrams_ != nullptr) {
      prob_ = (*unigrams_)[number];
      return;
    }
    for (; next_ <= number; ++next_) {
      reader_->begin_item();
      prob_ = reader_->raw<double>();
      context_ = reader_->varint32();
    }
  }
  double prob() const { return prob_; }
  std::uint32_t context() const { return context_; }

 private:
  const std::vector<double>* unigrams_ = nullptr;
  std::optional<store::SpoolReader> reader_;
  std::uint64_t next_ = 0;
  double prob_ = 0.0;
  std::uint32_t context_ = 0;
};

// The n-grams of one range of a level, by suffix and first word: where contexts are looked up.
class ContextTable {
 public:
  // Takes the n-grams up to number `end` from `level`, which stands at the first of the range; null means the
  // unigrams, all with suffix 0.
  ContextTable(LevelReader* level, const NgramRange& range, std::uint32_t end) : range_(range) {
    for (std::uint32_t number = range.begin; number < end; ++number) {
      const CountedNgram ngram = level == nullptr ? CountedNgram{number, 0, 0, 0} : level->next();
      while (offsets_.size() <= ngram.suffix - range.suffix_begin) {
        offsets_.push_back(static_cast<std::uint32_t>(first_words_.size()));
      }
      first_words_.push_back(ngram.first_word);
    }
    offsets_.push_back(static_cast<std::uint32_t>(first_words_.size()));
  }

  std::size_t size() const { return first_words_.size(); }

  // Number in the range of the n-gram with this suffix (counted from the range's first) and first word.
  // Neighbouring questions have the same suffix and rising words, so a search begins where the last one
  // ended.
  std::uint32_t find(std::uint32_t suffix, std::uint32_t first_word) {
    const std::uint32_t end = offsets_[suffix + 1];
    if (suffix != last_suffix_ || first_word < last_word_) from_ = offsets_[suffix];
    last_suffix_ = suffix;
    last_word_ = first_word;
    from_ = static_cast<std::uint32_t>(
        std::lower_bound(first_words_.begin() + from_, first_words_.begin() + end, first_word) -
        first_words_.begin());
    CALQUE_CHECK(from_ < end && first_words_[from_] == first_word);
    return from_;
  }

 private:
  NgramRange range_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> first_words_;
  std::uint32_t last_suffix_ = kNoNgram;
  std::uint32_t last_word_ = 0;
  std::uint32_t from_ = 0;
};

// An n-gram on its way to its context.
struct DealtNgram {
  std::uint32_t inner = 0;  // suffix of its context, counted from the range's first
  std::uint32_t first_word = 0;
  std::uint32_t count = 0;
  bool is_kept = true;
  double shorter_prob = 0.0;

  void write(store::SpoolWriter& writer) const {
    writer.put_varint(inner);
    writer.put_varint(first_word);
    writer.put_varint(std::uint64_t{count} * 2 + (is_kept ? 1 : 0));
    writer.put_raw(shorter_prob);
    writer.end_item();
  }
  static DealtNgram read(store::SpoolReader& reader) {
    reader.begin_item();
    DealtNgram ngram;
    ngram.inner = reader.varint32();
    ngram.first_word = reader.varint32();
    const std::uint64_t count = reader.varint();
    ngram.count = static_cast<std::uint32_t>(count >> 1U);
    ngram.is_kept = (count & 1U) != 0;
    ngram.shorter_prob = reader.raw<double>();
    return ngram;
  }
};

// Works on one level after the other.
class SpooledEstimator {
 public:
  SpooledEstimator(SpooledModel& model, const EstimateOptions& options) : model_(model), options_(options) {}

  void begin(std::vector<double> unigram_probs) {
    unigram_probs_ = std::move(unigram_probs);
    for (const double prob : unigram_probs_)
      model_.unigram_log_probs.push_back(static_cast<float>(std::log(prob)));
    model_.probs.emplace_back();
    model_.backoffs.emplace_back();
  }

  template <typename SmoothingRule>
  void add_level(const SmoothingRule& rule, unsigned n) {
    const std::vector<NgramRange>& ranges = model_.counts.levels[n - 2].ranges;
    std::vector<store::Spool> parts = deal(n, ranges);
    LevelReader shorter(model_.counts.levels[n - 2]);
    store::SpoolWriter backoffs(folder());
    for (std::size_t r = 0; r < parts.size(); ++r) {
      const auto end = r + 1 < ranges.size() ? ranges[r + 1].begin : shorter_size(n);
      ContextTable table(n == 2 ? nullptr : &shorter, ranges[r], end);
      store::SpoolWriter probs(folder(), part_block(parts.size()));
      estimate_part(rule, parts[r], table, backoffs, [&](double prob, std::uint32_t context) {
        probs.put_raw(prob);
        probs.put_varint(ranges[r].begin + context);
        probs.end_item();
      });
      parts[r] = probs.finish();
    }
    if (n == 2) {
      for (store::SpoolReader reader(backoffs.finish()); reader.items_left() > 0;) {
        reader.begin_item();
        model_.unigram_backoffs.push_back(reader.raw<float>());
      }
    } else {
      model_.backoffs.push_back(backoffs.finish());
    }
    model_.probs.push_back(gather(n, ranges, std::move(parts)));
  }

 private:
  const std::string& folder() const { return options_.temporary_folder; }
  std::uint32_t shorter_size(unsigned n) const {
    return n == 2 ? static_cast<std::uint32_t>(unigram_probs_.size())
                  : static_cast<std::uint32_t>(model_.counts.levels[n - 2].ngrams.size());
  }
  FinishedLevel shorter_level(unsigned n) const {
    return n == 2 ? FinishedLevel(unigram_probs_) : FinishedLevel(model_.probs[n - 2]);
  }
  // All parts are open at once, so with many of them the blocks are small.
  std::size_t part_block(std::size_t parts) const {
    const std::uint64_t share = options_.memory_bytes / 16 / std::max<std::size_t>(parts, 1);
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(share, store::SpoolWriter::kSmallestBlockBytes,
                                                              store::SpoolWriter::kDefaultBlockBytes));
  }
  static std::size_t part_of(const std::vector<NgramRange>& ranges, std::uint32_t inner) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), inner,
                         [](std::uint32_t s, const NgramRange& r) { return s < r.suffix_begin; });
    return static_cast<std::size_t>(after - ranges.begin()) - 1;
  }

  // Writes each n-gram of length n to the part that its context lies in.
  std::vector<store::Spool> deal(unsigned n, const std::vector<NgramRange>& ranges) const {
    const bool is_katz = options_.smoothing == Smoothing::kKatz;
    std::vector<store::SpoolWriter> writers;
    for (std::size_t r = 0; r < ranges.size(); ++r) writers.emplace_back(folder(), part_block(ranges.size()));
    FinishedLevel shorter = shorter_level(n);
    for (LevelReader level(model_.counts.levels[n - 1]); !level.at_end();) {
      const CountedNgram ngram = level.next();
      shorter.move_to(ngram.suffix);
      const std::size_t part = part_of(ranges, shorter.context());
      const DealtNgram dealt{shorter.context() - ranges[part].suffix_begin, ngram.first_word,
                             is_katz ? ngram.occurrences : ngram.adjusted,
                             ngram.occurrences > model_.thresholds[n - 1], shorter.prob()};
      dealt.write(writers[part]);
    }
    std::vector<store::Spool> parts;
    parts.reserve(writers.size());
    for (store::SpoolWriter& writer : writers) parts.push_back(writer.finish());
    return parts;
  }

  // Gives `put` the probability and the context of each n-gram of one part; adds the back-offs of the
  // contexts.
  template <typename SmoothingRule, typename Put>
  static void estimate_part(const SmoothingRule& rule, const store::Spool& part, ContextTable& table,
                            store::SpoolWriter& backoffs, const Put& put) {
    std::vector<typename SmoothingRule::Context> contexts(table.size());
    for (store::SpoolReader reader(part); reader.items_left() > 0;) {
      const DealtNgram ngram = DealtNgram::read(reader);
      rule.add(ngram.count, ngram.is_kept, ngram.shorter_prob,
               contexts[table.find(ngram.inner, ngram.first_word)]);
    }
    for (const auto& context : contexts) {
      backoffs.put_raw(static_cast<float>(std::log(rule.backoff(context))));
      backoffs.end_item();
    }
    for (store::SpoolReader reader(part); reader.items_left() > 0;) {
      const DealtNgram ngram = DealtNgram::read(reader);
      const std::uint32_t context = table.find(ngram.inner, ngram.first_word);
      put(ngram.is_kept ? rule.prob(ngram.count, contexts[context], ngram.shorter_prob) : 1.0, context);
    }
  }

  // Brings the parts back into the order of the n-grams.
  store::Spool gather(unsigned n, const std::vector<NgramRange>& ranges,
                      std::vector<store::Spool> parts) const {
    if (parts.size() == 1) return std::move(parts.front());
    std::vector<store::SpoolReader> readers(parts.begin(), parts.end());
    store::SpoolWriter writer(folder());
    FinishedLevel shorter = shorter_level(n);
    for (LevelReader level(model_.counts.levels[n - 1]); !level.at_end();) {
      shorter.move_to(level.next().suffix);
      store::SpoolReader& reader = readers[part_of(ranges, shorter.context())];
      reader.begin_item();
      writer.put_raw(reader.raw<double>());
      writer.put_varint(reader.varint());
      writer.end_item();
    }
    return writer.finish();
  }

  SpooledModel& model_;
  const EstimateOptions& options_;
  std::vector<double> unigram_probs_;
};

}  // namespace

SpooledModel estimate_spooled(SpooledCounts counts, text::Vocabulary vocabulary,
                              const OrderDiscounts& discounts, const EstimateOptions& options,
                              Reporter& reporter) {
  const bool is_katz = options.smoothing == Smoothing::kKatz;
  SpooledModel model;
  model.vocabulary = std::move(vocabulary);
  model.discounts = discounts.kneser_ney;
  model.counts = std::move(counts);
  for (unsigned n = 1; n <= options.order; ++n) model.thresholds.push_back(options.prune_threshold(n));
  SpooledEstimator estimator(model, options);
  estimator.begin(is_katz ? katz_unigrams(model.counts.occurrences, discounts.good_turing[0])
                          : kneser_ney_unigrams(model.counts.adjusted, discounts.kneser_ney[0]));
  for (unsigned n = 2; n <= options.order; ++n) {
    if (is_katz) {
      estimator.add_level(Katz(discounts.good_turing[n - 1]), n);
    } else {
      estimator.add_level(KneserNey(discounts.kneser_ney[n - 1]), n);
    }
    reporter.progress(n, options.order);
  }
  return model;
}

}  // namespace calque::lm
