#include "metrics/meteor.h"

#include <algorithm>
#include <array>
#include <new>

#include <fmt/format.h>
#include <libstemmer.h>

#include "base/error.h"
#include "base/parse.h"
#include "metrics/bound_references.h"
#include "metrics/meteor_alignment.h"
#include "metrics/tokenized_references.h"
#include "metrics/white_space.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

constexpr std::size_t kMeteorStatistics = kMeteorStages + 3;

struct StemmerDeleter {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using StemmerHandle = std::unique_ptr<sb_stemmer, StemmerDeleter>;

// One thread's way from words to classes. Snowball's stemmers have state, so each thread has its own.
class WordClassifier {
 public:
  explicit WordClassifier(const MeteorOptions& options) : options_(options) {
    if (!options.stem_language.empty())
      stemmer_.reset(sb_stemmer_new(options.stem_language.c_str(), nullptr));
  }

  std::string_view lowercased(std::string_view word) {
    lowercaser_.copy_lowercased(word, lowered_);
    return lowered_;
  }
  // The stem of the word lower-cased last; empty without a stemmer.
  std::string_view stem() {
    if (!stemmer_) return {};
    const auto* stem = sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(lowered_.data()),
                                       static_cast<int>(lowered_.size()));
    if (stem == nullptr) throw std::bad_alloc();
    return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
  }
  std::uint32_t synonym_set() const {
    return options_.synonyms ? options_.synonyms->set_of(lowered_) : kNoClass;
  }

 private:
  const MeteorOptions& options_;
  Lowercaser lowercaser_;
  StemmerHandle stemmer_;
  std::string lowered_;
};

// References with the classes of each of their words.
struct MeteorReferences {
  MeteorOptions options;
  TokenizedReferences tokens;
  text::Vocabulary stems;
  std::vector<MeteorWord> words;  // by word id

  MeteorReferences(const ReferenceSets& references, const MeteorOptions& chosen, ThreadPool& threads)
      : options(chosen),
        tokens(references, segment_tokenizer(chosen.tokenization, chosen.lowercase), threads) {
    WordClassifier classifier(options);
    for (std::uint32_t id = 0; id < tokens.vocabulary().size(); ++id) {
      classifier.lowercased(tokens.vocabulary().word(text::WordId{id}));
      const std::string_view stem = classifier.stem();
      const std::uint32_t stem_class =
          stem.empty() ? kNoClass : static_cast<std::uint32_t>(text::index_of(stems.add(stem)));
      words.push_back({id, stem_class, classifier.synonym_set()});
    }
  }
  std::size_t sentence_count() const { return tokens.sentence_count(); }
};

double meteor(std::span<const std::int64_t> row) {
  const auto matches = static_cast<double>(row[0] + row[1] + row[2]);
  if (matches == 0.0) return 0.0;
  const double precision = matches / static_cast<double>(row[kMeteorStages + 1]);
  const double recall = matches / static_cast<double>(row[kMeteorStages + 2]);
  const double mean = 10.0 * precision * recall / (recall + 9.0 * precision);
  const double fragmentation = static_cast<double>(row[kMeteorStages]) / matches;
  return 100.0 * mean * (1.0 - 0.5 * fragmentation * fragmentation * fragmentation);
}

class MeteorScorer final : public SentenceScorer {
 public:
  explicit MeteorScorer(const MeteorReferences& references)
      : references_(references), classifier_(references.options) {}

