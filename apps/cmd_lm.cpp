// The commands under `calque lm`, each in its own file, and how they write models.
#include "cmd_lm.h"

#include "lm/files/arpa.h"
#include "lm/files/binary.h"

namespace calque::apps {

bool ModelOutput::is_arpa() const {
  return path == "-" || path.ends_with(".arpa") || path.ends_with(".arpa.gz") || path.ends_with(".arpa.zst");
}

void add_model_output(Command& command, ModelOutput& output) {
  command
      .option(
          "-o,--output", output.path,
          "Model file: ARPA text if it ends in .arpa, .arpa.gz or .arpa.zst ('-': ARPA to standard output), "
          "else binary")
      .writes()
      .required();
  command.option("--layout", output.binary.layout,
                 "Layout of a binary model: probing (fastest), trie (smallest)",
                 "use --layout probing or trie");
  command.option("--quantize", output.binary.quantize_bits,
                 "Bits for each probability and back-off of a trie (0: exact)");
}

void write_model(const lm::NgramModelData& data, const ModelOutput& output, Session& session) {
  session.reporter().stage("writing " + output.path);
  if (output.is_arpa()) {
    lm::write_arpa(data, output.path, session.threads());
  } else {
    lm::write_binary(data, output.binary, output.path);
  }
}

}  // namespace calque::apps
