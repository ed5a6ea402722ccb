#include "lm/estimate/keep_ngrams.h"

#include <numeric>
#include <utility>
#include <vector>

#include "base/error.h"

namespace calque::lm {

void keep_ngrams(NgramModelData& data, const std::function<bool(unsigned, std::size_t)>& is_kept) {
  std::vector<std::uint32_t> shorter_number(data.levels[0].size());
  std::iota(shorter_number.begin(), shorter_number.end(), 0U);
  for (unsigned n = 2; n <= data.order(); ++n) {
    NgramLevel& level = data.levels[n - 1];
    std::vector<std::uint32_t> number(level.size(), kNoNgram);
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (!is_kept(n, i)) continue;
      number[i] = kept;
      level.first_word[kept] = level.first_word[i];
      level.suffix[kept] = shorter_number[level.suffix[i]];
      level.context[kept] = shorter_number[level.context[i]];
      CALQUE_CHECK(level.suffix[kept] != kNoNgram && level.context[kept] != kNoNgram);
      level.log_prob[kept] = level.log_prob[i];
      if (!level.backoff.empty()) level.backoff[kept] = level.backoff[i];
      ++kept;
    }
    level.first_word.resize(kept);
    level.suffix.resize(kept);
    level.context.resize(kept);
    level.log_prob.resize(kept);
    if (!level.backoff.empty()) level.backoff.resize(kept);
    shorter_number = std::move(number);
  }
}

}  // namespace calque::lm
