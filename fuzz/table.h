// A phrase table for readers that need one.
#pragma once

#include "phrase/phrase_table.h"

namespace calque::fuzz {

// Of a few words, marks and numbers; made at first use.
const phrase::PhraseTable& small_table();

}  // namespace calque::fuzz
