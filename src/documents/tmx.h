// Reads TMX 1.4 into a draft: for each unit, the variant of the source language is translated into that of
// the target language, which is replaced or added; other languages stay.
//
// Throws DataError, also for a file without the source language, and UsageError if the target language is not
// known. Without a source language, it is the one that the file's header names.
#pragma once

#include "documents/draft.h"

namespace calque::documents {

void read_tmx(Draft& draft);

}  // namespace calque::documents
