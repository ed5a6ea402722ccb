// calque extract
#include <string>

#include "base/error.h"
#include "command.h"
#include "phrase/occurrence_file.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"
#include "phrase/table_extraction.h"
#include "phrase/text_format.h"
#include "store/text_file.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

struct ExtractCommand {
  AlignedArguments corpus;
  phrase::TableOptions options;
  std::string output;  // occurrences
  std::string table;   // Moses text phrase table
  std::string model;   // phrase table file
};

void check_arguments(ExtractCommand& arguments) {
  arguments.options.validate();
  if (arguments.model == "-") {
    throw UsageError({}, "a phrase table file cannot be written to standard output",
                     "give --model a file name");
  }
  if (arguments.output == "-" && arguments.table == "-") {
    throw UsageError({}, "only one output can go to standard output", "name a file for the other");
  }
}

void write_tables(const AlignedCorpus& corpus, const ExtractCommand& arguments, Session& session) {
  Reporter& reporter = session.reporter();
  const phrase::TableOptions& options = arguments.options;
  if (arguments.table.empty()) {
    phrase::extract_to_table({corpus.text, corpus.alignments}, options, arguments.model, session.threads(),
                             reporter);
    return;
  }
  const phrase::ScoredPhrases phrases =
      phrase::extract_and_score(corpus.text, corpus.alignments, options, session.threads(), reporter);
  const phrase::Vocabularies vocabularies{corpus.text.source_vocabulary, corpus.text.target_vocabulary};
  reporter.stage("writing " + arguments.table);
  store::TextWriter out(arguments.table);
  phrase::write_moses_table(phrases, vocabularies, out);
  out.commit();
  if (!arguments.model.empty()) {
    reporter.stage("writing " + arguments.model);
    phrase::write_phrase_table(phrases, vocabularies, arguments.model);
  }
}

void run(ExtractCommand& arguments, Session& session) {
  const bool tables = !arguments.table.empty() || !arguments.model.empty();
  if (arguments.output.empty() && !tables) arguments.output = "-";
  check_arguments(arguments);
  const AlignedCorpus corpus = read_aligned(arguments.corpus, session.reporter());
  if (!arguments.output.empty()) {
    phrase::write_occurrences(corpus.text, corpus.alignments, arguments.options.extract, arguments.output,
                              session.threads(), session.reporter());
  }
  if (tables) write_tables(corpus, arguments, session);
}

}  // namespace

void add_extract(Command& parent) {
  auto [command, arguments] = parent.add<ExtractCommand>(
      "extract", "Phrase pairs consistent with a word alignment, as text or as a phrase table",
      "calque extract -s train.de -t train.en -a train.align -o pairs.zst --table table.gz", run);
  add_aligned_options(command, arguments.corpus);
  command.option("--max-length", arguments.options.extract.max_length,
                 "Most words on either side of a pair (1 to 100)");
  command.option("--orientation", arguments.options.extract.orientation,
                 "What orientations refer to: word, phrase or hier (blocks of any size)");
  command.flag(
      "--mirrored-forward",
      [&extract = arguments.options.extract] { extract.forward_blocks = phrase::ForwardBlocks::kMirrored; },
      "Forward orientation as the mirror image of backward (default: as Moses has it)");
  command
      .option(
          "-o,--output", arguments.output,
          "One line per occurrence, in corpus order (default: standard output, unless a table is asked for)")
      .writes();
  command.option("--table", arguments.table, "Write the scored phrase table as Moses text").writes();
  command.option("--model", arguments.model, "Write the scored phrase table as a file that calque maps")
      .writes();
  add_table_options(command, arguments.options);
}

}  // namespace calque::apps
