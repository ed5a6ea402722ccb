// The search options of the public library, as the decoder calls them.
#pragma once

#include "calque/search_options.h"  // IWYU pragma: export

namespace calque::decode {

using calque::Reordering;
using calque::search_option_names;
using calque::SearchAlgorithm;
using calque::SearchOptions;
using calque::set_option;

}  // namespace calque::decode
