// Any bytes as a Moses phrase table and as a reordering table for it: a DataError or a whole table, never a
// crash. The lines after the first that begins with '#' are those of the reordering table.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/parse.h"
#include "phrase/moses_reordering.h"
#include "phrase/moses_table.h"

namespace {

using namespace calque;

void check(const phrase::ImportedPhrases& imported) {
  const phrase::ScoredPhrases& phrases = imported.phrases;
  CALQUE_CHECK(phrases.pair_offsets.size() == phrases.source.size() + 1);
  CALQUE_CHECK(phrases.pair_offsets.back() == phrases.pairs.size());
  for (const phrase::ScoredPair& pair : phrases.pairs) {
    CALQUE_CHECK(!phrases.target[pair.target].empty());
    for (const float score : pair.log_scores)
      CALQUE_CHECK(std::isfinite(score) && score >= -100 && score < 0.01F);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  phrase::MosesTableBuilder table;
  std::optional<phrase::ImportedPhrases> imported;
  std::optional<phrase::MosesReorderingBuilder> reordering;
  Place place{.file = "fuzz"};
  try {
    for (const std::string_view line : split_fields(text, "\n")) {
      ++place.line;
      if (!imported && line.starts_with('#')) {
        imported = table.finish("fuzz");
        check(*imported);
        reordering.emplace(*imported, std::nullopt);
      } else if (reordering) {
        reordering->add_line(line, place);
      } else {
        table.add_line(line, place);
      }
    }
    if (reordering) {
      const phrase::GivenReordering given = std::move(*reordering).finish();
      for (const std::uint32_t row : given.row_of_pair) CALQUE_CHECK(row < given.row_count());
    } else {
      check(table.finish("fuzz"));
    }
  } catch (const DataError&) {
    // The expected answer to most inputs.
  }
  return 0;
}
