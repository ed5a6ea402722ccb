#include "phrase/moses_reordering.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "phrase/moses_line.h"

namespace calque::phrase {
namespace {

constexpr std::uint32_t kNoScores = 0;  // row 0

[[noreturn]] void refuse_part(std::string_view part, std::string_view name) {
  throw UsageError({}, fmt::format("'{}' in the reordering type '{}' has no counterpart here", part, name),
                   "use wbe, phrase or hier; msd, mslr or monotonicity; backward, forward or bidirectional; "
                   "fe or f; allff");
}

// Sets what the part names; false if it is no part of a type.
bool set_part(std::string_view part, ReorderingType& type) {
  if (part == "wbe" || part == "word") {
    type.model = OrientationModel::kWord;
  } else if (part == "phrase") {
    type.model = OrientationModel::kPhrase;
  } else if (part == "hier") {
    type.model = OrientationModel::kHierarchical;
  } else if (part == "msd") {
    type.classes = OrientationClasses::kMsd;
  } else if (part == "mslr") {
    type.classes = OrientationClasses::kMslr;
  } else if (part == "monotonicity") {
    type.classes = OrientationClasses::kMonotonicity;
  } else if (part == "backward" || part == "unidirectional") {
    type.directions = ReorderingDirections::kBackward;
  } else if (part == "forward") {
    type.directions = ReorderingDirections::kForward;
  } else if (part == "bidirectional") {
    type.directions = ReorderingDirections::kBidirectional;
  } else if (part == "fe") {
    type.condition = ReorderingCondition::kPair;
  } else if (part == "f") {
    type.condition = ReorderingCondition::kSource;
  } else {
    return part == "allff";
  }
  return true;
}

}  // namespace

ReorderingType parse_moses_reordering_type(std::string_view name) {
  ReorderingType type;
  type.directions = ReorderingDirections::kBackward;
  bool has_classes = false;
  for (const std::string_view part : split_fields(name, "-")) {
    if (!set_part(part, type)) refuse_part(part, name);
    has_classes = has_classes || part == "msd" || part == "mslr" || part == "monotonicity";
  }
  if (!has_classes) {
    throw UsageError({}, fmt::format("the reordering type '{}' does not name its classes", name),
                     "name msd, mslr or monotonicity: wbe-msd-bidirectional-fe");
  }
  return type;
}

std::string moses_name_of(const ReorderingType& type) {
  std::string name = type.name();
  if (type.model == OrientationModel::kWord) name.replace(0, 4, "wbe");
  return name + "-allff";
}

std::size_t moses_column(const ReorderingType& type, std::size_t k) {
  if (type.classes != OrientationClasses::kMslr) return k;
  const std::size_t first = k - k % kOrientationCount;
  constexpr std::array<std::size_t, kOrientationCount> kPlaces{0, 1, 3, 2};
  return first + kPlaces[k % kOrientationCount];
}

MosesReorderingBuilder::MosesReorderingBuilder(const ImportedPhrases& imported,
                                               const std::optional<ReorderingType>& type)
    : imported_(imported),
      type_(type),
      source_(imported.phrases.source),
      target_(imported.phrases.target),
      by_target_(imported.phrases.pairs.size()),
      row_of_pair_(imported.phrases.pairs.size(), kNoScores),
      is_given_(imported.phrases.pairs.size(), false) {
  std::iota(by_target_.begin(), by_target_.end(), 0U);
  const ScoredPhrases& phrases = imported.phrases;
  for (std::size_t i = 0; i < phrases.source.size(); ++i) {
    const auto group =
        std::span(by_target_)
            .subspan(phrases.pair_offsets[i], phrases.pair_offsets[i + 1] - phrases.pair_offsets[i]);
    std::ranges::sort(group, {}, [&](std::uint32_t pair) { return phrases.pairs[pair].target; });
  }
}

void MosesReorderingBuilder::guess_type(std::size_t fields, std::size_t scores, const Place& place) {
  ReorderingType type;
  if (fields < 3) type.condition = ReorderingCondition::kSource;
  if (scores == 8) type.classes = OrientationClasses::kMslr;
  if (scores != type.score_count()) {
    throw DataError(place, fmt::format("a table of {} reordering scores can be of several types", scores),
                    "name its type with --reordering-type, such as hier-msd-backward-fe");
  }
  type_ = type;
}

std::optional<std::uint32_t> MosesReorderingBuilder::find(std::string_view field, std::string_view side,
                                                          const Place& place) {
  const bool is_source = side == "source";
  const text::Vocabulary& vocabulary = is_source ? imported_.source_vocabulary : imported_.target_vocabulary;
  split_phrase(field, side, place, words_);
  ids_.clear();
  for (const std::string_view word : words_) {
    const auto id = vocabulary.find(word);
    if (!id) return std::nullopt;
    ids_.push_back(*id);
  }
  return (is_source ? source_ : target_).find(ids_);
}

std::optional<std::size_t> MosesReorderingBuilder::pair_of(std::uint32_t source, std::uint32_t target) const {
  const ScoredPhrases& phrases = imported_.phrases;
  const auto group = std::span(by_target_)
                         .subspan(phrases.pair_offsets[source],
                                  phrases.pair_offsets[source + 1] - phrases.pair_offsets[source]);
  const auto target_of = [&](std::uint32_t pair) { return phrases.pairs[pair].target; };
  const auto found = std::ranges::lower_bound(group, target, {}, target_of);
  if (found == group.end() || target_of(*found) != target) return std::nullopt;
  return *found;
}

// Into row_, in our order of columns. No logarithm is above 0: what a feature promises to the search.
void MosesReorderingBuilder::add_scores(std::string_view field, const Place& place) {
  split_words(field, words_);
  read_.resize(type_->score_count());
  parse_log_probs(words_, place, read_);
  row_.resize(read_.size());
  for (std::size_t k = 0; k < row_.size(); ++k) row_[k] = std::min(read_[moses_column(*type_, k)], 0.0F);
}

void MosesReorderingBuilder::give(std::size_t pair, std::uint32_t row, const Place& place) {
  if (is_given_[pair]) {
    throw DataError(place, "the scores of this phrase were given in an earlier line",
                    "keep one of the lines");
  }
  is_given_[pair] = true;
  row_of_pair_[pair] = row;
  ++scored_pairs_;
}

void MosesReorderingBuilder::add_line(std::string_view line, const Place& place) {
  const bool told = type_.has_value();
  const std::size_t minimum = !told || type_->condition == ReorderingCondition::kSource ? 2 : 3;
  const MosesFields fields(line, minimum, place);
  if (!told) {
    split_words(fields[fields.size() - 1], words_);
    guess_type(fields.size(), words_.size(), place);
  }
  const bool by_source = type_->condition == ReorderingCondition::kSource;
  if (fields.size() != (by_source ? 2U : 3U)) {
    throw DataError(place, fmt::format("{} fields in a table of type {}", fields.size(), type_->name()),
                    by_source ? "write source ||| scores" : "write source ||| target ||| scores");
  }
  if (rows_.size() == 0) {
    row_.assign(type_->score_count(), 0.0F);
    rows_.add(row_);
  }
  const auto source = find(fields[0], "source", place);
  const auto target = by_source ? std::nullopt : find(fields[1], "target", place);
  add_scores(fields[by_source ? 1 : 2], place);
  if (!source || (!by_source && !target)) {
    ++unknown_lines_;
    return;
  }
  const std::uint32_t row = rows_.add(row_);
  if (by_source) {
    const auto& offsets = imported_.phrases.pair_offsets;
    for (std::uint64_t pair = offsets[*source]; pair < offsets[*source + 1]; ++pair) give(pair, row, place);
  } else if (const auto pair = pair_of(*source, *target)) {
    give(*pair, row, place);
  } else {
    ++unknown_lines_;
  }
}

GivenReordering MosesReorderingBuilder::finish() && {
  GivenReordering given;
  given.type = type_.value_or(ReorderingType{});
  given.log_probs = std::move(rows_).take().items;
  if (given.log_probs.empty()) given.log_probs.assign(given.type.score_count(), 0.0F);
  given.row_of_pair = std::move(row_of_pair_);
  return given;
}

GivenReordering read_moses_reordering(const std::string& path, const std::optional<ReorderingType>& type,
                                      const ImportedPhrases& imported, Reporter& reporter) {
  reporter.stage("reading the reordering table");
  MosesReorderingBuilder builder(imported, type);
  const std::uint64_t lines = for_each_moses_line(
      path, reporter, [&](std::string_view line, const Place& place) { builder.add_line(line, place); });
  if (lines == 0) {
    throw UsageError({path}, "the reordering table is empty", "name another one or leave --reordering out");
  }
  if (builder.lines_of_unknown_pairs() > 0) {
    reporter.warning(fmt::format("{}: {} lines are of pairs that the phrase table does not have; ignored",
                                 path, builder.lines_of_unknown_pairs()));
  }
  const std::uint64_t without = imported.phrases.pairs.size() - builder.pairs_with_scores();
  if (without > 0) {
    reporter.warning(
        fmt::format("{}: {} phrase pairs have no line and so no reordering score", path, without));
  }
  return std::move(builder).finish();
}

}  // namespace calque::phrase
