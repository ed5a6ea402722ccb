// IBM Model 1 on one sentence pair: generated word j comes from the null word with probability p_null and
// from each of the I generators with probability (1 - p_null) / I, independently of the others.
//
// Pure functions over caller's memory. `emissions` holds p(generated word | generator), all positive.
#pragma once

#include <cstdint>
#include <vector>

#include "align/pair_matrix.h"

namespace calque::align {

// Turns emissions into the posterior probability of every link, in place (each row sums to 1), and returns
// the natural logarithm of the probability of the generated sentence.
double ibm1_posteriors(double null_probability, PairMatrix& emissions);

// The best column of every row: 0 for the null word, i + 1 for generator i; the lowest of equals.
void ibm1_viterbi(double null_probability, const PairMatrix& emissions, std::vector<std::uint32_t>& best);

}  // namespace calque::align
