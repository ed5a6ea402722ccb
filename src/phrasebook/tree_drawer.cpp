#include "phrasebook/tree_drawer.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/hash.h"

namespace calque::phrasebook {
namespace {

// From here on only the shortest way to an end is taken.
constexpr std::size_t kLongTree = 45;
constexpr std::size_t kDeepTree = 24;
// How often another word or rule is drawn after one that led to a dead end or that the sentence already has.
constexpr std::size_t kAttempts = 6;
constexpr std::size_t kMaxSteps = 2'000;
constexpr std::size_t kRemembered = 1 << 15;
// A rule that is already among the functions.
constexpr std::uint32_t kDone = ~std::uint32_t{0};

}  // namespace

TreeDrawer::TreeDrawer(const World& world, const std::vector<bool>& usable)
    : world_(world),
      usable_(usable),
      heights_(shortest_trees(world, usable)),
      choices_(world.categories.size()),
      remembered_(kRemembered) {
  id_of({});  // the request for nothing is 0
  for (Remembered& slot : remembered_) slot.key = ~std::uint64_t{0};
}

bool TreeDrawer::draw(Rng& rng, Tree& tree) {
  rng_ = &rng;
  tree_ = &tree;
  tree.clear();
  steps_ = 0;
  NodeIndex made = 0;
  return expand(0, 0, 0, made);
}

std::uint32_t TreeDrawer::id_of(Request request) {
  std::sort(request.begin(), request.end());
  request.erase(std::unique(request.begin(), request.end()), request.end());
  const auto [at, fresh] = request_ids_.emplace(request, static_cast<std::uint32_t>(requests_.size()));
  if (fresh) requests_.push_back(std::move(request));
  return at->second;
}

bool TreeDrawer::fits(const Function& word, const Request& request) const {
  return std::all_of(request.begin(), request.end(), [&](const auto& wanted) {
    const auto& [attribute, types] = wanted;
    if (attribute == kNoIndex) return word.types.meets(types);
    return word.attributes[attribute].empty() || word.attributes[attribute].meets(types);
  });
}

// All words and rules of a category that fit; whether the rules come to an end is not yet known.
TreeDrawer::Choices TreeDrawer::make_choices(std::size_t category, std::uint32_t request) {
  const Category& c = world_.categories[category];
  Choices made;
  for (const std::size_t f : c.words) {
    if (usable_[f] && fits(world_.functions[f], requests_[request]))
      made.functions.push_back(static_cast<std::uint32_t>(f));
  }
  made.words = made.functions.size();
  for (const std::size_t f : c.rules) {
    if (usable_[f] && heights_[f] != kNoIndex) made.rules.push_back(static_cast<std::uint32_t>(f));
  }
  return made;
}

// The request for an argument, as far as it depends on no other argument.
std::uint32_t TreeDrawer::known_request(const Argument& argument, std::uint32_t inherited) {
  Request asked;
  for (const Condition& condition : argument.conditions) {
    if (condition.with == Condition::With::kTypes) asked.emplace_back(condition.attribute, condition.types);
    if (condition.with != Condition::With::kInherited) continue;
    asked.insert(asked.end(), requests_[inherited].begin(), requests_[inherited].end());
  }
  return id_of(std::move(asked));
}

TreeDrawer::Choices& TreeDrawer::slot(std::size_t category, std::uint32_t request) {
  auto& known = choices_[category];
  if (known.size() <= request) known.resize(request + 1);
  if (known[request] == nullptr) {
    known[request] = std::make_shared<Choices>(make_choices(category, request));
    open_.emplace_back(category, request);
  }
  return *known[request];
}

const TreeDrawer::Choices& TreeDrawer::choices(std::size_t category, std::uint32_t request) {
  if (request < choices_[category].size() && choices_[category][request] != nullptr) {
    return *choices_[category][request];
  }
  // Everything that can be asked for on the way is looked at together: a rule may be used if all its
  // arguments can be filled, which becomes known from the words upwards.
  slot(category, request);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::size_t of = open_[i].first;
      const std::uint32_t asked = open_[i].second;
      for (std::uint32_t& rule : choices_[of][asked]->rules) {
        if (rule == kDone) continue;
        const auto& arguments = world_.functions[rule].arguments;
        const bool possible = std::all_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
          return !slot(argument.category, known_request(argument, asked)).functions.empty();
        });
        if (!possible) continue;
        choices_[of][asked]->functions.push_back(std::exchange(rule, kDone));
        changed = true;
      }
    }
  }
  for (const auto& [of, asked] : open_) finish(of, asked);
  open_.clear();
  return *choices_[category][request];
}

// Rules in the order of the grammar, with their weights.
void TreeDrawer::finish(std::size_t category, std::uint32_t request) {
  Choices& made = *choices_[category][request];
  made.rules.clear();
  std::sort(made.functions.begin() + static_cast<std::ptrdiff_t>(made.words), made.functions.end());
  std::vector<double> weights;
  for (const std::uint32_t f : made.functions) weights.push_back(world_.functions[f].weight);
  const auto words_end = weights.begin() + static_cast<std::ptrdiff_t>(made.words);
  const double sum = std::accumulate(weights.begin(), words_end, 0.0);
  for (auto it = weights.begin(); it != words_end; ++it)
    *it *= world_.categories[category].words_weight / sum;
  made.word_places = alias_table({weights.begin(), words_end});
  made.places = alias_table(std::move(weights));
  for (std::size_t i = made.words; i < made.functions.size() && made.words == 0; ++i) {
    if (heights_[made.functions[i]] < heights_[made.functions[made.shortest]]) made.shortest = i;
  }
  // Most requests leave the same choices; one copy of them stays in the processor's cache.
  auto& kept = shared_[made.functions];
  if (kept == nullptr) kept = choices_[category][request];
  choices_[category][request] = kept;
}

