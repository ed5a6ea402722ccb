#include "pipeline/kernel_scores.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/ordered_stream.h"
#include "base/parse.h"
#include "pipeline/system.h"
#include "store/text_file.h"
#include "text/bars.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

// A source sentence and the lines to score with it.
struct Item {
  std::uint64_t number = 0;  // from 0
  std::string source;        // prepared
  std::vector<std::string> lines;
  std::vector<std::string> targets;  // prepared words of each line
};

[[noreturn]] void refuse_lengths(const Place& place, const char* what) {
  throw DataError(place, fmt::format("there are {} lines here than source sentences", what),
                  "give translations for each line of the source, in the same order");
}

// Sentence pairs, or a source with its n-best lists.
class ScoreInput {
 public:
  ScoreInput(const KernelScoring& scoring, const TranslationSystem& system)
      : system_(system),
        lists_(!scoring.n_best.empty()),
        sources_(scoring.source),
        lines_(lists_ ? scoring.n_best : scoring.target) {}

  bool next(Item& item) {
    item = {};
    std::string source;
    if (!sources_.next(source)) {
      std::string more;
      if (waiting_ || lines_.next(more)) refuse_lengths(lines_.place(), "more");
      return false;
    }
    text::check_utf8(source, sources_.place());
    item.number = number_++;
    item.source = system_.prepare(source);
    if (lists_) {
      read_list(item);
    } else {
      std::string line;
      if (!lines_.next(line)) refuse_lengths(lines_.place(), "fewer");
      text::check_utf8(line, lines_.place());
      item.targets.push_back(fmt::format("{}", fmt::join(system_.target_preparer().prepare(line), " ")));
      item.lines.push_back(std::move(line));
    }
    return true;
  }

 private:
  void read_list(Item& item) {
    while (true) {
      if (!waiting_) {
        std::string line;
        if (!lines_.next(line)) break;
        text::check_utf8(line, lines_.place());
        waiting_ = std::move(line);
      }
      const auto fields = split_fields(*waiting_, " ||| ");
      const auto id = parse_unsigned(trim(fields[0]));
      if (!id || fields.size() < 4 || !parse_real(trim(fields[3])) || *id < item.number) {
        throw DataError(lines_.place(), "this is no line of an n-best list, or its number comes too late",
                        "give 'id ||| words ||| features ||| total', ids rising from 0");
      }
      if (*id != item.number) break;
      item.targets.push_back(text::unescape_bars(fields[1]));
      item.lines.push_back(std::move(*waiting_));
      waiting_.reset();
    }
  }

  const TranslationSystem& system_;
  bool lists_;
  store::LineReader sources_;
  store::LineReader lines_;
  std::optional<std::string> waiting_;
  std::uint64_t number_ = 0;
};

// Higher is better.
std::vector<double> scores_of(const kernel::KernelModel& model, const Item& item) {
  std::vector<std::vector<std::string_view>> targets;
  for (const std::string& target : item.targets) targets.push_back(split_words(target));
  std::vector<double> scores = kernel::losses(model, split_words(item.source), targets);
  for (double& score : scores) score = 0.0 - score;
  return scores;
}

// The lists' lines with the score as one more feature, sorted by the total that it changes.
std::string ranked_lines(const Item& item, std::span<const double> scores, double weight) {
  std::vector<std::pair<double, std::string>> lines;
  for (std::size_t i = 0; i < item.lines.size(); ++i) {
    auto fields = split_fields(item.lines[i], " ||| ");
    const double total = *parse_real(trim(fields[3])) + weight * scores[i];
    std::string line = fmt::format("{} ||| {} ||| {} KernelScore0= {:.9g} ||| {:.9g}", fields[0], fields[1],
                                   fields[2], scores[i], total);
    for (std::size_t k = 4; k < fields.size(); ++k) line += fmt::format(" ||| {}", fields[k]);
    lines.emplace_back(total, std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [total, line] : lines) text += line + "\n";
  return text;
}

}  // namespace

void score_by_kernel(const KernelScoring& scoring, ThreadPool& threads, Reporter& reporter) {
  const auto system = TranslationSystem::load(scoring.model_folder);
  if (!system.models().kernel) {
    throw UsageError({scoring.model_folder}, "the model has no kernel regression",
                     "train one with 'calque kernel train' or 'calque train --feature kernel'");
  }
  const kernel::KernelModel& model = *system.models().kernel;
  ScoreInput input(scoring, system);
  store::TextWriter writer(scoring.output);
  const bool similarity = model.options().method == kernel::Method::kMargin;
  OrderedStream<Item, std::vector<double>> stream;
  stream.read = [&](Item& item) { return input.next(item); };
  stream.work = [&](const Item& item, std::size_t) { return scores_of(model, item); };
  stream.deliver = [&](const Item& item, std::vector<double>& scores, std::uint64_t number) {
    if (scoring.n_best.empty())
      writer.write_line(fmt::format("{:.9g}", similarity ? scores[0] : 0.0 - scores[0]));
    else
      writer.write(ranked_lines(item, scores, scoring.weight));
    reporter.progress(number + 1, 0);
  };
  run_in_order(threads, stream);
  writer.commit();
}

}  // namespace calque::pipeline
