#include "phrase/phrase_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/reporter.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "phrase/hash.h"
#include "phrase/phrase_table_writer.h"
#include "phrase/table_layout.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using calque::testing::read_bytes;
using calque::testing::ScratchFolder;
using testing::AlignedCorpus;
using ::testing::ElementsAre;

ScoredPhrases score_with_defaults(const AlignedCorpus& corpus, std::size_t thread_count = 1) {
  ThreadPool threads(thread_count);
  return extract_and_score(corpus.text, corpus.alignments, {}, threads, silent_reporter());
}

void write(const AlignedCorpus& corpus, const ScoredPhrases& phrases, const std::string& path) {
  write_phrase_table(phrases, {corpus.text.source_vocabulary, corpus.text.target_vocabulary}, path);
}

TEST(PhraseTableTest, GivesBackWhatWasWritten) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(21, 300, 8);
  const ScoredPhrases phrases = score_with_defaults(corpus);
  write(corpus, phrases, scratch.path("table"));
  const PhraseTable opened = PhraseTable::open(scratch.path("table"), store::Verify::kFull);
  EXPECT_EQ(opened.pair_count(), phrases.pairs.size());
  EXPECT_EQ(opened.source_phrase_count(), phrases.source.size());
  EXPECT_EQ(opened.target_phrase_count(), phrases.target.size());
  EXPECT_EQ(opened.source_vocabulary().size(), corpus.text.source_vocabulary.size());
  EXPECT_EQ(opened.target_vocabulary().word(text::WordId{0}),
            corpus.text.target_vocabulary.word(text::WordId{0}));
  std::set<std::size_t> pairs;
  for (std::size_t i = 0; i < phrases.source.size(); ++i) {
    const auto found = opened.find(phrases.source[i]);
    ASSERT_TRUE(found);
    EXPECT_TRUE(std::ranges::equal(opened.source_words(*found), phrases.source[i]));
    EXPECT_EQ(opened.source_count(*found), static_cast<float>(phrases.source_counts[i]));
    ASSERT_EQ(opened.translation_count(*found), phrases.pair_offsets[i + 1] - phrases.pair_offsets[i]);
    for (std::size_t k = 0; k < opened.translation_count(*found); ++k) {
      const Translation translation = opened.translation(*found, k);
      const ScoredPair& pair = phrases.pairs[phrases.pair_offsets[i] + k];
      EXPECT_TRUE(pairs.insert(translation.pair).second);
      EXPECT_LT(translation.pair, opened.pair_count());
      EXPECT_EQ(opened.orientations(translation.pair), pair.orientations);
      EXPECT_TRUE(std::ranges::equal(translation.target, phrases.target[pair.target]));
      EXPECT_TRUE(std::ranges::equal(translation.alignment, phrases.alignments[pair.alignment]));
      EXPECT_TRUE(std::ranges::equal(translation.log_scores, pair.log_scores));
      EXPECT_EQ(translation.joint_count, static_cast<float>(pair.count));
      EXPECT_EQ(translation.target_count, static_cast<float>(phrases.target_counts[pair.target]));
    }
  }
}

