// The file in which corrections are kept: one line of JSON for each correction and for each that is taken
// back (docs/formats/corrections.md).
//
// Reading is a pure function of the file. A writer holds the file's lock; not safe to share between threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "calque/correction.h"
#include "pipeline/train_options.h"

namespace calque::pipeline {

struct Journal {
  std::vector<Correction> corrections{};  // that were not taken back, oldest first
  std::uint64_t last_id = 0;              // of all that there ever were
  std::size_t whole_bytes = 0;            // before a last line that was not written whole
  std::size_t lines = 0;                  // whole ones
  bool ends_line = true;                  // the last whole line has its line end
  std::string warning{};                  // of the line that was not
};

// Throws FormatError naming `file` and the line for anything but a journal whose last line may be torn.
Journal parse_journal(std::string_view text, const std::string& file);
// The text of a journal without the lines of corrections that were taken back; but the last one stays, so
// that its number is not used again. Requires: `journal` is what parse_journal says of the text.
std::string without_undone(std::string_view text, const Journal& journal);
// Throws UsageError if there is no such file.
Journal read_journal(const std::string& path);

// Makes the corrections of a journal pairs to learn from. Returns the warning, if any. Throws UsageError
// beside given word alignments, which do not have them.
std::string learn_from_corrections(const std::string& path, TrainOptions& options);

class JournalWriter {
 public:
  // Opens the file or makes a new one, reads what is in it and cuts off a torn line. A file of which more
  // than half is taken back is written anew without that, if the disk allows it. Throws UsageError if
  // somebody else writes to it or it cannot be written, and as parse_journal does.
  explicit JournalWriter(const std::string& path);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  const Journal& journal() const { return journal_; }
  // Both return when the line is on the disk. Throw MachineError if it cannot be written; the journal is
  // then as it was.
  std::uint64_t add(std::string_view source, std::string_view target);
  bool remove(std::uint64_t id);

 private:
  void open();
  void compact(std::string_view text);
  void append(const std::string& line);

  std::string path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  Journal journal_;
};

}  // namespace calque::pipeline
