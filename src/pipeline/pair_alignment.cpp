#include "pipeline/pair_alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "text/marks.h"

namespace calque::pipeline {
namespace {

// Longer phrases are rare enough to make no difference.
constexpr std::size_t kMaxLength = 7;
// What equal words in both sentences say: numbers, names, marks. As much as a certain translation.
constexpr double kEqualWords = 1.0;
// What a link says that the decoder made.
constexpr double kLikely = 1.0;
// What a link says that the alignment model is sure of.
constexpr double kModel = 1.0;
// What it is less sure of is a guess, of words that it does not know for instance.
constexpr double kLeastPosterior = 0.5;
// Evidence below this is chance.
constexpr double kMinEvidence = 0.01;
// A second link of a word needs this share of the evidence of its first.
constexpr double kSecondShare = 0.5;

class PairAligner {
 public:
  PairAligner(std::span<const std::string> source, std::span<const std::string> target)
      : source_(source), target_(target), evidence_(source.size() * target.size()) {}

  void add_equal_words() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      for (std::size_t j = 0; j < target_.size(); ++j) {
        if (source_[i] == target_[j]) evidence(i, j) += kEqualWords;
      }
    }
  }

  void add_likely(std::span<const text::Link> links) {
    for (const text::Link& link : links) evidence(link.source, link.target) += kLikely;
  }

  void add_table(const phrase::PhraseTable& table) {
    const std::vector<text::WordId> target = ids(target_, table.target_vocabulary());
    const std::vector<text::WordId> source = ids(source_, table.source_vocabulary());
    for (std::size_t begin = 0; begin < source.size(); ++begin) {
      const std::size_t longest = std::min(kMaxLength, source.size() - begin);
      for (std::size_t length = 1; length <= longest; ++length) {
        const auto phrase = table.find(std::span(source).subspan(begin, length));
        if (!phrase) break;  // nor does it know longer ones that begin so
        for (std::size_t k = 0; k < table.translation_count(*phrase); ++k)
          add_translation(begin, table.translation(*phrase, k), target);
      }
    }
  }

  void add_model(const align::AlignmentModel& model) {
    const std::array<std::vector<text::WordId>, 2> words{ids(source_, model.source_vocabulary()),
                                                         ids(target_, model.target_vocabulary())};
    align::InferenceWorkspace workspace;
    std::array<align::PairMatrix, 2> posteriors;
    model.look_up(words[0], words[1], workspace);
    for (const align::Direction direction : align::kDirections) {
      const std::size_t d = align::index_of(direction);  // source words generate the target in the first
      model.posteriors(direction, words[d], workspace, posteriors[d]);
    }
    for (std::size_t i = 0; i < source_.size(); ++i) {
      for (std::size_t j = 0; j < target_.size(); ++j) {
        const double both = std::sqrt(posteriors[0].row(j)[i + 1] * posteriors[1].row(i)[j + 1]);
        if (both >= kLeastPosterior) evidence(i, j) += kModel * both;
      }
    }
  }

  std::vector<text::Link> link() {
    take_strongest();
    take_rest();
    std::vector<text::Link> links;
    for (const auto& [i, j] : taken_)
      links.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
    std::sort(links.begin(), links.end());
    return links;
  }

 private:
  struct Candidate {
    double weight;
    std::size_t source;
    std::size_t target;
  };

  double& evidence(std::size_t i, std::size_t j) { return evidence_[i * target_.size() + j]; }

  // Words that the table does not know have an id that it does not have.
  static std::vector<text::WordId> ids(std::span<const std::string> words, text::VocabularyView vocabulary) {
    std::vector<text::WordId> ids;
    for (const std::string& word : words) ids.push_back(vocabulary.find(word).value_or(align::kUnknownWord));
    return ids;
  }

  void add_translation(std::size_t begin, const phrase::Translation& translation,
                       const std::vector<text::WordId>& target) {
    const auto score = [&](phrase::Score which) { return double{translation.log_scores[index_of(which)]}; };
    const double weight =
        std::exp(0.5 * (score(phrase::Score::kTargetGivenSource) + score(phrase::Score::kSourceGivenTarget)));
    for (auto at = target.begin(); translation.target.size() > 0; ++at) {
      at = std::search(at, target.end(), translation.target.begin(), translation.target.end());
      if (at == target.end()) return;
      const auto place = static_cast<std::size_t>(at - target.begin());
      for (const phrase::InternalLink& link : translation.alignment) {
        // Of a word that stands twice, the one near the same place of the sentence is meant.
        const double distance = relative_distance(begin + link.source, place + link.target);
        evidence(begin + link.source, place + link.target) += weight * std::exp(-distance);
      }
    }
  }

  double relative_distance(std::size_t i, std::size_t j) const {
    return std::abs((static_cast<double>(i) + 0.5) / static_cast<double>(source_.size()) -
                    (static_cast<double>(j) + 0.5) / static_cast<double>(target_.size()));
  }

