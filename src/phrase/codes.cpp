#include "phrase/codes.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace calque::phrase {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 16U;

std::string codes_of(std::string_view name) {
  return std::string(name) + ".codes";
}
std::string values_of(std::string_view name) {
  return std::string(name) + ".values";
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

void write_numbers(store::ContainerWriter& writer, std::string_view name,
                   std::span<const std::uint32_t> numbers) {
  const auto fits = [](std::uint32_t n) { return n <= std::numeric_limits<std::uint16_t>::max(); };
  if (!std::ranges::all_of(numbers, fits)) {
    writer.add(name, numbers);
    return;
  }
  writer.add(name, std::vector<std::uint16_t>(numbers.begin(), numbers.end()));
}

FloatColumn::FloatColumn(const store::Container& file, std::string_view name)
    : file_(&file), coded_(file.has(codes_of(name))), values_(file.section<float>(values_of(name))) {
  if (coded_) codes_ = file.section<std::uint16_t>(codes_of(name));
}

void FloatColumn::refuse() const {
  file_->damaged("a score or count is no finite number");
}

void write_floats(store::ContainerWriter& writer, std::string_view name, std::span<const float> numbers) {
  std::vector<float> values(numbers.begin(), numbers.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > kMostValues) {
    writer.add(values_of(name), numbers);
    return;
  }
  std::vector<std::uint16_t> codes(numbers.size());
  std::ranges::transform(numbers, codes.begin(), [&](float number) {
    return static_cast<std::uint16_t>(std::ranges::lower_bound(values, number) - values.begin());
  });
  writer.add(codes_of(name), codes);
  writer.add(values_of(name), values);
}

}  // namespace calque::phrase
