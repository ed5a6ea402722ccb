#include "pipeline/prepare_step.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::pipeline {
namespace {

constexpr std::size_t kBatchPairs = 8192;  // read at a time, cut in parallel
constexpr std::size_t kBlockPairs = 128;
constexpr std::size_t kHistogramBars = 61;  // lengths 0 to 59, and all longer ones

// Cuts sentences into words; case is left alone until the truecasers exist.
class Cutter {
 public:
  explicit Cutter(text::Preparation preparation)
      : source_(keep_case(preparation), nullptr), target_(keep_case(preparation), nullptr) {}

  void cut(text::SentencePairText& pair) const {
    std::vector<std::string> tokens;
    source_.cut(pair.source, tokens);
    pair.source = fmt::format("{}", fmt::join(tokens, " "));
    target_.cut(pair.target, tokens);
    pair.target = fmt::format("{}", fmt::join(tokens, " "));
  }

 private:
  static text::Preparation& keep_case(text::Preparation& preparation) {
    preparation.casing = text::Casing::kKeep;
    return preparation;
  }

  text::SourcePreparer source_;
  text::TargetPreparer target_;
};

void read_and_clean(const TrainOptions& options, ThreadPool& threads, Reporter& reporter,
                    PreparedCorpus& prepared) {
  text::ParallelReader reader(options.input);
  text::CleanOptions clean = options.clean;
  clean.source_language.clear();  // the filter sees tokens
  clean.target_language.clear();
  text::PairFilter filter(clean);
  const Cutter cutter(options.preparation);
  std::vector<text::SentencePairText> batch(kBatchPairs);
  while (const std::size_t size = reader.next_batch(batch)) {
    threads.for_blocks(size, kBlockPairs, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) cutter.cut(batch[i]);
    });
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t number = prepared.cleaning.read++;
      if (const auto reason = filter.check(batch[i])) {
        ++prepared.cleaning.removed[static_cast<std::size_t>(*reason)];
        continue;
      }
      prepared.kept.push_back(number);
      prepared.corpus.source.add_line(batch[i].source, prepared.corpus.source_vocabulary);
      prepared.corpus.target.add_line(batch[i].target, prepared.corpus.target_vocabulary);
    }
    reporter.progress(reader.bytes_read(), reader.bytes_total());
  }
  const auto& counts = reader.counts();
  prepared.cleaning.read += counts.bad_encoding + counts.bad_format;
  prepared.cleaning.removed[static_cast<std::size_t>(text::Removal::kBadEncoding)] += counts.bad_encoding;
  prepared.cleaning.removed[static_cast<std::size_t>(text::Removal::kBadFormat)] += counts.bad_format;
  prepared.cleaning.unpaired = counts.unpaired;
  prepared.cleaning.kept = prepared.corpus.size();
}

void words_of(const text::Corpus& corpus, const text::Vocabulary& vocabulary, std::size_t sentence,
              std::vector<std::string>& words) {
  words.clear();
  for (const text::WordId id : corpus.sentence(sentence)) words.emplace_back(vocabulary.word(id));
}

std::shared_ptr<const text::TruecaseModel> train_truecaser(const text::Corpus& corpus,
                                                           const text::Vocabulary& vocabulary,
                                                           const std::string& language) {
  text::TruecaseTrainer trainer(language);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    words_of(corpus, vocabulary, i, words);
    trainer.add(words);
  }
  return std::make_shared<const text::TruecaseModel>(trainer.train());
}

// Renumbers one side after changing the case of its words.
void recase(const text::Preparer& preparer, text::Corpus& corpus, text::Vocabulary& vocabulary) {
  text::Corpus cased;
  text::Vocabulary cased_vocabulary;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    words_of(corpus, vocabulary, i, words);
    preparer.change_case(words);
    cased.add_line(fmt::format("{}", fmt::join(words, " ")), cased_vocabulary);
  }
  corpus = std::move(cased);
  vocabulary = std::move(cased_vocabulary);
}

void change_case(const text::Preparation& preparation, PreparedCorpus& prepared) {
  text::ParallelCorpus& c = prepared.corpus;
  if (preparation.casing == text::Casing::kKeep) return;
  if (preparation.casing == text::Casing::kTruecase) {
    prepared.source_truecaser = train_truecaser(c.source, c.source_vocabulary, preparation.source_language);
    prepared.target_truecaser = train_truecaser(c.target, c.target_vocabulary, preparation.target_language);
  }
  recase(text::SourcePreparer(preparation, prepared.source_truecaser), c.source, c.source_vocabulary);
  recase(text::TargetPreparer(preparation, prepared.target_truecaser), c.target, c.target_vocabulary);
}

void report_cleaning(const text::CleanResult& cleaning, Reporter& reporter) {
  reporter.note(fmt::format("{} sentence pairs read, {} used", cleaning.read, cleaning.kept));
  for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
    if (cleaning.removed[i] == 0) continue;
    reporter.note(
        fmt::format("removed, {}: {}", text::describe(static_cast<text::Removal>(i)), cleaning.removed[i]));
  }
  if (cleaning.unpaired != 0)
    reporter.note(fmt::format("units without both languages: {}", cleaning.unpaired));
}

nlohmann::json side_facts(const text::Corpus& corpus, const text::Vocabulary& vocabulary) {
  std::vector<std::uint64_t> histogram(kHistogramBars, 0);
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    ++histogram[std::min(corpus.sentence(i).size(), kHistogramBars - 1)];
  }
  const double mean = corpus.size() == 0
                          ? 0.0
                          : static_cast<double>(corpus.token_count()) / static_cast<double>(corpus.size());
  return {{"words", corpus.token_count()},
          {"vocabulary", vocabulary.size()},
          {"mean_length", mean},
          {"length_histogram", histogram}};
}

}  // namespace

PreparedCorpus prepare_corpus(const TrainOptions& options, ThreadPool& threads, Reporter& reporter) {
  PreparedCorpus prepared;
  read_and_clean(options, threads, reporter, prepared);
  report_cleaning(prepared.cleaning, reporter);
  if (prepared.corpus.size() == 0) {
    throw DataError({options.input.source}, "no sentence pair is left to learn from",
                    prepared.cleaning.read == 0
                        ? "the input is empty: give files with sentences"
                        : "see the reasons above; --max-words and --max-ratio set the limits");
  }
  change_case(options.preparation, prepared);
  return prepared;
}

nlohmann::json corpus_facts(const PreparedCorpus& prepared) {
  nlohmann::json removed = nlohmann::json::object();
  for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
    if (prepared.cleaning.removed[i] != 0) {
      removed[std::string(text::describe(static_cast<text::Removal>(i)))] = prepared.cleaning.removed[i];
    }
  }
  const text::ParallelCorpus& c = prepared.corpus;
  return {{"pairs_read", prepared.cleaning.read},
          {"pairs_kept", prepared.cleaning.kept},
          {"removed", removed},
          {"source", side_facts(c.source, c.source_vocabulary)},
          {"target", side_facts(c.target, c.target_vocabulary)}};
}

}  // namespace calque::pipeline
