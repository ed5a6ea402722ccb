// The n-best store's file (docs/formats/candidates.md).
#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/container.h"
#include "tune/lists.h"

namespace calque::tune {
namespace {

constexpr const char* kKind = "candidates";
constexpr std::uint32_t kVersion = 1;

// "Name count" per line.
std::string describe_features(std::span<const decode::FeatureDescription> features) {
  std::string text;
  for (const auto& feature : features) {
    text += feature.name;
    for (const double weight : feature.default_weights) text += fmt::format(" {}", weight);
    text += '\n';
  }
  return text;
}

std::vector<decode::FeatureDescription> parse_features(const store::Container& file) {
  std::vector<decode::FeatureDescription> features;
  for (const std::string_view line : split_fields(file.text("features"), "\n")) {
    const auto fields = split_words(line);
    if (fields.empty()) continue;
    decode::FeatureDescription feature{std::string(fields[0]), {}};
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto weight = parse_real(fields[i]);
      if (!weight) file.damaged("a default weight is no number");
      feature.default_weights.push_back(*weight);
    }
    features.push_back(std::move(feature));
  }
  return features;
}

std::vector<std::uint64_t> as_file_numbers(std::span<const std::size_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

// Offsets that start at 0, never fall and end at `end`.
std::vector<std::size_t> read_ends(const store::Container& file, const char* name, std::size_t end) {
  const auto numbers = file.section<std::uint64_t>(name);
  std::vector<std::size_t> ends(numbers.begin(), numbers.end());
  bool sound = !ends.empty() && ends.front() == 0 && ends.back() == end;
  for (std::size_t i = 1; i < ends.size(); ++i) sound = sound && ends[i - 1] <= ends[i];
  if (!sound) file.damaged(fmt::format("section {} does not hold rising offsets", name));
  return ends;
}

template <typename T>
std::vector<T> read_array(const store::Container& file, const char* name) {
  const auto elements = file.section<T>(name);
  return {elements.begin(), elements.end()};
}

}  // namespace

void CandidateLists::save(const std::string& path) const {
  store::ContainerWriter writer(path, kKind, kVersion);
  writer.add_text("features", describe_features(features_));
  writer.add("firsts", as_file_numbers(firsts_));
  writer.add("values", values_);
  writer.add("candidate texts", candidate_texts_);
  writer.add_text("text", text_);
  writer.add("text ends", as_file_numbers(text_ends_));
  writer.add("text sentences", text_sentences_);
  writer.add("sparse", sparse_);
  writer.add("sparse ends", as_file_numbers(sparse_ends_));
  writer.add_text("sparse names", fmt::format("{}", fmt::join(sparse_names_, "\n")));
  writer.commit();
}

CandidateLists CandidateLists::load(const std::string& path) {
  const auto file = store::Container::open(path, kKind, kVersion, store::Verify::kFull);
  const auto numbers = file.section<std::uint64_t>("firsts");
  if (numbers.empty()) file.damaged("there is no list of sentences");
  CandidateLists lists(parse_features(file), numbers.size() - 1);
  lists.candidate_texts_ = read_array<std::uint32_t>(file, "candidate texts");
  lists.firsts_ = read_ends(file, "firsts", lists.candidate_texts_.size());
  lists.values_ = read_array<float>(file, "values");
  lists.text_ = file.text("text");
  lists.text_ends_ = read_ends(file, "text ends", lists.text_.size());
  lists.text_sentences_ = read_array<std::uint32_t>(file, "text sentences");
  lists.sparse_ = read_array<SparseValue>(file, "sparse");
  lists.sparse_ends_ = read_ends(file, "sparse ends", lists.sparse_.size());
  for (const std::string_view name : split_fields(file.text("sparse names"), "\n")) {
    if (name.empty()) continue;
    lists.sparse_ids_.try_emplace(std::string(name), static_cast<std::uint32_t>(lists.sparse_names_.size()));
    lists.sparse_names_.emplace_back(name);
  }
  const auto in_range = [](const auto& items, std::size_t bound) {
    for (const std::uint32_t item : items)
      if (item >= bound) return false;
    return true;
  };
  const std::size_t candidates = lists.candidate_texts_.size();
  bool sound = lists.values_.size() == candidates * lists.feature_count_ &&
               lists.sparse_ends_.size() == candidates + 1 &&
               lists.text_ends_.size() == lists.text_sentences_.size() + 1 &&
               in_range(lists.candidate_texts_, lists.text_count()) &&
               in_range(lists.text_sentences_, lists.sentence_count());
  for (const auto& [name, value] : lists.sparse_) sound = sound && name < lists.sparse_names_.size();
  if (!sound) file.damaged("its sections do not fit together");
  lists.index_texts();
  return lists;
}

void CandidateLists::index_texts() {
  const std::string text = std::move(text_);
  const auto ends = std::move(text_ends_);
  const auto sentences = std::move(text_sentences_);
  text_.clear();
  text_ends_ = {0};
  text_sentences_.clear();
  for (std::size_t i = 0; i < sentences.size(); ++i)
    intern(sentences[i], std::string_view(text).substr(ends[i], ends[i + 1] - ends[i]));
}

}  // namespace calque::tune
