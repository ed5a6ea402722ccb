// Saved models: loading gives the same alignments, damage is refused or harmless.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "align/aligner.h"
#include "align/testing.h"
#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::align {
namespace {

using calque::testing::ScratchFolder;
using testing::corpus_of;
using testing::kAllKinds;
using testing::random_corpus;

AlignOptions options_of(AlignmentModelKind kind) {
  AlignOptions options;
  options.model = kind;
  options.jump_classes = 4;
  options.sampling.chains = 2;
  options.sampling.translation_sweeps = 3;
  options.sampling.jump_sweeps = 3;
  options.sampling.fertility_sweeps = 3;
  return options;
}

// A model in a file, with what it was trained on.
class SavedModel {
 public:
  SavedModel(AlignmentModelKind kind, const text::ParallelCorpus& corpus, const ScratchFolder& scratch)
      : path(scratch.path(name_of(kind))), model(train(kind, corpus)) {
    model.save(path, corpus.source_vocabulary, corpus.target_vocabulary);
  }

  std::string path;
  AlignmentModel model;

 private:
  static AlignmentModel train(AlignmentModelKind kind, const text::ParallelCorpus& corpus) {
    ThreadPool threads(2);
    return train_model(corpus, options_of(kind), threads, silent_reporter()).model;
  }
};

AlignmentResult align_all(const AlignmentModel& model, const text::ParallelCorpus& corpus,
                          Symmetrization symmetrization) {
  AlignOptions options = options_of(model.kind());
  options.symmetrization = symmetrization;
  ThreadPool threads(1);
  return align(model, corpus, options, threads);
}

// The same words as the corpus's, every seventh unknown to the model.
text::ParallelCorpus with_unknown_words(const text::ParallelCorpus& corpus) {
  text::ParallelCorpus changed;
  changed.source_vocabulary = corpus.source_vocabulary;
  changed.target_vocabulary = corpus.target_vocabulary;
  std::size_t count = 0;
  const auto copy = [&](const text::Corpus& from, text::Corpus& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      std::vector<text::WordId> words(from.sentence(i).begin(), from.sentence(i).end());
      for (text::WordId& word : words) word = ++count % 7 == 0 ? kUnknownWord : word;
      to.add_sentence(words);
    }
  };
  copy(corpus.source, changed.source);
  copy(corpus.target, changed.target);
  return changed;
}

void expect_same_alignments(const AlignmentModel& a, const AlignmentModel& b,
                            const text::ParallelCorpus& corpus) {
  for (const Symmetrization symmetrization :
       {Symmetrization::kSourceToTarget, Symmetrization::kTargetToSource,
        Symmetrization::kGrowDiagFinalAnd}) {
    const AlignmentResult one = align_all(a, corpus, symmetrization);
    const AlignmentResult other = align_all(b, corpus, symmetrization);
    EXPECT_EQ(one.probabilities, other.probabilities);
    ASSERT_EQ(one.links.size(), other.links.size());
    for (std::size_t i = 0; i < one.links.size(); ++i) {
      ASSERT_EQ(text::to_pharaoh(one.links.alignment(i)), text::to_pharaoh(other.links.alignment(i)));
    }
  }
}

TEST(ModelFile, LoadedModelsAlignAsTheyDidBeforeSaving) {
  const ScratchFolder scratch;
  const auto corpus = random_corpus(150, 10, 30, 40);
  const auto unknown = with_unknown_words(corpus);
  for (const AlignmentModelKind kind : kAllKinds) {
    SCOPED_TRACE(name_of(kind));
    const SavedModel saved(kind, corpus, scratch);
    const AlignmentModel loaded = AlignmentModel::load(saved.path);
    EXPECT_EQ(loaded.kind(), kind);
    ASSERT_GT(align_all(loaded, corpus, Symmetrization::kUnion).probabilities.size(), 300U);
    expect_same_alignments(saved.model, loaded, corpus);
    expect_same_alignments(saved.model, loaded, unknown);
    ASSERT_EQ(loaded.source_vocabulary().size(), corpus.source_vocabulary.size());
    ASSERT_EQ(loaded.target_vocabulary().size(), corpus.target_vocabulary.size());
    EXPECT_EQ(loaded.source_vocabulary().find("s3"), corpus.source_vocabulary.find("s3"));
    EXPECT_EQ(loaded.target_vocabulary().word(text::WordId{2}),
              corpus.target_vocabulary.word(text::WordId{2}));
    EXPECT_EQ(loaded.target_vocabulary().find("s3"), std::nullopt);
  }
}

