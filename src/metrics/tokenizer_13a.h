// The rules that set punctuation apart in mteval-v13a, which Tercom's normalisation shares.
//
// Pure functions, safe from any thread. Nothing throws.
#pragma once

#include <string>
#include <string_view>

namespace calque::metrics {

void replace_all(std::string& text, std::string_view from, std::string_view to);

// &quot; &amp; &lt; &gt; in this order.
void undo_entities(std::string& text);

enum class Possessives {
  kKeep,
  kSetApart,  // "dog's " becomes "dog 's "
};

// Rewrites `text`, using `spare` as scratch memory.
void split_punctuation(std::string& text, std::string& spare, Possessives possessives);

}  // namespace calque::metrics
