#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/format.h"
#include "lm/files/arpa.h"
#include "lm/files/arpa_number.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

// Some lines of one section and the text made of them.
struct ArpaBlock {
  ArpaLines lines;
  std::string text;

  void clear() {
    lines.words.clear();
    lines.log_probs.clear();
    lines.backoffs.clear();
  }
  void format(const text::Vocabulary& vocabulary, unsigned n, bool has_backoffs) {
    text.clear();
    const std::uint32_t* word = lines.words.data();
    for (std::size_t i = 0; i < lines.log_probs.size(); ++i) {
      append_log10(lines.log_probs[i], text);
      for (unsigned k = 0; k < n; ++k) {
        text += k == 0 ? '\t' : ' ';
        text += vocabulary.word(text::WordId{*word++});
      }
      if (has_backoffs) {
        text += '\t';
        append_log10(lines.backoffs[i], text);
      }
      text += '\n';
    }
  }
};

// Writes sections with the lines of several blocks made at once, while those made before are written.
class ArpaWriter {
 public:
  ArpaWriter(const std::string& path, const text::Vocabulary& vocabulary, unsigned order, ThreadPool& threads)
      : out_(path), vocabulary_(vocabulary), order_(order), threads_(threads) {
    for (Batch& batch : batches_) batch.blocks.resize(2 * threads.threads());
  }

  void begin(const std::vector<std::uint64_t>& counts) {
    std::string head = "\\data\\\n";
    for (unsigned n = 1; n <= order_; ++n) append_format(head, "ngram {}={}\n", n, counts[n - 1]);
    out_.write(head + "\n");
  }

  // `fill(block_index, ArpaBlock&)` puts the lines of one block in, several blocks at once.
  template <typename Fill>
  void section(unsigned n, const NgramLevel& level, const Fill& fill) {
    out_.write(fmt::format("\\{}-grams:\n", n));
    const std::size_t block_count = (level.size() + kArpaBlockLines - 1) / kArpaBlockLines;
    for (std::size_t first = 0; first < block_count; first += next_->blocks.size()) {
      make_batch(std::min(next_->blocks.size(), block_count - first), [&](std::size_t i, ArpaBlock& block) {
        block.clear();
        fill(first + i, block);
        block.format(vocabulary_, n, n < order_);
      });
    }
    end_section();
  }

  // The same where lines come one after the other.
  void serial_section(unsigned n, const FillArpaLines& fill) {
    out_.write(fmt::format("\\{}-grams:\n", n));
    for (bool more = true; more;) {
      std::size_t count = 0;
      for (; count < next_->blocks.size() && more; ++count) {
        next_->blocks[count].clear();
        more = fill(n, next_->blocks[count].lines);
      }
      make_batch(count, [&](std::size_t, ArpaBlock& block) { block.format(vocabulary_, n, n < order_); });
    }
    end_section();
  }

  void finish() {
    out_.write("\\end\\\n");
    out_.commit();
  }

 private:
  struct Batch {
    std::vector<ArpaBlock> blocks;
    std::size_t made = 0;  // blocks whose text is still to be written
  };

  // Calls make(i, block) for `count` blocks; one thread writes the batch before meanwhile.
  template <typename Make>
  void make_batch(std::size_t count, const Make& make) {
    threads_.for_blocks(count + 1, 1, [&](const Block& task) {
      if (task.index == 0) {
        write_made();
      } else {
        make(task.index - 1, next_->blocks[task.index - 1]);
      }
    });
    next_->made = count;
    std::swap(next_, last_);
  }
  void write_made() {
    for (std::size_t i = 0; i < last_->made; ++i) out_.write(last_->blocks[i].text);
    last_->made = 0;
  }
  void end_section() {
    write_made();
    out_.write("\n");
  }

  store::TextWriter out_;
  const text::Vocabulary& vocabulary_;
  unsigned order_;
  ThreadPool& threads_;
  std::array<Batch, 2> batches_;
  Batch* next_ = &batches_[0];
  Batch* last_ = &batches_[1];
};

}  // namespace

void write_arpa(const NgramModelData& data, const std::string& path, ThreadPool& threads) {
  ArpaWriter writer(path, data.vocabulary, data.order(), threads);
  std::vector<std::uint64_t> counts;
  for (const NgramLevel& level : data.levels) counts.push_back(level.size());
  writer.begin(counts);
  for (unsigned n = 1; n <= data.order(); ++n) {
    const NgramLevel& level = data.levels[n - 1];
    writer.section(n, level, [&](std::size_t block_index, ArpaBlock& block) {
      std::array<std::uint32_t, kMaxOrder> storage{};
      const std::span<std::uint32_t> words(storage.data(), n);
      const std::size_t end = std::min(level.size(), (block_index + 1) * kArpaBlockLines);
      for (std::size_t i = block_index * kArpaBlockLines; i < end; ++i) {
        words_of(data, static_cast<std::uint32_t>(i), words);
        block.lines.add(words, level.log_prob[i], level.backoff.empty() ? 0.0F : level.backoff[i]);
      }
    });
  }
  writer.finish();
}

void write_arpa(const NgramModelData& data, const std::string& path) {
  ThreadPool alone(1);
  write_arpa(data, path, alone);
}

void write_arpa(const text::Vocabulary& vocabulary, const std::vector<std::uint64_t>& counts,
                const FillArpaLines& fill, const std::string& path, ThreadPool& threads) {
  const auto order = static_cast<unsigned>(counts.size());
  ArpaWriter writer(path, vocabulary, order, threads);
  writer.begin(counts);
  for (unsigned n = 1; n <= order; ++n) writer.serial_section(n, fill);
  writer.finish();
}

}  // namespace calque::lm
