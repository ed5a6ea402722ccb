// calque translate
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/ordered_stream.h"
#include "command.h"
#include "decode/consensus.h"
#include "pipeline/system.h"
#include "store/text_file.h"
#include "translate_answer.h"
#include "translate_input.h"

namespace calque::apps {
namespace {

struct TranslateArguments {
  std::string model;
  std::string output = "-";
  std::string weights;
  std::string search_graph;
  AnswerOptions answer;
  InputOptions input;
  bool distinct = false;
  bool indicators = false;
  bool mbr = false;
  bool verify = false;
  std::vector<std::string> settings;
};

decode::SearchOptions search_options(const TranslateArguments& arguments, decode::SearchOptions options) {
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

// Enough that one long sentence does not stop the other threads.
constexpr std::size_t kLinesPerThread = 16;
// Translations that --mbr compares unless --n-best asks for more.
constexpr std::size_t kConsensusCandidates = 200;

struct Answered {
  decode::Response response;
  std::size_t chosen = 0;
};

// Scratch memory of one thread.
struct Workspaces {
  decode::Workspace decoder;
  pipeline::PreImageWorkspace pre_image;
};

// One of the two translates.
struct Translators {
  decode::Decoder decoder;
  std::optional<pipeline::PreImageTranslator> pre_image{};
};

Translators translators(const TranslateArguments& arguments, const pipeline::TranslationSystem& system,
                        const decode::SearchOptions& options) {
  if (arguments.weights.empty()) {
    if (system.pre_image() == nullptr) return {system.decoder(options)};
    return {system.decoder(options), *system.pre_image()};
  }
  const auto weights = decode::read_weights(arguments.weights, system.score_descriptions());
  if (system.pre_image() == nullptr) return {system.decoder(options, weights)};
  return {system.decoder(options), system.pre_image()->with(weights)};
}

decode::Response translate(const TranslateArguments& arguments, const Translators& translators,
                           const InputLine& line, Workspaces& workspaces) {
  std::vector<std::string_view> words;
  decode::Request request = request_for(line, words);
  request.n = std::max<std::size_t>(arguments.answer.n_best, arguments.mbr ? kConsensusCandidates : 1);
  request.with_indicators = arguments.indicators;
  request.with_graph = !arguments.search_graph.empty();
  request.number = line.number;
  if (translators.pre_image)
    return translators.pre_image->translate(request, translators.decoder.options(), workspaces.pre_image);
  return translators.decoder.translate(request, workspaces.decoder);
}

void run(TranslateArguments& arguments, Session& session) {
  const auto system = pipeline::TranslationSystem::load(
      arguments.model, arguments.verify ? store::Verify::kFull : store::Verify::kHeader);
  const decode::SearchOptions options = search_options(arguments, system.search_options());
  const Translators chosen = translators(arguments, system, options);
  arguments.input.model = arguments.model;
  arguments.input.search = options;
  arguments.answer.constrained = !arguments.input.reference.empty();
  Reporter& reporter = session.reporter();
  TranslationInput input(arguments.input, system);
  store::TextWriter writer(arguments.output);
  std::optional<store::TextWriter> graph;
  if (!arguments.search_graph.empty()) graph.emplace(arguments.search_graph);
  std::vector<Workspaces> workspaces(session.threads().threads());

  OrderedStream<InputLine, Answered> stream;
  stream.read = [&](InputLine& line) { return input.next(line); };
  stream.work = [&](const InputLine& line, std::size_t thread) {
    Answered answered{translate(arguments, chosen, line, workspaces[thread])};
    if (arguments.mbr && !answered.response.translations.empty())
      answered.chosen = decode::consensus(answered.response.translations);
    return answered;
  };
  stream.deliver = [&](const InputLine& line, Answered& answered, std::uint64_t number) {
    const auto& translations = answered.response.translations;
    if (translations.empty())
      reporter.warning(fmt::format("line {}: the search does not reach the given translation", number + 1));
    writer.write(answer(arguments.answer, system,
                        {number, line.raw, line.plain, line.marked.words, translations, answered.chosen}));
    if (arguments.output == "-") writer.flush();
    if (graph) graph->write(answered.response.graph);
    reporter.progress(number + 1, 0);
  };
  run_in_order(session.threads(), stream, kLinesPerThread * session.threads().threads());
  writer.commit();
  if (graph) graph->commit();
}

}  // namespace

void add_translate_command(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "translate", "Translate text: one line out for each line in",
                                  "calque translate -m model <text.de >text.en");
  auto arguments = std::make_shared<TranslateArguments>();
  command->add_option("-m,--model", arguments->model, "Model folder")->required();
  command->add_option("-i,--input", arguments->input.input, "Text to translate ('-': standard input)")
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "Where to write ('-': standard output)")
      ->capture_default_str();
  auto* n_best = command
                     ->add_option("--n-best", arguments->answer.n_best,
                                  "The N best translations of each line, with all scores")
                     ->check(CLI::Range(1, 1000000));
  command->add_flag("--distinct", arguments->distinct, "N-best lists without equal word sequences")
      ->needs(n_best);
  command->add_flag("--indicators", arguments->indicators,
                    "N-best lists and JSON name the indicators of sparse features");
  command->add_flag("--alignments", arguments->answer.alignments,
                    "Add ' ||| ' and the word alignment to each line");
  command->add_flag("--trace", arguments->answer.trace, "Show the phrases: words |source positions|")
      ->excludes(n_best);
  command->add_flag("--json", arguments->answer.json, "One JSON object per line with everything");
  command->add_option("--weights", arguments->weights, "Weights to use instead of the model's");
  command->add_option("--set", arguments->settings,
                      "Search setting NAME=VALUE, e.g. stack-size=200 (may be repeated)");
  command
      ->add_flag("--mbr", arguments->mbr,
                 "Choose what is most like the 200 best translations, not the best one (minimum Bayes risk)")
      ->excludes(n_best);
  command->add_option("--search-graph", arguments->search_graph, "Write the hypotheses of every search here");
  command->add_option("--constrain", arguments->input.reference,
                      "Lines to reach: the best way to translate each line into exactly that");
  auto* markup =
      command->add_flag("--markup", arguments->input.markup, "Input lines have markup, e.g. <wall/>");
  command
      ->add_flag("--inclusive", arguments->input.inclusive,
                 "Marked translations compete with the model's own")
      ->needs(markup);
  command->add_flag("--monotone-at-punctuation", arguments->input.punctuation,
                    "Nothing is moved across punctuation marks");
  command->add_flag("--verify", arguments->verify, "Check every checksum of the model first");
  command->callback([arguments, &session] { run(*arguments, session); });
}

}  // namespace calque::apps
