// The file of an AlignmentModel: docs/formats/alignment-model.md. Everything that a look-up relies on is
// checked on loading.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "align/alignment_model.h"
#include "base/error.h"

namespace calque::align {
namespace {

constexpr std::string_view kKind = "alignment";
constexpr std::uint32_t kVersion = 1;
constexpr std::array<std::string_view, 2> kSides{"source", "target"};
constexpr std::array<std::string_view, 2> kDirectionNames{"forward", "reverse"};  // by Direction
// More could be neither trained nor meant.
constexpr std::size_t kMaxRounds = 100;
constexpr std::size_t kWidestWindow = 1000;

static_assert(sizeof(PairProbabilities) == 8);
static_assert(sizeof(FertilityRatios) == 4 * (kFertilities - 1));

// The value of `direction`.unknown: what holds for words that the model does not know.
struct UnknownWord {
  float generator;
  float null;
};
static_assert(sizeof(UnknownWord) == 8);

std::string name_in(std::string_view group, std::string_view section) {
  return fmt::format("{}.{}", group, section);
}

// Writes one direction's position model.
class PositionWriter {
 public:
  PositionWriter(store::ContainerWriter& writer, std::string_view direction)
      : writer_(writer), direction_(direction) {}

  void operator()(const UniformPositions& uniform) {
    begin("uniform");
    add("positions", std::vector<double>{uniform.null_probability});
  }
  void operator()(const DiagonalPositions& diagonal) {
    begin("diagonal");
    add("positions", std::vector<double>{diagonal.null_probability, diagonal.tension});
  }
  void operator()(const HmmParameters& hmm) {
    begin("hmm");
    add("positions", std::vector<double>{hmm.null_probability});
    add("jumps", hmm.jumps.all_weights());
    add("first_jumps", hmm.jumps.first_weights());
    std::vector<std::uint32_t> classes = hmm.classes.class_of;
    classes.push_back(hmm.classes.unknown_class);
    add("classes", classes);
  }
  void operator()(const FertilityParameters& fertility) {
    begin("fertility");
    add("positions",
        std::vector<double>{static_cast<double>(fertility.null_odds), static_cast<double>(fertility.rounds)});
    add("jumps", fertility.jump_probability);
    std::vector<FertilityRatios> ratios = fertility.ratios;
    ratios.push_back(fertility.unknown_ratios);
    add("ratios", ratios);
  }

 private:
  void begin(std::string_view kind) { writer_.add_text(name_in(direction_, "kind"), kind); }
  template <typename T>
  void add(std::string_view section, const std::vector<T>& values) {
    writer_.add(name_in(direction_, section), values);
  }

  store::ContainerWriter& writer_;
  std::string_view direction_;
};

// Whether all values are finite numbers in [least, most].
template <typename T>
bool all_within(std::span<const T> values, T minimum, T maximum) {
  return std::all_of(values.begin(), values.end(),
                     [&](T value) { return value >= minimum && value <= maximum; });
}

// Reads one direction's position model for `words` generator words.
class PositionReader {
 public:
  PositionReader(const store::Container& file, std::string_view direction, std::size_t words)
      : file_(file), direction_(direction), words_(words) {}

  PositionModel read() const {
    const std::string_view kind = file_.text(name_in(direction_, "kind"));
    if (kind == "uniform") return UniformPositions{null_probability(1)};
    if (kind == "diagonal") return read_diagonal();
    if (kind == "hmm") return read_hmm();
    if (kind == "fertility") return read_fertility();
    damaged("kind");
  }

 private:
  [[noreturn]] void damaged(std::string_view section) const {
    file_.damaged(fmt::format("impossible values in section {}", name_in(direction_, section)));
  }
  template <typename T>
  std::span<const T> section(std::string_view name) const {
    return file_.section<T>(name_in(direction_, name));
  }
  std::span<const double> numbers(std::size_t count) const {
    const auto values = section<double>("positions");
    if (values.size() != count) damaged("positions");
    return values;
  }
  // The first of `count` numbers.
  double null_probability(std::size_t count) const {
    const double p = numbers(count)[0];
    if (!(p > 0.0 && p < 1.0)) damaged("positions");
    return p;
  }

  DiagonalPositions read_diagonal() const {
    const DiagonalPositions diagonal{null_probability(2), numbers(2)[1]};
    if (!(diagonal.tension >= kMinTension && diagonal.tension <= kMaxTension)) damaged("positions");
    return diagonal;
  }

