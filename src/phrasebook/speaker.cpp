#include "phrasebook/speaker.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxParts = 150;
constexpr std::size_t kMaxSteps = 5'000;
constexpr std::size_t kRememberedWords = 100'000;

}  // namespace

void append_line(std::span<const Token> tokens, Spacing spacing, std::string& out) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Surface& surface = *tokens[i].surface;
    if (i == 0) {
      out += surface.capital;
      continue;
    }
    if (spacing == Spacing::kTokens || !(surface.glued_before || tokens[i - 1].surface->glued_after))
      out += ' ';
    out += surface.text;
  }
}

void link_tokens(std::span<const Token> source, std::span<const Token> target, text::Alignment& links) {
  links.clear();
  for (std::uint32_t i = 0; i < source.size(); ++i) {
    for (std::uint32_t j = 0; j < target.size(); ++j) {
      if (source[i].nodes.meets(target[j].nodes)) links.push_back({i, j});
    }
  }
}

Speaker::Speaker(const Language& language, const World& world) : language_(language), world_(world) {
  for (const Function& function : world.functions) {
    categories_.push_back(function.is_word() ? &language.categories[function.category] : nullptr);
  }
}

bool Speaker::say(const Tree& tree, Tokens& tokens) {
  tree_ = &tree;
  tokens.clear();
  parts_.clear();
  steps_ = 0;
  if (words_.size() > kRememberedWords) words_.clear();
  find_values();
  Environment environment;
  environment.values.fill(kUnset);
  environment.from.fill(0);
  write(0, 0, environment);
  if (parts_.size() > kMaxParts || steps_ > kMaxSteps) return false;
  put_words_together(tokens);
  if (!language_.joins.empty()) join(tokens);
  return !tokens.empty();
}

// Children stand behind their parents, so their values are there before anybody asks.
void Speaker::find_values() {
  const Tree& tree = *tree_;
  values_.resize(tree.size());
  for (std::size_t i = tree.size(); i-- > 0;) {
    const Node& node = tree[i];
    if (categories_[node.function] != nullptr) {
      values_[i] = language_.words[node.function].values;
      continue;
    }
    values_[i].fill(kUnset);
    for (const Setting& given : language_.rules[node.function].gives) {
      values_[i][given.feature] =
          given.value != kUnset ? given.value : values_[node.children[given.argument]][given.feature];
    }
  }
}

std::size_t Speaker::cell(const Shape& shape, const Environment& environment) const {
  std::size_t index = 0;
  for (const std::uint8_t feature : shape.features) {
    index = index * language_.feature_sizes[feature] + environment.values[feature];
  }
  CALQUE_CHECK(index < shape.cells);  // check_features has seen to it
  return index;
}

void Speaker::write(std::size_t node, std::size_t field, const Environment& environment) {
  if (++steps_ > kMaxSteps || parts_.size() > kMaxParts) return;
  const std::uint32_t function = (*tree_)[node].function;
  if (categories_[function] != nullptr) {
    const Field& forms = categories_[function]->fields[field];
    NodeSet nodes;
    nodes.add(node);
    return write_phrase(language_.words[function].forms[forms.first + cell(forms.forms, environment)], nodes);
  }
  const LanguageRule& rule = language_.rules[function];
  const LanguageRule::FieldRows& rows = rule.fields[field];
  Environment changed;
  const Environment* seen = &environment;
  if (!rule.settings.empty()) {
    changed = environment;
    set(rule.settings, node, changed);
    seen = &changed;
  }
  if (rows.rows.empty()) return write((*tree_)[node].children[rows.argument], rows.field, *seen);
  for (const Row& row : rows.rows) {
    bool fits = true;
    for (const Guard& guard : row.guards) fits = fits && holds(guard, node, *seen);
    if (fits) return write_row(node, row, *seen);
  }
  throw DataError(rows.rows.back().place,
                  fmt::format("no row of rule '{}' fits a sentence", world_.functions[function].name),
                  "add a last row without conditions");
}

void Speaker::write_row(std::size_t node, const Row& row, const Environment& environment) {
  for (const Item& item : row.items) {
    Environment changed;
    const Environment* seen = &environment;
    if (!item.settings.empty()) {
      changed = environment;
      set(item.settings, node, changed);
      seen = &changed;
    }
    if (item.kind == Item::Kind::kArgument) {
      write((*tree_)[node].children[item.index], item.field, *seen);
    } else if (item.kind == Item::Kind::kText) {
      write_phrase(item.index, nodes_of(item, node, *seen));
    } else {
      const Table& table = language_.tables[item.index];
      write_phrase(table.cells[cell(table.shape, *seen)], nodes_of(item, node, *seen));
    }
  }
}

