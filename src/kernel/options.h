// All options of a kernel model and its training, and their text in the model file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "kernel/local_regression.h"
#include "kernel/margin_regression.h"
#include "kernel/spectrum.h"

namespace calque::kernel {

enum class Method {
  kLeastSquares,  // LSR
  kMargin,        // MMR
};
constexpr auto enum_names(Method) {
  return EnumNames<Method>("there is no method", {{"lsr", Method::kLeastSquares}, {"mmr", Method::kMargin}});
}

// How least squares are solved.
enum class Solver {
  kLocal,       // on the sentences nearest to each input
  kCholesky,    // with the factor of the whole Gram matrix, kept in the model
  kMatrixFree,  // by conjugate gradients over the features of all sentences
  kLowRank,     // with an incomplete factor
};
constexpr auto enum_names(Solver) {
  using enum Solver;
  return EnumNames<Solver>(
      "there is no solver",
      {{"local", kLocal}, {"cholesky", kCholesky}, {"matrix-free", kMatrixFree}, {"low-rank", kLowRank}});
}

struct KernelOptions {
  Method method = Method::kLeastSquares;
  Solver solver = Solver::kLocal;
  SpectrumOptions source;
  SpectrumOptions target;
  bool cosine = false;     // least squares between vectors of length 1
  double ridge = 1;        // added to the diagonal of the Gram matrix; 0: only if it is singular
  std::size_t rank = 500;  // of the incomplete factor
  std::size_t neighbours = 500;
  NeighbourChoice choice = NeighbourChoice::kRare;
  MarginOptions margin;
  // Of the pre-image search. Least squares predict the mean of all translations, in which every n-gram of a
  // sentence with several good translations is rare, and the sentence nearest to it is too short:
  // predicted counts are multiplied by `emphasis` (1: as they are). An exchange of phrases costs
  // `swap_cost`, each phrase `phrase_weight` times its cost in the phrase table (0: nothing), and
  // each word `language_model_weight` times minus its log probability. With these weights tuning begins.
  double emphasis = 2.5;
  double swap_cost = 2;
  double phrase_weight = 4;
  double language_model_weight = 1;
  std::uint64_t memory = std::uint64_t{1} << 30U;  // largest Gram matrix in bytes

  // Throws UsageError for what cannot be, or cannot be together.
  void validate() const;
};

// "key=value" lines: what the result depends on.
std::string to_text(const KernelOptions& options);
// Throws FormatError naming `file` for what to_text() does not write.
KernelOptions parse_options(std::string_view text, const std::string& file);

}  // namespace calque::kernel