  void start(std::size_t sentence) override {
    reference_words_.resize(references_.tokens.set_count());
    for (std::size_t set = 0; set < reference_words_.size(); ++set) {
      reference_words_[set].clear();
      for (const text::WordId word : references_.tokens.reference(set, sentence)) {
        reference_words_[set].push_back(references_.words[text::index_of(word)]);
      }
    }
  }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    classify(hypothesis);
    double best = -1.0;
    for (const std::vector<MeteorWord>& reference : reference_words_) {
      const MeteorAlignment& alignment = aligner_.align(words_, reference);
      std::array<std::int64_t, kMeteorStatistics> counts{};
      std::copy(alignment.matches.begin(), alignment.matches.end(), counts.begin());
      counts[kMeteorStages] = alignment.chunks;
      counts[kMeteorStages + 1] = static_cast<std::int64_t>(words_.size());
      counts[kMeteorStages + 2] = static_cast<std::int64_t>(reference.size());
      const double score = meteor(counts);
      if (score > best) {
        best = score;
        std::copy(counts.begin(), counts.end(), row.begin());
      }
    }
  }

 private:
  void classify(std::string_view hypothesis) {
    references_.tokens.hypothesis_words(hypothesis, buffer_, ids_);
    words_.clear();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (ids_[i] != kUnseenWord) {
        words_.push_back(references_.words[text::index_of(ids_[i])]);
        continue;
      }
      classifier_.lowercased(buffer_.tokens[i]);
      const auto stem = references_.stems.find(classifier_.stem());
      words_.push_back({kNoClass, stem ? static_cast<std::uint32_t>(text::index_of(*stem)) : kNoClass,
                        classifier_.synonym_set()});
    }
  }

  const MeteorReferences& references_;
  WordClassifier classifier_;
  MeteorAligner aligner_;
  std::vector<std::vector<MeteorWord>> reference_words_;  // of the sentence, by reference set
  TokenBuffer buffer_;
  std::vector<text::WordId> ids_;
  std::vector<MeteorWord> words_;
};

std::string stemmer_languages() {
  std::string names;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) {
    if (!names.empty()) names += ", ";
    names += *name;
  }
  return names;
}

}  // namespace

Synonyms::Synonyms(const std::string& path) {
  store::LineReader reader(path);
  const Lowercaser lowercaser;
  std::string line;
  std::string lowered;
  for (std::uint32_t set = 0; reader.next(line); ++set) {
    text::check_utf8(line, reader.place());
    lowercaser.copy_lowercased(line, lowered);
    for (const std::string_view word : split_words(lowered)) {
      const std::size_t id = text::index_of(words_.add(word));
      if (id == sets_.size()) {
        sets_.push_back(set);
      } else if (sets_[id] != set) {
        throw DataError(reader.place(),
                        fmt::format("the word '{}' stands in line {} already", word, sets_[id] + 1),
                        "give each word one set: join the two lines, or drop the word from one of them");
      }
    }
  }
}

std::uint32_t Synonyms::set_of(std::string_view lowercased_word) const {
  const auto id = words_.find(lowercased_word);
  return id ? sets_[text::index_of(*id)] : kNoClass;
}

void MeteorOptions::validate() const {
  if (stem_language.empty()) return;
  const StemmerHandle stemmer(sb_stemmer_new(stem_language.c_str(), nullptr));
  if (stemmer) return;
  throw UsageError({}, fmt::format("there is no stemmer for language '{}'", stem_language),
                   "use none, a two-letter code, or one of " + stemmer_languages());
}

Meteor::Meteor(const MeteorOptions& options) : options_(options) {
  options_.validate();
}

std::string Meteor::signature(std::size_t reference_count) const {
  return fmt::format("nrefs:{}|case:{}|tok:{}|stem:{}|syn:{}", reference_count,
                     options_.lowercase ? "lc" : "mixed", name_of(options_.tokenization),
                     options_.stem_language.empty() ? "none" : options_.stem_language,
                     options_.synonyms ? std::to_string(options_.synonyms->word_count()) : "no");
}

std::unique_ptr<const BoundMetric> Meteor::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<MeteorScorer, MeteorReferences>>(*this, references, options_,
                                                                           threads);
}

Score Meteor::score(std::span<const std::int64_t> statistics) const {
  const auto value = [&](std::size_t i) { return static_cast<double>(statistics[i]); };
  const double matches = value(0) + value(1) + value(2);
  return {meteor(statistics),
          {{"precision", 100.0 * matches / std::max(1.0, value(kMeteorStages + 1))},
           {"recall", 100.0 * matches / std::max(1.0, value(kMeteorStages + 2))},
           {"chunks", value(kMeteorStages)},
           {"exact_matches", value(0)},
           {"stem_matches", value(1)},
           {"synonym_matches", value(2)},
           {"hypothesis_length", value(kMeteorStages + 1)},
           {"reference_length", value(kMeteorStages + 2)}}};
}

}  // namespace calque::metrics
