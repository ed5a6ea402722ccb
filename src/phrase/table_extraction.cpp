#include "phrase/table_extraction.h"

#include <utility>

#include <fmt/format.h>

#include "phrase/lexicon.h"
#include "phrase/scored_phrases.h"
#include "phrase/table_sections.h"

namespace calque::phrase {

CountedPairs extract_and_count(const AlignedText& text, const TableOptions& options, ThreadPool& threads,
                               Reporter& reporter, OccurrenceObserver* observer) {
  options.validate();
  reporter.stage("extracting phrases");
  NumberedOccurrences numbered =
      number_occurrences(text, options.extract, options.memory.share(1, 2), threads, reporter, observer);
  reporter.stage("counting phrases");
  const Lexicon lexicon = Lexicon::estimate(text.corpus, text.alignments);
  return count_pairs(std::move(numbered), lexicon, options.memory, threads);
}

void report(const ExtractStatistics& statistics, Reporter& reporter) {
  reporter.note(fmt::format("{} phrase occurrences, {} distinct pairs, {} source phrases",
                            statistics.occurrences, statistics.pairs, statistics.source_phrases));
  if (statistics.pruned_pairs > 0) {
    const double all = static_cast<double>(statistics.pairs + statistics.pruned_pairs);
    reporter.note(fmt::format("{} pairs pruned ({:.1f} %)", statistics.pruned_pairs,
                              100 * static_cast<double>(statistics.pruned_pairs) / all));
  }
}

ExtractStatistics extract_to_table(const AlignedText& text, const TableOptions& options,
                                   const std::string& path, ThreadPool& threads, Reporter& reporter,
                                   OccurrenceObserver* observer) {
  CountedPairs counted = extract_and_count(text, options, threads, reporter, observer);
  reporter.stage("scoring phrases");
  PairColumns columns(counted.target.size(), options.memory.share(1, 4));
  std::vector<std::uint32_t> pairs_of_source;
  pairs_of_source.reserve(counted.source.size());
  score_pairs(counted, text.corpus, options, threads, [&](std::uint32_t, std::span<const ScoredPair> pairs) {
    for (const ScoredPair& pair : pairs) columns.add(pair);
    pairs_of_source.push_back(static_cast<std::uint32_t>(pairs.size()));
  });
  const TableContent content{counted.source,
                             counted.source_lexicographic,
                             counted.source_counts,
                             pairs_of_source,
                             counted.target,
                             counted.target_counts,
                             counted.alignments,
                             text.corpus.source_vocabulary,
                             text.corpus.target_vocabulary};
  reporter.stage("writing the phrase table");
  ExtractStatistics statistics = write_table(content, columns, path, threads);
  statistics.occurrences = counted.occurrences;
  statistics.pruned_pairs = counted.pairs.size() - statistics.pairs;
  report(statistics, reporter);
  return statistics;
}

ScoredPhrases extract_and_score(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                const TableOptions& options, ThreadPool& threads, Reporter& reporter) {
  CountedPairs counted = extract_and_count({corpus, alignments}, options, threads, reporter);
  reporter.stage("scoring phrases");
  ScoredPhrases phrases;
  const auto copy = [](const PhraseList& list, Sequences<text::WordId>& out) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      out.items.insert(out.items.end(), list[i].begin(), list[i].end());
      out.close();
    }
  };
  copy(counted.source, phrases.source);
  copy(counted.target, phrases.target);
  score_pairs(counted, corpus, options, threads, [&](std::uint32_t, std::span<const ScoredPair> pairs) {
    phrases.pairs.insert(phrases.pairs.end(), pairs.begin(), pairs.end());
    phrases.pair_offsets.push_back(phrases.pairs.size());
  });
  phrases.source_counts = std::move(counted.source_counts);
  phrases.target_counts = std::move(counted.target_counts);
  phrases.alignments = std::move(counted.alignments);
  phrases.statistics = {counted.occurrences, phrases.pairs.size(), phrases.source.size(),
                        phrases.target.size(), counted.pairs.size() - phrases.pairs.size()};
  report(phrases.statistics, reporter);
  return phrases;
}

}  // namespace calque::phrase