// Vose's way to build the table: places with too little are filled up from places with too much.
std::vector<TreeDrawer::Choices::Place> TreeDrawer::alias_table(std::vector<double> weights) {
  const std::size_t n = weights.size();
  std::vector<Choices::Place> places(n);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < n; ++i) {
    weights[i] *= static_cast<double>(n) / sum;
    (weights[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t less = small.back();
    const std::uint32_t more = large.back();
    small.pop_back();
    places[less] = {weights[less], more};
    weights[more] -= 1 - weights[less];
    if (weights[more] >= 1) continue;
    large.pop_back();
    small.push_back(more);
  }
  return places;
}

std::size_t TreeDrawer::draw_place(const std::vector<Choices::Place>& places, Rng& rng) {
  const double drawn = rng.uniform() * static_cast<double>(places.size());
  const auto i = std::min(static_cast<std::size_t>(drawn), places.size() - 1);
  return drawn - static_cast<double>(i) < places[i].share ? i : places[i].alias;
}

bool TreeDrawer::is_taken(std::uint32_t function) const {
  return std::any_of(tree_->begin(), tree_->end(), [&](const Node& n) { return n.function == function; });
}

bool TreeDrawer::expand(std::size_t category, std::uint32_t request, std::size_t depth, NodeIndex& made) {
  const std::size_t before = tree_->size();
  const bool hurry = before > kLongTree || depth > kDeepTree;
  const bool once = world_.categories[category].once;
  for (std::size_t attempt = 0; attempt < kAttempts; ++attempt) {
    if (++steps_ > kMaxSteps || before >= kMaxNodes) return false;
    const Choices& all = choices(category, request);
    if (all.functions.empty()) return false;
    // After a dead end words come first: rules inside of rules would multiply the attempts.
    const bool words_only = (hurry || attempt > 0) && all.words > 0;
    const std::size_t chosen = words_only ? draw_place(all.word_places, *rng_)
                               : hurry    ? all.shortest
                                          : draw_place(all.places, *rng_);
    const std::uint32_t function = all.functions[chosen];
    if (chosen >= all.words) {
      if (expand_rule(function, request, depth, made)) return true;
      tree_->resize(before);
    } else if (!once || !is_taken(function)) {
      made = static_cast<NodeIndex>(before);
      tree_->push_back({function, made, {}});
      return true;
    }
  }
  return false;
}

bool TreeDrawer::expand_rule(std::uint32_t function, std::uint32_t request, std::size_t depth,
                             NodeIndex& made) {
  const Function& rule = world_.functions[function];
  const std::size_t self = tree_->size();
  made = static_cast<NodeIndex>(self);
  tree_->push_back({function, 0, {}});
  for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
    const Argument& argument = rule.arguments[i];
    NodeIndex child = 0;
    const std::uint32_t asked = request_of(function, i, request, (*tree_)[self]);
    if (!expand(argument.category, asked, depth + 1, child)) return false;
    (*tree_)[self].children[i] = child;
  }
  (*tree_)[self].head = (*tree_)[(*tree_)[self].children[rule.head]].head;
  return true;
}

std::uint32_t TreeDrawer::request_of(std::uint32_t function, std::size_t index, std::uint32_t inherited,
                                     const Node& parent) {
  const Argument& argument = world_.functions[function].arguments[index];
  if (argument.conditions.empty()) return 0;
  std::uint64_t key = std::uint64_t{function * kMaxArguments + index} << 32U;
  std::uint64_t heads = 0;
  for (const Condition& condition : argument.conditions) {
    if (condition.with == Condition::With::kInherited) {
      if (argument.conditions.size() == 1) return inherited;
      key |= inherited;
    } else if (condition.with != Condition::With::kTypes) {
      if (heads >> 32U != 0) return id_of(make_request(argument, inherited, parent));
      heads = heads << 32U | ((*tree_)[(*tree_)[parent.children[condition.argument]].head].function + 1);
    }
  }
  Remembered& slot = remembered_[combine_hash(combine_hash(0, key), heads) % kRemembered];
  if (slot.key != key || slot.heads != heads)
    slot = {key, heads, id_of(make_request(argument, inherited, parent))};
  return slot.request;
}

TreeDrawer::Request TreeDrawer::make_request(const Argument& argument, std::uint32_t inherited,
                                             const Node& parent) const {
  Request request;
  for (const Condition& condition : argument.conditions) {
    const auto head = [&]() -> const Function& {
      return world_.functions[(*tree_)[(*tree_)[parent.children[condition.argument]].head].function];
    };
    switch (condition.with) {
      case Condition::With::kInherited:
        request.insert(request.end(), requests_[inherited].begin(), requests_[inherited].end());
        break;
      case Condition::With::kTypes:
        request.emplace_back(condition.attribute, condition.types);
        break;
      case Condition::With::kTypesOf:
        request.emplace_back(condition.attribute, head().types);
        break;
      case Condition::With::kAttributeOf:
        if (const TypeSet& types = head().attributes[condition.other]; !types.empty()) {
          request.emplace_back(condition.attribute, types);
        }
        break;
    }
  }
  return request;
}

}  // namespace calque::phrasebook
