// Alignments as text: a Pharaoh line for each sentence pair, with probabilities (i-j:p) if asked.
//
// The bytes are the same for any number of threads. For one caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "align/aligner.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "store/text_file.h"
#include "text/parallel_reader.h"

namespace calque::align {

class LinkWriter {
 public:
  LinkWriter(const std::string& path, bool posteriors, ThreadPool& threads)
      : out_(path), posteriors_(posteriors), threads_(threads) {}

  void write(const AlignmentResult& result);
  void flush() { out_.flush(); }
  // Says how much there was.
  void commit(Reporter& reporter);

 private:
  void append_line(const AlignmentResult& result, std::size_t i, std::string& text) const;

  store::TextWriter out_;
  bool posteriors_;
  ThreadPool& threads_;
  std::uint64_t links_ = 0;
  std::uint64_t pairs_ = 0;
};

// Aligns further text with a trained model, batch by batch, so that text of any length passes through. With
// `flush` the links of a batch are written before the next is read. Warns if the model knows few of the
// words.
struct TextBatches {
  std::size_t pairs = 4096;
  bool flush = false;
};
void align_text(const AlignmentModel& model, text::ParallelReader& reader, const AlignOptions& options,
                const TextBatches& batches, LinkWriter& writer, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::align
