#include "phrase/phrase_table_writer.h"

#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"
#include "phrase/phrase_list.h"
#include "phrase/table_sections.h"

namespace calque::phrase {

void write_phrase_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                        const std::string& path, const GivenReordering* reordering) {
  CALQUE_CHECK(reordering == nullptr || reordering->row_of_pair.size() == phrases.pairs.size());
  ThreadPool threads(1);
  const PhraseList source = list_of(phrases.source);
  const PhraseList target = list_of(phrases.target);
  const std::vector<std::uint32_t> lexicographic = lexicographic_order(source, threads);
  PairColumns columns(target.size(), {});
  std::vector<std::uint32_t> pairs_of_source(source.size());
  std::vector<std::uint32_t> reordering_rows;
  for (const std::uint32_t phrase : level_order(source, lexicographic)) {
    const std::uint64_t end = phrases.pair_offsets[phrase + 1];
    for (std::uint64_t k = phrases.pair_offsets[phrase]; k < end; ++k) {
      columns.add(phrases.pairs[k]);
      if (reordering != nullptr) reordering_rows.push_back(reordering->row_of_pair[k]);
    }
    pairs_of_source[phrase] = static_cast<std::uint32_t>(end - phrases.pair_offsets[phrase]);
  }
  const TableContent content{source,
                             lexicographic,
                             phrases.source_counts,
                             pairs_of_source,
                             target,
                             phrases.target_counts,
                             phrases.alignments,
                             vocabularies.source,
                             vocabularies.target,
                             reordering,
                             reordering_rows};
  write_table(content, columns, path, threads);
}

}  // namespace calque::phrase
