#include "pipeline/prepare_step.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "text/mark_forms.h"

namespace calque::pipeline {
namespace {

constexpr std::size_t kHistogramBars = 61;  // lengths 0 to 59, and all longer ones

void read_and_clean(const TrainOptions& options, ThreadPool& threads, Reporter& reporter,
                    PreparedCorpus& prepared) {
  text::ParallelCorpus& corpus = prepared.corpus;
  HeldOutChooser chooser;
  text::MarkCounter marks;
  prepared.cleaning = text::clean(
      options.input, options.clean, options.preparation,
      [&](const text::CleanPair& pair) {
        prepared.kept.push_back(pair.number);
        chooser.add(pair.written);
        marks.add(pair.written.target);
        corpus.source.add_line(pair.cut.source, corpus.source_vocabulary);
        corpus.target.add_line(pair.cut.target, corpus.target_vocabulary);
      },
      threads, reporter);
  prepared.held_out = chooser.choose(corpus);
  prepared.preparation = options.preparation;
  prepared.preparation.target_marks = marks.habits();
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
  nlohmann::json held_out = nlohmann::json::array();
  for (const HeldOut& part : prepared.held_out) held_out.push_back(part.pairs);
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
          {"held_out", held_out},
          {"source", side_facts(c.source, c.source_vocabulary)},
          {"target", side_facts(c.target, c.target_vocabulary)}};
}

}  // namespace calque::pipeline
