// The binary model file: a container of kind "lm" that lm::Model maps. docs/formats/lm-binary.md gives it
// byte by byte.
#pragma once

#include <string>

#include "lm/ngram_data.h"

namespace calque::lm {

// The file appears under `path` only when complete. Throws UsageError if the place cannot be written,
// MachineError if the disk is full.
void write_binary(const NgramModelData& data, const std::string& path);

}  // namespace calque::lm
