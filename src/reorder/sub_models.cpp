#include "reorder/sub_models.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace calque::reorder {
namespace {

constexpr std::size_t kAssignedPerBlock = 8192;
constexpr std::size_t kClustersPerBlock = 32;

struct Member {
  Key phrase;
  std::uint32_t sample;

  auto operator<=>(const Member&) const = default;
};

std::vector<Member> sorted_by_phrase(const CorpusText& text, std::span<const Sample> samples,
                                     ThreadPool& threads) {
  std::vector<Member> members(samples.size());
  threads.for_blocks(samples.size(), kAssignedPerBlock, [&](const Block& block) {
    SentenceLoader loader(text);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      loader.load(samples[i].sentence);
      members[i] = {std::max<Key>(1, loader.source_phrase(samples[i])), static_cast<std::uint32_t>(i)};
    }
  });
  std::sort(members.begin(), members.end());
  return members;
}

// Sub-models of consecutive phrases.
struct Part {
  std::vector<std::uint64_t> sizes;
  std::vector<std::uint32_t> features;
  std::vector<float> weights;
};

// Scratch memory of one block of phrases.
class ClusterTrainer {
 public:
  ClusterTrainer(const PreparedRows& rows, const LinearMethod& method)
      : whole_(rows.problem()), method_(method), one_thread_(1) {}

  void train(std::span<const Member> members, Part& part) {
    number_features(members);
    learn::Rows rows;
    labels_.clear();
    for (const Member& member : members) {
      const learn::RowView row = whole_.rows.row(member.sample);
      local_.clear();
      for (const std::uint32_t feature : row.features) {
        const auto at = std::lower_bound(features_.begin(), features_.end(), feature);
        local_.push_back(static_cast<std::uint32_t>(at - features_.begin()));
      }
      rows.add(local_, row.values);
      labels_.push_back(whole_.labels[member.sample]);
    }
    TrainingReport ignored;
    const learn::Weights weights = method_.train({rows.view(), labels_, whole_.classes, features_.size()},
                                                 {true, members.front().phrase, {}, one_thread_, ignored});
    part.sizes.push_back(features_.size());
    part.features.insert(part.features.end(), features_.begin(), features_.end());
    for (std::size_t f = 0; f < features_.size(); ++f) {
      for (std::size_t k = 0; k < whole_.classes; ++k)
        part.weights.push_back(static_cast<float>(weights.at(f, k)));
    }
  }

 private:
  void number_features(std::span<const Member> members) {
    features_.clear();
    for (const Member& member : members) {
      const learn::RowView row = whole_.rows.row(member.sample);
      features_.insert(features_.end(), row.features.begin(), row.features.end());
    }
    std::sort(features_.begin(), features_.end());
    features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
  }

  learn::Problem whole_;
  const LinearMethod& method_;
  ThreadPool one_thread_;
  std::vector<std::uint32_t> features_;
  std::vector<std::uint32_t> local_;
  std::vector<std::uint8_t> labels_;
};

}  // namespace

ClusterTables train_clusters(const CorpusText& text, const TrainingSet& set, const LinearMethod& method,
                             ThreadPool& threads) {
  const std::vector<Member> members = sorted_by_phrase(text, set.samples, threads);
  std::vector<std::span<const Member>> clusters;
  std::vector<Key> phrases;
  for (std::size_t begin = 0; begin < members.size();) {
    std::size_t end = begin + 1;
    while (end < members.size() && members[end].phrase == members[begin].phrase) ++end;
    if (end - begin >= method.sub_models->min_samples) {
      clusters.emplace_back(members.data() + begin, end - begin);
      phrases.push_back(members[begin].phrase);
    }
    begin = end;
  }
  auto parts = threads.map_blocks<Part>(clusters.size(), kClustersPerBlock, [&](const Block& block) {
    Part part;
    ClusterTrainer trainer(set.rows, method);
    for (std::size_t c = block.begin; c < block.end; ++c) trainer.train(clusters[c], part);
    return part;
  });
  std::vector<std::uint64_t> begins{0};
  std::vector<std::uint32_t> features;
  std::vector<float> weights;
  for (Part& part : parts) {
    for (const std::uint64_t size : part.sizes) begins.push_back(begins.back() + size);
    features.insert(features.end(), part.features.begin(), part.features.end());
    weights.insert(weights.end(), part.weights.begin(), part.weights.end());
    part = {};
  }
  std::vector<std::uint32_t> samples_of;
  for (const auto& cluster : clusters) samples_of.push_back(static_cast<std::uint32_t>(cluster.size()));
  ClusterTables tables;
  tables.features = set.rows.features();
  tables.dictionary = set.rows.dictionary();
  tables.phrases = KeyTable(phrases);
  tables.begins = std::move(begins);
  tables.features_of = std::move(features);
  tables.weights = std::move(weights);
  tables.class_counts = class_counts(set.samples, set.classes.size());
  tables.samples_of = std::move(samples_of);
  tables.reals = set.rows.reals();
  tables.link = method.link();
  tables.mix = method.sub_models->mix;
  return tables;
}

}  // namespace calque::reorder
