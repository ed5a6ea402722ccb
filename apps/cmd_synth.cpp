// calque synth: writes a parallel corpus with gold alignments from the phrasebook's grammars.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "command.h"
#include "phrasebook/corpus_files.h"
#include "phrasebook/grammar.h"
#include "phrasebook/phrasebook.h"

namespace calque::apps {
namespace {

struct SynthOptions {
  std::string pair = "de-en";
  std::string grammar;
  phrasebook::CorpusPlan plan;
  bool raw = false;
};

void run_synth(SynthOptions& options, Session& session) {
  phrasebook::PairOptions& pairs = options.plan.pairs;
  pairs.grammar =
      std::make_shared<phrasebook::Grammar>(phrasebook::load_grammar(options.pair, options.grammar));
  pairs.seed = session.common.seed;
  if (options.raw) pairs.spacing = phrasebook::Spacing::kRaw;
  const std::string& source = pairs.grammar->source.code;
  const std::string& target = pairs.grammar->target.code;
  for (const phrasebook::PartSummary& part :
       phrasebook::write_corpus(options.plan, session.threads(), session.reporter())) {
    fmt::print("{}.{{{},{}{}}}: {} sentences, {} {} words, {} {} words\n", part.stem, source, target,
               options.raw ? "" : ",align", part.sentences, part.source_words, source, part.target_words,
               target);
  }
}

}  // namespace

void add_synth(Command& parent) {
  auto [command, options] = parent.add<SynthOptions>(
      "synth", "Write sentence pairs with gold word alignments from the built-in grammars",
      "calque synth --pair de-en --sentences 20000 --seed 1 -o corpus", run_synth);
  auto& [train, dev, test] = options.plan.sentences;
  command.option("--pair", options.pair, "Source and target language: two of de, en, fr, ja, tr");
  command.option("--grammar", options.grammar, "Directory with other grammars than the built-in ones")
      .reads();
  command.option("--sentences", train, "Sentence pairs for training");
  command.option("--dev", dev, "Sentence pairs for tuning");
  command.option("--test", test, "Sentence pairs for evaluation");
  command.option("-o,--output", options.plan.folder, "Directory to write to; made if it does not exist")
      .writes_folder()
      .required();
  command.flag("--raw", options.raw, "Natural text without token spaces, and no alignment files");
}

}  // namespace calque::apps
