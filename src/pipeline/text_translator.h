// Translates running text with a loaded system: preparation, markup, glossary, search (by the decoder or by
// pre-image search, as the system wants it), choice, and finished text. Every command that translates, and
// the library, go this one way.
//
// Immutable and shareable between threads; every thread brings a TextWorkspace.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "calque/translation.h"
#include "decode/decoder.h"
#include "decode/markup.h"
#include "pipeline/correction_overlay.h"
#include "pipeline/glossary.h"
#include "pipeline/language_fitting.h"
#include "pipeline/pre_image_translator.h"
#include "pipeline/system.h"
#include "pipeline/text_hints.h"
#include "text/sentences.h"

namespace calque::pipeline {

// Scratch memory of one thread.
struct TextWorkspace {
  decode::Workspace decoder;
  PreImageWorkspace pre_image;
};

// What is laid over a system, beside what a request says; each may be null.
struct TextOverlays {
  const CorrectionOverlay* corrections = nullptr;
  const GlossaryTerms* glossary = nullptr;  // corrections and what the request says go before it
};

struct TranslatedText {
  std::string plain;               // the text without its markup
  std::vector<std::string> words;  // as the models see them
  decode::Response response;       // no translations only if the reference is out of reach
  std::size_t chosen = 0;          // the translation to show
  std::string finished{};          // of several sentences: the translation to show as a person reads it
  // For each of `words` the word of the text that it is, or is a piece of; empty if each is its own.
  std::vector<std::uint32_t> origins{};
  std::vector<TextRange> finished_ranges{};        // if wanted: where its tokens stand in it
  std::vector<TextRange> source_ranges{};          // if wanted: where `words` stand in `plain`
  std::vector<SentenceRange> sentences{};          // if there are several
  std::vector<PhraseAlternatives> alternatives{};  // if wanted: of the translation to show
};

class TextTranslator {
 public:
  // With the system's weights. The system must outlive it. Throws UsageError for options out of range.
  TextTranslator(const TranslationSystem& system, const decode::SearchOptions& options);
  // With other weights. Throws UsageError for weights of other features.
  TextTranslator(const TranslationSystem& system, const decode::SearchOptions& options,
                 const decode::Weights& weights);

  // Throws what the public Translator::translate throws.
  TranslatedText translate(const Request& request, TextWorkspace& workspace,
                           const TextOverlays& overlays = {}) const;
  // Terms as this translator finds them. Throws UsageError for an entry without words, and if the system
  // takes no terms.
  GlossaryTerms terms(std::span<const GlossaryEntry> entries, std::span<const std::string> kept_words) const;
  // A translation as a person reads it.
  std::string finished_text(const TranslatedText& text, const decode::Translation& translation) const {
    return text.finished.empty() ? system_.restore(translation, text.plain) : text.finished;
  }

  // Also where its tokens stand in it; `ranges` is replaced.
  std::string finished_text(const TranslatedText& text, const decode::Translation& translation,
                            std::vector<TextRange>& ranges) const;
  // The sentences of running text as views of it; the whole text for models of text that was given cut into
  // words. Throws EncodingError.
  std::vector<std::string_view> sentences(std::string_view text) const;
  // A phrase as the models see it.
  std::vector<std::string> words(std::string_view phrase) const;
  // The same for a whole sentence.
  std::vector<std::string> sentence_words(std::string_view sentence) const;

  const decode::SearchOptions& options() const { return decoder_.options(); }

 private:
  TextTranslator(const TranslationSystem& system, decode::Decoder decoder);
  // What a sentence of a text is translated with beside the request.
  struct Context {
    std::uint32_t first_token = 0;  // of the sentence in the text
    TextOverlays overlays{};
  };
  void add_hints(const Request& request, const Context& context, std::vector<decode::Suggestion> terms,
                 TranslatedText& text, decode::MarkedLine& line) const;
  void fit_words(std::vector<std::string>& words, std::vector<std::uint32_t>& origins) const;
  bool add_corrected_sentence(const Request& request, const CorrectionOverlay& corrections,
                              TranslatedText& text, decode::MarkedLine& line) const;
  TranslatedText translate_sentence(const Request& request, const Context& context,
                                    TextWorkspace& workspace) const;
  TranslatedText translate_sentences(const Request& request, const std::vector<std::string_view>& sentences,
                                     const TextOverlays& overlays, TextWorkspace& workspace) const;
  void append_sentence(const Request& request, std::string_view sentence, TranslatedText&& text,
                       TranslatedText& whole) const;
  bool may_split(const Request& request) const;
  void use_known_forms(std::vector<std::string>& words) const;
  GlossaryRules glossary_rules() const;
  decode::MarkedLine read_text(const Request& request, const GlossaryTerms* common, std::string& plain,
                               std::vector<decode::Suggestion>& common_terms) const;
  decode::Response search(decode::Request request, TextWorkspace& workspace) const;

  const TranslationSystem& system_;
  text::SentenceSplitter splitter_;
  decode::Decoder decoder_;
  LanguageFitting fitting_;
  std::optional<TextHints> hints_;               // none for tokenised text, which is as its owner wants it
  std::optional<PreImageTranslator> pre_image_;  // what translates, if the system is one of kernel regression
};

// Reads requests until there are no more, translates them in parallel and delivers in order. Memory is
// bounded by a few texts per thread; output does not depend on the number of threads.
using TextReader = std::function<bool(Request& request)>;
using TextReceiver = std::function<void(const Request& request, TranslatedText& text)>;
void translate_stream(const TextTranslator& translator, ThreadPool& threads, const TextReader& read,
                      const TextReceiver& deliver, const TextOverlays& overlays = {});

// The texts of a list, each as a copy of `common`.
TextReader requests_of(const std::vector<std::string>& texts, Request common);

}  // namespace calque::pipeline
