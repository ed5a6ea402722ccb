#include "calque/aligner.h"

#include <stop_token>
#include <utility>

#include "align/aligner.h"
#include "align/text_numberer.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "library/listening_reporter.h"
#include "text/corpus.h"

namespace calque {
namespace {

align::AlignOptions internal_options(const AlignerOptions& options) {
  align::AlignOptions result;
  result.model = options.model;
  result.symmetrization = options.symmetrization;
  result.sampling.seed = options.seed;
  return result;
}

std::vector<PairAlignment> to_public(const align::AlignmentResult& result) {
  std::vector<PairAlignment> alignments(result.links.size());
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    const float* probability = result.probabilities.data() + result.links.offset(i);
    for (const text::Link& link : result.links.alignment(i)) {
      alignments[i].links.push_back({link.source, link.target});
      alignments[i].probabilities.push_back(*probability++);
    }
  }
  return alignments;
}

void refuse_line_ends(std::span<const SentencePair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].source.find('\n') == std::string::npos && pairs[i].target.find('\n') == std::string::npos)
      continue;
    throw DataError({{}, i + 1}, "a sentence holds a line end", "give one sentence at a time");
  }
}

}  // namespace

struct Aligner::Shared {
  align::AlignmentModel model;
  align::AlignOptions options;
  std::size_t threads = 0;
  // Of a model that was just trained; a loaded one has its own.
  text::Vocabulary source{};
  text::Vocabulary target{};
  bool loaded = false;

  text::VocabularyView source_words() const {
    return loaded ? model.source_vocabulary() : text::VocabularyView(source);
  }
  text::VocabularyView target_words() const {
    return loaded ? model.target_vocabulary() : text::VocabularyView(target);
  }
};

Aligner::Aligner(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

Aligner::Training Aligner::train(std::span<const SentencePair> pairs, const AlignerOptions& options) {
  refuse_line_ends(pairs);
  text::ParallelCorpus corpus;
  for (const SentencePair& pair : pairs) {
    corpus.source.add_line(pair.source, corpus.source_vocabulary);
    corpus.target.add_line(pair.target, corpus.target_vocabulary);
  }
  const align::AlignOptions internal = internal_options(options);
  ThreadPool threads(options.threads);
  ListeningReporter reporter(options.progress, std::stop_token());
  align::TrainingResult trained = align::train_model(corpus, internal, threads, reporter);
  reporter.stage("linking words");
  std::vector<PairAlignment> alignments = to_public(align::align(trained.model, corpus, internal, threads));
  return {Aligner(std::make_shared<const Shared>(Shared{std::move(trained.model), internal, options.threads,
                                                        std::move(corpus.source_vocabulary),
                                                        std::move(corpus.target_vocabulary)})),
          std::move(alignments)};
}

Aligner Aligner::load(const std::string& path, const AlignerOptions& options) {
  align::AlignmentModel model = align::AlignmentModel::load(path);
  align::AlignOptions internal = internal_options(options);
  internal.model = model.kind();
  return Aligner(std::make_shared<const Shared>(
      Shared{.model = std::move(model), .options = internal, .threads = options.threads, .loaded = true}));
}

void Aligner::save(const std::string& path) const {
  if (shared_->loaded)
    throw UsageError({path}, "this model is in a file already", "copy the file that it was loaded from");
  shared_->model.save(path, shared_->source, shared_->target);
}

std::vector<PairAlignment> Aligner::align(std::span<const SentencePair> pairs) const {
  refuse_line_ends(pairs);
  text::ParallelCorpus corpus;
  align::TextNumberer source(shared_->source_words());
  align::TextNumberer target(shared_->target_words());
  for (const SentencePair& pair : pairs) {
    source.add(pair.source, corpus.source);
    target.add(pair.target, corpus.target);
  }
  ThreadPool threads(shared_->threads);
  return to_public(align::align(shared_->model, corpus, shared_->options, threads));
}

}  // namespace calque
