// The scores of an evaluation on one page, with plots and sentences.
#pragma once

#include <cstddef>
#include <string>

#include "metrics/evaluation.h"

namespace calque::report {

// Shows at most `max_sentences` sentences:
// those on which the systems differ most by the first metric, or for one system its worst.
std::string evaluation_page(const metrics::Evaluation& evaluation, std::size_t max_sentences);

}  // namespace calque::report
