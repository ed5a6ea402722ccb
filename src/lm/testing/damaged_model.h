// For tests and fuzzing: small binary models with bytes changed behind the checksums' back, opened and asked.
// Whatever the bytes are, the answer is a FormatError or a number; memory checkers see the rest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "lm/files/arpa.h"
#include "lm/files/binary.h"
#include "lm/files/binary_format.h"
#include "lm/files/sections.h"
#include "lm/query/model.h"

namespace calque::lm::testing {

// The sections of a model, to be changed.
class EditedSections final : public SectionSink {
 public:
  struct Section {
    std::string name;
    std::vector<std::byte> bytes;
    std::uint32_t element_bytes;
  };

  EditedSections(const NgramModelData& data, const BinaryOptions& options) {
    build_sections(data, options, 0, *this);
  }
  void add_bytes(const std::string& name, std::span<const std::byte> bytes,
                 std::uint32_t element_bytes) override {
    sections.push_back({name, {bytes.begin(), bytes.end()}, element_bytes});
  }
  Section& section(const std::string& name) {
    return *std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == name; });
  }
  Model open() const {
    auto copy = std::make_unique<MemorySections>();
    for (const Section& section : sections) copy->add_bytes(section.name, section.bytes, 1);
    return open_sections(std::move(copy));
  }
  // A file whose checksums are those of the changed bytes.
  void write(const std::string& path) const {
    store::ContainerWriter writer(path, kContainerKind, kContainerVersion);
    for (const Section& section : sections)
      writer.add_bytes(section.name, section.bytes, section.element_bytes);
    writer.commit();
  }

  std::vector<Section> sections;
};

// Asks something of every word in every way.
inline void ask_everything(const Model& model) {
  const auto words = static_cast<std::uint32_t>(std::min<std::size_t>(model.vocabulary().size(), 64));
  State state = model.begin_state();
  std::vector<text::WordId> all;
  for (std::uint32_t word = 0; word < words; ++word) {
    model.score(state, text::WordId{word}, state);
    model.score(state, text::WordId{word * 7 % words}, state);
    model.find(model.vocabulary().word(text::WordId{word}));
    all.push_back(text::WordId{word * 5 % words});
  }
  std::vector<float> log_probs(all.size() + 1);
  model.score_sentence(all, log_probs);
  model.score_phrase(all, state, {});
}

inline NgramModelData model_to_damage() {
  return parse_arpa(
      "\\data\\\nngram 1=6\nngram 2=7\nngram 3=4\nngram 4=2\n\n\\1-grams:\n-1 <unk> 0\n-99 <s> -0.3\n"
      "-1.1 </s>\n-0.7 a -0.2\n-0.9 b -0.4\n-1.2 c 0\n\n\\2-grams:\n-0.3 <s> a -0.1\n-0.5 a b -0.2\n"
      "-0.6 b a -0.3\n-0.4 b c 0\n-0.2 c </s>\n-0.8 a a\n-0.9 b </s>\n\n\\3-grams:\n-0.2 <s> a b -0.1\n"
      "-0.1 a b c 0\n-0.3 b c </s>\n-0.4 a b a -0.1\n\n\\4-grams:\n-0.05 <s> a b c\n-0.06 a b c </s>\n\n"
      "\\end\\\n",
      "model to damage");
}

// Reads the input as changes: a byte for the layout, then groups of four bytes: section, place (two bytes),
// and what to set there; with the highest bit of the place the section is cut or lengthened to it instead.
inline void ask_damaged_model(std::span<const std::uint8_t> input) {
  static const NgramModelData data = model_to_damage();
  static constexpr std::array<BinaryOptions, 3> kOptions{
      {{Layout::kProbing, 0}, {Layout::kTrie, 0}, {Layout::kTrie, 3}}};
  if (input.empty()) return;
  EditedSections edited(data, kOptions[input[0] % kOptions.size()]);
  for (std::size_t i = 1; i + 3 < input.size(); i += 4) {
    auto& bytes = edited.sections[input[i] % edited.sections.size()].bytes;
    const std::size_t place = input[i + 1] | static_cast<std::size_t>(input[i + 2] & 0x7fU) << 8U;
    if ((input[i + 2] & 0x80U) != 0) {
      bytes.resize(std::min(place, bytes.size() + 64));
    } else if (!bytes.empty()) {
      bytes[place % bytes.size()] = std::byte{input[i + 3]};
    }
  }
  try {
    ask_everything(edited.open());
  } catch (const FormatError&) {
    // The expected answer to most changes.
  }
}

}  // namespace calque::lm::testing
