#include "metrics/chrf.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "metrics/bound_references.h"
#include "metrics/ngram_matcher.h"
#include "metrics/tokenized_references.h"
#include "metrics/white_space.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

struct PrecisionAndRecall {
  double precision = 0.0;
  double recall = 0.0;
};

double f_score(PrecisionAndRecall values, double beta) {
  if (values.precision + values.recall == 0.0) return 0.0;
  const double factor = beta * beta;
  return 100.0 *
         ((1.0 + factor) * values.precision * values.recall / (factor * values.precision + values.recall));
}

// Averages over the orders that both sides have.
PrecisionAndRecall average(std::span<const std::int64_t> statistics) {
  PrecisionAndRecall sum;
  std::size_t orders = 0;
  for (std::size_t i = 0; i + 2 < statistics.size(); i += 3) {
    if (statistics[i] <= 0 || statistics[i + 1] <= 0) continue;
    const auto matches = static_cast<double>(statistics[i + 2]);
    sum.precision += matches / static_cast<double>(statistics[i]);
    sum.recall += matches / static_cast<double>(statistics[i + 1]);
    ++orders;
  }
  if (orders == 0) return {};
  return {sum.precision / static_cast<double>(orders), sum.recall / static_cast<double>(orders)};
}

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// One punctuation mark at the end of a word is a word of its own; failing that, one at the beginning.
void split_words_and_punctuation(std::string_view line, TokenBuffer& buffer) {
  buffer.text.assign(line);
  split_at_white_space(buffer.text, buffer.spare_tokens);
  buffer.tokens.clear();
  for (const std::string_view word : buffer.spare_tokens) {
    const bool single = text::character_at(word, 0).bytes == word.size();
    std::size_t cut = 0;
    if (!single && is_ascii_punctuation(word.back())) {
      cut = word.size() - 1;
    } else if (!single && is_ascii_punctuation(word.front())) {
      cut = 1;
    }
    if (cut > 0) buffer.tokens.push_back(word.substr(0, cut));
    buffer.tokens.push_back(word.substr(cut));
  }
}

void append_characters(std::string_view line, bool keep_white_space, std::vector<text::WordId>& characters) {
  for (std::size_t at = 0; at < line.size();) {
    if (!keep_white_space) {
      const std::size_t blank = white_space_length(line.substr(at));
      if (blank > 0) {
        at += blank;
        continue;
      }
    }
    const text::Utf8Character character = text::character_at(line, at);
    characters.push_back(text::WordId{static_cast<std::uint32_t>(character.code)});
    at += character.bytes;
  }
}

// References as code points and, for chrF++, as word ids.
struct ChrfReferences {
  ChrfOptions options;
  std::optional<Lowercaser> lowercaser;
  std::vector<text::Corpus> characters;
  std::optional<TokenizedReferences> words;

  std::size_t sentence_count() const { return characters.front().size(); }

  ChrfReferences(const ReferenceSets& references, const ChrfOptions& chosen, ThreadPool& threads)
      : options(chosen) {
    if (options.lowercase) lowercaser.emplace();
    std::vector<text::WordId> line_characters;
    std::string lowered;
    for (const auto& lines : references) {
      CALQUE_CHECK(lines.size() == references.front().size());
      text::Corpus& set = characters.emplace_back();
      for (const std::string& line : lines) {
        line_characters.clear();
        append_characters(prepared(line, lowered), options.keep_white_space, line_characters);
        set.add_sentence(line_characters);
      }
    }
    if (options.word_order == 0) return;
    words.emplace(
        references,
        [lowercaser = lowercaser](std::string_view line, TokenBuffer& buffer) {
          if (lowercaser) {
            lowercaser->copy_lowercased(line, buffer.spare);
            line = buffer.spare;
          }
          split_words_and_punctuation(line, buffer);
        },
        threads);
  }

  std::string_view prepared(std::string_view line, std::string& buffer) const {
    if (!lowercaser) return line;
    lowercaser->copy_lowercased(line, buffer);
    return buffer;
  }
};

class ChrfScorer final : public SentenceScorer {
 public:
  explicit ChrfScorer(const ChrfReferences& references) : references_(references) {
    const ChrfOptions& options = references.options;
    for (std::size_t set = 0; set < references.characters.size(); ++set) {
      character_matchers_.emplace_back(options.character_order);
      word_matchers_.emplace_back(options.word_order);
    }
    row_.resize(3 * (options.character_order + options.word_order));
    matches_.resize(std::max(options.character_order, options.word_order));
  }

