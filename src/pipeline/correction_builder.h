// Makes corrections ready to be used by a system: aligns each, and finds in what it differs from what the
// system says itself.
//
// Pure functions, safe from any thread.
#pragma once

#include <memory>
#include <span>

#include "base/thread_pool.h"
#include "calque/correction.h"
#include "pipeline/correction_overlay.h"
#include "pipeline/system.h"
#include "pipeline/text_translator.h"

namespace calque::pipeline {

// Sentences that `known` has already are taken from there; it may be null. A text of several sentences is
// taken sentence by sentence if its translation has as many. Throws UsageError for systems of kernel
// regression, EncodingError for text that is not UTF-8.
std::shared_ptr<const CorrectionOverlay> make_overlay(const TranslationSystem& system,
                                                      const TextTranslator& translator,
                                                      std::span<const Correction> corrections,
                                                      const CorrectionOverlay* known, ThreadPool& threads);

}  // namespace calque::pipeline
