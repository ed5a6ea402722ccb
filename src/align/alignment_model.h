// A trained word alignment model: what it is made of, and link posteriors of any sentence pair.
//
// Immutable and safe to share; the parts of a loaded model are views of its file, which lives as long as the
// model. InferenceWorkspace is one thread's scratch memory.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "align/diagonal.h"
#include "align/fertility_model.h"
#include "align/hmm.h"
#include "align/ibm1.h"
#include "align/lexical_table.h"
#include "align/options.h"
#include "align/pair_matrix.h"
#include "store/container.h"
#include "text/vocabulary.h"

namespace calque::align {

// The position model of one direction.
using PositionModel = std::variant<UniformPositions, DiagonalPositions, HmmParameters, FertilityParameters>;

struct InferenceWorkspace {
  SentenceProbabilities probabilities;
  PairMatrix emissions;
  HmmWorkspace hmm;
  FertilityWorkspace fertility;
};

class AlignmentModel {
 public:
  AlignmentModel(AlignmentModelKind kind, LexicalTableData lexicon, std::array<PositionModel, 2> positions);

  // Writes the model and the words it was trained on.
  void save(const std::string& path, const text::Vocabulary& source, const text::Vocabulary& target) const;
  // Throws FormatError for a damaged file, UsageError if there is none.
  static AlignmentModel load(const std::string& path);

  // A smaller one, without the word pairs whose probabilities are both below `least`: these count as words
  // that never occur together.
  AlignmentModel without_rare_pairs(float least) const;

  AlignmentModelKind kind() const { return kind_; }
  const LexicalTable& lexicon() const { return lexicon_; }
  const PositionModel& positions(Direction direction) const { return positions_[index_of(direction)]; }
  // The words of a loaded model; empty for one that was just trained.
  const text::VocabularyView& source_vocabulary() const { return vocabularies_[0]; }
  const text::VocabularyView& target_vocabulary() const { return vocabularies_[1]; }

  // Prepares the workspace for one sentence pair; words may be kUnknownWord. Neither side may be empty.
  void look_up(std::span<const text::WordId> source, std::span<const text::WordId> target,
               InferenceWorkspace& workspace) const {
    lexicon_.look_up(source, target, workspace.probabilities);
  }
  // The posterior of every link of the pair that was looked up last: row j is generated word j, column 0 the
  // null word, column i + 1 generator i. `generators` is that pair's generator side.
  void posteriors(Direction direction, std::span<const text::WordId> generators,
                  InferenceWorkspace& workspace, PairMatrix& out) const;

 private:
  AlignmentModel() = default;

  AlignmentModelKind kind_ = AlignmentModelKind::kIbm1;
  std::shared_ptr<const LexicalTableData> data_;       // of a trained model
  std::shared_ptr<const store::Container> container_;  // of a loaded model
  LexicalTable lexicon_;
  std::array<PositionModel, 2> positions_;
  std::array<text::VocabularyView, 2> vocabularies_;
};

struct TrainingResult {
  AlignmentModel model;
  // Natural log-likelihood of the corpus at the start of every iteration of expectation maximisation, by
  // direction. Empty for the sampled model.
  std::array<std::vector<double>, 2> log_likelihood;
};

}  // namespace calque::align
