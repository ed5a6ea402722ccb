#include "phrasebook/corpus_files.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "store/text_file.h"
#include "text/alignment.h"

namespace calque::phrasebook {
namespace {

class PartFiles {
 public:
  PartFiles(const std::string& stem, const PairOptions& pairs)
      : source_(fmt::format("{}.{}", stem, pairs.grammar->source.code)),
        target_(fmt::format("{}.{}", stem, pairs.grammar->target.code)) {
    if (pairs.spacing == Spacing::kTokens) alignment_.emplace(stem + ".align");
  }

  void write(const PairView& pair) {
    source_.write_line(pair.source);
    target_.write_line(pair.target);
    if (!alignment_) return;
    line_.clear();
    text::append_pharaoh(pair.alignment, line_);
    alignment_->write_line(line_);
  }

  void commit() {
    source_.commit();
    target_.commit();
    if (alignment_) alignment_->commit();
  }

 private:
  store::TextWriter source_;
  store::TextWriter target_;
  std::optional<store::TextWriter> alignment_;  // none for raw text
  std::string line_;
};

void make_folder(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw UsageError({folder}, "cannot make this directory: " + failure.message(),
                     "choose another place with -o");
  }
}

}  // namespace

std::array<PartSummary, kParts> write_corpus(const CorpusPlan& plan, ThreadPool& threads,
                                             Reporter& reporter) {
  constexpr std::uint64_t kProgressStep = 10'000;
  make_folder(plan.folder);
  std::vector<PartFiles> files;
  std::array<PartSummary, kParts> summaries;
  for (std::size_t i = 0; i < kParts; ++i) {
    const auto part = static_cast<Part>(i);
    PartSummary& summary = summaries[i];
    summary.stem = (std::filesystem::path(plan.folder) / name_of(part)).string();
    reporter.stage(fmt::format("writing {}", name_of(part)));
    PartFiles& file = files.emplace_back(summary.stem, plan.pairs);
    PairGenerator generator(plan.pairs, part, threads);
    generator.generate(plan.sentences[i], [&](const PairView& pair) {
      file.write(pair);
      ++summary.sentences;
      summary.source_words += pair.source_tokens;
      summary.target_words += pair.target_tokens;
      if (summary.sentences % kProgressStep == 0) reporter.progress(summary.sentences, plan.sentences[i]);
    });
  }
  for (PartFiles& part : files) part.commit();
  return summaries;
}

}  // namespace calque::phrasebook
