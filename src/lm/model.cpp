#include "lm/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/arpa.h"
#include "lm/hash_tables.h"

namespace calque::lm {

// The views that queries use and whatever keeps them alive.
struct MappedTables {
  TableViews views;
  std::optional<store::Container> container;  // a mapped file, or
  text::Vocabulary vocabulary;                // a vocabulary and
  BuiltTables built;                          // tables in memory
};

namespace {

constexpr std::string_view kContainerStart = "CALQUE";

bool is_container(const std::string& path) {
  if (path == "-") return false;
  std::array<char, kContainerStart.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kContainerStart;
}

void check_header(const store::Container& file, const ModelHeader& header) {
  if (header.max_order < 1 || header.order < 1 || header.order > header.max_order)
    file.damaged("impossible order");
  if (header.order > kMaxOrder) {
    throw FormatError(
        {file.path()},
        fmt::format("the model has order {}, this program reads up to {}", header.order, kMaxOrder),
        "train the model again with a lower order");
  }
  if (header.vocabulary_size < 3 || header.vocabulary_size >= kNoNgram)
    file.damaged("impossible vocabulary size");
  if (header.ngram_counts[0] != header.vocabulary_size)
    file.damaged("unigrams and vocabulary differ in number");
}

// After this every search stays inside its table and ends, whatever the entries hold.
template <typename Entry>
std::span<const Entry> open_table(const store::Container& file, const ModelHeader& header, unsigned n) {
  const auto slots = file.section<Entry>(section_name(n));
  const std::uint64_t ngrams = header.ngram_counts[n - 1];
  const std::uint64_t homes = header.home_counts[n - 1];
  const bool fits = ngrams == 0 ? slots.empty() && homes == 0 : homes > ngrams && homes < slots.size();
  if (!fits) file.damaged(fmt::format("the table of {}-grams has the wrong size", n));
  if (!slots.empty() && key_of(slots.back()) != 0)
    file.damaged(fmt::format("the table of {}-grams has no end", n));
  return slots;
}

void open_vocabulary(const store::Container& file, TableViews& views) {
  views.vocabulary = text::VocabularyView(file.text("vocabulary.characters"),
                                          file.section<std::uint64_t>("vocabulary.offsets"),
                                          file.section<std::uint32_t>("vocabulary.table"), file.path());
  if (views.vocabulary.size() != views.header.vocabulary_size ||
      views.vocabulary.word(kUnknownId) != kUnknownWord ||
      views.vocabulary.word(kSentenceBeginId) != kSentenceBeginWord ||
      views.vocabulary.word(kSentenceEndId) != kSentenceEndWord) {
    file.damaged("the vocabulary does not begin with <unk>, <s>, </s>");
  }
}

TableViews open_views(const store::Container& file) {
  TableViews views;
  const auto headers = file.section<ModelHeader>("header");
  if (headers.size() != 1) file.damaged("section 'header' has the wrong size");
  views.header = headers.front();
  check_header(file, views.header);
  open_vocabulary(file, views);
  views.unigrams = file.section<UnigramEntry>(section_name(1));
  if (views.unigrams.size() != views.header.vocabulary_size)
    file.damaged("the table of 1-grams has the wrong size");
  const unsigned order = views.header.order;
  for (unsigned n = 2; n < order; ++n) views.middle[n] = open_table<MiddleEntry>(file, views.header, n);
  if (order > 1) views.longest = open_table<LongestEntry>(file, views.header, order);
  return views;
}

template <typename Entry>
void verify_table(const store::Container& file, std::span<const Entry> slots, std::uint64_t homes,
                  std::uint64_t ngrams) {
  std::uint64_t last = 0;
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::uint64_t key = key_of(slots[i]);
    if (key == 0) continue;
    if (key <= last || home_of(key, homes) > i) file.damaged("keys of a table are not in order");
    if (!std::isfinite(slots[i].log_prob)) file.damaged("a probability is not a number");
    last = key;
    ++taken;
  }
  if (taken != ngrams) file.damaged("a table does not hold as many n-grams as the header says");
}

// What the checksums cannot know: that the values were sound when they were written.
void verify_values(const store::Container& file, const TableViews& views) {
  for (const UnigramEntry& entry : views.unigrams) {
    if (!std::isfinite(entry.log_prob) || !std::isfinite(entry.backoff))
      file.damaged("a probability is not a number");
  }
  const ModelHeader& header = views.header;
  for (unsigned n = 2; n < header.order; ++n) {
    verify_table(file, views.middle[n], header.home_counts[n - 1], header.ngram_counts[n - 1]);
    for (const MiddleEntry& entry : views.middle[n]) {
      if (!std::isfinite(entry.backoff)) file.damaged("a back-off is not a number");
    }
  }
  if (header.order > 1) {
    verify_table(file, views.longest, header.home_counts[header.order - 1],
                 header.ngram_counts[header.order - 1]);
  }
}

// Nothing if the key is not in the table.
template <typename Entry>
const Entry* find_entry(std::span<const Entry> slots, std::uint64_t homes, std::uint64_t key) noexcept {
  if (slots.empty()) return nullptr;
  const Entry* const end = slots.data() + slots.size();
  for (const Entry* slot = slots.data() + home_of(key, homes); slot != end; ++slot) {
    const std::uint64_t here = key_of(*slot);
    if (here == key) return slot;
    if (here == 0 || here > key) return nullptr;
  }
  return nullptr;
}

template <typename Entry>
void prefetch_entry(std::span<const Entry> slots, std::uint64_t homes, std::uint64_t key) noexcept {
  if (!slots.empty()) __builtin_prefetch(slots.data() + home_of(key, homes));
}

// The longest n-gram found that ends in the word, and what of it the next context needs.
struct Match {
  float log_prob;
  std::uint32_t length;
  std::uint32_t context_length;
};

Match longest_match(const TableViews& views, const State& before, std::uint32_t context,
                    std::uint32_t word) noexcept {
  const ModelHeader& header = views.header;
  // The tables are asked in turn, but their memory is asked for at once: a miss in the cache costs its time
  // only once.
  std::array<std::uint64_t, kMaxOrder + 1> keys{};
  std::uint64_t key = first_key(header.hash_seed, word);
  for (std::uint32_t n = 2; n <= context + 1; ++n) {
    key = extend_key(key, before.words[n - 2]);
    keys[n] = key;
    if (n == header.order) {
      prefetch_entry(views.longest, header.home_counts[n - 1], key);
    } else {
      prefetch_entry(views.middle[n], header.home_counts[n - 1], key);
    }
  }
  const UnigramEntry& unigram = views.unigrams[word];
  Match match{unigram.log_prob, 1, header.order > 1 && context_matters(unigram.backoff) ? 1U : 0U};
  for (std::uint32_t n = 2; n <= context + 1; ++n) {
    if (n == header.order) {
      const LongestEntry* entry = find_entry(views.longest, header.home_counts[n - 1], keys[n]);
      if (entry != nullptr) match = {entry->log_prob, n, match.context_length};
      return match;
    }
    const MiddleEntry* entry = find_entry(views.middle[n], header.home_counts[n - 1], keys[n]);
    if (entry == nullptr) return match;
    match = {entry->log_prob, n, context_matters(entry->backoff) ? n : match.context_length};
  }
  return match;
}

// Sum of the back-offs of the contexts of lengths [shortest, context].
float backoff_sum(const TableViews& views, const State& before, std::uint32_t shortest,
                  std::uint32_t context) noexcept {
  if (shortest > context) return 0.0F;
  const ModelHeader& header = views.header;
  const std::uint32_t last = before.words[0] < views.unigrams.size() ? before.words[0] : 0;
  float sum = shortest == 1 ? views.unigrams[last].backoff : 0.0F;
  std::uint64_t key = first_key(header.hash_seed, last);
  for (std::uint32_t n = 2; n <= context; ++n) {
    key = extend_key(key, before.words[n - 1]);
    if (n < shortest) continue;
    const MiddleEntry* entry = find_entry(views.middle[n], header.home_counts[n - 1], key);
    if (entry == nullptr) break;
    sum += entry->backoff;
  }
  return sum;
}

}  // namespace

