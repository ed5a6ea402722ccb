// Sentences and their right translations, as people have corrected them.
//
//   calque::Corrections corrections("corrections.jsonl");
//   corrections.add("Der Vertrag endet.", "The agreement ends.");
//   const calque::Translator corrected = translator.with_corrections(corrections.list());
//
// They are kept in a journal (docs/formats/corrections.md): every change is on the disk before the call
// returns, and a program that is killed loses none that it was told of. One program at a time may have a
// journal open; inside of it any number of threads may use one Corrections.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calque/correction.h"
#include "calque/export.h"

namespace calque {

class CALQUE_API Corrections {
 public:
  // Opens the journal, or begins a new one. A last line that was not written whole is cut off. Throws
  // UsageError if the file cannot be written or another program has it open, FormatError if it is damaged.
  explicit Corrections(const std::string& path);
  ~Corrections();
  Corrections(Corrections&&) noexcept;
  Corrections& operator=(Corrections&&) noexcept;

  // The corrections of a journal, oldest first, without opening it for writing. `warning`, if given, is told
  // of a last line that was not written whole. Throws as above.
  static std::vector<Correction> read(const std::string& path, std::string* warning = nullptr);

  // Returns the number of the correction. Throws UsageError for a blank text or one of over 64 KiB, DataError
  // for bad UTF-8, MachineError if it cannot be written; then it is not added.
  std::uint64_t add(std::string_view source, std::string_view target);
  // False if there is none of that number. Throws MachineError if it cannot be written.
  bool remove(std::uint64_t id);

  // Those that were not removed, oldest first.
  std::vector<Correction> list() const;
  // What was odd about the journal when it was opened; usually empty.
  const std::string& warning() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Corrections of one pair of languages (ISO 639 codes).
struct CorrectionMemory {
  std::string source_language{};
  std::string target_language{};
  std::vector<Correction> corrections{};
};

// Corrections as a translation memory (TMX 1.4), of one pair of languages or of several.
CALQUE_API std::string to_tmx(const std::vector<CorrectionMemory>& memories);
CALQUE_API std::string to_tmx(const std::vector<Correction>& corrections, std::string_view source_language,
                              std::string_view target_language);

}  // namespace calque
