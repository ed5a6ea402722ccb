// What else the phrases of a translation could have become.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decode/model_view.h"
#include "decode/option_table.h"
#include "decode/translation.h"
#include "text/types.h"

namespace calque::decode {

// A translation option of a source span, as text.
struct SpanOption {
  std::vector<std::string> words;
  double p_target_given_source = 0;  // 0 if it does not come from the phrase table
  double estimate = 0;               // weighted scores and estimates without its neighbours
};

// The options of one source span, best estimate first, no words twice.
struct SpanOptions {
  text::Span source;
  std::vector<SpanOption> options;
};

// Appends all options of every span that one of the translations has as a phrase in this segment, spans in
// order and none twice.
void append_alternatives(const ModelView& model, const SourceSentence& sentence, text::Span segment,
                         const OptionTable& table, const std::vector<Translation>& translations,
                         std::vector<SpanOptions>& out);

}  // namespace calque::decode
