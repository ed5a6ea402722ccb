#include "documents/lines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "documents/inline_run.h"
#include "documents/xml_events.h"

namespace calque::documents {
namespace {

// Calls line(range of the line without its end) for each.
template <typename Line>
void for_each_line(const SourceText& source, const Line& line) {
  const std::string_view content = source.content();
  for (std::size_t at = source.byte_order_mark(); at < content.size();) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    const bool has_return = end > at && content[end - 1] == '\r';
    line(TextRange{at, has_return ? end - 1 : end});
    at = end + 1;
  }
}

std::vector<TextRange> cells_of(const SourceText& source, TextRange line) {
  std::vector<TextRange> cells;
  for (std::size_t at = line.begin;;) {
    const std::size_t end = std::min(source.content().find('\t', at), line.end);
    cells.push_back({at, end});
    if (end == line.end) return cells;
    at = end + 1;
  }
}

class TableReader {
 public:
  explicit TableReader(Draft& draft) : draft_(draft), source_(draft.source()) {}

  void read() {
    for_each_line(source_, [&](TextRange line) {
      if (line.begin == line.end) return;
      const bool is_header = !column_ && choose_column(line);
      draft_.copy_until(line.end);
      draft_.append_literal("\t");
      if (is_header) {
        const std::string& language = source_.options().target_language;
        draft_.append_literal(language.empty() ? "translation" : language);
      } else {
        translate(line);
      }
    });
  }

 private:
  // Decides by the first line which column it is; whether that line is a header.
  bool choose_column(TextRange line) {
    const DocumentOptions& options = source_.options();
    const std::vector<TextRange> cells = cells_of(source_, line);
    const auto number = find_number(options.column);
    if (number) {
      column_ = *number - 1;
      return false;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string_view header = source_.at(cells[i]);
      const bool usual = is_any_of(header, {"source", "Source", "text", "Text"}) ||
                         same_language(options.source_language, header);
      if (options.column.empty() ? !usual : header != options.column) continue;
      column_ = i;
      return true;
    }
    if (!options.column.empty())
      throw UsageError({options.name, 1, 0}, fmt::format("no column has the header '{}'", options.column),
                       "give one of the headers in the first line, or the number of a column from 1");
    column_ = 0;
    return false;
  }

  static bool is_any_of(std::string_view header, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), header) != names.end();
  }

  static std::optional<std::size_t> find_number(std::string_view column) {
    constexpr std::size_t kMostDigits = 6;
    if (column.empty() || column.size() > kMostDigits) return std::nullopt;
    std::size_t number = 0;
    for (const char c : column) {
      if (c < '0' || c > '9') return std::nullopt;
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    return number == 0 ? std::nullopt : std::optional(number);
  }

  void translate(TextRange line) {
    const std::vector<TextRange> cells = cells_of(source_, line);
    if (*column_ >= cells.size())
      source_.fail(line.begin,
                   fmt::format("this row has {} columns, and column {} is to be translated", cells.size(),
                               *column_ + 1),
                   "complete the row");
    InlineRun run(draft_, Encoding::kCell, WhiteSpace::kKeep);
    run.add_text(cells[*column_], source_.at(cells[*column_]));
    draft_.append(run.finish());
  }

  Draft& draft_;
  const SourceText& source_;
  std::optional<std::size_t> column_;
};

}  // namespace

void read_text(Draft& draft) {
  InlineRun run(draft, Encoding::kPlain, WhiteSpace::kKeep);
  for_each_line(draft.source(), [&](TextRange line) {
    if (line.begin == line.end) return;
    draft.copy_until(line.begin);
    run.add_text(line, draft.source().at(line));
    draft.append(run.finish());
    draft.skip_until(line.end);
  });
  draft.copy_until(draft.source().content().size());
}

void read_table(Draft& draft) {
  TableReader(draft).read();
  draft.copy_until(draft.source().content().size());
}

}  // namespace calque::documents
