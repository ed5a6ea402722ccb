#include "phrase/moses_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/format.h"
#include "base/parse.h"
#include "phrase/moses_reordering.h"
#include "phrase/text_format.h"
#include "text/bars.h"

namespace calque::phrase {
namespace {

constexpr int kMaxDigits = 9;

void append_phrase(std::span<const text::WordId> words, const text::VocabularyView& vocabulary,
                   std::string& out) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += ' ';
    text::append_escaped_bars(vocabulary.word(words[i]), out);
  }
  out += kFieldSeparator;
}

// With the fewest digits, from six, that give the same logarithm when read again.
void append_probability(float log_prob, std::string& out) {
  const double probability = std::exp(double{log_prob});
  std::string text;
  for (int digits = 6; digits <= kMaxDigits; ++digits) {
    text = fmt::format("{:.{}g}", probability, digits);
    const auto again = parse_real(text);
    if (again && static_cast<float>(std::log(*again)) == log_prob) break;
  }
  out += text;
}

void append_probabilities(std::span<const float> log_probs, std::string& out) {
  for (std::size_t i = 0; i < log_probs.size(); ++i) {
    if (i > 0) out += ' ';
    append_probability(log_probs[i], out);
  }
}

struct WrittenPhrase {
  std::string text;  // with the separator, so that the order of phrases is that of whole lines
  std::uint32_t number;

  auto operator<=>(const WrittenPhrase&) const = default;
};

std::vector<WrittenPhrase> written_sources(const PhraseTable& table) {
  std::vector<WrittenPhrase> sources;
  sources.reserve(table.source_phrase_count());
  for (std::uint32_t i = 0; i < table.id_limit(); ++i) {
    const SourcePhraseId id{i};
    if (table.translation_count(id) == 0) continue;
    sources.push_back({{}, i});
    append_phrase(table.source_words(id), table.source_vocabulary(), sources.back().text);
  }
  std::ranges::sort(sources);
  return sources;
}

std::vector<WrittenPhrase> written_targets(const PhraseTable& table, SourcePhraseId source) {
  std::vector<WrittenPhrase> targets(table.translation_count(source));
  for (std::uint32_t i = 0; i < targets.size(); ++i) {
    targets[i].number = i;
    append_phrase(table.translation(source, i).target, table.target_vocabulary(), targets[i].text);
  }
  std::ranges::sort(targets);
  return targets;
}

void append_pair(const PhraseTable& table, SourcePhraseId source, const Translation& pair,
                 const MosesExtraScores& more, std::string& out) {
  append_probabilities(pair.log_scores, out);
  if (more.count > 0) {
    std::vector<float> scores(more.count);
    more.scores(table.source_words(source).size(), pair, scores);
    out += ' ';
    append_probabilities(scores, out);
  }
  out += " |||";
  for (const InternalLink& link : pair.alignment) append_format(out, " {}-{}", link.source, link.target);
  append_format(out, " ||| {:.0f} {:.0f} {:.0f} ||| |||\n", pair.target_count, table.source_count(source),
                pair.joint_count);
}

// The scores in the order of Moses' columns; false if the pair has none.
bool append_reordering(const PhraseTable& table, const ReorderingType& type, SourcePhraseId source,
                       std::size_t pair, std::string& out) {
  std::vector<float> log_probs(type.score_count());
  std::vector<float> columns(type.score_count());
  reordering_log_probs(table, type, source, pair, log_probs);
  for (std::size_t k = 0; k < columns.size(); ++k) columns[moses_column(type, k)] = log_probs[k];
  append_probabilities(columns, out);
  out += '\n';
  return !table.given_reordering_type() || std::ranges::any_of(columns, [](float x) { return x != 0; });
}

}  // namespace

void reordering_log_probs(const PhraseTable& table, const ReorderingType& type, SourcePhraseId source,
                          std::size_t pair, std::span<float> log_probs) {
  if (table.given_reordering_type()) {
    std::ranges::copy(table.given_reordering(pair), log_probs.begin());
    return;
  }
  const OrientationCounts counts = type.condition == ReorderingCondition::kPair
                                       ? table.orientations(pair)
                                       : table.orientations_of_source(source);
  if (type.has_backward())
    smoothed_log_probs(counts.backward, type.classes, log_probs.first(type.class_count()));
  if (type.has_forward())
    smoothed_log_probs(counts.forward, type.classes, log_probs.last(type.class_count()));
}

void write_moses_table(const PhraseTable& table, store::TextWriter& out, const MosesExtraScores& more) {
  std::string line;
  for (const WrittenPhrase& source : written_sources(table)) {
    const SourcePhraseId id{source.number};
    for (const WrittenPhrase& target : written_targets(table, id)) {
      line = source.text;
      line += target.text;
      append_pair(table, id, table.translation(id, target.number), more, line);
      out.write(line);
    }
  }
}

void write_moses_reordering(const PhraseTable& table, const ReorderingType& type, store::TextWriter& out) {
  std::string line;
  for (const WrittenPhrase& source : written_sources(table)) {
    const SourcePhraseId id{source.number};
    if (type.condition == ReorderingCondition::kSource) {
      line = source.text;
      if (append_reordering(table, type, id, table.translation(id, 0).pair, line)) out.write(line);
      continue;
    }
    for (const WrittenPhrase& target : written_targets(table, id)) {
      line = source.text;
      line += target.text;
      if (append_reordering(table, type, id, table.translation(id, target.number).pair, line))
        out.write(line);
    }
  }
}

}  // namespace calque::phrase
