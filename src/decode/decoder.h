// Translates one sentence: finds translation options, searches, and reads the best derivations off the graph.
//
// A Decoder is immutable and shareable between threads; every thread brings a Workspace. The same input gives
// the same output whatever was translated before in the workspace.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/alternatives.h"
#include "decode/expectation.h"
#include "decode/feature_set.h"
#include "decode/phrase_source.h"
#include "decode/request.h"
#include "decode/search.h"
#include "decode/search_options.h"
#include "decode/translation.h"
#include "decode/weights.h"
#include "decode/workspace.h"

namespace calque::decode {

// What a decoder is made of. Both may be shared with other decoders.
struct DecoderParts {
  std::shared_ptr<const PhraseSource> phrases;
  std::shared_ptr<const FeatureSet> features;
};

// What is found for a request.
struct Response {
  std::vector<Translation> translations;  // best first
  std::string graph;                      // docs/formats/search-graph.md; empty unless the request wants it
  Expectation expectation{};              // without features unless the request wants it
  // If the request wants them: of every source span that is a phrase of one of the translations.
  std::vector<SpanOptions> alternatives{};
};

class Decoder {
 public:
  // Throws UsageError if the options are out of range or the weights are not those of the features.
  Decoder(DecoderParts decoder_parts, const Weights& weights, const SearchOptions& options);

  // The n best translations, best first; fewer if there are not as many. At least one: for an empty sentence
  // the empty translation. Words must not contain blanks if they are to be read again from joined text.
  // Throws NumericError if a model gives scores that are not finite.
  std::vector<Translation> translate(std::span<const std::string_view> source, Workspace& workspace,
                                     std::size_t n = 1) const;
  // The same for a whole request. Translations are empty only if the reference is not reached
  // by what the search keeps. Throws UsageError for options out of range, and for more than 2,000 words in a
  // request that must be searched as a whole. Requires: suggestions have words and lie inside the sentence.
  Response translate(const Request& request, Workspace& workspace) const;
  // The best translation of words separated by blanks.
  Translation translate_line(std::string_view line, Workspace& workspace) const;

  const FeatureSet& features() const { return *decoder_parts_.features; }
  const SearchOptions& options() const { return options_; }
  std::span<const double> weights() const { return weights_; }

 private:
  ModelView model() const { return {*decoder_parts_.phrases, *decoder_parts_.features, weights_}; }
  void prepare(const SourceSentence& sentence, text::Span segment, const Request& request,
               const SearchOptions& options, Workspace& workspace) const;
  void add_alternatives(const SourceSentence& sentence, text::Span segment, const Request& request,
                        const SearchOptions& options, Workspace& workspace,
                        const std::vector<Translation>& translations, Response& response) const;
  std::vector<Translation> read_derivations(const SourceSentence& sentence, const SearchTask& task,
                                            std::span<const std::uint32_t> finals, const Workspace& workspace,
                                            const Request& request, bool distinct) const;

  DecoderParts decoder_parts_;
  std::vector<double> weights_;
  SearchOptions options_;
};

}  // namespace calque::decode
