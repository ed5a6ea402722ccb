// What is added to the diagonal of the Gram matrix: the same for every sentence, or shares of it.
//
// Values; safe to share between threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace calque::kernel {

struct Ridge {
  double amount = 0;
  std::vector<double> shares{};  // by sentence; empty: all 1

  Ridge(double same) : amount(same) {}  // NOLINT(google-explicit-constructor): a number is a ridge
  Ridge(double whole, std::vector<double> parts) : amount(whole), shares(std::move(parts)) {}

  double share(std::size_t sentence) const { return shares.empty() ? 1.0 : shares[sentence]; }
  double at(std::size_t sentence) const { return amount * share(sentence); }
};

}  // namespace calque::kernel
