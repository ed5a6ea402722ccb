#include "pipeline/corpus_file.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "store/container.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

constexpr std::uint32_t kVersion = 1;

void write_side(store::ContainerWriter& writer, const std::string& side, const text::Vocabulary& vocabulary,
                const text::Corpus& corpus) {
  writer.add_text(side + ".characters", vocabulary.characters());
  writer.add(side + ".word_offsets", vocabulary.offsets());
  writer.add(side + ".tokens", corpus.tokens());
  std::vector<std::uint64_t> offsets(corpus.size() + 1, 0);
  for (std::size_t i = 0; i < corpus.size(); ++i)
    offsets[i + 1] = corpus.offset(i) + corpus.sentence(i).size();
  writer.add(side + ".offsets", offsets);
}

void read_vocabulary(const store::Container& file, const std::string& side, text::Vocabulary& vocabulary) {
  const std::string_view characters = file.text(side + ".characters");
  const auto offsets = file.section<std::uint64_t>(side + ".word_offsets");
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1] || offsets[i] > characters.size()) file.damaged("word offsets");
    const auto id = vocabulary.add(characters.substr(offsets[i - 1], offsets[i] - offsets[i - 1]));
    if (text::index_of(id) != i - 1) file.damaged("a word stands twice in the vocabulary");
  }
}

void read_side(const store::Container& file, const std::string& side, text::Vocabulary& vocabulary,
               text::Corpus& corpus) {
  read_vocabulary(file, side, vocabulary);
  const auto tokens = file.section<text::WordId>(side + ".tokens");
  const auto offsets = file.section<std::uint64_t>(side + ".offsets");
  for (const text::WordId word : tokens) {
    if (text::index_of(word) >= vocabulary.size()) file.damaged("a word id is too large");
  }
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1] || offsets[i] > tokens.size()) file.damaged("sentence offsets");
    corpus.add_sentence(tokens.subspan(offsets[i - 1], offsets[i] - offsets[i - 1]));
  }
}

}  // namespace

void write_corpus(const StoredCorpus& stored, const std::string& path) {
  const text::ParallelCorpus& corpus = stored.corpus;
  store::ContainerWriter writer(path, "corpus", kVersion);
  writer.add("kept", stored.kept);
  write_side(writer, "source", corpus.source_vocabulary, corpus.source);
  write_side(writer, "target", corpus.target_vocabulary, corpus.target);
  writer.commit();
}

StoredCorpus read_corpus(const std::string& path) {
  const auto file = store::Container::open(path, "corpus", kVersion, store::Verify::kFull);
  StoredCorpus stored;
  text::ParallelCorpus& corpus = stored.corpus;
  read_side(file, "source", corpus.source_vocabulary, corpus.source);
  read_side(file, "target", corpus.target_vocabulary, corpus.target);
  if (corpus.source.size() != corpus.target.size())
    file.damaged("the two sides have different numbers of sentences");
  const auto kept = file.section<std::uint64_t>("kept");
  if (kept.size() != corpus.size()) file.damaged("not every sentence pair has its number in the input");
  stored.kept.assign(kept.begin(), kept.end());
  return stored;
}

CorpusView::Side::Side(const store::Container& file, const std::string& side)
    : characters(file.text(side + ".characters")),
      word_offsets(file.section<std::uint64_t>(side + ".word_offsets")),
      tokens(file.section<text::WordId>(side + ".tokens")),
      offsets(file.section<std::uint64_t>(side + ".offsets")) {}

std::span<const text::WordId> CorpusView::Side::sentence(std::size_t number,
                                                         const store::Container& file) const {
  if (number + 1 >= offsets.size() || offsets[number] > offsets[number + 1] ||
      offsets[number + 1] > tokens.size())
    file.damaged("sentence offsets");
  return tokens.subspan(offsets[number], offsets[number + 1] - offsets[number]);
}

std::string_view CorpusView::Side::word(std::size_t id, const store::Container& file) const {
  if (id + 1 >= word_offsets.size() || word_offsets[id] > word_offsets[id + 1] ||
      word_offsets[id + 1] > characters.size())
    file.damaged("word offsets");
  return characters.substr(word_offsets[id], word_offsets[id + 1] - word_offsets[id]);
}

std::vector<std::string_view> CorpusView::Side::words(std::size_t number,
                                                      const store::Container& file) const {
  std::vector<std::string_view> words;
  for (const text::WordId id : sentence(number, file)) words.push_back(word(text::index_of(id), file));
  return words;
}

CorpusView::CorpusView(store::Container file)
    : file_(std::move(file)), source_(file_, "source"), target_(file_, "target") {}

CorpusView CorpusView::open(const std::string& path) {
  return CorpusView(store::Container::open(path, "corpus", kVersion, store::Verify::kHeader));
}

std::vector<std::size_t> CorpusView::find(std::span<const std::string> words) const {
  // The vocabulary has no table on disk.
  std::vector<std::optional<text::WordId>> ids(words.size());
  for (std::uint32_t id = 0; id + 1 < source_.word_offsets.size(); ++id) {
    const std::string_view word = source_.word(id, file_);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == word) ids[i] = text::WordId{id};
    }
  }
  std::vector<text::WordId> phrase;
  for (const auto& id : ids) {
    if (!id) return {};
    phrase.push_back(*id);
  }
  std::vector<std::size_t> found;
  if (phrase.empty()) return found;
  for (std::size_t pair = 0; pair + 1 < source_.offsets.size(); ++pair) {
    const auto sentence = source_.sentence(pair, file_);
    if (std::search(sentence.begin(), sentence.end(), phrase.begin(), phrase.end()) != sentence.end())
      found.push_back(pair);
  }
  return found;
}

void write_alignments(const text::AlignmentCorpus& alignments, const std::string& path) {
  store::TextWriter writer(path);
  std::string line;
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    line.clear();
    text::append_pharaoh(alignments.alignment(i), line);
    writer.write_line(line);
  }
  writer.commit();
}

text::AlignmentCorpus read_given_alignments(const std::string& path, const StoredCorpus& stored) {
  const text::ParallelCorpus& corpus = stored.corpus;
  const std::vector<std::uint64_t>& kept = stored.kept;
  text::AlignmentCorpus alignments;
  store::LineReader reader(path, store::kMaxDataLine);
  std::string line;
  std::uint64_t number = 0;
  for (; reader.next(line); ++number) {
    const std::size_t i = alignments.size();
    if (i >= kept.size() || number != kept[i]) continue;
    alignments.add(text::parse_pharaoh(line, corpus.source.sentence(i).size(),
                                       corpus.target.sentence(i).size(), reader.place()));
  }
  if (alignments.size() != corpus.size()) {
    throw DataError({path},
                    fmt::format("the file has {} lines, but the last sentence pair used is number {}", number,
                                kept.back() + 1),
                    "give one line of links for each sentence pair of the input");
  }
  return alignments;
}

}  // namespace calque::pipeline
