// The options of every command that trains or uses a word alignment model.
#pragma once

#include <optional>

#include "align/alignment_model.h"
#include "align/options.h"
#include "command.h"
#include "parallel_arguments.h"
#include "text/corpus.h"

namespace calque::apps {

enum class LinkPurpose { kTranslation, kLinks };
constexpr auto enum_names(LinkPurpose) {
  using enum LinkPurpose;
  return EnumNames<LinkPurpose>("unknown purpose", {{"translation", kTranslation}, {"links", kLinks}});
}

enum class LinkDirection { kForward, kReverse, kBoth };
constexpr auto enum_names(LinkDirection) {
  using enum LinkDirection;
  return EnumNames<LinkDirection>("unknown direction",
                                  {{"forward", kForward}, {"reverse", kReverse}, {"both", kBoth}});
}

struct AlignArguments {
  ParallelArguments corpus;
  LinkPurpose purpose = LinkPurpose::kTranslation;
  std::optional<align::Symmetrization> symmetrization;  // usually by purpose
  LinkDirection direction = LinkDirection::kBoth;
  align::AlignOptions options;
};

// Which model, and how it is trained.
void add_model_options(Command& command, AlignArguments& arguments);
// How posteriors become links.
void add_link_options(Command& command, AlignArguments& arguments);

// Throws UsageError for numbers out of range.
align::AlignOptions align_options(const AlignArguments& arguments, const CommonOptions& common);

// Sentence pairs of tokenised text, in any of the formats of parallel_arguments.h.
text::ParallelCorpus read_pairs(const ParallelArguments& arguments, ThreadPool& threads, Reporter& reporter);
// --skip-bad-lines: what cannot be read becomes an empty pair.
void add_bad_line_option(Command& command, ParallelArguments& arguments);
// Says how many lines could not be read, if any.
void warn_of_bad_lines(const text::ParallelReadCounts& counts, Reporter& reporter);

}  // namespace calque::apps
