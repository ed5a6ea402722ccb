// The learners by name: one row each (learner.cpp), from which names, help texts, options and defaults come.
//
// Values; safe to share. Throws UsageError for names and options that do not exist.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reorder/learner_options.h"
#include "reorder/method.h"
#include "reorder/reordering_classes.h"

namespace calque::reorder {

// Whether `--learners usual` compares a learner: the published ones once each, without slower ways to the
// same optimum.
enum class Usual : std::uint8_t { kNo, kYes, kAlsoPerPhrase };

struct LearnerRow {
  std::string_view name;
  std::string_view help;
  MethodKind kind;
  bool needs_order;  // of the classes
  std::unique_ptr<Method> (*make)();
  Usual usual = Usual::kNo;
  std::string_view aliases = {};  // other names, separated by blanks
};
std::span<const LearnerRow> learner_rows();

// A row, for all phrases ("mms") or with one model for each source phrase ("dpr-mms").
class Learner {
 public:
  Learner();  // mlr-dual

  // Also by alias.
  static Learner parse(std::string_view name);
  static std::optional<Learner> find(std::string_view name);

  std::string name() const;
  bool per_phrase() const { return per_phrase_; }
  // Whether it learns weights of features; only these learners can have a model for each source phrase.
  bool linear() const { return row_->kind == MethodKind::kLinear; }
  // Whether it counts features, for which one pass over the corpus is enough.
  bool counts() const { return row_->kind == MethodKind::kCounting; }
  bool fits(const ReorderingClasses& classes) const;
  Usual usual() const { return row_->usual; }

  std::vector<OptionDescription> options() const;
  bool takes(std::string_view option) const;
  // The method with these options. Throws UsageError for options that it does not take or that make no sense.
  std::shared_ptr<const Method> method(const OptionValues& values, const ReorderingClasses& classes) const;

  bool operator==(const Learner&) const = default;

 private:
  friend std::vector<Learner> all_learners();
  Learner(const LearnerRow& row, bool per_phrase) : row_(&row), per_phrase_(per_phrase) {}
  std::unique_ptr<Method> make() const;

  const LearnerRow* row_;
  bool per_phrase_ = false;
};

// All of them, those for each source phrase at the end.
std::vector<Learner> all_learners();
// All aliases, those for each source phrase at the end.
std::vector<std::string> learner_aliases();

// Throws UsageError unless at least one of the learners takes each option.
void check_options(std::span<const Learner> learners, const OptionValues& values);
// The options that the learner takes.
OptionValues options_of(const Learner& learner, const OptionValues& values);

// Every option of any learner, with the names of the learners that take it at the front of its help if these
// are few.
struct OptionHelp {
  OptionDescription option;
  std::string help;
};
std::vector<OptionHelp> all_options();

}  // namespace calque::reorder
