#include "lm/estimate/training_text.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "base/parse.h"
#include "lm/files/ngram_data.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::lm {
namespace {

constexpr std::size_t kBlockBytes = 1 << 20;  // of text that one task reads, with line ends

bool is_reserved(std::string_view word) {
  return word == kSentenceBeginWord || word == kSentenceEndWord;
}

// Decides the model id of each word of some other numbering, given how often it occurs.
class WordNumbering {
 public:
  WordNumbering(const VocabularyLimits& limits, text::Vocabulary& vocabulary, TextFacts& facts)
      : limits_(limits), vocabulary_(vocabulary), facts_(facts) {}

  std::uint32_t number(std::string_view word, std::uint64_t occurrences) {
    if (is_reserved(word)) {
      facts_.reserved_words += occurrences;
      return kUnknownIndex;
    }
    if (word != kUnknownWord && limits_.listed != nullptr && !limits_.listed->find(word)) {
      facts_.outside_words += occurrences;
      return kUnknownIndex;
    }
    return static_cast<std::uint32_t>(vocabulary_.add(word));
  }

 private:
  const VocabularyLimits& limits_;
  text::Vocabulary& vocabulary_;
  TextFacts& facts_;
};

// Ids after words that occur less than min_count times have become unknown. Replaces the vocabulary.
std::vector<std::uint32_t> drop_rare_words(const std::vector<std::uint64_t>& occurrences,
                                           const VocabularyLimits& limits, TrainingText& text) {
  text::Vocabulary kept = initial_vocabulary();
  std::vector<std::uint32_t> new_id{kUnknownIndex, kSentenceBeginIndex, kSentenceEndIndex};
  for (std::size_t id = new_id.size(); id < text.vocabulary.size(); ++id) {
    if (occurrences[id] < limits.min_count) {
      text.facts.outside_words += occurrences[id];
      new_id.push_back(kUnknownIndex);
    } else {
      const auto word = text.vocabulary.word(text::WordId{static_cast<std::uint32_t>(id)});
      new_id.push_back(static_cast<std::uint32_t>(kept.add(word)));
    }
  }
  text.vocabulary = std::move(kept);
  return new_id;
}

// Some lines of the text and what was found in them.
struct TextBlock {
  std::string characters;                    // the lines one after the other
  std::vector<std::size_t> line_ends;        // where each ends in `characters`
  Place first_line;                          // where the first one stands
  text::Vocabulary words;                    // of this block alone
  std::vector<std::uint32_t> occurrences;    // of each of them
  std::vector<std::uint32_t> tokens;         // in the block's own numbering
  std::vector<std::uint32_t> sentence_ends;  // in `tokens`

  std::uint64_t bad_lines = 0;
  bool skips_bad_lines = false;

  bool fill(store::LineReader& reader, std::string& line) {
    characters.clear();
    line_ends.clear();
    bad_lines = 0;
    const auto read = [&](bool& too_long) {
      return skips_bad_lines ? reader.next_or_skip(line, too_long) : reader.next(line);
    };
    for (bool too_long = false; characters.size() + line_ends.size() < kBlockBytes && read(too_long);) {
      if (std::exchange(too_long, false)) {
        ++bad_lines;
        continue;
      }
      if (line_ends.empty()) first_line = reader.place();
      characters += line;
      line_ends.push_back(characters.size());
    }
    return !line_ends.empty() || bad_lines > 0;
  }

  void number_words() {
    words = {};
    occurrences.clear();
    tokens.clear();
    sentence_ends.clear();
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    Place place = first_line;
    for (const std::size_t end : line_ends) {
      const std::string_view line = std::string_view(characters).substr(begin, end - begin);
      begin = end;
      ++place.line;
      if (skips_bad_lines && text::find_invalid_utf8(line)) {
        ++bad_lines;
        continue;
      }
      text::check_utf8(line, {place.file, place.line - 1, 0});
      split_words(line, pieces);
      for (const std::string_view piece : pieces) {
        const std::size_t id = text::index_of(words.add(piece));
        if (id == occurrences.size()) occurrences.push_back(0);
        ++occurrences[id];
        tokens.push_back(static_cast<std::uint32_t>(id));
      }
      sentence_ends.push_back(static_cast<std::uint32_t>(tokens.size()));
    }
  }
};

// Takes blocks in order and puts their sentences into the text, on disk once there are too many.
class TextBuilder {
 public:
  TextBuilder(const VocabularyLimits& limits, const TextMemory& memory)
      : limits_(limits), memory_(memory), numbering_(limits, text_.vocabulary, text_.facts) {
    text_.vocabulary = initial_vocabulary();
  }

  void add(const TextBlock& block) {
    std::vector<std::uint32_t> id_of(block.words.size());
    for (std::size_t i = 0; i < id_of.size(); ++i) {
      id_of[i] = numbering_.number(block.words.word(text::WordId{static_cast<std::uint32_t>(i)}),
                                   block.occurrences[i]);
      occurrences_.resize(text_.vocabulary.size(), 0);
      occurrences_[id_of[i]] += block.occurrences[i];
    }
    std::size_t begin = 0;
    for (const std::uint32_t end : block.sentence_ends) {
      text_.tokens.push_back(kSentenceBeginIndex);
      for (; begin < end; ++begin) text_.tokens.push_back(id_of[block.tokens[begin]]);
      text_.tokens.push_back(kSentenceEndIndex);
    }
    text_.facts.sentences += block.sentence_ends.size();
    text_.facts.words += block.tokens.size();
    text_.facts.bad_lines += block.bad_lines;
    if (writer_ || text_.tokens.size() > memory_.max_tokens) spill();
  }