void Speaker::write_phrase(std::uint32_t phrase, const NodeSet& nodes) {
  if ((phrase & kManyPieces) == 0) {
    parts_.push_back({phrase, nodes});
    return;
  }
  for (const std::uint32_t piece : language_.phrases[phrase & ~kManyPieces]) parts_.push_back({piece, nodes});
}

bool Speaker::holds(const Guard& guard, std::size_t node, const Environment& environment) const {
  bool fits = false;
  if (guard.of == Guard::Of::kTypes) {
    const Node& child = (*tree_)[(*tree_)[node].children[guard.argument]];
    const std::uint32_t word = (*tree_)[child.head].function;
    fits = world_.functions[word].types.meets(guard.types) ||
           std::find(guard.words.begin(), guard.words.end(), word) != guard.words.end();
  } else {
    const std::uint8_t value = guard.of == Guard::Of::kEnvironment
                                   ? environment.values[guard.feature]
                                   : values_[(*tree_)[node].children[guard.argument]][guard.feature];
    fits = value != kUnset && (guard.values >> value & 1U) != 0;
  }
  return fits != guard.negated;
}

void Speaker::set(const std::vector<Setting>& settings, std::size_t node, Environment& environment) const {
  for (const Setting& setting : settings) {
    if (setting.value != kUnset) {
      environment.values[setting.feature] = setting.value;
      environment.from[setting.feature] = static_cast<NodeIndex>(node);
    } else {
      const NodeIndex child = (*tree_)[node].children[setting.argument];
      environment.values[setting.feature] = values_[child][setting.feature];
      environment.from[setting.feature] = (*tree_)[child].head;
    }
  }
}

NodeSet Speaker::nodes_of(const Item& item, std::size_t node, const Environment& environment) const {
  NodeSet nodes;
  for (std::size_t part = 0; part < NodeSet::kParts; ++part) {
    if ((item.own >> part & 1U) != 0) nodes.add(node, part);
  }
  for (const std::uint8_t argument : item.arguments) {
    nodes.add((*tree_)[(*tree_)[node].children[argument]].head);
  }
  for (const std::uint8_t feature : item.features) nodes.add(environment.from[feature]);
  return nodes;
}

void Speaker::put_words_together(Tokens& tokens) {
  for (std::size_t begin = 0; begin < parts_.size();) {
    std::size_t end = begin + 1;
    while (end < parts_.size() && language_.pieces[parts_[end].piece].goes_on) ++end;
    if (end == begin + 1) {
      add_token(language_.pieces[parts_[begin].piece].alone, parts_[begin].nodes, tokens);
    } else {
      // Blanks in the parts say where one token ends; sounds neither add nor remove blanks.
      std::size_t part = begin;
      for (const Surface& surface : whole_word(begin, end)) {
        NodeSet nodes;
        for (bool first = true; part < end; ++part, first = false) {
          const std::string& raw = language_.pieces[parts_[part].piece].raw;
          if (!first && raw.starts_with("+ ")) break;
          nodes.add(parts_[part].nodes);
        }
        add_token(surface, nodes, tokens);
      }
    }
    begin = end;
  }
}

const std::vector<Surface>& Speaker::whole_word(std::size_t begin, std::size_t end) {
  key_.clear();
  for (std::size_t i = begin; i < end; ++i) key_ += language_.pieces[parts_[i].piece].raw;
  const auto [at, fresh] = words_.try_emplace(key_);
  if (!fresh) return at->second;
  const std::string written = language_.sounds.apply(key_);
  for (std::size_t from = 0; from <= written.size();) {
    const std::size_t blank = std::min(written.find(' ', from), written.size());
    if (blank > from) at->second.push_back(language_.make_surface(written.substr(from, blank - from)));
    from = blank + 1;
  }
  return at->second;
}

void Speaker::add_token(const Surface& surface, const NodeSet& nodes, Tokens& tokens) {
  if (!surface.text.empty()) tokens.push_back({&surface, nodes});
}

// From the end, because what follows decides how a word is written: "de le homme" is "de l'homme".
void Speaker::join(Tokens& tokens) const {
  std::size_t kept = tokens.size();  // tokens [kept, size) are done
  for (std::size_t i = tokens.size(); i-- > 0;) {
    Token token = tokens[i];
    while (kept < tokens.size()) {
      const std::uint64_t joins = token.surface->joins_next & tokens[kept].surface->joins_before;
      if (joins == 0) break;
      const auto join = static_cast<std::size_t>(std::countr_zero(joins));
      token.surface = &language_.join_results[join];
      if (language_.joins[join].second.front() == '<') break;
      token.nodes.add(tokens[kept++].nodes);
    }
    tokens[--kept] = token;
  }
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(kept));
}

}  // namespace calque::phrasebook
