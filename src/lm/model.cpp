#include "lm/model.h"

#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/arpa.h"
#include "lm/hash_tables.h"
#include "lm/model_queries.h"
#include "lm/trie.h"

namespace calque::lm {

// The views that queries use and what keeps them alive.
struct OpenedModel {
  std::unique_ptr<const SectionSource> source;
  std::shared_ptr<const store::Container> file;  // that the sections are of, if they are of one
  ModelHeader header{};
  text::VocabularyView vocabulary;
  std::span<const UnigramEntry> unigrams;
  ProbingTables probing;  // one of these, as header.layout says
  Trie trie;

  bool is_trie() const noexcept { return header.layout == static_cast<std::uint32_t>(Layout::kTrie); }
  std::uint32_t known(text::WordId word) const noexcept {
    return static_cast<std::uint32_t>(text::index_of(word) < unigrams.size() ? word : kUnknownId);
  }
  // Calls use(tables) with the tables of the model's layout.
  template <typename Use>
  decltype(auto) with_tables(const Use& use) const {
    return is_trie() ? use(trie) : use(probing);
  }
};

namespace {

constexpr std::string_view kContainerStart = "CALQUE";

bool is_container(const std::string& path) {
  if (path == "-") return false;
  std::array<char, kContainerStart.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kContainerStart;
}

void check_header(const SectionSource& source, const ModelHeader& header) {
  if (header.max_order < 1 || header.order < 1 || header.order > header.max_order)
    source.damaged("impossible order");
  if (header.order > kMaxOrder) {
    throw FormatError(
        {source.name()},
        fmt::format("the model has order {}, this program reads up to {}", header.order, kMaxOrder),
        "train the model again with a lower order");
  }
  if (header.layout > static_cast<std::uint32_t>(Layout::kTrie)) source.damaged("unknown layout");
  if (header.vocabulary_size < 3 || header.ngram_counts[0] != header.vocabulary_size)
    source.damaged("unigrams and vocabulary differ in number");
  for (const std::uint64_t count : header.ngram_counts) {
    if (count >= kNoNgram) source.damaged("impossible number of n-grams");
  }
}

void open_vocabulary(OpenedModel& model) {
  const SectionSource& source = *model.source;
  const auto characters = source.section<char>("vocabulary.characters");
  model.vocabulary = {{characters.data(), characters.size()},
                      source.section<std::uint64_t>("vocabulary.offsets"),
                      source.section<std::uint32_t>("vocabulary.table"),
                      source.name()};
  if (model.vocabulary.size() != model.header.vocabulary_size ||
      model.vocabulary.word(kUnknownId) != kUnknownWord ||
      model.vocabulary.word(kSentenceBeginId) != kSentenceBeginWord ||
      model.vocabulary.word(kSentenceEndId) != kSentenceEndWord) {
    model.source->damaged("the vocabulary does not begin with <unk>, <s>, </s>");
  }
}

std::unique_ptr<OpenedModel> open_model(std::unique_ptr<const SectionSource> source) {
  auto model = std::make_unique<OpenedModel>();
  model->source = std::move(source);
  const SectionSource& from = *model->source;
  const auto headers = from.section<ModelHeader>("header");
  if (headers.size() != 1) from.damaged("section 'header' has the wrong size");
  model->header = headers.front();
  check_header(from, model->header);
  open_vocabulary(*model);
  model->unigrams = from.section<UnigramEntry>(section_name("ngrams", 1));
  if (model->unigrams.size() != model->header.vocabulary_size)
    from.damaged("the table of 1-grams has the wrong size");
  if (model->is_trie()) {
    model->trie = Trie(from, model->header);
  } else {
    model->probing = ProbingTables(from, model->header);
  }
  return model;
}

// What the checksums cannot know: that the values were sound when they were written.
void verify_values(const OpenedModel& model) {
  const SectionSource& source = *model.source;
  model.vocabulary.verify(source.name());
  for (const UnigramEntry& entry : model.unigrams) {
    if (!std::isfinite(entry.log_prob) || !std::isfinite(entry.backoff))
      source.damaged("a probability is not a number");
  }
  if (model.is_trie()) {
    model.trie.verify(source, model.header.vocabulary_size);
  } else {
    model.probing.verify(source, model.header);
  }
}

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
  if (!is_container(path)) return from_data(read_arpa(path));
  const auto file = std::make_shared<const store::Container>(
      store::Container::open(path, kContainerKind, kContainerVersion));
  file->verify_sections(kEagerlyVerifiedBytes);
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
  verify_values(*opened_);
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

NgramModelData read_ngram_data(const std::string& path) {
  if (!is_container(path)) return read_arpa(path);
  const auto file = std::make_shared<const store::Container>(
      store::Container::open(path, kContainerKind, kContainerVersion, store::Verify::kFull));
  const auto model = open_model(std::make_unique<FileSections>(file));
  if (!model->is_trie()) {
    throw UsageError({path}, "the probing layout holds hashes in place of words, so it cannot be converted",
                     "convert the ARPA file or the trie that it was made from");
  }
  verify_values(*model);
  NgramModelData data;
  for (std::size_t i = 0; i < model->vocabulary.size(); ++i)
    data.vocabulary.add(model->vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)}));
  data.levels = model->trie.extract();
  NgramLevel& unigrams = data.levels[0];
  for (std::uint32_t i = 0; i < model->unigrams.size(); ++i) {
    unigrams.first_word.push_back(i);
    unigrams.log_prob.push_back(-std::fabs(model->unigrams[i].log_prob));
    const float backoff = model->unigrams[i].backoff;
    if (data.order() > 1) unigrams.backoff.push_back(backoff == 0.0F ? 0.0F : backoff);
  }
  for (unsigned n = 2; n <= data.order(); ++n) {
    if (link_contexts(data.levels, n) != 0) model->source->damaged("an n-gram's context is missing");
  }
  return data;
}

}  // namespace calque::lm
