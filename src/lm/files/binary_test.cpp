// Binary files that are cut, changed, foreign or of another version, and models whose bytes are wrong behind
// right checksums.
#include "lm/files/binary.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "lm/files/binary_format.h"
#include "lm/files/quantizer.h"
#include "lm/testing/damaged_model.h"
#include "lm/testing/random_model.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;
using testing::ask_damaged_model;
using testing::ask_everything;
using testing::EditedSections;
using testing::estimate_lines;
using ::testing::HasSubstr;
using testing::random_lines;

class DamagedFile : public ::testing::TestWithParam<BinaryOptions> {
 protected:
  DamagedFile() {
    write_binary(data_, GetParam(), path_);
    bytes_ = read_bytes(path_);
  }
  // Flips bits of one byte in place; the same call again undoes it.
  void flip(std::size_t at, int bits) {
    bytes_[at] = static_cast<char>(bytes_[at] ^ bits);
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(bytes_[at]);
  }
  const NgramModelData data_ = estimate_lines(random_lines(6, 15, 3), 4);
  ScratchFolder folder_;
  std::string path_ = folder_.path("x.lm");
  std::string bytes_;
};
INSTANTIATE_TEST_SUITE_P(Layouts, DamagedFile,
                         ::testing::Values(BinaryOptions{Layout::kProbing, 0},
                                           BinaryOptions{Layout::kTrie, 0}, BinaryOptions{Layout::kTrie, 4}));

TEST_P(DamagedFile, CutFilesAreRefused) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < bytes_.size(); size += 64)
    sizes.insert(sizes.end(), {size, size + 1, size + 63});
  for (const std::size_t size : sizes) {
    if (size >= bytes_.size()) continue;
    const std::string cut = folder_.file("cut.lm", bytes_.substr(0, size));
    EXPECT_THROW(Model::load(cut), FormatError) << size;
  }
}

// Small files are verified whole on every loading.
TEST_P(DamagedFile, EveryChangedByteOfTheContentIsFound) {
  const store::Container whole = store::Container::open_any(path_);
  std::size_t offset = 64;  // sections follow the header in order, at multiples of 64
  for (const store::SectionInfo& section : whole.sections()) {
    offset = (offset + 63) / 64 * 64;
    for (std::size_t i = offset; i < offset + section.bytes; ++i) {
      flip(i, 0x40);
      EXPECT_THROW(Model::load(path_), FormatError) << section.name << " byte " << i;
      flip(i, 0x40);
    }
    offset += section.bytes;
  }
  EXPECT_NO_THROW(ask_everything(Model::load(path_, store::Verify::kFull)));
}

// As if a file too large to be verified on loading were damaged: queries stay inside it.
TEST_P(DamagedFile, ChangedBytesBehindTheChecksumsNeverCrash) {
  EditedSections edited(data_, GetParam());
  std::size_t refused = 0;
  for (auto& section : edited.sections) {
    for (std::byte& byte : section.bytes) {
      for (const int bits : {0x01, 0x80, 0xff}) {
        byte ^= std::byte(bits);
        try {
          ask_everything(edited.open());
        } catch (const FormatError&) {
          ++refused;
        }
        byte ^= std::byte(bits);
      }
    }
  }
  EXPECT_NO_THROW(ask_everything(edited.open()));
  EXPECT_GT(refused, 0U);
}

TEST_P(DamagedFile, CutSectionsAreRefused) {
  EditedSections edited(data_, GetParam());
  for (auto& section : edited.sections) {
    if (section.bytes.empty()) continue;
    const std::vector<std::byte> whole = section.bytes;
    section.bytes.resize(whole.size() / 2);
    // The plain numbers of some children and the tables of values may be shorter: then what they held is
    // gone.
    const bool may_be_shorter = section.name == "vocabulary.table" ||
                                (section.name.starts_with("children") && section.name != "children.1") ||
                                section.name.starts_with("log_probs") || section.name.starts_with("backoffs");
    try {
      ask_everything(edited.open());
      EXPECT_TRUE(may_be_shorter) << section.name;
    } catch (const FormatError&) {
    }
    section.bytes = whole;
  }
}

TEST(DamagedModel, RandomDamageNeverCrashes) {
  Rng rng(31);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint8_t> input(1 + 4 * (1 + rng.below(6)));
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(rng.below(256));
    // Mostly changes of bytes: cuts are nearly always refused.
    for (std::size_t i = 3; i < input.size(); i += 4) {
      if (rng.chance(0.95)) input[i] = static_cast<std::uint8_t>(input[i] & 1U);
    }
    ask_damaged_model(input);
  }
}

// What fuzzing found or began with (fuzz/models.cpp).
TEST(DamagedModel, TheFuzzersCorpusNeverCrashes) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("fuzz/corpus/damaged_language_model")) {
    const std::string bytes = read_bytes(entry.path().string());
    ask_damaged_model({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    ++files;
  }
  EXPECT_GT(files, 0U);
}

TEST(Binary, OptionsThatCannotBeAreRefused) {
  const ScratchFolder folder;
  const NgramModelData data = estimate_lines({"a"}, 2);
  EXPECT_THROW(write_binary(data, {Layout::kProbing, 8}, folder.path("x")), UsageError);
  EXPECT_THROW(write_binary(data, {Layout::kTrie, 1}, folder.path("x")), UsageError);
  EXPECT_THROW(write_binary(data, {Layout::kTrie, kMaxQuantizedBits + 1}, folder.path("x")), UsageError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.folder()));
}

// Reading a trie back gives the very arrays it was made from, in every order.
TEST(Binary, TriesGiveTheirNgramsBack) {
  const ScratchFolder folder;
  for (unsigned order = 1; order <= kMaxOrder; ++order) {
    const NgramModelData data = testing::random_model(order, order, 25, 200);
    write_binary(data, {.layout = Layout::kTrie}, folder.path("x.lm"));
    const NgramModelData back = read_ngram_data(folder.path("x.lm"));
    ASSERT_EQ(back.order(), order);
    ASSERT_EQ(back.vocabulary.characters(), data.vocabulary.characters());
    for (unsigned n = 1; n <= order; ++n) {
      const NgramLevel& a = data.levels[n - 1];
      const NgramLevel& b = back.levels[n - 1];
      EXPECT_EQ(a.first_word, b.first_word);
      EXPECT_EQ(a.suffix, b.suffix);
      EXPECT_EQ(a.context, b.context);
      EXPECT_EQ(a.log_prob, b.log_prob);
      EXPECT_EQ(a.backoff, b.backoff);
    }
  }
}

TEST(Binary, OtherFilesAreNamedForWhatTheyAre) {
  const ScratchFolder folder;
  EXPECT_THROW(Model::load(folder.path("absent.lm")), UsageError);
  try {
    Model::load(folder.file("some.txt", "once upon a time\n"));
    FAIL() << "text was taken for a model";
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), HasSubstr("some.txt:1"));
    EXPECT_THAT(error.what(), HasSubstr("no ARPA language model"));
  }
  {
    store::ContainerWriter writer(folder.path("other"), "phrases", 1);
    writer.add_text("header", "x");
    writer.commit();
  }
  EXPECT_THROW(Model::load(folder.path("other")), FormatError);
  {
    store::ContainerWriter writer(folder.path("newer"), kContainerKind, kContainerVersion + 1);
    writer.add_text("header", "x");
    writer.commit();
  }
  EXPECT_THROW(Model::load(folder.path("newer")), FormatError);
}

}  // namespace
}  // namespace calque::lm
