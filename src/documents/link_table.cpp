#include "documents/link_table.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace calque::documents {
namespace {

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_inside_character(std::string_view text, std::size_t offset) {
  return offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0U) == 0x80U;
}

bool is_range_of(std::string_view text, TextRange range) {
  return range.begin < range.end && range.end <= text.size() && !is_inside_character(text, range.begin) &&
         !is_inside_character(text, range.end);
}

bool earlier(TextRange a, TextRange b) {
  return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
}

// Whether one of the ranges, which are sorted and do not overlap each other, overlaps this one.
bool overlaps_any(const std::vector<TextRange>& sorted, TextRange range) {
  const auto next = std::partition_point(sorted.begin(), sorted.end(),
                                         [&](TextRange each) { return each.end <= range.begin; });
  return next != sorted.end() && next->begin < range.end;
}

void insert_sorted(std::vector<TextRange>& sorted, TextRange range) {
  sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), range, earlier), range);
}

// A word that only contains the text, as "cat" contains "a", is not an occurrence.
bool stands_alone(std::string_view text, TextRange range) {
  if (range.begin > 0 && is_word_byte(text[range.begin]) && is_word_byte(text[range.begin - 1])) return false;
  return range.end == text.size() || !is_word_byte(text[range.end - 1]) || !is_word_byte(text[range.end]);
}

std::vector<TextRange> words_of(std::string_view text) {
  std::vector<TextRange> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (i == 0 || text[i - 1] == ' ') words.push_back({i, i});
    words.back().end = i + 1;
  }
  return words;
}

// Links word by word in order, for translators that tell none.
std::vector<Link> proportional_links(std::string_view source, std::string_view target) {
  const std::vector<TextRange> from = words_of(source);
  const std::vector<TextRange> to = words_of(target);
  std::vector<Link> links;
  for (std::size_t i = 0; !to.empty() && i < from.size(); ++i) {
    const std::size_t begin = i * to.size() / from.size();
    const std::size_t end = std::max(begin + 1, (i + 1) * to.size() / from.size());
    for (std::size_t k = begin; k < end; ++k) links.push_back({from[i], to[k]});
  }
  return links;
}

}  // namespace

bool is_blank(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\xC2\xA0") {
      ++i;
    } else if (text[i] != ' ' && (text[i] < '\t' || text[i] > '\r')) {
      return false;
    }
  }
  return true;
}

LinkTable::LinkTable(const Segment& segment, const Translated& translated)
    : kept_places_(segment.nodes.size()) {
  if (segment.nodes.empty()) return;
  for (const Link& link : translated.links)
    if (is_range_of(segment.text, link.source) && is_range_of(translated.text, link.target))
      links_.push_back(link);
  if (links_.empty()) links_ = proportional_links(segment.text, translated.text);
  split_copied_words(segment, translated.text);
  sort_links();
  find_kept(segment, translated.text);
  drop_links_of_kept(segment);
  sort_links();
  for (const Link& link : links_) cuts_.insert(cuts_.end(), {link.target.begin, link.target.end});
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
}

// A word that comes out as it went in is linked letter by letter: H<sub>2</sub>O.
void LinkTable::split_copied_words(const Segment& segment, std::string_view target) {
  std::vector<std::size_t> edges;
  for (const InlineNode& node : segment.nodes)
    edges.insert(edges.end(), {node.source.begin, node.source.end});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const std::string_view source = segment.text;
  const std::size_t count = links_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Link link = links_[i];
    const std::size_t length = link.source.end - link.source.begin;
    if (source.substr(link.source.begin, length) !=
        target.substr(link.target.begin, link.target.end - link.target.begin))
      continue;
    auto edge = std::upper_bound(edges.begin(), edges.end(), link.source.begin);
    std::size_t done = 0;
    for (; edge != edges.end() && *edge < link.source.end; ++edge) {
      const std::size_t at = *edge - link.source.begin;
      links_.push_back(
          {{link.source.begin + done, *edge}, {link.target.begin + done, link.target.begin + at}});
      done = at;
    }
    links_[i] = {{link.source.begin + done, link.source.end}, {link.target.begin + done, link.target.end}};
  }
}

void LinkTable::sort_links() {
  std::sort(links_.begin(), links_.end(), [](const Link& a, const Link& b) {
    return std::tie(a.source.begin, a.source.end, a.target.begin, a.target.end) <
           std::tie(b.source.begin, b.source.end, b.target.begin, b.target.end);
  });
  furthest_.clear();
  for (const Link& link : links_)
    furthest_.push_back(std::max(link.source.end, furthest_.empty() ? 0 : furthest_.back()));
}

