// Structural support vector machines whose margins are losses of the metric (theory/tuning.md#objectives):
// one slack per sentence, or one for the corpus.
//
// Objectives are minimised; as LineObjective they offer their negative. Immutable; they refer to lists, goal
// and oracle, which must outlive them.
#pragma once

#include <span>
#include <vector>

#include "base/enum_names.h"
#include "tune/ascent.h"
#include "tune/objective.h"
#include "tune/oracle.h"

namespace calque::tune {

// Where along a line the minimum is looked for.
enum class SvmLine {
  kUsual,         // kCuttingPlane for S-slack, kExact for 1-slack
  kExact,         // anywhere: between breakpoints the objective is a parabola
  kBreakpoints,   // just left of each breakpoint of all sentences
  kSequential,    // S-slack only: sentence after sentence as printed (Algorithm 3), breakpoints shifted along
  kCuttingPlane,  // no line at all but the reference solver with joint constraints (Algorithm 2)
  kSentencePlanes,  // S-slack only: the one with constraints of each sentence (Algorithm 1)
};
constexpr auto enum_names(SvmLine) {
  using enum SvmLine;
  return EnumNames<SvmLine>("there is no --svm-line", {{"usual", kUsual},
                                                       {"exact", kExact},
                                                       {"breakpoints", kBreakpoints},
                                                       {"sequential", kSequential},
                                                       {"cutting-plane", kCuttingPlane},
                                                       {"sentence-planes", kSentencePlanes}});
}

// By how much the oracle's translation must lead another (theory/tuning.md#objectives).
enum class Margin {
  kLoss,  // by its loss times Q
  kOne,   // by 1, whatever it loses: the plain structural SVM. S-slack only; one slack has the same optimum
};
constexpr auto enum_names(Margin) {
  return EnumNames<Margin>("there is no --margin", {{"loss", Margin::kLoss}, {"one", Margin::kOne}});
}

// Which joint configurations the 1-slack objective looks at.
enum class ConstraintSet {
  kOneBest,     // that of the current first choices
  kAugmented,   // also that of the most violated candidate of each sentence
  kWorkingSet,  // also those of all points before
};
constexpr auto enum_names(ConstraintSet) {
  using enum ConstraintSet;
  return EnumNames<ConstraintSet>(
      "there is no --constraints",
      {{"one-best", kOneBest}, {"augmented", kAugmented}, {"working-set", kWorkingSet}});
}

struct SvmOptions {
  double lambda = 1.0;
  double loss_scale = 0.0;  // Q; 0: 100,000 for S-slack, 10,000 for 1-slack
  SvmLine line = SvmLine::kUsual;
  ConstraintSet constraints = ConstraintSet::kOneBest;
  Margin margin = Margin::kLoss;
  bool fix_norm = false;  // 1-slack: the weights keep the length that they start with
  // S-slack: how much the model's own score counts in the choice of oracles (reachable_oracle); 0: the metric
  // alone, once, as published.
  double reach = 0.1;
  std::size_t renewals =
      5;                  // S-slack with reach: how often oracles are chosen at most, with the weights so far
  double epsilon = 1e-4;  // distance kept from breakpoints where the objective jumps
  bool shift = true;  // kSequential: stored breakpoints follow the weights (the printed algorithm forgets it)
  bool only_if_better = true;  // S-slack, kBreakpoints and kSequential: no step is a step too

  // Throws UsageError for values that are not positive and finite.
  void validate() const;
  // Throws UsageError for options that the 1-slack objective does not have.
  void validate_one_slack() const;
};

// A joint configuration seen as a linear constraint: loss - <weights, gap>.
struct JointConstraint {
  double loss = 0.0;
  std::vector<double> gap;  // mean difference of features, oracle minus configuration
};

// The point times the factor that gives it this length; zeros stay.
Point scaled_to(std::span<const double> point, double length);

// The features of one candidate.
std::vector<double> features_of(const CandidateLists& lists, std::size_t sentence, std::size_t candidate);

class SSlackObjective final : public LineObjective {
 public:
  SSlackObjective(const CandidateLists& lists, const Oracle& oracle, const SvmOptions& options);