Model::Model(std::unique_ptr<const MappedTables> tables) : tables_(std::move(tables)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Model Model::load(const std::string& path, store::Verify verify) {
  if (!is_container(path)) return from_data(read_arpa(path));
  auto tables = std::make_unique<MappedTables>();
  tables->container = store::Container::open(path, kContainerKind, kContainerVersion, verify);
  tables->views = open_views(*tables->container);
  if (verify == store::Verify::kFull) verify_values(*tables->container, tables->views);
  return Model(std::move(tables));
}

Model Model::from_data(const NgramModelData& data) {
  auto tables = std::make_unique<MappedTables>();
  tables->vocabulary = data.vocabulary;
  tables->built = build_tables(data);
  TableViews& views = tables->views;
  views.header = tables->built.header;
  views.vocabulary = tables->vocabulary;
  views.unigrams = tables->built.unigrams;
  for (unsigned n = 2; n < data.order(); ++n) views.middle[n] = tables->built.middle[n];
  views.longest = tables->built.longest;
  return Model(std::move(tables));
}

unsigned Model::order() const noexcept {
  return tables_->views.header.order;
}
std::uint64_t Model::ngram_count(unsigned n) const {
  CALQUE_CHECK(n >= 1 && n <= order());
  return tables_->views.header.ngram_counts[n - 1];
}
text::VocabularyView Model::vocabulary() const noexcept {
  return tables_->views.vocabulary;
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
  const auto id = tables_->views.vocabulary.find(word);
  if (!id || *id == kSentenceBeginId || *id == kSentenceEndId) return kUnknownId;
  return *id;
}

State Model::begin_state() const noexcept {
  State state;
  const UnigramEntry& begin = tables_->views.unigrams[text::index_of(kSentenceBeginId)];
  if (order() == 1 || !context_matters(begin.backoff)) return state;
  state.length = 1;
  state.words[0] = static_cast<std::uint32_t>(kSentenceBeginId);
  return state;
}

float Model::score(const State& before, text::WordId word, State& after) const noexcept {
  const TableViews& views = tables_->views;
  const std::uint32_t id =
      static_cast<std::uint32_t>(text::index_of(word) < views.unigrams.size() ? word : kUnknownId);
  const std::uint32_t context = std::min(before.length, views.header.order - 1);
  const Match match = longest_match(views, before, context, id);
  const float log_prob = match.log_prob + backoff_sum(views, before, match.length, context);
  // From the oldest word on, so that `after` may be `before`.
  for (std::uint32_t k = kMaxOrder - 1; k-- > 1;)
    after.words[k] = k < match.context_length ? before.words[k - 1] : 0;
  after.words[0] = match.context_length > 0 ? id : 0;
  after.length = match.context_length;
  return log_prob;
}

}  // namespace calque::lm
