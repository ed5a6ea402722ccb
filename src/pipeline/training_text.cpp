#include "pipeline/training_text.h"

#include <algorithm>

#include "pipeline/manifest.h"
#include "text/corpus_reader.h"

namespace calque::pipeline {
namespace {

// Words that occur only in what is left out get no number: to the models they are unknown.
void add_sentence(const text::Corpus& from, const text::Vocabulary& words, std::size_t i, text::Corpus& to,
                  text::Vocabulary& vocabulary) {
  std::vector<text::WordId> sentence;
  for (const text::WordId id : from.sentence(i)) sentence.push_back(vocabulary.add(words.word(id)));
  to.add_sentence(sentence);
}

}  // namespace

const StoredCorpus& TrainingText::stored() {
  if (!stored_) stored_ = read_corpus(path_in(folder_, kCorpusFile));
  return *stored_;
}

const text::AlignmentCorpus& TrainingText::alignment(std::size_t k) {
  if (alignments_[k].size() == 0) {  // a corpus has at least one pair
    alignments_[k] =
        text::read_alignments(path_in(folder_, alignment_file(k)), corpus(), "the corpus", reporter_);
  }
  return alignments_[k];
}

std::span<const text::AlignmentCorpus> TrainingText::alignments() {
  for (std::size_t k = 0; k < alignments_.size(); ++k) alignment(k);
  return alignments_;
}

TrainingText without_pairs(TrainingText& text, std::span<const std::size_t> pairs, Reporter& reporter) {
  const text::ParallelCorpus& all = text.corpus();
  const auto alignments = text.alignments();
  StoredCorpus kept;
  std::vector<text::AlignmentCorpus> kept_alignments(alignments.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::binary_search(pairs.begin(), pairs.end(), i)) continue;
    add_sentence(all.source, all.source_vocabulary, i, kept.corpus.source, kept.corpus.source_vocabulary);
    add_sentence(all.target, all.target_vocabulary, i, kept.corpus.target, kept.corpus.target_vocabulary);
    kept.kept.push_back(text.stored().kept[i]);
    for (std::size_t k = 0; k < alignments.size(); ++k) kept_alignments[k].add(alignments[k].alignment(i));
  }
  TrainingText rest("", alignments.size(), reporter);
  rest.set_corpus(std::move(kept));
  for (std::size_t k = 0; k < alignments.size(); ++k) rest.set_alignment(k, std::move(kept_alignments[k]));
  return rest;
}

}  // namespace calque::pipeline
