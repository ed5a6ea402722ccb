// What corrected sentences teach, laid over a system without training it again.
//
// A sentence that was corrected is translated as its correction says. From the rest of a correction come the
// phrase pairs in which it differs from what the system itself says; in other sentences they compete with the
// phrase table (decode/preferred.h). How strongly is a matter of counts: the share that the correction has of
// all occurrences of the source phrase, those in the training text and those in corrected sentences. So a
// word that is rare or that was corrected often is changed elsewhere, and one that has many right
// translations is not. Pairs in which a correction does not differ change nothing, so sentences that have
// nothing of what was corrected keep their translations.
//
// Immutable and shareable between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "calque/correction.h"
#include "decode/request.h"
#include "phrase/types.h"
#include "text/types.h"

namespace calque::pipeline {

// A phrase of a correction.
struct CorrectedPhrase {
  std::vector<std::string> source;
  std::vector<std::string> target;
  std::vector<phrase::InternalLink> alignment;
  double training_count = 0;    // occurrences of the source words in the training text
  std::uint32_t new_words = 0;  // of the target, that the models do not know

  bool operator==(const CorrectedPhrase&) const = default;
};

// One corrected sentence, ready to be used.
struct CorrectedSentence {
  std::string source_text{};
  std::string target_text{};
  CorrectedPhrase whole{};  // as the models see it; the alignment is empty if it is too long to be kept
  // Those that differ from what the system says, if it can be told which words translate which.
  std::optional<std::vector<CorrectedPhrase>> phrases{};
};

// The phrase pairs of up to `max_length` words that are consistent with the links and hold something that was
// changed: a target word of `changed_target`, or a source word of `changed_source`. A word without a link may
// as well belong to its neighbours: no phrase begins or ends with one.
std::vector<CorrectedPhrase> changed_phrases(const CorrectedPhrase& whole, std::span<const text::Link> links,
                                             const std::vector<bool>& changed_source,
                                             const std::vector<bool>& changed_target, std::size_t max_length);

// Which words of `after` are not in their place in a longest common subsequence with `before`, and which of
// `before` are not.
struct WordChanges {
  std::vector<bool> before;
  std::vector<bool> after;
};
WordChanges changes(std::span<const std::string> before, std::span<const std::string> after);

// The word alignment of a corrected translation, given that of the one before: words that stayed keep their
// links, and all words that were put in the place of others have the links of all those. Sorted.
std::vector<text::Link> edit_links(std::size_t words_before, std::span<const text::Link> links_before,
                                   const WordChanges& changed);

class CorrectionOverlay {
 public:
  // Sentences in the order in which they were corrected, each from one correction: what came later wins.
  explicit CorrectionOverlay(std::vector<std::shared_ptr<const CorrectedSentence>> sentences);

  // The sentence that has exactly these words; null if there is none.
  const CorrectedSentence* find(std::span<const std::string> words) const;
  // Whether this text, of several sentences perhaps, was corrected as it is.
  bool has_text(std::string_view text) const;
  // Appends a suggestion for every phrase of the sentence that was corrected elsewhere, unless one that is
  // there already allows no other.
  void add_phrases(std::span<const std::string> words, std::vector<decode::Suggestion>& suggestions) const;

  const std::vector<std::shared_ptr<const CorrectedSentence>>& sentences() const { return sentences_; }

 private:
  // What the corrected sentences say of a source phrase.
  struct PhraseEntry {
    struct Choice {
      const CorrectedPhrase* phrase;
      double count;  // of sentences
    };
    std::vector<Choice> choices{};  // with different targets, the latest last
    double count = 0;               // of sentences that have the source phrase
    const CorrectedSentence* last = nullptr;
  };
  void add_phrases_of(const CorrectedSentence& sentence);
  void count_phrases_in(const CorrectedSentence& sentence);

  std::vector<std::shared_ptr<const CorrectedSentence>> sentences_;
  std::unordered_set<std::string> texts_;
  // By source words, joined by blanks.
  std::unordered_map<std::string, const CorrectedSentence*> whole_;
  std::unordered_map<std::string, PhraseEntry> phrases_;
  std::size_t longest_ = 0;
};

}  // namespace calque::pipeline
