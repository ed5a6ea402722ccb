// Names in the file of a kernel model (docs/formats/kernel-model.md).
#pragma once

#include <cstdint>

namespace calque::kernel {

inline constexpr const char* kKernelKind = "kernel";
inline constexpr std::uint32_t kKernelVersion = 3;
inline constexpr const char* kOptionsSection = "options";
inline constexpr const char* kRidgeSection = "ridge";
inline constexpr const char* kTilesSection = "cholesky_tiles";
inline constexpr const char* kLowRankSection = "low_rank_rows";
inline constexpr const char* kPivotsSection = "pivots";
inline constexpr const char* kAlphaSection = "alpha";

}  // namespace calque::kernel
