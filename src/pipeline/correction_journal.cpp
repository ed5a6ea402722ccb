#include "pipeline/correction_journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/content_hash.h"
#include "store/json_text.h"
#include "store/temporary_file.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

constexpr std::string_view kHash = ",\"hash\":\"";
// Fewer lines than these that were taken back are not worth a new file.
constexpr std::size_t kFewestUndoneLines = 100;
constexpr const char* kRemedy = "give the file that corrections were kept in, or restore it from a copy";

// What one line says.
struct Entry {
  bool undo = false;
  Correction correction;
};

[[noreturn]] void refuse(const std::string& file, std::uint64_t line, const std::string& problem) {
  throw FormatError({file, line, 0}, problem, kRemedy);
}

std::string with_hash(const nlohmann::json& entry) {
  std::string line = store::json_text(entry);
  line.pop_back();
  return fmt::format("{}{}{}\"}}\n", line, kHash, store::hash_text(line));
}

// Nothing unless the line is one that was written whole.
std::optional<Entry> parse_line(std::string_view line) {
  const std::size_t hash = line.rfind(kHash);
  if (hash == std::string_view::npos) return std::nullopt;
  if (line.substr(hash) != fmt::format("{}{}\"}}", kHash, store::hash_text(line.substr(0, hash))))
    return std::nullopt;
  const nlohmann::json json = store::parse_json(line, false);
  if (!json.is_object()) return std::nullopt;
  const bool undo = json.contains("undo");
  const auto found = json.find(undo ? "undo" : "add");
  if (found == json.end() || !found->is_object()) return std::nullopt;
  const auto text = [&](const char* key, std::string& value) {
    const auto at = found->find(key);
    if (at == found->end() || !at->is_string()) return false;
    value = at->get<std::string>();
    return true;
  };
  Entry entry;
  entry.undo = undo;
  Correction& correction = entry.correction;
  const auto id = found->find("id");
  if (id == found->end() || !id->is_number_unsigned()) return std::nullopt;
  correction.id = id->get<std::uint64_t>();
  if (!text("time", correction.time)) return std::nullopt;
  if (!undo && (!text("source", correction.source) || !text("target", correction.target)))
    return std::nullopt;
  return entry;
}

// Whether this can be the beginning of a line whose writing was broken off. Anything else at the end of a
// file says that it is no journal, and must not be cut off.
bool may_be_torn(std::string_view line) {
  for (const std::string_view begin : {"{\"add\":{\"id\":", "{\"undo\":{\"id\":"}) {
    if (line.substr(0, begin.size()) == begin.substr(0, line.size())) return true;
  }
  return line.find_first_not_of('\0') == std::string_view::npos;
}

void apply(const Entry& entry, const std::string& file, std::uint64_t line, Journal& journal) {
  if (!entry.undo) {
    if (entry.correction.id <= journal.last_id) refuse(file, line, "a correction's number does not rise");
    journal.last_id = entry.correction.id;
    journal.corrections.push_back(entry.correction);
    return;
  }
  const auto removed = std::erase_if(
      journal.corrections, [&](const Correction& other) { return other.id == entry.correction.id; });
  if (removed == 0)
    refuse(file, line, fmt::format("there is no correction {} to take back", entry.correction.id));
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec);
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw MachineError({path}, fmt::format("cannot {} ({})", what, std::strerror(errno)),
                     "make room on the disk and check that it works");
}

// A new file is there after a crash only if its folder knows it.
void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

Journal parse_journal(std::string_view text, const std::string& file) {
  Journal journal;
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const bool last = end + 1 >= text.size();
    ++number;
    const auto entry = parse_line(line);
    if (!entry) {
      if (!last || !may_be_torn(line)) refuse(file, number, "this is not a line that was written here");
      journal.warning = fmt::format("{}: the last line was not written whole and is left out", file);
      return journal;
    }
    apply(*entry, file, number, journal);
    journal.lines = number;
    journal.ends_line = end < text.size();
    journal.whole_bytes = std::min(end + 1, text.size());
    begin = end + 1;
  }
  return journal;
}

std::string without_undone(std::string_view text, const Journal& journal) {
  std::string kept;
  for (std::size_t begin = 0; begin < journal.whole_bytes;) {
    const std::size_t end = std::min(text.find('\n', begin), journal.whole_bytes);
    const std::string_view line = text.substr(begin, end - begin);
    const auto entry = parse_line(line);
    CALQUE_CHECK(entry.has_value());
    const std::uint64_t id = entry->correction.id;
    // Their numbers rise.
    const auto at =
        std::lower_bound(journal.corrections.begin(), journal.corrections.end(), id,
                         [](const Correction& each, std::uint64_t wanted) { return each.id < wanted; });
    if (id == journal.last_id || (at != journal.corrections.end() && at->id == id))
      kept.append(line).append("\n");
    begin = end + 1;
  }
  return kept;
}

