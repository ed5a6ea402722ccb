#include "pipeline/evaluation.h"

#include <chrono>

#include "metrics/bleu.h"
#include "pipeline/text_translator.h"

namespace calque::pipeline {
namespace {

constexpr std::size_t kSamples = 20;

}  // namespace

metrics::Tokenization usual_tokenization(const text::Preparation& preparation) {
  if (preparation.pretokenized) return metrics::Tokenization::kNone;
  if (preparation.target_language.starts_with("zh")) return metrics::Tokenization::kZh;
  if (preparation.target_language.starts_with("ja")) return metrics::Tokenization::kChar;
  return metrics::Tokenization::k13a;
}

DevelopmentScore score_on(const TranslationSystem& system, const DevelopmentSet& set, ThreadPool& threads,
                          Reporter& reporter) {
  // No structured binding: a lambda may not capture one in C++17, and clang 14 still holds to that.
  const auto& sources = set.sources;
  const auto& references = set.references;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> outputs;
  const TextTranslator translator(system, {});
  translate_stream(translator, threads, requests_of(sources, {}), [&](const Request&, TranslatedText& text) {
    outputs.push_back(translator.finished_text(text, text.response.translations.front()));
    reporter.progress(outputs.size(), sources.size());
  });
  const metrics::Bleu bleu({.tokenization = usual_tokenization(system.preparation())});
  const auto bound = bleu.bind(references, threads);
  DevelopmentScore score;
  score.bleu = bleu.score(metrics::collect_statistics(*bound, outputs, threads).total()).value;
  score.signature = bleu.signature(1);
  score.sentences = sources.size();
  score.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (std::size_t i = 0; i < std::min(kSamples, outputs.size()); ++i) {
    score.samples.push_back({sources[i], outputs[i], references[0][i]});
  }
  return score;
}

}  // namespace calque::pipeline
