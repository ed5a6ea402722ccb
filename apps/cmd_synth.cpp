// calque synth: writes a parallel corpus with gold alignments from the built-in phrasebook.
#include <string>

#include <fmt/format.h>

#include "command.h"
#include "phrasebook/corpus_files.h"
#include "phrasebook/phrasebook.h"

namespace calque::apps {
namespace {

struct SynthOptions {
  std::string pair = "de-en";
  phrasebook::CorpusPlan plan;
  bool raw = false;
};

void run_synth(SynthOptions& options, Session& session) {
  phrasebook::PairOptions& pairs = options.plan.pairs;
  pairs.languages = phrasebook::parse_pair(options.pair);
  pairs.seed = session.common.seed;
  if (options.raw) pairs.spacing = phrasebook::Spacing::kRaw;
  const std::string_view source = code_of(pairs.languages.source);
  const std::string_view target = code_of(pairs.languages.target);
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
      "synth", "Write sentence pairs with gold word alignments from the built-in phrasebook",
      "calque synth --pair de-en --sentences 20000 --seed 1 -o corpus", run_synth);
  auto& [train, dev, test] = options.plan.sentences;
  command.option("--pair", options.pair, "Source and target language: two of en, de, fr, ja");
  command.option("--sentences", train, "Sentence pairs for training");
  command.option("--dev", dev, "Sentence pairs for tuning");
  command.option("--test", test, "Sentence pairs for evaluation");
  command.option("-o,--output", options.plan.folder, "Directory to write to; made if it does not exist")
      .writes_folder()
      .required();
  command.flag("--raw", options.raw, "Natural text without token spaces, and no alignment files");
}

}  // namespace calque::apps
