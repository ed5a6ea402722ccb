// Real-valued features beside those that hold or do not, as linear models use them. Values are not negative
// and hardly above 1, so that they go with rows of length 1.
//
// Immutable, safe to share; scratch memory is the caller's. trained_real_features.h makes them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reorder/classifier.h"
#include "reorder/features.h"
#include "store/container.h"

namespace calque::reorder {

class RealFeatures {
 public:
  virtual ~RealFeatures() = default;

  std::size_t count() const { return names_.size(); }
  // For explanations.
  const std::vector<std::string>& names() const { return names_; }

  // For all target phrases of a span. The scratch memory is this object's alone.
  virtual void begin(const WordsView& sentence, text::Span span, SpanScratch& scratch) const = 0;
  // Writes count() values. Requires: begin before.
  virtual void values(const TargetPhrase& target, SpanScratch& scratch, std::span<float> values) const = 0;

  virtual void write(store::ContainerWriter& file, const std::string& prefix) const = 0;

 protected:
  std::vector<std::string> names_;
};

// Reads the real-valued features of a model from the sections whose names begin with `prefix`. Null if the
// options ask for none.
using ReadRealFeatures = std::shared_ptr<const RealFeatures> (*)(
    const std::shared_ptr<const store::Container>& file, const std::string& prefix,
    const FeatureOptions& options, std::size_t classes);

}  // namespace calque::reorder
