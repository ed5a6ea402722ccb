#include "phrase/occurrence_file.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "phrase/text_format.h"
#include "store/text_file.h"

namespace calque::phrase {

void write_occurrences(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
                       const ExtractOptions& options, const std::string& path, ThreadPool& threads,
                       Reporter& reporter) {
  constexpr std::size_t kSentencesPerBatch = 1 << 14;
  constexpr std::size_t kSentencesPerBlock = 1 << 9;
  reporter.stage("extracting phrase pairs");
  store::TextWriter out(path);
  for (std::size_t batch = 0; batch < corpus.size(); batch += kSentencesPerBatch) {
    const std::size_t count = std::min(kSentencesPerBatch, corpus.size() - batch);
    const auto texts = threads.map_blocks<std::string>(count, kSentencesPerBlock, [&](const Block& block) {
      std::string text;
      std::vector<Occurrence> found;
      PhraseExtractor extractor(options);
      for (std::size_t i = batch + block.begin; i < batch + block.end; ++i) {
        const auto links = alignments.alignment(i);
        found.clear();
        extractor.extract({i, 0, corpus.source.sentence(i).size(), corpus.target.sentence(i).size(), links},
                          found);
        for (const Occurrence& occurrence : found) append_occurrence(corpus, links, occurrence, text);
      }
      return text;
    });
    for (const std::string& text : texts) out.write(text);
    reporter.progress(batch + count, corpus.size());
  }
  out.commit();
}

}  // namespace calque::phrase