  double objective(std::span<const double> point) const;
  double value(std::span<const double> point) const override { return -objective(point); }
  std::vector<Move> search(std::span<const double> point, std::span<const Direction> directions,
                           LineScratch& scratch) const override;

  // The most violated candidate of every sentence, and by how much (at least 0).
  struct Violation {
    std::size_t candidate;
    double value;
  };
  std::vector<Violation> most_violated(std::span<const double> point) const;
  // Breakpoints of the sentences' hinges along a direction, sorted.
  std::vector<double> breakpoints(std::span<const double> point, const Direction& direction,
                                  LineScratch& scratch) const;

  // By how much the sentence's oracle must lead this candidate. Other derivations of its words need no lead.
  double margin(std::size_t sentence, std::size_t candidate) const {
    if (options_.margin == Margin::kLoss) return options_.loss_scale * oracle_.losses[candidate];
    return lists_.text_of(candidate) == lists_.text_of(oracle_.choice[sentence]) ? 0.0 : 1.0;
  }

  const CandidateLists& lists() const { return lists_; }
  const Oracle& oracle() const { return oracle_; }
  const SvmOptions& options() const { return options_; }

 private:
  // The sum of the hinges along a line: its first piece and how it changes.
  struct Break {
    double x;
    double intercept;
    double slope;
  };
  struct HingeLine {
    double intercept = 0.0;
    double slope = 0.0;
    std::vector<Break> breaks;
  };
  struct Parabola;
  void hinge_of(std::size_t sentence, std::span<const double> point, const Direction& direction,
                LineScratch& scratch, HingeLine& hinge) const;
  HingeLine hinges(std::span<const double> point, const Direction& direction, LineScratch& scratch) const;
  static std::vector<double> places_of(const HingeLine& hinge);
  double minimise(const HingeLine& hinge, const Parabola& parabola) const;
  double best_breakpoint(const HingeLine& hinge, std::span<const double> places,
                         const Parabola& parabola) const;
  double walk_sentences(std::span<const double> point, const Direction& direction,
                        LineScratch& scratch) const;

  const CandidateLists& lists_;
  const Oracle& oracle_;
  SvmOptions options_;
};

class OneSlackObjective final : public LineObjective {
 public:
  // With a fixed norm above 0 a point counts as if it were scaled to that length: the objective of its
  // direction. Shrinking the weights then gains nothing (theory/tuning.md#objectives).
  OneSlackObjective(const CandidateLists& lists, const TuningObjective& goal, const Oracle& oracle,
                    const SvmOptions& options, double fixed_norm = 0.0);

  double objective(std::span<const double> point) const;
  double value(std::span<const double> point) const override { return -objective(point); }
  std::vector<Move> search(std::span<const double> point, std::span<const Direction> directions,
                           LineScratch& scratch) const override;

  // The configuration of each sentence's most violated candidate under the sentence losses.
  JointConstraint augmented(std::span<const double> point) const;
  // The more violated of that one and the configuration of the first choices.
  JointConstraint most_violated(std::span<const double> point) const;
  double violation(const JointConstraint& constraint, std::span<const double> point) const;
  void add(JointConstraint constraint) { working_set_.push_back(std::move(constraint)); }

  const CandidateLists& lists() const { return lists_; }
  const SvmOptions& options() const { return options_; }

 private:
  JointConstraint constraint_of(const Choice& choice) const;
  Point placed(std::span<const double> point) const;  // in the fixed length, if there is one
  // Whether the objective falls without end along this line, which leads through the origin.
  bool is_radial(std::span<const double> point, const Direction& direction) const;
  struct HingePiece;
  struct LineShape;
  LineShape shape_of(std::span<const double> point, const Direction& direction,
                     std::span<const JointConstraint> others) const;
  Move search_line(const LineShape& shape, const LineEvents& line) const;

  const CandidateLists& lists_;
  const TuningObjective& goal_;
  const Oracle& oracle_;
  SvmOptions options_;
  double fixed_norm_;
  std::vector<JointConstraint> working_set_;
};

}  // namespace calque::tune
