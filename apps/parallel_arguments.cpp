#include "parallel_arguments.h"

#include "base/error.h"
#include "command.h"
#include "text/language_rules.h"

namespace calque::apps {

void add_parallel_options(Command& command, ParallelArguments& arguments) {
  command
      .option("-s,--source", arguments.source,
              "Source sentences, one per line; or, without -t, one file with both sides")
      .reads();
  command.option("-t,--target", arguments.target, "Their translations, line by line")
      .reads()
      .differs_from("--source");
  command.option("--tmx", arguments.tmx, "Instead: a translation memory (TMX 1.4)").reads();
  command.option("--format", arguments.format, "auto, two-files, tsv, bars (SOURCE ||| TARGET) or tmx");
  command.option("--source-language", arguments.source_language,
                 "Code such as de (default: from the file name, corpus.de); there are rules for " +
                     text::languages_with_rules());
  command.option("--target-language", arguments.target_language, "The same for the target");
}

void add_aligned_options(Command& command, text::AlignedPaths& paths) {
  command.option("-s,--source", paths.corpus.source, "Source sentences, words separated by blanks")
      .reads()
      .required();
  command.option("-t,--target", paths.corpus.target, "Target sentences, line by line their translations")
      .reads()
      .differs_from("--source")
      .required();
  command.option("-a,--alignment", paths.alignment, "Word alignments, one line of i-j links per pair")
      .reads()
      .required();
}

void add_clean_options(Command& command, text::CleanOptions& options) {
  command.option("--min-words", options.min_words, "Leave out pairs with fewer words on a side");
  command.option("--max-words", options.max_words, "Leave out pairs with more words on a side");
  command.option("--max-ratio", options.max_ratio,
                 "Leave out pairs with a side so many times as long as the other");
  command.flag("--remove-duplicates", options.remove_duplicates, "Keep only the first of equal pairs");
  command.flag("--remove-identical", options.remove_identical,
               "Leave out pairs whose two sides are the same");
}

text::ParallelInput chosen_input(const ParallelArguments& arguments) {
  const bool files = !arguments.source.empty();
  if (files == !arguments.tmx.empty() || (!arguments.target.empty() && !files)) {
    throw UsageError({}, "give the sentence pairs in one way",
                     "use -s FILE -t FILE, or --tmx FILE, or -s FILE alone for a file with both sides");
  }
  text::ParallelInput input;
  input.source = files ? arguments.source : arguments.tmx;
  input.target = arguments.target;
  input.format = files ? arguments.format : text::ParallelFormat::kTmx;
  input.source_language = arguments.source_language;
  input.target_language = arguments.target_language;
  input.bad_lines = arguments.bad_lines;
  if (!arguments.target.empty()) {
    if (input.source_language.empty()) input.source_language = text::language_of_file(input.source);
    if (input.target_language.empty()) input.target_language = text::language_of_file(input.target);
  }
  if (input.format == text::ParallelFormat::kTmx &&
      (input.source_language.empty() || input.target_language.empty())) {
    throw UsageError({input.source}, "a TMX file may hold many languages",
                     "say which with --source-language and --target-language");
  }
  return input;
}

}  // namespace calque::apps
