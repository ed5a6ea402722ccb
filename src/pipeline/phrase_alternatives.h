// What else the phrases of a translation could have become.
//
// A pure function, safe from any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "calque/translation.h"
#include "decode/decoder.h"
#include "text/preparation.h"

namespace calque::pipeline {

// Of the phrases of one translation of the response: so many of the options as are wanted, and the one that
// was taken.
std::vector<PhraseAlternatives> alternatives_of(const decode::Response& response, std::size_t shown,
                                                std::size_t wanted, const text::Restorer& restorer);

}  // namespace calque::pipeline