Journal read_journal(const std::string& path) {
  return parse_journal(store::read_whole(path), path);
}

std::string learn_from_corrections(const std::string& path, TrainOptions& options) {
  if (!options.alignments.empty()) {
    throw UsageError({path}, "given word alignments have no lines for corrections",
                     "leave one of the two out, or put the corrections into the corpus");
  }
  const Journal journal = read_journal(path);
  const auto one_line = [](std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
  };
  options.corrections = path;
  for (const Correction& correction : journal.corrections)
    options.input.more.push_back({one_line(correction.source), one_line(correction.target)});
  return journal.warning;
}

JournalWriter::JournalWriter(const std::string& path) : path_(path) {
  open();
  try {
    const std::string text = store::read_whole(path);
    journal_ = parse_journal(text, path);
    size_ = journal_.whole_bytes;
    if (size_ < text.size() && ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
      fail(path_, "cut off a torn line");
    if (!journal_.ends_line) append("\n");
    if (size_ == 0) sync_folder(path);
    const std::size_t undone = journal_.lines - journal_.corrections.size();
    if (undone >= kFewestUndoneLines && undone > journal_.corrections.size()) compact(text);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

// With its lock. Throws without one, and `descriptor_` is then closed.
void JournalWriter::open() {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
      throw UsageError({path_}, fmt::format("cannot write here ({})", std::strerror(errno)),
                       "name a file that may be written");
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      ::close(descriptor_);
      throw UsageError({path_}, "another program has these corrections open",
                       "stop it, or let it make the changes");
    }
    // Another program may have put a new file in its place just before its lock was let go.
    struct stat locked {};
    struct stat named {};
    if (::fstat(descriptor_, &locked) == 0 && ::stat(path_.c_str(), &named) == 0 &&
        locked.st_dev == named.st_dev && locked.st_ino == named.st_ino)
      return;
    ::close(descriptor_);
  }
}

// Whenever it is interrupted, the old file is there or the new one, and both say the same. Without room for a
// new one the old one goes on.
void JournalWriter::compact(std::string_view text) {
  const std::string kept = without_undone(text, journal_);
  struct stat old {};
  try {
    const std::string place = std::filesystem::canonical(path_).string();  // not the link to it
    const std::string folder = std::filesystem::path(place).parent_path().string();
    // A file of somebody else would become this user's.
    if (::fstat(descriptor_, &old) != 0 || old.st_uid != ::geteuid()) return;
    store::remove_left_overs(folder);
    store::TemporaryFile file(place);
    file.write(std::as_bytes(std::span(kept)));
    file.commit();
    ::chmod(place.c_str(), old.st_mode & 07777U);
    sync_folder(place);
  } catch (const Error&) {
    return;
  } catch (const std::filesystem::filesystem_error&) {
    return;
  }
  ::close(descriptor_);  // of the old file, whose lock was held until now
  descriptor_ = -1;
  open();
  const std::string now_there = store::read_whole(path_);
  journal_ = parse_journal(now_there, path_);
  size_ = journal_.whole_bytes;
}

JournalWriter::~JournalWriter() {
  ::close(descriptor_);
}

void JournalWriter::append(const std::string& line) {
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = ::write(descriptor_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (written < line.size() || ::fsync(descriptor_) != 0) {
    const int error = errno;
    // What was written of it must not stand before the next one. If even that fails, reading tells.
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(size_));
    errno = error;
    fail(path_, "write a correction");
  }
  size_ += line.size();
}

std::uint64_t JournalWriter::add(std::string_view source, std::string_view target) {
  const Correction correction{journal_.last_id + 1, std::string(source), std::string(target), now()};
  append(with_hash({{"add",
                     {{"id", correction.id},
                      {"source", correction.source},
                      {"target", correction.target},
                      {"time", correction.time}}}}));
  journal_.last_id = correction.id;
  journal_.corrections.push_back(correction);
  return correction.id;
}

bool JournalWriter::remove(std::uint64_t id) {
  const auto found = std::find_if(journal_.corrections.begin(), journal_.corrections.end(),
                                  [&](const Correction& correction) { return correction.id == id; });
  if (found == journal_.corrections.end()) return false;
  append(with_hash({{"undo", {{"id", id}, {"time", now()}}}}));
  journal_.corrections.erase(found);
  return true;
}

}  // namespace calque::pipeline