// The example of docs/formats/phrase-table.md.
TEST(PhraseTableTest, TheFileIsLaidOutAsDocumented) {
  const ScratchFolder scratch;
  AlignedCorpus corpus;
  corpus.add("das haus", "the house", "0-0 1-1");
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  const auto file = store::Container::open(scratch.path("table"), "phrases", 3);
  const auto numbers = [&](std::string_view name) { return file.section<std::uint32_t>(name); };
  const auto codes = [&](std::string_view name) { return file.section<std::uint16_t>(name); };
  const auto reals = [&](std::string_view name) { return file.section<float>(name); };
  EXPECT_THAT(file.section<std::uint64_t>("limits"), ElementsAre(2, 2, 3));
  EXPECT_EQ(file.text("source.vocabulary.characters"), "dashaus");
  EXPECT_THAT(file.section<std::uint64_t>("source.vocabulary.offsets"), ElementsAre(0, 3, 7));
  EXPECT_THAT(codes("source.words"), ElementsAre(0, 1, 1));
  EXPECT_THAT(numbers("source.children"), ElementsAre(2, 3, 3, 3));
  EXPECT_THAT(numbers("source.pairs"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(codes("source.counts.codes"), ElementsAre(0, 0, 0));
  EXPECT_THAT(reals("source.counts.values"), ElementsAre(1));
  EXPECT_THAT(numbers("target.words"), ElementsAre(1, 0, 1));
  EXPECT_THAT(numbers("target.begins"), ElementsAre(1, 1, 0));
  EXPECT_EQ(file.text("target.lengths"), "\1\2\1");
  EXPECT_THAT(codes("pair.targets"), ElementsAre(0, 2, 1));
  EXPECT_THAT(codes("pair.alignments"), ElementsAre(0, 0, 1));
  EXPECT_THAT(codes("pair.score.2.codes"), ElementsAre(0, 0, 0));
  EXPECT_THAT(reals("pair.score.2.values"), ElementsAre(0.0F));
  EXPECT_THAT(codes("pair.orientations"), ElementsAre(0, 0, 0));
  EXPECT_THAT(file.section<OrientationCounts>("orientation.counts"),
              ElementsAre(OrientationCounts{{1, 0, 0, 0}, {1, 0, 0, 0}}));
  EXPECT_THAT(numbers("alignment.offsets"), ElementsAre(0, 1, 3));
  EXPECT_THAT(file.section<InternalLink>("alignment.links"),
              ElementsAre(InternalLink{0, 0}, InternalLink{0, 0}, InternalLink{1, 1}));
}

TEST(PhraseTableTest, FewDifferentNumbersAreCodedAndAllAreExact) {
  const ScratchFolder scratch;
  std::vector<float> numbers;
  Rng rng(28);
  for (int i = 0; i < 200'000; ++i) numbers.push_back(static_cast<float>(std::log(rng.uniform() + 1e-9)));
  const auto few = std::span(numbers).first(60'000);
  store::ContainerWriter writer(scratch.path("codes"), "test", 1);
  write_floats(writer, "few", few);
  write_floats(writer, "many", numbers);
  writer.commit();
  const auto file = store::Container::open(scratch.path("codes"), "test", 1);
  EXPECT_TRUE(file.has("few.codes"));
  EXPECT_FALSE(file.has("many.codes"));
  const FloatColumn read_few(file, "few");
  const FloatColumn read_many(file, "many");
  ASSERT_EQ(read_few.size(), few.size());
  ASSERT_EQ(read_many.size(), numbers.size());
  for (std::size_t i = 0; i < few.size(); ++i) ASSERT_EQ(read_few[i], few[i]);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(read_many[i], numbers[i]);
}

TEST(PhraseTableTest, DoesNotFindWhatIsNotThere) {
  const ScratchFolder scratch;
  AlignedCorpus corpus;
  corpus.add("a b c", "x y z", "0-0 1-1 2-2");
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  const PhraseTable opened = PhraseTable::open(scratch.path("table"));
  EXPECT_EQ(opened.max_source_length(), 3u);
  EXPECT_EQ(opened.max_target_length(), 3u);
  const auto word = [](std::uint32_t id) { return text::WordId{id}; };
  const std::vector<std::vector<text::WordId>> absent = {
      {}, {word(3)}, {word(0), word(2)}, {word(UINT32_MAX)}, {word(0), word(1), word(2), word(0)}};
  for (const auto& words : absent) EXPECT_FALSE(opened.find(words));
  EXPECT_TRUE(opened.find(std::vector{word(1), word(2)}));
}

TEST(PhraseTableTest, ViewsSurviveAMove) {
  const ScratchFolder scratch;
  AlignedCorpus corpus;
  corpus.add("a", "x", "0-0");
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  PhraseTable first = PhraseTable::open(scratch.path("table"));
  const Translation before = first.translation(SourcePhraseId{0}, 0);
  const PhraseTable second = std::move(first);
  EXPECT_EQ(before.target.data(), second.translation(SourcePhraseId{0}, 0).target.data());
  EXPECT_EQ(second.target_vocabulary().word(before.target[0]), "x");
}

TEST(PhraseTableTest, AnEmptyTableIsATable) {
  const ScratchFolder scratch;
  AlignedCorpus corpus;
  for (int lines = 0; lines < 2; ++lines) {
    write(corpus, score_with_defaults(corpus), scratch.path("table"));
    const PhraseTable opened = PhraseTable::open(scratch.path("table"), store::Verify::kFull);
    EXPECT_EQ(opened.pair_count(), 0u);
    EXPECT_EQ(opened.max_source_length(), 0u);
    EXPECT_FALSE(opened.find(std::vector{text::WordId{0}}));
    corpus.add("a b", "x", "");
  }
}

TEST(PhraseTableTest, SameBytesForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(22, 6000, 6);
  write(corpus, score_with_defaults(corpus, 1), scratch.path("1"));
  for (const std::size_t threads : {2, 4}) {
    const std::string path = scratch.path(std::to_string(threads));
    write(corpus, score_with_defaults(corpus, threads), path);
    EXPECT_EQ(read_bytes(path), read_bytes(scratch.path("1")));
  }
}

// Uses everything a reader can ask for, as a decoder and an inspector would, and gives a digest of the
// answers.
std::uint64_t use_all(const PhraseTable& opened, const AlignedCorpus& corpus) {
  std::uint64_t digest = 0;
  const auto use_word = [&](std::string_view word) {
    digest = combine_hash(digest, std::hash<std::string_view>{}(word));
  };
  const auto use = [&](SourcePhraseId phrase) {
    for (const text::WordId word : opened.source_words(phrase))
      use_word(opened.source_vocabulary().word(word));
    digest = combine_hash(digest, std::bit_cast<std::uint32_t>(opened.source_count(phrase)));
    for (std::size_t k = 0; k < opened.translation_count(phrase); ++k) {
      const Translation translation = opened.translation(phrase, k);
      for (const text::WordId word : translation.target) use_word(opened.target_vocabulary().word(word));
      for (const InternalLink& link : translation.alignment) {
        digest = combine_hash(digest, index_of(translation.target[link.target]));
        digest = combine_hash(digest, index_of(opened.source_words(phrase)[link.source]));
      }
      for (const float score : translation.log_scores) {
        EXPECT_TRUE(std::isfinite(score));
        digest = combine_hash(digest, std::bit_cast<std::uint32_t>(score));
      }
      digest = combine_hash(digest, std::bit_cast<std::uint32_t>(translation.joint_count));
      digest = combine_hash(digest, std::bit_cast<std::uint32_t>(translation.target_count));
      for (const std::uint32_t count : opened.orientations(translation.pair).backward)
        digest = combine_hash(digest, count);
    }
  };
  for (std::size_t i = 0; i < opened.id_limit(); ++i) use(SourcePhraseId{static_cast<std::uint32_t>(i)});
  for (std::size_t n = 0; n < corpus.text.size(); ++n) {
    const auto words = corpus.text.source.sentence(n);
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      if (const auto found = opened.find(words.subspan(begin, 1))) use(*found);
    }
  }
  return digest;
}

// What the reader makes of a damaged file: nothing, which is FormatError now or later, or answers. The
// sanitizers see the rest.
std::optional<std::uint64_t> answers(const std::string& path, const AlignedCorpus& corpus,
                                     store::Verify verify) {
  try {
    return use_all(PhraseTable::open(path, verify), corpus);
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(path));
    return std::nullopt;
  }
}

void put_byte(const std::string& path, std::size_t place, char byte) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(place));
  file.put(byte);
}

