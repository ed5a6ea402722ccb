#include "phrase/columns.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "base/hash.h"
#include "phrase/hash.h"

namespace calque::phrase {
namespace {

constexpr std::size_t kMaxValues = std::size_t{1} << 16U;
constexpr std::size_t kBufferItems = std::size_t{1} << 14U;

std::string codes_of(std::string_view name) {
  return std::string(name) + ".codes";
}
std::string values_of(std::string_view name) {
  return std::string(name) + ".values";
}

// One section, element by element changed from what the array holds.
template <typename Out, typename In, typename Change>
void write_section(store::ContainerWriter& writer, std::string_view name, store::SpillingArray<In>& array,
                   const Change& change) {
  writer.begin_section(name, sizeof(Out));
  std::vector<Out> buffer;
  buffer.reserve(kBufferItems);
  for (typename store::SpillingArray<In>::Reader reader(array, true); !reader.done();) {
    buffer.push_back(change(reader.next()));
    if (buffer.size() < kBufferItems && !reader.done()) continue;
    writer.append(std::span<const Out>(buffer));
    buffer.clear();
  }
  writer.end_section();
}

}  // namespace

NumberColumn::NumberColumn(const store::Container& file, std::string_view name) {
  const auto& sections = file.sections();
  const auto found =
      std::ranges::find_if(sections, [&](const store::SectionInfo& section) { return section.name == name; });
  if (found != sections.end() && found->element_bytes == sizeof(std::uint16_t)) {
    narrow_ = file.section<std::uint16_t>(name);
  } else {
    wide_ = file.section<std::uint32_t>(name);
  }
}

void NumberColumnWriter::write(store::ContainerWriter& writer, std::string_view name,
                               std::span<const std::uint32_t> renumbered) {
  const auto write_as = [&]<typename T>(T) {
    write_section<T>(writer, name, numbers_, [&](std::uint32_t number) {
      return static_cast<T>(renumbered.empty() ? number : renumbered[number]);
    });
  };
  const std::uint32_t largest = renumbered.empty() ? largest_ : renumbered[largest_];
  if (largest <= std::numeric_limits<std::uint16_t>::max()) {
    write_as(std::uint16_t{});
  } else {
    write_as(std::uint32_t{});
  }
}

void write_numbers(store::ContainerWriter& writer, std::string_view name,
                   std::span<const std::uint32_t> numbers) {
  NumberColumnWriter column;
  for (const std::uint32_t number : numbers) column.add(number);
  column.write(writer, name);
}

FloatColumn::FloatColumn(const store::Container& file, std::string_view name)
    : file_(&file), coded_(file.has(codes_of(name))), values_(file.section<float>(values_of(name))) {
  if (coded_) codes_ = file.section<std::uint16_t>(codes_of(name));
}

void FloatColumn::refuse() const {
  file_->damaged("a score or count is no finite number");
}

std::uint32_t& FloatColumnWriter::code_of(float value) {
  const Slot slot{value, 0};
  return slots_
      .find_or_add(
          slot.hash(), [&](const Slot& other) { return other.value == value; }, [&] { return slot; })
      .code;
}

void FloatColumnWriter::note_value(float value) {
  code_of(value);
  if (slots_.size() == values_.size()) return;
  values_.push_back(value);
  if (values_.size() <= kMaxValues) return;
  coded_ = false;
  slots_ = {};
  values_ = {};
}

void FloatColumnWriter::write(store::ContainerWriter& writer, std::string_view name) {
  if (!coded_) {
    write_section<float>(writer, values_of(name), numbers_, [](float number) { return number; });
    return;
  }
  std::sort(values_.begin(), values_.end());
  for (std::size_t i = 0; i < values_.size(); ++i) code_of(values_[i]) = static_cast<std::uint32_t>(i);
  write_section<std::uint16_t>(writer, codes_of(name), numbers_,
                               [&](float number) { return static_cast<std::uint16_t>(code_of(number)); });
  writer.add(values_of(name), values_);
}

void write_floats(store::ContainerWriter& writer, std::string_view name, std::span<const float> numbers) {
  FloatColumnWriter column;
  for (const float number : numbers) column.add(number);
  column.write(writer, name);
}

}  // namespace calque::phrase
