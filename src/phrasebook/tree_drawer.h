// Random trees of the abstract grammar: which sentence is said, before any language says it.
//
// A TreeDrawer keeps scratch memory and lists of words that fit a request; it is not shared between threads.
// The tree depends on the random numbers alone, never on what was drawn before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

// Trees that would grow larger are drawn again; each node may stand for a word that alignments know.
inline constexpr std::size_t kMaxNodes = 64;

using NodeIndex = std::uint8_t;

struct Node {
  std::uint32_t function = 0;
  NodeIndex head = 0;  // the word that stands for the whole
  std::array<NodeIndex, kMaxArguments> children{};
};

// Parents stand before their children; the first node is the sentence.
using Tree = std::vector<Node>;

class TreeDrawer {
 public:
  // Functions that are not `usable` never occur (a language lacks them). Both must outlive the drawer.
  TreeDrawer(const World& world, const std::vector<bool>& usable);

  // False if the attempt came to a dead end: nothing fits what a word asks for, or the tree grew too large.
  bool draw(Rng& rng, Tree& tree);

 private:
  // What is asked of a head: its types (attribute kNoIndex) or one of its attributes must meet a set.
  using Request = std::vector<std::pair<std::size_t, TypeSet>>;

  // Words and rules of a category that fit a request. Drawn by Walker's alias method: a place is chosen
  // evenly, then it or its alias, so that a draw looks at one place however long the list is.
  struct Choices {
    struct Place {
      double share = 1;
      std::uint32_t alias = 0;
    };
    std::vector<std::uint32_t> functions;
    std::vector<Place> places;
    std::vector<Place> word_places;    // the same for words alone
    std::size_t words = 0;             // these stand first
    std::size_t shortest = 0;          // the one with the shortest trees
    std::vector<std::uint32_t> rules;  // not yet known to come to an end
  };
  static std::vector<Choices::Place> alias_table(std::vector<double> weights);
  static std::size_t draw_place(const std::vector<Choices::Place>& places, Rng& rng);

  std::uint32_t id_of(Request request);
  const Choices& choices(std::size_t category, std::uint32_t request);
  Choices make_choices(std::size_t category, std::uint32_t request);
  bool fits(const Function& word, const Request& request) const;
  std::uint32_t known_request(const Argument& argument, std::uint32_t inherited);
  Choices& slot(std::size_t category, std::uint32_t request);
  void finish(std::size_t category, std::uint32_t request);
  std::uint32_t request_of(std::uint32_t function, std::size_t argument, std::uint32_t inherited,
                           const Node& parent);
  Request make_request(const Argument& argument, std::uint32_t inherited, const Node& parent) const;
  bool expand(std::size_t category, std::uint32_t request, std::size_t depth, NodeIndex& made);
  bool expand_rule(std::uint32_t function, std::uint32_t request, std::size_t depth, NodeIndex& made);
  bool is_taken(std::uint32_t function) const;

  const World& world_;
  const std::vector<bool>& usable_;
  std::vector<std::size_t> heights_;
  std::vector<Request> requests_;
  std::map<Request, std::uint32_t> request_ids_;
  // By category and request; null: not yet looked for.
  std::vector<std::vector<std::shared_ptr<Choices>>> choices_;
  std::map<std::vector<std::uint32_t>, std::shared_ptr<Choices>> shared_;
  std::vector<std::pair<std::size_t, std::uint32_t>> open_;  // choices in the making
  // Requests made before: rule and argument, what it inherits, and the words it depends on.
  struct Remembered {
    std::uint64_t key = 0;
    std::uint64_t heads = 0;
    std::uint32_t request = 0;
  };
  std::vector<Remembered> remembered_;
  Rng* rng_ = nullptr;
  Tree* tree_ = nullptr;
  std::size_t steps_ = 0;
};

}  // namespace calque::phrasebook
