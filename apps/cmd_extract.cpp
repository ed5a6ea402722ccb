// calque extract
#include "command.h"
#include "phrase/extraction_files.h"
#include "text/corpus_reader.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

struct ExtractCommand {
  text::AlignedPaths corpus;
  phrase::TableOptions options;
  phrase::ExtractionFiles files;
};

void run(ExtractCommand& arguments, Session& session) {
  phrase::ExtractionFiles& files = arguments.files;
  if (files.occurrences.empty() && files.table.empty() && files.model.empty()) files.occurrences = "-";
  arguments.options.validate();
  files.validate();
  phrase::extract_to_files(text::read_aligned_corpus(arguments.corpus, session.reporter()), arguments.options,
                           files, session.threads(), session.reporter());
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
          "-o,--output", arguments.files.occurrences,
          "One line per occurrence, in corpus order (default: standard output, unless a table is asked for)")
      .writes();
  command.option("--table", arguments.files.table, "Write the scored phrase table as Moses text").writes();
  command.option("--model", arguments.files.model, "Write the scored phrase table as a file that calque maps")
      .writes();
  add_table_options(command, arguments.options);
}

}  // namespace calque::apps
