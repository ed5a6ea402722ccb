// Word classes inside a model: the class of a word by its key, so that whoever asks the model needs no files
// of classes. Immutable, safe to share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "reorder/key_table.h"
#include "store/container.h"
#include "text/vocabulary.h"
#include "text/word_classes.h"

namespace calque::reorder {

class ClassLookup {
 public:
  // Nothing: a model that does not ask for classes.
  ClassLookup() = default;
  ClassLookup(const text::WordClasses& classes, text::VocabularyView vocabulary);

  bool empty() const { return words_.size() == 0; }
  std::uint32_t of(Key word) const noexcept {
    const std::uint32_t at = words_.find(word);
    return at == KeyTable::kNone ? unknown_ : classes_[at];
  }
  // The classes of another vocabulary's words.
  text::WordClasses for_vocabulary(text::VocabularyView vocabulary) const;

  // The same for the same classes of the same words.
  std::uint64_t fingerprint() const;

  void write(store::ContainerWriter& file, const std::string& name) const;
  static ClassLookup read(const std::shared_ptr<const store::Container>& file, const std::string& name);

 private:
  KeyTable words_;
  SharedArray<std::uint16_t> classes_;
  std::uint16_t unknown_ = 0;
};

}  // namespace calque::reorder
