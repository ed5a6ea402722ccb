#include "pipeline/moses_settings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "decode/features/registry.h"
#include "phrase/moses_reordering.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReorderingName = "LexicalReordering0";
constexpr std::string_view kTranslationName = "TranslationModel0";
constexpr std::string_view kFeatureComment = "#calque phrase-features=";

// Sections of one number that are search settings here too.
struct Setting {
  std::string_view section;
  std::string_view name;
};
constexpr std::array kSettings{Setting{"distortion-limit", "distortion-limit"},
                               Setting{"stack", "stack-size"},
                               Setting{"ttable-limit", "table-limit"},
                               Setting{"beam-threshold", "beam-threshold"},
                               Setting{"max-phrase-length", "max-phrase-length"},
                               Setting{"cube-pruning-pop-limit", "pop-limit"}};

// Features that count and need no file, with the name of their counterpart.
constexpr std::array<std::string_view, 4> kCountingFeatures{"UnknownWordPenalty", "WordPenalty",
                                                            "PhrasePenalty", "Distortion"};

bool is_language_model(std::string_view kind) {
  return kind == "KENLM" || kind == "IRSTLM" || kind == "SRILM" || kind == "RANDLM" || kind == "DALM";
}
bool is_phrase_table(std::string_view kind) {
  return kind.starts_with("PhraseDictionary") || kind == "ProbingPT";
}

// One line of the [feature] section: "KENLM name=LM0 path=...".
struct FeatureLine {
  std::string_view kind;
  std::map<std::string_view, std::string_view> arguments;

  std::string name() const {
    const auto given = arguments.find("name");
    return given == arguments.end() ? fmt::format("{}0", kind) : std::string(given->second);
  }
  std::string path(const Place& place) const {
    const auto given = arguments.find("path");
    if (given == arguments.end() || given->second.empty()) {
      throw DataError(place, fmt::format("the {} feature names no path", kind), "add path=FILE");
    }
    return std::string(given->second);
  }
};

class IniParser {
 public:
  explicit IniParser(const std::string& file) : place_{.file = file} {}

  MosesSettings parse(std::string_view text) {
    const auto lines = split_fields(text, "\n");
    for (const std::string_view line : lines) {
      ++place_.line;
      if (line.starts_with(kFeatureComment))
        settings_.phrase_features = decode::parse_feature_names(decode::FeatureOption::kPhrase,
                                                                trim(line.substr(kFeatureComment.size())));
      parse_line(trim(line.substr(0, line.find('#'))));
    }
    name_weights(lines);
    if (settings_.phrase_table.empty() || settings_.language_model.empty()) {
      throw DataError({place_.file},
                      fmt::format("the [feature] section names no {}",
                                  settings_.phrase_table.empty() ? "phrase table" : "language model"),
                      "name the files with --phrase-table and --lm instead of --ini");
    }
    return std::move(settings_);
  }

 private:
  void parse_line(std::string_view line) {
    if (line.empty()) return;
    if (line.front() == '[' && line.back() == ']') {
      section_ = line.substr(1, line.size() - 2);
      return;
    }
    if (section_ == "feature") {
      parse_feature(line);
    } else if (section_ == "weight") {
      weight_lines_.insert(place_.line);
    } else {
      parse_setting(line);
    }
  }

  void parse_setting(std::string_view value) {
    for (const Setting& setting : kSettings) {
      if (setting.section == section_) {
        settings_.search[std::string(setting.name)] = split_words(value).front();
        return;
      }
    }
    if (section_ == "search-algorithm" && (value == "0" || value == "1")) {
      settings_.search["search"] = value == "1" ? "cube" : "stacks";
      return;
    }
    const bool plain = (section_ == "input-factors" && value == "0") ||
                       (section_ == "mapping" && (value == "0 T 0" || value == "T 0"));
    if (plain) return;
    if (section_ == "input-factors" || section_ == "mapping") {
      throw DataError(place_, fmt::format("[{}] {} asks for several factors or tables", section_, value),
                      "only models of one factor and one phrase table can be imported");
    }
    if (warned_.insert(std::string(section_)).second) {
      settings_.warnings.push_back(fmt::format("{}: [{}] is not taken over", describe(place_), section_));
    }
  }

  void parse_feature(std::string_view line) {
    const auto words = split_words(line);
    FeatureLine feature{words.front(), {}};
    for (const std::string_view word : std::span(words).subspan(1)) {
      const std::size_t equals = word.find('=');
      if (equals != std::string_view::npos)
        feature.arguments[word.substr(0, equals)] = word.substr(equals + 1);
    }
    std::string ours;
    if (is_phrase_table(feature.kind)) {
      take_phrase_table(feature);
      ours = "TranslationModel0";
    } else if (feature.kind == "LexicalReordering") {
      take_path(settings_.reordering, feature);
      const auto type = feature.arguments.find("type");
      if (type != feature.arguments.end())
        settings_.reordering_type = phrase::parse_moses_reordering_type(type->second);
      ours = kReorderingName;
    } else if (is_language_model(feature.kind)) {
      take_path(settings_.language_model, feature);
      ours = "LM0";
    } else if (std::ranges::find(kCountingFeatures, feature.kind) != kCountingFeatures.end()) {
      ours = fmt::format("{}0", feature.kind);
    } else {
      throw UsageError(place_, fmt::format("the feature {} has no counterpart here", feature.kind),
                       "remove it and its weights; translations will then differ from Moses'");
    }
    names_[feature.name()] = ours;
  }

