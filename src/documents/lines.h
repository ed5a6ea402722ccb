// Reads formats of lines into a draft: plain text, and tables with a tab between columns.
//
// Lines end with LF or CRLF, and stay as they are. Throws DataError, and UsageError for a column that a table
// does not have.
#pragma once

#include "documents/draft.h"

namespace calque::documents {

// Every line is a segment; white space around it and blank lines are kept.
void read_text(Draft& draft);

// One column is translated, and the translations are added to the right of each row
// (DocumentOptions::column).
void read_table(Draft& draft);

}  // namespace calque::documents
