#include "lm/files/model_output.h"

#include "lm/files/arpa.h"
#include "lm/files/binary.h"

namespace calque::lm {

bool ModelOutput::is_arpa() const {
  return path == "-" || path.ends_with(".arpa") || path.ends_with(".arpa.gz") || path.ends_with(".arpa.zst");
}

void write_model(const NgramModelData& data, const ModelOutput& output, ThreadPool& threads,
                 Reporter& reporter) {
  reporter.stage("writing " + output.path);
  if (output.is_arpa()) {
    write_arpa(data, output.path, threads);
  } else {
    write_binary(data, output.binary, output.path);
  }
}

}  // namespace calque::lm
