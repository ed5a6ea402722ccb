#include "serve/model_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrase/phrase_table.h"
#include "pipeline/manifest.h"
#include "text/types.h"

namespace calque::serve {

void add_model_words(const std::string& folder, const std::string& source_language,
                     const std::string& target_language, Detector& detector) {
  const auto table = phrase::PhraseTable::open(pipeline::path_in(folder, pipeline::kPhraseTableFile));
  std::vector<float> target_counts(table.target_vocabulary().size());
  for (std::size_t i = 0; i < table.source_vocabulary().size(); ++i) {
    const auto word = static_cast<text::WordId>(i);
    const auto phrase = table.find(std::span(&word, 1));
    // A word that was only seen inside phrases is rare.
    const float count = phrase ? table.source_count(*phrase) : 0;
    detector.add(source_language, table.source_vocabulary().word(word), std::max(count, 1.0F));
    for (std::size_t k = 0; phrase && k < table.translation_count(*phrase); ++k) {
      const phrase::Translation translation = table.translation(*phrase, k);
      if (translation.target.size() != 1) continue;
      target_counts[text::index_of(translation.target.front())] = translation.target_count;
    }
  }
  for (std::size_t i = 0; i < target_counts.size(); ++i)
    detector.add(target_language, table.target_vocabulary().word(static_cast<text::WordId>(i)),
                 std::max(target_counts[i], 1.0F));
}

}  // namespace calque::serve