  HmmParameters read_hmm() const {
    const auto weights = section<double>("jumps");
    const auto first_weights = section<double>("first_jumps");
    if (first_weights.size() < 3 || first_weights.size() > kWidestWindow + 2) damaged("first_jumps");
    const std::size_t buckets = 2 * first_weights.size() - 1;
    const std::size_t classes = weights.size() / buckets;
    if (classes == 0 || classes > text::kMaxClasses || weights.size() % buckets != 0) damaged("jumps");
    if (!all_within(weights, kSmallestJumpWeight, 1.0)) damaged("jumps");
    if (!all_within(first_weights, kSmallestJumpWeight, 1.0)) damaged("first_jumps");
    const auto class_of = section<std::uint32_t>("classes");
    const bool unclassed = classes == 1 && class_of.size() == 1;
    if (!unclassed && class_of.size() != words_ + 1) damaged("classes");
    if (!all_within(class_of, 0U, static_cast<std::uint32_t>(classes - 1))) damaged("classes");
    HmmParameters hmm{
        JumpModel({weights.begin(), weights.end()}, {first_weights.begin(), first_weights.end()}),
        null_probability(1),
        {}};
    hmm.classes.class_of.assign(class_of.begin(), class_of.end() - 1);
    hmm.classes.unknown_class = class_of.back();
    hmm.classes.classes = classes;
    return hmm;
  }

  FertilityParameters read_fertility() const {
    const auto values = numbers(2);
    const auto jumps = section<float>("jumps");
    const auto ratios = section<FertilityRatios>("ratios");
    // The odds of probabilities that an option may have.
    if (!(values[0] > 0.0 && values[0] < 1e20)) damaged("positions");
    if (!(values[1] >= 0.0 && values[1] <= kMaxRounds && values[1] == std::floor(values[1]))) {
      damaged("positions");
    }
    if (jumps.size() != kJumpWidths || !all_within(jumps, 0.0F, 1.0F)) damaged("jumps");
    if (ratios.size() != words_ + 1) damaged("ratios");
    for (const FertilityRatios& row : ratios) {
      if (!all_within(std::span<const float>(row), 0.0F, std::numeric_limits<float>::max()))
        damaged("ratios");
    }
    FertilityParameters fertility;
    fertility.jump_probability.assign(jumps.begin(), jumps.end());
    fertility.ratios.assign(ratios.begin(), ratios.end() - 1);
    fertility.unknown_ratios = ratios.back();
    fertility.null_odds = static_cast<float>(values[0]);
    fertility.rounds = static_cast<std::size_t>(values[1]);
    return fertility;
  }

