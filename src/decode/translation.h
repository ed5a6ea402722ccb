// What the decoder hands back for one sentence.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "calque/translation.h"
#include "text/types.h"

namespace calque::decode {

// Source words `source` were translated as target words `target`.
struct PhraseStep {
  text::Span source;
  text::Span target;

  bool operator==(const PhraseStep&) const = default;
};

// What a phrase contributed to the features, and what the reordering models predicted for the step to it.
struct StepExplanation {
  std::vector<double> features;
  std::vector<ReorderingPrediction> reordering;

  bool operator==(const StepExplanation&) const = default;
};

struct Translation {
  std::vector<std::string> words;
  double score = 0;                    // weights . features
  std::vector<double> features;        // in the order of the feature set's scores
  std::vector<PhraseStep> phrases;     // in target order
  std::vector<text::Link> alignment;   // sorted; from the alignments inside the phrase pairs
  std::vector<std::uint32_t> unknown;  // source positions of copied words, rising
  std::vector<std::uint32_t>
      dropped{};  // of words of content that were left out, if somebody looked for them
  // If the request wants them: "Feature[indicator]" and how often it holds, sorted by name.
  std::vector<std::pair<std::string, double>> indicators{};
  std::vector<StepExplanation> explanations{};  // if the request wants them: one per phrase

  bool operator==(const Translation&) const = default;
};

// Appends the translation of the next part of a text, whose source words begin at `source_offset`.
void append(Translation& whole, Translation&& part, std::uint32_t source_offset);

// Words joined by single spaces.
std::string joined(const Translation& translation);

}  // namespace calque::decode
