#include "phrase/function_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "text/marks.h"

namespace calque::phrase {
namespace {

// The least share of its uses in which a function word stands without a word that translates it,
constexpr double kUntranslatedShare = 0.2;
// and the same of frequent words. Articles reach it; negations, which nobody leaves out, do not.
constexpr double kUntranslatedShareOfFrequent = 0.08;
// Frequent words make up such a share of a text, and are used so often that their own share can be told.
constexpr double kFrequentShare = 0.002;
constexpr double kFrequentUses = 100;
// Shares are taken as if a word had been translated so many times more: what is rare has to show it plainly.
constexpr double kMoreTranslated = 10;

std::vector<bool> marks_of(const text::Vocabulary& vocabulary) {
  std::vector<bool> marks(vocabulary.size());
  for (std::size_t i = 0; i < marks.size(); ++i)
    marks[i] =
        text::mark_of(vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)})) != text::Mark::kNone;
  return marks;
}

}  // namespace

FunctionWords::FunctionWords(const text::ParallelCorpus& corpus, const Alignments& alignments)
    : is_function_word_(corpus.source_vocabulary.size()) {
  const std::vector<bool> source_marks = marks_of(corpus.source_vocabulary);
  const std::vector<bool> target_marks = marks_of(corpus.target_vocabulary);
  std::vector<std::uint64_t> uses(source_marks.size());
  std::vector<std::uint64_t> translated(source_marks.size());
  std::vector<bool> has_word;  // of each place of a sentence
  for (std::size_t sentence = 0; sentence < corpus.source.size(); ++sentence) {
    const auto source = corpus.source.sentence(sentence);
    const auto target = corpus.target.sentence(sentence);
    for (std::size_t k = 0; k < alignments.size(); ++k) {
      has_word.assign(source.size(), false);
      for (const text::Link& link : alignments.links(k, sentence)) {
        if (!target_marks[text::index_of(target[link.target])]) has_word[link.source] = true;
      }
      for (std::size_t i = 0; i < source.size(); ++i) {
        ++uses[text::index_of(source[i])];
        if (has_word[i]) ++translated[text::index_of(source[i])];
      }
    }
  }
  const auto alignment_count = static_cast<double>(alignments.size());
  const double more = kMoreTranslated * alignment_count;
  const auto all_uses = static_cast<double>(corpus.source.token_count() * alignments.size());
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const auto untranslated = static_cast<double>(uses[i] - translated[i]);
    const bool frequent =
        static_cast<double>(uses[i]) > std::max(kFrequentShare * all_uses, kFrequentUses * alignment_count);
    const double share = frequent ? kUntranslatedShareOfFrequent : kUntranslatedShare;
    is_function_word_[i] = !source_marks[i] && untranslated > share * (static_cast<double>(uses[i]) + more);
  }
}

}  // namespace calque::phrase
