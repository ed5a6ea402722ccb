// Reads HTML, files and fragments, into a draft.
//
// Block elements cut segments, other tags stay with their words. Attributes that people read (alt, title,
// placeholder, aria-label) are segments of their own. Elements that hold no text to read, and those marked
// translate="no" or class="notranslate", stay as they are. Throws DataError.
#pragma once

#include "documents/draft.h"

namespace calque::documents {

void read_html(Draft& draft);

}  // namespace calque::documents
