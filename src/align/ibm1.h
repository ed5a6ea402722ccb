// IBM Model 1 on one sentence pair: generated word j comes from the null word with probability p_null and
// from each of the I generators with probability (1 - p_null) / I, independently of the others.
//
// Pure functions over caller's memory. `emissions` holds p(generated word | generator), all positive.
#pragma once

#include "align/pair_matrix.h"

namespace calque::align {

struct UniformPositions {
  double null_probability = 0.2;
};

// Turns emissions into the posterior probability of every link, in place (each row sums to 1), and returns
// the natural logarithm of the probability of the generated sentence.
double ibm1_posteriors(const UniformPositions& positions, PairMatrix& emissions);

}  // namespace calque::align
