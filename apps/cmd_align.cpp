// calque align
#include <string>

#include "align/aligner.h"
#include "align/link_writer.h"
#include "align_arguments.h"
#include "base/error.h"
#include "command.h"
#include "text/corpus_reader.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

struct AlignCommand {
  AlignArguments align;
  std::string output = "-";
  std::string save;
  std::string model_file;
  bool posteriors = false;
  bool unbuffered = false;
};

void train_and_align(const AlignCommand& arguments, const align::AlignOptions& options, Session& session) {
  const text::ParallelCorpus corpus =
      text::read_pairs(chosen_input(arguments.align.corpus), session.threads(), session.reporter());
  // Before the long work: a bad place shows at once.
  align::LinkWriter writer(arguments.output, arguments.posteriors, session.threads());
  const align::TrainingResult trained =
      align::train_model(corpus, options, session.threads(), session.reporter());
  if (!arguments.save.empty()) {
    trained.model.save(arguments.save, corpus.source_vocabulary, corpus.target_vocabulary);
  }
  session.reporter().stage("linking words");
  writer.write(align::align(trained.model, corpus, options, session.threads()));
  writer.commit(session.reporter());
}

void align_with_model(const AlignCommand& arguments, const align::AlignOptions& options, Session& session) {
  align::TextBatches batches{.flush = arguments.output == "-"};
  if (arguments.unbuffered) batches.pairs = 1;
  const align::AlignmentModel model = align::AlignmentModel::load(arguments.model_file);
  text::ParallelReader reader(chosen_input(arguments.align.corpus));
  align::LinkWriter writer(arguments.output, arguments.posteriors, session.threads());
  align::align_text(model, reader, options, batches, writer, session.threads(), session.reporter());
  text::warn_of_bad_lines(reader.counts(), session.reporter());
  writer.commit(session.reporter());
}

void run_align(const AlignCommand& arguments, Session& session) {
  const align::AlignOptions options = align_options(arguments.align, session.common);
  if (arguments.model_file.empty()) {
    if (arguments.unbuffered) {
      throw UsageError({}, "--unbuffered needs a trained model", "add --model-file FILE");
    }
    train_and_align(arguments, options, session);
    return;
  }
  if (!arguments.save.empty()) {
    throw UsageError({}, "--save and --model-file exclude each other",
                     "a model that exists need not be saved");
  }
  align_with_model(arguments, options, session);
}

}  // namespace

void add_align(Command& parent) {
  auto [command, arguments] = parent.add<AlignCommand>(
      "align",
      "Finds which words translate each other: one Pharaoh line (source-target, from 0) per sentence pair. "
      "Input is tokenised text, one sentence per line, words separated by blanks.",
      "calque align -s train.fr -t train.en --save fr-en.align -o train.links\n"
      "  calque align --model-file fr-en.align -s new.fr -t new.en --posteriors",
      run_align);
  add_parallel_options(command, arguments.align.corpus);
  add_bad_line_option(command, arguments.align.corpus);
  command.option("-o,--output", arguments.output, "Where the alignments go").writes();
  command.flag("--posteriors", arguments.posteriors, "Write i-j:p, with each link's probability");
  command.option("--save", arguments.save, "Keep the trained model in this file").writes();
  command.option("--model-file", arguments.model_file, "Use a kept model instead of training").reads();
  command.flag("--unbuffered", arguments.unbuffered,
               "With --model-file: answer each pair before reading the next");
  add_link_options(command, arguments.align);
  add_model_options(command, arguments.align);
}

}  // namespace calque::apps
