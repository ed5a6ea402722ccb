#include "table.h"

#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "base/thread_pool.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::fuzz {

const phrase::PhraseTable& small_table() {
  static const phrase::PhraseTable table = [] {
    const calque::testing::ScratchFolder folder;  // a file that is mapped may be removed
    phrase::testing::AlignedCorpus corpus;
    for (int i = 0; i < 3; ++i) {
      corpus.add("das alte Haus .", "the old house .", "0-0 1-1 2-2 3-3");
      corpus.add("“ さ ” 。 ？ ?", "\" so \" . ? ?", "0-0 1-1 2-2 3-3 4-4 5-5");
    }
    corpus.add("四 十二 歳", "forty two years", "0-0 1-1 2-2");
    ThreadPool threads(1);
    phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder.path("table"), threads,
                             silent_reporter());
    return phrase::PhraseTable::open(folder.path("table"));
  }();
  return table;
}

}  // namespace calque::fuzz
