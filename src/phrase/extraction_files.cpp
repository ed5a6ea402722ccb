#include "phrase/extraction_files.h"

#include "base/error.h"
#include "phrase/occurrence_file.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/scored_phrases.h"
#include "phrase/table_extraction.h"
#include "phrase/text_format.h"
#include "store/text_file.h"

namespace calque::phrase {
namespace {

// Text is written in the order of its lines, for which all phrases must be in memory.
void write_table_as_text(const text::AlignedCorpus& corpus, const TableOptions& options,
                         const ExtractionFiles& files, ThreadPool& threads, Reporter& reporter) {
  const ScoredPhrases phrases = extract_and_score(corpus.text, corpus.alignments, options, threads, reporter);
  const Vocabularies vocabularies{corpus.text.source_vocabulary, corpus.text.target_vocabulary};
  reporter.stage("writing " + files.table);
  store::TextWriter out(files.table);
  write_moses_table(phrases, vocabularies, out);
  out.commit();
  if (files.model.empty()) return;
  reporter.stage("writing " + files.model);
  write_phrase_table(phrases, vocabularies, files.model);
}

}  // namespace

void ExtractionFiles::validate() const {
  if (model == "-") {
    throw UsageError({}, "a phrase table file cannot be written to standard output",
                     "give --model a file name");
  }
  if (occurrences == "-" && table == "-")
    throw UsageError({}, "only one output can go to standard output", "name a file for the other");
}

void extract_to_files(const text::AlignedCorpus& corpus, const TableOptions& options,
                      const ExtractionFiles& files, ThreadPool& threads, Reporter& reporter) {
  files.validate();
  if (!files.occurrences.empty())
    write_occurrences(corpus.text, corpus.alignments, options.extract, files.occurrences, threads, reporter);
  if (!files.table.empty()) {
    write_table_as_text(corpus, options, files, threads, reporter);
  } else if (!files.model.empty()) {
    extract_to_table({corpus.text, corpus.alignments}, options, files.model, threads, reporter);
  }
}

}  // namespace calque::phrase
