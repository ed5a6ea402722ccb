// Reads XLIFF 1.2 and 2.x into a draft: the source of each unit is translated into its target.
//
// A target that is there is replaced, unless it is finished; where there is none, one is added. Units with
// translate="no" stay as they are. Throws DataError, also for a file of other languages.
#pragma once

#include "documents/draft.h"

namespace calque::documents {

void read_xliff(Draft& draft);

}  // namespace calque::documents
