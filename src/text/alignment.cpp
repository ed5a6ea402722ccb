#include "text/alignment.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/format.h"
#include "base/parse.h"

namespace calque::text {
namespace {

void sort_unique(Alignment& links) {
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
}

std::optional<Link> parse_link(std::string_view token, std::size_t separator) {
  const auto source = parse_unsigned(token.substr(0, separator));
  const auto target = parse_unsigned(token.substr(separator + 1));
  constexpr std::uint64_t kLimit = UINT32_MAX;
  if (!source || !target || *source >= kLimit || *target >= kLimit) return std::nullopt;
  return Link{static_cast<std::uint32_t>(*source), static_cast<std::uint32_t>(*target)};
}

[[noreturn]] void refuse(std::string_view token, const Place& place, const char* expected) {
  throw DataError(place, fmt::format("'{}' is not an alignment link", token), expected);
}

// Corpora have millions of links; a format string would take most of the time of writing them.
void append_number(std::uint32_t number, std::string& out) {
  const fmt::format_int text(number);
  out.append(text.data(), text.size());
}

}  // namespace

void AlignmentCorpus::add(std::span<const Link> links) {
  links_.insert(links_.end(), links.begin(), links.end());
  offsets_.push_back(links_.size());
}

void append_pharaoh(std::span<const Link> links, std::string& out) {
  bool first = true;
  for (const Link& link : links) {
    if (!first) out += ' ';
    append_number(link.source, out);
    out += '-';
    append_number(link.target, out);
    first = false;
  }
}

std::string to_pharaoh(std::span<const Link> links) {
  std::string out;
  append_pharaoh(links, out);
  return out;
}

Alignment parse_pharaoh(std::string_view line, std::size_t source_length, std::size_t target_length,
                        const Place& place) {
  Alignment links;
  for (std::string_view token : split_words(line)) {
    const std::string_view whole = token;
    if (const auto colon = token.find(':'); colon != std::string_view::npos) token = token.substr(0, colon);
    const auto dash = token.find('-');
    const auto link = dash == std::string_view::npos ? std::nullopt : parse_link(token, dash);
    if (!link) refuse(whole, place, "write links as i-j: source and target position counted from 0");
    if (link->source >= source_length || link->target >= target_length) {
      throw DataError(place,
                      fmt::format("link {} lies outside the sentence pair ({} source and {} target words)",
                                  whole, source_length, target_length),
                      "check that alignment and corpus belong together, source side first");
    }
    links.push_back(*link);
  }
  sort_unique(links);
  return links;
}

GoldAlignment parse_gold(std::string_view line, const Place& place) {
  GoldAlignment gold;
  for (const std::string_view token : split_words(line)) {
    const auto separator = token.find_first_of("-?");
    const auto link = separator == std::string_view::npos ? std::nullopt : parse_link(token, separator);
    if (!link) refuse(token, place, "write sure links as i-j and possible ones as i?j, counted from 0");
    (token[separator] == '-' ? gold.sure : gold.possible).push_back(*link);
  }
  sort_unique(gold.sure);
  sort_unique(gold.possible);
  return gold;
}

}  // namespace calque::text
