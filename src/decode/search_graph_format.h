// The hypotheses of a search as text (docs/formats/search-graph.md).
#pragma once

#include <cstdint>
#include <string>

#include "decode/workspace.h"

namespace calque::decode {

// One line per hypothesis and per way to reach it, in the order of the stacks. Needs the workspace as the
// search of a whole sentence left it.
std::string format_search_graph(std::uint64_t id, const ModelView& model, const SourceSentence& sentence,
                                const Workspace& workspace);

}  // namespace calque::decode
