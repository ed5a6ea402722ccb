// Any bytes as each kind of model file: a clear error or a model that can be asked, never a crash. The input
// is written to a memory file, because models are mapped.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "align/aligner.h"
#include "base/error.h"
#include "lm/query/model.h"
#include "phrase/phrase_table.h"
#include "store/container.h"

namespace {

class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("fuzz", 0)) {
    const auto written = write(descriptor_, data, size);
    CALQUE_CHECK(written == static_cast<ssize_t>(size));
  }
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void ask_phrases(const std::string& path) {
  using namespace calque;
  const auto table = phrase::PhraseTable::open(path);
  for (std::uint32_t i = 0; i < table.id_limit() && i < 100; ++i) {
    const phrase::SourcePhraseId id{i};
    const auto words = table.source_words(id);
    table.find(words);
    for (std::size_t t = 0; t < table.translation_count(id) && t < 10; ++t) table.translation(id, t);
  }
}

void ask_language_model(const std::string& path) {
  using namespace calque;
  const auto model = lm::Model::load(path);
  lm::State state = model.begin_state();
  for (std::uint32_t word = 0; word < 50; ++word) model.score(state, text::WordId{word}, state);
}

void ask_alignment_model(const std::string& path) {
  using namespace calque;
  const auto model = align::AlignmentModel::load(path);
  text::ParallelCorpus corpus;
  const std::vector<text::WordId> words{text::WordId{0}, text::WordId{1}, align::kUnknownWord};
  const auto known = [](std::size_t size) { return size < 2 ? std::size_t{0} : std::size_t{3}; };
  corpus.source.add_sentence({words.data(), known(model.source_vocabulary().size())});
  corpus.target.add_sentence({words.data(), known(model.target_vocabulary().size())});
  ThreadPool threads(1);
  align::align(model, corpus, {}, threads);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    calque::store::Container::open_any(file.path(), calque::store::Verify::kFull);
  } catch (const calque::Error&) {
  }
  try {
    ask_phrases(file.path());
  } catch (const calque::Error&) {
  }
  try {
    ask_language_model(file.path());
  } catch (const calque::Error&) {
  }
  try {
    ask_alignment_model(file.path());
  } catch (const calque::Error&) {
  }
  return 0;
}
