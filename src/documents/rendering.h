// A translation with its tags, as the format writes it.
#pragma once

#include <functional>
#include <string>

#include "documents/segment.h"

namespace calque::documents {

// Appends the translation of a segment; `write_tag` appends the parts of its tags to the same text.
void render(const Segment& segment, const Translated& translated,
            const std::function<void(PartRange)>& write_tag, std::string& out);

}  // namespace calque::documents
