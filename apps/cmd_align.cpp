// calque align
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "align/aligner.h"
#include "align/text_numberer.h"
#include "align_arguments.h"
#include "base/error.h"
#include "base/format.h"
#include "command.h"
#include "store/text_file.h"
#include "text/parallel_reader.h"

namespace calque::apps {
namespace {

struct AlignCommand {
  AlignArguments align;
  std::string output = "-";
  std::string save;
  std::string model_file;
  bool posteriors = false;
  bool unbuffered = false;
};

// Writes Pharaoh lines, with probabilities if asked.
class LinkWriter {
 public:
  LinkWriter(const std::string& path, bool posteriors, ThreadPool& threads)
      : out_(path), posteriors_(posteriors), threads_(threads) {}

  // Threads write the lines of a few sentences each, so that no more than a batch of text is held.
  void write(const align::AlignmentResult& result) {
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
  void flush() { out_.flush(); }
  void commit(Reporter& reporter) {
    out_.commit();
    reporter.note(fmt::format("{} links in {} sentence pairs", links_, pairs_));
  }

 private:
  void append_line(const align::AlignmentResult& result, std::size_t i, std::string& text) const {
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

  store::TextWriter out_;
  bool posteriors_;
  ThreadPool& threads_;
  std::uint64_t links_ = 0;
  std::uint64_t pairs_ = 0;
};

void train_and_align(const AlignCommand& arguments, const align::AlignOptions& options, Session& session) {
  const text::ParallelCorpus corpus = read_pairs(arguments.align.corpus, session.threads());
  // Before the long work: a bad place shows at once.
  LinkWriter writer(arguments.output, arguments.posteriors, session.threads());
  const align::TrainingResult trained =
      align::train_model(corpus, options, session.threads(), session.reporter());
  if (!arguments.save.empty()) {
    trained.model.save(arguments.save, corpus.source_vocabulary, corpus.target_vocabulary);
  }
  session.reporter().stage("linking words");
  writer.write(align::align(trained.model, corpus, options, session.threads()));
  writer.commit(session.reporter());
}

void warn_of_strangers(const align::TextNumberer& numberer, const char* side, Reporter& reporter) {
  if (numberer.words() == 0 || 2 * numberer.known_words() >= numberer.words()) return;
  reporter.warning(fmt::format(
      "the model knows {} of the {} {} words only; was it trained on these languages, tokenised like this?",
      numberer.known_words(), numberer.words(), side));
}

// Batch by batch, so that text of any length passes through.
void align_with_model(const AlignCommand& arguments, const align::AlignOptions& options, Session& session) {
  constexpr std::size_t kPairsPerBatch = 4096;
  constexpr std::size_t kBytesPerBatch = 1 << 24;
  const align::AlignmentModel model = align::AlignmentModel::load(arguments.model_file);
  text::ParallelReader reader(chosen_input(arguments.align.corpus));
  LinkWriter writer(arguments.output, arguments.posteriors, session.threads());
  align::TextNumberer source(model.source_vocabulary());
  align::TextNumberer target(model.target_vocabulary());
  text::SentencePairText pair;
  std::size_t empty_pairs = 0;
  for (bool more = true; more;) {
    text::ParallelCorpus batch;
    const std::size_t wanted = arguments.unbuffered ? 1 : kPairsPerBatch;
    std::size_t bytes = 0;
    while (batch.size() < wanted && bytes < kBytesPerBatch && (more = reader.next(pair))) {
      bytes += pair.source.size() + pair.target.size();
      source.add(pair.source, batch.source);
      target.add(pair.target, batch.target);
    }
    const align::AlignmentResult result = align::align(model, batch, options, session.threads());
    empty_pairs += result.empty_pairs;
    writer.write(result);
    if (arguments.output == "-") writer.flush();
  }
  warn_of_strangers(source, "source", session.reporter());
  warn_of_strangers(target, "target", session.reporter());
  if (empty_pairs > 0) {
    session.reporter().note(
        fmt::format("{} sentence pairs have an empty side and get no links", empty_pairs));
  }
  writer.commit(session.reporter());
}

void run_align(const AlignCommand& arguments, Session& session) {
  const align::AlignOptions options = align_options(arguments.align, session.common);
  if (arguments.model_file.empty()) {
    if (arguments.unbuffered) {
      throw UsageError({}, "--unbuffered needs a trained model", "add --model-file FILE");
    }
    train_and_align(arguments, options, session);
    return;
  }
  if (!arguments.save.empty()) {
    throw UsageError({}, "--save and --model-file exclude each other",
                     "a model that exists need not be saved");
  }
  align_with_model(arguments, options, session);
}

}  // namespace

void add_align(Command& parent) {
  auto [command, arguments] = parent.add<AlignCommand>(
      "align",
      "Finds which words translate each other: one Pharaoh line (source-target, from 0) per sentence pair. "
      "Input is tokenised text, one sentence per line, words separated by blanks.",
      "calque align -s train.fr -t train.en --save fr-en.align -o train.links\n"
      "  calque align --model-file fr-en.align -s new.fr -t new.en --posteriors",
      run_align);
  add_parallel_options(command, arguments.align.corpus);
  command.option("-o,--output", arguments.output, "Where the alignments go");
  command.flag("--posteriors", arguments.posteriors, "Write i-j:p, with each link's probability");
  command.option("--save", arguments.save, "Keep the trained model in this file");
  command.option("--model-file", arguments.model_file, "Use a kept model instead of training");
  command.flag("--unbuffered", arguments.unbuffered,
               "With --model-file: answer each pair before reading the next");
  add_link_options(command, arguments.align);
  add_model_options(command, arguments.align);
}

}  // namespace calque::apps