// As it is in the target: where a link leads if one does, else the first place that is left; if there is
// none, in what words the translator made of it.
void LinkTable::find_kept(const Segment& segment, std::string_view target) {
  std::map<std::string_view, std::size_t> searched;  // for each text, how far there is no place left
  std::vector<std::size_t> altered;
  for (const bool linked : {true, false}) {
    for (std::size_t i = 0; i < segment.nodes.size(); ++i) {
      const InlineNode& node = segment.nodes[i];
      if (node.kind != InlineNode::Kind::kKept || kept_places_[i].begin < kept_places_[i].end) continue;
      const auto text =
          std::string_view(segment.text).substr(node.source.begin, node.source.end - node.source.begin);
      std::optional<TextRange> place;
      if (linked) {
        place = linked_place(node, text, target);
      } else {
        std::size_t& from = searched[text];
        place = free_place(text, target, {from, target.size()});
        from = place ? place->end : target.size();
      }
      if (place) {
        kept_places_[i] = *place;
        insert_sorted(occupied_, *place);
      } else if (!linked) {
        altered.push_back(i);
      }
    }
  }
  for (const std::size_t number : altered) find_altered(segment.nodes[number], number, target);
}

std::optional<TextRange> LinkTable::free_place(std::string_view text, std::string_view target,
                                               TextRange within) const {
  const std::string_view part = target.substr(0, within.end);
  for (std::size_t at = part.find(text, within.begin); at != std::string_view::npos;
       at = part.find(text, at + 1)) {
    const TextRange range{at, at + text.size()};
    if (stands_alone(target, range) && !overlaps_any(occupied_, range)) return range;
  }
  return std::nullopt;
}

std::optional<TextRange> LinkTable::linked_place(const InlineNode& node, std::string_view text,
                                                 std::string_view target) const {
  const std::size_t around = text.size() - 1;  // of it at least one byte is linked
  for (const Link& link : near(node.source)) {
    if (!overlap(link.source, node.source)) continue;
    const std::size_t begin = link.target.begin - std::min(link.target.begin, around);
    const std::size_t end = std::min(link.target.end + around, target.size());
    if (const auto place = free_place(text, target, {begin, end})) return place;
  }
  return std::nullopt;
}

// Words that are linked to the kept text and to nothing else: those that stand together are its place, the
// longest of several.
void LinkTable::find_altered(const InlineNode& node, std::size_t number, std::string_view target) {
  std::vector<TextRange> found;
  for (const Link& link : near(node.source)) {
    if (!overlap(link.source, node.source) || overlaps_any(occupied_, link.target)) continue;
    const bool shared = std::any_of(links_.begin(), links_.end(), [&](const Link& other) {
      return overlap(other.target, link.target) && !overlap(other.source, node.source);
    });
    if (!shared) found.push_back(link.target);
  }
  std::sort(found.begin(), found.end(), earlier);
  std::vector<TextRange> runs;
  for (const TextRange range : found) {
    if (!runs.empty() && (range.begin <= runs.back().end ||
                          is_blank(target.substr(runs.back().end, range.begin - runs.back().end)))) {
      runs.back().end = std::max(runs.back().end, range.end);
    } else {
      runs.push_back(range);
    }
  }
  const auto longest = std::max_element(
      runs.begin(), runs.end(), [](TextRange a, TextRange b) { return a.end - a.begin < b.end - b.begin; });
  for (auto run = runs.begin(); run != runs.end(); ++run) {
    if (run == longest) kept_places_[number] = *run;
    if (run != longest) left_overs_.push_back(*run);
    insert_sorted(occupied_, *run);
  }
}

void LinkTable::drop_links_of_kept(const Segment& segment) {
  std::vector<TextRange> sources;  // sorted and apart: kept nodes hold no others
  for (const InlineNode& node : segment.nodes)
    if (node.kind == InlineNode::Kind::kKept) sources.push_back(node.source);
  if (sources.empty()) return;
  std::erase_if(links_, [&](const Link& link) {
    return overlaps_any(sources, link.source) || overlaps_any(occupied_, link.target);
  });
  for (std::size_t i = 0; i < segment.nodes.size(); ++i)
    if (kept_places_[i].begin < kept_places_[i].end)
      links_.push_back({segment.nodes[i].source, kept_places_[i]});
}

std::span<const Link> LinkTable::near(TextRange source) const {
  const auto first = std::partition_point(furthest_.begin(), furthest_.end(),
                                          [&](std::size_t end) { return end <= source.begin; });
  const auto last = std::partition_point(links_.begin(), links_.end(),
                                         [&](const Link& link) { return link.source.begin < source.end; });
  const auto begin = static_cast<std::size_t>(first - furthest_.begin());
  const auto end = static_cast<std::size_t>(last - links_.begin());
  return begin < end ? std::span(links_).subspan(begin, end - begin) : std::span<const Link>();
}

LinkTable::Units LinkTable::units_of(TextRange target) const {
  const auto unit = [&](std::size_t offset) {
    return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), offset) - cuts_.begin());
  };
  return {unit(target.begin), unit(target.end)};
}

}  // namespace calque::documents
