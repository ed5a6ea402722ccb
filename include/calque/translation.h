// What a translator is asked and what it answers.
//
// Plain values; copy and keep them as you like.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "calque/alignment.h"
#include "calque/error.h"
#include "calque/search_options.h"

namespace calque {

// Tokens [begin, end).
struct TokenRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const TokenRange&) const = default;
};

// Bytes [begin, end) of UTF-8 text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const TextRange&) const = default;
};

// A term and its translation. Wherever the source phrase occurs in the text, the target phrase is offered.
struct GlossaryEntry {
  std::string source{};
  std::string target{};
  bool exclusive =
      true;  // nothing else may translate the phrase; otherwise the entry competes with the model
};

// Source tokens of one text and the only translation that they may have.
struct FixedPhrase {
  TokenRange source{};  // of Response::source_tokens
  std::string target{};
};

// One text to translate (a line, normally a sentence) and what is wanted for it.
struct Request {
  std::string text{};

  // What comes back.
  std::size_t n_best = 1;        // translations, best first; fewer if there are not as many
  bool n_best_text = true;       // finished text for all of them, not only for the best
  bool explain = false;          // what every phrase scored, and what the reordering models predicted
  bool sparse_features = false;  // which sparse features fired
  bool search_graph = false;     // the hypotheses of the search (docs/formats/search-graph.md)
  bool ranges = false;           // where every token stands in the text. Not with markup.
  std::size_t alternatives = 0;  // other translations of each phrase of the best translation; at most so many

  // How it is translated.
  // Running text is translated sentence by sentence. Not with n-best lists, search graphs, markup or a
  // reference, and not by models of text that was given to them cut into words.
  bool split_sentences = true;
  // What stands between brackets or quotation marks in running text stays between them. Not with markup or a
  // reference, and not by models of text that was given to them cut into words.
  bool keep_enclosed = true;
  bool verbatim = false;  // not at all: the text comes back as it is, with no more than that in the response
  std::optional<SearchOptions> search{};  // in place of the translator's own
  bool consensus = false;                // choose by minimum Bayes risk among the 200 best, or n_best if more
  bool markup = false;                   // the text has tags (docs/formats/markup.md)
  bool inclusive_markup = false;         // translations given in tags compete with the model's own
  bool monotone_at_punctuation = false;  // nothing moves across punctuation marks
  std::vector<GlossaryEntry> glossary{};
  std::vector<std::string> kept_words{};  // carried over as they are wherever they occur
  // Phrases that are translated so and not otherwise. Not with markup or a reference.
  std::vector<FixedPhrase> fixed{};
  std::optional<std::string> reference{};  // reach exactly this translation, or give none

  // When to give up: translate() then throws Cancelled.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::stop_token cancel{};

  Place place{};             // where the text comes from, for error messages
  std::uint64_t number = 0;  // of the text, for the search graph
};

// What one reordering model predicted for the step to a phrase.
struct ReorderingPrediction {
  std::string model{};        // name of the feature
  std::string direction{};    // "backward": seen from this phrase; "forward": from the phrase before it
  std::string orientation{};  // the class of the step, e.g. "swap" or "d>=1"
  double log_prob = 0;        // of that class; natural logarithm
  std::vector<std::pair<std::string, double>> distribution{};  // every class and its log_prob

  bool operator==(const ReorderingPrediction&) const = default;
};

// A source phrase and its translation.
struct PhrasePair {
  TokenRange source{};
  TokenRange target{};
  // With Request::explain; otherwise empty. The phrase's share of Translation::features: over all phrases
  // they sum to it, where the last one carries what belongs to the end of the sentence. Models of kernel
  // regression (pre-image search) score the sentence as a whole: empty.
  std::vector<double> features{};
  // With Request::explain: backward before forward. Only models that give probabilities, and only where they
  // know something: the first phrase has nothing before it that could predict it.
  std::vector<ReorderingPrediction> reordering{};
};

struct Translation {
  std::string text{};                      // finished text; empty in n-best lists without n_best_text
  std::vector<std::string> tokens{};       // target words as the models see them
  std::vector<TextRange> token_ranges{};   // with Request::ranges and a text: where the tokens stand in it
  double score = 0;                        // weights . features
  std::vector<double> features{};          // in the order of Translator::features()
  std::vector<PhrasePair> phrases{};       // in target order
  std::vector<AlignmentLink> alignment{};  // sorted
  std::vector<std::uint32_t> unknown{};    // source tokens without translation, carried over; rising
  // Source tokens of content that the translation leaves out; rising. Models that were not made by `calque
  // train` cannot tell.
  std::vector<std::uint32_t> dropped{};
  // With Request::sparse_features: "Feature[indicator]" and how often it fired, sorted by name.
  std::vector<std::pair<std::string, double>> sparse_features{};
};

// A translation that the phrase table has for a source phrase.
struct Alternative {
  std::string target{};    // tokens as the models see them, joined as running text
  double probability = 0;  // p(target | source); 0 if the phrase table does not have it
  double score = 0;  // what the decoder expects of it here without its neighbours; compare it within a phrase
};

// A translation of a phrase in the phrase table.
struct PhraseEntry {
  std::string target{};            // tokens as the models see them, joined as running text
  double count = 0;                // how often the pair was extracted from the training text; 0: not known
  double probability = 0;          // p(target | source)
  std::vector<double> features{};  // p(s|t), lex(s|t), p(t|s), lex(t|s) as natural logarithms
};

// What else a source phrase could have become.
struct PhraseAlternatives {
  TokenRange source{};
  std::vector<Alternative> options{};  // best score first; the translation that was chosen is among them
};

// One sentence of the text and of the translation that is shown.
struct SentenceRange {
  TextRange source{};
  TextRange target{};  // in Response::text()
  TokenRange source_tokens{};
  TokenRange target_tokens{};
};

struct Response {
  std::vector<std::string> source_tokens{};  // as the models see them
  std::vector<TextRange> source_ranges{};    // with Request::ranges: where the tokens stand in the text
  std::vector<SentenceRange> sentences{};    // in order; one for a text that was translated as a whole
  // Best first. At least one, unless a reference was asked for that the search does not reach.
  std::vector<Translation> translations{};
  // With Request::alternatives: for each phrase of the translation that is shown, in its order.
  std::vector<PhraseAlternatives> alternatives{};
  std::size_t chosen = 0;      // the translation to show: 0, or the choice of consensus decoding
  std::string search_graph{};  // with Request::search_graph

  const Translation& best() const { return translations.at(chosen); }
  const std::string& text() const { return best().text; }
};

}  // namespace calque
