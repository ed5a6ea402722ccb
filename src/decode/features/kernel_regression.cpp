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

struct Predicted {
  kernel::Ngram ngram;
  float score;  // predicted count, cut, - 1
};

class PreparedRegression final : public SentenceCache {
 public:
  kernel::NgramGains gains;
  kernel::DualWeights dual;
  tsl::robin_map<std::uint64_t, Predicted, kernel::MixedHash>
      known;                         // by n-gram without its last word, and that word
  std::vector<std::uint32_t> words;  // of all options, one after the other
  std::vector<std::uint32_t> begin;  // where each option's words begin

  // Nothing is predicted for n-grams that no chosen sentence has, nor for longer ones that begin with them.
  Predicted find(const kernel::SpectrumIndex& target, kernel::Ngram parent, std::uint32_t word) {
    if (parent == kernel::kUnseenNgram || word >= kUnknown) return {kernel::kUnseenNgram, -1.0F};
    const std::uint64_t key = (std::uint64_t{parent} << 32U) | word;
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    Predicted predicted{target.trie().find(parent, text::WordId{word}), -1.0F};
    const std::uint32_t slot = gains.slot(predicted.ngram);
    if (slot == 0) predicted.ngram = kernel::kUnseenNgram;
    if (slot != 0) predicted.score = static_cast<float>(std::clamp(gains.values(slot)[0], 0.0, 1.0) - 1.0);
    known.emplace(key, predicted);
    return predicted;
  }

  // Adds the n-grams of up to `order` words that end with `word` after the context; the context moves on.
  void say(const kernel::SpectrumIndex& target, std::uint32_t word, Context& context,
           std::span<float> scores) {
    const std::size_t order = scores.size();
    std::size_t seen = 0;  // longest n-gram that ends here and is predicted
    for (std::size_t length = 1; length <= order; ++length) {
      if (length > 1 && context[order - length] == kBegin) break;
      kernel::Ngram ngram = kernel::kEmptyNgram;
      for (std::size_t k = order - length; k + 1 < order; ++k) ngram = find(target, ngram, context[k]).ngram;
      const Predicted last = find(target, ngram, word);
      scores[length - 1] += last.score;
      if (last.ngram != kernel::kUnseenNgram) seen = length;
    }
    for (std::size_t k = 0; k + 2 < order; ++k) context[k] = context[k + 1];
    if (order > 1) context[order - 2] = word;
    for (std::size_t k = 0; k + seen + 1 < order; ++k)
      if (context[k] != kBegin) context[k] = kOther;
  }
};

}  // namespace

KernelRegression::KernelRegression(std::shared_ptr<const kernel::KernelModel> model,
                                   text::VocabularyView target_vocabulary)
    : model_(std::move(model)),
      order_(model_->target().order()),
      description_{"Kernel0", std::vector<double>(order_, 0.0)} {
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

// Without a prediction: as if nothing of it were expected.
void KernelRegression::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                                std::span<float> scores) const {
  for (std::size_t k = 0; k < scores.size(); ++k)
    scores[k] = -static_cast<float>(option.target.size() > k ? option.target.size() - k : 0);
}

// The option's own n-grams.
void KernelRegression::estimate_prepared(const SourceSentence& sentence, const TranslationOption& option,
                                         SentenceCache* cache, std::span<float> scores) const {
  auto& prepared = static_cast<PreparedRegression&>(*cache);
  std::fill(scores.begin(), scores.end(), 0.0F);
  Context context;
  context.fill(kBegin);
  for (const text::WordId word : option.target)
    prepared.say(model_->target(), model_word(sentence, word), context, scores);
}

std::unique_ptr<SentenceCache> KernelRegression::new_sentence_cache() const {
  return std::make_unique<PreparedRegression>();
}

void KernelRegression::prepare_sentence(const SourceSentence& sentence, SentenceCache& cache) const {
  auto& prepared = static_cast<PreparedRegression&>(cache);
  const auto words = kernel::number_words(model_->source_vocabulary(), sentence.words);
  prepared.dual = model_->weights(kernel::SourcePrefixes::whole(model_->source(), words));
  // apply() must not meet damaged postings.
  prepared.gains.reset(model_->target(), prepared.dual, kernel::Adding::kAtOnce);
  prepared.known.clear();
}

void KernelRegression::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                               SentenceCache& cache) const {
  auto& prepared = static_cast<PreparedRegression&>(cache);
  prepared.words.clear();
  prepared.begin.clear();
  for (const TranslationOption& option : options) {
    prepared.begin.push_back(static_cast<std::uint32_t>(prepared.words.size()));
    for (const text::WordId word : option.target) prepared.words.push_back(model_word(sentence, word));
  }
  prepared.begin.push_back(static_cast<std::uint32_t>(prepared.words.size()));
}

void KernelRegression::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                             std::byte* after, std::span<float> scores) const noexcept {
  auto& prepared = static_cast<PreparedRegression&>(*cache);
  Context words;
  words.fill(kBegin);
  if (order_ > 1) std::memcpy(words.data(), before, state_bytes());
  std::fill(scores.begin(), scores.end(), 0.0F);
  const std::size_t option = context.option.index;
  for (std::uint32_t i = prepared.begin[option]; i < prepared.begin[option + 1]; ++i)
    prepared.say(model_->target(), prepared.words[i], words, scores);
  if (context.completes_sentence) words.fill(kBegin);  // nothing follows, so all ends are alike
  if (order_ > 1) std::memcpy(after, words.data(), state_bytes());
}

}  // namespace calque::decode