  void take_strongest() {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < source_.size(); ++i) {
      for (std::size_t j = 0; j < target_.size(); ++j) {
        if (evidence(i, j) >= kMinEvidence) candidates.push_back({evidence(i, j), i, j});
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
    best_source_.assign(source_.size(), 0);
    best_target_.assign(target_.size(), 0);
    for (const Candidate& candidate : candidates) {
      double& source = best_source_[candidate.source];
      double& target = best_target_[candidate.target];
      const bool free = source == 0 && target == 0;
      // "vom" is "of the": one side is linked already, and nearly as sure of this one beside it.
      const bool beside = (source == 0 || target == 0) && has_neighbour(candidate.source, candidate.target) &&
                          candidate.weight >= kSecondShare * std::max(source, target);
      if (!free && !beside) continue;
      taken_.emplace_back(candidate.source, candidate.target);
      source = std::max(source, candidate.weight);
      target = std::max(target, candidate.weight);
    }
  }

  bool has_neighbour(std::size_t i, std::size_t j) const {
    return std::any_of(taken_.begin(), taken_.end(), [&](const auto& link) {
      const auto apart = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
      return apart(link.first, i) + apart(link.second, j) == 1;
    });
  }

  // Runs of target words without links are linked to the run of source words that stands between what their
  // neighbours are linked to. Marks are no words: they are linked to marks or not at all.
  void take_rest() {
    const std::vector<std::pair<std::size_t, std::size_t>> anchors = taken_;
    const auto is_left = [&](std::size_t j) {
      return best_target_[j] == 0 && text::mark_of(target_[j]) == text::Mark::kNone;
    };
    for (std::size_t begin = 0; begin < target_.size(); ++begin) {
      if (!is_left(begin)) continue;
      std::size_t end = begin;
      while (end < target_.size() && is_left(end)) ++end;
      const auto run = source_run(anchors, begin, end);
      if (run) link_runs(run->first, run->second, begin, end);
      begin = end - 1;
    }
  }

  bool is_left_source(std::size_t i) const {
    return best_source_[i] == 0 && text::mark_of(source_[i]) == text::Mark::kNone;
  }

  // Beside what the nearest linked target words translate, or at the same end of the sentence.
  std::optional<std::pair<std::size_t, std::size_t>> source_run(
      const std::vector<std::pair<std::size_t, std::size_t>>& anchors, std::size_t begin,
      std::size_t end) const {
    while (begin > 0 && best_target_[begin - 1] == 0) --begin;
    while (end < target_.size() && best_target_[end] == 0) ++end;
    const auto size = static_cast<std::ptrdiff_t>(source_.size());
    std::vector<std::pair<std::ptrdiff_t, int>> starts;  // where to look, and in which direction
    if (begin == 0) starts.emplace_back(0, 1);
    if (end == target_.size()) starts.emplace_back(size - 1, -1);
    for (const auto& [i, j] : anchors) {
      if (j + 1 != begin && j != end) continue;
      starts.emplace_back(static_cast<std::ptrdiff_t>(i) + 1, 1);
      starts.emplace_back(static_cast<std::ptrdiff_t>(i) - 1, -1);
    }
    for (auto [at, step] : starts) {
      while (at >= 0 && at < size && best_source_[static_cast<std::size_t>(at)] == 0 &&
             !is_left_source(static_cast<std::size_t>(at)))
        at += step;
      if (at < 0 || at >= size || !is_left_source(static_cast<std::size_t>(at))) continue;
      auto first = static_cast<std::size_t>(at);
      auto last = first + 1;
      while (first > 0 && is_left_source(first - 1)) --first;
      while (last < source_.size() && is_left_source(last)) ++last;
      return std::pair{first, last};
    }
    return std::nullopt;
  }

  // In proportion to their lengths, so that every word of both runs has a link.
  void link_runs(std::size_t source_begin, std::size_t source_end, std::size_t target_begin,
                 std::size_t target_end) {
    const std::size_t source_size = source_end - source_begin;
    const std::size_t target_size = target_end - target_begin;
    const std::size_t links = std::max(source_size, target_size);
    for (std::size_t k = 0; k < links; ++k)
      taken_.emplace_back(source_begin + k * source_size / links, target_begin + k * target_size / links);
    std::fill(best_source_.begin() + static_cast<std::ptrdiff_t>(source_begin),
              best_source_.begin() + static_cast<std::ptrdiff_t>(source_end), kMinEvidence);
  }

  std::span<const std::string> source_;
  std::span<const std::string> target_;
  std::vector<double> evidence_;     // by source word, then target word
  std::vector<double> best_source_;  // the evidence for the strongest link of each word; 0: none yet
  std::vector<double> best_target_;
  std::vector<std::pair<std::size_t, std::size_t>> taken_;
};

}  // namespace

std::vector<text::Link> align_pair(const phrase::PhraseTable& table, std::span<const std::string> source,
                                   std::span<const std::string> target, std::span<const text::Link> likely,
                                   const align::AlignmentModel* model) {
  if (source.empty() || target.empty()) return {};
  PairAligner aligner(source, target);
  aligner.add_equal_words();
  aligner.add_likely(likely);
  aligner.add_table(table);
  if (model != nullptr) aligner.add_model(*model);
  return aligner.link();
}

}  // namespace calque::pipeline
