#include "reorder/learner.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "reorder/methods/centroid.h"
#include "reorder/methods/dual.h"
#include "reorder/methods/margin.h"
#include "reorder/methods/maxent.h"
#include "reorder/methods/naive_bayes.h"
#include "reorder/methods/structured.h"
#include "reorder/methods/tables.h"

namespace calque::reorder {
namespace {

using learn::BayesEstimate;
using learn::VisitOrder;
using Solver = MaxentMethod::Solver;

template <typename T, auto... kArguments>
std::unique_ptr<Method> make_method() {
  return std::make_unique<T>(kArguments...);
}

template <typename T, auto... kArguments>
constexpr LearnerRow row(std::string_view name, std::string_view help, Usual usual = Usual::kNo,
                         std::string_view aliases = {}) {
  return {name, help, T::kKind, T::kNeedsOrder, &make_method<T, kArguments...>, usual, aliases};
}

// In the order of tables.
constexpr std::array kRows{
    row<WordDistanceMethod>("word-distance", "the length of the jump alone", Usual::kYes),
    row<LexicalMethod>("lexical", "relative frequencies", Usual::kYes),
    row<NaiveBayesMethod, BayesEstimate::kMaximumLikelihood>("bayes-mle", "naive Bayes without prior"),
    row<NaiveBayesMethod, BayesEstimate::kMap>("bayes-map", "naive Bayes, most probable parameters",
                                               Usual::kYes, "naive-bayes"),
    row<NaiveBayesMethod, BayesEstimate::kBayesian>("bayes", "naive Bayes by Bayesian inference",
                                                    Usual::kYes),
    row<MaxentMethod, Solver::kGis>("me-gis", "maximum entropy by iterative scaling"),
    row<MaxentMethod, Solver::kLbfgs>("me-lbfgs", "maximum entropy by L-BFGS", Usual::kYes),
    row<MaxentMethod, Solver::kSgd>("mlr-sgd", "maximum entropy by stochastic gradients", Usual::kYes, "mlr"),
    row<DualMethod>("mlr-dual", "maximum entropy by shrinking exponentiated gradients", Usual::kAlsoPerPhrase,
                    "dual-mlr me"),
    row<OrdinalMethod>("ordinal", "logistic regression for classes in order"),
    row<SvmMethod, false>("svm", "support vector machines, each class against the rest",
                          Usual::kAlsoPerPhrase),
    row<SvmMethod, true>("svm-joint", "one support vector machine for all classes", Usual::kYes),
    row<MarginRegressionMethod>("mmr", "maximum margin regression", Usual::kAlsoPerPhrase),
    row<PerceptronMethod, VisitOrder::kRandom>("mms", "max-margin structure by perceptron-like steps",
                                               Usual::kAlsoPerPhrase),
    row<PerceptronMethod, VisitOrder::kSequential>("mms-sequential", "the same in corpus order"),
    row<ExtragradientMethod>("mms-extragradient", "max-margin structure as a saddle point"),
    row<RegularisedMethod>("mms-dual", "max-margin structure with a prior, by dual coordinate descent",
                           Usual::kYes),
    row<CentroidMethod>("centroid", "the nearest mean of a class"),
};
constexpr std::string_view kPerPhrase = "dpr-";
constexpr std::string_view kDefault = "mlr-dual";

bool has_name(const LearnerRow& row, std::string_view name) {
  if (row.name == name) return true;
  const auto aliases = split_fields(row.aliases, " ");
  return !name.empty() && std::find(aliases.begin(), aliases.end(), name) != aliases.end();
}

VisitOptions options_in(Method& method) {
  return [&method](const OptionVisitor& visit) { method.visit_options(visit); };
}

std::string names_of(const std::vector<Learner>& learners) {
  std::string names;
  for (const Learner& learner : learners) names += (names.empty() ? "" : ", ") + learner.name();
  return names;
}

[[noreturn]] void refuse_option(std::string_view who, const std::string& option) {
  std::vector<Learner> takers = all_learners();
  std::erase_if(takers, [&](const Learner& learner) { return !learner.takes(option); });
  throw UsageError({}, fmt::format("{} no option --{}", who, option),
                   takers.empty() ? "leave it out" : "use it with " + names_of(takers));
}

}  // namespace

std::span<const LearnerRow> learner_rows() {
  return kRows;
}

Learner::Learner() : Learner(*find(kDefault)) {}

std::optional<Learner> Learner::find(std::string_view name) {
  const bool per_phrase = name.starts_with(kPerPhrase);
  const std::string_view method = per_phrase ? name.substr(kPerPhrase.size()) : name;
  for (const LearnerRow& row : kRows) {
    if (has_name(row, method) && (row.kind == MethodKind::kLinear || !per_phrase))
      return Learner(row, per_phrase);
  }
  return std::nullopt;
}

Learner Learner::parse(std::string_view name) {
  if (const auto found = find(name)) return *found;
  throw UsageError({}, fmt::format("there is no learner '{}'", name),
                   "use one of " + names_of(all_learners()));
}

std::string Learner::name() const {
  return fmt::format("{}{}", per_phrase_ ? kPerPhrase : "", row_->name);
}

bool Learner::fits(const ReorderingClasses& classes) const {
  return !row_->needs_order || classes.by_distance();
}

std::unique_ptr<Method> Learner::make() const {
  auto method = row_->make();
  if (per_phrase_) {
    auto& linear = dynamic_cast<LinearMethod&>(*method);
    linear.sub_models.emplace();
    linear.sub_models->global = std::make_shared<DualMethod>();
  }
  return method;
}

std::vector<OptionDescription> Learner::options() const {
  const auto method = make();
  return describe_options(options_in(*method));
}

bool Learner::takes(std::string_view option) const {
  const auto taken = options();
  return std::any_of(taken.begin(), taken.end(), [&](const auto& own) { return own.name == option; });
}

std::shared_ptr<const Method> Learner::method(const OptionValues& values,
                                              const ReorderingClasses& classes) const {
  auto method = make();
  const auto unknown = assign_options(options_in(*method), values);
  if (!unknown.empty()) refuse_option(name() + " has", unknown.front());
  if (!fits(classes)) {
    throw UsageError({}, fmt::format("the classes {} have no order", classes.name()),
                     "use classes by distance, such as 3 or 5, or another learner");
  }
  method->resolve(name(), classes);
  return method;
}

std::vector<Learner> all_learners() {
  std::vector<Learner> learners;
  for (const LearnerRow& row : kRows) learners.push_back(Learner(row, false));
  for (const LearnerRow& row : kRows) {
    if (row.kind == MethodKind::kLinear) learners.push_back(Learner(row, true));
  }
  return learners;
}

std::vector<std::string> learner_aliases() {
  std::vector<std::string> aliases;
  for (const std::string_view prefix : {std::string_view(), kPerPhrase}) {
    for (const LearnerRow& row : kRows) {
      if (!prefix.empty() && row.kind != MethodKind::kLinear) continue;
      for (const std::string_view alias : split_fields(row.aliases, " ")) {
        if (!alias.empty()) aliases.push_back(fmt::format("{}{}", prefix, alias));
      }
    }
  }
  return aliases;
}

void check_options(std::span<const Learner> learners, const OptionValues& values) {
  for (const auto& [name, value] : values) {
    const auto takes = [&option = name](const Learner& learner) { return learner.takes(option); };
    if (std::none_of(learners.begin(), learners.end(), takes))
      refuse_option("none of the learners has", name);
  }
}

OptionValues options_of(const Learner& learner, const OptionValues& values) {
  OptionValues own;
  for (const auto& [name, value] : values) {
    if (learner.takes(name)) own.emplace(name, value);
  }
  return own;
}

std::vector<OptionHelp> all_options() {
  constexpr std::size_t kFew = 6;
  struct Found {
    OptionDescription option;
    std::vector<std::string_view> rows;
  };
  std::vector<Found> found;
  for (const LearnerRow& row : kRows) {
    for (const OptionDescription& option : Learner::parse(row.name).options()) {
      const auto same = [&](const Found& other) { return other.option.name == option.name; };
      const auto at = std::find_if(found.begin(), found.end(), same);
      if (at == found.end()) {
        found.push_back({option, {row.name}});
      } else {
        at->rows.push_back(row.name);
      }
    }
  }
  std::vector<OptionHelp> result;
  for (const Found& each : found) {
    const std::string who = each.rows.size() > kFew ? "" : fmt::format("{}: ", fmt::join(each.rows, ", "));
    result.push_back({each.option, fmt::format("{}{}", who, each.option.help)});
  }
  for (const OptionDescription& option :
       Learner::parse(fmt::format("{}{}", kPerPhrase, kDefault)).options()) {
    if (!Learner::parse(kDefault).takes(option.name))
      result.push_back({option, fmt::format("{}...: {}", kPerPhrase, option.help)});
  }
  return result;
}

}  // namespace calque::reorder
