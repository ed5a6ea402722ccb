// calque reorder compare
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/error.h"
#include "base/parse.h"
#include "cmd_reorder.h"
#include "metrics/significance.h"
#include "phrase/text_format.h"
#include "reorder/evaluation.h"
#include "reorder/prepared_rows.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct CompareArguments {
  ReorderInput input;
  LearnerArguments learner;
  std::string learners = "all";
  double test_fraction = 0.05;
  std::size_t repeats = 3;
  std::string scatter;
  bool json = false;
};

// One learner over all draws.
struct Series {
  reorder::Learner learner;
  std::vector<reorder::Evaluation> evaluations;
  std::vector<reorder::TrainingReport> reports;
  std::vector<std::uintmax_t> bytes;
  std::vector<reorder::Prediction> last;  // of the last draw, for the scatter

  std::vector<double> precisions() const {
    std::vector<double> values;
    for (const auto& evaluation : evaluations) values.push_back(evaluation.overall.precision());
    return values;
  }
  std::vector<double> f1(std::size_t k) const {
    std::vector<double> values;
    for (const auto& evaluation : evaluations) values.push_back(evaluation.f1[k]);
    return values;
  }
  std::vector<double> mean_f1(std::size_t classes) const;
};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0.0;
  const double middle = mean(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::vector<double> Series::mean_f1(std::size_t classes) const {
  std::vector<double> values;
  for (std::size_t k = 0; k < classes; ++k) values.push_back(mean(f1(k)));
  return values;
}

template <typename Value>
double mean_of(const std::vector<reorder::TrainingReport>& reports, Value reorder::TrainingReport::*field) {
  double sum = 0.0;
  for (const auto& report : reports) sum += static_cast<double>(report.*field);
  return sum / static_cast<double>(reports.size());
}

// The published learners once each; a slower way to the same optimum (iterative scaling) must be asked for.
constexpr std::string_view kAll =
    "word-distance,lexical,bayes-map,bayes,me-lbfgs,mlr-sgd,mlr-dual,svm,svm-joint,mmr,mms,mms-dual,dpr-mlr-"
    "dual,"
    "dpr-svm,dpr-mmr,dpr-mms";

std::vector<Series> chosen(const std::string& names) {
  std::vector<Series> series;
  for (const std::string_view name : split_fields(names == "all" ? kAll : std::string_view(names), ","))
    series.push_back({reorder::Learner::parse(name), {}, {}, {}, {}});
  return series;
}

// Size of a model as a file.
std::uintmax_t size_of(const reorder::ReorderingModel& model) {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("calque-reorder-{}-{}", ::getpid(), model.description().learner);
  model.save(path.string());
  const auto bytes = std::filesystem::file_size(path);
  std::filesystem::remove(path);
  return bytes;
}

class Comparison {
 public:
  Comparison(CompareArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        classes_(reorder::OrientationSet::parse(arguments.input.classes)),
        series_(chosen(arguments.learners)) {
    arguments.input.samples.orientation = phrase::parse_orientation_model(arguments.input.orientation);
    arguments.input.samples.validate();
    for (const Series& series : series_) arguments.learner.for_learner(series.learner, classes_.size());
    if (arguments.repeats == 0) throw UsageError({}, "there must be a draw", "use --repeats 3");
  }

  void run() {
    corpus_ = std::make_unique<const ReorderCorpus>(arguments_.input, session_);
    session_.reporter().stage("collecting phrase movements");
    set_ = reorder::collect_samples(corpus_->corpus(), corpus_->alignments(), classes_,
                                    arguments_.input.samples, session_.threads());
    for (std::size_t draw = 0; draw < arguments_.repeats; ++draw) {
      split_ =
          reorder::split_by_sentence(set_.samples, arguments_.test_fraction, session_.common.seed + draw);
      if (split_.train.empty() || split_.test.empty()) {
        throw DataError({arguments_.input.corpus.source},
                        "too few sentences with phrase pairs to hold some out", "give a larger corpus");
      }
      run_draw(draw);
    }
    if (!arguments_.scatter.empty()) write_scatter();
    if (arguments_.json) {
      print_json();
    } else {
      print_table();
    }
  }

 private:
  void run_draw(std::size_t draw) {
    rows_.clear();
    for (Series& series : series_) {
      session_.reporter().stage(
          fmt::format("draw {} of {}: {}", draw + 1, arguments_.repeats, series.learner.name()));
      arguments_.learner.options.seed = session_.common.seed + draw;
      const auto options = arguments_.learner.for_learner(series.learner, classes_.size());
      auto result = series.learner.linear() ? train_linear(options)
                                            : reorder::train(corpus_->text(), split_.train, classes_, options,
                                                             session_.threads());
      series.last = reorder::predict(*result.classifier, corpus_->text(), split_.test, session_.threads());
      series.evaluations.push_back(reorder::evaluate(split_.test, series.last, classes_.size()));
      series.reports.push_back(result.report);
      const bool uses_features = series.learner.linear() || result.report.features > 0;
      const auto features = uses_features ? result.features : reorder::FeatureOptions::preset("pairs");
      const reorder::ReorderingModel model(
          {series.learner.name(), classes_, arguments_.input.samples.orientation,
           corpus_->source_lookup(features), corpus_->target_lookup(features)},
          std::move(result.classifier));
      series.bytes.push_back(size_of(model));
      session_.reporter().note(fmt::format("{}: precision {:.2f} %, {:.2f} s", series.learner.name(),
                                           100.0 * series.evaluations.back().overall.precision(),
                                           result.report.train_seconds));
    }
  }

  // Rows are made once for all learners that look at the same features.
  reorder::TrainingResult train_linear(const reorder::TrainOptions& options) {
    const auto features = options.features.value_or(reorder::default_features(options.learner));
    const auto least = options.least_count.value_or(reorder::default_least_count(options.learner));
    const auto same = [&](const Made& made) {
      return made.rows->features() == features && made.rows->least_count() == least;
    };
    if (std::none_of(rows_.begin(), rows_.end(), same)) {
      const double start = reorder::cpu_seconds();
      auto rows = std::make_unique<const reorder::PreparedRows>(corpus_->text(), split_.train, features,
                                                                least, session_.threads());
      rows_.push_back({std::move(rows), reorder::cpu_seconds() - start});
    }
    const Made& made = *std::find_if(rows_.begin(), rows_.end(), same);
    auto result =
        reorder::train(corpus_->text(), split_.train, classes_, options, *made.rows, session_.threads());
    result.report.prepare_seconds = made.seconds;
    return result;
  }

  const Series& best() const {
    return *std::max_element(series_.begin(), series_.end(), [](const Series& a, const Series& b) {
      return mean(a.precisions()) < mean(b.precisions());
    });
  }
  const Series* lexical() const {
    for (const Series& series : series_) {
      if (series.learner.method == reorder::Method::kLexical) return &series;
    }
    return nullptr;
  }
  // p of the best learner being no better, overall and by class.
  std::vector<double> p_values(const Series& series) const {
    std::vector<double> p{metrics::paired_t_test(best().precisions(), series.precisions()).p};
    for (std::size_t k = 0; k < classes_.size(); ++k)
      p.push_back(metrics::paired_t_test(best().f1(k), series.f1(k)).p);
    return p;
  }

  void print_table() const {
    print_line(fmt::format("{} samples, {} of them held out in the last draw; {} draws", set_.samples.size(),
                           split_.test.size(), arguments_.repeats));
    std::string head = fmt::format("{:<22} {:>14}", "learner", "precision %");
    for (const std::string& label : classes_.labels()) head += fmt::format(" {:>13}", label);
    print_line(head +
               fmt::format(" {:>9} {:>9} {:>9} {:>8} {:>8}", "rows s", "train s", "KiB", "gain %", "p"));
    for (const Series& series : series_) {
      std::string line =
          fmt::format("{:<22} {:>8.2f} ±{:4.2f}", series.learner.name(), 100.0 * mean(series.precisions()),
                      100.0 * deviation(series.precisions()));
      for (std::size_t k = 0; k < classes_.size(); ++k)
        line += fmt::format(" {:>13.2f}", 100.0 * mean(series.f1(k)));
      const double bytes = std::accumulate(series.bytes.begin(), series.bytes.end(), 0.0) /
                           static_cast<double>(series.bytes.size());
      line += fmt::format(" {:>9.2f} {:>9.2f} {:>9.0f}",
                          mean_of(series.reports, &reorder::TrainingReport::prepare_seconds),
                          mean_of(series.reports, &reorder::TrainingReport::train_seconds), bytes / 1024.0);
      line +=
          lexical() == nullptr ? fmt::format(" {:>8}", "") : fmt::format(" {:>+8.1f}", 100.0 * gain(series));
      line += &series == &best() || arguments_.repeats < 2 ? fmt::format(" {:>8}", "")
                                                           : fmt::format(" {:>8.2g}", p_values(series)[0]);
      print_line(line);
    }
  }

  double gain(const Series& series) const {
    return reorder::relative_gain(series.mean_f1(classes_.size()), lexical()->mean_f1(classes_.size()),
                                  classes_.monotone_class());
  }

  nlohmann::ordered_json json_of(const Series& series) const {
    nlohmann::ordered_json json{{"name", series.learner.name()},
                                {"precision", mean(series.precisions())},
                                {"precision_deviation", deviation(series.precisions())},
                                {"f1", series.mean_f1(classes_.size())}};
    json["precisions"] = series.precisions();
    double log_prob = 0.0;
    for (const auto& evaluation : series.evaluations) log_prob += evaluation.mean_log_prob;
    json["mean_log_prob"] = log_prob / static_cast<double>(series.evaluations.size());
    json["train_seconds"] = mean_of(series.reports, &reorder::TrainingReport::train_seconds);
    json["prepare_seconds"] = mean_of(series.reports, &reorder::TrainingReport::prepare_seconds);
    json["iterations"] = mean_of(series.reports, &reorder::TrainingReport::iterations);
    json["features"] = series.reports.back().features;
    json["sub_models"] = series.reports.back().sub_models;
    json["model_bytes"] = series.bytes.back();
    if (!series.reports.back().active_fraction.empty())
      json["active"] = series.reports.back().active_fraction;
    if (lexical() != nullptr) json["gain_on_moving_classes"] = gain(series);
    if (&series != &best()) json["p"] = p_values(series);
    std::map<std::int32_t, reorder::Hits> by_distance;
    for (const auto& evaluation : series.evaluations) {
      for (const auto& [distance, hits] : evaluation.by_distance) {
        by_distance[distance].right += hits.right;
        by_distance[distance].all += hits.all;
      }
    }
    for (const auto& [distance, hits] : by_distance)
      json["by_distance"][std::to_string(distance)] = {{"samples", hits.all},
                                                       {"precision", hits.precision()}};
    return json;
  }

  void print_json() const {
    nlohmann::ordered_json json{{"samples", set_.samples.size()},
                                {"train_samples", split_.train.size()},
                                {"test_samples", split_.test.size()},
                                {"left_out_by_distance", set_.counts.dropped_distances},
                                {"repeats", arguments_.repeats},
                                {"classes", classes_.labels()},
                                {"test_by_class", reorder::class_counts(split_.test, classes_.size())},
                                {"best", best().learner.name()}};
    json["learners"] = nlohmann::ordered_json::array();
    for (const Series& series : series_) json["learners"].push_back(json_of(series));
    print_line(json.dump());
  }

  // The best learner beside the lexical one (or the first), source phrase by source phrase.
  void write_scatter() const {
    const Series& other = lexical() != nullptr ? *lexical() : series_.front();
    store::TextWriter out(arguments_.scatter);
    out.write_line(fmt::format("phrase\ttrain samples\ttranslations\ttest samples\t{}\t{}",
                               best().learner.name(), other.learner.name()));
    for (const auto& cluster :
         reorder::compare_clusters(corpus_->text(), split_.train, split_.test, best().last, other.last,
                                   arguments_.learner.options.least_samples)) {
      std::string phrase;
      const auto words = corpus_->corpus().source.sentence(cluster.example.sentence);
      for (std::uint32_t at = cluster.example.source().begin; at < cluster.example.source().end; ++at) {
        if (!phrase.empty()) phrase += ' ';
        phrase += corpus_->corpus().source_vocabulary.word(words[at]);
      }
      out.write_line(fmt::format("{}\t{}\t{}\t{}\t{:.4f}\t{:.4f}", phrase, cluster.train_samples,
                                 cluster.translations, cluster.test_samples, cluster.accuracy_a,
                                 cluster.accuracy_b));
    }
    out.commit();
  }

  struct Made {
    std::unique_ptr<const reorder::PreparedRows> rows;
    double seconds;
  };

  CompareArguments& arguments_;
  Session& session_;
  reorder::OrientationSet classes_;
  std::vector<Series> series_;
  std::unique_ptr<const ReorderCorpus> corpus_;
  reorder::SampleSet set_;
  reorder::Split split_;
  std::vector<Made> rows_;
};

}  // namespace

void add_reorder_compare(CLI::App& parent, Session& session) {
  CLI::App* command = add_command(
      parent, session, "compare",
      "Trains several learners on the same samples and tests them on sentences held out, several times with "
      "different draws. Seconds are CPU time.",
      "calque reorder compare -s train.de -t train.en -a train.align --learners lexical,mlr-dual,dpr-mms");
  const auto arguments = std::make_shared<CompareArguments>();
  add_corpus_options(*command, arguments->input);
  add_class_options(*command, arguments->input);
  command->add_option("--learners", arguments->learners, "Names separated by commas, or all")
      ->capture_default_str();
  add_learner_options(*command, arguments->learner);
  command->add_option("--test-fraction", arguments->test_fraction, "Part of the sentences that is held out")
      ->capture_default_str();
  command->add_option("--repeats", arguments->repeats, "How often sentences are drawn")
      ->capture_default_str();
  command->add_option("--scatter", arguments->scatter,
                      "Write a line for each source phrase: the best learner beside the lexical one");
  command->add_flag("--json", arguments->json, "Print the figures as JSON");
  command->callback([arguments, &session] { Comparison(*arguments, session).run(); });
}

}  // namespace calque::apps
