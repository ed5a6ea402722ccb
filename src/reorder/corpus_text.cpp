#include "reorder/corpus_text.h"

#include <utility>

namespace calque::reorder {
namespace {

std::vector<Key> keys_of(const text::Vocabulary& vocabulary) {
  std::vector<Key> keys;
  keys.reserve(vocabulary.size());
  for (std::size_t i = 0; i < vocabulary.size(); ++i)
    keys.push_back(key_of(vocabulary.word(static_cast<text::WordId>(i))));
  return keys;
}

struct Words {
  std::vector<Key>& keys;
  std::vector<std::uint32_t>& classes;
};

void fill(std::span<const text::WordId> words, const std::vector<Key>& keys,
          const std::optional<text::WordClasses>& classes, const Words& out) {
  out.keys.clear();
  out.classes.clear();
  for (const text::WordId word : words) {
    out.keys.push_back(keys[text::index_of(word)]);
    if (classes) out.classes.push_back(classes->of(word));
  }
}

}  // namespace

CorpusText::CorpusText(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
                       ClassesOfWords classes)
    : corpus_(&corpus),
      alignments_(&alignments),
      classes_(std::move(classes)),
      source_keys_(keys_of(corpus.source_vocabulary)),
      target_keys_(keys_of(corpus.target_vocabulary)) {}

void SentenceLoader::load(std::size_t sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  fill(text_.corpus_->source.sentence(sentence), text_.source_keys_, text_.classes_.source,
       {source_words_, source_classes_});
  fill(text_.corpus_->target.sentence(sentence), text_.target_keys_, text_.classes_.target,
       {target_words_, target_classes_});
}

TargetPhrase SentenceLoader::target_phrase(const Sample& sample) {
  const auto links =
      text_.alignments_->alignment(sample.sentence).subspan(sample.first_link, sample.link_count);
  links_.clear();
  for (const text::Link& link : links) {
    links_.push_back({static_cast<std::uint8_t>(link.source - sample.source_begin),
                      static_cast<std::uint8_t>(link.target - sample.target_begin)});
  }
  return {target().part(sample.target()), links_};
}

}  // namespace calque::reorder