  const store::Container& file_;
  std::string_view direction_;
  std::size_t words_;
};

void check_rows(const store::Container& file, const LexicalTable::Arrays& arrays) {
  const std::size_t source_words = arrays.unseen[0].size();
  const std::size_t target_words = arrays.unseen[1].size();
  if (arrays.row_begin.size() != source_words + 1 || arrays.row_begin.front() != 0 ||
      arrays.row_begin.back() != arrays.targets.size() ||
      arrays.targets.size() != arrays.probabilities.size()) {
    file.damaged("the sections of word pairs do not fit together");
  }
  for (std::size_t s = 0; s < source_words; ++s) {
    const std::uint64_t begin = arrays.row_begin[s];
    const std::uint64_t end = arrays.row_begin[s + 1];
    if (begin > end || end > arrays.targets.size()) file.damaged("impossible values in section pairs.begin");
    for (std::uint64_t k = begin; k < end; ++k) {
      if (arrays.targets[k] >= target_words || (k > begin && arrays.targets[k] <= arrays.targets[k - 1])) {
        file.damaged("impossible values in section pairs.targets");
      }
    }
  }
}

// Probabilities are positive, so that no sentence is impossible; the sampled model can bear zeros.
void check_probabilities(const store::Container& file, const LexicalTable::Arrays& arrays, bool zeros) {
  const float minimum = zeros ? 0.0F : std::numeric_limits<float>::denorm_min();
  const auto check = [&](std::span<const float> values) {
    if (!all_within(values, minimum, 1.0F)) file.damaged("a number that is no probability");
  };
  for (const PairProbabilities& pair : arrays.probabilities) check(pair);
  for (std::size_t d = 0; d < 2; ++d) {
    check(arrays.unseen[d]);
    check(arrays.null[d]);
    check({&arrays.unknown_generator[d], 1});
    check({&arrays.unknown_null[d], 1});
  }
}

LexicalTable::Arrays read_lexicon(const store::Container& file, const std::array<std::size_t, 2>& words) {
  LexicalTable::Arrays arrays;
  arrays.row_begin = file.section<std::uint64_t>("pairs.begin");
  arrays.targets = file.section<std::uint32_t>("pairs.targets");
  arrays.probabilities = file.section<PairProbabilities>("pairs.probabilities");
  for (std::size_t d = 0; d < 2; ++d) {
    arrays.unseen[d] = file.section<float>(name_in(kDirectionNames[d], "unseen"));
    arrays.null[d] = file.section<float>(name_in(kDirectionNames[d], "null"));
    const auto unknown = file.section<UnknownWord>(name_in(kDirectionNames[d], "unknown"));
    if (arrays.unseen[d].size() != words[d] || arrays.null[d].size() != words[1 - d] || unknown.size() != 1) {
      file.damaged("the sections do not fit the vocabularies");
    }
    arrays.unknown_generator[d] = unknown[0].generator;
    arrays.unknown_null[d] = unknown[0].null;
  }
  return arrays;
}

text::VocabularyView read_vocabulary(const store::Container& file, std::string_view side) {
  return {file.text(name_in(side, "characters")), file.section<std::uint64_t>(name_in(side, "offsets")),
          file.section<std::uint32_t>(name_in(side, "table")), file.path()};
}

}  // namespace

void AlignmentModel::save(const std::string& path, const text::Vocabulary& source,
                          const text::Vocabulary& target) const {
  CALQUE_CHECK(source.size() == lexicon_.source_words() && target.size() == lexicon_.target_words());
  store::ContainerWriter writer(path, kKind, kVersion);
  writer.add_text("model", name_of(kind_));
  const std::array<const text::Vocabulary*, 2> vocabularies{&source, &target};
  for (std::size_t side = 0; side < 2; ++side) {
    writer.add_text(name_in(kSides[side], "characters"), vocabularies[side]->characters());
    writer.add(name_in(kSides[side], "offsets"), vocabularies[side]->offsets());
    writer.add(name_in(kSides[side], "table"), vocabularies[side]->table());
  }
  const LexicalTable::Arrays& arrays = lexicon_.arrays();
  writer.add("pairs.begin", arrays.row_begin);
  writer.add("pairs.targets", arrays.targets);
  writer.add("pairs.probabilities", arrays.probabilities);
  for (std::size_t d = 0; d < 2; ++d) {
    writer.add(name_in(kDirectionNames[d], "unseen"), arrays.unseen[d]);
    writer.add(name_in(kDirectionNames[d], "null"), arrays.null[d]);
    writer.add(name_in(kDirectionNames[d], "unknown"),
               std::vector<UnknownWord>{{arrays.unknown_generator[d], arrays.unknown_null[d]}});
    std::visit(PositionWriter(writer, kDirectionNames[d]), positions_[d]);
  }
  writer.commit();
}

AlignmentModel AlignmentModel::load(const std::string& path) {
  AlignmentModel model;
  model.container_ = std::make_shared<const store::Container>(
      store::Container::open(path, kKind, kVersion, store::Verify::kFull));
  const store::Container& file = *model.container_;
  const auto kind = find_enum<AlignmentModelKind>(file.text("model"));
  if (!kind) file.damaged("a model of an unknown sort");
  model.kind_ = *kind;
  std::array<std::size_t, 2> words{};
  for (std::size_t side = 0; side < 2; ++side) {
    model.vocabularies_[side] = read_vocabulary(file, kSides[side]);
    model.vocabularies_[side].verify(file.path());
    words[side] = model.vocabularies_[side].size();
  }
  const LexicalTable::Arrays arrays = read_lexicon(file, words);
  check_rows(file, arrays);
  bool fertilities = true;
  for (std::size_t d = 0; d < 2; ++d) {
    model.positions_[d] = PositionReader(file, kDirectionNames[d], words[d]).read();
    fertilities = fertilities && std::holds_alternative<FertilityParameters>(model.positions_[d]);
  }
  check_probabilities(file, arrays, fertilities);
  model.lexicon_ = LexicalTable(arrays);
  return model;
}

}  // namespace calque::align
