// Journals of corrections, and files of terms.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "pipeline/correction_journal.h"
#include "reader.h"
#include "store/content_hash.h"
#include "text/term_file.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

void check(const pipeline::Journal& journal, std::size_t bytes) {
  CALQUE_CHECK(journal.whole_bytes <= bytes);
  CALQUE_CHECK(journal.warning.empty() == (journal.whole_bytes == bytes));
  for (const Correction& correction : journal.corrections) {
    CALQUE_CHECK(correction.id > 0 && correction.id <= journal.last_id);
    CALQUE_CHECK(!text::find_invalid_utf8(correction.source) ||
                 correction.source.find('\0') != std::string::npos);
  }
}

// As it is; and with a right hash behind every line, so that what is behind it is reached.
void read_journal(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  std::string sealed;
  for (const std::string_view line : split_fields(text, "\n"))
    sealed += fmt::format("{},\"hash\":\"{}\"}}\n", line, store::hash_text(line));
  try {
    check(pipeline::parse_journal(text, "journal"), text.size());
  } catch (const FormatError&) {
  }
  const pipeline::Journal journal = pipeline::parse_journal(sealed, "journal");
  check(journal, sealed.size());
  // What was read whole is read so again.
  const pipeline::Journal again =
      pipeline::parse_journal(std::string_view(sealed).substr(0, journal.whole_bytes), "journal");
  CALQUE_CHECK(again.corrections == journal.corrections && again.warning.empty());
}

void read_terms(Bytes bytes) {
  const text::TermFile file{"terms", "de", "en"};
  const auto check = [](const std::vector<text::Term>& terms) {
    for (const text::Term& term : terms) {
      CALQUE_CHECK(!term.source.empty() && term.source.size() <= 1000 && term.target.size() <= 1000);
      CALQUE_CHECK(!text::find_invalid_utf8(term.source) && !text::find_invalid_utf8(term.target));
    }
  };
  try {
    check(text::parse_term_lines(text_of(bytes), file));
  } catch (const DataError&) {
  }
  check(text::parse_tbx(text_of(bytes), file));
}

const Registered journal({"corrections", read_journal});
const Registered terms({"terms", read_terms});

}  // namespace
}  // namespace calque::fuzz
