#include "reorder/classifier_file.h"

#include <string_view>

#include "reorder/bayes.h"
#include "reorder/clustered.h"
#include "reorder/lexical.h"
#include "reorder/linear.h"
#include "reorder/trained_real_features.h"

namespace calque::reorder {

std::unique_ptr<const Classifier> read_classifier(const std::shared_ptr<const store::Container>& file,
                                                  std::size_t classes) {
  const std::string_view kind = file->text("classifier");
  if (kind == "word-distance") return WordDistance::read(file, classes);
  if (kind == "lexical") return Lexical::read(file, classes);
  if (kind == "linear") return Linear::read(file, classes, &TrainedRealFeatures::read);
  if (kind == "clustered") return Clustered::read(file, classes, &TrainedRealFeatures::read);
  if (kind == "bayes") return Bayes::read(file, classes);
  file->damaged("impossible values in section classifier");
}

}  // namespace calque::reorder
