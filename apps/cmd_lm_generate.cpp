// calque lm generate
#include <string>

#include "base/rng.h"
#include "cmd_lm.h"
#include "lm/files/binary.h"
#include "lm/query/generate.h"
#include "store/text_file.h"

namespace calque::apps {
namespace {

struct GenerateOptions {
  std::string model;
  std::uint64_t sentences = 10;
  std::size_t max_words = 200;
};

void generate(const GenerateOptions& options, Session& session) {
  session.reporter().stage("reading " + options.model);
  const lm::NgramModelData data = lm::read_ngram_data(options.model);
  const lm::Sampler sampler(data);
  session.reporter().stage("generating");
  Rng rng(session.common.seed);
  store::TextWriter out("-");
  std::string line;
  for (std::uint64_t i = 0; i < options.sentences; ++i) {
    line.clear();
    for (const text::WordId word : sampler.sentence(rng, options.max_words)) {
      if (!line.empty()) line += ' ';
      line += data.vocabulary.word(word);
    }
    out.write_line(line);
  }
  out.commit();
}

}  // namespace

void add_lm_generate(Command& parent) {
  auto [command, options] = parent.add<GenerateOptions>(
      "generate", "Draw sentences from a model", "calque lm generate en.arpa -n 20 --seed 7", generate);
  command.option("model", options.model, "ARPA file, or binary model in the trie layout").reads().required();
  command.option("-n,--sentences", options.sentences, "How many sentences");
  command.option("--max-words", options.max_words, "Cut sentences at so many words");
}

}  // namespace calque::apps
