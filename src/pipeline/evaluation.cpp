#include "pipeline/evaluation.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

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

namespace {

std::vector<std::string> translations_of(const TranslationSystem& system,
                                         const std::vector<std::string>& sources, ThreadPool& threads,
                                         Reporter& reporter) {
  std::vector<std::string> outputs;
  const TextTranslator translator(system, system.search_options());
  translate_stream(translator, threads, requests_of(sources, {}), [&](const Request&, TranslatedText& text) {
    outputs.push_back(translator.finished_text(text, text.response.translations.front()));
    reporter.progress(outputs.size(), sources.size());
  });
  return outputs;
}

std::vector<report::SampleTranslation> samples_of(const DevelopmentSet& set,
                                                  const std::vector<std::string>& outputs) {
  std::vector<report::SampleTranslation> samples;
  for (std::size_t i = 0; i < std::min(kSamples, outputs.size()); ++i)
    samples.push_back({set.sources[i], outputs[i], set.references[0][i]});
  return samples;
}

}  // namespace

DevelopmentScore score_on(const TranslationSystem& system, const DevelopmentSet& set, ThreadPool& threads,
                          Reporter& reporter) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::string> outputs = translations_of(system, set.sources, threads, reporter);
  const metrics::Bleu bleu({.tokenization = usual_tokenization(system.preparation())});
  const auto bound = bleu.bind(set.references, threads);
  DevelopmentScore score;
  score.bleu = bleu.score(metrics::collect_statistics(*bound, outputs, threads).total()).value;
  score.signature = bleu.signature(1);
  score.sentences = set.sources.size();
  score.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  score.samples = samples_of(set, outputs);
  return score;
}

std::vector<report::SampleTranslation> translate_samples(const TranslationSystem& system,
                                                         const DevelopmentSet& set, ThreadPool& threads,
                                                         Reporter& reporter) {
  const auto end = set.sources.begin() + static_cast<std::ptrdiff_t>(std::min(kSamples, set.sources.size()));
  return samples_of(set, translations_of(system, {set.sources.begin(), end}, threads, reporter));
}

}  // namespace calque::pipeline
