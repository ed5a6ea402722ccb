#include "reorder/corpus_files.h"

#include <optional>

#include "text/word_classes.h"
#include "text/word_classes_file.h"

namespace calque::reorder {
namespace {

class ClassMaker {
 public:
  ClassMaker(std::size_t count, std::uint64_t seed, ThreadPool& threads, Reporter& reporter)
      : count_(count), seed_(seed), threads_(threads), reporter_(reporter) {}

  std::optional<text::WordClasses> classes(const std::string& file, const text::Vocabulary& vocabulary,
                                           const text::Corpus& sentences) const {
    if (!file.empty()) return text::read_word_classes(file).for_vocabulary(vocabulary);
    if (count_ == 0 || vocabulary.size() == 0) return std::nullopt;
    const auto options = text::WordClassOptions::quick(count_, seed_);
    return text::train_word_classes(sentences, vocabulary.size(), options, threads_, reporter_).classes;
  }

 private:
  std::size_t count_;
  std::uint64_t seed_;
  ThreadPool& threads_;
  Reporter& reporter_;
};

std::optional<text::WordClasses> classes_of(const ClassLookup& classes, const text::Vocabulary& vocabulary) {
  if (classes.empty()) return std::nullopt;
  return classes.for_vocabulary(vocabulary);
}

ClassesOfWords classes_for(const text::ParallelCorpus& corpus, const CorpusFiles& files,
                           const ClassMaker& maker) {
  return {maker.classes(files.source_classes, corpus.source_vocabulary, corpus.source),
          maker.classes(files.target_classes, corpus.target_vocabulary, corpus.target)};
}

}  // namespace

CorpusFromFiles::CorpusFromFiles(const CorpusFiles& files, std::uint64_t seed, ThreadPool& threads,
                                 Reporter& reporter)
    : corpus_(text::read_aligned_corpus(files.paths, reporter)),
      text_(corpus_.text, corpus_.alignments,
            classes_for(corpus_.text, files, {files.word_classes, seed, threads, reporter})) {}

CorpusFromFiles::CorpusFromFiles(const text::AlignedPaths& paths, const ReorderingModel& model,
                                 Reporter& reporter)
    : corpus_(text::read_aligned_corpus(paths, reporter)),
      text_(corpus_.text, corpus_.alignments,
            {classes_of(model.description().source_classes, corpus_.text.source_vocabulary),
             classes_of(model.description().target_classes, corpus_.text.target_vocabulary)}) {}

}  // namespace calque::reorder
