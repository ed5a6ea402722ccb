// calque translate
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "calque/corrections.h"
#include "calque/document.h"
#include "calque/glossary.h"
#include "calque/translator.h"
#include "command.h"
#include "documents/document.h"
#include "library/response_text.h"
#include "library/translation_input.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct TranslateArguments {
  std::string model;
  TranslationFiles files;
  std::string output = "-";
  std::string search_graph;
  bool distinct = false;
  bool report_dropped = false;
  std::vector<std::string> settings;
  std::string glossary;
  std::string corrections;
  TranslatorOptions translator;
  Request common;  // what is wanted for every line
  ResponseFormat format;
  bool lines = false;                      // whatever the name of the input says
  std::optional<DocumentFormat> document;  // what was asked for
  DocumentOptions document_options;
};

// What kind of document the input is; none for lines.
std::optional<DocumentFormat> document_of(const TranslateArguments& arguments) {
  if (arguments.lines || arguments.document) return arguments.document;
  const std::optional<DocumentFormat> named = document_format_of(arguments.files.input);
  return named == DocumentFormat::kText ? std::nullopt : named;
}

// Documents come back as documents: what tells more of each line has no place in them.
void refuse_options_of_lines(const TranslateArguments& arguments, DocumentFormat document) {
  const ResponseFormat& format = arguments.format;
  const bool details = format.json || format.n_best != 0 || format.alignments || format.trace ||
                       arguments.common.explain || arguments.common.sparse_features ||
                       arguments.report_dropped;
  if (!details && arguments.search_graph.empty() && arguments.files.reference.empty() &&
      !arguments.common.markup && !arguments.files.skip_bad_lines)
    return;
  throw UsageError(
      {arguments.files.input, 0, 0},
      fmt::format("the input is a document ({}), and one of the options is for lines", name_of(document)),
      "leave the option out, or take the input for lines with --format lines");
}

void run_document(TranslateArguments& arguments, const Translator& translator, DocumentFormat format) {
  refuse_options_of_lines(arguments, format);
  const std::string content = store::read_whole(arguments.files.input);
  DocumentOptions& options = arguments.document_options;
  options.name = arguments.files.input;
  options.common = arguments.common;
  // A file of one's own may be as large as the memory allows.
  options.limits.content_bytes = store::kMaxWholeFile;
  options.limits.segments = options.limits.inline_tags = store::kMaxWholeFile;
  options.limits.segment_bytes = store::max_line_bytes();
  store::TextWriter writer(arguments.output);
  writer.write(translate_document(translator, format, content, options));
  writer.commit();
}

Translator load(const TranslateArguments& arguments, Reporter& reporter) {
  Translator translator = Translator::load(arguments.model, arguments.translator);
  if (arguments.corrections.empty()) return translator;
  std::string warning;
  const std::vector<Correction> corrections = Corrections::read(arguments.corrections, &warning);
  if (!warning.empty()) reporter.warning(warning);
  return translator.with_corrections(corrections);
}

