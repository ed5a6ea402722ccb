// How well a trained system translates a set of sentence pairs it has not seen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "metrics/tokenization.h"
#include "pipeline/development_set.h"
#include "pipeline/system.h"
#include "report/training_page.h"

namespace calque::pipeline {

struct DevelopmentScore {
  double bleu = 0;
  std::string signature;
  std::uint64_t sentences = 0;
  double seconds = 0;
  std::vector<report::SampleTranslation> samples;  // the first few
};

DevelopmentScore score_on(const TranslationSystem& system, const DevelopmentSet& set, ThreadPool& threads,
                          Reporter& reporter);

// The first few sentences of the set.
std::vector<report::SampleTranslation> translate_samples(const TranslationSystem& system,
                                                         const DevelopmentSet& set, ThreadPool& threads,
                                                         Reporter& reporter);

// The tokenisation BLEU is usually reported with for output of such a system.
metrics::Tokenization usual_tokenization(const text::Preparation& preparation);

}  // namespace calque::pipeline