  void take_phrase_table(const FeatureLine& feature) {
    if (feature.kind != "PhraseDictionaryMemory") {
      throw UsageError(place_,
                       fmt::format("{} names a binary phrase table, which only Moses reads", feature.kind),
                       "write PhraseDictionaryMemory and the path of the text table it was made from");
    }
    take_path(settings_.phrase_table, feature);
    const auto limit = feature.arguments.find("table-limit");
    if (limit != feature.arguments.end()) settings_.search["table-limit"] = limit->second;
  }

  void take_path(std::string& path, const FeatureLine& feature) {
    if (!path.empty()) {
      throw UsageError(place_, fmt::format("there is more than one feature of the kind of {}", feature.kind),
                       "keep one phrase table, one language model and one reordering table");
    }
    path = feature.path(place_);
  }

  // Weights may come before the features that they belong to.
  void name_weights(std::span<const std::string_view> lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (weight_lines_.contains(i + 1)) {
        const std::string_view line = trim(lines[i].substr(0, lines[i].find('#')));
        const std::size_t equals = line.find('=');
        const auto known = names_.find(std::string(line.substr(0, equals)));
        settings_.weight_lines += known == names_.end() || equals == std::string_view::npos
                                      ? std::string(line)
                                      : known->second + std::string(line.substr(equals));
      }
      settings_.weight_lines += '\n';
    }
    if (weight_lines_.empty()) settings_.weight_lines.clear();
  }

  Place place_;
  std::string_view section_;
  MosesSettings settings_;
  std::set<std::uint64_t> weight_lines_;
  std::map<std::string, std::string> names_;  // Moses' to ours
  std::set<std::string> warned_;
};

std::string find_file(const std::string& path, const fs::path& folder) {
  for (const fs::path& candidate : {fs::path(path), folder / path, folder / fs::path(path).filename()}) {
    for (const char* ending : {"", ".gz"}) {
      const std::string name = candidate.string() + ending;
      if (fs::is_regular_file(name)) return name;
    }
  }
  return path;  // the reader says that it is not there
}

// Moses has the weights of count features in one group with those of the phrase table, in their order.
void join_counts(decode::Weights& weights) {
  std::vector<double> counts;
  std::erase_if(weights.groups, [&](const decode::WeightGroup& group) {
    if (!decode::is_phrase_feature(group.name)) return false;
    counts.insert(counts.end(), group.values.begin(), group.values.end());
    return true;
  });
  for (decode::WeightGroup& group : weights.groups) {
    if (group.name == kTranslationName) group.values.insert(group.values.end(), counts.begin(), counts.end());
  }
}

// The inverse, on text: what stands behind the first weights of TranslationModel0 becomes lines of the count
// features at the end, so that all other lines keep their numbers.
std::string split_counts(std::string_view text, std::span<const decode::FeatureDescription> features) {
  std::string lines;
  std::string counts;
  for (const std::string_view line : split_fields(text, "\n")) {
    std::vector<std::string_view> words = split_words(line);
    if (!words.empty() && words.front().starts_with(kTranslationName)) {
      for (auto at = features.rbegin(); at != features.rend(); ++at) {
        const decode::FeatureDescription& feature = *at;
        if (!decode::is_phrase_feature(feature.name) || words.size() <= feature.score_count()) continue;
        const auto own = words.end() - static_cast<std::ptrdiff_t>(feature.score_count());
        counts += fmt::format("{}= {}\n", feature.name, fmt::join(own, words.end(), " "));
        words.erase(own, words.end());
      }
    }
    lines += fmt::format("{}\n", fmt::join(words, " "));
  }
  return lines + counts;
}

void rearrange(decode::Weights& weights, const std::optional<phrase::ReorderingType>& reordering, bool ours) {
  if (!reordering) return;
  for (decode::WeightGroup& group : weights.groups) {
    if (group.name != kReorderingName || group.values.size() != reordering->score_count()) continue;
    const std::vector<double> before = group.values;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const std::size_t there = phrase::moses_column(*reordering, k);
      group.values[ours ? k : there] = before[ours ? there : k];
    }
  }
}

}  // namespace

MosesSettings parse_moses_ini(std::string_view text, const std::string& file) {
  return IniParser(file).parse(text);
}

MosesSettings read_moses_ini(const std::string& path) {
  MosesSettings settings = parse_moses_ini(store::read_whole(path), path);
  const fs::path folder = fs::path(path).parent_path();
  for (std::string* file : {&settings.phrase_table, &settings.language_model, &settings.reordering}) {
    if (!file->empty()) *file = find_file(*file, folder);
  }
  return settings;
}

decode::Weights parse_moses_weights(std::string_view text, const std::string& file,
                                    std::span<const decode::FeatureDescription> features,
                                    const std::optional<phrase::ReorderingType>& reordering) {
  std::string lines = split_counts(text, features);
  for (const auto& [name, value] :
       {std::pair("UnknownWordPenalty0", "1"), std::pair("PhrasePenalty0", "0")}) {
    if (lines.find(fmt::format("{}=", name)) == std::string::npos)
      lines += fmt::format("\n{}= {}\n", name, value);
  }
  decode::Weights weights = decode::parse_weights(lines, file, features);
  rearrange(weights, reordering, true);
  return weights;
}

std::string phrase_feature_comment(std::span<const std::string> names) {
  return names.empty() ? "" : fmt::format("{}{}\n", kFeatureComment, fmt::join(names, ","));
}

std::string format_moses_weights(const decode::Weights& weights,
                                 const std::optional<phrase::ReorderingType>& reordering) {
  decode::Weights theirs = weights;
  rearrange(theirs, reordering, false);
  join_counts(theirs);
  return decode::format_weights(theirs);
}

}  // namespace calque::pipeline
