#include "align/link_writer.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "align/text_numberer.h"
#include "base/format.h"

namespace calque::align {
namespace {

void warn_of_strangers(const TextNumberer& numberer, const char* side, Reporter& reporter) {
  if (numberer.words() == 0 || 2 * numberer.known_words() >= numberer.words()) return;
  reporter.warning(fmt::format(
      "the model knows {} of the {} {} words only; was it trained on these languages, tokenised like this?",
      numberer.known_words(), numberer.words(), side));
}

}  // namespace

// Threads write the lines of a few sentences each, so that no more than a batch of text is held.
void LinkWriter::write(const AlignmentResult& result) {
  constexpr std::size_t kPairsPerBatch = 8192;
  constexpr std::size_t kPairsPerBlock = 512;
  for (std::size_t begin = 0; begin < result.links.size(); begin += kPairsPerBatch) {
    const std::size_t size = std::min(kPairsPerBatch, result.links.size() - begin);
    const auto texts = threads_.map_blocks<std::string>(size, kPairsPerBlock, [&](const Block& block) {
      std::string text;
      for (std::size_t i = block.begin; i < block.end; ++i) append_line(result, begin + i, text);
      return text;
    });
    for (const std::string& text : texts) out_.write(text);
  }
  links_ += result.links.link_count();
  pairs_ += result.links.size();
}

void LinkWriter::commit(Reporter& reporter) {
  out_.commit();
  reporter.note(fmt::format("{} links in {} sentence pairs", links_, pairs_));
}

void LinkWriter::append_line(const AlignmentResult& result, std::size_t i, std::string& text) const {
  const std::span<const text::Link> links = result.links.alignment(i);
  if (posteriors_) {
    const float* probability = result.probabilities.data() + result.links.offset(i);
    for (std::size_t k = 0; k < links.size(); ++k) {
      append_format(text, "{}{}-{}:{:.4f}", k == 0 ? "" : " ", links[k].source, links[k].target,
                    probability[k]);
    }
  } else {
    text::append_pharaoh(links, text);
  }
  text += '\n';
}

void align_text(const AlignmentModel& model, text::ParallelReader& reader, const AlignOptions& options,
                const TextBatches& batches, LinkWriter& writer, ThreadPool& threads, Reporter& reporter) {
  constexpr std::size_t kBytesPerBatch = 1 << 24;
  TextNumberer source(model.source_vocabulary());
  TextNumberer target(model.target_vocabulary());
  text::SentencePairText pair;
  std::size_t empty_pairs = 0;
  for (bool more = true; more;) {
    text::ParallelCorpus batch;
    std::size_t bytes = 0;
    while (batch.size() < batches.pairs && bytes < kBytesPerBatch && (more = reader.next(pair))) {
      bytes += pair.source.size() + pair.target.size();
      source.add(pair.source, batch.source);
      target.add(pair.target, batch.target);
    }
    const AlignmentResult result = align(model, batch, options, threads);
    empty_pairs += result.empty_pairs;
    writer.write(result);
    if (batches.flush) writer.flush();
  }
  warn_of_strangers(source, "source", reporter);
  warn_of_strangers(target, "target", reporter);
  if (empty_pairs > 0)
    reporter.note(fmt::format("{} sentence pairs have an empty side and get no links", empty_pairs));
}

}  // namespace calque::align
