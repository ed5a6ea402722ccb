#include "phrasebook/phrasebook.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <tsl/robin_set.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "phrasebook/tree_drawer.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kBlockSize = 1024;     // candidate sentences per block
constexpr std::size_t kBlocksPerRound = 16;  // held in memory together
// After so many rounds without a new sentence there is none.
constexpr std::size_t kFruitlessRounds = 20;
// Of 100 hash classes, these belong to dev and test; train has the rest.
constexpr std::uint64_t kHashClasses = 100;
constexpr std::uint64_t kDevClasses = 4;
constexpr std::uint64_t kTestClasses = 4;

// Hash of the words, the same for raw and tokenised output.
std::uint64_t hash_tokens(std::span<const Token> tokens, std::uint64_t seed) {
  // The first word with its capital, so that "Ihr" and "ihr" do not make two of one sentence.
  std::uint64_t hash = combine_hash(seed, degski_mix(fnv1a(tokens[0].surface->capital)));
  for (const Token& token : tokens.subspan(1)) hash = combine_hash(hash, token.surface->hash);
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

}  // namespace

std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, 3> kNames = {"train", "dev", "test"};
  return kNames[static_cast<std::size_t>(part)];
}

// What one thread needs to make pairs; kept, because it remembers words and lists of words.
struct Workbench {
  explicit Workbench(const Grammar& grammar)
      : drawer(grammar.world, grammar.usable),
        source(grammar.source, grammar.world),
        target(grammar.target, grammar.world) {}

  TreeDrawer drawer;
  Speaker source;
  Speaker target;
  Tree tree;
  Tokens source_tokens;
  Tokens target_tokens;
  text::Alignment links;
};

struct PairGenerator::State {
  PairOptions options;
  Part part;
  ThreadPool& threads;
  std::vector<std::unique_ptr<Workbench>> workbenches;  // by thread
  std::uint64_t next_block = 0;
  std::vector<BlockPairs> blocks;  // of the current round
  std::size_t block = 0;           // position inside the round
  std::size_t record = 0;
  tsl::robin_set<std::uint64_t> seen;  // fingerprints of pairs

  BlockPairs make_block(std::uint64_t index, std::size_t thread);
  void make_round();
  bool is_new(const BlockPairs::Record& r);
};

BlockPairs PairGenerator::State::make_block(std::uint64_t index, std::size_t thread) {
  constexpr std::uint64_t kPartShift = 48;
  Rng rng = Rng::for_block(options.seed, (static_cast<std::uint64_t>(part) << kPartShift) + index);
  BlockPairs out;
  if (workbenches[thread] == nullptr) workbenches[thread] = std::make_unique<Workbench>(*options.grammar);
  Workbench& w = *workbenches[thread];
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    if (!w.drawer.draw(rng, w.tree) || !w.source.say(w.tree, w.source_tokens)) continue;
    const std::uint64_t source_hash = hash_tokens(w.source_tokens, 0);
    if (part_of(source_hash) != part || !w.target.say(w.tree, w.target_tokens)) continue;
    link_tokens(w.source_tokens, w.target_tokens, w.links);
    append_line(w.source_tokens, options.spacing, out.source);
    append_line(w.target_tokens, options.spacing, out.target);
    out.links.insert(out.links.end(), w.links.begin(), w.links.end());
    out.records.push_back({out.source.size(), out.target.size(), out.links.size(),
                           static_cast<std::uint32_t>(w.source_tokens.size()),
                           static_cast<std::uint32_t>(w.target_tokens.size()),
                           hash_tokens(w.target_tokens, source_hash)});
  }
  return out;
}

void PairGenerator::State::make_round() {
  const std::uint64_t first = next_block;
  blocks = threads.map_blocks<BlockPairs>(
      kBlocksPerRound, 1, [&](const Block& b) { return make_block(first + b.index, b.thread); });
  next_block += kBlocksPerRound;
  block = 0;
  record = 0;
}

bool PairGenerator::State::is_new(const BlockPairs::Record& r) {
  if (part == Part::kTrain && r.source_tokens <= kShortSentence) return true;
  return seen.insert(r.fingerprint).second;
}

PairGenerator::PairGenerator(const PairOptions& options, Part part, ThreadPool& threads)
    : state_(new State{.options = options,
                       .part = part,
                       .threads = threads,
                       .workbenches = {},
                       .blocks = {},
                       .seen = {}}) {
  state_->workbenches.resize(threads.threads());
}

PairGenerator::~PairGenerator() = default;

void PairGenerator::generate(std::uint64_t count, const std::function<void(const PairView&)>& take) {
  State& s = *state_;
  const std::uint64_t wanted = count;
  std::size_t fruitless = 0;
  while (count > 0) {
    if (s.block == s.blocks.size()) {
      if (fruitless++ == kFruitlessRounds) {
        throw UsageError({s.options.grammar->world.file},
                         fmt::format("the grammar has too few different sentences: {} of {} for {}",
                                     wanted - count, wanted, name_of(s.part)),
                         "ask for fewer, or give it more words and rules");
      }
      s.make_round();
    }
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
    fruitless = 0;
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
