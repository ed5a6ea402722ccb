#include "lm/query/text_scoring.h"

#include <fmt/format.h>

#include "base/error.h"
#include "lm/query/class_model.h"
#include "lm/query/mixture.h"
#include "lm/query/perplexity.h"
#include "store/text_file.h"
#include "text/utf8.h"
#include "text/word_classes_file.h"

namespace calque::lm {
namespace {

using ScoreLine = std::function<TextScore(const std::string& line)>;

TextScore score_lines(const std::string& path, const ScoreLine& score_line,
                      const std::function<void(const TextScore&)>& each, Reporter& reporter) {
  reporter.stage("scoring");
  store::LineReader reader(path);
  TextScore total;
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    const TextScore score = score_line(line);
    total += score;
    if (each) each(score);
    reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  return total;
}

std::vector<double> weights_of(const TextScoring& scoring, std::size_t models) {
  if (scoring.weights.empty()) return std::vector<double>(models, 1.0 / static_cast<double>(models));
  if (scoring.weights.size() == models) return scoring.weights;
  throw UsageError({}, fmt::format("{} weights for {} models", scoring.weights.size(), models),
                   "give --weights one number for each model, the first model's first");
}

}  // namespace

void TextScoring::validate() const {
  if (model == "-" && text == "-") {
    throw UsageError({}, "model and text cannot both come from standard input",
                     "name a file for one of them");
  }
  if (others.empty() && (!weights.empty() || unnormalized)) {
    throw UsageError({}, "--weights and --unnormalized are for several models",
                     "name the others with --with");
  }
  if (!others.empty() && !classes.empty())
    throw UsageError({}, "--with and --classes exclude each other", "leave one out");
}

TextScore score_text(const TextScoring& scoring, const std::function<void(const TextScore&)>& each,
                     Reporter& reporter) {
  scoring.validate();
  const auto load = [&](const std::string& path) {
    return Model::load(path, scoring.verify, scoring.residence);
  };
  const auto score_with = [&](const ScoreLine& line) {
    return score_lines(scoring.text, line, each, reporter);
  };
  const Model model = load(scoring.model);
  if (!scoring.others.empty()) {
    std::vector<Model> others;
    for (const std::string& path : scoring.others) others.push_back(load(path));
    std::vector<const Model*> models{&model};
    for (const Model& other : others) models.push_back(&other);
    const ModelMixture mixture(models, weights_of(scoring, models.size()));
    return score_with(
        [&](const std::string& line) { return mixture.score_line(line, !scoring.unnormalized); });
  }
  if (!scoring.classes.empty()) {
    const ClassModel classes(model, text::read_word_classes(scoring.classes));
    return score_with([&](const std::string& line) { return classes.score_line(line); });
  }
  LineScorer scorer(model);
  return score_with([&](const std::string& line) { return scorer.score(line); });
}

}  // namespace calque::lm
