// calque translate
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "calque/translator.h"
#include "command.h"
#include "library/response_text.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct TranslateArguments {
  std::string model;
  std::string input = "-";
  std::string output = "-";
  std::string search_graph;
  std::string reference;  // translations to reach, line by line; empty: none
  bool distinct = false;
  bool skip_bad_lines = false;
  bool report_dropped = false;
  std::vector<std::string> settings;
  TranslatorOptions translator;
  Request common;  // what is wanted for every line
  ResponseFormat format;
};

// The lines to translate, and those to reach. Lines that cannot be translated, because they are too long or,
// if the user wants it so, not UTF-8, are passed through; those that are too long in several parts.
class TranslationInput {
 public:
  TranslationInput(const TranslateArguments& arguments, Reporter& reporter)
      : common_(arguments.common),
        skip_bad_lines_(arguments.skip_bad_lines),
        whole_lines_(arguments.format.json || arguments.format.n_best != 0),
        reporter_(reporter),
        reader_(arguments.input) {
    if (!arguments.reference.empty()) references_.emplace(arguments.reference);
  }

  bool next(Request& request) {
    request = common_;
    store::LinePart part = store::LinePart::kWhole;
    if (!(whole_lines_ ? reader_.next(request.text) : reader_.next_part(request.text, part))) {
      std::string more;
      if (references_ && references_->next(more)) refuse("more");
      return false;
    }
    request.number = reader_.line_number() - 1;
    request.place = reader_.place();
    request.verbatim = is_verbatim(request, part);
    const bool begins = part == store::LinePart::kWhole || part == store::LinePart::kFirst;
    if (begins && references_ && !references_->next(request.reference.emplace())) refuse("fewer");
    const bool ends = part == store::LinePart::kWhole || part == store::LinePart::kLast;
    if (request.verbatim && ends) request.text += '\n';
    return true;
  }

 private:
  bool is_verbatim(const Request& request, store::LinePart part) {
    if (part == store::LinePart::kFirst) {
      reporter_.warning(fmt::format(
          "line {} is longer than {} bytes and passed through as it is (--max-line allows longer ones)",
          request.number + 1, store::max_line_bytes()));
    }
    if (part != store::LinePart::kWhole) return true;
    if (!skip_bad_lines_ || !text::find_invalid_utf8(request.text)) return false;
    reporter_.warning(fmt::format("line {} is not UTF-8 and passed through as it is", request.number + 1));
    return true;
  }

  [[noreturn]] void refuse(const char* what) const {
    throw DataError(references_->place(),
                    fmt::format("there are {} lines here than lines to translate", what),
                    "give one line for each line of the text");
  }

  Request common_;
  bool skip_bad_lines_;
  bool whole_lines_;  // formats in which no line can be passed through
  Reporter& reporter_;
  store::LineReader reader_;
  std::optional<store::LineReader> references_;
};

void report_dropped(const Request& request, const Response& response, Reporter& reporter) {
  if (response.translations.empty() || response.best().dropped.empty()) return;
  std::string words;
  for (const std::uint32_t position : response.best().dropped)
    words += (words.empty() ? "" : ", ") + response.source_tokens[position];
  reporter.warning(fmt::format("line {}: the translation leaves out: {}", request.number + 1, words));
}

void run(TranslateArguments& arguments, Session& session) {
  arguments.translator.threads = session.common.threads;
  const Translator translator = Translator::load(arguments.model, arguments.translator);
  const ResponseFormat& format = arguments.format;
  Request& common = arguments.common;
  common.search = translator.search_options();
  common.search->distinct = arguments.distinct;
  apply_settings(arguments.settings, *common.search);
  if (common.explain) arguments.format.json = true;
  common.n_best = std::max<std::size_t>(format.n_best, 1);
  common.n_best_text = format.json && format.n_best != 0;
  common.search_graph = !arguments.search_graph.empty();
  arguments.format.constrained = !arguments.reference.empty();
  Reporter& reporter = session.reporter();
  TranslationInput input(arguments, reporter);
  store::TextWriter writer(arguments.output);
  std::optional<store::TextWriter> graph;
  if (common.search_graph) graph.emplace(arguments.search_graph);

  translator.translate_stream(
      [&](Request& request) { return input.next(request); },
      [&](const Request& request, const Response& response) {
        if (response.translations.empty())
          reporter.warning(
              fmt::format("line {}: the search does not reach the given translation", request.number + 1));
        if (arguments.report_dropped) report_dropped(request, response, reporter);
        writer.write(request.verbatim ? request.text
                                      : format_response(format, translator.features(), request, response));
        if (arguments.output == "-") writer.flush();
        if (graph) graph->write(response.search_graph);
        reporter.progress(request.number + 1, 0);
      });
  writer.commit();
  if (graph) graph->commit();
}

}  // namespace

void add_translate(Command& parent) {
  auto [command, arguments] =
      parent.add<TranslateArguments>("translate", "Translate text: one line out for each line in",
                                     "calque translate -m model <text.de >text.en", run);
  command.option("-m,--model", arguments.model, "Model folder").reads().required();
  command.option("-i,--input", arguments.input, "Text to translate ('-': standard input)").reads();
  command.option("-o,--output", arguments.output, "Where to write ('-': standard output)").writes();
  command.option("--n-best", arguments.format.n_best, "The N best translations of each line, with all scores")
      .range(1, 1000000);
  command.flag("--distinct", arguments.distinct, "N-best lists without equal word sequences")
      .needs("--n-best");
  command.flag("--indicators", arguments.common.sparse_features,
               "N-best lists and JSON name the indicators of sparse features");
  command.flag(
      "--alignments", arguments.format.alignments,
      "Print the words of the translation as the model has them, ' ||| ' and their links to source words");
  command.flag("--trace", arguments.format.trace, "Show the phrases: words |source positions|")
      .excludes({"--n-best"});
  command.flag("--json", arguments.format.json, "One JSON object per line with everything");
  command.flag("--explain", arguments.common.explain,
               "JSON that also tells what each phrase scored and what reordering models predicted");
  command.option("--weights", arguments.translator.weights, "Weights to use instead of the model's").reads();
  command.option("--set", arguments.settings,
                 "Search setting NAME=VALUE, e.g. stack-size=200 (may be repeated)");
  command
      .flag("--mbr", arguments.common.consensus,
            "Choose what is most like the 200 best translations, not the best one (minimum Bayes risk)")
      .excludes({"--n-best"});
  command.option("--search-graph", arguments.search_graph, "Write the hypotheses of every search here")
      .writes();
  command
      .option("--constrain", arguments.reference,
              "Lines to reach: the best way to translate each line into exactly that")
      .reads();
  command.flag("--markup", arguments.common.markup, "Input lines have markup, e.g. <wall/>");
  command
      .flag("--inclusive", arguments.common.inclusive_markup,
            "Marked translations compete with the model's own")
      .needs("--markup");
  command.flag("--monotone-at-punctuation", arguments.common.monotone_at_punctuation,
               "Nothing is moved across punctuation marks");
  command.flag(
      "--cross-marks", [&common = arguments.common] { common.keep_enclosed = false; },
      "Words may move out of the brackets and quotation marks around them");
  command.flag("--report-dropped", arguments.report_dropped,
               "Warn of each line whose translation leaves a word of content out");
  command
      .flag("--skip-bad-lines", arguments.skip_bad_lines,
            "Lines that are not UTF-8 come back as they went in, with a warning")
      .excludes({"--n-best", "--json"});
  command.flag("--verify", arguments.translator.verify, "Check every checksum of the model first");
}

}  // namespace calque::apps
