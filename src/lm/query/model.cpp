#include "lm/query/model.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "lm/files/arpa.h"
#include "lm/files/binary.h"
#include "lm/files/opened_model.h"
#include "lm/files/sections.h"
#include "lm/query/model_queries.h"

namespace calque::lm {

namespace {

ContextWords context_of(const State& state, unsigned order) noexcept {
  return {state.words.data(), 1, std::min(state.length, order - 1)};
}

// Running text, cut into pieces that are looked up together. Keeps the words before the piece.
class Window {
 public:
  Window(const State& state, unsigned order) noexcept : order_(order) {
    const std::uint32_t length = std::min(state.length, order - 1);
    for (std::uint32_t k = length; k-- > 0;) words_[used_++] = state.words[k];
  }
  void add(std::uint32_t word) noexcept { words_[used_++] = word; }
  // The context of the word added last.
  ContextWords context() const noexcept {
    const auto before = static_cast<std::uint32_t>(used_ - 1);
    return {words_.data() + (before == 0 ? 0 : before - 1), -1, std::min(before, order_ - 1)};
  }
  // Forgets words that are too old for what follows.
  void shorten() noexcept {
    const std::size_t keep = std::min<std::size_t>(used_, order_ - 1);
    std::copy(words_.begin() + static_cast<std::ptrdiff_t>(used_ - keep),
              words_.begin() + static_cast<std::ptrdiff_t>(used_), words_.begin());
    used_ = keep;
  }

 private:
  unsigned order_;
  std::size_t used_ = 0;
  std::array<std::uint32_t, kMaxOrder - 1 + kTogether> words_;
};

}  // namespace

Model::Model(std::unique_ptr<const OpenedModel> opened) : opened_(std::move(opened)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Model Model::load(const std::string& path, store::Verify verify, Residence residence) {
  if (!is_binary(path)) return from_data(read_arpa(path));
  const auto file = std::make_shared<const store::Container>(
      store::Container::open(path, kContainerKind, kContainerVersion, verify));
  std::unique_ptr<const SectionSource> source;
  if (residence == Residence::kMemory) {
    source = std::make_unique<CopiedSections>(*file);
  } else {
    file->prefer_large_pages();
    source = std::make_unique<FileSections>(file);
  }
  auto opened = open_model(std::move(source));
  opened->file = file;
  Model model(std::move(opened));
  if (verify == store::Verify::kFull) model.verify();
  return model;
}

Model Model::from_data(const NgramModelData& data, const BinaryOptions& options) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    auto sections = std::make_unique<MemorySections>();
    if (build_sections(data, options, attempt, *sections)) return open_sections(std::move(sections));
  }
}

Model open_sections(std::unique_ptr<const SectionSource> source) {
  return Model(open_model(std::move(source)));
}

void Model::verify() const {
  if (opened_->file == nullptr) return;
  opened_->file->verify_sections();
  opened_->verify_values();
}

unsigned Model::order() const noexcept {
  return opened_->header.order;
}
std::uint64_t Model::ngram_count(unsigned n) const {
  CALQUE_CHECK(n >= 1 && n <= order());
  return opened_->header.ngram_counts[n - 1];
}
bool Model::is_binary_file() const noexcept {
  return opened_->file != nullptr;
}
Layout Model::layout() const noexcept {
  return opened_->is_trie() ? Layout::kTrie : Layout::kProbing;
}
unsigned Model::quantized_bits() const noexcept {
  return opened_->header.quantized_bits;
}
const text::VocabularyView& Model::vocabulary() const noexcept {
  return opened_->vocabulary;
}
text::WordId Model::unknown() const noexcept {
  return kUnknownId;
}
text::WordId Model::sentence_begin() const noexcept {
  return kSentenceBeginId;
}
text::WordId Model::sentence_end() const noexcept {
  return kSentenceEndId;
}

text::WordId Model::find(std::string_view word) const {
  const auto id = opened_->vocabulary.find(word);
  if (!id || *id == kSentenceBeginId || *id == kSentenceEndId) return kUnknownId;
  return *id;
}

State Model::begin_state() const noexcept {
  State state;
  const UnigramEntry& begin = opened_->unigrams[text::index_of(kSentenceBeginId)];
  if (order() == 1 || !context_matters(begin.backoff)) return state;
  state.length = 1;
  state.words[0] = static_cast<std::uint32_t>(kSentenceBeginId);
  state.backoffs[0] = begin.backoff;
  return state;
}

