// The report page of an evaluation: one self-contained HTML file. Pure function.
#pragma once

#include <string>

#include "metrics/evaluation.h"

namespace calque::apps {

// Uses no outside file, font or script; every text is escaped. Shows at most `max_sentences` sentences:
// those on which the systems differ most by the first metric, or for one system its worst.
std::string evaluation_page(const metrics::Evaluation& evaluation, std::size_t max_sentences);

}  // namespace calque::apps
