// A trained model of how phrases move, with what it was made for; and its file.
//
// Immutable and safe to share between threads.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "phrase/types.h"
#include "reorder/class_lookup.h"
#include "reorder/classifier.h"
#include "reorder/reordering_classes.h"
#include "reorder/samples.h"

namespace calque::reorder {

class ReorderingModel {
 public:
  struct Description {
    std::string learner;  // its name, such as "mlr-dual"
    ReorderingClasses classes = ReorderingClasses::parse("3");
    // What orientations refer to; of no importance to classes by distance.
    phrase::OrientationModel orientation = phrase::OrientationModel::kHierarchical;
    // The classes of words that features ask for; empty if they do not. WordsView::classes are theirs.
    ClassLookup source_classes;
    ClassLookup target_classes;
    // Whose moves it learned: those to a phrase, or those on from it.
    Direction direction = Direction::kBackward;
    // Where its training samples took neighbours to begin and end. Absent: not known, as of old files.
    std::optional<Neighbours> neighbours = std::nullopt;
  };

  ReorderingModel(Description description, std::unique_ptr<const Classifier> classifier);

  const Description& description() const { return description_; }
  const ReorderingClasses& classes() const { return description_.classes; }
  const Classifier& classifier() const { return *classifier_; }
  // `given` with what the model learnt from; what its file does not tell stays as it was given.
  SampleOptions samples_as_learnt(SampleOptions given) const;

  // Throws UsageError or MachineError if the file cannot be written.
  void save(const std::string& path) const;
  // Maps the file; compares all checksums unless told otherwise. Throws UsageError if there is none,
  // FormatError if it is damaged or something else.
  static ReorderingModel load(const std::string& path, store::Verify verify = store::Verify::kFull);

 private:
  Description description_;
  std::unique_ptr<const Classifier> classifier_;
};

}  // namespace calque::reorder