float Model::score(const State& before, text::WordId word, State& after) const noexcept {
  const OpenedModel& model = *opened_;
  return model.with_tables([&]<typename Tables>(const Tables& tables) {
    const ContextWords context = context_of(before, tables.order());
    Lookup<Tables> lookup;
    lookup.begin(tables, model.unigrams, model.known(word), context);
    lookup.search_all();
    lookup.finish();
    const float log_prob = lookup.log_prob(context.length, before.backoffs.data());
    lookup.write_state(after);
    return log_prob;
  });
}

void Model::score_batch(std::span<Query> queries) const noexcept {
  const OpenedModel& model = *opened_;
  model.with_tables([&]<typename Tables>(const Tables& tables) {
    std::array<Lookup<Tables>, kTogether> storage;
    for (; !queries.empty(); queries = queries.subspan(std::min(queries.size(), kTogether))) {
      const std::size_t count = std::min(queries.size(), kTogether);
      const std::span<Lookup<Tables>> lookups(storage.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        lookups[i].begin(tables, model.unigrams, model.known(queries[i].word),
                         context_of(*queries[i].before, tables.order()));
      }
      run_together(lookups);
      for (std::size_t i = 0; i < count; ++i) {
        const State& before = *queries[i].before;
        queries[i].log_prob =
            lookups[i].log_prob(context_of(before, tables.order()).length, before.backoffs.data());
        lookups[i].write_state(*queries[i].after);
      }
    }
  });
}

void Model::score_words(State& state, std::span<const text::WordId> words, bool with_end,
                        std::span<float> log_probs) const noexcept {
  const OpenedModel& model = *opened_;
  const std::size_t total = words.size() + (with_end ? 1 : 0);
  model.with_tables([&]<typename Tables>(const Tables& tables) {
    std::array<Lookup<Tables>, kTogether> lookups;
    Window window(state, tables.order());
    for (std::size_t done = 0; done < total;) {
      const std::size_t count = std::min(total - done, kTogether);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t word = model.known(done + i < words.size() ? words[done + i] : kSentenceEndId);
        window.add(word);
        lookups[i].begin(tables, model.unigrams, word, window.context());
      }
      run_together(std::span(lookups).first(count));
      std::uint32_t kept = std::min(state.length, tables.order() - 1);
      const float* backoffs = state.backoffs.data();
      for (std::size_t i = 0; i < count; ++i) {
        log_probs[done + i] = lookups[i].log_prob(kept, backoffs);
        kept = lookups[i].kept();
        backoffs = lookups[i].backoffs();
      }
      lookups[count - 1].write_state(state);
      window.shorten();
      done += count;
    }
  });
}

void Model::score_sequence(State& state, std::span<const text::WordId> words,
                           std::span<float> log_probs) const noexcept {
  score_words(state, words, false, log_probs);
}

void Model::score_sentence(std::span<const text::WordId> words, std::span<float> log_probs) const noexcept {
  State state = begin_state();
  score_words(state, words, true, log_probs);
}

PhraseScore Model::score_phrase(std::span<const text::WordId> words, State& state,
                                std::span<float> log_probs) const noexcept {
  const OpenedModel& model = *opened_;
  state = empty_state();
  PhraseScore score;
  // Whether the state would hold more words if more stood before the phrase.
  bool is_open = order() > 1;
  model.with_tables([&]<typename Tables>(const Tables& tables) {
    Lookup<Tables> lookup;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const ContextWords context = context_of(state, tables.order());
      lookup.begin(tables, model.unigrams, model.known(words[i]), context);
      lookup.search_all();
      lookup.finish();
      const float log_prob = lookup.log_prob(context.length, state.backoffs.data());
      if (is_open) {
        score.dependent_words = static_cast<std::uint32_t>(i + 1);
        score.dependent_log_prob += log_prob;
        is_open = lookup.matched() == i + 1 && lookup.may_be_longer() && i + 2 < tables.order();
      }
      lookup.write_state(state);
      score.log_prob += log_prob;
      if (!log_probs.empty()) log_probs[i] = log_prob;
    }
  });
  return score;
}

}  // namespace calque::lm
