#include "documents/segment.h"

namespace calque::documents {

std::vector<TextRange> kept_ranges(const Segment& segment) {
  std::vector<TextRange> ranges;
  for (const InlineNode& node : segment.nodes)
    if (node.kind == InlineNode::Kind::kKept) ranges.push_back(node.source);
  return ranges;
}

}  // namespace calque::documents