TEST(PhraseTableTest, ACutFileIsRefused) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(23, 10, 5);
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  const std::string bytes = read_bytes(scratch.path("table"));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 10) {
    EXPECT_FALSE(answers(scratch.file("cut", bytes.substr(0, size)), corpus, store::Verify::kHeader)) << size;
  }
}

// Section checksums are not looked at with Verify::kHeader, so that wrong values reach the table.
TEST(PhraseTableTest, AFlippedByteNeverCrashes) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(24, 6, 4);
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  const std::string bytes = read_bytes(scratch.path("table"));
  const std::string path = scratch.file("flipped", bytes);
  const std::uint64_t whole = answers(path, corpus, store::Verify::kFull).value();
  Rng rng(25);
  std::size_t refused = 0;
  for (int n = 0; n < 4000; ++n) {
    const std::size_t place = rng.below(bytes.size());
    const char flipped = static_cast<char>(bytes[place] ^ static_cast<char>(1 + rng.below(255)));
    put_byte(path, place, flipped);
    refused += answers(path, corpus, store::Verify::kHeader) ? 0 : 1;
    // A full check leaves nothing but the padding between sections, which nobody reads.
    EXPECT_EQ(answers(path, corpus, store::Verify::kFull).value_or(whole), whole) << place;
    put_byte(path, place, bytes[place]);
  }
  EXPECT_GT(refused, 0u);
  EXPECT_EQ(answers(path, corpus, store::Verify::kFull), whole);
}

