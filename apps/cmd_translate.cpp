// calque translate
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "command.h"
#include "decode/n_best_format.h"
#include "pipeline/system.h"
#include "store/text_file.h"
#include "text/alignment.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct TranslateArguments {
  std::string model;
  std::string input = "-";
  std::string output = "-";
  std::string weights;
  std::size_t n_best = 0;
  bool distinct = false;
  bool alignments = false;
  bool trace = false;
  bool json = false;
  bool verify = false;
  std::vector<std::string> settings;
};

decode::SearchOptions search_options(const TranslateArguments& arguments) {
  decode::SearchOptions options;
  options.distinct = arguments.distinct;
  for (const std::string& setting : arguments.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      throw UsageError({}, fmt::format("'--set {}' has no value", setting), "write --set NAME=VALUE");
    }
    const std::string name = setting.substr(0, equals);
    if (!decode::set_option(options, name, setting.substr(equals + 1))) {
      throw UsageError({}, fmt::format("there is no search setting '{}'", name),
                       fmt::format("use one of: {}", fmt::join(decode::search_option_names(), ", ")));
    }
  }
  options.validate();
  return options;
}

// "the house |0-1| is small |2-3|": each phrase followed by the source positions it translates.
std::string trace_line(const decode::Translation& translation) {
  std::string line;
  for (const decode::PhraseStep& step : translation.phrases) {
    for (std::uint32_t i = step.target.begin; i < step.target.end; ++i) line += translation.words[i] + " ";
    line += fmt::format("|{}-{}| ", step.source.begin, step.source.end - 1);
  }
  if (!line.empty()) line.pop_back();
  return line;
}

nlohmann::ordered_json features_json(const decode::Translation& translation,
                                     const decode::FeatureSet& features) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::size_t next = 0;
  for (const auto& description : features.descriptions()) {
    auto values = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < description.score_count(); ++i)
      values.push_back(translation.features[next++]);
    json[description.name] = values;
  }
  return json;
}

nlohmann::ordered_json span_json(const text::Span& span) {
  return {span.begin, span.end};
}

nlohmann::ordered_json translation_json(const decode::Translation& translation,
                                        const pipeline::TranslationSystem& system,
                                        const std::string& source) {
  nlohmann::ordered_json json = {{"translation", system.restore(translation, source)},
                                 {"score", translation.score}};
  json["features"] = features_json(translation, system.features());
  json["target_tokens"] = translation.words;
  json["phrases"] = nlohmann::ordered_json::array();
  for (const decode::PhraseStep& step : translation.phrases) {
    json["phrases"].push_back({{"source", span_json(step.source)}, {"target", span_json(step.target)}});
  }
  json["alignment"] = text::to_pharaoh(translation.alignment);
  json["unknown"] = translation.unknown;
  return json;
}

std::string json_line(const pipeline::TranslatedLine& line, const pipeline::TranslationSystem& system,
                      std::size_t n_best) {
  nlohmann::ordered_json json = {{"source", line.source}};
  json.update(translation_json(line.translations->front(), system, line.source));
  json["source_tokens"] = split_words(line.prepared);
  if (n_best != 0) {
    json["n_best"] = nlohmann::ordered_json::array();
    for (const auto& translation : *line.translations) {
      json["n_best"].push_back(translation_json(translation, system, line.source));
    }
  }
  return json.dump();
}

// Everything the arguments ask for one line, as text.
std::string answer(const TranslateArguments& arguments, const pipeline::TranslationSystem& system,
                   const pipeline::TranslatedLine& line) {
  if (arguments.json) return json_line(line, system, arguments.n_best) + "\n";
  std::string text;
  if (arguments.n_best != 0) {
    for (const auto& translation : *line.translations) {
      text += decode::format_n_best_line(line.number, translation, system.features().descriptions());
      if (arguments.alignments) text += " ||| " + text::to_pharaoh(translation.alignment);
      text += "\n";
    }
    return text;
  }
  const decode::Translation& best = line.translations->front();
  text = arguments.trace ? trace_line(best) : system.restore(best, line.source);
  if (arguments.alignments) text += " ||| " + text::to_pharaoh(best.alignment);
  return text + "\n";
}

void run(const TranslateArguments& arguments, Session& session) {
  const decode::SearchOptions options = search_options(arguments);
  const auto system = pipeline::TranslationSystem::load(
      arguments.model, arguments.verify ? store::Verify::kFull : store::Verify::kHeader);
  const decode::Decoder decoder =
      arguments.weights.empty()
          ? system.decoder(options)
          : system.decoder(options,
                           decode::read_weights(arguments.weights, system.features().descriptions()));
  Reporter& reporter = session.reporter();
  store::LineReader reader(arguments.input);
  store::TextWriter writer(arguments.output);
  pipeline::translate_text(
      {system, decoder, std::max<std::size_t>(1, arguments.n_best)}, session.threads(),
      [&](std::string& line) {
        if (!reader.next(line)) return false;
        text::check_utf8(line, reader.place());
        return true;
      },
      [&](const pipeline::TranslatedLine& line) {
        writer.write(answer(arguments, system, line));
        if (arguments.output == "-") writer.flush();
        reporter.progress(line.number + 1, 0);
      });
  writer.commit();
}

}  // namespace

void add_translate_command(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "translate", "Translate text: one line out for each line in",
                                  "calque translate -m model <text.de >text.en");
  auto arguments = std::make_shared<TranslateArguments>();
  command->add_option("-m,--model", arguments->model, "Model folder")->required();
  command->add_option("-i,--input", arguments->input, "Text to translate ('-': standard input)")
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "Where to write ('-': standard output)")
      ->capture_default_str();
  auto* n_best =
      command
          ->add_option("--n-best", arguments->n_best, "The N best translations of each line, with all scores")
          ->check(CLI::Range(1, 1000000));
  command->add_flag("--distinct", arguments->distinct, "N-best lists without equal word sequences")
      ->needs(n_best);
  command->add_flag("--alignments", arguments->alignments, "Add ' ||| ' and the word alignment to each line");
  command->add_flag("--trace", arguments->trace, "Show the phrases: words |source positions|")
      ->excludes(n_best);
  command->add_flag("--json", arguments->json, "One JSON object per line with everything");
  command->add_option("--weights", arguments->weights, "Weights to use instead of the model's");
  command->add_option("--set", arguments->settings,
                      "Search setting NAME=VALUE, e.g. stack-size=200 (may be repeated)");
  command->add_flag("--verify", arguments->verify, "Check every checksum of the model first");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