  TrainingText finish() {
    if (limits_.min_count > 1) {
      occurrences_.resize(text_.vocabulary.size(), 0);
      const std::vector<std::uint32_t> new_id = drop_rare_words(occurrences_, limits_, text_);
      for (std::uint32_t& token : text_.tokens) token = new_id[token];
      if (writer_) {
        const store::Spool old = writer_->finish();
        writer_ = std::make_unique<store::SpoolWriter>(memory_.folder);
        for (store::SpoolReader reader(old); reader.items_left() > 0;) {
          reader.begin_item();
          put(new_id[reader.varint32()]);
        }
      }
    }
    if (writer_) text_.spooled = writer_->finish();
    return std::move(text_);
  }

 private:
  void put(std::uint32_t token) {
    writer_->put_varint(token);
    writer_->end_item();
  }
  void spill() {
    if (!writer_) writer_ = std::make_unique<store::SpoolWriter>(memory_.folder);
    for (const std::uint32_t token : text_.tokens) put(token);
    text_.tokens.clear();
    text_.tokens.shrink_to_fit();
  }

  const VocabularyLimits& limits_;
  const TextMemory& memory_;
  TrainingText text_;
  WordNumbering numbering_;
  std::vector<std::uint64_t> occurrences_;
  std::unique_ptr<store::SpoolWriter> writer_;
};

struct TextBatch {
  std::vector<TextBlock> blocks;
  std::size_t filled = 0;

  // `at_end` is for the next batch.
  void fill(store::LineReader& reader, std::string& line, bool& at_end) {
    filled = 0;
    while (filled < blocks.size() && !at_end && blocks[filled].fill(reader, line)) ++filled;
    at_end = at_end || filled < blocks.size();
  }
  void add_to(TextBuilder& builder) const {
    for (std::size_t i = 0; i < filled; ++i) builder.add(blocks[i]);
  }
};

}  // namespace

std::shared_ptr<const text::Vocabulary> read_word_list(const std::string& path) {
  auto words = std::make_shared<text::Vocabulary>();
  store::LineReader reader(path);
  std::vector<std::string_view> pieces;
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    split_words(line, pieces);
    for (const std::string_view piece : pieces) words->add(piece);
  }
  return words;
}

TrainingText mark_text(const text::Corpus& corpus, const text::Vocabulary& words,
                       const VocabularyLimits& limits) {
  std::vector<std::uint64_t> occurrences(words.size(), 0);
  for (const text::WordId word : corpus.tokens()) ++occurrences[text::index_of(word)];
  TrainingText text;
  text.vocabulary = initial_vocabulary();
  text.facts.sentences = corpus.size();
  text.facts.words = corpus.token_count();
  std::vector<std::uint32_t> id_of(words.size(), kUnknownIndex);
  WordNumbering numbering(limits, text.vocabulary, text.facts);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (occurrences[i] == 0) continue;
    const std::string_view word = words.word(text::WordId{static_cast<std::uint32_t>(i)});
    if (occurrences[i] >= limits.min_count || is_reserved(word) || word == kUnknownWord) {
      id_of[i] = numbering.number(word, occurrences[i]);
    } else {
      text.facts.outside_words += occurrences[i];
    }
  }
  text.tokens.reserve(corpus.token_count() + 2 * corpus.size());
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    text.tokens.push_back(kSentenceBeginIndex);
    for (const text::WordId word : corpus.sentence(i)) text.tokens.push_back(id_of[text::index_of(word)]);
    text.tokens.push_back(kSentenceEndIndex);
  }
  return text;
}

TrainingText read_training_text(const std::string& path, const VocabularyLimits& limits,
                                const TextMemory& memory, text::BadLinePolicy bad_lines, ThreadPool& threads,
                                Reporter& reporter) {
  reporter.stage("reading " + path);
  store::LineReader reader(path);
  TextBuilder builder(limits, memory);
  // While the words of one batch are numbered, one thread takes the batch before and reads the one after.
  std::array<TextBatch, 3> batches;
  TextBlock empty;
  empty.skips_bad_lines = bad_lines != text::BadLinePolicy::kThrow;
  for (TextBatch& batch : batches) batch.blocks.assign(2 * threads.threads(), empty);
  std::string line;
  bool at_end = false;
  TextBatch* before = &batches[0];
  TextBatch* now = &batches[1];
  TextBatch* after = &batches[2];
  now->fill(reader, line, at_end);
  while (now->filled > 0) {
    threads.for_blocks(now->filled + 1, 1, [&](const Block& task) {
      if (task.index < now->filled) {
        now->blocks[task.index].number_words();
        return;
      }
      before->add_to(builder);
      after->fill(reader, line, at_end);
    });
    reporter.progress(reader.bytes_read(), reader.bytes_total());
    before->filled = 0;
    std::swap(before, now);
    std::swap(now, after);
  }
  before->add_to(builder);
  return builder.finish();
}

}  // namespace calque::lm
