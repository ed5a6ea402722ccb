// calque evaluate
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "command.h"
#include "metrics/bleu.h"
#include "metrics/wer.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct Arguments {
  std::vector<std::string> references;
  std::vector<std::string> hypotheses;
  std::string metrics = "bleu,wer";
  std::string tokenization = "13a";
  std::string smoothing = "exp";
  double smoothing_value = -1.0;
  bool lowercase = false;
  bool json = false;
};

struct SystemScore {
  const metrics::Metric* metric = nullptr;
  metrics::Score score;
  std::string signature;
};

struct SystemReport {
  std::string name;
  std::vector<SystemScore> scores;
};

metrics::Tokenization parse_tokenization(const std::string& name) {
  if (const auto tokenization = metrics::tokenization_from_name(name)) return *tokenization;
  throw UsageError({}, fmt::format("unknown tokenisation '{}'", name), "use 13a, none, intl, zh or char");
}

metrics::BleuSmoothing parse_smoothing(const std::string& name) {
  if (name == "none") return metrics::BleuSmoothing::kNone;
  if (name == "floor") return metrics::BleuSmoothing::kFloor;
  if (name == "add-k") return metrics::BleuSmoothing::kAddK;
  if (name == "exp") return metrics::BleuSmoothing::kExp;
  throw UsageError({}, fmt::format("unknown smoothing '{}'", name), "use none, floor, add-k or exp");
}

std::unique_ptr<const metrics::Metric> make_metric(std::string_view name, const Arguments& arguments) {
  const metrics::Tokenization tokenization = parse_tokenization(arguments.tokenization);
  if (name == "bleu") {
    metrics::BleuOptions options;
    options.tokenization = tokenization;
    options.lowercase = arguments.lowercase;
    options.smoothing = parse_smoothing(arguments.smoothing);
    options.smoothing_value = arguments.smoothing_value;
    return std::make_unique<metrics::Bleu>(options);
  }
  if (name == "wer")
    return std::make_unique<metrics::Wer>(metrics::WerOptions{tokenization, arguments.lowercase});
  throw UsageError({}, fmt::format("unknown metric '{}'", name),
                   "use bleu, wer, or both with a comma between");
}

std::vector<std::unique_ptr<const metrics::Metric>> make_metrics(const Arguments& arguments) {
  std::vector<std::unique_ptr<const metrics::Metric>> chosen;
  for (const std::string_view field : split_fields(arguments.metrics, ",")) {
    auto metric = make_metric(trim(field), arguments);
    const bool twice =
        std::any_of(chosen.begin(), chosen.end(), [&](const auto& m) { return m->name() == metric->name(); });
    if (!twice) chosen.push_back(std::move(metric));
  }
  return chosen;
}

