// The vocabulary of a model file: whole, it is the one that was stored; damaged, it is refused or its words
// are empty or unknown.
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "lm/query/model.h"
#include "lm/testing/damaged_model.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using ::calque::testing::ScratchFolder;
using testing::ask_everything;
using testing::EditedSections;
using ::testing::HasSubstr;

class DamagedWords : public ::testing::Test {
 protected:
  // Overwrites element i of a section.
  template <typename T>
  void set(const std::string& name, std::size_t i, T value) {
    std::memcpy(edited_.section(name).bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  template <typename T>
  std::size_t count(const std::string& name) {
    return edited_.section(name).bytes.size() / sizeof(T);
  }
  // Loads as a file whose checksums are right answers, and full verification names the damage.
  void expect_found_by_verification(const std::string& message) {
    edited_.write(path_);
    EXPECT_NO_THROW(ask_everything(Model::load(path_)));
    EXPECT_NO_THROW(ask_everything(Model::load(path_, store::Verify::kHeader, Residence::kMemory)));
    try {
      Model::load(path_, store::Verify::kFull);
      ADD_FAILURE() << "not found: " << message;
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_));
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }

  const NgramModelData data_ = testing::estimate_lines({"alpha beta gamma", "beta delta"}, 3);
  EditedSections edited_{data_, {Layout::kTrie, 0}};
  ScratchFolder folder_;
  std::string path_ = folder_.path("words.lm");
};

TEST(ModelVocabulary, IsTheOneThatWasStored) {
  for (const std::size_t words : {0, 1, 29, 30, 1000}) {  // 32 and 33 with the three marks: the table grows
    std::string line;
    for (std::size_t i = 0; i < words; ++i) line += "w\xc3\xb6rd" + std::to_string(i * i) + " ";
    const NgramModelData data = testing::estimate_lines({line}, 2);
    const Model model = Model::from_data(data);
    const text::VocabularyView& stored = model.vocabulary();
    ASSERT_EQ(stored.size(), data.vocabulary.size());
    for (std::uint32_t i = 0; i < stored.size(); ++i) {
      EXPECT_EQ(stored.word(text::WordId{i}), data.vocabulary.word(text::WordId{i}));
      EXPECT_EQ(stored.find(stored.word(text::WordId{i})), text::WordId{i});
    }
    EXPECT_EQ(stored.find("absent"), std::nullopt);
    EXPECT_EQ(stored.find(""), std::nullopt);
    EXPECT_EQ(stored.word(text::WordId{static_cast<std::uint32_t>(stored.size())}), "");
  }
}

TEST_F(DamagedWords, UndamagedTheyPassVerification) {
  edited_.write(path_);
  EXPECT_NO_THROW(Model::load(path_, store::Verify::kFull));
}

TEST_F(DamagedWords, OffsetsOutsideTheCharactersMakeEmptyWords) {
  for (const std::uint64_t offset : {~std::uint64_t{0}, std::uint64_t{1} << 40U, std::uint64_t{1000}}) {
    set("vocabulary.offsets", 4, offset);  // ends word 3 and begins word 4
    const Model model = edited_.open();
    EXPECT_EQ(model.vocabulary().word(text::WordId{3}), "");
    EXPECT_EQ(model.vocabulary().word(text::WordId{4}), "");
    EXPECT_EQ(model.find("alpha"), model.unknown());
    EXPECT_EQ(model.find("gamma"), text::WordId{5});
    expect_found_by_verification("words are not in order");
  }
}

TEST_F(DamagedWords, TableEntriesOutsideTheVocabularyAreNoWords) {
  for (std::size_t i = 0; i < count<std::uint32_t>("vocabulary.table"); ++i)
    set("vocabulary.table", i, 0xfffffff0U + static_cast<std::uint32_t>(i % 16));
  const Model model = edited_.open();  // no entry is free, and yet the search ends
  EXPECT_EQ(model.find("alpha"), model.unknown());
  EXPECT_EQ(model.find("absent"), model.unknown());
  expect_found_by_verification("does not hold every word once");
}

TEST_F(DamagedWords, ATableOfOtherWordsIsFoundByVerification) {
  const auto table = count<std::uint32_t>("vocabulary.table");
  for (std::size_t i = 0; i < table; ++i) {
    std::uint32_t entry = 0;
    std::memcpy(&entry, edited_.section("vocabulary.table").bytes.data() + i * sizeof(entry), sizeof(entry));
    if (entry == 4) set("vocabulary.table", i, 5U);  // where word 3 stood stands word 4 again
  }
  EXPECT_EQ(edited_.open().find("alpha"), edited_.open().unknown());
  expect_found_by_verification("is not found in its table");
}

TEST_F(DamagedWords, SizesThatDoNotFitAreRefused) {
  for (const char* name : {"vocabulary.characters", "vocabulary.offsets", "vocabulary.table"}) {
    EditedSections::Section& section = edited_.section(name);
    const std::vector<std::byte> whole = section.bytes;
    for (const std::size_t elements :
         {std::size_t{0}, std::size_t{1}, whole.size() / section.element_bytes - 1}) {
      section.bytes.resize(elements * section.element_bytes);
      EXPECT_THROW(edited_.open(), FormatError) << name << " of " << elements;
      section.bytes = whole;
    }
  }
}

TEST_F(DamagedWords, TheThreeMarksMustBeThere) {
  edited_.section("vocabulary.characters").bytes[1] = std::byte{'x'};
  EXPECT_THROW(edited_.open(), FormatError);
}

}  // namespace
}  // namespace calque::lm