TEST(ModelFile, RarePairsCanBeLeftOut) {
  const ScratchFolder scratch;
  const text::ParallelCorpus corpus = random_corpus(100, 9, 30, 13);
  for (const AlignmentModelKind kind : kAllKinds) {
    const SavedModel saved(kind, corpus, scratch);
    const LexicalTable& whole = saved.model.lexicon();
    const AlignmentModel all = saved.model.without_rare_pairs(0);
    EXPECT_EQ(all.lexicon().size(), whole.size());
    const AlignmentModel fewer = saved.model.without_rare_pairs(0.2F);
    EXPECT_LT(fewer.lexicon().size(), whole.size());
    EXPECT_GT(fewer.lexicon().size(), 0U);
    for (std::uint32_t s = 0; s < whole.source_words(); ++s) {
      for (std::uint32_t t = 0; t < whole.target_words(); ++t) {
        const text::WordId source{s};
        const text::WordId target{t};
        const PairProbabilities before = whole.probability(source, target);
        EXPECT_EQ(all.lexicon().probability(source, target), before);
        const auto& unseen = whole.arrays().unseen;
        const PairProbabilities expected =
            std::max(before[0], before[1]) >= 0.2F ? before : PairProbabilities{unseen[0][s], unseen[1][t]};
        EXPECT_EQ(fewer.lexicon().probability(source, target), expected);
      }
    }
    // It can be kept and used as any other.
    const std::string path = scratch.path("fewer");
    fewer.save(path, corpus.source_vocabulary, corpus.target_vocabulary);
    const AlignmentModel loaded = AlignmentModel::load(path);
    const auto with = align_all(fewer, corpus, Symmetrization::kGrowDiagFinalAnd);
    const auto again = align_all(loaded, corpus, Symmetrization::kGrowDiagFinalAnd);
    EXPECT_EQ(with.probabilities, again.probabilities);
  }
}

TEST(ModelFile, SavingALoadedModelGivesTheSameBytes) {
  const ScratchFolder scratch;
  const auto corpus = random_corpus(60, 8, 20, 41);
  const auto bytes_of = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (const AlignmentModelKind kind : kAllKinds) {
    const SavedModel saved(kind, corpus, scratch);
    AlignmentModel::load(saved.path)
        .save(scratch.path("again"), corpus.source_vocabulary, corpus.target_vocabulary);
    EXPECT_EQ(bytes_of(saved.path), bytes_of(scratch.path("again"))) << name_of(kind);
  }
}

