// Reordering models as JSON for programs and as plain tables for people: what training found, how well a
// model predicts, why it moves a phrase. Pure functions; nothing has a line end after the last line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "reorder/corpus_run.h"
#include "reorder/explanation.h"
#include "reorder/model.h"
#include "reorder/training_report.h"

namespace calque::report {

std::string training_json(const reorder::TrainingReport& report, std::uint64_t model_bytes);

// `neighbours`: how the samples of the test took them.
std::string prediction_json(const reorder::ReorderingModel& model, reorder::Neighbours neighbours,
                            const reorder::CorpusRun::Test& test);
std::string prediction_text(const reorder::ReorderingModel& model, const reorder::Evaluation& evaluation);

// With at most so many features.
std::string explanation_json(const reorder::ReorderingModel& model, const reorder::Explanation& explanation,
                             std::size_t features);
std::string explanation_text(const reorder::ReorderingModel& model, const reorder::Explanation& explanation,
                             std::size_t features);

}  // namespace calque::report
