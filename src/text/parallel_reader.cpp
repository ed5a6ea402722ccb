#include "text/parallel_reader.h"

#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "store/text_file.h"
#include "text/pair_source.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr std::string_view kBarSeparator = "|||";

// A line over the limit is bad like any other.
bool read_line(store::LineReader& reader, BadLinePolicy policy, std::string& line, bool& too_long) {
  return policy == BadLinePolicy::kThrow ? reader.next(line) : reader.next_or_skip(line, too_long);
}

class TwoFileSource final : public PairSource {
 public:
  explicit TwoFileSource(const ParallelInput& input)
      : paths_{input.source, input.target},
        policy_(input.bad_lines),
        source_(input.source),
        target_(input.target) {}

  PairStatus next(SentencePairText& pair) override {
    bool source_too_long = false;
    bool target_too_long = false;
    const bool has_source = read_line(source_, policy_, pair.source, source_too_long);
    const bool has_target = read_line(target_, policy_, pair.target, target_too_long);
    if (has_source != has_target) refuse_lengths(pair, has_source);
    if (!has_source) return PairStatus::kEnd;
    return source_too_long || target_too_long ? PairStatus::kBadFormat : PairStatus::kPair;
  }
  Place source_place() const override { return source_.place(); }
  Place target_place() const override { return target_.place(); }
  std::uint64_t bytes_read() const override { return source_.bytes_read(); }
  std::uint64_t bytes_total() const override { return source_.bytes_total(); }

 private:
  // Counts the longer file to its end, so that the message gives both lengths.
  [[noreturn]] void refuse_lengths(SentencePairText& pair, bool source_is_longer) {
    store::LineReader& longer = source_is_longer ? source_ : target_;
    std::string& line = source_is_longer ? pair.source : pair.target;
    for (bool too_long = false; longer.next_or_skip(line, too_long);) {
    }
    const std::string& shorter_path = source_is_longer ? paths_.second : paths_.first;
    throw DataError({shorter_path, (source_is_longer ? target_ : source_).line_number(), 0},
                    fmt::format("the two files differ in length: {} has {} lines, {} has {}", paths_.first,
                                source_.line_number(), paths_.second, target_.line_number()),
                    "line i of one file must translate line i of the other");
  }

  std::pair<std::string, std::string> paths_;
  BadLinePolicy policy_;
  store::LineReader source_;
  store::LineReader target_;
};

// TSV and "|||": both sides in one line.
class OneFileSource final : public PairSource {
 public:
  OneFileSource(store::LineReader reader, const ParallelInput& input, ParallelFormat format,
                std::string first_line, bool has_first_line)
      : reader_(std::move(reader)),
        policy_(input.bad_lines),
        bars_(format == ParallelFormat::kBars),
        line_(std::move(first_line)),
        pending_(has_first_line) {}

  PairStatus next(SentencePairText& pair) override {
    bool too_long = false;
    if (!std::exchange(pending_, false) && !read_line(reader_, policy_, line_, too_long))
      return PairStatus::kEnd;
    const auto fields = split_fields(line_, bars_ ? kBarSeparator : std::string_view("\t"));
    if (fields.size() < 2) {
      if (policy_ != BadLinePolicy::kThrow) return PairStatus::kBadFormat;
      throw DataError(reader_.place(), fmt::format("no {} in this line", bars_ ? "'|||'" : "tab"),
                      bars_ ? "write SOURCE ||| TARGET" : "write SOURCE, a tab, TARGET");
    }
    pair.source.assign(bars_ ? trim(fields[0]) : fields[0]);
    pair.target.assign(bars_ ? trim(fields[1]) : fields[1]);
    return PairStatus::kPair;
  }
  Place source_place() const override { return reader_.place(); }
  std::uint64_t bytes_read() const override { return reader_.bytes_read(); }
  std::uint64_t bytes_total() const override { return reader_.bytes_total(); }

 private:
  store::LineReader reader_;
  BadLinePolicy policy_;
  bool bars_;
  std::string line_;
  bool pending_;  // line_ has been read but not returned
};

ParallelFormat format_by_name(std::string_view path) {
  for (const std::string_view compression : {".gz", ".zst"}) {
    if (path.ends_with(compression)) path.remove_suffix(compression.size());
  }
  if (path.ends_with(".tmx") || path.ends_with(".TMX")) return ParallelFormat::kTmx;
  if (path.ends_with(".tsv") || path.ends_with(".tab")) return ParallelFormat::kTsv;
  return ParallelFormat::kAuto;
}