// The example of docs/formats/alignment-model.md.
TEST(ModelFile, SectionsAreAsDocumented) {
  const ScratchFolder scratch;
  const SavedModel saved(AlignmentModelKind::kIbm1, corpus_of({{"das Haus", "the house"}}), scratch);
  const auto file = store::Container::open(saved.path, "alignment", 1);
  EXPECT_EQ(file.text("model"), "ibm1");
  EXPECT_EQ(file.text("source.characters"), "dasHaus");
  EXPECT_THAT(file.section<std::uint64_t>("source.offsets"), ::testing::ElementsAre(0, 3, 7));
  EXPECT_THAT(file.section<std::uint64_t>("pairs.begin"), ::testing::ElementsAre(0, 2, 4));
  EXPECT_THAT(file.section<std::uint32_t>("pairs.targets"), ::testing::ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(file.text("forward.kind"), "uniform");
  EXPECT_THAT(file.section<double>("forward.positions"), ::testing::ElementsAre(0.2));
}

TEST(ModelFile, ModelsOfTinyCorporaCanBeSaved) {
  const ScratchFolder scratch;
  for (const auto& corpus : {corpus_of({}), corpus_of({{"", "b"}}), corpus_of({{"a", "b"}}),
                             corpus_of({{"a a a", "b"}, {"a", "b b"}})}) {
    for (const AlignmentModelKind kind : kAllKinds) {
      SCOPED_TRACE(name_of(kind));
      const SavedModel saved(kind, corpus, scratch);
      expect_same_alignments(saved.model, AlignmentModel::load(saved.path), corpus);
    }
  }
}

// Loads and aligns; whether the file was taken. Anything but FormatError goes through.
bool works(const std::string& path, const text::ParallelCorpus& corpus) {
  try {
    const AlignmentModel model = AlignmentModel::load(path);
    // A changed model may know other words; none may be beyond its tables.
    if (model.source_vocabulary().size() != corpus.source_vocabulary.size()) return true;
    if (model.target_vocabulary().size() != corpus.target_vocabulary.size()) return true;
    align_all(model, corpus, Symmetrization::kPosterior);
    return true;
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(path));
    return false;
  }
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ModelFile, CutOrChangedFilesAreRefused) {
  const ScratchFolder scratch;
  const auto corpus = random_corpus(40, 6, 12, 42);
  Rng rng(43);
  for (const AlignmentModelKind kind : kAllKinds) {
    SCOPED_TRACE(name_of(kind));
    const SavedModel saved(kind, corpus, scratch);
    const std::string bytes = read_file(saved.path);
    for (int k = 0; k < 15; ++k) {
      EXPECT_FALSE(works(scratch.file("cut", bytes.substr(0, rng.below(bytes.size()))), corpus));
    }
    const auto whole = store::Container::open(saved.path, "alignment", 1);
    for (const store::SectionInfo& section : whole.sections()) {
      const auto data = whole.section_bytes(section.name, section.element_bytes);
      if (data.empty()) continue;
      const std::string_view content(reinterpret_cast<const char*>(data.data()), data.size());
      // Sections begin at multiples of 64 bytes.
      std::size_t begin = 64;
      while (bytes.compare(begin, content.size(), content) != 0) begin += 64;
      std::string changed = bytes;
      changed[begin + rng.below(content.size())] ^= static_cast<char>(1 << rng.below(8));
      EXPECT_FALSE(works(scratch.file("changed", changed), corpus)) << section.name;
    }
    for (int k = 0; k < 40; ++k) {
      std::string changed = bytes;
      changed[rng.below(bytes.size())] ^= static_cast<char>(1 + rng.below(255));
      works(scratch.file("changed", changed), corpus);  // bytes between sections mean nothing
    }
  }
  EXPECT_THROW(AlignmentModel::load(scratch.path("none")), UsageError);
  EXPECT_THROW(AlignmentModel::load(scratch.file("text", "no model")), FormatError);
}

using Change = std::function<void(std::vector<std::byte>&)>;

// The file again with one section changed and all checksums right.
void rewrite(const store::Container& from, const std::string& name, const Change& change,
             const std::string& path) {
  store::ContainerWriter writer(path, from.kind(), from.version());
  for (const store::SectionInfo& section : from.sections()) {
    const auto bytes = from.section_bytes(section.name, section.element_bytes);
    std::vector<std::byte> copy(bytes.begin(), bytes.end());
    if (section.name == name) change(copy);
    writer.add_bytes(section.name, copy, section.element_bytes);
  }
  writer.commit();
}

TEST(ModelFile, ImpossibleValuesNeverCrash) {
  const ScratchFolder scratch;
  const auto corpus = random_corpus(40, 6, 12, 44);
  Rng rng(45);
  for (const AlignmentModelKind kind : kAllKinds) {
    const SavedModel saved(kind, corpus, scratch);
    const auto whole = store::Container::open(saved.path, "alignment", 1);
    for (const store::SectionInfo& section : whole.sections()) {
      // What is the same in all models need be changed in one only.
      if (kind != AlignmentModelKind::kIbm1 && !section.name.starts_with("forward.")) continue;
      ASSERT_GT(section.count, 0U) << section.name;
      std::size_t refused = 0;
      for (int round = 0; round < 8; ++round) {
        const Change change = [&](std::vector<std::byte>& bytes) {
          if (round == 0) {
            bytes.erase(bytes.end() - section.element_bytes, bytes.end());
          } else if (round == 1) {
            std::fill(bytes.begin(), bytes.end(), std::byte{0xFF});  // NaN, and beyond every array
          } else if (round == 2) {
            bytes.resize(bytes.size() + section.element_bytes);
          } else {
            bytes[rng.below(bytes.size())] = static_cast<std::byte>(rng.below(256));
          }
        };
        rewrite(whole, section.name, change, scratch.path("bad"));
        refused += works(scratch.path("bad"), corpus) ? 0 : 1;
      }
      // Other letters merely make other words.
      if (!section.name.ends_with(".characters")) {
        EXPECT_GE(refused, 3U) << name_of(kind) << " " << section.name;
      }
    }
  }
}

