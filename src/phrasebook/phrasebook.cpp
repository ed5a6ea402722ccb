#include "phrasebook/phrasebook.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "phrasebook/generator.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kBlockSize = 1024;     // candidate sentences per block
constexpr std::size_t kBlocksPerRound = 16;  // held in memory together
// Of 100 hash classes, these belong to dev and test; train has the rest.
constexpr std::uint64_t kHashClasses = 100;
constexpr std::uint64_t kDevClasses = 4;
constexpr std::uint64_t kTestClasses = 4;

// Hash of the words, the same for raw and tokenised output.
std::uint64_t hash_tokens(std::span<const Token> tokens, std::uint64_t seed) {
  std::uint64_t hash = seed ^ fnv1a("");
  for (const Token& token : tokens) hash = fnv1a(" ", fnv1a(token.form, hash));
  return degski_mix(hash);
}

Part part_of(std::uint64_t source_hash) {
  const std::uint64_t hash_class = source_hash % kHashClasses;
  if (hash_class < kDevClasses) return Part::kDev;
  return hash_class < kDevClasses + kTestClasses ? Part::kTest : Part::kTrain;
}

// The pairs of one block, flat.
struct BlockPairs {
  struct Record {
    std::size_t source_end = 0;
    std::size_t target_end = 0;
    std::size_t links_end = 0;
    std::uint32_t source_tokens = 0;
    std::uint32_t target_tokens = 0;
    std::uint64_t fingerprint = 0;
  };
  std::string source;
  std::string target;
  std::vector<text::Link> links;
  std::vector<Record> records;
};

// Open-addressing set of 64-bit fingerprints; 0 marks an empty slot.
class FingerprintSet {
 public:
  bool insert(std::uint64_t value) {
    if (value == 0) value = 1;
    if ((size_ + 1) * 2 > slots_.size()) grow();
    std::uint64_t& slot = find(value);
    if (slot == value) return false;
    slot = value;
    ++size_;
    return true;
  }

 private:
  std::uint64_t& find(std::uint64_t value) {
    std::size_t i = value & (slots_.size() - 1);
    while (slots_[i] != 0 && slots_[i] != value) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(1024, slots_.size() * 2));
    old.swap(slots_);
    for (const std::uint64_t value : old) {
      if (value != 0) find(value) = value;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

std::optional<Language> language_of(std::string_view code) {
  for (const Language language :
       {Language::kEnglish, Language::kGerman, Language::kFrench, Language::kJapanese}) {
    if (code_of(language) == code) return language;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, 3> kNames = {"train", "dev", "test"};
  return kNames[static_cast<std::size_t>(part)];
}

LanguagePair parse_pair(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash != std::string_view::npos) {
    const auto source = language_of(text.substr(0, dash));
    const auto target = language_of(text.substr(dash + 1));
    if (source && target && *source != *target) return {*source, *target};
  }
  throw UsageError({}, "language pair '" + std::string(text) + "' is not one the phrasebook speaks",
                   "give two different languages of en, de, fr, ja, such as de-en");
}

struct PairGenerator::State {
  PairOptions options;
  Part part;
  ThreadPool& threads;
  const Lineariser& source;
  const Lineariser& target;
  std::uint64_t next_block = 0;
  std::vector<BlockPairs> blocks;  // of the current round
  std::size_t block = 0;           // position inside the round
  std::size_t record = 0;
  FingerprintSet seen;

  BlockPairs make_block(std::uint64_t index) const;
  void make_round();
  bool is_new(const BlockPairs::Record& r);
};

BlockPairs PairGenerator::State::make_block(std::uint64_t index) const {
  constexpr std::uint64_t kPartShift = 48;
  Rng rng = Rng::for_block(options.seed, (static_cast<std::uint64_t>(part) << kPartShift) + index);
  BlockPairs out;
  Sentence sentence;
  Tokens source_tokens;
  Tokens target_tokens;
  text::Alignment links;
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    phrasebook::generate(rng, sentence);
    source_tokens.clear();
    source.linearise(sentence, source_tokens);
    const std::uint64_t source_hash = hash_tokens(source_tokens, 0);
    if (part_of(source_hash) != part) continue;
    target_tokens.clear();
    target.linearise(sentence, target_tokens);
    link_tokens(source_tokens, target_tokens, links);
    append_line(source_tokens, options.spacing, out.source);
    append_line(target_tokens, options.spacing, out.target);
    out.links.insert(out.links.end(), links.begin(), links.end());
    out.records.push_back({out.source.size(), out.target.size(), out.links.size(),
                           static_cast<std::uint32_t>(source_tokens.size()),
                           static_cast<std::uint32_t>(target_tokens.size()),
                           hash_tokens(target_tokens, source_hash)});
  }
  return out;
}

void PairGenerator::State::make_round() {
  const std::uint64_t first = next_block;
  blocks = threads.map_blocks<BlockPairs>(kBlocksPerRound, 1,
                                          [&](const Block& b) { return make_block(first + b.index); });
  next_block += kBlocksPerRound;
  block = 0;
  record = 0;
}

bool PairGenerator::State::is_new(const BlockPairs::Record& r) {
  if (part == Part::kTrain && r.source_tokens <= kShortSentence) return true;
  return seen.insert(r.fingerprint);
}

PairGenerator::PairGenerator(const PairOptions& options, Part part, ThreadPool& threads)
    : state_(new State{.options = options,
                       .part = part,
                       .threads = threads,
                       .source = lineariser(options.languages.source),
                       .target = lineariser(options.languages.target),
                       .blocks = {},
                       .seen = {}}) {}

PairGenerator::~PairGenerator() = default;

void PairGenerator::generate(std::uint64_t count, const std::function<void(const PairView&)>& take) {
  State& s = *state_;
  while (count > 0) {
    if (s.block == s.blocks.size()) s.make_round();
    const BlockPairs& b = s.blocks[s.block];
    if (s.record == b.records.size()) {
      ++s.block;
      s.record = 0;
      continue;
    }
    const BlockPairs::Record& r = b.records[s.record];
    const BlockPairs::Record before = s.record == 0 ? BlockPairs::Record{} : b.records[s.record - 1];
    ++s.record;
    if (!s.is_new(r)) continue;
    PairView view;
    view.source = std::string_view(b.source).substr(before.source_end, r.source_end - before.source_end);
    view.target = std::string_view(b.target).substr(before.target_end, r.target_end - before.target_end);
    view.alignment = std::span(b.links).subspan(before.links_end, r.links_end - before.links_end);
    view.source_tokens = r.source_tokens;
    view.target_tokens = r.target_tokens;
    take(view);
    --count;
  }
}

std::vector<SentencePair> generate_pairs(const PairOptions& options, Part part, std::uint64_t count,
                                         ThreadPool& threads) {
  std::vector<SentencePair> pairs;
  pairs.reserve(count);
  PairGenerator generator(options, part, threads);
  generator.generate(count, [&](const PairView& view) {
    pairs.push_back(
        {std::string(view.source), std::string(view.target), {view.alignment.begin(), view.alignment.end()}});
  });
  return pairs;
}

}  // namespace calque::phrasebook
