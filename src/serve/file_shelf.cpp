#include "serve/file_shelf.h"

#include <algorithm>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace calque::serve {
namespace {

// From the system's source of randomness: a name is all that protects a file.
std::string random_name() {
  std::random_device source;
  std::string name;
  for (int i = 0; i < 4; ++i) name += fmt::format("{:08x}", source());
  return name;
}

}  // namespace

std::string FileShelf::put(ShelvedFile file, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  bytes_ += file.content.size();
  entries_.push_back({random_name(), std::move(file), now + time_});
  drop_old(now);
  return entries_.empty() ? std::string() : entries_.back().name;
}

std::optional<ShelvedFile> FileShelf::get(std::string_view name, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  drop_old(now);
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.name == name; });
  if (found == entries_.end()) return std::nullopt;
  return found->file;
}

// The newest stays, however large: somebody is about to fetch it.
void FileShelf::drop_old(Clock::time_point now) {
  while (!entries_.empty() &&
         (entries_.front().until <= now || (bytes_ > max_bytes_ && entries_.size() > 1))) {
    bytes_ -= entries_.front().file.content.size();
    entries_.pop_front();
  }
}

}  // namespace calque::serve
