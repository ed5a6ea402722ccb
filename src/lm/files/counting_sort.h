// A stable sort of record numbers by word ids, one position of the n-gram at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calque::lm {

// Reorders `records` so that key_of(record) never falls, keeping the order of equal keys; keys are below
// key_limit. `scratch` is memory of the same size; its content is lost. Repeated from the least to the most
// important position it sorts n-grams in time linear in their number, without comparing any.
template <typename KeyOf>
void sort_by_key(std::vector<std::uint32_t>& records, std::vector<std::uint32_t>& scratch,
                 std::size_t key_limit, const KeyOf& key_of) {
  std::vector<std::uint32_t> next(key_limit + 1, 0);
  for (const std::uint32_t record : records) ++next[key_of(record) + 1];
  for (std::size_t key = 1; key <= key_limit; ++key) next[key] += next[key - 1];
  scratch.resize(records.size());
  for (const std::uint32_t record : records) scratch[next[key_of(record)]++] = record;
  records.swap(scratch);
}

}  // namespace calque::lm