// Puts one value at one place of a section.
template <typename T>
Change put(std::size_t place, T value) {
  return [=](std::vector<std::byte>& bytes) {
    std::memcpy(bytes.data() + place * sizeof(T), &value, sizeof(T));
  };
}

TEST(ModelFile, EveryKindOfImpossibleValueIsRefused) {
  const ScratchFolder scratch;
  const auto corpus = random_corpus(60, 8, 12, 46);
  const double nan = std::nan("");
  struct Case {
    AlignmentModelKind kind;
    const char* section;
    Change change;
  };
  const auto ibm1 = AlignmentModelKind::kIbm1;
  const auto diagonal = AlignmentModelKind::kDiagonal;
  const auto hmm = AlignmentModelKind::kHmm;
  const auto fertility = AlignmentModelKind::kFertility;
  const std::vector<Case> cases{
      {ibm1, "pairs.begin", put(1, std::uint64_t{1} << 40)},
      {ibm1, "pairs.targets", put(0, std::uint32_t{12})},
      {ibm1, "pairs.targets", put(1, std::uint32_t{0})},
      {ibm1, "pairs.probabilities", put(1, -0.5F)},
      {ibm1, "pairs.probabilities", put(1, 0.0F)},
      {ibm1, "pairs.probabilities", put(1, 1.5F)},
      {ibm1, "forward.null", put(2, static_cast<float>(nan))},
      {ibm1, "reverse.unknown", put(1, 2.0F)},
      {ibm1, "forward.positions", put(0, 1.0)},
      {ibm1, "reverse.positions", put(0, nan)},
      {ibm1, "forward.kind", put(0, 'x')},
      {ibm1, "model", put(0, 'x')},
      {diagonal, "forward.positions", put(1, -1.0)},
      {diagonal, "forward.positions", put(1, 1e9)},
      {diagonal, "reverse.positions", put(1, nan)},
      {hmm, "forward.jumps", put(3, 0.0)},
      {hmm, "forward.jumps", put(3, nan)},
      {hmm, "reverse.first_jumps", put(0, 2.0)},
      {hmm, "forward.classes", put(0, std::uint32_t{4})},
      {hmm, "reverse.classes", put(12, std::uint32_t{4})},
      {fertility, "forward.jumps", put(100, static_cast<float>(nan))},
      {fertility, "forward.ratios", put(3, -1.0F)},
      {fertility, "reverse.ratios", put(12 * 7, std::numeric_limits<float>::infinity())},
      {fertility, "forward.positions", put(0, 0.0)},
      {fertility, "forward.positions", put(1, 1e18)},
      {fertility, "forward.positions", put(1, 0.5)},
      {fertility, "forward.null", put(0, -1.0F)},
  };
  ASSERT_EQ(corpus.source_vocabulary.size(), 12U);
  ASSERT_EQ(corpus.target_vocabulary.size(), 12U);
  for (const Case& test : cases) {
    const SavedModel saved(test.kind, corpus, scratch);
    const auto whole = store::Container::open(saved.path, "alignment", 1);
    ASSERT_TRUE(whole.has(test.section));
    rewrite(
        whole, test.section, [](std::vector<std::byte>&) {}, scratch.path("good"));
    EXPECT_TRUE(works(scratch.path("good"), corpus));
    rewrite(whole, test.section, test.change, scratch.path("bad"));
    EXPECT_FALSE(works(scratch.path("bad"), corpus))
        << name_of(test.kind) << " " << test.section << " case " << &test - cases.data();
  }
}

}  // namespace
}  // namespace calque::align
