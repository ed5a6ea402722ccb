// What the files of the `calque lm` commands share.
#pragma once

#include <string>

#include "command.h"
#include "lm/files/binary.h"
#include "lm/files/ngram_data.h"

namespace calque::apps {

// Where a model goes and in which form.
struct ModelOutput {
  std::string path;
  lm::BinaryOptions binary;

  // ARPA text by the name: .arpa, .arpa.gz, .arpa.zst, and "-" (standard output).
  bool is_arpa() const;
};

// Adds -o/--output, --layout and --quantize.
void add_model_output(Command& command, ModelOutput& output);

void write_model(const lm::NgramModelData& data, const ModelOutput& output, Session& session);

}  // namespace calque::apps
