// Model containers of every kind, mapped and asked. A forged file is refused, or answers with numbers.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/aligner.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "block/model.h"
#include "kernel/model.h"
#include "lm/files/binary.h"
#include "lm/query/model.h"
#include "lm/testing/damaged_model.h"
#include "phrase/phrase_table.h"
#include "pipeline/corpus_file.h"
#include "reader.h"
#include "reorder/model.h"
#include "store/container.h"
#include "tune/lists.h"

namespace calque::fuzz {
namespace {

void read_container(const std::string& path) {
  const auto file = store::Container::open_any(path, store::Verify::kFull);
  for (const store::SectionInfo& section : file.sections())
    file.section_bytes(section.name, section.element_bytes);
}

void read_phrases(const std::string& path) {
  const auto table = phrase::PhraseTable::open(path);
  for (std::uint32_t i = 0; i < table.id_limit() && i < 100; ++i) {
    const phrase::SourcePhraseId id{i};
    table.find(table.source_words(id));
    table.source_count(id);
    table.orientations_of_source(id);
    for (std::size_t t = 0; t < table.translation_count(id) && t < 10; ++t) {
      const std::size_t pair = table.translation(id, t).pair;
      table.joint_count(pair);
      if (table.given_reordering_type()) table.given_reordering(pair);
    }
  }
}

void read_language_model(const std::string& path) {
  lm::testing::ask_everything(lm::Model::load(path));
}

// For conversion and pruning, which read all of it.
void read_language_model_data(const std::string& path) {
  const lm::NgramModelData data = lm::read_ngram_data(path);
  CALQUE_CHECK(data.order() > 0);
}

// A small model of either layout, with the changes that the input asks for.
void read_damaged_language_model(Bytes bytes) {
  lm::testing::ask_damaged_model(bytes);
}

void read_alignment_model(const std::string& path) {
  const auto model = align::AlignmentModel::load(path);
  text::ParallelCorpus corpus;
  const std::vector<text::WordId> words{text::WordId{0}, text::WordId{1}, align::kUnknownWord};
  const auto known = [](std::size_t size) { return size < 2 ? std::size_t{0} : std::size_t{3}; };
  corpus.source.add_sentence({words.data(), known(model.source_vocabulary().size())});
  corpus.target.add_sentence({words.data(), known(model.target_vocabulary().size())});
  static ThreadPool threads(1);
  align::align(model, corpus, {}, threads);
}

void read_reordering_model(const std::string& path) {
  const auto model = reorder::ReorderingModel::load(path);
  const std::array<reorder::Key, 4> words{1, 2, 3, 4};
  const std::array<std::uint32_t, 4> classes{0, 1, 2, 3};
  const std::array<phrase::InternalLink, 2> links{{{0, 0}, {1, 1}}};
  const reorder::WordsView sentence{words, classes};
  const reorder::TargetPhrase target{sentence.part({0, 2}), links};
  reorder::SpanScratch scratch;
  std::vector<float> log_probs(model.classifier().classes());
  for (std::uint32_t begin = 0; begin + 2 <= words.size(); ++begin) {
    model.classifier().begin_span(sentence, {begin, begin + 2}, scratch);
    model.classifier().log_probs(scratch, target, log_probs);
  }
  const std::array<std::string_view, 4> names{"a", "b", "c", "d"};
  model.classifier().influences(sentence, {0, 2}, target, {names, std::span(names).first(2)});
}

void read_block_model(const std::string& path) {
  const auto model = block::BlockModel::load(path);
  for (block::BlockId b = 0; b < model.block_count() && b < 100; ++b) {
    model.prior_cost(b);
    model.lexical_cost(b);
    if (model.kind() == block::ModelKind::kOrientation)
      model.orientation_cost(b, block::Orientation::kRight, 1);
    for (std::size_t k = 0; k < block::kBinaryKinds; ++k)
      model.followers(static_cast<block::BinaryKind>(k), b);
  }
}

void read_kernel_model(const std::string& path) {
  const auto model = kernel::KernelModel::load(path);
  std::vector<std::string_view> source{"never"};
  std::vector<std::string_view> target{"seen"};
  for (std::uint32_t i = 0; i < 5; ++i) {
    if (i < model.source_vocabulary().size())
      source.push_back(model.source_vocabulary().word(text::WordId{i}));
    if (i < model.target_vocabulary().size())
      target.push_back(model.target_vocabulary().word(text::WordId{i}));
  }
  kernel::loss(model, source, target);
}

void read_candidates(const std::string& path) {
  const auto lists = tune::CandidateLists::load(path);
  for (std::size_t c = 0; c < lists.candidate_count(); ++c) {
    lists.words(lists.text_of(c));
    for (const tune::SparseValue& value : lists.sparse(c))
      CALQUE_CHECK(value.name < lists.sparse_names().size());
  }
}

void read_stored_corpus(const std::string& path) {
  try {
    const pipeline::CorpusView view = pipeline::CorpusView::open(path);
    const std::vector<std::string> words{"a"};
    for (const std::size_t pair : view.find(words)) CALQUE_CHECK(!view.source(pair).empty());
    for (std::size_t pair = 0; pair < 100; ++pair) (void)view.target(pair);
  } catch (const FormatError&) {
  }
  const pipeline::StoredCorpus stored = pipeline::read_corpus(path);
  CALQUE_CHECK(stored.corpus.source.size() == stored.corpus.target.size());
  for (std::size_t i = 0; i < stored.corpus.source.size(); ++i) {
    for (const text::WordId word : stored.corpus.source.sentence(i))
      CALQUE_CHECK(text::index_of(word) < stored.corpus.source_vocabulary.size());
    for (const text::WordId word : stored.corpus.target.sentence(i))
      CALQUE_CHECK(text::index_of(word) < stored.corpus.target_vocabulary.size());
  }
}

const Registered container({"container", from_file<read_container>, true});
const Registered phrases({"phrase-table", from_file<read_phrases>, true});
const Registered language_model({"language-model", from_file<read_language_model>, true});
const Registered language_model_data({"language-model-data", from_file<read_language_model_data>, true});
const Registered damaged_language_model({"damaged-language-model", read_damaged_language_model});
const Registered alignment_model({"alignment-model", from_file<read_alignment_model>, true});
const Registered reordering_model({"reordering-model", from_file<read_reordering_model>, true});
const Registered block_model({"block-model", from_file<read_block_model>, true});
const Registered kernel_model({"kernel-model", from_file<read_kernel_model>, true});
const Registered candidates({"candidates", from_file<read_candidates>, true});
const Registered stored_corpus({"corpus", from_file<read_stored_corpus>, true});

}  // namespace
}  // namespace calque::fuzz
