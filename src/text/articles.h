// The English article as the word after it is spoken: a house, an orange. Phrases are put together without
// regard to it.
//
// Pure functions, safe from any thread.
#pragma once

#include <span>
#include <string>

namespace calque::text {

// Turns "a" into "an" before a vowel and back before a consonant, where spelling leaves no doubt (not before
// u or h, which are spoken in two ways). Words in the case that they have inside a sentence.
void fit_articles(std::span<std::string> words);

}  // namespace calque::text
