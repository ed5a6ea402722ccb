// Translates text with a trained model folder.
//
//   const calque::Translator translator = calque::Translator::load("my-model");
//   std::cout << translator.translate("Das ist ein kleines Haus.").text() << '\n';
//
// A Translator is immutable and may be shared by any number of threads; copies share the loaded model. The
// same request gets the same answer whatever was translated before and however many threads there are.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calque/alignment.h"
#include "calque/correction.h"
#include "calque/export.h"
#include "calque/glossary.h"
#include "calque/search_options.h"
#include "calque/translation.h"

namespace calque {

// One feature of the model: its name as n-best lists have it, and its weights, one for each score.
struct FeatureWeights {
  std::string name{};
  std::vector<double> weights{};
};

struct TranslatorOptions {
  std::size_t threads = 0;                // for batches and streams; 0: one per core
  bool verify = false;                    // check every checksum of the model while loading
  std::string weights{};                  // file of weights in place of the model's own; empty: none
  std::optional<SearchOptions> search{};  // in place of the model's own settings
};

class CALQUE_API Translator {
 public:
  // Throws UsageError if the folder is no model, FormatError or DataError if it is damaged.
  static Translator load(const std::string& folder, const TranslatorOptions& options = {});

  // Throws UsageError for a request that this model cannot carry out, DataError for bad UTF-8 or markup,
  // Cancelled when the deadline has passed or the token was used.
  Response translate(const Request& request) const;
  Response translate(std::string_view text) const;
  // The same for many requests in parallel, answers in the order of the requests. The first request that
  // fails makes the whole call throw.
  std::vector<Response> translate(std::span<const Request> requests) const;

  // Reads requests until `read` returns false, translates them in parallel and delivers answers in order,
  // each as soon as it and all before it are ready; memory stays bounded. `read` is called by one thread at a
  // time, and so is `deliver`; both may run at the same time. If either throws, the stream ends with that.
  using RequestReader = std::function<bool(Request& request)>;
  using ResponseReceiver = std::function<void(const Request& request, Response& response)>;
  void translate_stream(const RequestReader& read, const ResponseReceiver& deliver) const;

  // The sentences of running text, in order and without the blanks around them: those that split_sentences
  // translates one by one; a text that was corrected as a whole is one. Models of text that was given to them
  // cut into words take a text as one sentence.
  std::vector<TextRange> sentences(std::string_view text) const;
  // What the phrase table has for exactly this phrase, most probable first; nothing if it does not know it.
  std::vector<PhraseEntry> look_up(std::string_view phrase) const;
  // Up to `count` pairs of the training text whose source has the phrase, short ones first, as running text.
  // Nothing if the model folder does not have its training text. Reads all of that text.
  std::vector<SentencePair> examples(std::string_view phrase, std::size_t count) const;

  // The same translator with corrections laid over it, in place of those that it has; none for an empty list.
  // A sentence that was corrected is translated as its correction says; others use its phrases where they
  // have them, and stay as they are where they have not. Those that this translator has already are not
  // prepared again. Throws UsageError for models of kernel regression.
  Translator with_corrections(std::span<const Correction> corrections) const;

  // The same translator with a glossary for every request, in place of the one that it has. What a request
  // says itself and sentences that were corrected go before it. Throws UsageError for a term without words,
  // and for models of kernel regression.
  Translator with_glossary(const Glossary& glossary) const;

  // Languages as ISO 639 codes; empty if the model was trained without.
  const std::string& source_language() const;
  const std::string& target_language() const;
  // What the scores in Translation::features are.
  const std::vector<FeatureWeights>& features() const;
  // What requests without settings of their own are searched with.
  const SearchOptions& search_options() const;

 private:
  struct Shared;
  struct Laid;
  Translator(std::shared_ptr<const Shared> shared, std::shared_ptr<const Laid> laid);
  std::shared_ptr<const Shared> shared_;
  std::shared_ptr<const Laid> laid_;  // what is laid over it
};

}  // namespace calque
