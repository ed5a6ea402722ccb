// Model containers with bytes changed and checksums made right again, so that fuzzing reaches the code behind
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reader.h"

namespace calque::fuzz {

// The bytes as a container whose sizes and checksums are right, wherever that can be brought about.
std::vector<std::uint8_t> sealed(Bytes bytes);

// Changes one section of a container, which may grow or shrink, and moves the others out of its way. False if
// the bytes are no container or have no section; then nothing is changed. Requires: `data` has room for
// `capacity` bytes.
bool mutate_section(std::uint8_t* data, std::size_t& size, std::size_t capacity, unsigned seed);

}  // namespace calque::fuzz