std::vector<std::byte> bytes_of(const store::Container& container, const store::SectionInfo& section) {
  const auto view = [&]() -> std::span<const std::byte> {
    switch (section.element_bytes) {
      case 1:
        return std::as_bytes(std::span(container.text(section.name)));
      case 2:
        return std::as_bytes(container.section<std::uint16_t>(section.name));
      case 4:
        return std::as_bytes(container.section<std::uint32_t>(section.name));
      case sizeof(OrientationCounts):
        return std::as_bytes(container.section<OrientationCounts>(section.name));
      default:
        return std::as_bytes(container.section<std::uint64_t>(section.name));
    }
  }();
  return {view.begin(), view.end()};
}

// Copies the table with one element of one section replaced: by all ones, by any bytes, or by a small number.
void write_damaged(const store::Container& whole, const store::SectionInfo& damaged, int round, Rng& rng,
                   const std::string& path) {
  store::ContainerWriter writer(path, layout::kKind, layout::kVersion);
  for (const store::SectionInfo& section : whole.sections()) {
    std::vector<std::byte> bytes = bytes_of(whole, section);
    if (section.name == damaged.name) {
      const std::size_t element = rng.below(section.count) * section.element_bytes;
      for (std::size_t i = 0; i < section.element_bytes; ++i) {
        const std::array<std::uint64_t, 3> values{0xff, rng.below(256), i == 0 ? rng.below(20) : 0};
        bytes[element + i] = static_cast<std::byte>(values[static_cast<std::size_t>(round) % 3]);
      }
    }
    writer.add_bytes(section.name, bytes, section.element_bytes);
  }
  writer.commit();
}

// Files whose checksums are right but whose values are not, one section at a time.
TEST(PhraseTableTest, ImpossibleValuesAreRefusedWhenUsed) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(26, 6, 4);
  write(corpus, score_with_defaults(corpus), scratch.path("table"));
  const auto whole = store::Container::open(scratch.path("table"), layout::kKind, layout::kVersion);
  Rng rng(27);
  for (const store::SectionInfo& damaged : whole.sections()) {
    ASSERT_GT(damaged.count, 0u) << damaged.name;
    std::size_t refused = 0;
    for (int round = 0; round < 9; ++round) {
      write_damaged(whole, damaged, round, rng, scratch.path("bad"));
      const auto verify = round % 2 == 0 ? store::Verify::kHeader : store::Verify::kFull;
      refused += answers(scratch.path("bad"), corpus, verify) ? 0 : 1;
    }
    // Other letters merely make other words; every other section has values that cannot be.
    if (!damaged.name.ends_with(".characters")) {
      EXPECT_GT(refused, 0u) << damaged.name;
    }
  }
}

TEST(PhraseTableTest, OtherFilesAreRefused) {
  const ScratchFolder scratch;
  EXPECT_THROW(PhraseTable::open(scratch.path("absent")), UsageError);
  EXPECT_THROW(PhraseTable::open(scratch.file("text", "das ist kein Modell\n")), FormatError);
  EXPECT_THROW(PhraseTable::open(scratch.file("empty", "")), FormatError);
  store::ContainerWriter writer(scratch.path("other"), "lm", 1);
  writer.commit();
  EXPECT_THROW(PhraseTable::open(scratch.path("other")), FormatError);
  store::ContainerWriter hollow(scratch.path("hollow"), layout::kKind, layout::kVersion);
  hollow.commit();
  EXPECT_THROW(PhraseTable::open(scratch.path("hollow")), FormatError);
}

}  // namespace
}  // namespace calque::phrase
