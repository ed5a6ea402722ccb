#include "calque/corrections.h"

#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "calque/version.h"
#include "pipeline/correction_journal.h"
#include "text/utf8.h"

namespace calque {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 16U;

void check_text(std::string_view text, const char* side) {
  text::check_utf8(text, {});
  if (trim(text).empty())
    throw UsageError({}, fmt::format("the {} of a correction has no words", side), "give both texts");
  if (text.size() > kMaxBytes) {
    throw UsageError(
        {}, fmt::format("the {} of a correction has {} bytes, over {}", side, text.size(), kMaxBytes),
        "correct one sentence at a time");
  }
}

// XML cannot have control characters.
std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (byte >= 0x20 || c == '\n' || c == '\t') {
      out += c;
    } else {
      out += ' ';
    }
  }
  return out;
}

// 20260131T120000Z
std::string tmx_time(std::string_view time) {
  std::string out;
  for (const char c : time) {
    if (c != '-' && c != ':') out += c;
  }
  return xml_text(out);
}

}  // namespace

struct Corrections::State {
  explicit State(const std::string& path) : writer(path), warning(writer.journal().warning) {}

  mutable std::mutex mutex;
  pipeline::JournalWriter writer;  // guarded by mutex
  const std::string warning;
};

Corrections::Corrections(const std::string& path) : state_(std::make_unique<State>(path)) {}
Corrections::~Corrections() = default;
Corrections::Corrections(Corrections&&) noexcept = default;
Corrections& Corrections::operator=(Corrections&&) noexcept = default;

std::vector<Correction> Corrections::read(const std::string& path, std::string* warning) {
  pipeline::Journal journal = pipeline::read_journal(path);
  if (warning != nullptr) *warning = journal.warning;
  return std::move(journal.corrections);
}

std::uint64_t Corrections::add(std::string_view source, std::string_view target) {
  check_text(source, "source");
  check_text(target, "target");
  const std::lock_guard lock(state_->mutex);
  return state_->writer.add(source, target);
}

bool Corrections::remove(std::uint64_t id) {
  const std::lock_guard lock(state_->mutex);
  return state_->writer.remove(id);
}

std::vector<Correction> Corrections::list() const {
  const std::lock_guard lock(state_->mutex);
  return state_->writer.journal().corrections;
}

const std::string& Corrections::warning() const {
  return state_->warning;
}

std::string to_tmx(const std::vector<CorrectionMemory>& memories) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tmx version=\"1.4\">\n"
      "  <header creationtool=\"calque\" creationtoolversion=\"{}\" segtype=\"sentence\" o-tmf=\"calque\"\n"
      "          adminlang=\"en\" srclang=\"{}\" datatype=\"plaintext\"/>\n  <body>\n",
      version(), memories.size() == 1 ? xml_text(memories[0].source_language) : "*all*");
  for (const CorrectionMemory& memory : memories) {
    const std::string source = xml_text(memory.source_language);
    const std::string target = xml_text(memory.target_language);
    // A number is unique in its pair alone.
    const std::string pair = memories.size() == 1 ? "" : fmt::format("{}-{}-", source, target);
    for (const Correction& correction : memory.corrections) {
      out += fmt::format(
          "    <tu tuid=\"{}{}\" creationdate=\"{}\" srclang=\"{}\">\n"
          "      <tuv xml:lang=\"{}\"><seg>{}</seg></tuv>\n      <tuv xml:lang=\"{}\"><seg>{}</seg></tuv>\n"
          "    </tu>\n",
          pair, correction.id, tmx_time(correction.time), source, source, xml_text(correction.source), target,
          xml_text(correction.target));
    }
  }
  return out + "  </body>\n</tmx>\n";
}

std::string to_tmx(const std::vector<Correction>& corrections, std::string_view source_language,
                   std::string_view target_language) {
  return to_tmx(std::vector<CorrectionMemory>{
      {std::string(source_language), std::string(target_language), corrections}});
}

}  // namespace calque
