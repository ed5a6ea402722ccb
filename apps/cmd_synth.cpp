// calque synth: writes a parallel corpus with gold alignments from the built-in phrasebook.
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "command.h"
#include "phrasebook/phrasebook.h"
#include "store/text_file.h"
#include "text/alignment.h"

namespace calque::apps {
namespace {

struct SynthOptions {
  std::string pair = "de-en";
  std::uint64_t train_sentences = 20'000;
  std::uint64_t dev_sentences = 1'000;
  std::uint64_t test_sentences = 1'000;
  std::string directory;
  bool raw = false;
};

struct PartSummary {
  std::uint64_t sentences = 0;
  std::uint64_t source_words = 0;
  std::uint64_t target_words = 0;
};

// The files of one part, which appear together when all is written.
class PartFiles {
 public:
  PartFiles(const std::filesystem::path& stem, const phrasebook::LanguagePair& languages, bool raw)
      : source_(path(stem, phrasebook::code_of(languages.source))),
        target_(path(stem, phrasebook::code_of(languages.target))) {
    if (!raw) alignment_.emplace_back(path(stem, "align"));
  }

  void write(const phrasebook::PairView& pair) {
    source_.write_line(pair.source);
    target_.write_line(pair.target);
    if (alignment_.empty()) return;
    line_.clear();
    text::append_pharaoh(pair.alignment, line_);
    alignment_.front().write_line(line_);
  }

  void commit() {
    source_.commit();
    target_.commit();
    for (store::TextWriter& writer : alignment_) writer.commit();
  }

 private:
  static std::string path(const std::filesystem::path& stem, std::string_view extension) {
    return fmt::format("{}.{}", stem.string(), extension);
  }

  store::TextWriter source_;
  store::TextWriter target_;
  std::vector<store::TextWriter> alignment_;  // none for raw text
  std::string line_;
};

PartSummary write_part(phrasebook::PairGenerator& generator, std::uint64_t count, PartFiles& files,
                       Reporter& reporter) {
  constexpr std::uint64_t kProgressStep = 10'000;
  PartSummary summary;
  generator.generate(count, [&](const phrasebook::PairView& pair) {
    files.write(pair);
    ++summary.sentences;
    summary.source_words += pair.source_tokens;
    summary.target_words += pair.target_tokens;
    if (summary.sentences % kProgressStep == 0) reporter.progress(summary.sentences, count);
  });
  return summary;
}

void run_synth(const SynthOptions& options, Session& session) {
  const phrasebook::LanguagePair languages = phrasebook::parse_pair(options.pair);
  const std::filesystem::path directory = options.directory;
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  if (failure) {
    throw UsageError({options.directory}, "cannot make this directory: " + failure.message(),
                     "choose another place with -o");
  }
  const phrasebook::PairOptions pairs{languages, session.common.seed,
                                      options.raw ? phrasebook::Spacing::kRaw : phrasebook::Spacing::kTokens};
  const std::array<std::uint64_t, 3> counts = {options.train_sentences, options.dev_sentences,
                                               options.test_sentences};
  std::vector<PartFiles> files;
  std::array<PartSummary, 3> summaries;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto part = static_cast<phrasebook::Part>(i);
    session.reporter().stage(fmt::format("writing {}", phrasebook::name_of(part)));
    files.emplace_back(directory / phrasebook::name_of(part), languages, options.raw);
    phrasebook::PairGenerator generator(pairs, part, session.threads());
    summaries[i] = write_part(generator, counts[i], files.back(), session.reporter());
  }
  for (PartFiles& part : files) part.commit();
  const std::string alignment = options.raw ? "" : ",align";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    fmt::print("{}.{{{},{}{}}}: {} sentences, {} {} words, {} {} words\n",
               (directory / phrasebook::name_of(static_cast<phrasebook::Part>(i))).string(),
               phrasebook::code_of(languages.source), phrasebook::code_of(languages.target), alignment,
               summaries[i].sentences, summaries[i].source_words, phrasebook::code_of(languages.source),
               summaries[i].target_words, phrasebook::code_of(languages.target));
  }
}

}  // namespace

void add_synth(Command& parent) {
  auto [command, options] = parent.add<SynthOptions>(
      "synth", "Write sentence pairs with gold word alignments from the built-in phrasebook",
      "calque synth --pair de-en --sentences 20000 --seed 1 -o corpus", run_synth);
  command.option("--pair", options.pair, "Source and target language: two of en, de, fr, ja");
  command.option("--sentences", options.train_sentences, "Sentence pairs for training");
  command.option("--dev", options.dev_sentences, "Sentence pairs for tuning");
  command.option("--test", options.test_sentences, "Sentence pairs for evaluation");
  command.option("-o,--output", options.directory, "Directory to write to; made if it does not exist")
      .writes_folder()
      .required();
  command.flag("--raw", options.raw, "Natural text without token spaces, and no alignment files");
}

}  // namespace calque::apps
