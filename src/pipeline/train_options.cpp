#include "pipeline/train_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/query/model.h"
#include "phrase/extract.h"

namespace calque::pipeline {

phrase::PairRules TrainOptions::pair_rules() const {
  phrase::PairRules rules = table.extract.rules;
  rules.same_marks = rules.same_marks && !preparation.pretokenized;
  rules.source_language = preparation.source_language;
  rules.target_language = preparation.target_language;
  return rules;
}

void TrainOptions::validate() const {
  clean.validate();
  for (const align::AlignOptions& aligner : aligners) aligner.validate();
  if (std::max(aligners.size(), alignments.size()) > phrase::Alignments::kMaximum) {
    throw UsageError({}, fmt::format("more than {} alignments", phrase::Alignments::kMaximum), "use fewer");
  }
  table.validate();
  for (const LearnedReordering& learned : reordering.learned) learned.validate();
  if (holds_out() && translate_by_pre_image) {
    throw UsageError({}, "tuning kernel regression needs a development set",
                     "give --dev-source and --dev-target, or leave --tune out");
  }
  if (kernel) kernel->validate();
  if (!alignments.empty() && !preparation.pretokenized) {
    throw UsageError({alignments.front()},
                     "given alignments count words, so the text must be tokenised already",
                     "add --pretokenized, or leave --alignments out");
  }
  if (language_model.order < 1 || language_model.order > lm::kMaxOrder) {
    throw UsageError({}, fmt::format("a language model cannot have order {}", language_model.order),
                     fmt::format("choose --lm-order from 1 to {}", lm::kMaxOrder));
  }
  std::vector<std::string> files{input.source, input.target, development.source, development.target};
  files.insert(files.end(), alignments.begin(), alignments.end());
  for (const std::string& file : files) {
    if (file == "-") {
      throw UsageError({"-"}, "training reads its input more than once", "give files, not standard input");
    }
  }
}

}  // namespace calque::pipeline