void run(TranslateArguments& arguments, Session& session) {
  arguments.translator.threads = session.common.threads;
  const Translator translator = load(arguments, session.reporter());
  if (!arguments.glossary.empty()) {
    Glossary glossary =
        read_glossary(arguments.glossary, translator.source_language(), translator.target_language());
    arguments.common.glossary = std::move(glossary.entries);
    arguments.common.kept_words = std::move(glossary.kept_words);
  }
  const ResponseFormat& format = arguments.format;
  Request& common = arguments.common;
  common.search = translator.search_options();
  common.search->distinct = arguments.distinct;
  apply_settings(arguments.settings, *common.search);
  if (common.explain) arguments.format.json = true;
  common.n_best = std::max<std::size_t>(format.n_best, 1);
  common.n_best_text = format.json && format.n_best != 0;
  common.search_graph = !arguments.search_graph.empty();
  if (const auto document = document_of(arguments)) return run_document(arguments, translator, *document);
  arguments.format.constrained = !arguments.files.reference.empty();
  arguments.files.whole_lines = format.json || format.n_best != 0;
  Reporter& reporter = session.reporter();
  TranslationInput input(arguments.files, reporter);
  store::TextWriter writer(arguments.output);
  std::optional<store::TextWriter> graph;
  if (common.search_graph) graph.emplace(arguments.search_graph);

  translator.translate_stream(
      [&](Request& request) { return input.next(common, request); },
      [&](const Request& request, const Response& response) {
        if (response.translations.empty())
          reporter.warning(
              fmt::format("line {}: the search does not reach the given translation", request.number + 1));
        const std::string dropped = arguments.report_dropped ? dropped_words(response) : "";
        if (!dropped.empty())
          reporter.warning(
              fmt::format("line {}: the translation leaves out: {}", request.number + 1, dropped));
        writer.write(request.verbatim ? request.text
                                      : format_response(format, translator.features(), request, response));
        if (arguments.output == "-") writer.flush();
        if (graph) graph->write(response.search_graph);
        reporter.progress(request.number + 1, 0);
      });
  writer.commit();
  if (graph) graph->commit();
}

void add_document_options(Command& command, TranslateArguments& arguments) {
  command
      .option<std::string>(
          "--format",
          [&arguments](const std::string& name) {
            arguments.lines = name == "lines";
            arguments.document.reset();
            if (!arguments.lines)
              arguments.document =
                  parse_enum<DocumentFormat>(name, "use lines, text, html, tmx, tsv or xliff");
          },
          "What the input is: lines, text, html, tmx, tsv or xliff")
      .default_text("as the ending of its name says");
  command.option("--column", arguments.document_options.column,
                 "Of a table (tsv): the header of the column to translate, or its number");
  command.option("--source-language", arguments.document_options.source_language,
                 "Of a document, for example de (default: the model's)");
  command.option("--target-language", arguments.document_options.target_language, "The same for the target");
}

void add_detail_options(Command& command, TranslateArguments& arguments) {
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
}

}  // namespace

void add_translate(Command& parent) {
  auto [command, arguments] = parent.add<TranslateArguments>(
      "translate", "Translate text, one line out for each line in, or a document",
      "calque translate -m model <text.de >text.en", run);
  command.option("-m,--model", arguments.model, "Model folder").reads().required();
  command.option("-i,--input", arguments.files.input, "Text to translate ('-': standard input)").reads();
  command.option("-o,--output", arguments.output, "Where to write ('-': standard output)").writes();
  add_document_options(command, arguments);
  add_detail_options(command, arguments);
  command.option("--weights", arguments.translator.weights, "Weights to use instead of the model's").reads();
  command.option("--set", arguments.settings,
                 "Search setting NAME=VALUE, e.g. stack-size=200 (may be repeated)");
  command
      .option("--glossary", arguments.glossary,
              "Terms with their translations: lines of TERM, a tab, TRANSLATION, or TBX; a term alone stays "
              "as it is")
      .reads();
  command
      .option("--corrections", arguments.corrections,
              "Journal of corrected sentences: they and their phrases are translated as they were corrected")
      .reads();
  command
      .flag("--mbr", arguments.common.consensus,
            "Choose what is most like the 200 best translations, not the best one (minimum Bayes risk)")
      .excludes({"--n-best"});
  command.option("--search-graph", arguments.search_graph, "Write the hypotheses of every search here")
      .writes();
  command
      .option("--constrain", arguments.files.reference,
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
      .flag("--skip-bad-lines", arguments.files.skip_bad_lines,
            "Lines that are not UTF-8 come back as they went in, with a warning")
      .excludes({"--n-best", "--json"});
  command.flag("--verify", arguments.translator.verify, "Check every checksum of the model first");
}

}  // namespace calque::apps
