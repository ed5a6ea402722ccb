// calque extract
#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "command.h"
#include "phrase/extract.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"
#include "phrase/table_extraction.h"
#include "phrase/text_format.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"
#include "training_arguments.h"

namespace calque::apps {
namespace {

// Text is made for this many sentences at a time, so that memory does not grow with the corpus.
constexpr std::size_t kSentencesPerBatch = 1 << 14;
constexpr std::size_t kSentencesPerBlock = 1 << 9;

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

void write_occurrences(const AlignedCorpus& corpus, const ExtractCommand& arguments, Session& session) {
  Reporter& reporter = session.reporter();
  reporter.stage("extracting phrase pairs");
  store::TextWriter out(arguments.output);
  const std::size_t size = corpus.text.size();
  for (std::size_t batch = 0; batch < size; batch += kSentencesPerBatch) {
    const std::size_t count = std::min(kSentencesPerBatch, size - batch);
    const auto texts =
        session.threads().map_blocks<std::string>(count, kSentencesPerBlock, [&](const Block& block) {
          std::string text;
          std::vector<phrase::Occurrence> found;
          phrase::PhraseExtractor extractor(arguments.options.extract);
          for (std::size_t i = batch + block.begin; i < batch + block.end; ++i) {
            const auto links = corpus.alignments.alignment(i);
            found.clear();
            extractor.extract(
                {i, 0, corpus.text.source.sentence(i).size(), corpus.text.target.sentence(i).size(), links},
                found);
            for (const phrase::Occurrence& occurrence : found) {
              phrase::append_occurrence(corpus.text, links, occurrence, text);
            }
          }
          return text;
        });
    for (const std::string& text : texts) out.write(text);
    reporter.progress(batch + count, size);
  }
  out.commit();
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
  if (!arguments.output.empty()) write_occurrences(corpus, arguments, session);
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
  command.option(
      "-o,--output", arguments.output,
      "One line per occurrence, in corpus order (default: standard output, unless a table is asked for)");
  command.option("--table", arguments.table, "Write the scored phrase table as Moses text");
  command.option("--model", arguments.model, "Write the scored phrase table as a file that calque maps");
  add_table_options(command, arguments.options);
}

}  // namespace calque::apps
