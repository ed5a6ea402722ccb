// The whole library: statistical machine translation that learns from your own sentence pairs.
#pragma once

#include "calque/aligner.h"         // IWYU pragma: export
#include "calque/corrections.h"     // IWYU pragma: export
#include "calque/document.h"        // IWYU pragma: export
#include "calque/error.h"           // IWYU pragma: export
#include "calque/evaluator.h"       // IWYU pragma: export
#include "calque/glossary.h"        // IWYU pragma: export
#include "calque/language_model.h"  // IWYU pragma: export
#include "calque/trainer.h"         // IWYU pragma: export
#include "calque/translator.h"      // IWYU pragma: export
#include "calque/tuner.h"           // IWYU pragma: export
#include "calque/version.h"         // IWYU pragma: export
