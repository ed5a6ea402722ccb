#include "tune/n_best_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"
#include "text/bars.h"

namespace calque::tune {
namespace {

constexpr std::size_t kLinesPerBlock = 1024;
constexpr std::size_t kLinesAtOnce = 64 * kLinesPerBlock;
constexpr std::size_t kBytesAtOnce = std::size_t{1} << 26U;

struct Indicator {
  std::string name;
  double value = 0;
};

struct ParsedLine {
  std::size_t sentence = 0;
  std::string words;
  std::vector<double> values;
  std::vector<Indicator> indicators;
};

// A name with its values as they stand in the line.
struct NamedValues {
  std::string_view name;
  std::vector<double> values;
};

struct Line {
  std::string text;
  Place place;
};

std::vector<std::string_view> fields_of(const Line& line) {
  std::vector<std::string_view> fields = split_fields(line.text, "|||");
  if (fields.size() < 3) {
    throw DataError(line.place, "the line has no three fields separated by |||",
                    "give n-best lists with lines 'id ||| words ||| features ||| total'");
  }
  return fields;
}

// The store keeps single precision, where larger numbers would be infinite.
bool fits(double value) {
  return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
}

std::vector<NamedValues> parse_features(std::string_view field, const Place& place) {
  std::vector<NamedValues> groups;
  for (const std::string_view token : split_words(field)) {
    if (token.size() > 1 && token.back() == '=') {
      groups.push_back({token.substr(0, token.size() - 1), {}});
      continue;
    }
    const auto value = parse_real(token);
    if (!value || !fits(*value) || groups.empty()) {
      throw DataError(place,
                      groups.empty()
                          ? fmt::format("'{}' stands before the first feature name", token)
                          : fmt::format("value '{}' of {} is not a finite number", token, groups.back().name),
                      "make the n-best list again, with labelled features such as 'LM0= -27.8'");
    }
    groups.back().values.push_back(*value);
  }
  return groups;
}

bool is_indicator(const NamedValues& group) {
  return group.name.back() == ']' && group.name.find('[') != std::string_view::npos;
}

ParsedLine parse_line(const Line& line, const CandidateLists& lists) {
  const auto fields = fields_of(line);
  ParsedLine parsed;
  const auto id = parse_unsigned(trim(fields[0]));
  if (!id) {
    throw DataError(line.place, fmt::format("'{}' is not a sentence number", trim(fields[0])),
                    "begin each line with the number of its sentence, from 0");
  }
  if (*id >= lists.sentence_count()) {
    throw DataError(
        line.place,
        fmt::format("sentence {} is beyond the {} sentences of the references", *id, lists.sentence_count()),
        "give the references of the sentences that were translated; numbers begin at 0");
  }
  parsed.sentence = static_cast<std::size_t>(*id);
  parsed.words = text::unescape_bars(fmt::format("{}", fmt::join(split_words(fields[1]), " ")));
  std::size_t next = 0;
  for (const NamedValues& group : parse_features(fields[2], line.place)) {
    if (is_indicator(group)) {
      const double count = std::accumulate(group.values.begin(), group.values.end(), 0.0);
      if (!fits(count)) {
        throw DataError(line.place, fmt::format("the values of {} are too large", group.name),
                        "make the n-best list again");
      }
      parsed.indicators.push_back({std::string(group.name), count});
      continue;
    }
    const auto& features = lists.features();
    if (next == features.size() || features[next].name != group.name ||
        features[next].score_count() != group.values.size()) {
      throw DataError(line.place,
                      fmt::format("feature '{}' with {} value{} is not what the first line has here",
                                  group.name, group.values.size(), group.values.size() == 1 ? "" : "s"),
                      "merge only lists of one model; all lines need the same features in the same order");
    }
    parsed.values.insert(parsed.values.end(), group.values.begin(), group.values.end());
    ++next;
  }
  if (next != lists.features().size()) {
    throw DataError(line.place, fmt::format("feature '{}' is missing", lists.features()[next].name),
                    "merge only lists of one model; all lines need the same features in the same order");
  }
  return parsed;
}

std::size_t merge_lines(std::span<const Line> lines, CandidateLists& lists, ThreadPool& threads) {
  const auto blocks =
      threads.map_blocks<std::vector<ParsedLine>>(lines.size(), kLinesPerBlock, [&](const Block& block) {
        std::vector<ParsedLine> parsed;
        for (std::size_t i = block.begin; i < block.end; ++i) parsed.push_back(parse_line(lines[i], lists));
        return parsed;
      });
  CandidateBatch batch;
  for (const auto& block : blocks) {
    for (const ParsedLine& line : block) {
      batch.add(line.sentence, line.words, line.values);
      for (const Indicator& indicator : line.indicators) batch.add_sparse(indicator.name, indicator.value);
    }
  }
  return lists.merge(batch);
}

// What tuning starts from, by the name of a feature without its number.
struct UsualWeight {
  std::string_view feature;
  double weight;
};
constexpr std::array kUsualWeights{
    UsualWeight{"WordPenalty", -1.0},      UsualWeight{"LM", 0.5},
    UsualWeight{"Distortion", 0.3},        UsualWeight{"LexicalReordering", 0.3},
    UsualWeight{"LearnedReordering", 0.3}, UsualWeight{"PhrasePenalty", 0.2}};

std::vector<double> usual_weights(std::string_view name, std::size_t scores) {
  const std::string_view feature = name.substr(0, name.find_last_not_of("0123456789") + 1);
  const auto found = std::ranges::find(kUsualWeights, feature, &UsualWeight::feature);
  return std::vector(scores, found != kUsualWeights.end() ? found->weight : scores == 1 ? 1.0 : 0.2);
}

}  // namespace

std::vector<decode::FeatureDescription> features_of_list(const std::string& path) {
  store::LineReader reader(path, store::kMaxDataLine);
  Line line;
  if (!reader.next(line.text)) {
    throw DataError({path}, "the n-best list is empty", "translate the development set with --n-best first");
  }
  line.place = reader.place();
  std::vector<decode::FeatureDescription> features;
  for (const NamedValues& group : parse_features(fields_of(line)[2], line.place)) {
    if (is_indicator(group)) continue;
    features.push_back({std::string(group.name), usual_weights(group.name, group.values.size())});
  }
  if (features.empty()) {
    throw DataError(line.place, "the line has no features", "give n-best lists with labelled features");
  }
  return features;
}

std::size_t read_n_best(std::span<const std::string> paths, CandidateLists& lists, ThreadPool& threads) {
  std::size_t added = 0;
  std::vector<Line> lines;
  for (const std::string& path : paths) {
    store::LineReader reader(path, store::kMaxDataLine);
    Line line;
    bool more = true;
    while (more) {
      lines.clear();
      std::size_t bytes = 0;
      while (lines.size() < kLinesAtOnce && bytes < kBytesAtOnce && (more = reader.next(line.text))) {
        bytes += line.text.size();
        line.place = reader.place();
        lines.push_back(line);
      }
      added += merge_lines(lines, lists, threads);
    }
  }
  return added;
}

void check_complete(const CandidateLists& lists, const std::string& source) {
  for (std::size_t s = 0; s < lists.sentence_count(); ++s) {
    if (lists.size(s) > 0) continue;
    throw DataError({source}, fmt::format("sentence {} has no candidates", s),
                    fmt::format("the references have {} lines; give lists with every number from 0 to {}",
                                lists.sentence_count(), lists.sentence_count() - 1));
  }
}

}  // namespace calque::tune
