#include "reorder/class_lookup.h"

#include <algorithm>
#include <vector>

namespace calque::reorder {

ClassLookup::ClassLookup(const text::WordClasses& classes, text::VocabularyView vocabulary) {
  struct Entry {
    Key word;
    std::uint16_t word_class;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const auto word = static_cast<text::WordId>(i);
    entries.push_back({key_of(vocabulary.word(word)), static_cast<std::uint16_t>(classes.of(word))});
  }
  std::sort(entries.begin(), entries.end());
  std::vector<Key> keys;
  std::vector<std::uint16_t> values;
  for (const Entry& entry : entries) {
    if (!keys.empty() && keys.back() == entry.word) continue;
    keys.push_back(entry.word);
    values.push_back(entry.word_class);
  }
  words_ = KeyTable(keys);
  classes_ = std::move(values);
  unknown_ = static_cast<std::uint16_t>(classes.unknown_class);
}

text::WordClasses ClassLookup::for_vocabulary(text::VocabularyView vocabulary) const {
  text::WordClasses result;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    result.class_of.push_back(of(key_of(vocabulary.word(static_cast<text::WordId>(i)))));
    result.classes = std::max<std::size_t>(result.classes, result.class_of.back() + 1);
  }
  result.unknown_class = unknown_;
  return result;
}

std::uint64_t ClassLookup::fingerprint() const {
  Key key = extended(words_.fingerprint(), unknown_);
  for (const std::uint16_t word_class : classes_) key = extended(key, word_class);
  return key;
}

void ClassLookup::write(store::ContainerWriter& file, const std::string& name) const {
  words_.write(file, name);
  file.add(name + ".classes", classes_.span());
  file.add(name + ".unknown", std::vector<std::uint16_t>{unknown_});
}

ClassLookup ClassLookup::read(const std::shared_ptr<const store::Container>& file, const std::string& name) {
  ClassLookup lookup;
  lookup.words_ = KeyTable::read(file, name);
  lookup.classes_ = {file, name + ".classes"};
  const auto unknown = file->section<std::uint16_t>(name + ".unknown");
  if (lookup.classes_.size() != lookup.words_.size() || unknown.size() != 1)
    file->damaged("impossible values in section " + name + ".classes");
  lookup.unknown_ = unknown[0];
  return lookup;
}

}  // namespace calque::reorder
