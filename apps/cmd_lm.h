// What the files of the `calque lm` commands share.
#pragma once

#include <string>

#include "command.h"
#include "lm/files/binary.h"
#include "lm/files/ngram_data.h"

namespace calque::apps {

void add_lm_train(CLI::App& parent, Session& session);
void add_lm_query(CLI::App& parent, Session& session);
void add_lm_convert(CLI::App& parent, Session& session);
void add_lm_info(CLI::App& parent, Session& session);
void add_lm_prune(CLI::App& parent, Session& session);
void add_lm_interpolate(CLI::App& parent, Session& session);
void add_lm_generate(CLI::App& parent, Session& session);

// Where a model goes and in which form.
struct ModelOutput {
  std::string path;
  lm::BinaryOptions binary;

  // ARPA text by the name: .arpa, .arpa.gz, .arpa.zst, and "-" (standard output).
  bool is_arpa() const;
};

// Adds -o/--output, --layout and --quantize.
void add_model_output(CLI::App& command, ModelOutput& output);

void write_model(const lm::NgramModelData& data, const ModelOutput& output, Session& session);

}  // namespace calque::apps