std::vector<std::string> read_lines(const std::string& path) {
  store::LineReader reader(path);
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) {
    text::check_utf8(line, reader.place());
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> read_lines_like(const std::string& path, const std::string& first_path,
                                         std::size_t count) {
  std::vector<std::string> lines = read_lines(path);
  if (lines.size() != count) {
    throw DataError(
        {path},
        fmt::format("the file has {} lines, but reference {} has {}", lines.size(), first_path, count),
        "give one line for each reference line, in the same order");
  }
  return lines;
}

metrics::ReferenceSets read_references(const Arguments& arguments) {
  metrics::ReferenceSets sets{read_lines(arguments.references.front())};
  for (std::size_t r = 1; r < arguments.references.size(); ++r) {
    sets.push_back(
        read_lines_like(arguments.references[r], arguments.references.front(), sets.front().size()));
  }
  return sets;
}

std::vector<SystemReport> score_systems(const Arguments& arguments,
                                        const std::vector<std::unique_ptr<const metrics::Metric>>& chosen,
                                        ThreadPool& threads) {
  const metrics::ReferenceSets references = read_references(arguments);
  std::vector<std::unique_ptr<const metrics::BoundMetric>> bound;
  for (const auto& metric : chosen) bound.push_back(metric->bind(references));
  std::vector<SystemReport> reports;
  for (const std::string& path : arguments.hypotheses) {
    const auto lines = read_lines_like(path, arguments.references.front(), references.front().size());
    SystemReport& report = reports.emplace_back(SystemReport{path, {}});
    for (std::size_t m = 0; m < chosen.size(); ++m) {
      const auto total = metrics::collect_statistics(*bound[m], lines, threads).total();
      report.scores.push_back({chosen[m].get(), chosen[m]->score(total),
                               chosen[m]->signature(references.size()) + "|version:calque-" CALQUE_VERSION});
    }
  }
  return reports;
}

std::string to_json(const std::vector<SystemReport>& reports) {
  nlohmann::ordered_json systems = nlohmann::ordered_json::array();
  for (const SystemReport& report : reports) {
    nlohmann::ordered_json system{{"name", report.name}};
    for (const SystemScore& entry : report.scores) {
      nlohmann::ordered_json value{{"score", entry.score.value}, {"signature", entry.signature}};
      for (const metrics::Figure& figure : entry.score.figures) value[figure.name] = figure.value;
      system[std::string(entry.metric->name())] = std::move(value);
    }
    systems.push_back(std::move(system));
  }
  const nlohmann::ordered_json all{{"systems", std::move(systems)},
                                   {"significance", nlohmann::ordered_json::array()}};
  // File names need not be UTF-8.
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string to_text(const std::vector<SystemReport>& reports) {
  std::string out;
  for (const SystemReport& report : reports) {
    out += report.name + "\n";
    for (const SystemScore& entry : report.scores) {
      out += fmt::format("  {:<5} {:6.2f}  {}\n       ", entry.metric->name(), entry.score.value,
                         entry.signature);
      for (const metrics::Figure& figure : entry.score.figures) {
        const bool whole = figure.value == std::floor(figure.value) && figure.name.ends_with("length");
        out += whole ? fmt::format(" {} {:.0f}", figure.name, figure.value)
                     : fmt::format(" {} {:.3f}", figure.name, figure.value);
      }
      out += "\n";
    }
  }
  return out;
}

void run(const Arguments& arguments, Session& session) {
  const auto count_stdin = [](const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), "-");
  };
  if (count_stdin(arguments.references) + count_stdin(arguments.hypotheses) > 1) {
    throw UsageError({"-"}, "only one input can come from standard input", "name files for the others");
  }
  const auto chosen = make_metrics(arguments);
  const auto reports = score_systems(arguments, chosen, session.threads());
  store::TextWriter out("-");
  out.write(arguments.json ? to_json(reports) + "\n" : to_text(reports));
  out.commit();
}

}  // namespace

void add_evaluate_command(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      add_command(app, session, "evaluate",
                  "Scores translations against references: BLEU as sacreBLEU computes it, and word "
                  "error rate, both in per cent, with signatures.",
                  "calque evaluate -r test.en system1.en system2.en");
  command
      ->add_option("-r,--reference", arguments->references, "Reference translations; repeat for several sets")
      ->required()
      ->allow_extra_args(false);
  command->add_option("hypotheses", arguments->hypotheses, "Translations to score, one file per system")
      ->required();
  command->add_option("--metrics", arguments->metrics, "bleu, wer, with commas between")
      ->capture_default_str();
  command->add_option("--tokenize", arguments->tokenization, "13a, none, intl, zh or char")
      ->capture_default_str();
  command->add_option("--smooth", arguments->smoothing, "BLEU smoothing: none, floor, add-k or exp")
      ->capture_default_str();
  command
      ->add_option("--smooth-value", arguments->smoothing_value,
                   "For floor (usually 0.1) and add-k (usually 1)")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--lowercase", arguments->lowercase, "Ignore case");
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
