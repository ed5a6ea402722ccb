#include "kernel/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::kernel {
namespace {

std::string weights_text(const SpectrumOptions& options) {
  return fmt::format("{}", fmt::join(options.length_weights, ","));
}

class Fields {
 public:
  Fields(std::string_view text, const std::string& file) : file_(file) {
    for (const std::string_view line : split_fields(text, "\n")) {
      if (line.empty()) continue;
      const auto equals = line.find('=');
      if (equals == std::string_view::npos) damaged();
      values_[std::string(line.substr(0, equals))] = line.substr(equals + 1);
    }
  }

  std::string_view text(const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) damaged();
    return found->second;
  }
  double real(const std::string& key) const {
    const auto value = parse_real(text(key));
    if (!value) damaged();
    return *value;
  }
  std::uint64_t count(const std::string& key) const {
    const auto value = parse_unsigned(text(key));
    if (!value) damaged();
    return *value;
  }
  SpectrumOptions spectrum(const std::string& side) const {
    SpectrumOptions options;
    options.order = count(side + "_order");
    if (const std::string_view weights = text(side + "_weights"); !weights.empty()) {
      for (const std::string_view field : split_fields(weights, ",")) {
        const auto value = parse_real(field);
        if (!value) damaged();
        options.length_weights.push_back(*value);
      }
    }
    options.inverse_frequency = count(side + "_inverse_frequency") != 0;
    return options;
  }
  [[noreturn]] void damaged() const {
    throw FormatError({file_}, "its options are not those of a kernel model",
                      "copy the model again or train it again");
  }

 private:
  const std::string& file_;
  std::map<std::string, std::string_view> values_;
};

}  // namespace

void KernelOptions::validate() const {
  source.validate();
  target.validate();
  if (!(ridge >= 0) || !std::isfinite(ridge))
    throw UsageError({}, fmt::format("the ridge cannot be {}", ridge), "give a --ridge of 0 or more");
  if (!(swap_cost >= 0) || !std::isfinite(swap_cost))
    throw UsageError({}, fmt::format("an exchange of phrases cannot cost {}", swap_cost),
                     "give a --swap-cost of 0 or more");
  if (!(phrase_weight >= 0) || !std::isfinite(phrase_weight))
    throw UsageError({}, fmt::format("phrases cannot weigh {}", phrase_weight),
                     "give a --phrase-weight of 0 or more");
  if (!(language_model_weight >= 0) || !std::isfinite(language_model_weight))
    throw UsageError({}, fmt::format("the language model cannot weigh {}", language_model_weight),
                     "give an --lm-weight of 0 or more");
  if (!(emphasis > 0) || !std::isfinite(emphasis))
    throw UsageError({}, fmt::format("predictions cannot be multiplied by {}", emphasis),
                     "give an --emphasis above 0");
  if (method == Method::kMargin) {
    if (cosine)
      throw UsageError({}, "maximum margin regression brings all vectors to length 1 anyway",
                       "leave out --cosine, or use --method lsr");
    margin.validate();
    return;
  }
  if (solver == Solver::kLocal && neighbours == 0)
    throw UsageError({}, "a regression on no sentences predicts nothing", "give --neighbours of 1 or more");
  if (solver == Solver::kLowRank && rank == 0)
    throw UsageError({}, "a factor of rank 0 predicts nothing", "give a --rank of 1 or more");
  if (solver == Solver::kLowRank && ridge == 0)
    throw UsageError({}, "a Gram matrix of low rank has no inverse without ridge",
                     "give a --ridge above 0, such as 1");
}

std::string to_text(const KernelOptions& options) {
  std::string text =
      fmt::format("method={}\nsolver={}\ncosine={}\nridge={}\nrank={}\nneighbours={}\nchoice={}\n",
                  name_of(options.method), name_of(options.solver), options.cosine ? 1 : 0, options.ridge,
                  options.rank, options.neighbours, name_of(options.choice));
  text += fmt::format("cost={}\ntolerance={}\npasses={}\nseed={}\n", options.margin.cost,
                      options.margin.tolerance, options.margin.max_passes, options.margin.seed);
  text +=
      fmt::format("emphasis={}\nswap_cost={}\nphrase_weight={}\nlanguage_model_weight={}\n", options.emphasis,
                  options.swap_cost, options.phrase_weight, options.language_model_weight);
  for (const auto& [side, spectrum] :
       {std::pair{"source", &options.source}, std::pair{"target", &options.target}}) {
    text += fmt::format("{0}_order={1}\n{0}_weights={2}\n{0}_inverse_frequency={3}\n", side, spectrum->order,
                        weights_text(*spectrum), spectrum->inverse_frequency ? 1 : 0);
  }
  return text;
}

KernelOptions parse_options(std::string_view text, const std::string& file) {
  const Fields fields(text, file);
  KernelOptions options;
  try {
    options.method = parse_enum<Method>(fields.text("method"));
    options.solver = parse_enum<Solver>(fields.text("solver"));
    options.choice = parse_enum<NeighbourChoice>(fields.text("choice"));
    options.cosine = fields.count("cosine") != 0;
    options.ridge = fields.real("ridge");
    options.rank = fields.count("rank");
    options.neighbours = fields.count("neighbours");
    options.margin.cost = fields.real("cost");
    options.margin.tolerance = fields.real("tolerance");
    options.margin.max_passes = fields.count("passes");
    options.margin.seed = fields.count("seed");
    options.emphasis = fields.real("emphasis");
    options.swap_cost = fields.real("swap_cost");
    options.phrase_weight = fields.real("phrase_weight");
    options.language_model_weight = fields.real("language_model_weight");
    options.source = fields.spectrum("source");
    options.target = fields.spectrum("target");
    options.validate();
  } catch (const UsageError&) {
    fields.damaged();
  }
  return options;
}

}  // namespace calque::kernel