ParallelFormat format_by_line(std::string_view line, const Place& place) {
  if (line.find('\t') != std::string_view::npos) return ParallelFormat::kTsv;
  if (line.find(kBarSeparator) != std::string_view::npos) return ParallelFormat::kBars;
  throw UsageError(place, "cannot tell which format this is: no tab and no '|||' in the first line",
                   "give a second file for the other language, or say which format it is");
}

struct OpenedSource {
  std::unique_ptr<PairSource> source;
  ParallelFormat format;
};

OpenedSource open_one_file(const ParallelInput& input, ParallelFormat format) {
  if (format == ParallelFormat::kAuto) format = format_by_name(input.source);
  if (format == ParallelFormat::kTmx) return {open_tmx(input), format};
  store::LineReader reader(input.source);
  std::string first;
  const bool has_first = reader.next(first);
  if (format == ParallelFormat::kAuto) {
    format = has_first ? format_by_line(first, reader.place()) : ParallelFormat::kTsv;
  }
  return {std::make_unique<OneFileSource>(std::move(reader), input, format, std::move(first), has_first),
          format};
}

OpenedSource open_source(const ParallelInput& input) {
  if (input.source.empty()) throw UsageError({}, "no file of sentence pairs given", "name one or two files");
  const bool two_paths = !input.target.empty();
  const bool two_files = input.format == ParallelFormat::kTwoFiles;
  if (two_paths && !two_files && input.format != ParallelFormat::kAuto) {
    throw UsageError({input.target, 0, 0}, "this format has both sides in one file, but two files are given",
                     "give one file only");
  }
  if (two_files && !two_paths) {
    throw UsageError({input.source, 0, 0}, "the file of the other language is missing", "give both files");
  }
  if (two_paths && input.source == "-" && input.target == "-") {
    throw UsageError({}, "both sides cannot come from standard input", "give a file for one of them");
  }
  if (two_paths) return {std::make_unique<TwoFileSource>(input), ParallelFormat::kTwoFiles};
  return open_one_file(input, input.format);
}

}  // namespace

struct ParallelReader::State {
  OpenedSource opened;
  BadLinePolicy policy;
  ParallelReadCounts counts;
  std::vector<SentencePairText> more;  // after those of the source
  std::size_t next_more = 0;
};

ParallelReader::ParallelReader(const ParallelInput& input)
    : state_(std::make_unique<State>(State{open_source(input), input.bad_lines, {}, input.more})) {}
ParallelReader::~ParallelReader() = default;
ParallelReader::ParallelReader(ParallelReader&&) noexcept = default;
ParallelReader& ParallelReader::operator=(ParallelReader&&) noexcept = default;

std::size_t ParallelReader::next_batch(std::span<SentencePairText> batch) {
  constexpr std::size_t kBatchBytes = std::size_t{1} << 24U;
  std::size_t size = 0;
  std::size_t bytes = 0;
  while (size < batch.size() && bytes < kBatchBytes && next(batch[size])) {
    bytes += batch[size].source.size() + batch[size].target.size();
    ++size;
  }
  return size;
}

bool ParallelReader::next(SentencePairText& pair) {
  PairSource& source = *state_->opened.source;
  ParallelReadCounts& counts = state_->counts;
  for (;;) {
    const PairStatus status = source.next(pair);
    counts.unpaired = source.unpaired();
    if (status == PairStatus::kEnd) {
      if (state_->next_more == state_->more.size()) return false;
      pair = state_->more[state_->next_more++];
      ++counts.pairs;
      return true;
    }
    bool bad = status == PairStatus::kBadFormat;
    if (bad) {
      ++counts.bad_format;
    } else if (state_->policy == BadLinePolicy::kThrow) {
      check_utf8(pair.source, source.source_place());
      check_utf8(pair.target, source.target_place());
    } else if (find_invalid_utf8(pair.source) || find_invalid_utf8(pair.target)) {
      ++counts.bad_encoding;
      bad = true;
    }
    if (bad && state_->policy == BadLinePolicy::kSkipAndCount) continue;
    if (bad) pair = {};
    ++counts.pairs;
    return true;
  }
}

Place ParallelReader::place() const {
  return state_->opened.source->source_place();
}
const ParallelReadCounts& ParallelReader::counts() const {
  return state_->counts;
}
std::uint64_t ParallelReader::bytes_read() const {
  return state_->opened.source->bytes_read();
}
std::uint64_t ParallelReader::bytes_total() const {
  return state_->opened.source->bytes_total();
}
ParallelFormat ParallelReader::format() const {
  return state_->opened.format;
}

std::string language_of_file(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  const auto dot = path.rfind('.');
  const std::string_view code = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  const bool plausible =
      code.size() == 2 && code.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
  return plausible ? std::string(code) : std::string();
}

}  // namespace calque::text
