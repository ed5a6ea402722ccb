// How a segment of a document is asked for, and what its document needs of the answer.
//
// Pure functions, safe from any thread.
#pragma once

#include "calque/translation.h"
#include "documents/segment.h"

namespace calque {

// The segment's text, and no more in the answer than where its words went.
Request segment_request(const Request& common, const documents::Segment& segment);

// Uses up the response.
documents::Translated segment_translation(Response& response);

}  // namespace calque
