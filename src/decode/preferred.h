// Suggestions that shall win against the model's own translations.
//
// A suggestion has no counts and its words may be new to the language model, so nothing that the models say
// of it tells how good it is. Its phrase scores are therefore raised so that what the search expects of a
// translation with it is not below what it expects of the best one without, and by the suggestion's margin
// above: what a language model could say against words that it does not know. What its log_prob said before
// still counts against it, and so do neighbours that it does not fit.
#pragma once

#include <vector>

#include "decode/model_view.h"
#include "decode/request.h"
#include "decode/search_options.h"
#include "decode/workspace.h"
#include "text/types.h"

namespace calque::decode {

bool has_preferred(const Request& request);

// The suggestions of the request, those that are preferred with log_prob raised by what they need. Uses the
// workspace's options and future cost as scratch.
std::vector<Suggestion> raise_preferred(const ModelView& model, const SearchOptions& options,
                                        const SourceSentence& sentence, text::Span segment,
                                        const Request& request, Workspace& workspace);

}  // namespace calque::decode