  void start(std::size_t sentence) override {
    sentence_ = sentence;
    for (std::size_t set = 0; set < character_matchers_.size(); ++set) {
      character_matchers_[set].clear();
      character_matchers_[set].add_reference(references_.characters[set].sentence(sentence));
      word_matchers_[set].clear();
      if (references_.words) word_matchers_[set].add_reference(references_.words->reference(set, sentence));
    }
  }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    characters_.clear();
    append_characters(references_.prepared(hypothesis, lowered_), references_.options.keep_white_space,
                      characters_);
    if (references_.words) references_.words->hypothesis_words(hypothesis, buffer_, words_);
    double best = -1.0;
    for (std::size_t set = 0; set < character_matchers_.size(); ++set) {
      const std::size_t split = 3 * references_.options.character_order;
      compare(character_matchers_[set], characters_, references_.characters[set].sentence(sentence_),
              std::span(row_).first(split));
      if (references_.words) {
        compare(word_matchers_[set], words_, references_.words->reference(set, sentence_),
                std::span(row_).subspan(split));
      }
      const double score = f_score(average(row_), static_cast<double>(references_.options.beta));
      if (score > best) {
        best = score;
        std::copy(row_.begin(), row_.end(), row.begin());
      }
    }
  }

 private:
  void compare(NgramMatcher& matcher, std::span<const text::WordId> hypothesis,
               std::span<const text::WordId> reference, std::span<std::int64_t> out) {
    matcher.count_matches(hypothesis, matches_);
    for (std::size_t n = 0; n < matcher.order(); ++n) {
      const auto ngrams = [n](std::size_t length) {
        return static_cast<std::int64_t>(length > n ? length - n : 0);
      };
      out[3 * n + 1] = ngrams(reference.size());
      // An order that the reference lacks counts on neither side.
      out[3 * n] = out[3 * n + 1] > 0 ? ngrams(hypothesis.size()) : 0;
      out[3 * n + 2] = matches_[n];
    }
  }

  const ChrfReferences& references_;
  std::size_t sentence_ = 0;
  std::vector<NgramMatcher> character_matchers_;  // by reference set
  std::vector<NgramMatcher> word_matchers_;
  std::vector<text::WordId> characters_;
  std::vector<text::WordId> words_;
  std::vector<std::int64_t> row_;
  std::vector<std::int64_t> matches_;
  std::string lowered_;
  TokenBuffer buffer_;
};

}  // namespace

void ChrfOptions::validate() const {
  const bool orders = character_order + word_order > 0 && character_order <= 20 && word_order <= 20;
  if (orders && beta >= 1 && beta <= 100) return;
  throw UsageError({},
                   fmt::format("chrF with character order {}, word order {} and beta {} cannot be computed",
                               character_order, word_order, beta),
                   "use orders up to 20, at least one of them above 0, and a beta from 1 to 100");
}

Chrf::Chrf(const ChrfOptions& options) : options_(options) {
  options_.validate();
}

std::string Chrf::signature(std::size_t reference_count) const {
  const std::string beta = options_.beta == 2 ? "" : fmt::format("|beta:{}", options_.beta);
  return fmt::format("nrefs:{}|case:{}|eff:yes|nc:{}|nw:{}|space:{}{}", reference_count,
                     options_.lowercase ? "lc" : "mixed", options_.character_order, options_.word_order,
                     options_.keep_white_space ? "yes" : "no", beta);
}

std::unique_ptr<const BoundMetric> Chrf::bind(const ReferenceSets& references, ThreadPool& threads) const {
  CALQUE_CHECK(!references.empty());
  return std::make_unique<BoundReferences<ChrfScorer, ChrfReferences>>(*this, references, options_, threads);
}

Score Chrf::score(std::span<const std::int64_t> statistics) const {
  const PrecisionAndRecall values = average(statistics);
  return {f_score(values, static_cast<double>(options_.beta)),
          {{"precision", 100.0 * values.precision}, {"recall", 100.0 * values.recall}}};
}

std::vector<OrderScore> Chrf::by_order(std::span<const std::int64_t> statistics) const {
  std::vector<OrderScore> orders;
  for (std::size_t i = 0; i < statistics.size() / 3; ++i) {
    const bool word = i >= options_.character_order;
    const auto row = statistics.subspan(3 * i, 3);
    orders.push_back({word ? "word" : "character", word ? i - options_.character_order + 1 : i + 1,
                      static_cast<double>(row[2]), static_cast<double>(row[0]),
                      f_score(average(row), static_cast<double>(options_.beta))});
  }
  return orders;
}

}  // namespace calque::metrics
