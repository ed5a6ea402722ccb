// calque lexicon
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "align/aligner.h"
#include "align/lexicon_list.h"
#include "align_arguments.h"
#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"

namespace calque::apps {
namespace {

struct LexiconCommand {
  AlignArguments align;
  std::string model_file;
  std::string output = "-";
  align::LexiconListOptions list;
  bool json = false;
};

void write_entries(const align::LexicalTable& table, const text::VocabularyView& source,
                   const text::VocabularyView& target, const LexiconCommand& arguments) {
  store::TextWriter out(arguments.output);
  for (const align::LexiconEntry& entry : align::list_lexicon(table, arguments.list)) {
    const std::string_view from = source.word(entry.source);
    const std::string_view to = target.word(entry.target);
    if (arguments.json) {
      const nlohmann::ordered_json json{{"source", from},
                                        {"target", to},
                                        {"p_target_given_source", entry.p_target_given_source},
                                        {"p_source_given_target", entry.p_source_given_target}};
      out.write_line(json.dump());
    } else {
      out.write_line(fmt::format("{}\t{}\t{:.6f}\t{:.6f}", from, to, entry.p_target_given_source,
                                 entry.p_source_given_target));
    }
  }
  out.commit();
}

void run_lexicon(const LexiconCommand& arguments, Session& session) {
  arguments.list.validate();
  const bool given = !arguments.align.corpus.source.empty() || !arguments.align.corpus.tmx.empty();
  if (given == !arguments.model_file.empty()) {
    throw UsageError({}, "a lexicon comes from a trained model or from sentence pairs",
                     "give --model-file FILE, or -s FILE -t FILE");
  }
  if (!given) {
    const align::AlignmentModel model = align::AlignmentModel::load(arguments.model_file);
    write_entries(model.lexicon(), model.source_vocabulary(), model.target_vocabulary(), arguments);
    return;
  }
  const align::AlignOptions options = align_options(arguments.align, session.common);
  const text::ParallelCorpus corpus =
      text::read_pairs(chosen_input(arguments.align.corpus), session.threads(), session.reporter());
  const align::TrainingResult trained =
      align::train_model(corpus, options, session.threads(), session.reporter());
  write_entries(trained.model.lexicon(), corpus.source_vocabulary, corpus.target_vocabulary, arguments);
}

}  // namespace

void add_lexicon(Command& parent) {
  auto [command, arguments] = parent.add<LexiconCommand>(
      "lexicon",
      "Lists word translations with their probabilities: SOURCE, TARGET, p(target | source) and "
      "p(source | target), separated by tabs, the likeliest first for each source word.",
      "calque lexicon --model-file fr-en.align --top 5 -o fr-en.tsv", run_lexicon);
  command.option("--model-file", arguments.model_file, "An alignment model kept by calque align --save")
      .reads();
  add_parallel_options(command, arguments.align.corpus);
  add_bad_line_option(command, arguments.align.corpus);
  command.option("-o,--output", arguments.output, "Where the lexicon goes").writes();
  command.option("--top", arguments.list.max_per_source, "Most translations per source word (0: all)");
  command.option("--min-probability", arguments.list.min_probability,
                 "Leave out translations that are less probable in both directions");
  command.flag("--json", arguments.json, "One JSON object per line");
  add_model_options(command, arguments.align);
}

}  // namespace calque::apps
