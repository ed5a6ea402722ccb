#include "lm/files/opened_model.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::lm {
namespace {

void check_header(const SectionSource& source, const ModelHeader& header) {
  if (header.max_order < 1 || header.order < 1 || header.order > header.max_order)
    source.damaged("impossible order");
  if (header.order > kMaxOrder) {
    throw FormatError(
        {source.name()},
        fmt::format("the model has order {}, this program reads up to {}", header.order, kMaxOrder),
        "train the model again with a lower order");
  }
  if (header.layout > static_cast<std::uint32_t>(Layout::kTrie)) source.damaged("unknown layout");
  if (header.vocabulary_size < 3 || header.ngram_counts[0] != header.vocabulary_size)
    source.damaged("unigrams and vocabulary differ in number");
  for (const std::uint64_t count : header.ngram_counts) {
    if (count >= kNoNgram) source.damaged("impossible number of n-grams");
  }
}

void open_vocabulary(OpenedModel& model) {
  const SectionSource& source = *model.source;
  const auto characters = source.section<char>("vocabulary.characters");
  model.vocabulary = {{characters.data(), characters.size()},
                      source.section<std::uint64_t>("vocabulary.offsets"),
                      source.section<std::uint32_t>("vocabulary.table"),
                      source.name()};
  if (model.vocabulary.size() != model.header.vocabulary_size ||
      model.vocabulary.word(kUnknownId) != kUnknownWord ||
      model.vocabulary.word(kSentenceBeginId) != kSentenceBeginWord ||
      model.vocabulary.word(kSentenceEndId) != kSentenceEndWord) {
    model.source->damaged("the vocabulary does not begin with <unk>, <s>, </s>");
  }
}

}  // namespace

std::unique_ptr<OpenedModel> open_model(std::unique_ptr<const SectionSource> source) {
  auto model = std::make_unique<OpenedModel>();
  model->source = std::move(source);
  const SectionSource& from = *model->source;
  const auto headers = from.section<ModelHeader>("header");
  if (headers.size() != 1) from.damaged("section 'header' has the wrong size");
  model->header = headers.front();
  check_header(from, model->header);
  open_vocabulary(*model);
  model->unigrams = from.section<UnigramEntry>(section_name("ngrams", 1));
  if (model->unigrams.size() != model->header.vocabulary_size)
    from.damaged("the table of 1-grams has the wrong size");
  if (model->is_trie()) {
    model->trie = Trie(from, model->header);
  } else {
    model->probing = ProbingTables(from, model->header);
  }
  return model;
}

void OpenedModel::verify_values() const {
  vocabulary.verify(source->name());
  for (const UnigramEntry& entry : unigrams) {
    if (!std::isfinite(entry.log_prob) || !std::isfinite(entry.backoff))
      source->damaged("a probability is not a number");
  }
  if (is_trie()) {
    trie.verify(*source, header.vocabulary_size);
  } else {
    probing.verify(*source, header);
  }
}

}  // namespace calque::lm
