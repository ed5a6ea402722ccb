#include "decode/features/kernel_regression.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "kernel/mixed_hash.h"
#include "kernel/ngram_gains.h"

namespace calque::decode {
namespace {

// In the state, instead of words.
constexpr std::uint32_t kBegin = 0xffffffffU;  // before the sentence
constexpr std::uint32_t kOther = 0xfffffffeU;  // some word with which no predicted n-gram goes on
constexpr std::uint32_t kUnknown = 0xfffffffdU;

// The last words, the latest last.
using Context = std::array<std::uint32_t, kernel::kMaxOrder>;

}  // namespace

// The n-grams predicted for one sentence, and the target words of its options.
class KernelRegression::Prediction final : public SentenceCache {
 public:
  explicit Prediction(const KernelRegression& feature)
      : feature_(feature), target_(feature.model_->target()) {}

  void prepare_sentence(const SourceSentence& sentence) override {
    const kernel::KernelModel& model = *feature_.model_;
    const auto words = kernel::number_words(model.source_vocabulary(), sentence.words);
    dual_ = model.weights(kernel::SourcePrefixes::whole(model.source(), words));
    // All at once, because apply() must not throw for damaged postings.
    gains_.reset(target_, dual_, kernel::Adding::kAtOnce);
    known_.clear();
  }

  void prepare_options(const SourceSentence& sentence, std::span<const TranslationOption> options) override {
    words_.clear();
    begin_.clear();
    for (const TranslationOption& option : options) {
      begin_.push_back(static_cast<std::uint32_t>(words_.size()));
      for (const text::WordId word : option.target) words_.push_back(feature_.model_word(sentence, word));
    }
    begin_.push_back(static_cast<std::uint32_t>(words_.size()));
  }

  std::span<const std::uint32_t> words_of(const TranslationOption& option) const {
    return std::span(words_).subspan(begin_[option.index], begin_[option.index + 1] - begin_[option.index]);
  }

  // Adds the n-grams of up to `order` words that end with `word` after the context, and appends the word to
  // the context.
  void extend(std::uint32_t word, Context& context, std::span<float> scores) {
    const std::size_t order = scores.size();
    std::size_t seen = 0;  // longest n-gram that ends here and is predicted
    for (std::size_t length = 1; length <= order; ++length) {
      if (length > 1 && context[order - length] == kBegin) break;
      kernel::Ngram ngram = kernel::kEmptyNgram;
      for (std::size_t k = order - length; k + 1 < order; ++k) ngram = find(ngram, context[k]).ngram;
      const PredictedNgram last = find(ngram, word);
      scores[length - 1] += last.score;
      if (last.ngram != kernel::kUnseenNgram) seen = length;
    }
    for (std::size_t k = 0; k + 2 < order; ++k) context[k] = context[k + 1];
    if (order > 1) context[order - 2] = word;
    for (std::size_t k = 0; k + seen + 1 < order; ++k)
      if (context[k] != kBegin) context[k] = kOther;
  }

 private:
  struct PredictedNgram {
    kernel::Ngram ngram;
    float score;  // predicted count, cut, - 1
  };

  // Nothing is predicted for n-grams that no chosen sentence has, nor for longer ones that begin with them.
  PredictedNgram find(kernel::Ngram parent, std::uint32_t word) {
    if (parent == kernel::kUnseenNgram || word >= kUnknown) return {kernel::kUnseenNgram, -1.0F};
    const std::uint64_t key = (std::uint64_t{parent} << 32U) | word;
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    PredictedNgram predicted{target_.trie().find(parent, text::WordId{word}), -1.0F};
    const std::uint32_t slot = gains_.slot(predicted.ngram);
    if (slot == 0) predicted.ngram = kernel::kUnseenNgram;
    if (slot != 0) predicted.score = static_cast<float>(std::clamp(gains_.values(slot)[0], 0.0, 1.0) - 1.0);
    known_.emplace(key, predicted);
    return predicted;
  }

  const KernelRegression& feature_;
  const kernel::SpectrumIndex& target_;
  kernel::NgramGains gains_;
  kernel::DualWeights dual_;
  // By n-gram without its last word, and that word.
  tsl::robin_map<std::uint64_t, PredictedNgram, kernel::MixedHash> known_;
  std::vector<std::uint32_t> words_;  // of all options, one after the other
  std::vector<std::uint32_t> begin_;  // where each option's words begin
};

KernelRegression::KernelRegression(std::shared_ptr<const kernel::KernelModel> model,
                                   text::VocabularyView target_vocabulary)
    : StatefulFeature({"Kernel0", std::vector<double>(model->target().order(), 0.0)},
                      {.scope = Scope::kContinuation,
                       .state_bytes = (model->target().order() - 1) * sizeof(std::uint32_t),
                       .upper_bound = 0.0F,
                       .estimate_uses_sentence = true}),
      model_(std::move(model)) {
  model_words_.reserve(target_vocabulary.size());
  for (std::size_t i = 0; i < target_vocabulary.size(); ++i) {
    const auto word = target_vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)});
    const auto found = model_->target_vocabulary().find(word);
    model_words_.push_back(found ? static_cast<std::uint32_t>(*found) : kUnknown);
  }
}

std::uint32_t KernelRegression::model_word(const SourceSentence& sentence, text::WordId word) const {
  const std::size_t index = text::index_of(word);
  if (index < sentence.first_copied_id) return model_words_[index];
  const auto found = model_->target_vocabulary().find(sentence.outside_text(index));
  return found ? static_cast<std::uint32_t>(*found) : kUnknown;
}

void KernelRegression::write_begin_state(std::byte* state) const {
  std::memset(state, 0xff, state_bytes());
}

// The option's own n-grams.
void KernelRegression::estimate(const OptionContext& context, std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  Context words;
  words.fill(kBegin);
  for (const text::WordId word : context.option.target)
    static_cast<Prediction*>(context.cache)->extend(model_word(context.sentence, word), words, scores);
}

std::unique_ptr<SentenceCache> KernelRegression::new_sentence_cache() const {
  return std::make_unique<Prediction>(*this);
}

void KernelRegression::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                             std::byte* after, std::span<float> scores) const noexcept {
  auto& prediction = static_cast<Prediction&>(*cache);
  Context words;
  words.fill(kBegin);
  if (state_bytes() > 0) std::memcpy(words.data(), before, state_bytes());
  std::fill(scores.begin(), scores.end(), 0.0F);
  for (const std::uint32_t word : prediction.words_of(context.option)) prediction.extend(word, words, scores);
  if (context.completes_sentence) words.fill(kBegin);  // nothing follows, so all ends are alike
  if (state_bytes() > 0) std::memcpy(after, words.data(), state_bytes());
}

}  // namespace calque::decode
